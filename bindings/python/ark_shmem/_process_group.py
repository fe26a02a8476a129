"""The backend "ark" of torch.distributed: collectives on CPU tensors by ark's. Registered by ark_shmem.torch; docs/python.md."""
from __future__ import annotations

import contextlib
import inspect
import threading
import zlib
from typing import Any, Iterator, NamedTuple, Sequence

import numpy
import torch
import torch.distributed as dist
from torch._C import _distributed_c10d as c10d

import ark_shmem as ark

from . import _core
from ._mailbox import Mailbox, Message

STAGE_BYTES = 4 << 20
_REDUCED = {getattr(torch, name): getattr(torch, name) for name in ("float32", "float64", "int8", "int16", "int32", "int64", "uint8")} | {
    torch.float16: torch.float32, torch.bfloat16: torch.float32, torch.bool: torch.uint8}  # and the dtype in which each is added
_OPS = {"SUM": "sum", "AVG": "sum", "PRODUCT": "prod", "MIN": "min", "MAX": "max", "BAND": "and", "BOR": "or", "BXOR": "xor"}
_LOGICAL = {"SUM": "max", "PRODUCT": "min", "MIN": "min", "MAX": "max", "BAND": "min", "BOR": "max", "BXOR": "xor"}  # of bool
_FOLDS = {"sum": torch.add, "prod": torch.mul, "min": torch.minimum, "max": torch.maximum, "and": torch.bitwise_and, "or": torch.bitwise_or,
          "xor": torch.bitwise_xor}
_CALLS = ("barrier", "broadcast", "allreduce", "reduce", "allgather", "gather", "scatter", "reduce_scatter", "alltoall")
_DTYPES = [value for value in vars(torch).values() if isinstance(value, torch.dtype)]
_PRIVATE = -1 << 62


class _Memory:
    """A PE's symmetric memory for all groups of the process."""

    def __init__(self, stage_bytes: int):
        _core.require_host_heap("the backend ark")
        self.words = ark.zeros((2, ark.n_pes(), 7), "int64")  # what each PE calls, of even and odd calls with it
        self.entered, self.calls = ark.zeros(ark.n_pes(), "uint64"), [0] * ark.n_pes()  # calls with each PE: its number, and the caller's
        self.sizes = ark.zeros(ark.n_pes(), "int64")  # of the blocks of an alltoall
        self.mailbox = Mailbox()
        self.stage = ark.torch.empty(stage_bytes, torch.uint8)
        self.lock = threading.Lock()

    def resize(self, stage_bytes: int) -> None:
        """Collective over all PEs."""
        ark.free(self.stage)
        self.stage = ark.torch.empty(stage_bytes, torch.uint8)


_memory: _Memory | None = None


def _provide_memory(is_of_all: bool, options: Any) -> _Memory:
    global _memory  # pylint: disable=global-statement
    stage_bytes = STAGE_BYTES
    if options is not None:
        least, stage_bytes = 64 * ark.n_pes(), options.get("stage_bytes") if isinstance(options, dict) else None
        if type(stage_bytes) is not int or not least <= stage_bytes < 1 << 40:
            raise ValueError(f"ark: pg_options is {options!r}: None, or {{'stage_bytes': bytes from {least} on}}")
        if not is_of_all:
            raise ValueError("ark: pg_options for a group of some PEs: None, because all groups use the memory of the group of all PEs")
    has_memory = _memory is not None and _memory.mailbox.is_live()
    if not has_memory:
        if not is_of_all:
            raise RuntimeError("ark: the first group of this backend has some PEs only: one of all PEs first, as init_process_group('ark')")
        _memory = _Memory(stage_bytes)
    elif options is not None:
        _memory.resize(stage_bytes)
    return _memory


class _Reduction:
    """An op on a dtype."""

    def __init__(self, call: str, op: Any, dtype: torch.dtype, size: int):
        self.name = getattr(op, "op", op).name
        if dtype not in _REDUCED:
            raise TypeError(f"{call}: dtype is {dtype}: {', '.join(map(str, _REDUCED))}")
        is_float, self.work = dtype.is_floating_point, _REDUCED[dtype]
        known = _LOGICAL if dtype is torch.bool else {name: op for name, op in _OPS.items() if name[0] != "B" and is_float or
                                                      name != "AVG" and not is_float}
        if self.name not in known:
            raise TypeError(f"{call}: op is {self.name} of dtype {dtype}: {', '.join(known)}")
        self.op, self.is_native = known[self.name], self.work is dtype
        self._divisor = size if self.name == "AVG" else 1

    def finish(self, values: torch.Tensor) -> torch.Tensor:
        """Of the work dtype, in place."""
        return values if self._divisor == 1 else values.div_(self._divisor)

    def fold(self, parts: Sequence[torch.Tensor]) -> torch.Tensor:
        """In the order of ark.reduce, so that the bits are those of allreduce."""
        total = parts[0].to(self.work, copy=True)
        for part in parts[1:]:
            _FOLDS[self.op](total, part.to(self.work), out=total)
        return self.finish(total)


