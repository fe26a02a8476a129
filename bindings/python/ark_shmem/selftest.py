"""python -m ark_shmem.selftest: does ark work here? PEs in one process, in processes over TCP, and of mpirun if there is one."""
from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from typing import Callable

import numpy

import ark_shmem as ark

LIMIT_S = 50


def check(pe: int, rounds: int = 20) -> None:
    """Moves data by each family of calls. Every PE; raises on the first wrong element."""
    n, right = ark.n_pes(), (pe + 1) % ark.n_pes()
    inbox, signal, counter = ark.zeros((8, 1000)), ark.zeros(1, "uint64"), ark.zeros(1, "int64")
    for number in range(1, rounds + 1):
        ark.put_signal(inbox[number % 8], numpy.full(1000, pe + number, "float64"), signal, number, right)
        ark.signal_wait_until(signal, ">=", number)
        numpy.testing.assert_array_equal(inbox[number % 8], (pe - 1) % n + number)
        ark.barrier_all()
    ark.atomic_add(counter, pe, 0)
    ark.barrier_all()
    assert ark.g(counter, 0) == n * (n - 1) // 2, "atomic_add"
    mine, total, everything = ark.full(5, pe + 1, "int32"), ark.zeros(5, "int32"), ark.zeros((n, 5), "int32")
    ark.reduce(total, mine)
    ark.fcollect(everything, mine)
    numpy.testing.assert_array_equal(total, n * (n + 1) // 2)
    numpy.testing.assert_array_equal(everything[:, 0], numpy.arange(1, n + 1))
    try:
        ark.signal_wait_until(signal, "==", 0, timeout=0.01)
        raise AssertionError("a wait without a sender ended")
    except ark.TimeoutError:
        ark.barrier_all()


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.create_server(("", 0)) as server:
        return server.getsockname()[1]


def child_environment(**more: str) -> dict[str, str]:
    """This process's environment without a launcher's variables."""
    launchers = ("OMPI_", "PMIX_", "PMI_", "RANK", "WORLD_SIZE", "MASTER_", "TORCHELASTIC_")
    return {**{name: value for name, value in os.environ.items() if not name.startswith(launchers)}, **more}


def in_processes() -> None:
    """Two processes that find each other by torchrun's variables."""
    common = {"WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(free_port())}
    children = [subprocess.Popen([sys.executable, "-m", "ark_shmem.selftest", "--pe"], env=child_environment(RANK=str(rank), **common))
                for rank in range(2)]
    try:
        statuses = [child.wait(timeout=LIMIT_S) for child in children]
    finally:
        for child in children:
            child.kill()
    assert statuses == [0, 0], f"the processes ended with {statuses}"


def under_mpirun() -> None:
    """Two processes of mpirun."""
    root = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    done = subprocess.run(["mpirun", "-n", "2", sys.executable, "-m", "ark_shmem.selftest", "--pe"], env=child_environment(**root),
                          timeout=LIMIT_S, check=False)
    assert done.returncode == 0, f"mpirun ended with {done.returncode}"


def step(text: str, work: Callable[[], object]) -> bool:
    """Runs one part, prints its result, and returns whether it passed."""
    begun = time.monotonic()
    try:
        work()
    except Exception as problem:  # pylint: disable=broad-except
        print(f"failed  {text}: {type(problem).__name__}: {problem}")
        return False
    print(f"ok      {text}: {time.monotonic() - begun:.1f} s")
    return True


def main() -> int:
    """The whole test, or with --pe the part of one process."""
    if sys.argv[1:] == ["--pe"]:
        with ark.init(settings={"ARK_TIMEOUT": "30s"}):
            assert ark.n_pes() == 2, f"{ark.n_pes()} PEs found each other, not 2"
            check(ark.my_pe())
        return 0
    if sys.argv[1:]:
        sys.exit("usage: python -m ark_shmem.selftest")
    passed = step("4 PEs in one process", lambda: ark.local_run(4, check))
    passed &= step("2 processes over TCP", in_processes)
    starts_by_mpi = ark.has_mpi or importlib.util.find_spec("mpi4py") is not None
    if starts_by_mpi and shutil.which("mpirun"):
        passed &= step("2 processes of mpirun", under_mpirun)
    else:
        print("skipped 2 processes of mpirun:", "no mpirun in PATH" if starts_by_mpi else "built without MPI, and there is no mpi4py")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
