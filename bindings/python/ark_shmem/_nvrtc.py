"""Compilation of C++ and of linked modules for a GPU, by NVIDIA's libraries, which are looked for when they are needed."""
from __future__ import annotations

import base64
import ctypes
import functools
import importlib.util
import json
import os
import pathlib
import re
from typing import Any, Sequence

from . import _core, _errors
from ._cache import PACKAGE, cached, digest

_HOMES = ("/usr/local/cuda", "/opt/cuda")  # after the wheels of NVIDIA
_LIBRARY_FOLDERS = ("lib64", "lib", f"targets/{os.uname().machine}-linux/lib", "targets/sbsa-linux/lib")
_INCLUDE_FOLDERS = ("include/cccl", "include")
_OPTIONS = ("-std=c++20", "-default-device", "-diag-suppress=20044")  # of variables of the host, which kernels do not use
_ARCHITECTURE = re.compile(r"(sm|compute)_([0-9]{2,3}[af]?)")
CONTEXTS = "_ZN3ark6device13cuda_contextsE"  # ark::device::cuda_contexts
_TEXT = re.compile(r"\bark_python_text_([0-9]+)\[[0-9]+\](?: = \{([^}]*)\})?;")
_PLACE = re.compile(r"^(.+?)\(([0-9]+)\): ", re.MULTILINE)
_ERROR_LINES = 20
_NEEDED = "a CUDA toolkit from 12.0 on in CUDA_HOME, or pip install nvidia-cuda-nvrtc nvidia-cuda-cccl"


def unsupported(text: str) -> Exception:
    return _errors.make_error("unsupported", f"Kernel: {text}", {})


def _roots() -> list[str]:
    """Folders with include and lib, the first ones first: CUDA_HOME alone if it is set."""
    for name in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(name):
            return [os.environ[name]]
    found: list[str] = []
    wheels = importlib.util.find_spec("nvidia")
    for folder in (wheels.submodule_search_locations or [] if wheels is not None else []):
        found += sorted((str(one) for one in pathlib.Path(folder).iterdir() if one.is_dir()), reverse=True)  # cu13 before cuda_nvrtc
    return found + list(_HOMES)


def find_library(name: str) -> str:
    """The path of libNAME.so.MAJOR; the newest of the first folder that has one."""
    for root in _roots():
        for folder in _LIBRARY_FOLDERS:
            found = [one for one in pathlib.Path(root, folder).glob(f"lib{name}.so.*") if re.fullmatch(r"[0-9]+", one.name.rsplit(".so.", 1)[1])]
            if found:
                return str(max(found, key=lambda one: int(one.name.rsplit(".", 1)[1])))
    raise unsupported(f"lib{name}.so was not found in {', '.join(_roots())}: {_NEEDED}")


def _standard_library() -> list[str]:
    """The folders of libcu++, and of the toolkit's headers."""
    roots = _roots()
    for root in roots:
        for folder in _INCLUDE_FOLDERS:
            if os.path.isfile(os.path.join(root, folder, "cuda", "std", "cstdint")):
                others = [os.path.join(one, "include") for one in roots]
                return list(dict.fromkeys([os.path.join(root, folder), *filter(os.path.isdir, others)]))
    raise unsupported(f"cuda/std/cstdint was not found in {', '.join(roots)}: {_NEEDED}")


@functools.lru_cache(maxsize=None)
def _standard_headers(folder: str) -> dict[str, str]:
    """Names of C++ headers, with libcu++'s contents: NVRTC has no standard library of its own."""
    names = [one.name for one in pathlib.Path(folder, "cuda", "std").iterdir() if one.is_file() and not one.name.startswith("_")]
    text = "#include <cuda/std/{}>\nnamespace std {{ using namespace ::cuda::std; }}\n"
    headers = {name: text.format(name) for name in names}
    headers["cstdio"] = "\n"  # printf is NVRTC's own
    for name in ("stdint", "stddef", "string", "math", "assert", "stdio"):
        headers[f"{name}.h"] = f"#include <c{name}>\n"
    for name in ("stdint", "stddef"):
        headers[f"{name}.h"] += "using namespace ::cuda::std;\n"
    return headers


