"""Deadlines that count the time in which a PE could run, and those of the start of MPI.

deadline_test.py PROGRAM LIBRARY: suspended.cpp, slow_commit.cpp.
"""
import concurrent.futures
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SLOW_COMMIT = sys.argv.pop(1), sys.argv.pop(1)
MPIRUN = pathlib.Path(__file__).resolve().parents[3] / "scripts/mpirun"
STANDSTILL_S = 5  # more than the deadline


def start(*arguments, timeout, options=()):
    return subprocess.Popen([MPIRUN, "-n", "2", *options, PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env={**os.environ, "ARK_TIMEOUT": timeout})


def suspend(what, stands_still):
    """Both PEs stand still while PE 0 waits for PE 1: the exit status and what was printed."""
    with tempfile.TemporaryDirectory() as folder:
        comes = pathlib.Path(folder, "comes")
        job = start(what, str(comes), timeout="4s")
        pids = [int(re.search(r"process (\d+)", job.stdout.readline())[1]) for _ in range(2)]
        time.sleep(0.3)  # into the wait
        for pid in pids if stands_still else []:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(STANDSTILL_S)
        for pid in pids if stands_still else []:
            os.kill(pid, signal.SIGCONT)
        if stands_still:
            comes.touch()
        said = job.communicate(timeout=60)
        return job.returncode, said[1]


class Suspended(unittest.TestCase):
    def test_a_standstill_of_the_job_is_no_lateness(self):
        kinds = ("barrier", "kernel", "growth")
        with concurrent.futures.ThreadPoolExecutor() as pool:
            for what, (status, said) in zip(kinds, pool.map(lambda one: suspend(one, True), kinds)):
                self.assertEqual((what, status), (what, 0), said)

    def test_the_control_without_a_standstill_is_late(self):
        status, said = suspend("barrier", False)
        self.assertNotEqual(status, 0)
        self.assertIn("timeout", said)


class Growth(unittest.TestCase):
    def test_a_pe_that_commits_memory_is_not_missing(self):
        """For more than twice the deadline."""
        job = start("growth", os.devnull, timeout="2s", options=["-x", f"LD_PRELOAD={SLOW_COMMIT}"])
        said = job.communicate(timeout=60)[1]
        self.assertEqual(job.returncode, 0, said)
        self.assertRegex(said, r"PE 1: symmetric heap: [0-9]+ of [0-9]+ bytes of memory committed after 2 s; going on")


class Start(unittest.TestCase):
    def test_a_process_that_never_calls_init_is_named(self):
        expected = {"sleep": "rank 1 of this host: not there", "kill": "rank 1 of this host: not there",
                    "exit": "rank 1 of this host: not there", "stop": "rank 1 of this host: not there"}

        def run(fault):
            job = start("start", fault, timeout="2s", options=["--enable-recovery"])
            return fault, job.communicate(timeout=60)[1]

        with concurrent.futures.ThreadPoolExecutor() as pool:
            for fault, said in pool.map(run, expected):
                self.assertIn(f"ark: MPI_Init_thread has not returned after 2.0 s (ARK_TIMEOUT is 2.0 s): {expected[fault]}; "
                              "the process ends with status 1", said, fault)


unittest.main(verbosity=2)
