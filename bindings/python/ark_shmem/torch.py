"""PyTorch: tensors in symmetric memory, and the exchange of gradients for DistributedDataParallel. Imported by its first use, as ark.torch.

Calls of ark take contiguous CPU tensors without requires_grad where they take numpy arrays.
"""
# Without `from __future__ import annotations`: DistributedDataParallel compares the hook's annotations with classes.
import socket
from typing import Any, Sequence

import numpy

try:
    import torch
    import torch.distributed as dist
except ImportError as problem:
    raise ImportError(f"ark_shmem.torch needs PyTorch 1.13 or later ({problem}): apt install python3-torch, or pip install torch") from problem

import ark_shmem as ark

_DTYPES = {getattr(torch, name): name for name in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64",
                                                   "complex64", "complex128")} | {torch.bfloat16: "int16"}


def _tensor(make, shape: int | Sequence[int], dtype: torch.dtype | None) -> torch.Tensor:
    kind = torch.get_default_dtype() if dtype is None else dtype
    if not isinstance(kind, torch.dtype) or kind not in _DTYPES:
        raise TypeError(f"torch.{make.__name__}: dtype is {dtype!r}: {', '.join(map(str, _DTYPES))}, or None for torch.get_default_dtype()")
    return _over(make(shape, _DTYPES[kind]), kind)


def _over(array: numpy.ndarray, dtype: torch.dtype) -> torch.Tensor:
    return torch.from_numpy(array).view(dtype) if dtype is torch.bfloat16 else torch.from_numpy(array)


def empty(shape: int | Sequence[int], dtype: torch.dtype | None = None) -> torch.Tensor:
    """A symmetric CPU tensor with arbitrary contents. Collective, as ark.empty, whose memory it is: ark.free(tensor) frees it."""
    return _tensor(ark.empty, shape, dtype)


def zeros(shape: int | Sequence[int], dtype: torch.dtype | None = None) -> torch.Tensor:
    """`empty` with zeros."""
    return _tensor(ark.zeros, shape, dtype)


def init_process_group(backend: str = "gloo", **options: Any) -> None:
    """torch.distributed.init_process_group on ark's PEs: rank and world_size are theirs, under every launcher. Collective.

    The store is a TCPStore at a free port of PE 0's host. options: further arguments of torch.distributed.init_process_group.
    """
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

    def add(self, bucket: dist.GradBucket) -> torch.futures.Future[torch.Tensor]:
        """What ddp_hook does."""
        index, gradients = bucket.index(), bucket.buffer()
        if index == 0:
            self._seen = []
        self._seen.append((gradients, torch.futures.Future()))
        if self._exchange and not self._is_known(index, gradients, bucket.is_last()):
            self.close()
        if self._exchange:
            self._send(index)
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
        for index, (_, future) in enumerate(self._seen):
            self._exchange.wait(len(self._sent) - 1 - index)
            future.set_result(self._sent[index])

    def _make(self) -> None:
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
