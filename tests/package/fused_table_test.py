"""scripts/fused-table with a made ark_perf: the search for the ratios, the tables, the goals, and what it refuses.

The argument is the source folder.
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop())
# The embedding's computation takes 50 us and 50 more for each index of a bag, its collective 200; a GEMV computes for three times as long
# as it communicates, or longer.
PERF = f"#!{sys.executable} -SE" + """
import json, sys
options = dict(zip(sys.argv[2::2], sys.argv[3::2]))
if sys.argv[1] == "fused_embedding":
    times = {"compute": 50 + 50 * int(options["--pooling"]), "collective": 200, "shuffle": 20}
    factor = 0.7
else:
    times = {"compute": 30 * int(options["--columns"]), "collective": 10}
    factor = 1.1
times["unfused"] = sum(times.values())
times["launch"] = 1
times["fused"] = factor * times["unfused"]
times.update({"fused order off": 1.5 * times["fused"], "fused one slice": times["fused"], "fused copying": 2 * times["fused"]})
assert sys.argv[-3:] == ["--check", "--format", "json"], sys.argv
values = int(options["--repeat"])
rows = [{"op": way, "bytes": 64, "errors": ERRORS if way == "fused" else 0,
         "repeats": {"unit": "us", "median": us, "min": us / 2, "max": us, "values": [us] * values},
         "fused": {"to_unfused": us / times["unfused"], "skew_us": 1, "exposed_us": us - times["compute"],
                   **({"ideal_percent": 50} if "shuffle" in times else {})}}
        for way, us in times.items()]
print(json.dumps({"tests": [{"rows": rows}]}))
"""
# In the place of mpirun -n 2.
MPIRUN = "#!/bin/sh\nshift 2\nexec \"$@\"\n"


class FusedTable(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        self.put("perf/ark_perf", PERF.replace("ERRORS", "0"))
        self.mpirun = self.put("mpirun", MPIRUN)

    def put(self, name, text):
        path = self.build / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
        return path

    def run_table(self, *more):
        command = [sys.executable, "-B", str(SOURCE / "scripts/fused-table"), "--build", str(self.build), "--no-docs", "--bed", "one_host"]
        return subprocess.run([*command, *more], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              env={"PATH": "/usr/bin:/bin", "MPIRUN": str(self.mpirun)})

    def test_sizes_are_found_for_the_ratios(self):
        done = self.run_table("--operator", "fused_embedding", "--repeat", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        for wanted, pooling, compute in ("0.5", 1, 100), ("1", 3, 200), ("2", 6, 350):
            ratio, unfused = compute / 200, compute + 220
            self.assertIn(f"| embedding tables 16 batch 1024 dim 64 pooling {pooling} | {wanted} | {ratio:.2f} | {compute} | 200 | 20 | 1 | "
                          f"{unfused} | {max(compute, 200)} | {unfused} ({unfused // 2}) | ", done.stdout)
        self.assertIn("| **0.70** | 0.70 | 124 | 50 | 1 | 0.75 reached |", done.stdout)
        self.assertIn("| `fused_embedding` | one_host | 9 | 9 | **0.70** | 0.70 | 0.70 | 0.70 to 0.70 | 0 | 0.75 reached |", done.stdout)
        self.assertIn("| mean | 1.50 | 1.00 | 2.00 |", done.stdout)

    def test_a_ratio_that_no_size_gives_and_a_missed_goal_are_shown(self):
        done = self.run_table("--operator", "fused_gemv", "--repeat", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| gemv rows 4096 columns 1 | 0.5, 1, 2 | 3.00 (least) | 30 | 10 |  | 1 | 40 | 30 | 40 (20) | 44 (22) | **1.10** | "
                      "1.10 | 14 | - | 1 | 0.87 missed |", done.stdout)
        self.assertIn("| `fused_gemv` | one_host | 2 | 0 | **1.10** | 1.10 | - | 1.10 to 1.10 | 2 | 0.87 missed |", done.stdout)

    def test_wrong_results_end_it(self):
        self.put("perf/ark_perf", PERF.replace("ERRORS", "3"))
        done = self.run_table("--operator", "fused_gemv")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"ark_perf fused_gemv --rows 4096 --columns 4 .*': 3 elements differ")

    def test_a_failed_run_is_named(self):
        self.put("perf/ark_perf", "#!/bin/sh\necho 'ark_perf: no PE' >&2\nexit 3\n")
        done = self.run_table()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"fused_embedding --tables .* --format json' ended with 3: ark_perf: no PE")

    def test_a_plot_is_drawn_or_its_absence_explained(self):
        plot = self.build / "plot.svg"
        done = self.run_table("--operator", "fused_gemv", "--repeat", "1", "--plot", str(plot))
        self.assertEqual(done.returncode, 0, done.stderr)
        if plot.exists():
            self.assertIn("T_fused / T_unfused", plot.read_text())
        else:
            self.assertRegex(done.stderr, "fused-table: no plot: .* cannot import matplotlib")

    def test_refusals(self):
        for options, says in ((["--repeat", "0"], "--repeat is 1 or more"),
                              (["--build", "/nowhere"], "no ark_perf in /nowhere; build it first"),
                              (["--bed", "moon"], "invalid choice: 'moon'"), (["--operator", "fft"], "invalid choice: 'fft'")):
            done = self.run_table(*options)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