class Library:
    """Functions of C that return a status. Objects of theirs are void*."""

    def __init__(self, path: str, prefix: str):
        self.path, self.prefix = path, prefix
        try:
            self._library = ctypes.CDLL(path)
        except OSError as problem:
            raise unsupported(f"{path} does not load ({problem}): {_NEEDED}") from None

    def status(self, name: str, *arguments: Any) -> int:
        return getattr(self._library, self.prefix + name)(*arguments)

    def call(self, name: str, *arguments: Any) -> None:
        status = self.status(name, *arguments)
        if status != 0:
            raise unsupported(f"{self.prefix}{name} of {self.path} returned {status}: {_NEEDED}")

    def content(self, of: ctypes.c_void_p, name: str, size_name: str | None = None) -> bytes:
        size = ctypes.c_size_t()
        self.call(size_name or f"{name}Size", of, ctypes.byref(size))
        buffer = ctypes.create_string_buffer(max(size.value, 1))
        self.call(name, of, buffer)
        return buffer.raw[:size.value]


@functools.lru_cache(maxsize=None)
def _library(path: str) -> tuple[Library, str]:
    nvrtc = Library(path, "nvrtc")
    major, minor = ctypes.c_int(), ctypes.c_int()
    nvrtc.call("Version", ctypes.byref(major), ctypes.byref(minor))
    if major.value < 12:
        raise unsupported(f"{path} is NVRTC {major.value}.{minor.value}: {_NEEDED}")
    return nvrtc, f"{path} {major.value}.{minor.value} {os.stat(path).st_mtime_ns}"


def strings(of: Sequence[str]) -> Any:
    return (ctypes.c_char_p * max(len(of), 1))(*(one.encode() for one in of))


class Module:
    """What NVRTC has made of a source. cubin: None for an architecture compute_N."""

    def __init__(self, ptx: str, cubin: bytes | None, entries: dict[str, str]):
        self.ptx, self.cubin, self.entries = ptx, cubin, entries

    @property
    def image(self) -> bytes:
        """For the driver: machine code, or PTX, which the driver compiles."""
        return self.cubin if self.cubin is not None else self.ptx.encode() + b"\0"

    def parameters(self) -> list[list[tuple[str, int, int, bool, str]]]:
        """Of each kernel: kind, bytes, -1 for a number and 0 for a pointer, is_const and type, as kernel_entry.hpp has written them."""
        texts = {}
        for one in _TEXT.finditer(self.ptx):
            texts[int(one[1])] = bytes(map(int, one[2].split(","))).rstrip(b"\0").decode() if one[2] else ""
        found = []
        for i in sorted(texts):
            fields = [line.split(" ", 4) for line in texts[i].splitlines()]
            found.append([(kind, int(size), 0 if is_pointer == "1" else -1, is_const == "1", type_.replace("__nv_bool", "bool"))
                          for kind, size, is_pointer, is_const, type_ in fields])
        return found


def checked_architecture(given: Any, call: str = "Kernel") -> str:
    if not isinstance(given, str) or not _ARCHITECTURE.fullmatch(given):
        raise ValueError(f"{call}: arch is {given!r}: sm_N for machine code, or compute_N for PTX, as 'sm_90'")
    nvrtc, _ = _library(find_library("nvrtc"))
    count = ctypes.c_int()
    nvrtc.call("GetNumSupportedArchs", ctypes.byref(count))
    numbers = (ctypes.c_int * count.value)()
    nvrtc.call("GetSupportedArchs", numbers)
    if int(re.sub(r"[^0-9]", "", given)) not in list(numbers):
        raise ValueError(f"{call}: arch is {given!r}: sm_ or compute_ with one of {', '.join(map(str, numbers))}, which {nvrtc.path} has")
    return given


