"""Start and end of the process's PE, and several PEs in one process."""
from __future__ import annotations

import atexit
import os
import socket
import sys
import time
from typing import Any, Callable, Mapping, TypeVar

from . import _core

Result = TypeVar("Result")
_HELLO = b"ark-shmem id 1\n"
_ID_BYTES = 128
_LAUNCHERS = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MPI_LOCALRANKID")
_state = {"depth": 0, "process": 0}


class Session:
    """What init returns: a context manager that calls finalize at its end, if ark is still initialized.

    An exception that leaves the block ends the PE without waiting for the others, which get PeerFailedError.
    """

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            if _state["depth"] > 0:
                leave()
        elif _state["depth"] > 0:
            finalize()


def _text_settings(settings: Mapping[str, object] | None) -> dict[str, str]:
    if settings is not None and not isinstance(settings, Mapping):
        raise TypeError(f"settings is {settings!r}: a dictionary of ARK_* names and values, as {{'ARK_TIMEOUT': '5s'}}")
    values = {}
    for name, value in (settings or {}).items():
        if not isinstance(name, str) or isinstance(value, (bytes, type(None))):
            raise TypeError(f"settings has {name!r}: {value!r}: names and values as text")
        values[name] = str(value)
    if "ARK_ON_FAILURE" not in os.environ:
        values.setdefault("ARK_ON_FAILURE", "go_on")  # failures are exceptions
    if values.get("ARK_HEAP", os.environ.get("ARK_HEAP", "")).lower().startswith("cuda"):
        _core.use_gpu_kernels()  # so that init prepares the GPU for them
    return values


def unique_id(settings: Mapping[str, object] | None = None) -> bytes:
    """Make the id of one job, for init(rank=, n_pes=, id=) in its processes, which get it by a file, a queue or a message.

    This process must not end before all have called init; it need not be a PE. ARK_ID_ADDRESS sets the address that they connect to.
    """
    return _core.make_id(_text_settings(settings))


def init(comm: Any = None, *, rank: int | None = None, n_pes: int | None = None, id: bytes | None = None,  # pylint: disable=redefined-builtin
         settings: Mapping[str, object] | None = None) -> Session:
    """Start ark in this process: as a PE of all processes that call it. Collective.

    comm: an mpi4py communicator: PE i is its rank i. Any MPI will do, ark's messages do not use it.
    rank, n_pes, id: the PE's number, the number of PEs, and the bytes of unique_id().
    None of them: the processes of mpirun, by mpi4py if libark was built without MPI; else, with RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT in the environment (torchrun's
    names), WORLD_SIZE processes, of which RANK 0 listens at MASTER_PORT; else one PE.
    settings: values of ARK_* variables, which take precedence over the environment. ARK_ON_FAILURE is go_on unless it is set.

    Calls nest: the last finalize ends ark. A forgotten finalize is made up for at exit.
    Raises ark.Error: timeout or peer_failed if PEs are missing (the text names them), invalid_argument for a bad ARK_* value.
    """
    values = _text_settings(settings)
    if _core.is_pe_of_local_run():
        raise _core_error("wrong_state", "init: this thread already is a PE of local_run")
    given = [name for name, value in (("rank", rank), ("n_pes", n_pes), ("id", id)) if value is not None]
    if comm is not None and given:
        raise TypeError(f"init: comm and {', '.join(given)} are given: comm alone, or rank, n_pes and id, or none of them")
    if given and len(given) < 3:
        raise TypeError(f"init: only {', '.join(given)} given: rank, n_pes and id together")
    if _state["depth"] > 0 and _core.initialized():
        _state["depth"] += 1
        return Session()
    if given:
        _init_by_id(rank, n_pes, id, values)
    elif comm is not None:
        _init_on(comm, values)
    elif not any(name in os.environ for name in _LAUNCHERS) and "RANK" in os.environ and "WORLD_SIZE" in os.environ:
        _init_by_environment(values)
    elif _core.has_mpi:
        _core.init_default(values)
    elif any(name in os.environ for name in _LAUNCHERS):
        _init_on(_world_of_mpi4py(), values)
    else:
        _init_by_id(0, 1, _core.make_id(values), values)
    _state.update(depth=1, process=os.getpid())
    return Session()


def _init_by_id(rank: Any, n_pes: Any, made: Any, values: dict[str, str]) -> None:
    for name, value in (("rank", rank), ("n_pes", n_pes)):
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"init: {name} is {value!r}: an integer")
    if not 1 <= n_pes <= 1 << 20 or not 0 <= rank < n_pes:
        raise ValueError(f"init: rank {rank} of n_pes {n_pes}: n_pes 1 or more, and rank from 0 to n_pes - 1")
    if not isinstance(made, bytes):
        raise TypeError(f"init: id is {made!r}: the bytes of unique_id()")
    _core.init_by_id(rank, n_pes, made, values)


def _init_on(comm: Any, values: dict[str, str]) -> None:
    if not all(hasattr(comm, name) for name in ("rank", "size", "bcast")):
        raise TypeError(f"init: comm is {comm!r}: a communicator of mpi4py, or None")
    made = comm.bcast(_core.make_id(values) if comm.rank == 0 else None, root=0)
    _core.init_by_id(comm.rank, comm.size, made, values)


def _world_of_mpi4py() -> Any:
    try:
        from mpi4py import MPI  # pylint: disable=import-outside-toplevel
    except (ImportError, RuntimeError) as problem:  # RuntimeError: there is no library of MPI
        raise _core_error("unsupported", f"init: libark was built without MPI, and mpi4py cannot be imported ({problem}): under mpirun, "
                          "pip install mpi4py, or give rank, n_pes and id") from problem
    return MPI.COMM_WORLD


