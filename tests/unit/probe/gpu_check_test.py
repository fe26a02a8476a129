"""scripts/gpu-check without a GPU: its refusals, and with programs that stand in for the probes, its limits and reports.

The environment says where the sources are: ARK_SOURCE.
"""
import glob
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ["ARK_SOURCE"])
RUN = {"record": "run", "format": 1, "date": "2030-01-02T03:04:05Z", "commit": "abc", "gpu": "Test GPU", "driver": "1.2", "cuda": 13000}
PROBES = ["facts", "saturation", "gate", "tma_order", "graph", "gate_host", "graph_loop", "copy_sweep", "depth", "teardown",
          "timeslice"]


class GpuCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"

    def run_check(self, *arguments):
        return subprocess.run([sys.executable, SOURCE / "scripts/gpu-check", *map(str, arguments)], capture_output=True, text=True,
                              timeout=100, check=False)

    def stand_in(self, name, script, folder="bin"):
        path = self.folder / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def stand_ins(self, **other):
        """A folder of probes that each give one result; `other` gives some a script of their own."""
        for name in PROBES:
            lines = [json.dumps({**RUN, "probe": name}),
                     json.dumps({"record": "result", "probe": name, "name": "a question", "verdict": "measured"})]
            self.stand_in(f"probe_{name}", other.get(name, "".join(f"echo '{line}'\n" for line in lines)))
        return self.folder / "bin"

    def summary(self):
        return json.loads((self.out / "summary.json").read_text())

    def states(self):
        return {step["name"]: step["state"] for step in self.summary()["steps"]}


class Refusals(GpuCheck):
    def test_without_nvcc_it_says_so_and_exits_77(self):
        done = self.run_check(self.out, "--nvcc", "/nonexistent/nvcc")
        self.assertEqual(done.returncode, 77)
        self.assertIn("gpu-check: no nvcc: /nonexistent/nvcc; it is in the CUDA toolkit", done.stderr)
        self.assertFalse(self.out.exists())

    def test_compile_only_needs_nvcc_too(self):
        self.assertEqual(self.run_check("--compile-only", "--nvcc", "/nonexistent/nvcc").returncode, 77)

    @unittest.skipIf(glob.glob("/dev/nvidia[0-9]*"), "this machine has a GPU")
    def test_without_a_gpu_it_says_so_and_exits_77(self):
        done = self.run_check(self.out, "--nvcc", self.stand_in("nvcc", "exit 1"))
        self.assertEqual(done.returncode, 77)
        self.assertIn("gpu-check: no GPU: this machine has no /dev/nvidia0", done.stderr)

    def test_what_the_first_probe_says_of_the_gpu_is_passed_on(self):
        done = self.run_check(self.out, "--bin", self.stand_ins(facts="echo 'probe_facts: no GPU: none at all' >&2; exit 77\n"))
        self.assertEqual(done.returncode, 77)
        self.assertIn("no GPU: none at all", done.stderr)

    def test_without_a_folder_for_results_it_is_a_wrong_call(self):
        done = self.run_check()
        self.assertEqual(done.returncode, 2)
        self.assertIn("OUT_DIR is missing", done.stderr)


class Runs(GpuCheck):
    def test_every_probe_runs_and_leaves_its_lines(self):
        done = self.run_check(self.out, "--bin", self.stand_ins(), "--commit", "abc")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        summary = self.summary()
        self.assertEqual((summary["gpu"], summary["driver"], summary["commit"]), ("Test GPU", "1.2", "abc"))
        self.assertEqual(set(self.states().values()), {"ok"})
        self.assertEqual({step["records"] for step in summary["steps"]}, {1})
        self.assertEqual({name for name in self.states() if name.startswith("depth")}, {"depth-8", "depth-32"})
        self.assertEqual(len((self.out / "gate.jsonl").read_text().splitlines()), 2)
        self.assertRegex(done.stdout, r"gate +a question +1 measured")

    def test_probes_are_told_commit_device_and_time(self):
        script = "printf '{\"record\":\"result\",\"name\":\"%s\",\"probe\":\"gate\",\"verdict\":\"read\"}\\n' \"$*\"\n"
        self.run_check(self.out, "--bin", self.stand_ins(gate=script), "--commit", "abc", "--device", "3")
        self.assertIn("--device 3 --commit abc --seconds 45", (self.out / "gate.jsonl").read_text())

    def test_one_that_hangs_is_ended_with_its_children_and_the_rest_goes_on(self):
        child = self.folder / "child"
        hang = f"sleep 600 & echo $! > {child}\nwait\n"
        done = self.run_check(self.out, "--bin", self.stand_ins(saturation=hang), "--limit", "2")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.states()["saturation"], "timed_out")
        self.assertEqual(self.states()["timeslice"], "ok")
        self.assertTrue(self.ended(int(child.read_text())), "its child is still there")

    def ended(self, pid):
        """Within a while: who was killed may have to be collected by another first."""
        for _ in range(300):
            try:
                if pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
            except FileNotFoundError:
                return True
            time.sleep(0.1)
        return False

    def test_one_that_crashes_keeps_what_it_wrote_and_fails_the_check(self):
        result = json.dumps({"record": "result", "probe": "gate", "name": "a question", "verdict": "hung", "note": "a copy"})
        done = self.run_check(self.out, "--bin", self.stand_ins(gate=f"echo '{result}'\nprintf '{{\"cut'\nexit 3\n"))
        self.assertEqual(done.returncode, 1)
        step = next(s for s in self.summary()["steps"] if s["name"] == "gate")
        self.assertEqual((step["state"], step["exit"], step["records"], step["bad_lines"]), ("failed", 3, 1, 1))
        self.assertIn("hung: gate: a question: a copy", done.stdout)

    def test_program_that_is_missing_is_a_failed_step(self):
        programs = self.stand_ins()
        (programs / "probe_graph").unlink()
        self.assertEqual(self.run_check(self.out, "--bin", programs).returncode, 1)
        self.assertEqual(self.states()["graph"], "failed")
        self.assertEqual(self.states()["timeslice"], "ok")

    def test_when_the_budget_is_over_the_rest_is_left_out(self):
        done = self.run_check(self.out, "--bin", self.stand_ins(facts="sleep 600\n"), "--budget", "2")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.states()["facts"], "timed_out")
        self.assertEqual(self.states()["timeslice"], "left_out")
        self.assertIn("timeslice: left out, the time is over", done.stdout)

    def test_verdicts_that_need_a_look_are_printed_in_full(self):
        result = json.dumps({"record": "result", "probe": "gate", "name": "gate to signal", "bytes": 8, "verdict": "not_supported",
                             "note": "cuStreamWaitValue64"})
        done = self.run_check(self.out, "--bin", self.stand_ins(gate=f"echo '{result}'\n"))
        self.assertIn("not_supported: gate: gate to signal, bytes 8: cuStreamWaitValue64", done.stdout)


if __name__ == "__main__":
    unittest.main()
