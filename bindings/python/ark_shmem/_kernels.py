"""Kernels in C++ source, compiled for the CPU executor or a GPU when they are made, and kept for later runs."""
from __future__ import annotations

import functools
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
from typing import Any, Callable, Sequence

from . import _core, _errors, _nvrtc
from ._cache import INCLUDE, PACKAGE, cached, digest

_FLAGS = ("-std=c++20", "-O2", "-g1", "-fPIC", "-shared", "-Wl,-Bsymbolic")  # symbolic: sources may have the same names
_COMPILE_SECONDS = 600
_ERROR_LINES = 20
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_BOUNDS = r"(?:ARK_LAUNCH_BOUNDS\s*\([^()]*\)\s*)?"
_KERNEL = re.compile(r"(template\s*<[^(){};]*>\s*)?(?:\b(?:static|inline)\s+)*\bARK_GLOBAL\s+" + _BOUNDS + r"void\s+" + _BOUNDS + r"(\w+)\s*\(")


class Launched:
    """A kernel with the launch syntax."""

    _name: str

    def _launch(self, *given: Any, **keywords: Any) -> None:
        raise NotImplementedError

    def __getitem__(self, shape: Any) -> Callable[..., None]:
        if not isinstance(shape, tuple) or len(shape) not in (2, 3):
            raise TypeError(f"{self._name}: [...] has {_short(shape)}: kernel[grid, block] or kernel[grid, block, stream]")
        grid, block, stream = (*shape, None)[:3]
        return functools.partial(self._launch, grid, block, stream)

    def __call__(self, *_: Any, **__: Any) -> None:
        raise TypeError(f"{self._name}: called without a grid: kernel[grid, block](arguments)")


class Kernel(Launched):
    """A kernel in C++ for the CPU executor or a GPU: kernel[grid, block](arguments), or kernel[grid, block, stream](arguments).

    source: C++20 text, or a pathlib.Path of a file, with `ARK_GLOBAL void name(parameters)` functions, which may use all of
    <ark/ark.hpp>; it is included. Parameters: bool, integers, float, double, and pointers.
    name: the kernel's, needed if the source has several; 'space::name' and 'name<float>' too.
    flags: options of the compiler, besides those that ark needs, as ['-O3', '-march=native'].
    target: 'cpu' for the executor, 'cuda' for a GPU. None: 'cuda' if the symmetric heap is in a GPU's memory, or, before init, if
    ARK_HEAP is cuda or cuda_ipc.
    arch: of a GPU: 'sm_90' for its machine code, 'compute_90' for PTX, which the driver compiles for newer GPUs too. None: that of the
    PE's GPU, for which init or, before it, the first launch compiles. With an arch neither GPU nor driver is needed to compile.

    The compiler for the CPU is $CXX, else g++, else clang++; for a GPU it is NVRTC, from 12.0 on: of $CUDA_HOME, else of NVIDIA's wheels,
    else of /usr/local/cuda. What it makes is kept in $XDG_CACHE_HOME/ark_shmem (~/.cache/ark_shmem), by source, compiler, flags and
    libark, but not by the contents of files that the source includes.

    A call queues the kernel and returns; Stream.sync or device_sync waits for it, and raises its failure. Keywords of the call:
    shared_bytes, of dynamic shared memory for each block; collective=True: every PE calls, and kernels may wait for each other.
    grid, block: numbers of blocks, and of threads in each: an integer, or a tuple of up to three. Arrays are contiguous and of the
    pointer's element type. For the CPU any numpy memory will do for a pointer, but what another PE accesses must be symmetric; a GPU
    takes symmetric arrays, and objects with __cuda_array_interface__. ark refers to the arrays until the kernel has ended.

    Raises ValueError for a source that does not compile, with the compiler's first lines, TypeError and ValueError for other wrong
    arguments, and ark.Error (unsupported) without compiler or headers, or where target and heap do not fit.
    """

    def __init__(self, source: str | os.PathLike[str], name: str | None = None, *, flags: Sequence[str] = (), target: str | None = None,
                 arch: str | None = None):
        text, label = _text_of(source)
        if name is not None and not isinstance(name, str):
            raise TypeError(f"Kernel: name is {name!r}: the name of a kernel, or None")
        if isinstance(flags, str) or not all(isinstance(one, str) for one in flags):
            raise TypeError(f"Kernel: flags is {flags!r}: a list of options, as ['-O3']")
        found = [one[2] for one in _KERNEL.finditer(_COMMENT.sub(" ", text)) if not one[1]]
        names = [name] if name is not None and re.search("::|<", name) else list(dict.fromkeys(found))
        if not names:
            raise ValueError(f"Kernel: source is {_short(text)}: C++ text with 'ARK_GLOBAL void name(parameters)', or a pathlib.Path of a file")
        if name is None and len(names) > 1:
            raise ValueError(f"Kernel: source has the kernels {', '.join(names)}: name= one of them")
        if name is not None and name not in names:
            raise ValueError(f"Kernel: name is {name!r}: one of {', '.join(names)}")
        self._name = name or names[0]
        self._kernel: Any = None
        self._module: _nvrtc.Module | None = None
        if target_of("Kernel", target, arch) == "cpu":
            self._kernel = _core.load_kernels(_compiled(_unit(text, label, names), tuple(flags)))[self._name]
            return
        _core.use_gpu_kernels()
        folders = _folders()
        self._build = lambda of: _nvrtc.compiled(text, label, names, of, tuple(flags), folders)
        self._index = names.index(self._name)
        if arch is not None:
            self._compile_for(_nvrtc.checked_architecture(arch))
        elif _core.initialized():
            self._compile_for(_nvrtc.own_architecture())

    def _compile_for(self, arch: str) -> None:
        self._module = self._build(arch)
        self._kernel = _nvrtc.make_kernel(self._module, self._index, self._name)

    def _launch(self, *given: Any, **keywords: Any) -> None:
        if self._kernel is None:
            self._compile_for(_nvrtc.own_architecture())
        self._kernel.launch(*given, **keywords)

    @property
    def signature(self) -> str:
        """Name and parameters, as the compiler spells them; of a kernel that is not compiled yet, the name."""
        return self._name if self._kernel is None else self._kernel.signature

    @property
    def ptx(self) -> str | None:
        """What was compiled for a GPU, as PTX; None for the CPU, and before it is compiled."""
        return None if self._module is None else self._module.ptx

    @property
    def cubin(self) -> bytes | None:
        """The machine code for arch='sm_N'."""
        return None if self._module is None else self._module.cubin

    def __repr__(self) -> str:
        return f"<ark.Kernel {self.signature}>"