def own_architecture() -> str:
    """Of the calling PE's GPU."""
    return f"sm_{_core.gpu_architecture()}"


def compile_program(text: str, label: str, options: Sequence[str], headers: dict[str, str], names: Sequence[str]) -> tuple[Library, ctypes.c_void_p]:
    """A compiled program of NVRTC, for `content` and `destroy`. Raises ValueError with its first lines."""
    nvrtc, _ = _library(find_library("nvrtc"))
    program = ctypes.c_void_p()
    nvrtc.call("CreateProgram", ctypes.byref(program), text.encode(), label.encode(), len(headers), strings(list(headers.values())),
               strings(list(headers)))
    try:
        for name in names:
            nvrtc.call("AddNameExpression", program, name.encode())
        if nvrtc.status("CompileProgram", program, len(options), strings(options)) != 0:
            log = nvrtc.content(program, "GetProgramLog", "GetProgramLogSize").rstrip(b"\0").decode(errors="replace")
            lines = [line for line in _PLACE.sub(r"\1:\2: ", log).splitlines() if line.strip() and "warning" not in line]
            raise ValueError(f"Kernel: source does not compile with NVRTC ({nvrtc.path}): C++20 for <ark/ark.hpp> on a GPU. It printed:\n" +
                             "\n".join(lines[:_ERROR_LINES]))
    except BaseException:
        nvrtc.call("DestroyProgram", ctypes.byref(program))
        raise
    return nvrtc, program


def options_for(architecture: str, folders: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Options and headers for a source that includes ark's headers in `folders`."""
    standard = _standard_library()
    return [f"-arch={architecture}", *_OPTIONS, *(f"-I{one}" for one in (*folders, PACKAGE, *standard))], _standard_headers(standard[0])


def compiled(text: str, label: str, names: Sequence[str], architecture: str, flags: Sequence[str], folders: Sequence[str]) -> Module:
    """A source with the kernels `names`, from the cache or compiled."""
    quoted = label.replace("\\", "\\\\").replace('"', '\\"')
    lines = "".join(f'extern "C" __device__ const auto ark_python_text_{i} = ark::python::text_of(static_cast<decltype(&{name})>(nullptr));\n'
                    for i, name in enumerate(names))
    unit = (f'#include <ark/ark.hpp>\n#include "kernel_entry.hpp"\n#line 1 "{quoted}"\n{text}\n#line 1 "ark.Kernel, after the source"\n{lines}')
    _, version = _library(find_library("nvrtc"))
    options, headers = options_for(architecture, folders)
    options += flags

    def make() -> bytes:
        nvrtc, program = compile_program(unit, label, options, headers, names)
        try:
            entries = {}
            for name in names:
                lowered = ctypes.c_char_p()
                nvrtc.call("GetLoweredName", program, name.encode(), ctypes.byref(lowered))
                entries[name] = (lowered.value or b"").decode()
            cubin = nvrtc.content(program, "GetCUBIN") if architecture.startswith("sm_") else None
            return json.dumps({"ptx": nvrtc.content(program, "GetPTX").rstrip(b"\0").decode(), "entries": entries,
                               "cubin": cubin and base64.b64encode(cubin).decode()}).encode()
        finally:
            nvrtc.call("DestroyProgram", ctypes.byref(program))

    key = digest(unit, version, *options, (pathlib.Path(PACKAGE) / "kernel_entry.hpp").read_text("utf-8"))
    made = json.loads(pathlib.Path(cached(f"{key}.gpu", make)).read_bytes())
    return Module(made["ptx"], made["cubin"] and base64.b64decode(made["cubin"]), made["entries"])


def make_kernel(module: Module, index: int, name: str) -> Any:
    """A kernel with the launch method."""
    return _core.make_gpu_kernel(name, module.parameters()[index], module.image, module.entries[name], CONTEXTS)
