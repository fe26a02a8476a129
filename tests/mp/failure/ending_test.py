#!/usr/bin/env python3
"""How a job ends in which one PE does what it should not: in time, with a status, with the right PE named.

  ending_test.py PROGRAM          on one host, 3 PEs
  ending_test.py PROGRAM HxS      PE 1 leaves early, on H hosts with S PEs each
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
ENDS = r"the job ends with status 1"
PAST = r"is past the"
EARLY = r"peer_failed in liveness, peer PE 1; its process ends before ark::finalize"
IN_FINALIZE = r"asymmetric in barrier, peer PE 1\b.*that PE is in ark::finalize"
# Nobody waits so long: what ends a job of this deadline is news.
LONG_S = 100

# case, go_on, ARK_TIMEOUT in s, status (None: any but 0), texts that must come, texts that must not.
# Where survivors go on after an exit, mpirun's own status is 0.
RUNS = [
    ("fine", False, LONG_S, 0, [], [r"ark"]),
    ("stuck", False, 2, 1, [r"PE [02]: timeout in barrier, peer PE 1\b", ENDS], [PAST, r"peer PE [02]\b.*timeout"]),
    ("stuck", True, 2, None, [r"PE 0 is past the barrier, status 1", r"MPI_Finalize is left out.*PE 1"], []),
    ("stuck_before_kernel", False, 2, 1, [r"timeout in barrier, peer PE 1\b", ENDS], [PAST]),
    ("stuck_before_malloc", False, 2, 1, [r"missing: PE 1|PE 1 has not come", ENDS], [PAST]),
    ("skips", False, LONG_S, 1, [IN_FINALIZE, ENDS], [PAST + " barrier, status [^0]"]),
    ("skips", True, LONG_S, None, [IN_FINALIZE, r"PE [02] is past the barrier, status 8"], [r"peer PE [02]\b.*finalize"]),
    ("exits", False, LONG_S, None, [r"PE 1: exit, or return.*status 5", EARLY], [PAST]),
    ("returns", False, LONG_S, 1, [r"PE 1: exit, or return.*status 1", EARLY], [PAST]),
    ("returns", True, LONG_S, 0, [EARLY, r"PE 0 is past the barrier, status 3", r"PE 2 is past the barrier"], []),
    ("returns_from_kernels", False, LONG_S, 1, [EARLY], [PAST]),
    ("exits_in_kernel", False, LONG_S, None, [r"PE 1: exit was called inside a kernel, block 0 thread 0"], [PAST]),
    ("kernel_fails", False, LONG_S, 1, [r"PE 1: aborted, then called: ark::finalize", ENDS], [PAST]),
    ("kernel_fails", True, LONG_S, None, [r"finalize: stream_sync: PE 1: aborted", r"finalize: .*PE 1 is lost: it left after"], [PAST]),
    ("global_exit", False, LONG_S, 7, [], [PAST]),
    ("all_time_out", False, 2, 1, [r"timeout in signal_wait_until", ENDS], [PAST]),
    ("all_time_out", True, 2, 0, [r"PE 2 is past the wait, status 1"], [r"MPI_Finalize is left out"]),
]
# A start and an end of mpirun on a busy machine, and two deadlines.
ENOUGH_S = 40
KNOWN_AFTER_S = 1.0


def run(program, name, go_on, timeout_s, launcher, ranks, folder):
    arguments = ["go_on", os.path.join(folder, "ended")] if go_on else []
    # Otherwise mpirun ends the survivors of an early exit, perhaps before they print.
    survive = ["--mca", "orte_abort_on_non_zero_status", "0"] if go_on and name in ("returns", "exits") else []
    job = launcher + [str(ROOT / "scripts/mpirun"), "-n", str(ranks), "--bind-to", "none"] + survive
    job += [program, name] + arguments
    env = dict(os.environ, ARK_TIMEOUT=f"{timeout_s}s")
    began = time.monotonic()
    done = subprocess.run(job, env=env, capture_output=True, text=True, timeout=2 * LONG_S, start_new_session=True)
    return done.returncode, done.stdout + done.stderr, time.monotonic() - began


def problems_of(code, text, took, status, wanted, unwanted):
    if took > ENOUGH_S:
        yield f"it took {took:.1f} s"
    if (code == 0) if status is None else (code != status):
        yield f"status {code}, not {'one of a failure' if status is None else status}"
    for pattern in wanted:
        if not re.search(pattern, text):
            yield f"does not say '{pattern}'"
    for pattern in unwanted:
        if re.search(pattern, text):
            yield f"says '{pattern}'"


def on_one_host(program, folder):
    def one(case):
        name, go_on, timeout_s, status, wanted, unwanted = case
        with tempfile.TemporaryDirectory(dir=folder) as own:
            code, text, took = run(program, name, go_on, timeout_s, [], 3, own)
        return f"{name}{' go_on' if go_on else ''}", text, took, list(
            problems_of(code, text, took, status, wanted, unwanted))

    with concurrent.futures.ThreadPoolExecutor(3) as pool:  # they sleep for most of their time
        yield from pool.map(one, RUNS)


def between_hosts(program, folder, layout):
    hosts, slots = layout.split("x")
    launcher = [str(ROOT / "scripts/multihost"), hosts, "--slots", slots, "--"]
    ranks = int(hosts) * int(slots)
    for name in ("returns", "exits"):
        code, text, took = run(program, name, True, LONG_S, launcher, ranks, folder)
        problems = list(problems_of(code, text, took, 0, [EARLY], [r"peer PE [^1]\b"]))
        delays = [float(found) for found in re.findall(r"knew after ([0-9.]+) s", text)]
        if len(delays) != ranks - 1 or max(delays) > KNOWN_AFTER_S:
            problems.append(f"the {ranks - 1} others knew after {delays} s, not within {KNOWN_AFTER_S} s")
        yield f"{name} {layout}", text, took, problems


def main():
    program = os.path.abspath(sys.argv[1])
    bad = 0
    with tempfile.TemporaryDirectory(prefix="ark-ending-") as folder:
        if len(sys.argv) > 2:
            ready = subprocess.run([str(ROOT / "scripts/multihost"), "--check"], capture_output=True, text=True)
            if ready.returncode != 0:
                print(ready.stdout + ready.stderr)
                return ready.returncode
            results = between_hosts(program, folder, sys.argv[2])
        else:
            results = on_one_host(program, folder)
        for name, text, took, problems in results:
            print(f"{'ok' if not problems else 'FAILED'} {name} {took:.1f} s", flush=True)
            for problem in problems:
                print(f"  {problem}")
            if problems:
                print("  | " + "\n  | ".join(text.splitlines()[:60]), flush=True)
            bad += bool(problems)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