def target_of(call: str, target: Any, arch: Any) -> str:
    """'cpu' or 'cuda'."""
    if target not in (None, "cpu", "cuda"):
        raise ValueError(f"{call}: target is {target!r}: 'cpu', 'cuda' or None")
    if target == "cpu" and arch is not None:
        raise ValueError(f"{call}: arch is {arch!r} with target='cpu': an arch is for target='cuda'")
    if target is not None or arch is not None:
        return target or "cuda"
    if _core.initialized():
        return "cuda" if _core.is_heap_on_gpu() else "cpu"
    return "cuda" if os.environ.get("ARK_HEAP", "").lower() in ("cuda", "cuda_ipc") else "cpu"


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 100 else text[:100] + "..."


def _text_of(source: Any) -> tuple[str, str]:
    if isinstance(source, str):
        return source, "source"
    if isinstance(source, os.PathLike):
        return pathlib.Path(source).read_text("utf-8"), os.fspath(source)
    raise TypeError(f"Kernel: source is {_short(source)}: C++ text, or a pathlib.Path of a file")


def _unit(text: str, label: str, names: Sequence[str]) -> str:
    quoted = label.replace("\\", "\\\\").replace('"', '\\"')
    entries = "".join(f'ark::python::kernel_of<&{name}>::entry("{name}"), ' for name in names)
    return (f'#include <ark/ark.hpp>\n#include "kernel_entry.hpp"\n#line 1 "{quoted}"\n{text}\n#line 1 "ark.Kernel, after the source"\n'
            'extern "C" {\nextern ARK_API const ark::python::kernel_entry ark_python_kernels[];\n'
            f"const ark::python::kernel_entry ark_python_kernels[] = {{{entries}{{}}}};\n}}\n")


def _unsupported(text: str) -> Exception:
    return _errors.make_error("unsupported", f"Kernel: {text}", {})


def _compiler() -> list[str]:
    given = os.environ.get("CXX", "")
    for words in [shlex.split(given)] if given.strip() else [["g++"], ["clang++"]]:
        path = shutil.which(words[0])
        if path is not None:
            return [path, *words[1:]]
    raise _unsupported((f"the compiler of CXX={given!r} was not found" if given.strip() else "no compiler: neither g++ nor clang++ is in PATH") +
                       ": a C++20 compiler in PATH, or in CXX")


@functools.lru_cache(maxsize=None)
def _version_of(compiler: tuple[str, ...]) -> str:
    try:
        return subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError) as problem:
        raise _unsupported(f"{shlex.join(compiler)} --version failed ({problem}): a C++20 compiler in CXX") from None


def _folders() -> list[str]:
    given = os.environ.get("ARK_INCLUDE")
    folders = [given] if given else INCLUDE
    if not any(os.path.isfile(os.path.join(one, "ark", "ark.hpp")) for one in folders):
        what = f"ARK_INCLUDE={given!r} has no ark/ark.hpp" if given else "this package has no headers of ark"
        raise _unsupported(f"{what}: ARK_INCLUDE with the folder `include` of an installation of ark, of the same version")
    return folders


def _compiled(unit: str, flags: tuple[str, ...]) -> str:
    """The path of the shared object: from the cache, or compiled."""
    compiler = _compiler()
    version = _version_of(tuple(compiler))
    command = [*compiler, *_FLAGS, *([] if "clang" in version else ["-fno-gnu-unique"]), *flags,
               *(f"-I{one}" for one in (*_folders(), PACKAGE))]
    entry = pathlib.Path(PACKAGE, "kernel_entry.hpp").read_text("utf-8")
    return cached(digest(unit, entry, version, *command) + ".so", lambda: _compile(command, unit))


def _compile(command: list[str], unit: str) -> bytes:
    with tempfile.TemporaryDirectory() as work:
        source, made = os.path.join(work, "kernel.cpp"), os.path.join(work, "kernel.so")
        pathlib.Path(source).write_text(unit, "utf-8")
        try:
            done = subprocess.run([*command, "-o", made, source, _core.library_path()], capture_output=True, text=True, errors="replace",
                                  check=False, timeout=_COMPILE_SECONDS)
        except subprocess.TimeoutExpired:
            raise _unsupported(f"{command[0]} took more than {_COMPILE_SECONDS} s: a shorter source") from None
        if done.returncode != 0:
            lines = [line for line in done.stderr.replace(source + ":", "").splitlines() if not line.startswith("In file included")]
            raise ValueError(f"Kernel: source does not compile with {shlex.join(command[:1])}: C++20 for <ark/ark.hpp>. It printed:\n" +
                             "\n".join(lines[:_ERROR_LINES]))
        return pathlib.Path(made).read_bytes()