def _number_of(name: str, least: int, most: int) -> int:
    text = os.environ.get(name, "")
    if not text.isdecimal() or not least <= int(text) <= most:
        raise ValueError(f"init: {name}={text!r} in the environment: a number from {least} to {most}, beside RANK and WORLD_SIZE")
    return int(text)


def _init_by_environment(values: dict[str, str]) -> None:
    size = _number_of("WORLD_SIZE", 1, 1 << 20)
    rank = _number_of("RANK", 0, size - 1)
    if size == 1:
        made = _core.make_id(values)
    elif os.environ.get("TORCHELASTIC_USE_AGENT_STORE") == "True":  # torchrun itself listens at MASTER_PORT
        made = _id_by_store(rank, values)
    else:
        made = _id_by_port(rank, size, _number_of("MASTER_PORT", 1, 65535), values)
    _core.init_by_id(rank, size, made, values)


def _id_by_store(rank: int, values: dict[str, str]) -> bytes:
    from torch.distributed import TCPStore  # pylint: disable=import-outside-toplevel
    store = TCPStore(os.environ["MASTER_ADDR"], _number_of("MASTER_PORT", 1, 65535), is_master=False)
    key = f"ark_shmem/id/{os.environ.get('TORCHELASTIC_RESTART_COUNT', '0')}/{_state.setdefault('inits', 0)}"
    _state["inits"] += 1
    if rank == 0:
        store.set(key, _core.make_id(values))
    return bytes(store.get(key))


def _id_by_port(rank: int, size: int, port: int, values: dict[str, str]) -> bytes:
    deadline = time.monotonic() + 120
    if rank == 0:
        return _serve_id(size, port, deadline, values)
    address = os.environ.get("MASTER_ADDR", "")
    while True:
        try:
            with socket.create_connection((address, port), timeout=5) as link:
                link.settimeout(max(deadline - time.monotonic(), 0.1))
                link.sendall(_HELLO)
                return _receive(link, _ID_BYTES)
        except OSError as problem:
            if time.monotonic() > deadline:
                raise _core_error("timeout", f"init: RANK 0 was not reached at MASTER_ADDR={address!r}, MASTER_PORT={port}: {problem}") from None
            time.sleep(0.05)


def _serve_id(size: int, port: int, deadline: float, values: dict[str, str]) -> bytes:
    made = _core.make_id(values)
    with socket.create_server(("", port), backlog=size) as server:
        served = 1
        while served < size:
            server.settimeout(max(deadline - time.monotonic(), 0.01))
            try:
                link, _ = server.accept()
            except OSError:
                raise _core_error("timeout", f"init: {served} of WORLD_SIZE={size} processes came to MASTER_PORT={port}") from None
            with link:
                link.settimeout(5)
                try:
                    if _receive(link, len(_HELLO)) == _HELLO:
                        link.sendall(made)
                        served += 1
                except OSError:
                    continue  # not a process of this job
    return made


def _receive(link: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        part = link.recv(count - len(data))
        if not part:
            raise ConnectionError("the connection was closed")
        data += part
    return data


def _core_error(code: str, text: str) -> Exception:
    from ._errors import make_error  # pylint: disable=import-outside-toplevel
    return make_error(code, text, {})


def finalize() -> None:
    """End ark: complete all operations, wait for all PEs, and free the symmetric heap. Collective; after nested inits, the last one.

    Arrays that are still referred to keep their contents, as private memory. After a failure finalize does not wait for others.
    Raises NotInitializedError, and ark.Error if a PE is missing.
    """
    if _core.is_pe_of_local_run():
        raise _core_error("wrong_state", "finalize: this thread is a PE of local_run, which ends it")
    depth = _state["depth"] if _core.initialized() else 0
    _state["depth"] = max(depth - 1, 0)
    if depth > 1:
        _core.barrier_all()
    else:
        _core.finalize_runtime()


def leave() -> None:
    """End ark without waiting for the other PEs, which get PeerFailedError. Not collective."""
    _state["depth"] = 0
    _core.leave_runtime()


def local_run(n_pes: int, body: Callable[..., Result], *args: Any, settings: Mapping[str, object] | None = None) -> list[Result]:
    """Run body(pe, *args) on `n_pes` PEs in this process, each in a thread of its own. Returns their results in the PEs' order.

    In the body the calls of ark are the PE's. Waits release the GIL. Raises, after all PEs have ended, the first exception of a body
    that is no consequence of another PE's failure; a PE whose body raises counts as lost. KeyboardInterrupt is raised in all bodies.
    """
    if not callable(body):
        raise TypeError(f"local_run: body is {body!r}: a function body(pe, *args)")
    if not isinstance(n_pes, int) or isinstance(n_pes, bool):
        raise TypeError(f"local_run: n_pes is {n_pes!r}: an integer from 1 to 1024")
    return _core.run_locally(n_pes, lambda pe: body(pe, *args), _text_settings(settings))


def _end_at_exit() -> None:
    if _state["depth"] == 0 or os.getpid() != _state["process"] or not _core.initialized():
        return
    _state["depth"] = 0
    if getattr(sys, "last_value", None) is not None and not hasattr(sys, "ps1"):
        _core.leave_runtime()  # an exception ends the program: the others do not wait for this PE
        return
    _core.finalize_runtime()


atexit.register(_end_at_exit)
