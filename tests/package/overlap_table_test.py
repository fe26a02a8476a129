"""scripts/overlap-table with a made ark_perf: the percentages, the judgement of the plans, and what it refuses.

The argument is the source folder.
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop())
# Two cells: kernel and collective of 100 us each, and of 300 and 100 us. Serial saves nothing; the engine all, then half.
PERF = f"#!{sys.executable} -SE" + """
import json, os, sys
rows = []
for compute, collective, relation, times in ((100, 100, "equal", {"serial": 200, "engine": 100, "planned": 104}),
                                             (300, 100, "G-long", {"serial": 400, "engine": 342.857, "planned": 400})):
    for strategy, us in times.items():
        both, longer = compute + collective, max(compute, collective)
        percent = 100 * (both / us - 1) / (both / longer - 1)
        rows.append({"op": strategy, "bytes": 1024, "latency_us": us, "repeats": {"unit": "us", "median": us, "min": us, "max": us, "values": [us]},
                     "overlap": {"kind": "compute_bound", "collective": "fcollect", "relation": relation, "strategy": strategy, "executed": "x",
                                 "compute_us": compute, "collective_us": collective, "ideal_percent": percent}})
rows.append({"op": "mean", "bytes": 0, "latency_us": 1, "repeats": {}, "overlap": {"kind": "", "strategy": "serial"}})
assert os.environ["ARK_CPU_WORKERS"] == "1" and sys.argv[1] == "--pes", sys.argv
print(json.dumps({"tests": [{"rows": rows}]}))
"""


class OverlapTable(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        self.put(PERF)

    def put(self, text):
        path = self.build / "perf" / "ark_perf"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def run_table(self, *more):
        return subprocess.run([sys.executable, "-B", str(SOURCE / "scripts/overlap-table"), "--build", str(self.build), "--no-docs",
                               "--bed", "one_host", *more], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)

    def test_means_and_plans(self):
        done = self.run_table()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| serial | **0** | 0 to 0 | 0 | 0 | - | 0 |  |", done.stdout)
        # 100 % and 50 %; together (200 + 400) / 442.857 of (600 / 400).
        self.assertIn("| engine | **75** | 50 to 100 | 50 | 100 | - | 71 | 66 |", done.stdout)
        # 104 us is within 5 % of 100 us, 400 us not of 342.857 us.
        self.assertIn("Planned: within 5% of the fastest strategy in 1 of 2 cells.", done.stdout)
        self.assertIn("2 cells.", done.stdout)

    def test_a_failed_run_is_named(self):
        self.put("#!/bin/sh\necho 'ark_perf: no PE' >&2\nexit 3\n")
        done = self.run_table()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"overlap -m 1m:4m -f 4 --repeat 5 --format json' ended with 3: ark_perf: no PE")

    def test_refusals(self):
        for options, says in ((["--repeat", "0"], "--repeat is 1 or more"), (["--build", "/nowhere"], "no ark_perf in /nowhere; build it first"),
                              (["--bed", "moon"], "invalid choice: 'moon'")):
            done = self.run_table(*options)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(says, done.stderr)


if __name__ == "__main__":
    unittest.main()
