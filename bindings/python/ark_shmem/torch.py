"""PyTorch: tensors in symmetric memory. Imported by its first use, as ark.torch.

Calls of ark take contiguous CPU tensors without requires_grad where they take numpy arrays.
"""
from typing import Sequence

import numpy

try:
    import torch
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