class _Entry(NamedTuple):
    most: int  # the largest of all members
    in_place: bool


def _flat(call: str, name: str, tensor: Any) -> torch.Tensor:
    accepted = "a contiguous CPU tensor of layout torch.strided"
    if not isinstance(tensor, torch.Tensor):
        raise TypeError(f"{call}: {name} is {tensor!r:.100}: {accepted}")
    if tensor.device.type != "cpu" or tensor.layout is not torch.strided or tensor.is_quantized or not tensor.is_contiguous():
        strides = tensor.stride() if tensor.layout is torch.strided else None
        raise ValueError(f"{call}: {name} is a tensor of {tensor.dtype} on {tensor.device}, layout {tensor.layout}, "
                         f"shape {tuple(tensor.shape)}, strides {strides}: {accepted}")
    return tensor.detach().view(-1)


def _only(call: str, name: str, values: Any) -> Any:
    """The element of a list that has one for each device of the process."""
    if not isinstance(values, (list, tuple)) or len(values) != 1:
        raise ValueError(f"{call}: {name} is {values!r:.100}: a list of one")
    return values[0]


def _bytes(flat: torch.Tensor) -> torch.Tensor:
    return flat.view(torch.uint8)


def _done(result: list) -> dist.Work:
    future = torch.futures.Future()
    future.set_result(result)
    return c10d._create_work_from_future(future)


