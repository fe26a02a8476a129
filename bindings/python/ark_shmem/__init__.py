"""ark for Python: symmetric memory between processes, with or without a GPU, MPI or several machines.

    import ark_shmem as ark

    with ark.init():                                     # the processes of mpirun or torchrun, or one
        inbox = ark.zeros(4, "float64")                  # a numpy array that every PE has
        ark.put(inbox, numpy.full(4, ark.my_pe()), (ark.my_pe() + 1) % ark.n_pes())
        ark.barrier_all()

Arrays of empty, zeros and full are numpy.ndarray, and so are their slices: calls of ark accept both, and all of numpy works on them. Where
the symmetric heap is in a GPU's memory (ARK_HEAP), they are GpuArray.
A PE is given by its number. help(ark.put) and so on have the arguments, units and errors. docs/python.md has the rest.
"""
from __future__ import annotations

import importlib
from typing import Any, Sequence

import numpy

from . import _core, _errors, device
from ._core import (SHARED, WORLD, Context, Stream, Team, alltoall, atomic_add, atomic_and, atomic_compare_swap, atomic_fetch, atomic_fetch_add,
                    atomic_fetch_and, atomic_fetch_or, atomic_fetch_xor, atomic_or, atomic_set, atomic_swap, atomic_xor, barrier_all,
                    broadcast, device_sync, fcollect, fence, free, g, get, get_nbi, has_mpi, info_json, info_text, initialized, is_symmetric,
                    job_info_text, my_pe, n_pes, p, put, put_nbi, put_signal, put_signal_nbi, quiet, reduce, signal_update, signal_wait_until, status,
                    sync_all, test, wait_until)
from ._errors import Error, NotInitializedError, PeerFailedError, TimeoutError  # pylint: disable=redefined-builtin
from ._gpu_array import GpuArray
from ._start import Session, finalize, init, leave, local_run, unique_id
from ._device_library import device_library, link_device
from ._kernels import Kernel

_core.set_error_factory(_errors.make_error)

__version__ = _core.version
__all__ = [name for name in dir() if not name.startswith("_") and name not in ("Any", "Sequence", "annotations", "importlib", "numpy")]


def __getattr__(name: str) -> Any:
    if name in ("gradients", "perf", "torch", "triton"):  # imported by their first use
        return importlib.import_module(f".{name}", __name__)
    if name == "jit":
        return importlib.import_module("._jit", __name__).jit
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _array(call: str, shape: Any, dtype: Any, is_zeroed: bool) -> Any:
    kind = numpy.dtype(dtype)
    if kind.kind not in "biufc" or kind.itemsize > 16 or kind.str[1:] in ("f16", "c32") or not kind.isnative:
        raise TypeError(f"{call}: dtype is {dtype!r}: bool, int8 to int64, uint8 to uint64, float16 to float64, complex64 or complex128")
    sizes = (shape,) if isinstance(shape, (int, numpy.integer)) else shape
    if not isinstance(sizes, (tuple, list)) or not all(isinstance(one, (int, numpy.integer)) and one >= 0 for one in sizes):
        raise ValueError(f"{call}: shape is {shape!r}: a number of elements, or a tuple of them, each 0 or more")
    bytes_needed = kind.itemsize
    for one in sizes:
        bytes_needed *= int(one)
    if bytes_needed >= 1 << 62:
        raise ValueError(f"{call}: shape is {shape!r}: fewer than 2**62 bytes")
    memory = _core.allocate(max(bytes_needed, 1), is_zeroed)
    return GpuArray.of(memory, sizes, kind) if memory.is_on_gpu else numpy.ndarray(tuple(sizes), kind, memory)


def empty(shape: int | Sequence[int], dtype: Any = "float64") -> numpy.ndarray:
    """A symmetric array with arbitrary contents, of C order. Collective: every PE calls it, with the same shape and dtype.

    It is a numpy.ndarray, or a GpuArray if the symmetric heap is in a GPU's memory (ARK_HEAP).

    The result and its views are symmetric: calls of ark take them for the same elements on another PE. `free` frees the memory, else
    finalize does. Raises ark.Error: asymmetric if the PEs ask for different sizes, out_of_memory, not_initialized.
    """
    return _array("empty", shape, dtype, False)


def zeros(shape: int | Sequence[int], dtype: Any = "float64") -> numpy.ndarray:
    """`empty` with zeros."""
    return _array("zeros", shape, dtype, True)


def full(shape: int | Sequence[int], fill_value: Any, dtype: Any = "float64") -> numpy.ndarray:
    """`empty` with `fill_value` in each element of the calling PE. A barrier follows, so that no put comes before it."""
    array = _array("full", shape, dtype, False)
    array[...] = fill_value
    sync_all()
    return array
