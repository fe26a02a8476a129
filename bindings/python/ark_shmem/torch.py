"""PyTorch: tensors in symmetric memory, and the exchange of gradients for DistributedDataParallel. Imported by its first use, as ark.torch.

Calls of ark take contiguous CPU tensors without requires_grad where they take numpy arrays.
"""
# Without `from __future__ import annotations`: DistributedDataParallel compares the hook's annotations with classes.
import copy
import functools
import socket
import types
from typing import Any, Iterable, Iterator, Sequence

import numpy

try:
    import torch
    import torch.distributed as dist
except ImportError as problem:
    raise ImportError(f"ark_shmem.torch needs PyTorch 1.13 or later ({problem}): apt install python3-torch, or pip install torch") from problem

import ark_shmem as ark

from . import _core
from ._process_group import register

register()
_DTYPES = {getattr(torch, name): name for name in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
                                                   "complex64", "complex128")} | {torch.bfloat16: "int16"}


def _tensor(make, shape: int | Sequence[int], dtype: torch.dtype | None) -> torch.Tensor:
    kind = torch.get_default_dtype() if dtype is None else dtype
    if not isinstance(kind, torch.dtype) or kind not in _DTYPES:
        raise TypeError(f"torch.{make.__name__}: dtype is {dtype!r}: {', '.join(map(str, _DTYPES))}, or None for torch.get_default_dtype()")
    _core.require_host_heap(f"torch.{make.__name__}")
    return _over(make(shape, _DTYPES[kind]), kind)


def _over(array: numpy.ndarray, dtype: torch.dtype) -> torch.Tensor:
    return torch.from_numpy(array).view(dtype) if dtype is torch.bfloat16 else torch.from_numpy(array)


def empty(shape: int | Sequence[int], dtype: torch.dtype | None = None) -> torch.Tensor:
    """A symmetric CPU tensor with arbitrary contents. Collective, as ark.empty, whose memory it is: ark.free(tensor) frees it."""
    return _tensor(ark.empty, shape, dtype)


def zeros(shape: int | Sequence[int], dtype: torch.dtype | None = None) -> torch.Tensor:
    """`empty` with zeros."""
    return _tensor(ark.zeros, shape, dtype)


def init_process_group(backend: str = "ark", **options: Any) -> None:
    """torch.distributed.init_process_group on ark's PEs: rank and world_size are theirs, under every launcher. Collective.

    backend: "ark", whose collectives are ark's, or another one of PyTorch. The store is a TCPStore at a free port of PE 0's host.
    options: further arguments of torch.distributed.init_process_group.
    """
    _core.require_host_heap("torch.init_process_group")
    address = ark.zeros(256, "uint8")
    host, store = socket.gethostname(), None
    if ark.my_pe() == 0:
        store = dist.TCPStore(host, 0, ark.n_pes(), is_master=True, wait_for_workers=False)
        text = f"{host} {store.port}".encode()
        address[:len(text)] = list(text)
    ark.broadcast(address, address, 0)
    if store is None:
        host, port = bytes(address).rstrip(b"\0").decode().split()
        store = dist.TCPStore(host, int(port), ark.n_pes(), is_master=False)
    ark.free(address)
    dist.init_process_group(backend, store=store, rank=ark.my_pe(), world_size=ark.n_pes(), **options)


