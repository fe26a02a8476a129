"""Jobs under limits of the shell (ulimit): raised, or named at once on every PE.

limits_test.py PROGRAM: the program runs a job of two PEs, by scripts/mpirun.
"""
import pathlib
import resource
import subprocess
import sys
import time
import unittest

PROGRAM = sys.argv.pop(1)
MPIRUN = pathlib.Path(__file__).resolve().parents[3] / "scripts/mpirun"


class Limits(unittest.TestCase):
    def job(self, limits):
        """The limits are those of the PEs: mpirun needs more descriptors than they."""
        started = time.monotonic()
        done = subprocess.run([MPIRUN, "-n", "2", "bash", "-c", f'{limits} && exec "$@"', "-", PROGRAM, "fine"], capture_output=True,
                              text=True, timeout=80, check=False)
        return done, time.monotonic() - started

    def runs(self, limits):
        done, _ = self.job(limits)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def refused(self, limits, *parts):
        done, seconds = self.job(limits)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        for part in parts:
            self.assertIn(part, done.stderr)
        self.assertNotIn("timeout", done.stderr, "the others wait for a deadline")
        return seconds

    def test_the_soft_limit_of_descriptors_is_raised(self):
        if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 256:
            self.skipTest("the hard limit of descriptors is below 256")
        self.runs("ulimit -Sn 40")

    def test_too_few_descriptors_are_named(self):
        self.refused("ulimit -n 40", "Too many open files: ", " more file descriptors are needed and ", "the hard limit 40",
                     "accepted: ulimit -n ")

    def test_a_heap_above_the_file_size_is_named(self):
        self.refused("ulimit -f 16384", "symmetric heap: a segment of ", "a file of this process may have 16777216 bytes (ulimit -f")

    def test_less_address_space_is_a_smaller_reserve(self):
        said = self.runs("ulimit -v 8000000")
        self.assertRegex(said, r"ARK_HEAP_RESERVE: 17179869184 bytes wanted, [0-9]+ bytes reserved, beyond which the heap does not grow")

    def test_a_reserve_that_was_asked_for_is_not_reduced(self):
        self.refused("ulimit -v 8000000 && export ARK_HEAP_RESERVE=16g", "cannot reserve", "ulimit -v")


unittest.main(verbosity=2)
