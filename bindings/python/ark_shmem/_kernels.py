"""Kernels in C++ source, compiled for the CPU executor when they are made, and kept for later runs."""
from __future__ import annotations

import fcntl
import functools
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
from typing import Any, Callable, Sequence

from . import _core, _errors

try:
    from ._paths import INCLUDE  # type: ignore[import-not-found]  # of a build folder
except ImportError:
    INCLUDE = [str(pathlib.Path(__file__).parent / "include")]  # of a wheel

_FLAGS = ("-std=c++20", "-O2", "-g1", "-fPIC", "-shared", "-Wl,-Bsymbolic")  # symbolic: sources may have the same names
_COMPILE_SECONDS = 600
_ERROR_LINES = 20
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_BOUNDS = r"(?:ARK_LAUNCH_BOUNDS\s*\([^()]*\)\s*)?"
_KERNEL = re.compile(r"(template\s*<[^(){};]*>\s*)?(?:\b(?:static|inline)\s+)*\bARK_GLOBAL\s+" + _BOUNDS + r"void\s+" + _BOUNDS + r"(\w+)\s*\(")


class Launched:
    """A kernel with the launch syntax."""

    _name: str
    _launch: Callable[..., None]

    def __getitem__(self, shape: Any) -> Callable[..., None]:
        if not isinstance(shape, tuple) or len(shape) not in (2, 3):
            raise TypeError(f"{self._name}: [...] has {_short(shape)}: kernel[grid, block] or kernel[grid, block, stream]")
        grid, block, stream = (*shape, None)[:3]
        return functools.partial(self._launch, grid, block, stream)

    def __call__(self, *_: Any, **__: Any) -> None:
        raise TypeError(f"{self._name}: called without a grid: kernel[grid, block](arguments)")


class Kernel(Launched):
    """A kernel in C++ for the CPU executor: kernel[grid, block](arguments), or kernel[grid, block, stream](arguments).

    source: C++20 text, or a pathlib.Path of a file, with `ARK_GLOBAL void name(parameters)` functions, which may use all of
    <ark/ark.hpp>; it is included. Parameters: bool, integers, float, double, and pointers.
    name: the kernel's, needed if the source has several; 'space::name' and 'name<float>' too.
    flags: options of the compiler, besides those that ark needs, as ['-O3', '-march=native'].

    The compiler is $CXX, else g++, else clang++. What it makes is kept in $XDG_CACHE_HOME/ark_shmem (~/.cache/ark_shmem), by source,
    compiler, flags and libark, but not by the contents of files that the source includes.

    A call queues the kernel and returns; Stream.sync or device_sync waits for it, and raises its failure. Keywords of the call:
    shared_bytes, of dynamic shared memory for each block; collective=True: every PE calls, and kernels may wait for each other.
    grid, block: numbers of blocks, and of threads in each: an integer, or a tuple of up to three. Arrays are contiguous and of the
    pointer's element type; any numpy memory will do for a pointer, but what another PE accesses must be symmetric. ark refers to the
    arrays until the kernel has ended.

    Raises ValueError for a source that does not compile, with the compiler's first lines, TypeError and ValueError for other wrong
    arguments, and ark.Error (unsupported) without compiler or headers, or with a heap in a GPU's memory.
    """

    def __init__(self, source: str | os.PathLike[str], name: str | None = None, *, flags: Sequence[str] = ()):
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
        path = _compiled(_unit(text, label, names), tuple(flags))
        self._kernel = _core.load_kernels(path)[name or names[0]]
        self._name, self._launch = self._kernel.name, self._kernel.launch

    @property
    def signature(self) -> str:
        """Name and parameters, as the compiler spells them."""
        return self._kernel.signature

    def __repr__(self) -> str:
        return f"<ark.Kernel {self.signature}>"


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


def _cache() -> pathlib.Path:
    given = os.environ.get("XDG_CACHE_HOME", "")
    folder = (pathlib.Path(given) if os.path.isabs(given) else pathlib.Path.home() / ".cache") / "ark_shmem"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _compiled(unit: str, flags: tuple[str, ...]) -> str:
    """The path of the shared object: from the cache, or compiled. Of several PEs one compiles, and the others wait for it."""
    compiler = _compiler()
    version = _version_of(tuple(compiler))
    package = pathlib.Path(__file__).parent
    command = [*compiler, *_FLAGS, *([] if "clang" in version else ["-fno-gnu-unique"]), *flags,
               *(f"-I{one}" for one in (*_folders(), package))]
    library = _core.library_path()
    made = os.stat(library)
    parts = [unit, (package / "kernel_entry.hpp").read_text("utf-8"), version, *command, _core.version, library, str(made.st_size), str(made.st_mtime_ns)]
    folder = _cache()
    stem = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]
    path = folder / f"{stem}.so"
    if path.exists():
        return str(path)
    with open(folder / f"{stem}.lock", "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)  # until its owner has compiled, or has ended
        except OSError:
            pass  # a file system without locks: each PE compiles
        if not path.exists():
            _compile(command, unit, library, folder, path)
    return str(path)


def _compile(command: list[str], unit: str, library: str, folder: pathlib.Path, path: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder) as work:
        source, made = os.path.join(work, "kernel.cpp"), os.path.join(work, "kernel.so")
        pathlib.Path(source).write_text(unit, "utf-8")
        try:
            done = subprocess.run([*command, "-o", made, source, library], capture_output=True, text=True, errors="replace", check=False,
                                  timeout=_COMPILE_SECONDS)
        except subprocess.TimeoutExpired:
            raise _unsupported(f"{command[0]} took more than {_COMPILE_SECONDS} s: a shorter source") from None
        if done.returncode != 0:
            lines = [line for line in done.stderr.replace(source + ":", "").splitlines() if not line.startswith("In file included")]
            raise ValueError(f"Kernel: source does not compile with {shlex.join(command[:1])}: C++20 for <ark/ark.hpp>. It printed:\n" +
                             "\n".join(lines[:_ERROR_LINES]))
        os.replace(made, path)  # in one step: another PE sees all of it or nothing
