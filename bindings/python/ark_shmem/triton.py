"""ark's device functions in kernels of Triton: `from ark_shmem import triton as ark_triton`.

    @triton.jit
    def shift(inbox, mine, n, arrived):
        right = (ark_triton.my_pe() + 1) % ark_triton.n_pes()
        ark_triton.put_signal_nbi_8(inbox, mine, n, arrived, 1, ark_triton.SIGNAL_ADD, right)
        ark_triton.signal_wait_until(arrived, ark_triton.CMP_EQ, 1)

    with ark_triton.linked():                          # while kernels are compiled
        kernel = triton.compile(...)                   # or launches of shift[grid](...)

A call is made once by each program, by one thread of its block. Its name has the bytes of an element (put_8), or numpy's dtype
(atomic_add_int64); arguments and results are those of device_calls.hpp in this package. dest of puts and atomics, source of gets, and
signal are pointers to symmetric memory. Triton calls an extern function for each element of a tensor: arguments are scalars.
"""
from __future__ import annotations

import contextlib
import dataclasses
from typing import Any, Iterator

from . import _device_library, _jit_calls

try:
    import triton
    from triton.backends.nvidia.compiler import ptx_get_version
    from triton.language import core
except ImportError as _missing:
    raise ImportError(f"ark_shmem.triton needs Triton, 3.5 or later ({_missing}): pip install triton") from _missing

CMP_EQ, CMP_NE, CMP_GT, CMP_GE, CMP_LT, CMP_LE = map(core.constexpr, _jit_calls.STRINGS["cmp"].values())
SIGNAL_SET, SIGNAL_ADD = map(core.constexpr, _jit_calls.STRINGS["op"].values())
_TYPES = {"intp": "int64", "float32": "fp32", "float64": "fp64", "void": "int32"}


def _define(name: str, result: str, parameters: Any) -> Any:
    """A function of Triton that calls one of the library."""
    symbol = f"ark_block_{name}"  # Triton makes scalar calls in every thread of a block
    kinds = [core.dtype(_TYPES.get(one, one)) for one in parameters]
    returned = core.dtype(_TYPES.get(result, result))

    def call(*given: Any, _semantic: Any = None) -> Any:
        if len(given) != len(kinds):
            raise TypeError(f"ark_triton.{name}: {len(given)} arguments: {len(kinds)}, {', '.join(parameters)}")
        values = []
        for value, kind, parameter in zip(given, kinds, parameters):
            tensor = _semantic.to_tensor(value)
            if tensor.type.is_ptr() != (parameter == "intp") or tensor.type.is_block():
                wanted = "pointer" if parameter == "intp" else parameter
                raise TypeError(f"ark_triton.{name}: an argument has type {tensor.type}: a {wanted}, no tensor")
            values.append(_semantic.cast(tensor, kind))
        return core.extern_elementwise("ark", "", values, {tuple(kinds): (symbol, returned)}, is_pure=False, _semantic=_semantic)
    call.__name__ = name
    call.__doc__ = f"{symbol}({', '.join(parameters)})"
    return core.builtin(call)


for _symbol, (_result, _parameters) in _device_library.signatures().items():
    _name = _symbol.removeprefix("ark_device_")
    globals()[_name] = _define(_name, _result, _parameters)


@contextlib.contextmanager
def linked() -> Iterator[None]:
    """Kernels that Triton compiles in the block are linked with ark's device library, in the place of ptxas."""
    before = triton.knobs.runtime.add_stages_inspection_hook

    def replace(backend: Any = None, stages: Any = None, options: Any = None, language: Any = None, capability: Any = None) -> Any:
        def link(source: Any, metadata: Any) -> bytes:
            suffix = "a" if capability >= 90 else ""
            return _device_library.link_device(source.encode(), arch=f"sm_{capability}{suffix}")
        if stages is None:
            return "ark", "ark"  # for the key of Triton's cache
        # In a version of PTX that the linker knows: Triton's own ptxas may be newer.
        older = dataclasses.replace(options, ptx_version=ptx_get_version(_device_library.linker_version()))
        stages["llir"] = lambda source, metadata: backend.make_llir(source, metadata, older, capability)
        stages["ptx"] = lambda source, metadata: backend.make_ptx(source, metadata, older, backend.target.arch)
        stages["cubin"] = link
        return None
    triton.knobs.runtime.add_stages_inspection_hook = replace
    try:
        yield
    finally:
        triton.knobs.runtime.add_stages_inspection_hook = before