class GradientExchange:
    """The state of ddp_hook: exchanges the gradients of one DistributedDataParallel model, whose ranks are ark's PEs.

    policy, chunk_bytes, credit_bytes: as of ark.gradients.Exchange.
    The buckets are known at the end of the first iteration, and again when DistributedDataParallel has rebuilt them after it: these
    two iterations are exchanged after the backward pass, all others during it. The memory is symmetric, about three times the
    gradients'. close() frees it, else ark.finalize. Not thread-safe.
    """

    def __init__(self, policy: str = "p3", chunk_bytes: int = 0, credit_bytes: int = 0):
        ark.gradients.check_options(policy, True, chunk_bytes, credit_bytes)
        self._options = {"policy": policy, "chunk_bytes": chunk_bytes, "credit_bytes": credit_bytes}
        self._exchange = None
        self._sent = []  # symmetric tensors, one for each bucket in the order of the hook's calls
        self._memory = []
        self._seen = []  # (gradients, Future) of the buckets of this iteration
        self._waiter = None  # an OptimizerWait
        self._places = {}  # with it, of the last iteration: {parameter: (index of its bucket, its part of the bucket's tensor)}

    def add(self, bucket: dist.GradBucket) -> torch.futures.Future[torch.Tensor]:
        """What ddp_hook does."""
        index, gradients = bucket.index(), bucket.buffer()
        if index == 0:
            self._seen = []
            self._forget()  # the memory of the last results is about to be written
        self._seen.append((gradients, torch.futures.Future()))
        if self._exchange and not self._is_known(index, gradients, bucket.is_last()):
            self._free()
        if self._exchange:
            self._send(index)
        if self._waiter:
            for parameter, part in zip(bucket.parameters(), bucket.gradients()):
                self._places[parameter] = (index, part.storage_offset() - gradients.storage_offset())
        if bucket.is_last():
            self._finish()
        return self._seen[index][1]

    def _is_known(self, index: int, gradients: torch.Tensor, is_last: bool) -> bool:
        if index >= len(self._sent) or is_last != (index == len(self._sent) - 1):
            return False
        return gradients.numel() == self._sent[index].numel() and gradients.dtype == self._sent[index].dtype

    def _send(self, index: int) -> None:
        if index == 0:
            self._exchange.begin_iteration()
        self._sent[index].copy_(self._seen[index][0])
        self._exchange.ready(len(self._sent) - 1 - index)

    def _finish(self) -> None:
        # In the hook of the last bucket no gradient is left to compute: DistributedDataParallel would wait for the futures next, and
        # here the thread of the backward pass waits, so that no other one has to.
        if not self._exchange:
            self._make()
            for index in range(len(self._seen)):
                self._send(index)
        self._exchange.end_iteration()
        for index, (gradients, future) in enumerate(self._seen):
            if not self._waiter:
                self._wait(index)
            future.set_result(gradients if self._waiter else self._sent[index])

    def _wait(self, index: int) -> torch.Tensor:
        self._exchange.wait(len(self._sent) - 1 - index)
        return self._sent[index]

    def _result(self, parameter: torch.nn.Parameter) -> torch.Tensor:
        """Waits for the mean of its gradients, in the exchange's memory and in the layout that DistributedDataParallel's buckets have."""
        index, offset = self._places[parameter]
        stride = torch.empty_like(parameter).stride()
        if stride != parameter.stride():  # has gaps
            stride = torch.empty(parameter.shape, device="meta").stride()
        return self._wait(index).as_strided(parameter.shape, stride, offset)

    def _forget(self) -> None:
        if self._waiter:
            self._waiter.finish()
        self._places = {}

    def _make(self) -> None:
        _core.require_host_heap("GradientExchange")
        forward = [(gradients.numel(), gradients.dtype) for gradients, _ in reversed(self._seen)]
        parts = {}
        for dtype in sorted({dtype for _, dtype in forward}, key=str):  # without gaps, so that one message carries several buckets
            ends = numpy.cumsum([count for count, kind in forward if kind is dtype])
            self._memory.append(ark.empty(ends[-1], _DTYPES[dtype]))
            parts[dtype] = iter(numpy.split(self._memory[-1], ends[:-1]))
        # Each with a storage of its own, which begins with its first element: DistributedDataParallel takes that for granted.
        sent = [_over(next(parts[dtype]), dtype) for _, dtype in forward]
        self._exchange = ark.gradients.Exchange(sent, **self._options)
        self._sent = sent[::-1]

    def close(self) -> None:
        """Free the memory. Collective; the next iteration begins anew."""
        self._forget()
        self._free()

    def _free(self) -> None:
        if self._exchange:
            self._exchange.destroy()
            for memory in self._memory:
                ark.free(memory)
        self._exchange, self._sent, self._memory = None, [], []


def ddp_hook(state: GradientExchange, bucket: dist.GradBucket) -> torch.futures.Future[torch.Tensor]:
    """A communication hook: model.register_comm_hook(ark.torch.GradientExchange(policy="prophet"), ark.torch.ddp_hook).

    The gradients are the mean over all PEs, of the same bits on each. A failure of ark is a RuntimeError of backward().
    """
    return state.add(bucket)


