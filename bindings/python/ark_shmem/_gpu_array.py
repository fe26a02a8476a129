"""Symmetric arrays in a GPU's memory."""
from __future__ import annotations

import math
import operator
from typing import Any, Sequence

import numpy

from . import _core


def _contiguous(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    """The strides."""
    return tuple(itemsize * math.prod(shape[i + 1:]) for i in range(len(shape)))


class GpuArray:
    """A symmetric array in a GPU's memory: empty, zeros and full make it where the symmetric heap is there (ARK_HEAP=cuda or cuda_ipc).

    Calls of ark and kernels for a GPU take it, and contiguous parts of it, as they take numpy arrays. a[1:3], a[0] and a.reshape(2, 3) are
    views; indices are integers, slices and ... alone. The host reads by get(), and writes by set() and a[...] = values.

    Other libraries share the memory: cupy.asarray(a), torch.as_tensor(a, device='cuda') and numba.cuda.as_cuda_array(a) by
    __cuda_array_interface__, others by DLPack. It must not be used after free and finalize. Calls of ark take their arrays too: where
    private memory will do, and, if they are in the memory of a GpuArray, where a symmetric array is needed.

    get(), set() and calls of ark do not wait for kernels: Stream.sync, device_sync or the other library's function comes first.
    ValueError for a part that is not contiguous, and for freed memory.
    """

    __slots__ = ("memory", "_offset", "shape", "strides", "dtype")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, memory: Any, offset: int, shape: Sequence[int], strides: Sequence[int], dtype: numpy.dtype):
        self.memory, self._offset, self.shape, self.strides, self.dtype = memory, offset, tuple(shape), tuple(strides), dtype

    @classmethod
    def of(cls, memory: Any, shape: Sequence[int], dtype: numpy.dtype) -> GpuArray:
        sizes = [operator.index(one) for one in shape]
        return cls(memory, 0, sizes, _contiguous(sizes, dtype.itemsize), dtype)

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        """Elements."""
        return math.prod(self.shape)

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.itemsize

    @property
    def is_contiguous(self) -> bool:
        return self.size == 0 or all(length == 1 or stride == wanted for length, stride, wanted in
                                     zip(self.shape, self.strides, _contiguous(self.shape, self.itemsize)))

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self._address("__cuda_array_interface__"), False), "version": 3,
                "strides": None if self.is_contiguous else self.strides}

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, _core.gpu_at(self._address("__dlpack_device__"))  # kDLCUDA

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None) -> Any:
        """stream: of the consumer, which has nothing to wait for, see above. Neither copies nor other devices: BufferError."""
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError(f"__dlpack__: copy={copy!r}, dl_device={dl_device!r}: neither, as the memory itself is shared")
        steps = [one // self.itemsize for one in self.strides]
        return _core.dlpack(self, self._address("__dlpack__"), self.shape, steps, self.dtype.kind, self.itemsize)

    def _address(self, call: str) -> int:
        return self.memory.address(call) + self._offset

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of a GpuArray without dimensions")
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<ark.GpuArray {self.dtype.name}{list(self.shape)}>"

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise TypeError("the array is in a GPU's memory: array.get() copies it to the host")

    def __getitem__(self, key: Any) -> GpuArray:
        keys = list(key) if isinstance(key, tuple) else [key]
        given = sum(one is not Ellipsis for one in keys)
        if given > self.ndim or len(keys) - given > 1:
            raise IndexError(f"index {key!r} of an array with {self.ndim} dimensions")
        at = next((i for i, one in enumerate(keys) if one is Ellipsis), len(keys))
        keys[at:at + 1] = [slice(None)] * (self.ndim - given)
        offset, shape, strides = self._offset, [], []
        for one, length, stride in zip(keys, self.shape, self.strides):
            if isinstance(one, slice):
                start, stop, step = one.indices(length)
                shape.append(len(range(start, stop, step)))
                strides.append(stride * step)
            else:
                try:
                    start = operator.index(one)
                except TypeError:
                    raise TypeError(f"index {one!r}: an integer, a slice or ...") from None
                if not -length <= start < length:
                    raise IndexError(f"index {start} of a dimension of {length}")
                start %= length
            offset += start * stride if math.prod(shape) else 0
        return GpuArray(self.memory, offset, shape, strides, self.dtype)

    def __setitem__(self, key: Any, values: Any) -> None:
        self[key].set(values)

    def reshape(self, *shape: Any) -> GpuArray:
        """A view with as many elements; one size may be -1. ValueError for an array that is not contiguous."""
        if not self.is_contiguous:
            raise ValueError(f"reshape: the array has strides {self.strides} for shape {self.shape}: a contiguous one")
        wanted = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        sizes = [operator.index(one) for one in wanted]
        if sizes.count(-1) == 1 and (known := -math.prod(sizes)) > 0:
            sizes[sizes.index(-1)] = self.size // known
        if math.prod(sizes) != self.size or min(sizes, default=0) < 0:
            raise ValueError(f"reshape: shape {tuple(wanted)} for {self.size} elements")
        return GpuArray(self.memory, self._offset, sizes, _contiguous(sizes, self.itemsize), self.dtype)

    def get(self, out: numpy.ndarray | None = None) -> numpy.ndarray:
        """A copy in the host's memory; in `out`, a contiguous array of the same dtype and number of elements, if it is given."""
        to = numpy.empty(self.shape, self.dtype) if out is None else out
        _core.get(to, self, _core.my_pe())
        return to

    def set(self, values: Any) -> None:
        """Write values of the host, which numpy converts and broadcasts, or another array on the GPU of the same dtype and size."""
        if not hasattr(values, "__cuda_array_interface__"):
            host = numpy.empty(self.shape, self.dtype)
            host[...] = values
            values = host
        _core.put(self, values, _core.my_pe())
        _core.quiet()


_core.set_gpu_array_type(GpuArray)
