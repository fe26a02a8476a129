"""Calls for kernels of ark.jit: `ark.device.put(...)`. In plain Python they raise; ark_shmem has the same calls for the host.

Arguments. dest of puts and atomics, source of gets, and signal: symmetric, that is, an argument of the kernel that is an array of
ark.empty, zeros or full, or a contiguous slice of one. The other array: any contiguous array of the same dtype. n: elements. pe: a PE's
number. index: of an element; without it the array has one element.

A wrong type is refused when the kernel is compiled; IndexError: n or index is beyond an array. Failures of a call (a PE that does not
exist, ARK_TIMEOUT) are failures of the PE, as in C++: the kernel continues, and the wait for it raises them.
"""
# pylint: disable=unused-argument,invalid-name
from __future__ import annotations

import functools
from typing import Any, Callable, TypeVar

_Call = TypeVar("_Call", bound=Callable[..., Any])


def _for_kernels(call: _Call) -> _Call:
    @functools.wraps(call)
    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError(f"ark.device.{call.__name__}: called outside of a kernel: a function with @ark.jit")
    return refuse  # type: ignore[return-value]


class Position:
    """Three numbers: x, y and z."""

    def __init__(self, name: str, first: int):
        self._name, self._first = name, first

    def __repr__(self) -> str:
        return f"ark.device.{self._name}"


threadIdx = Position("threadIdx", 0)
blockIdx = Position("blockIdx", 3)
blockDim = Position("blockDim", 6)
gridDim = Position("gridDim", 9)


@_for_kernels
def my_pe() -> int:  # type: ignore[empty-body]
    """The number of the calling PE."""


@_for_kernels
def n_pes() -> int:  # type: ignore[empty-body]
    """The number of PEs."""


@_for_kernels
def sync_threads() -> None:
    """__syncthreads: waits for all threads of the block that have not returned."""


@_for_kernels
def fence() -> None:
    """Orders the thread's earlier puts, atomics and signals before its later ones, for each PE."""


@_for_kernels
def quiet() -> None:
    """Waits until all earlier operations of the PE are complete."""


@_for_kernels
def barrier_all() -> None:
    """Waits for a call of one thread of each PE, in a kernel with collective=True. Operations before it are delivered."""


@_for_kernels
def put(dest: Any, source: Any, n: int, pe: int) -> None:
    """Write the first n elements of source to those of dest on pe. Returns when source may be reused."""


@_for_kernels
def put_nbi(dest: Any, source: Any, n: int, pe: int) -> None:
    """put that returns at once: source may be reused, and the data is delivered, after quiet."""


@_for_kernels
def get(dest: Any, source: Any, n: int, pe: int) -> None:
    """Read the first n elements of source on pe into dest. Returns when dest holds them."""


@_for_kernels
def get_nbi(dest: Any, source: Any, n: int, pe: int) -> None:
    """get that returns at once: dest holds the elements after quiet."""


@_for_kernels
def put_signal(dest: Any, source: Any, n: int, signal: Any, value: int, pe: int, op: str = "set", index: int | None = None) -> None:
    """put, then set the uint64 signal on pe to value, or add it (op="add"). The signal is visible after the data."""


@_for_kernels
def put_signal_nbi(dest: Any, source: Any, n: int, signal: Any, value: int, pe: int, op: str = "set", index: int | None = None) -> None:
    """put_signal that returns at once; source may be reused after quiet."""


@_for_kernels
def signal_update(signal: Any, value: int, pe: int, op: str = "set", index: int | None = None) -> None:
    """Set the uint64 signal on pe, or add to it (op="add"), without data. Not ordered after earlier puts: fence."""


@_for_kernels
def signal_wait_until(signal: Any, cmp: str, value: int, index: int | None = None) -> int:  # type: ignore[empty-body]
    """Wait until the PE's own signal compares with value by cmp: "==", "!=", ">", ">=", "<" or "<=". Returns its value."""


@_for_kernels
def signal_fetch(signal: Any, index: int | None = None) -> int:  # type: ignore[empty-body]
    """The value of the PE's own signal. Data sent before it is visible."""


@_for_kernels
def p(dest: Any, value: Any, pe: int, index: int | None = None) -> None:
    """Write one number to dest on pe. Delivered after quiet. dtypes: integers, float32, float64."""


@_for_kernels
def g(source: Any, pe: int, index: int | None = None) -> Any:
    """Read one number of source on pe. dtypes as p."""


@_for_kernels
def atomic_add(dest: Any, value: int, pe: int, index: int | None = None) -> None:
    """Add value to dest on pe. dtypes of atomics: int32, int64, uint32, uint64. Delivered after quiet."""


@_for_kernels
def atomic_fetch_add(dest: Any, value: int, pe: int, index: int | None = None) -> int:  # type: ignore[empty-body]
    """atomic_add; returns the old value."""


@_for_kernels
def atomic_inc(dest: Any, pe: int, index: int | None = None) -> None:
    """Add 1 to dest on pe. Delivered after quiet."""


@_for_kernels
def atomic_fetch_inc(dest: Any, pe: int, index: int | None = None) -> int:  # type: ignore[empty-body]
    """atomic_inc; returns the old value."""


@_for_kernels
def atomic_set(dest: Any, value: int, pe: int, index: int | None = None) -> None:
    """Store value in dest on pe. Delivered after quiet."""


@_for_kernels
def atomic_swap(dest: Any, value: int, pe: int, index: int | None = None) -> int:  # type: ignore[empty-body]
    """Store value in dest on pe; returns the old value."""


@_for_kernels
def atomic_fetch(source: Any, pe: int, index: int | None = None) -> int:  # type: ignore[empty-body]
    """Read source on pe."""


@_for_kernels
def atomic_compare_swap(dest: Any, condition: int, value: int, pe: int, index: int | None = None) -> int:  # type: ignore[empty-body]
    """Store value in dest on pe if it equals condition; returns the old value."""