class OptimizerWait:
    """What optimizer_wait returns: a context manager, at whose end all is updated, and optimizer, model and exchange are as before."""

    def __init__(self, model: torch.nn.Module, optimizer: torch.optim.Optimizer, exchange: GradientExchange):
        for name, value, kind in (("model", model, torch.nn.Module), ("optimizer", optimizer, torch.optim.Optimizer),
                                  ("exchange", exchange, GradientExchange)):
            if not isinstance(value, kind):
                raise TypeError(f"optimizer_wait: {name} is {value!r}: a {kind.__module__}.{kind.__name__}")
        if isinstance(optimizer, torch.optim.LBFGS):
            raise TypeError("optimizer_wait: optimizer is an LBFGS: one that updates each parameter by itself, as SGD and Adam")
        known = set(model.parameters())
        foreign = [tuple(one.shape) for group in optimizer.param_groups for one in group["params"] if one not in known]
        if foreign:
            raise ValueError(f"optimizer_wait: optimizer has {len(foreign)} parameters that are not the model's, the first of shape "
                             f"{foreign[0]}: an optimizer of model.parameters()")
        if exchange._waiter:
            raise ValueError("optimizer_wait: exchange is waited for by another optimizer: one exchange for each model and optimizer")
        self._optimizer, self._exchange, self._step = optimizer, exchange, optimizer.step
        self._pending = {}  # parameters, as keys
        self._of_bucket = {}  # {index of a bucket: its pending parameters}
        self._groups = []  # the optimizer's at step(), without parameters: a scheduler changes them before the update
        self._called = set()  # modules whose forward() has been called
        self._hooks = [one.register_forward_pre_hook(self._before_forward) for one in model.modules()]
        for module, hook in zip(model.modules(), self._hooks):
            module._forward_pre_hooks.move_to_end(hook.id, last=False)  # before those that compute weights, as weight_norm's
        self._hooks.append(model.register_forward_hook(lambda *_: self.finish()))
        # A method of the optimizer, as learning-rate schedulers take for granted.
        optimizer.step = types.MethodType(functools.wraps(self._step)(lambda _, closure=None: self._lazy_step(closure)), optimizer)
        exchange._waiter = self

    def _lazy_step(self, closure: Any) -> None:
        if closure is not None:
            raise TypeError(f"optimizer_wait: step: closure is {closure!r}: None, because the update follows in the next forward pass")
        if not self._exchange._places:
            raise RuntimeError("optimizer_wait: step: the exchange has no gradients: model.register_comm_hook(exchange, ark.torch.ddp_hook), "
                               "then optimizer_wait, then backward(), then step()")
        self._update(list(self._pending))  # of a step() without a forward pass after it
        groups = self._optimizer.param_groups
        self._groups = [copy.deepcopy({name: value for name, value in group.items() if name != "params"}) for group in groups]
        self._pending = {one: None for group in groups for one in group["params"] if one.grad is not None}
        self._of_bucket = {}
        for one in self._pending:
            if one in self._exchange._places:
                self._of_bucket.setdefault(self._exchange._places[one][0], []).append(one)

    def _before_forward(self, module: torch.nn.Module, _: Any) -> None:
        if not (module.training or torch.is_grad_enabled()):
            self.finish()  # fused forward passes of inference call no submodules
            return
        self._called.add(module)
        if self._pending:
            self._update(self._parameters_of(module))

    def _parameters_of(self, module: torch.nn.Module) -> Iterator[torch.nn.Parameter]:
        """Its own, and those of submodules that it uses without a call, as MultiheadAttention uses out_proj."""
        yield from module.parameters(recurse=False)
        for child in module.children():
            if child not in self._called:
                yield from self._parameters_of(child)

    def _update(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """With them all others of their buckets, which arrive as a whole: an update costs more for its call than for its parameters."""
        wanted, places = dict.fromkeys(one for one in parameters if one in self._pending), self._exchange._places
        for index in {places[one][0] for one in wanted if one in places}:
            wanted.update(dict.fromkeys(one for one in self._of_bucket[index] if one in self._pending))
        with torch.no_grad():
            results = {one: self._exchange._result(one) if one in places else one.grad for one in wanted}
        if not results:
            return
        groups, own = self._optimizer.param_groups, {one: one.grad for one in results}
        parts = [{**options, "params": [one for one in group["params"] if one in results]} for options, group in zip(self._groups, groups)]
        self._optimizer.param_groups = [part for part in parts if part["params"]]
        try:
            for one, result in results.items():
                one.grad = result
                del self._pending[one]
            self._step()
        finally:
            self._optimizer.param_groups = groups
            for one, gradient in own.items():  # of the next backward pass already, or zeroed for it
                one.grad = gradient

    def finish(self) -> None:
        """Wait for all gradients, and update every parameter that is not: before evaluation by other calls than model(), and saving."""
        self._update(list(self._pending))
        for index in {index for index, _ in self._exchange._places.values()}:  # of parameters that are no optimizer's as well
            self._exchange._wait(index)

    def __enter__(self) -> "OptimizerWait":
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:
            self.finish()
        for hook in self._hooks:
            hook.remove()
        self._optimizer.step, self._exchange._waiter, self._pending = self._step, None, {}


def optimizer_wait(model: torch.nn.Module, optimizer: torch.optim.Optimizer, exchange: GradientExchange) -> OptimizerWait:
    """Let optimizer.step() return at once: the next forward pass waits for gradients and updates parameters, module by module.

    model: DistributedDataParallel whose hook is ark.torch.ddp_hook with `exchange`, or what it contains. optimizer: of any class of
    torch.optim but LBFGS, of the model's parameters. Parameters and the optimizer's state get the same bits as without; what is left at
    the end of the forward pass is updated then. finish() updates at once: before parameters or state are read other than by model().
    From backward() to step(), `grad` is the PE's own gradient, and a change to it has no effect: clip gradients without optimizer_wait.
    Make learning-rate schedulers afterwards. Not thread-safe. Raises TypeError and ValueError for wrong arguments; step() and forward
    passes raise what waits of ark raise.
    """
    return OptimizerWait(model, optimizer, exchange)
