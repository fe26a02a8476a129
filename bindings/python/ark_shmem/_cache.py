"""The folder of compiled kernels: files by the digest of all that they were made from."""
from __future__ import annotations

import fcntl
import hashlib
import os
import pathlib
import tempfile
from typing import Callable

from . import _core

try:
    from ._paths import INCLUDE  # type: ignore[import-not-found]  # of a build folder
except ImportError:
    INCLUDE = [str(pathlib.Path(__file__).parent / "include")]  # of a wheel

PACKAGE = str(pathlib.Path(__file__).parent)


def folder() -> pathlib.Path:
    given = os.environ.get("XDG_CACHE_HOME", "")
    made = (pathlib.Path(given) if os.path.isabs(given) else pathlib.Path.home() / ".cache") / "ark_shmem"
    made.mkdir(mode=0o700, parents=True, exist_ok=True)
    return made


def digest(*parts: str) -> str:
    """Of these, and of libark."""
    library = _core.library_path()
    status = os.stat(library)
    all_parts = [*parts, _core.version, library, str(status.st_size), str(status.st_mtime_ns)]
    return hashlib.sha256("\0".join(all_parts).encode()).hexdigest()[:32]


def cached(name: str, make: Callable[[], bytes]) -> str:
    """The path of a file of the cache, with what `make` returns. Of several PEs one makes it, and the others wait for it."""
    path = folder() / name
    if path.exists():
        return str(path)
    with open(path.with_suffix(".lock"), "w", encoding="utf-8") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)  # until its owner has compiled, or has ended
        except OSError:
            pass  # a file system without locks: each PE compiles
        if not path.exists():
            content = make()
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as made:
                made.write(content)
            os.replace(made.name, path)  # in one step: another PE sees all of it or nothing
    return str(path)
