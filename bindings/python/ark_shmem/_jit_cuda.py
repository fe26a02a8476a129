"""Kernels in Python, compiled for a GPU by numba-cuda and linked with ark's device library."""
from __future__ import annotations

import contextlib
import re
import sys
import types as types_of_python
from typing import Any, Callable, Iterator

import numpy

from . import _device_library, _jit_calls, _nvrtc, device

try:
    from numba import cuda
    from numba.cuda import dispatcher, types
    from numba.cuda.core.compiler_lock import global_compiler_lock
    from numba.cuda.core.imputils import lower_cast, lower_constant
    from numba.cuda.datamodel import models
    from numba.cuda.extending import (intrinsic, overload, overload_attribute, register_jitable, register_model, typeof_impl)
    from numba.cuda.np import numpy_support
except ImportError as _missing:
    raise ImportError(f"ark.jit for a GPU needs numba-cuda, 0.30 or later ({_missing}): pip install numba-cuda") from _missing

RAISES_VALUES = False
_MESSAGE_LINES = 12


SymmetricArray, PositionType = _jit_calls.array_types(types)
register_model(SymmetricArray)(models.ArrayModel)
register_model(PositionType)(models.OpaqueModel)
lower_cast(SymmetricArray, types.Array)(lambda context, builder, fromty, toty, value: value)
typeof_impl.register(device.Position)(lambda value, _: PositionType(value._first))  # pylint: disable=protected-access
lower_constant(PositionType)(lambda context, builder, type_, value: context.get_dummy_value())


def _load() -> dict[str, Any]:
    found = {}
    for name, (result, parameters) in _device_library.signatures().items():
        signature = getattr(types, result)(*(getattr(types, one) for one in parameters))
        found[name.removeprefix("ark_device_")] = cuda.declare_device(name, signature, abi="c")
    return found


_jit_calls.define(sys.modules[__name__], _load())


def numba_type(dtype: str, dimensions: int, is_writeable: bool, is_symmetric: bool) -> Any:
    element = numpy_support.from_dtype(numpy.dtype(dtype))
    if dimensions < 0:
        return element
    return SymmetricArray(element, dimensions, not is_writeable) if is_symmetric else types.Array(element, dimensions, "C", readonly=not is_writeable)


@contextlib.contextmanager
def _compiling_for(capability: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """numba-cuda compiles the functions that a kernel calls for the current device, which need not be there, whatever its cc says."""
    with global_compiler_lock:
        before = dispatcher.get_current_device
        dispatcher.get_current_device = lambda: types_of_python.SimpleNamespace(compute_capability=capability)
        try:
            yield capability
        finally:
            dispatcher.get_current_device = before


def compiled(function: Callable[..., None], given: Any, arch: str, fastmath: bool) -> tuple[str, _nvrtc.Module]:
    """(signature, module) for arguments of these types, as _jit.py describes them."""
    wanted = tuple(numba_type(*one) for one in given)
    name = function.__name__
    signature = f"{name}({', '.join(map(str, wanted))})"
    number = re.sub(r"[^0-9]", "", arch)
    try:
        with _compiling_for((int(number[:-1]), int(number[-1]))) as capability:
            code, result = cuda.compile(function, wanted, device=False, abi="numba", cc=capability, output="ltoir", fastmath=fastmath)
    except _jit_calls.Refused as problem:
        raise TypeError(f"{signature}: {problem}") from None
    except Exception as problem:  # numba lets more than its own escape
        lines = "\n".join(str(problem).splitlines()[:_MESSAGE_LINES])
        raise ValueError(f"{signature} does not compile: Python of numba-cuda. It printed:\n{lines}") from problem
    if result not in (None, types.none, types.void):
        raise TypeError(f"{signature}: it returns {result}: nothing")
    ptx = _device_library.link_device(code, arch=f"compute_{number}").rstrip(b"\0").decode()
    cubin = _device_library.link_device(code, arch=arch) if arch.startswith("sm_") else None
    [entry] = re.findall(r"\.entry (\w+)\s*\(", ptx)
    return signature, _nvrtc.Module(ptx, cubin, {name: entry})
