"""ark's device functions for other compilers of GPU kernels: a library that NVRTC makes, and nvJitLink, which links it."""
from __future__ import annotations

import ctypes
import functools
import pathlib
import re
from typing import Sequence

from . import _nvrtc
from ._cache import INCLUDE, PACKAGE, cached, digest

_SOURCE = """#include <ark/ark.hpp>
#define ARK_PYTHON_CALL(result, name, arguments, ...) \\
  extern "C" __device__ result ark_device_##name(__VA_ARGS__); \\
  extern "C" __device__ auto ark_block_##name(__VA_ARGS__) { return by_block([&] { return ark_device_##name arguments; }); } \\
  extern "C" __device__ result ark_device_##name(__VA_ARGS__)
#include "device_calls.hpp"
"""
_KINDS = {"ptx": 2, "ltoir": 3}  # nvJitLinkInputType
_LOG_LINES = 20


def device_library(arch: str = "sm_90", kind: str = "ltoir") -> bytes:
    """ark's device functions for a GPU: extern "C" functions ark_device_NAME, for kernels of other compilers, by link_device.

    arch: 'sm_N' or 'compute_N'. kind: 'ltoir', which the linker inlines into kernels of LTO-IR, or 'ptx'. The functions are those of
    ark.device, by the names of device_calls.hpp in this package: as ark_device_put_nbi_8(dest, source, n, pe) for elements of 8 bytes. Each is
    there as ark_block_NAME too, which all threads of a block call: one of them makes the call, and all get its result, or 0.
    Made by NVRTC, once for each arch and kind; see ark.Kernel for where NVRTC and the cache are.
    """
    if kind not in _KINDS:
        raise ValueError(f"device_library: kind is {kind!r}: 'ltoir' or 'ptx'")
    number = re.sub(r"^(sm|compute)_", "", _nvrtc.checked_architecture(arch, "device_library"))
    options, headers = _nvrtc.options_for(f"compute_{number}" if kind == "ptx" else f"sm_{number}", INCLUDE)
    options += ["-rdc=true"] if kind == "ptx" else ["-rdc=true", "-dlto"]

    def make() -> bytes:
        nvrtc, program = _nvrtc.compile_program(_SOURCE, "ark.device", options, headers, [])
        try:
            return nvrtc.content(program, "GetPTX" if kind == "ptx" else "GetLTOIR")
        finally:
            nvrtc.call("DestroyProgram", ctypes.byref(program))

    calls = pathlib.Path(PACKAGE, "device_calls.hpp").read_text("utf-8")
    return pathlib.Path(cached(f"{digest(_SOURCE, calls, _nvrtc.find_library('nvrtc'), *options)}.{kind}", make)).read_bytes()


@functools.lru_cache(maxsize=None)
def _linker(path: str) -> _nvrtc.Library:
    return _nvrtc.Library(path, "nvJitLink")


def linker_version() -> str:
    """Of nvJitLink, as '13.0'."""
    major, minor = ctypes.c_uint(), ctypes.c_uint()
    _linker(_nvrtc.find_library("nvJitLink")).call("Version", ctypes.byref(major), ctypes.byref(minor))
    return f"{major.value}.{minor.value}"


def link_device(*parts: bytes, arch: str, kind: str = "ltoir") -> bytes:
    """Link kernels that call ark_device_ functions with device_library(arch, kind): machine code for arch='sm_N', PTX for 'compute_N'.

    parts: PTX, as text, or LTO-IR, of any compiler. kind: of the library; PTX with PTX only, as 'ltoir' is for linking to all of both.
    Raises ValueError with the linker's lines for what does not link, as functions that are missing.
    """
    _nvrtc.checked_architecture(arch, "link_device")
    number = re.sub(r"^(sm|compute)_", "", arch)
    is_ptx = arch.startswith("compute_")
    options = [f"-arch=sm_{number}", *(["-lto"] if kind == "ltoir" else []), *(["-ptx"] if is_ptx else [])]
    linker = _linker(_nvrtc.find_library("nvJitLink"))
    handle = ctypes.c_void_p()
    linker.call("Create", ctypes.byref(handle), len(options), _nvrtc.strings(options))
    try:
        for part in (*parts, device_library(arch, kind)):
            of = "ptx" if part.lstrip()[:2] == b"//" or part.lstrip()[:8] == b".version" else "ltoir"
            data = part.rstrip(b"\0") + b"\0" if of == "ptx" else part
            status = linker.status("AddData", handle, _KINDS[of], data, ctypes.c_size_t(len(data)), f"{of} of a kernel".encode())
            if status != 0:
                break
        if status != 0 or linker.status("Complete", handle) != 0:
            log = linker.content(handle, "GetErrorLog").rstrip(b"\0").decode(errors="replace")
            raise ValueError(f"link_device: {linker.path} does not link for {arch}: PTX or LTO-IR of kernels that call ark_device_ functions. "
                             "It printed:\n" + "\n".join(log.splitlines()[:_LOG_LINES]))
        return linker.content(handle, "GetLinkedPtx" if is_ptx else "GetLinkedCubin")
    finally:
        linker.call("Destroy", ctypes.byref(handle))


def signatures() -> dict[str, tuple[str, Sequence[str]]]:
    """{name: (result, parameters)} of the library's functions, in numba's names of types; a pointer is an intp."""
    from . import _core  # pylint: disable=import-outside-toplevel
    return {f"ark_device_{name}": (result, parameters) for name, (_, result, parameters) in _core.device_functions().items()}