class ProcessGroupArk(c10d.ProcessGroup):
    """A process group whose ranks are PEs: `pes`, in their order.

    Each collective has ended when its call returns, also with async_op; the Work is complete. Collective over the group; the calls of all
    groups of a process are made one after another, and in the same order by any two PEs. Tensors: contiguous CPU tensors. Every member
    gives the same dtype and size, else all raise ValueError before anything is sent. Waits are bounded by ARK_TIMEOUT, and raise
    ark.TimeoutError and ark.PeerFailedError. Any thread.
    """

    def __init__(self, memory: _Memory, team: ark.Team | None, rank: int, pes: Sequence[int], group: int):
        super().__init__(rank, len(pes))
        self._memory, self._team, self._rank, self._pes, self._group = memory, team or ark.WORLD, rank, pes, group
        self._name = ""

    def getBackendName(self) -> str:  # pylint: disable=invalid-name
        return "ark"

    @contextlib.contextmanager
    def _turn(self, call: str, tensor: torch.Tensor | None = None, *, op: str = "", root: int = -1, most: int | None = None,
              place: torch.Tensor | None = None) -> Iterator[_Entry]:
        """The others have come and call the same; no member's memory is in use. most: for sizes that differ. place: a result of each."""
        dtype = -1 if tensor is None else _DTYPES.index(tensor.dtype)
        size = 0 if tensor is None or most is not None else tensor.numel()
        names = [*_OPS]
        is_symmetric = place is not None and place.numel() > 0 and ark.is_symmetric(place)
        at = place.data_ptr() - self._memory.stage.data_ptr() if is_symmetric else _PRIVATE
        mine = [_CALLS.index(call), names.index(op) if op else -1, dtype, root, size, most or 0, at]
        with self._memory.lock:
            calls = self._enter(call, mine)
            for rank, theirs in enumerate(calls):
                if theirs[:5] != mine[:5]:
                    raise ValueError(f"{call}: rank {self._rank} calls {self._text(mine)} and rank {rank} {self._text(theirs)}: "
                                     "the same call of all ranks")
            yield _Entry(max(theirs[5] for theirs in calls), at != _PRIVATE and all(theirs[6] == at for theirs in calls))

    def _enter(self, call: str, mine: list[int]) -> list[list[int]]:
        """What each member calls, when all have come. Two words of each pair suffice: nobody is two calls ahead of another."""
        memory, source = self._memory, numpy.array(mine)
        for pe in self._pes:
            memory.calls[pe] += 1
            ark.put_signal(memory.words[memory.calls[pe] % 2, ark.my_pe()], source, memory.entered, 1, pe, "add", index=ark.my_pe())
        for rank, pe in enumerate(self._pes):
            try:
                ark.signal_wait_until(memory.entered, ">=", memory.calls[pe], index=pe)
            except ark.TimeoutError as problem:
                raise ark.TimeoutError(f"{call}: rank {rank} (PE {pe}) has not called a collective of the group: {problem}",
                                       **{**vars(problem), "peer": pe, "operation": call}) from None
        return [memory.words[memory.calls[pe] % 2, pe].tolist() for pe in self._pes]

    @staticmethod
    def _text(words: list[int]) -> str:
        call, op, dtype, root, size = words[:5]
        parts = [_CALLS[call], [*_OPS][op] if op >= 0 else "", f"of {size} elements" if dtype >= 0 else "",
                 f"of {_DTYPES[dtype]}" if dtype >= 0 else "", f"root {root}" if root >= 0 else ""]
        return " ".join(filter(None, parts))

    def _rows(self, row_bytes: int) -> torch.Tensor:
        return self._memory.stage[:row_bytes * len(self._pes)].view(len(self._pes), row_bytes)

    def _room(self) -> int:
        """Bytes of the stage for each member."""
        return len(self._memory.stage) // len(self._pes) & ~63

    def _require_root(self, call: str, root: int) -> int:
        if not 0 <= root < len(self._pes):
            raise ValueError(f"{call}: root is {root}: from 0 to {len(self._pes) - 1}")
        return root

    def _blocks(self, call: str, name: str, tensors: Any, like: torch.Tensor) -> list[torch.Tensor]:
        """One for each member, of the dtype and size of `like`."""
        blocks = [_flat(call, name, one) for one in tensors]
        if len(blocks) != len(self._pes) or any(one.dtype != like.dtype or one.numel() != like.numel() for one in blocks):
            raise ValueError(f"{call}: {name} has {[(one.numel(), one.dtype) for one in blocks]!s:.200}: {len(self._pes)} tensors of "
                             f"{like.numel()} elements of {like.dtype}")
        return blocks

    def _split(self, call: str, name: str, tensor: torch.Tensor, like: torch.Tensor) -> tuple[torch.Tensor, ...]:
        flat = _flat(call, name, tensor)
        if flat.dtype != like.dtype or flat.numel() != like.numel() * len(self._pes):
            raise ValueError(f"{call}: {name} has {flat.numel()} elements of {flat.dtype}: {len(self._pes)} times {like.numel()} "
                             f"of {like.dtype}")
        return flat.view(len(self._pes), like.numel()).unbind()

    def _exchange(self, outgoing: dict[int, torch.Tensor], senders: Sequence[int],
                  most: int) -> Iterator[tuple[int, dict[int, torch.Tensor]]]:
        """Sends blocks of bytes to members, in rounds: yields the offset of each, and the bytes there of every sender, until the next one.

        most: the bytes of the largest block of all members.
        """
        room = self._room()
        rows = self._rows(room)
        for at in range(0, most, room):
            if at:
                self._team.sync()
            for step in range(1, len(self._pes)):
                rank = (self._rank + step) % len(self._pes)
                part = outgoing[rank][at:at + room] if rank in outgoing else ()
                if len(part):
                    ark.put(rows[self._rank, :len(part)], part, self._pes[rank])
            ark.quiet()
            self._team.sync()
            length = min(room, most - at)
            own = outgoing.get(self._rank, rows[self._rank])
            yield at, {rank: own[at:at + length] if rank == self._rank else rows[rank, :length] for rank in senders}

    def _deliver(self, outgoing: dict[int, torch.Tensor], incoming: dict[int, torch.Tensor], most: int) -> None:
        for at, parts in self._exchange(outgoing, [*incoming], most):
            for rank, part in parts.items():
                place = incoming[rank][at:at + len(part)]
                place.copy_(part[:len(place)])

    def barrier(self, opts: Any = None) -> dist.Work:  # pylint: disable=unused-argument
        with self._turn("barrier"):
            return _done([])

    def broadcast(self, tensors: list[torch.Tensor], opts: Any = c10d.BroadcastOptions()) -> dist.Work:
        flat = _flat("broadcast", "tensor", _only("broadcast", "tensors", tensors))
        root = self._require_root("broadcast", opts.rootRank)
        with self._turn("broadcast", flat, root=root, place=flat) as entry:
            data = _bytes(flat)
            if entry.in_place:
                ark.broadcast(data, data, root, self._team)
                return _done(tensors)
            for number, part in enumerate(data.split(len(self._memory.stage)) if len(data) else ()):
                if number:
                    self._team.sync()
                chunk = self._memory.stage[:len(part)]
                if self._rank == root:
                    chunk.copy_(part)
                ark.broadcast(chunk, chunk, root, self._team)
                part.copy_(chunk)
        return _done(tensors)

    def allreduce(self, tensors: list[torch.Tensor], opts: Any = c10d.AllreduceOptions()) -> dist.Work:
        flat = _flat("allreduce", "tensor", _only("allreduce", "tensors", tensors))
        how = _Reduction("allreduce", opts.reduceOp, flat.dtype, len(self._pes))
        with self._turn("allreduce", flat, op=how.name, place=flat) as entry:
            if entry.in_place and how.is_native:
                ark.reduce(flat, flat, how.op, self._team)
                how.finish(flat)
                return _done(tensors)
            # Without a sync between the rounds: nobody writes to a stage before its PE has given its next source there.
            stage = self._memory.stage[:len(self._memory.stage) & ~7].view(how.work)
            for at in range(0, len(flat), len(stage)):
                part = flat[at:at + len(stage)]
                chunk = stage[:len(part)]
                chunk.copy_(part)
                ark.reduce(chunk, chunk, how.op, self._team)
                part.copy_(how.finish(chunk))
        return _done(tensors)

    def allreduce_coalesced(self, tensors: list[torch.Tensor], opts: Any = c10d.AllreduceCoalescedOptions()) -> dist.Work:
        for one in tensors:
            self.allreduce([one], opts)
        return _done(tensors)

    def _fold(self, call: str, result: torch.Tensor | None, outgoing: list[torch.Tensor], opts: Any, root: int = -1) -> None:
        """Reduces to `result` the blocks that are sent to the caller."""
        like = outgoing[self._rank]
        how = _Reduction(call, opts.reduceOp, like.dtype, len(self._pes))
        targets = {rank: _bytes(one) for rank, one in enumerate(outgoing) if root < 0 or rank == root}
        with self._turn(call, like, op=how.name, root=root):
            senders = range(len(self._pes)) if result is not None else ()
            for at, parts in self._exchange(targets, senders, like.numel() * like.element_size()):
                if parts:
                    total = how.fold([parts[rank].view(like.dtype) for rank in senders])
                    first = at // like.element_size()
                    result[first:first + len(total)].copy_(total)

    def reduce(self, tensors: list[torch.Tensor], opts: Any = c10d.ReduceOptions()) -> dist.Work:
        flat = _flat("reduce", "tensor", _only("reduce", "tensors", tensors))
        root = self._require_root("reduce", opts.rootRank)
        self._fold("reduce", flat if self._rank == root else None, [flat] * len(self._pes), opts, root)
        return _done(tensors)

    def _scatter_sums(self, output: torch.Tensor, blocks: Sequence[torch.Tensor], opts: Any) -> dist.Work:
        self._fold("reduce_scatter", output, list(blocks), opts)
        return _done([output])

    def reduce_scatter(self, outputs: list[torch.Tensor], inputs: list[list[torch.Tensor]],
                       opts: Any = c10d.ReduceScatterOptions()) -> dist.Work:
        output = _flat("reduce_scatter", "output", _only("reduce_scatter", "outputs", outputs))
        blocks = self._blocks("reduce_scatter", "input", _only("reduce_scatter", "inputs", inputs), output)
        return self._scatter_sums(output, blocks, opts)

    def _reduce_scatter_base(self, output: torch.Tensor, input: torch.Tensor,  # pylint: disable=redefined-builtin
                             opts: Any = c10d.ReduceScatterOptions()) -> dist.Work:
        flat = _flat("reduce_scatter", "output", output)
        return self._scatter_sums(flat, self._split("reduce_scatter", "input", input, flat), opts)

    def _gather_all(self, source: torch.Tensor, blocks: Sequence[torch.Tensor], place: torch.Tensor | None) -> None:
        with self._turn("allgather", source, place=place) as entry:
            own = blocks[self._rank]
            if entry.in_place:
                if own.data_ptr() != source.data_ptr():
                    own.copy_(source)
                ark.fcollect(_bytes(place), _bytes(own), self._team)
                return
            data, places = _bytes(source), [_bytes(one) for one in blocks]
            for at in range(0, len(data), self._room()):
                if at:
                    self._team.sync()
                part = data[at:at + self._room()]
                rows = self._rows(len(part))
                rows[self._rank].copy_(part)
                ark.fcollect(rows, rows[self._rank], self._team)
                for row, target in zip(rows, places):
                    target[at:at + len(part)].copy_(row)

    def allgather(self, outputs: list[list[torch.Tensor]], inputs: list[torch.Tensor],
                  opts: Any = None) -> dist.Work:  # pylint: disable=unused-argument
        source = _flat("allgather", "input", _only("allgather", "inputs", inputs))
        self._gather_all(source, self._blocks("allgather", "output", _only("allgather", "outputs", outputs), source), None)
        return _done(outputs)

    def _allgather_base(self, output: torch.Tensor, input: torch.Tensor,  # pylint: disable=redefined-builtin
                        opts: Any = None) -> dist.Work:  # pylint: disable=unused-argument
        source = _flat("allgather", "input", input)
        self._gather_all(source, self._split("allgather", "output", output, source), output.detach().view(-1))
        return _done([output])

    def gather(self, outputs: list[list[torch.Tensor]], inputs: list[torch.Tensor], opts: Any = c10d.GatherOptions()) -> dist.Work:
        source, root = _flat("gather", "input", _only("gather", "inputs", inputs)), self._require_root("gather", opts.rootRank)
        is_root = self._rank == root
        places = self._blocks("gather", "output", _only("gather", "outputs", outputs), source) if is_root else []
        with self._turn("gather", source, root=root):
            most = source.numel() * source.element_size()
            self._deliver({root: _bytes(source)}, {rank: _bytes(one) for rank, one in enumerate(places)}, most)
        return _done(outputs)

    def scatter(self, outputs: list[torch.Tensor], inputs: list[list[torch.Tensor]], opts: Any = c10d.ScatterOptions()) -> dist.Work:
        place, root = _flat("scatter", "output", _only("scatter", "outputs", outputs)), self._require_root("scatter", opts.rootRank)
        blocks = self._blocks("scatter", "input", _only("scatter", "inputs", inputs), place) if self._rank == root else []
        with self._turn("scatter", place, root=root):
            most = place.numel() * place.element_size()
            self._deliver({rank: _bytes(one) for rank, one in enumerate(blocks)}, {root: _bytes(place)}, most)
        return _done(outputs)

    def _exchange_blocks(self, outgoing: Sequence[torch.Tensor], incoming: Sequence[torch.Tensor], result: list) -> dist.Work:
        sent, places = [_bytes(one) for one in outgoing], [_bytes(one) for one in incoming]
        dtypes, members = sorted({str(one.dtype) for one in (*outgoing, *incoming)}), len(self._pes)
        if len(sent) != members or len(places) != members or len(dtypes) != 1:
            raise ValueError(f"alltoall: {len(sent)} inputs and {len(places)} outputs of dtypes {dtypes}: {members} of each, of one dtype")
        with self._turn("alltoall", outgoing[0], most=max(map(len, (*sent, *places)))) as entry:
            for data, pe in zip(sent, self._pes if entry.most else ()):
                ark.p(self._memory.sizes, len(data), pe, index=self._rank)
            self._deliver(dict(enumerate(sent)), dict(enumerate(places)), entry.most)
            sizes = self._memory.sizes.tolist() if entry.most else []
        for rank, (size, place) in enumerate(zip(sizes, places)):
            if size != len(place):
                raise ValueError(f"alltoall: rank {rank} sends {size} bytes and rank {self._rank} expects {len(place)}: the same sizes")
        return _done(result)

    def alltoall(self, outputs: list[torch.Tensor], inputs: list[torch.Tensor],
                 opts: Any = None) -> dist.Work:  # pylint: disable=unused-argument
        flat = [[_flat("alltoall", name, one) for one in tensors] for name, tensors in (("input", inputs), ("output", outputs))]
        return self._exchange_blocks(*flat, outputs)

    def alltoall_base(self, output: torch.Tensor, input: torch.Tensor, output_split_sizes: list[int],  # pylint: disable=redefined-builtin
                      input_split_sizes: list[int], opts: Any = None) -> dist.Work:  # pylint: disable=unused-argument
        blocks = [self._parts(*one) for one in (("input", input, input_split_sizes), ("output", output, output_split_sizes))]
        return self._exchange_blocks(*blocks, [output])

    def _parts(self, name: str, tensor: torch.Tensor, sizes: list[int]) -> Sequence[torch.Tensor]:
        flat, members = _flat("alltoall", name, tensor), len(self._pes)
        length = len(tensor) if tensor.dim() else 0
        sizes = list(sizes) or ([length // members] * members if length % members == 0 else [length])
        if len(sizes) != members or min(sizes) < 0 or sum(sizes) != length:
            raise ValueError(f"alltoall: {name} has {length} rows, and split sizes are {sizes}: {members} sizes of this sum, or none and "
                             f"a multiple of {members} rows")
        return flat.split([one * (flat.numel() // max(length, 1)) for one in sizes])

    def _message(self, call: str, tensors: list[torch.Tensor], rank: int, tag: int) -> Message:
        tensor = _only(call, "tensors", tensors)
        data = _bytes(_flat(call, "tensor", tensor))
        return self._memory.mailbox.start(call, self._pes[self._require_root(call, rank)], rank, tensor, data, (self._group, tag))

    def send(self, tensors: list[torch.Tensor], rank: int, tag: int) -> Message:
        return self._message("send", tensors, rank, tag)

    def recv(self, tensors: list[torch.Tensor], rank: int, tag: int) -> Message:
        return self._message("recv", tensors, rank, tag)

    # What PyTorch 2 calls: later versions from C++, too.
    all_gather_single, reduce_scatter_single, all_to_all_single = _allgather_base, _reduce_scatter_base, alltoall_base

    def allgather_into_tensor_coalesced(self, outputs: list[torch.Tensor], inputs: list[torch.Tensor], opts: Any = None) -> dist.Work:
        for output, source in zip(outputs, inputs, strict=True):
            self._allgather_base(output, source, opts)
        return _done(outputs)

    def reduce_scatter_tensor_coalesced(self, outputs: list[torch.Tensor], inputs: list[torch.Tensor],
                                        opts: Any = c10d.ReduceScatterOptions()) -> dist.Work:
        for output, source in zip(outputs, inputs, strict=True):
            self._reduce_scatter_base(output, source, opts)
        return _done(outputs)

    all_gather_single_coalesced, reduce_scatter_single_coalesced = allgather_into_tensor_coalesced, reduce_scatter_tensor_coalesced

    supports_splitting = supports_coalescing = False

    def _get_backend(self, device: torch.device) -> ProcessGroupArk:  # pylint: disable=unused-argument
        return self

    def setGroupName(self, name: str) -> None:  # pylint: disable=invalid-name
        self._name = name

    def getGroupName(self) -> str:  # pylint: disable=invalid-name
        return self._name

    _set_group_name, group_name = setGroupName, property(getGroupName)

    def recv_anysource(self, tensors: list[torch.Tensor], tag: int) -> Message:
        raise ValueError(f"recv: src is None, with tag {tag}: the rank of a sender")


def _make(options: Any, pg_options: Any) -> ProcessGroupArk:
    """The creator that torch.distributed calls on the members of a group."""
    n, rank, pes = ark.n_pes(), options.group_rank, list(options.global_ranks_in_group) or list(range(options.group_size))
    is_of_all = len(pes) == n
    if pes[rank] != ark.my_pe() or max(pes) >= n:
        raise ValueError(f"ark: rank {pes[rank]} of {max(pes) + 1} is PE {ark.my_pe()} of {n}: ranks are PEs, as "
                         "ark.torch.init_process_group makes them")
    memory = _provide_memory(is_of_all, pg_options)
    rounds = iter(range(1 << 30))

    def gather(own: bytes) -> list[bytes]:
        number = next(rounds)
        options.store.set(f"ark/{number}/{rank}", own)
        return [options.store.get(f"ark/{number}/{one}") for one in range(len(pes))]

    return ProcessGroupArk(memory, None if is_of_all else ark._core.team_by(gather), rank, pes, zlib.crc32(str(options.group_id).encode()))


def register() -> None:
    """Make torch.distributed know the backend. The first call does."""
    if hasattr(dist.Backend, "ARK"):
        return
    accepts_devices = "devices" in inspect.signature(dist.Backend.register_backend).parameters  # PyTorch 2
    dist.Backend.register_backend("ark", _make, extended_api=True, **({"devices": "cpu"} if accepts_devices else {}))
