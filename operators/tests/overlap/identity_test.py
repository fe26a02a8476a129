#!/usr/bin/env python3
"""The machine of a calibration does not depend on how mpirun binds PEs; cores that PEs share do.

  identity_test.py PROGRAM
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
PES = 2
SKIPPED = 77


def identity(binding, **env):
    """The lines of a job of PES processes: machine, use of its cores."""
    clean = {name: value for name, value in os.environ.items() if name != "ARK_CPU_WORKERS"}
    done = subprocess.run([str(ROOT / "scripts/mpirun"), "-n", str(PES), "--bind-to", binding, sys.argv[1]], text=True,
                          capture_output=True, timeout=100, env={**clean, **env}, check=False)
    if done.returncode != 0:
        sys.exit(f"--bind-to {binding}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()


def expect_equal(got, wanted, what):
    if got != wanted:
        sys.exit(f"{what}: {got}; expected {wanted}")


def main():
    cores = len(os.sched_getaffinity(0))
    if cores < PES:
        print(f"skipped: {cores} core, {PES} PEs cannot have one each")
        return SKIPPED
    bound, unbound = identity("core", ARK_CPU_WORKERS="1"), identity("none")
    expect_equal(bound[0], unbound[0], "machine, bound and unbound")
    expect_equal(bound[1], f"{PES} workers on a host, a core each", "bound")
    expect_equal(unbound[1], f"{cores // PES * PES} workers on a host, a core each", "unbound")
    shared = identity("none", ARK_CPU_WORKERS=str(cores))
    expect_equal(shared, [bound[0], f"{cores * PES} workers on a host, which share cores"], "with more workers than cores")
    if cores >= 2 * PES:
        expect_equal(identity("none", ARK_CPU_WORKERS="1"), [bound[0], f"{PES} workers on a host, a core each, a core for the engine"],
                     "with fewer workers than cores")
    return 0


sys.exit(main())
