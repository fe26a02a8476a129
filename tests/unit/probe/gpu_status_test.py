"""perf/gpu/status on made results: every question gets its answer, and what has not run says so.

The environment says where the sources are: ARK_SOURCE.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["ARK_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "perf/gpu"))
import findings  # noqa: E402
import sources  # noqa: E402
import steps  # noqa: E402

PROBES = ["shared_size", "grid_id", "saturation", "graph", "facts"]


def copy(call, bytes, verdict, memory="device to device"):
    return {"name": "copy", "call": call, "memory": memory, "bytes": bytes, "verdict": verdict}


SAMPLE = {
    "shared_size": [{"name": "dynamic shared memory", "launched": "<<<>>>", "given": 1000, "seen": 1000, "verdict": "exact"},
                    {"name": "dynamic shared memory", "launched": "<<<>>>", "given": 1, "seen": 16, "verdict": "differs"}],
    "grid_id": [{"name": "grid numbers", "launched": "streams", "grids": 8, "distinct": 8, "verdict": "unique"}],
    "saturation": [{"name": "setup", "what": "source", "verdict": "done"},
                   copy("kernel of loads and stores (control)", 4096, "needs_sm"), copy("cudaMemcpyAsync", 4096, "needs_sm"),
                   copy("cudaMemcpyAsync", 1 << 20, "no_sm"), copy("cudaMemcpyBatchAsync, prefer overlap", 4096, "no_sm"),
                   copy("cudaMemcpyBatchAsync, prefer overlap", 1 << 20, "no_sm")],
    "graph": [copy("body of an IF node", 4096, "no_sm"), copy("graph launched by a kernel", 4096, "not_supported")],
    "facts": [{"name": "attribute", "attribute": "ASYNC_ENGINE_COUNT", "value": 3, "verdict": "read"}],
}


class GpuStatus(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.results, self.out = pathlib.Path(folder.name) / "results", pathlib.Path(folder.name) / "out"
        self.page = pathlib.Path(folder.name) / "page.md"

    def add(self, folder):
        done = self.run_status("--add", self.out / folder)
        self.assertEqual(done.returncode, 0, done.stderr)

    def put(self, folder, probe, records, gpu="Test GPU", commit="abc123"):
        run = {"record": "run", "probe": probe, "format": 1, "date": f"{folder[:10]}T03:04:05Z", "commit": commit, "gpu": gpu,
               "driver": "1.2.3", "cuda": 13000}
        lines = [run] + [{"record": "result", "probe": probe, **one} for one in records]
        path = self.out / folder / f"{probe}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines) + '{"record":"result","na')  # killed within a line

    def run_status(self, *arguments):
        return subprocess.run([sys.executable, SOURCE / "perf/gpu/status", "--results", self.results, "--output", self.page,
                               *arguments], capture_output=True, text=True, timeout=60, check=False)

    def generate(self):
        done = self.run_status()
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.page.read_text()

    def row(self, probe):
        return next(line for line in self.generate().splitlines() if line.startswith("|") and f"| `{probe}` |" in line)

    def put_summary(self, folder, *steps, commit="abc123", **code):
        path = self.out / folder
        path.mkdir(parents=True, exist_ok=True)
        summary = {"format": 3, "date": f"{folder[:10]}T03:04:05Z", "commit": commit, "gpu": "Test GPU", "driver": "1.2.3", "cuda": 13000,
                   "code": {**sources.digests(), **code}, "steps": [{"state": "ok", "exit": 0, "seconds": 1.0, **step} for step in steps]}
        (path / "summary.json").write_text(json.dumps(summary))
        self.add(folder)

    def ark_row(self, name):
        return next(line for line in self.generate().splitlines() if line.startswith(f"| `{name}` |"))

    def is_not_run(self, name):
        return any(line.startswith("**Not run**: ") and f"`{name}`" in line for line in self.generate().splitlines())

    def questions(self):
        return self.generate().partition("\n## Tests\n")[0]

    def test_without_results_every_question_says_not_run(self):
        self.assertEqual(self.questions().count("**not run**"), len(PROBES))
        self.assertIn("Never run of the probes: " + ", ".join(f"`{p}`" for p in PROBES), self.questions())

    def test_without_results_every_test_measurement_and_sanitizer_says_not_run(self):
        for section in self.generate().partition("\n## Tests")[2].split("\n## "):
            self.assertEqual([line for line in section.splitlines() if line.startswith("| `")], [])
            count = section.partition("**Not run**: ")[2].count("`") // 2
            self.assertGreater(count, 10)
            self.assertIn(f"0 of {count} have run.", section)

    def test_test_is_told_with_date_machine_and_commit(self):
        self.put_summary("2030-01-02-test", {"name": "gpu.pes_on_gpu.cuda"},
                         {"name": "gpu.rma_on_gpu.cuda", "state": "failed", "why": "Rma.Put, Rma.Get"},
                         {"name": "gpu.plan_on_gpu.cuda", "state": "timed_out", "why": "in Plan.Waits"},
                         *({"name": name, "state": state} for name, state in (("gpu.wait_on_gpu.cuda", "stopped"), ("tests", "not_built"),
                                                                              ("gpu.amo_on_gpu.cuda", "left_out"))))
        place = "2030-01-02, Test GPU, driver 1.2.3, CUDA 13.0, commit `abc123`"
        self.assertEqual(self.ark_row("gpu.pes_on_gpu.cuda"), "| `gpu.pes_on_gpu.cuda` | passed |")
        self.assertIn(f"have run: {place}.", self.generate())
        self.assertIn("| failed: Rma.Put, Rma.Get |", self.ark_row("gpu.rma_on_gpu.cuda"))
        self.assertIn("| timed out: in Plan.Waits |", self.ark_row("gpu.plan_on_gpu.cuda"))
        self.put_summary("2030-01-03-test", {"name": "gpu.rma_on_gpu.cuda"}, commit="later")
        self.assertEqual(self.ark_row("gpu.pes_on_gpu.cuda"), f"| `gpu.pes_on_gpu.cuda` | passed | {place} |")
        self.assertIn("| passed | 2030-01-03, Test GPU, driver 1.2.3, CUDA 13.0, commit `later` |", self.ark_row("gpu.rma_on_gpu.cuda"))
        for name in ("gpu.amo_on_gpu.cuda", "gpu.wait_on_gpu.cuda"):
            self.assertTrue(self.is_not_run(name))
        self.assertIn("3 of ", self.generate())

    def test_measurement_is_told_in_short(self):
        self.put_summary("2030-01-02-test", {"name": "perf-put_latency-thread", "found": "8 B 1.25 us"},
                         {"name": "perf-put_bw-block", "state": "failed", "why": "put_bw: timeout", "found": "8 B 2 MB/s"},
                         {"name": "perf-put_mr-engine", "state": "skipped", "why": "no rings"},
                         {"name": "perf-engines-latency", "state": "left_out"}, {"name": "perf-put_bw-blocks"})
        self.assertIn("| 8 B 1.25 us |", self.ark_row("perf-put_latency-thread"))
        self.assertIn("| failed: put_bw: timeout; 8 B 2 MB/s |", self.ark_row("perf-put_bw-block"))
        self.assertIn("| skipped: no rings |", self.ark_row("perf-put_mr-engine"))
        self.assertTrue(self.is_not_run("perf-engines-latency"))
        self.assertIn("| ended well, found nothing |", self.ark_row("perf-put_bw-blocks"))
        self.assertRegex(self.generate(), r"## Measurements\n\n3 of \d+ have run: 2030-01-02, Test GPU")

    def test_result_of_code_that_has_changed_since_is_marked(self):
        old = {"SM engine": "000000000000"}
        self.put_summary("2030-01-02-test", {"name": "gpu.engine_on_gpu.cuda"}, {"name": "gpu.pes_on_gpu.cuda"}, **old)
        self.assertIn("| **former SM engine**: passed |", self.ark_row("gpu.engine_on_gpu.cuda"))
        self.assertIn("| passed |", self.ark_row("gpu.pes_on_gpu.cuda"))
        self.assertRegex(self.generate(), r"2 of \d+ have run, 1 with former code: 2030")
        self.put_summary("2030-01-03-test", {"name": "gpu.engine_on_gpu.cuda"})
        self.assertIn("| passed |", self.ark_row("gpu.engine_on_gpu.cuda"))

    def test_result_without_digests_is_marked(self):
        self.put_summary("2030-01-02-test", {"name": "perf-plan_latency", "found": "8 B 7 us"}, {"name": "perf-plain", "found": "8 B 1 us"})
        path, = self.results.iterdir()
        rows = path.read_text().splitlines()
        path.write_text("\n".join([rows[0], *(re.sub(r',[^,]*$|,"[^"]*"$', ",", row) for row in rows[1:])]) + "\n")
        self.assertIn("| **former copies, waits, plans**: 8 B 7 us |", self.ark_row("perf-plan_latency"))
        self.assertIn("| **former comparison loops**: 8 B 1 us |", self.ark_row("perf-plain"))

    def test_digest_follows_code_and_no_comment(self):
        tree = pathlib.Path(self.out.parent) / "tree"
        for name in (name for names in sources.PARTS.values() for name in names):
            file = tree / name if name.endswith(".hpp") else tree / name / "a.hpp"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("int a;  // one\n")
        first = sources.digests(tree)
        engine = tree / "device/ark/device/engine/a.hpp"
        engine.write_text("int a;\n// another\n")
        self.assertEqual(sources.digests(tree), first)
        engine.write_text("int b;\n")
        self.assertEqual({part for part, digest in sources.digests(tree).items() if digest != first[part]}, {"SM engine"})
        engine.unlink()
        with self.assertRaisesRegex(SystemExit, "SM engine: there is no device/ark/device/engine: name the files"):
            sources.digests(tree)

    def test_programs_that_the_parts_name_are_those_of_steps(self):
        self.assertLessEqual(sources.WITH_ENGINE | sources.WITH_PLANS | sources.NOT_ARK, {step.program for step in steps.STEPS})

    def test_goals_are_judged_by_the_figures_of_their_steps(self):
        self.assertEqual(self.generate().count("**not measured**"), len(findings.GOALS))
        name = "perf-put_signal_latency-thread-queued"
        self.put_summary("2030-01-02-test", {"name": name, "found": "put_signal_latency SM engine thread: 8 B 2.1 us, 4096 B 2.6 us"},
                         **{"SM engine": "000000000000"})
        page = self.generate()
        self.assertIn(f"| <= 2.2 us | **former SM engine**: 2.1 us: reached | `{name}` | 2030-01-02, Test GPU", page)
        self.assertIn("| <= 2.5 us | **former SM engine**: 2.6 us: **not reached** |", page)
        self.assertEqual(page.count("**not measured**"), len(findings.GOALS) - 2)

    def test_sanitizer_is_told_by_program(self):
        self.put_summary("2030-01-02-test", {"name": "memcheck-rma_on_gpu"},
                         {"name": "racecheck-rma_on_gpu", "state": "failed", "why": "racecheck found errors"})
        self.assertIn("| no errors |", self.ark_row("memcheck-rma_on_gpu"))
        self.assertIn("| failed: racecheck found errors |", self.ark_row("racecheck-rma_on_gpu"))

    def test_the_last_run_counts_and_one_that_was_skipped_hides_none(self):
        name = "gpu.pes_on_gpu.cuda"
        self.put_summary("2030-01-02-old", {"name": name, "state": "failed"}, commit="old")
        self.put_summary("2030-02-01-new", {"name": name}, commit="new")
        self.put_summary("2030-03-01-skips", {"name": name, "state": "skipped"}, commit="skips")
        self.assertIn("| passed |", self.ark_row(name))
        self.assertRegex(self.generate(), r"## Tests\n\n1 of \d+ have run: .*commit `new`")

    def test_an_earlier_run_that_is_added_later_replaces_nothing(self):
        self.put_summary("2030-02-01-new", {"name": "gpu.pes_on_gpu.cuda"}, commit="new")
        self.put_summary("2030-01-02-old", {"name": "gpu.pes_on_gpu.cuda", "state": "failed"}, {"name": "gpu.rma_on_gpu.cuda"}, commit="old")
        self.assertIn("| passed | 2030-02-01, ", self.ark_row("gpu.pes_on_gpu.cuda"))
        self.assertIn("commit `old`", self.ark_row("gpu.rma_on_gpu.cuda"))

    def test_each_gpu_has_a_file_and_the_page_the_last_record(self):
        for folder, gpu in (("2030-02-01-b", "Test GPU"), ("2030-01-02-a", "Other GPU")):
            self.put(folder, "facts", SAMPLE["facts"], gpu=gpu)
            self.add(folder)
        self.assertEqual(sorted(path.name for path in self.results.iterdir()), ["status-other-gpu.csv", "status-test-gpu.csv"])
        self.assertIn("have an answer: 2030-02-01, Test GPU, ", self.questions())

    def test_summary_that_was_cut_off_does_not_cost_the_rest(self):
        self.put("2030-02-01-new", "facts", SAMPLE["facts"])
        (self.out / "2030-02-01-new/summary.json").write_text('{"format": 1, "st')
        self.add("2030-02-01-new")
        self.assertIn("ASYNC_ENGINE_COUNT 3", self.row("facts"))

    def test_folder_without_results_is_refused(self):
        done = self.run_status("--add", self.out / "nothing")
        self.assertEqual((done.returncode, done.stderr),
                         (1, f"--add {self.out}/nothing: no probe and no step of perf/gpu/check has run there\n"))

    def test_with_results_of_all_probes_no_question_is_left(self):
        for probe in PROBES:
            self.put("2030-01-02-test", probe, SAMPLE[probe])
        self.add("2030-01-02-test")
        page = self.questions()
        self.assertNotIn("**not run**", page)
        self.assertIn("Never run of the probes: nothing of the above.", page)
        self.assertIn("2030-01-02, Test GPU, driver 1.2.3, CUDA 13.0, commit `abc123`", page)

    def test_answers_are_counts_of_verdicts_by_case(self):
        for probe, answer in (("saturation", "| kernel of loads and stores (control), device to device: 1 an SM; cudaMemcpyAsync, device to "
                               "device: 1 an SM, 1 no SM; cudaMemcpyBatchAsync, prefer overlap, device to device: 2 no SM |"),
                              ("shared_size", "| <<<>>>: 1 exact, 1 differs |"),
                              ("graph", "graph launched by a kernel, device to device: 1 not supported |"),
                              ("facts", "| ASYNC_ENGINE_COUNT 3 |")):
            self.put("2030-01-02-test", probe, SAMPLE[probe])
            self.add("2030-01-02-test")
            self.assertIn(answer, self.row(probe))

    def test_control_that_did_not_wait_takes_the_answers_worth(self):
        self.put("2030-01-02-test", "saturation", [copy("kernel (control)", 8, "no_sm"), copy("cudaMemcpyAsync", 8, "no_sm")])
        self.add("2030-01-02-test")
        self.assertIn("DID NOT WAIT", self.row("saturation"))

    def test_the_last_folder_that_can_answer_does(self):
        self.put("2030-01-02-old", "shared_size", SAMPLE["shared_size"], commit="old")
        self.add("2030-01-02-old")
        self.put("2030-02-01-new", "facts", SAMPLE["facts"], commit="new")
        self.put("2030-02-01-new", "shared_size", [{"name": "setup", "verdict": "failed"}], commit="new")
        self.add("2030-02-01-new")
        self.assertIn("commit `old`", self.row("shared_size"))
        self.assertIn("commit `new`", self.row("facts"))

    def test_check_fails_for_a_page_that_is_out_of_date(self):
        self.generate()
        self.assertEqual(self.run_status("--check").returncode, 0)
        self.put("2030-01-02-test", "facts", SAMPLE["facts"])
        self.assertEqual(self.run_status("--add", self.out / "2030-01-02-test", "--output", self.page.with_suffix(".other")).returncode, 0)
        done = self.run_status("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("run perf/gpu/status", done.stderr)

    def test_every_field_that_names_a_case_is_one_that_a_probe_writes(self):
        fields = re.findall(r'cases_by\(([^)]*)\)', (SOURCE / "perf/gpu/status").read_text())
        probes = "".join(path.read_text() for path in (SOURCE / "perf/probe").rglob("*.[ch]*"))
        for field in {field for some in fields for field in re.findall(r'"(\w+)"', some)}:
            self.assertTrue(f'"{field}"' in probes, f"no probe writes {field}")


if __name__ == "__main__":
    unittest.main()
