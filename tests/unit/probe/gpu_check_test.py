"""scripts/gpu-check without a GPU: its refusals, and with programs that stand in for what it builds, its limits and reports.

The environment says where the sources are: ARK_SOURCE.
"""
import contextlib
import glob
import importlib.machinery
import importlib.util
import io
import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import unittest.mock

SOURCE = pathlib.Path(os.environ["ARK_SOURCE"])
RUN = {"record": "run", "format": 1, "date": "2030-01-02T03:04:05Z", "commit": "abc", "gpu": "Test GPU", "driver": "1.2", "cuda": 13000}
PROBES = ["facts", "saturation", "gate", "tma_order", "graph", "gate_host", "graph_loop", "copy_sweep", "depth", "teardown",
          "timeslice"]


def load_check():
    """The script as a module."""
    loader = importlib.machinery.SourceFileLoader("gpu_check", str(SOURCE / "scripts/gpu-check"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("gpu_check", loader))
    with unittest.mock.patch.object(sys, "dont_write_bytecode", True):
        loader.exec_module(module)
    return module


class GpuCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"
        # Of two processes one, as if only the first said anything.
        self.stand_in("mpirun", 'shift 2\nexec "$@"\n', "tools")
        self.stand_in("mpicc", "exit 0\n", "tools")

    def command(self, *arguments, **environment):
        """The script's, with the environment that it gets."""
        tools = f"{self.folder / 'tools'}:{os.environ['PATH']}"
        inherited = {name: value for name, value in os.environ.items() if name != "NVSHMEM_HOME"}
        return {"args": [sys.executable, SOURCE / "scripts/gpu-check", *map(str, arguments)], "text": True, "stdout": subprocess.PIPE,
                "stderr": subprocess.PIPE, "env": {**inherited, "PATH": tools, **environment}}

    def run_check(self, *arguments, **environment):
        return subprocess.run(**self.command(*arguments, **environment), timeout=100, check=False)

    def run_probes(self, *arguments):
        return self.run_check(self.out, "--only", "probes", "--bin", *arguments)

    def stand_in(self, name, script, folder="bin"):
        path = self.folder / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def stand_ins(self, **other):
        """A folder of probes that each give one result; `other` gives some a script of their own."""
        for name in PROBES:
            lines = [json.dumps({**RUN, "probe": name}),
                     json.dumps({"record": "result", "probe": name, "name": "a question", "verdict": "measured"})]
            self.stand_in(f"probe_{name}", other.get(name, "".join(f"echo '{line}'\n" for line in lines)), "bin/probe")
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
        done = self.run_probes(self.stand_ins(facts="echo 'probe_facts: no GPU: none at all' >&2; exit 77\n"))
        self.assertEqual(done.returncode, 77)
        self.assertIn("no GPU: none at all", done.stderr)

    def test_without_a_folder_for_results_it_is_a_wrong_call(self):
        done = self.run_check()
        self.assertEqual(done.returncode, 2)
        self.assertIn("OUT_DIR is missing", done.stderr)


class Runs(GpuCheck):
    def test_every_probe_runs_and_leaves_its_lines(self):
        done = self.run_probes(self.stand_ins(), "--commit", "abc")
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
        self.run_probes(self.stand_ins(gate=script), "--commit", "abc", "--device", "3")
        self.assertIn("--device 3 --commit abc --seconds 45", (self.out / "gate.jsonl").read_text())

    def test_one_that_hangs_is_ended_with_its_children_and_the_rest_goes_on(self):
        child = self.folder / "child"
        hang = f"sleep 600 & echo $! > {child}\nwait\n"
        done = self.run_probes(self.stand_ins(saturation=hang), "--limit", "2")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.states()["saturation"], "timed_out")
        self.assertEqual(self.states()["timeslice"], "ok")
        self.assertTrue(self.ended(int(child.read_text())), "its child is still there")

    def test_summary_is_whole_after_every_step(self):
        self.run_probes(self.stand_ins(gate=f"cat {self.out}/summary.json\n"))
        seen = json.loads((self.out / "gate.jsonl").read_text())
        self.assertEqual([step["name"] for step in seen["steps"]], ["facts", "saturation"])
        self.assertEqual((seen["complete"], seen["gpu"], seen["cuda"]), (False, "Test GPU", 13000))
        self.assertTrue(self.summary()["complete"])

    def test_signal_ends_the_step_and_leaves_summary_and_archive(self):
        child, archive = self.folder / "child", self.folder / "new/all.tgz"
        programs = self.stand_ins(gate=f"echo '{{}}'\nsleep 600 & echo $! > {child}\nwait\n")
        for number in (signal.SIGTERM, signal.SIGINT):
            child.unlink(missing_ok=True)
            check = subprocess.Popen(**self.command(self.out, "--only", "probes", "--bin", programs, "--archive", archive))
            self.wait_for(lambda: child.is_file() and child.read_text().endswith("\n"))
            check.send_signal(number)
            output, errors = check.communicate(timeout=60)
            self.assertEqual(check.returncode, 128 + number, output + errors)
            self.assertTrue(self.ended(int(child.read_text())), "its child is still there")
            self.assertEqual((self.states()["gate"], self.states()["timeslice"]), ("stopped", "left_out"))
            self.assertFalse(self.summary()["complete"])
            self.assertEqual(self.in_archive(archive, "out/summary.json"), (self.out / "summary.json").read_bytes())

    def test_archive_holds_all_files_but_itself(self):
        archive = self.out / "all.tgz"
        done = self.run_probes(self.stand_ins(), "--archive", archive)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with tarfile.open(archive) as packed:
            self.assertEqual({f"out/{file.name}" for file in self.out.iterdir() if file != archive}, set(packed.getnames()))
        self.assertEqual(self.in_archive(archive, "out/gate.jsonl"), (self.out / "gate.jsonl").read_bytes())

    def test_commit_that_is_given_wins(self):
        self.stand_in("git", "echo of-git\n", "tools")
        self.run_probes(self.stand_ins())
        self.assertEqual(self.summary()["commit"], "of-git")
        self.run_probes(self.stand_ins(), "--commit", "given")
        self.assertEqual(self.summary()["commit"], "given")

    def in_archive(self, archive, name):
        with tarfile.open(archive) as packed:
            return packed.extractfile(name).read()

    def wait_for(self, condition):
        for _ in range(600):
            if condition():
                return
            time.sleep(0.1)
        self.fail("it does not come about")

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
        done = self.run_probes(self.stand_ins(gate=f"echo '{result}'\nprintf '{{\"cut'\nexit 3\n"))
        self.assertEqual(done.returncode, 1)
        step = next(s for s in self.summary()["steps"] if s["name"] == "gate")
        self.assertEqual((step["state"], step["exit"], step["records"], step["bad_lines"]), ("failed", 3, 1, 1))
        self.assertIn("hung: gate: a question: a copy", done.stdout)

    def test_programs_that_are_missing_are_named_once_and_are_no_success(self):
        programs = self.stand_ins()
        for name in ("graph", "depth"):
            (programs / f"probe/probe_{name}").unlink()
        done = self.run_probes(programs)
        self.assertEqual(done.returncode, 1)
        self.assertIn("not built: probe_depth, probe_graph", done.stdout)
        self.assertEqual([name for name, state in self.states().items() if state != "ok"], ["probes"])
        self.assertLessEqual({"timeslice", "teardown"}, set(self.states()))

    def test_what_may_upset_the_driver_runs_last(self):
        self.run_probes(self.stand_ins())
        self.assertEqual(list(self.states())[-1], "teardown")

    def test_when_the_budget_is_over_the_rest_is_left_out(self):
        done = self.run_probes(self.stand_ins(facts="sleep 600\n"), "--budget", "2")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.states()["facts"], "timed_out")
        self.assertEqual(self.states()["timeslice"], "left_out")
        self.assertIn("timeslice: left out, the time is over", done.stdout)

    def test_verdicts_that_need_a_look_are_printed_in_full(self):
        result = json.dumps({"record": "result", "probe": "gate", "name": "gate to signal", "bytes": 8, "verdict": "not_supported",
                             "note": "cuStreamWaitValue64"})
        done = self.run_probes(self.stand_ins(gate=f"echo '{result}'\n"))
        self.assertIn("not_supported: gate: gate to signal, bytes 8: cuStreamWaitValue64", done.stdout)


class Ark(GpuCheck):
    """What is built with libark, by stand-ins in the folders of its build."""

    def setUp(self):
        super().setUp()
        self.ark = self.folder / "bin/ark"
        self.stand_in("ark_perf_cuda", f"echo '{self.perf_document()}'\n", "bin/ark/perf/ark_perf/cuda")
        self.tests(one="echo ran\n", two="exit 77\n")

    @staticmethod
    def perf_document():
        row = {"bytes": 8, "latency_us": 1.25}
        return json.dumps({"schema": "ark_perf/1", "tests": [{"test": "put_latency", "rows": [row]}], "errors": 0})

    def tests(self, **scripts):
        """CTest's tests of a build: label gpu, but for one that a GPU has nothing to do with."""
        for name, script in {**scripts, "other": "exit 1\n"}.items():
            self.stand_in(name, script, "bin/ark/tests/gpu")
        self.list_tests(*((f"gpu.{name}", name, "unit" if name == "other" else "gpu") for name in [*scripts, "other"]))

    def list_tests(self, *tests):
        folder = self.ark / "tests/gpu"
        lines = []
        for name, program, label in tests:
            lines += [f"add_test({name} {folder / program})",
                      f"set_tests_properties({name} PROPERTIES LABELS {label} SKIP_RETURN_CODE 77 WORKING_DIRECTORY {folder}"
                      " ENVIRONMENT \"ARK_HEAP=cuda;LIKE=this\")"]
        (self.ark / "CTestTestfile.cmake").write_text("\n".join(lines))

    def run_ark(self, *arguments, **environment):
        return self.run_check(self.out, "--bin", self.folder / "bin", *arguments, **environment)

    def step(self, name):
        return next(s for s in self.summary()["steps"] if s["name"] == name)

    def test_tests_with_the_label_run_and_each_is_a_step(self):
        self.tests(one="echo ran\n", two="echo 'skipped: no GPU: none'; exit 77\n")
        done = self.run_ark("--only", "tests")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.states(), {"gpu.one": "ok", "gpu.two": "skipped"})
        self.assertEqual((self.out / "gpu.one.txt").read_text(), "ran\n")
        self.assertRegex(done.stdout, r"gpu\.two +skipped: no GPU: none")

    def test_test_gets_ctests_environment_and_a_short_deadline_and_leaves_what_googletest_saw(self):
        self.tests(one="echo $ARK_HEAP $LIKE $ARK_TIMEOUT $PWD\necho '{}' > ${GTEST_OUTPUT#json:}\n")
        self.run_ark("--only", "tests")
        self.assertEqual((self.out / "gpu.one.txt").read_text(), f"cuda this 8s {self.ark.resolve()}/tests/gpu\n")
        self.assertEqual((self.out / "gpu.one.json").read_text(), "{}\n")

    def test_one_that_fails_fails_the_check_and_names_its_cases(self):
        cases = [{"name": "Good"}, {"name": "Bad", "failures": [{}]}, {"name": "Worse", "failures": [{}]}]
        document = json.dumps({"testsuites": [{"name": "Suite", "testsuite": cases}]})
        self.tests(one=f"echo wrong; echo '{document}' > ${{GTEST_OUTPUT#json:}}; exit 1\n", two="exit 0\n")
        self.assertEqual(self.run_ark("--only", "tests").returncode, 1)
        self.assertEqual(self.states(), {"gpu.one": "failed", "gpu.two": "ok"})
        self.assertEqual(self.step("gpu.one")["why"], "Suite.Bad, Suite.Worse")
        self.assertIn("wrong", (self.out / "gpu.one.txt").read_text())

    def test_one_that_hangs_costs_only_itself_and_is_told_with_its_case(self):
        self.tests(one="echo '[ RUN      ] Suite.Ends'; echo '[ RUN      ] Suite.Hangs'; sleep 600\n", two="exit 0\n")
        self.out.mkdir()
        (self.out / "gpu.one.json").write_text('{"testsuites": []}')  # of an earlier run
        self.assertEqual(self.run_ark("--only", "tests", "--limit", "2").returncode, 1)
        self.assertEqual(self.states(), {"gpu.one": "timed_out", "gpu.two": "ok"})
        self.assertEqual(self.step("gpu.one")["why"], "in Suite.Hangs")

    def test_tests_run_in_the_order_of_what_builds_on_what(self):
        programs = ["litmus_on_gpu", "new_on_gpu", "on_stream_graph", "processes", "rma_on_gpu", "pes_on_gpu"]
        for program in programs:
            self.stand_in(program, "exit 0\n", "bin/ark/tests/gpu")
        variants = [f"gpu.{p}.{heap}" for p in programs if p.endswith("_on_gpu") for heap in ("cuda_ipc", "cuda_host", "cuda")]
        names = [*variants, "gpu.on_stream_graph.lazy", "gpu.processes"]
        self.list_tests(*((name, name.split(".")[1], "gpu") for name in names))
        self.run_ark("--only", "tests")
        self.assertEqual(list(self.states()), [
            "gpu.pes_on_gpu.cuda", "gpu.rma_on_gpu.cuda", "gpu.processes", "gpu.on_stream_graph.lazy", "gpu.litmus_on_gpu.cuda", "gpu.new_on_gpu.cuda",
            *(f"gpu.{program}_on_gpu.{heap}" for heap in ("cuda_host", "cuda_ipc") for program in ("pes", "rma", "litmus", "new"))])

    def test_those_that_were_not_built_are_named_once_and_are_no_success(self):
        (self.ark / "tests/gpu/one").unlink()
        done = self.run_ark("--only", "tests")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.states(), {"tests": "not_built", "gpu.two": "skipped"})
        self.assertIn("not built: gpu.one", done.stdout)

    def test_without_ctest_that_is_said_and_the_rest_runs(self):
        for tool in ("sh", "env", "echo", "cat"):
            (self.folder / "few").mkdir(exist_ok=True)
            (self.folder / "few" / tool).symlink_to(shutil.which(tool))
        done = self.run_ark("--only", "tests", "--only", "perf", PATH=str(self.folder / "few"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("no ctest in PATH; it comes with CMake", done.stdout)
        self.assertEqual((self.states()["tests"], self.states()["perf-put_bw-thread"]), ("failed", "ok"), done.stderr)

    def test_build_without_tests_is_no_success(self):
        (self.ark / "CTestTestfile.cmake").write_text("")
        self.assertEqual(self.run_ark("--only", "tests").returncode, 1)

    def test_each_measurement_is_a_document_of_its_own(self):
        done = self.run_ark("--only", "perf")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        names = set(self.states())
        self.assertLessEqual({"perf-put_latency-thread", "perf-put_signal_latency-thread", "perf-put_bw-blocks", "perf-put_mr-blocks",
                              "perf-atomic_latency-thread", "perf-put_latency-engine"}, names)
        for name in names:
            self.assertEqual(json.loads((self.out / f"{name}.json").read_text())["schema"], "ark_perf/1")
        self.assertRegex(done.stdout, r"perf-put_latency-thread +8 B 1\.25 us")

    def measured(self, text):
        """What is said of a document."""
        path = self.folder / "document"
        path.write_text(text)
        return load_check().measured(path)

    def test_what_a_library_writes_before_the_document_does_no_harm(self):
        for text in ("warning: {of a library}\n" + self.perf_document(), "warning: " + self.perf_document(), self.perf_document() + "\nat exit: {}"):
            self.assertEqual(self.measured(text), ["8 B 1.25 us"])

    def test_documents_that_are_none_are_bad_and_stop_nothing(self):
        for text in ("", "no document", '{"tests": [', '{"other": 1}', '{"tests": [{"test": "put_bw", "rows": [{"bytes": 8}]}]}', "[]"):
            self.assertIsNone(self.measured(text), text)
        self.stand_in("ark_perf_cuda", "echo no document\n", "bin/ark/perf/ark_perf/cuda")
        done = self.run_ark("--only", "perf")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertEqual(set(self.states().values()), {"bad_document"})
        self.assertIn("perf-put_bw-block: bad document", done.stdout)

    @staticmethod
    def incomplete_document():
        tests = [{"test": "put_latency", "options": {"engine": "inline"}, "rows": [{"bytes": 8, "latency_us": 1.25}]},
                 {"test": "put_bw", "options": {"engine": "proxy"}, "rows": []}]
        return json.dumps({"schema": "ark_perf/1", "complete": False, "tests": tests, "errors": 0,
                           "failure": {"test": "put_bw", "error": "timeout:\nPE 1 waited"}})

    def test_incomplete_document_keeps_its_rows_and_fails_with_its_reason(self):
        self.assertEqual(self.measured(self.incomplete_document()), ["put_latency inline: 8 B 1.25 us"])
        for status in (0, 1):  # the document is believed, whatever the program ends with
            self.stand_in("ark_perf_cuda", f"cat <<'.'\n{self.incomplete_document()}\n.\nexit {status}\n", "bin/ark/perf/ark_perf/cuda")
            done = self.run_ark("--only", "perf")
            self.assertEqual((done.returncode, set(self.states().values())), (1, {"failed"}))
            self.assertEqual(self.step("perf-put_bw-block")["why"], "put_bw: timeout: PE 1 waited")
            self.assertRegex(done.stdout, r"perf-put_bw-block +failed: put_bw: timeout: PE 1 waited\n")
            self.assertRegex(done.stdout, r"perf-put_bw-block +put_latency inline: 8 B 1\.25 us\n")

    def test_complete_document_and_one_of_a_program_without_that_word_are_no_failures(self):
        for word in ({"complete": True}, {}):
            document = json.dumps({**json.loads(self.perf_document()), **word})
            self.stand_in("ark_perf_cuda", f"echo '{document}'\n", "bin/ark/perf/ark_perf/cuda")
            done = self.run_ark("--only", "perf")
            self.assertEqual((done.returncode, set(self.states().values())), (0, {"ok"}))

    def test_figures_that_are_none_are_told_as_such(self):
        row = {"bytes": 8, "latency_us": None, "slowdown": None}
        self.assertEqual(self.measured(json.dumps({"tests": [{"test": "put_latency", "rows": [row]}]})), ["8 B ? us"])

    def test_program_is_told_route_and_shape(self):
        self.stand_in("ark_perf_cuda", f"echo \"$ARK_CUDA_DEVICE $*\" >&2\necho '{self.perf_document()}'\n",
                      "bin/ark/perf/ark_perf/cuda")
        self.run_ark("--only", "perf", "--device", "2")
        self.assertIn("2 put_latency --pes 2 --check --format json --route inline", (self.out / "perf-put_latency-thread.log").read_text())
        self.assertRegex((self.out / "perf-put_bw-engine.log").read_text(), r"2 put_bw .*--route queue .*-E 4 ")

    def test_what_the_gpu_cannot_do_is_skipped_with_the_reason(self):
        self.stand_in("ark_perf_cuda", "echo 'no rings for this engine' >&2; exit 77\n", "bin/ark/perf/ark_perf/cuda")
        done = self.run_ark("--only", "perf")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(set(self.states().values()), {"skipped"})
        self.assertEqual(self.step("perf-put_bw-engine")["why"], "no rings for this engine")

    def test_program_that_was_not_built_is_said_once(self):
        (self.ark / "perf/ark_perf/cuda/ark_perf_cuda").unlink()
        done = self.run_ark("--only", "perf")
        self.assertEqual((done.returncode, self.states()), (1, {"perf": "not_built"}))
        self.assertIn("not built: ark_perf_cuda", done.stdout)

    def sanitized_tests(self):
        self.tests(rma_on_gpu="", litmus_on_gpu="", litmus_host_on_gpu="", pes_on_gpu="", amo_on_gpu="", engine_on_gpu="")

    def test_sanitizers_run_what_they_can_find_something_in_and_their_findings_have_a_status(self):
        self.sanitized_tests()
        self.stand_in("compute-sanitizer", "echo $ARK_HEAP \"$*\"\ncase $2-$5 in memcheck-*rma*) exit 9;; *amo*) exit 1;; esac\n", "tools")
        done = self.run_ark("--only", "sanitizers")
        self.assertEqual(done.returncode, 1)
        self.assertEqual({step["name"]: step["exit"] for step in self.summary()["steps"]},
                         {"memcheck-pes_on_gpu": 0, "memcheck-rma_on_gpu": 9, "memcheck-engine_on_gpu": 0, "memcheck-amo_on_gpu": 1,
                          "racecheck-rma_on_gpu": 0, "racecheck-amo_on_gpu": 1, "racecheck-engine_on_gpu": 0})
        self.assertEqual(self.step("memcheck-rma_on_gpu")["why"], "memcheck found errors")
        self.assertNotIn("why", self.step("memcheck-amo_on_gpu"))
        self.assertIn("cuda --tool memcheck --error-exitcode 9", (self.out / "memcheck-rma_on_gpu.txt").read_text())

    def test_sanitizer_is_found_beside_nvcc(self):
        self.sanitized_tests()
        self.stand_in("compute-sanitizer", "exit 0\n", "toolkit")
        path = os.pathsep.join(folder for folder in os.environ["PATH"].split(os.pathsep) if not os.access(f"{folder}/compute-sanitizer", os.X_OK))
        self.run_ark("--only", "sanitizers", "--nvcc", self.stand_in("nvcc", "exit 0\n", "toolkit"), PATH=path)
        self.assertEqual(self.states().get("memcheck-pes_on_gpu"), "ok")

    def test_tests_come_before_all_probes_but_the_facts_and_sanitizers_last(self):
        self.stand_ins()
        self.tests(one="", rma_on_gpu="")
        self.stand_in("compute-sanitizer", "exit 0\n", "tools")
        done = self.run_ark()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        names = list(self.states())
        self.assertEqual(names[:3], ["facts", "gpu.rma_on_gpu", "gpu.one"])
        self.assertLess(names.index("tma_order"), names.index("perf-put_latency-thread"))
        self.assertLess(names.index("perf-put_latency-thread"), names.index("graph"))
        self.assertEqual(names[-2:], ["racecheck-rma_on_gpu", "teardown"])

    def test_engines_are_compared_in_one_process_but_the_proxy_after_them(self):
        self.stand_in("ark_perf_cuda", f"echo \"$*\" >&2\ncase $* in *proxy*) exit 1;; esac\necho '{self.perf_document()}'\n",
                      "bin/ark/perf/ark_perf/cuda")
        self.run_ark("--only", "perf")
        latency = (self.out / "perf-engines-latency.log").read_text()
        self.assertRegex(latency, r"put_signal_latency@inline put_signal_latency@queue plan_latency host_latency --pes 2")
        self.assertRegex((self.out / "perf-engines-latency-busy.log").read_text(), r"^put_signal_latency@inline .* plan_latency .*--busy ")
        self.assertRegex((self.out / "perf-engines-saturation.log").read_text(), r"put_bw@inline put_bw@queue plan_bw --pes 2 .*-W 64 ")
        self.assertRegex((self.out / "perf-engines-gemm-proxy.log").read_text(), r"^gemm_beside_put@proxy .*--rate 1000 .*--repeat 5 ")
        for name in ("latency", "latency-large", "saturation"):
            for which in (name, f"{name}-proxy"):
                self.assertIn("--row-time", (self.out / f"perf-engines-{which}.log").read_text())
        engines = [(name, state) for name, state in self.states().items() if name.startswith("perf-engines")]
        self.assertEqual([state for _, state in engines], ["ok"] * 6 + ["failed"] * 4)

    def test_two_processes_are_measured_where_there_is_mpi(self):
        self.stand_in("ark_perf_cuda", f"echo \"$*\" >&2\necho '{self.perf_document()}'\n", "bin/ark/perf/ark_perf/cuda")
        self.run_ark("--only", "perf")
        self.assertRegex((self.out / "perf-two-processes.log").read_text(), r"^put_latency get_latency put_bw --check --format json ")
        self.assertEqual(self.states()["perf-two-processes"], "ok")

    def test_two_processes_are_left_out_without_mpi(self):
        self.stand_in("ark_perf_cuda", f"echo '{self.perf_document()}'\n", "bin/ark/perf/ark_perf/cuda")
        only = self.folder / "only"
        only.mkdir()
        for name in ("sh", "env", "echo", "cat", "nice", "ctest", "cmake", "python3"):
            found = shutil.which(name)
            if found:
                (only / name).symlink_to(found)
        done = self.run_ark("--only", "perf", PATH=str(only))
        self.assertNotIn("perf-two-processes", self.states(), done.stdout + done.stderr)
        self.assertIn("perf-two-processes: left out, no mpirun or no mpicc here", done.stdout)

    def test_one_test_of_many_sizes_is_told_in_short(self):
        engine = {"engine": "proxy", "test": "put_bw", "bytes": 65536, "peak_mb_per_s": None, "peak_bytes": 8388608}
        rows = [{"bytes": 8 << i, "mb_per_s": None} for i in range(10)]
        document = {"tests": [{"test": "put_bw", "rows": rows}], "saturation": {"share": 0.95, "window": 64, "engines": [engine]}}
        self.assertEqual(load_check().texts_of(document), ["proxy: 95% of ? MB/s from 65536 B on"])

    def test_plans_are_measured_in_both_ways_in_which_they_stand_ready(self):
        self.stand_in("ark_perf_cuda", f"echo \"armed=$ARK_PLAN_ARMED.\" >&2\necho '{self.perf_document()}'\n", "bin/ark/perf/ark_perf/cuda")
        self.run_ark("--only", "perf")
        for step, armed in (("plan", "armed=."), ("plan-graph", "armed=graph.")):
            self.assertIn(armed, (self.out / f"perf-plan_latency-{step}.log").read_text())

    def test_documents_of_several_tables_tell_engine_and_cost(self):
        def table(test, engine, **row):
            return {"test": test, "options": {"engine": engine, "scope": "thread"}, "rows": [row]}
        check = load_check()
        slow = {"median": 1.25, "min": 1.2, "max": 1.5, "asked_mb_per_s": 1000, "reached_mb_per_s": 990}
        self.assertEqual(check.texts_of({"tests": [table("put_signal_latency", "inline", bytes=8, latency_us=1.5),
                                                   table("host_latency", "host copy", bytes=8, latency_us=20)]}),
                         ["put_signal_latency inline thread: 8 B 1.5 us", "host_latency host copy thread: 8 B 20 us"])
        self.assertEqual(check.texts_of({"tests": [table("gemm_beside_plan", "plan", op="beside traffic", bytes=8, latency_us=9, slowdown=slow)]}),
                         ["beside traffic x 1.25 (1.2 to 1.5) at 990 of 1000 MB/s"])
        engines = [{"engine": "plan", "test": "plan_bw", "bytes": 65536, "peak_mb_per_s": 123456.0, "peak_bytes": 8388608}]
        self.assertEqual(check.texts_of({"tests": [table("put_bw", "inline"), table("plan_bw", "plan")],
                                         "saturation": {"share": 0.95, "window": 64, "engines": engines}}),
                         ["plan: 95% of 1.235e+05 MB/s from 65536 B on"])

    def test_machine_is_named_without_a_probe_too(self):
        self.stand_in("nvidia-smi", "case $* in *name,driver*) echo 'Test GPU, 1.2.3';; esac\n", "tools")
        self.run_ark("--only", "tests")
        self.assertEqual((self.summary()["gpu"], self.summary()["driver"]), ("Test GPU", "1.2.3"))

    def nvshmem_home(self):
        """A folder that looks like the library's."""
        for name in ("include/nvshmem.h", "lib/libnvshmem_host.so.3", "lib/libnvshmem_device.a"):
            path = self.folder / "home" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
        return self.folder / "home"

    def test_nvshmem_runs_beside_where_it_is(self):
        self.stand_in("nvshmem_put", f"echo \"$LD_LIBRARY_PATH $*\" >&2\necho '{self.perf_document()}'\n")
        done = self.run_ark("--only", "perf", NVSHMEM_HOME=str(self.nvshmem_home()))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.states()["perf-nvshmem"], "ok")
        self.assertRegex((self.out / "perf-nvshmem.log").read_text(), rf"^{self.folder}/home/lib:\S* all -b 8 ")
        self.assertRegex(done.stdout, r"perf-nvshmem +8 B 1\.25 us")
        found = self.summary()["nvshmem"]
        self.assertEqual((found["state"], found["version"]), ("present", "that of NVSHMEM_HOME"))
        (self.folder / "home/version").write_text("3.4.5\n")
        self.run_ark("--only", "perf", NVSHMEM_HOME=str(self.nvshmem_home()))
        self.assertEqual(self.summary()["nvshmem"]["version"], "3.4.5")

    def test_nvshmem_that_is_not_there_is_said_and_is_no_failure(self):
        self.assertEqual(self.run_ark("--only", "perf").returncode, 0)
        self.assertNotIn("perf-nvshmem", self.states())
        (self.nvshmem_home() / "lib/libnvshmem_device.a").unlink()
        self.run_ark("--only", "perf", NVSHMEM_HOME=str(self.folder / "home"))
        self.assertEqual(self.summary()["nvshmem"], {"state": "not present"})

    def build_nvshmem(self, compiler):
        """The last two steps, with `compiler` as nvcc, and a build that has no such program yet."""
        self.run_ark("--only", "perf", "--nvcc", self.stand_in("nvcc", compiler, "tools"), NVSHMEM_HOME=str(self.nvshmem_home()))
        return {name: state for name, state in self.states().items() if "nvshmem" in name}

    def test_nvshmem_program_is_built_with_its_headers_and_libraries_also_in_a_build_that_is_there(self):
        (self.folder / "said").write_text(self.perf_document())
        compiler = f"echo \"$*\"\nwhile [ $1 != -o ]; do shift; done\nprintf '#!/bin/sh\\ncat {self.folder}/said\\n' > $2\nchmod +x $2\n"
        self.assertEqual(self.build_nvshmem(compiler), {"nvshmem-build": "ok", "perf-nvshmem": "ok"})
        asked = (self.out / "nvshmem-build.txt").read_text()
        for part in ("-rdc=true", "-arch=native", f"-isystem {self.folder}/home/include", "perf/peers/nvshmem_put.cu", "-l:libnvshmem_host.so.3"):
            self.assertIn(part, asked)
        self.assertEqual(self.build_nvshmem("exit 1\n"), {"perf-nvshmem": "ok"})  # it is there

    def test_nvshmem_program_that_does_not_build_is_not_run(self):
        self.assertEqual(self.build_nvshmem("echo 'error: no' >&2; exit 1\n"), {"nvshmem-build": "failed", "perf-nvshmem": "not_built"})

    def test_nvshmem_is_found_where_this_python_has_it(self):
        self.run_ark("--only", "tests")
        self.assertEqual(self.summary()["nvshmem"], {"state": "not present"})
        wheel = self.folder / "site/nvidia_nvshmem_cu13-3.4.5.dist-info"
        wheel.mkdir(parents=True)
        (wheel / "METADATA").write_text("Metadata-Version: 2.1\nName: nvidia-nvshmem-cu13\nVersion: 3.4.5\n")
        self.nvshmem_home().rename(self.folder / "nvshmem")
        (self.folder / "site/nvidia").mkdir()
        (self.folder / "nvshmem").rename(self.folder / "site/nvidia/nvshmem")
        self.run_ark("--only", "tests", PYTHONPATH=str(self.folder / "site"))
        found = self.summary()["nvshmem"]
        self.assertEqual(found["version"], "3.4.5")
        self.assertEqual(found["folder"], str(self.folder / "site/nvidia/nvshmem"))
        self.assertEqual(found["host_library"], "libnvshmem_host.so.3")


class Builds(GpuCheck):
    """Whose libraries are used, and what is said where there are none."""

    def configure(self, script):
        """--compile-only with a cmake that does `script` and notes what it was asked."""
        self.stand_in("cmake", f"echo \"$*\" >> {self.folder}/asked\n{script}", "tools")
        return self.run_check("--compile-only", "--only", "tests", "--nvcc", self.stand_in("nvcc", "exit 0\n"),
                              "--bundle", self.folder / "bundle", "--build", self.folder / "build")

    def asked(self):
        return (self.folder / "asked").read_text().splitlines()

    def test_libark_is_built_without_mpi_where_there_is_none(self):
        check = load_check()
        for missing in ("mpirun", "mpicc", None):
            with unittest.mock.patch.object(check.shutil, "which", lambda name, gone=missing: None if name == gone else f"/{name}"):
                self.assertIn(f"-DARK_MPI={'OFF' if missing else 'ON'}", check.ark_options(self.folder))

    def test_libark_is_built_without_ucx_and_only_what_is_run(self):
        self.assertEqual(self.configure("exit 0\n").returncode, 0)
        configure, build = self.asked()
        for option in ("-DARK_MPI=ON", "-DARK_UCX=OFF", "-DARK_CUDA=ON", "-DCMAKE_CUDA_ARCHITECTURES=90-real"):
            self.assertIn(option, configure)
        self.assertNotIn("CMAKE_PREFIX_PATH", configure)
        self.assertIn("--target ark_gpu_tests ark_perf_cuda", build)

    def test_bundle_is_used_where_there_is_one(self):
        (self.folder / "bundle").mkdir()
        self.configure("exit 0\n")
        self.assertIn(f"-DCMAKE_PREFIX_PATH={(self.folder / 'bundle').resolve()}", self.asked()[0])

    def test_what_is_missing_is_told_with_the_way_to_bring_it(self):
        check = load_check()
        check.SYSTEM = []
        for name in ("spdlog", "GoogleTest", "nlohmann_json"):
            header = self.folder / "bundle/include" / check.LIBRARIES[name]
            header.parent.mkdir(parents=True)
            header.write_text("")
        said = io.StringIO()
        with unittest.mock.patch.dict(os.environ, {"CMAKE_PREFIX_PATH": ""}), contextlib.redirect_stdout(said):
            self.assertEqual(check.tell_missing(self.folder / "bundle"), ["fmt", "CLI11"])
        self.assertIn("missing: fmt, CLI11. ", said.getvalue())
        self.assertIn("scripts/setup --bundle .bundle", said.getvalue())

    def test_configure_that_fails_is_no_build_and_no_success(self):
        self.assertEqual(self.configure("exit 1\n").returncode, 1)
        self.assertEqual(len(self.asked()), 1)

    def build_and_run(self, cmake, *arguments, **environment):
        """All of gpu-check but the look for a GPU, with a cmake that does `cmake`; ARK is where libark is built, PROBE the probes."""
        self.stand_in("cmake", f"ARK={self.folder}/build/ark PROBE={self.folder}/build/probe\n{cmake}", "tools")
        check, said = load_check(), io.StringIO()
        check.need_gpu = lambda: None
        path = f"{self.folder / 'tools'}:{os.environ['PATH']}"
        arguments = [self.out, "--nvcc", self.stand_in("nvcc", "exit 0\n"), "--build", self.folder / "build",
                     "--bundle", self.folder / "bundle", *arguments]
        with unittest.mock.patch.dict(os.environ, {"PATH": path, **environment}), unittest.mock.patch.object(signal, "signal"), \
                unittest.mock.patch.object(sys, "argv", ["gpu-check", *map(str, arguments)]), contextlib.redirect_stdout(said):
            return check.main(), said.getvalue()

    def stand_in_probes(self):
        self.stand_ins()
        (self.folder / "bin/probe").rename(self.folder / "build/probe")

    def test_probes_run_where_libark_cannot_be_built(self):
        (self.folder / "build").mkdir()
        self.stand_in_probes()
        status, said = self.build_and_run(f"case $* in *-S\\ {SOURCE}\\ *) echo 'error: fmt was not found' >&2; exit 1;; esac\n")
        states = self.states()
        self.assertEqual((status, states.pop("ark-configure")), (1, "failed"))
        self.assertEqual(set(states.values()), {"ok"})
        self.assertLessEqual({"probe-configure", "probe-build", "facts", "teardown"}, set(states))
        self.assertFalse([name for name in states if name.startswith(("tests", "perf", "ark-build"))])
        self.assertIn("error: fmt was not found", said)

    def test_probes_run_while_libark_is_built_and_tests_as_soon_as_they_are(self):
        """The build of the tests ends once the third probe has run, that of ark_perf_cuda once the first test has."""
        (self.folder / "build").mkdir()
        self.stand_in_probes()
        document = Ark.perf_document()
        self.stand_in("one", "exit 0\n", "build/ark/tests/gpu")
        self.stand_in("ark_perf_cuda", f"echo '{document}'\n", "build/ark/perf/ark_perf/cuda")
        listed = f"add_test(gpu.one {self.folder}/build/ark/tests/gpu/one)\nset_tests_properties(gpu.one PROPERTIES LABELS gpu)\n"
        (self.folder / "build/ark/CTestTestfile.cmake").write_text(listed)
        status, said = self.build_and_run(f"""
wait_for() {{ for i in $(seq 300); do grep -q "\\"$1\\"" {self.out}/summary.json && return; sleep 0.1; done; exit 1; }}
case $* in
*--target\\ ark_gpu_tests*) nice > {self.folder}/niceness; wait_for tma_order;;
*--target\\ ark_perf_cuda*) wait_for gpu.one;;
esac
""")
        names = list(self.states())
        self.assertEqual((status, set(self.states().values())), (0, {"ok"}), said)
        self.assertEqual((self.folder / "niceness").read_text(), "19\n")
        order = ["probe-build", "facts", "tma_order", "ark-build-tests", "gpu.one", "ark-build-perf", "perf-put_latency-thread", "gate_host", "teardown"]
        self.assertEqual([name for name in names if name in order], order)

    def test_build_that_is_ended_leaves_what_it_has_made(self):
        (self.folder / "build").mkdir()
        self.stand_in("one", "exit 0\n", "build/ark/tests/gpu")
        listed = "".join(f"add_test(gpu.{name} {self.folder}/build/ark/tests/gpu/{name})\nset_tests_properties(gpu.{name} PROPERTIES LABELS gpu)\n"
                         for name in ("one", "two"))
        (self.folder / "build/ark/CTestTestfile.cmake").write_text(listed)
        status, _ = self.build_and_run("case $* in *--target*) sleep 600;; esac\n", "--limit", "2", "--only", "tests", "--only", "perf")
        self.assertEqual((status, self.states()), (1, {"ark-configure": "ok", "ark-build-tests": "timed_out", "ark-build-perf": "timed_out",
                                                       "tests": "not_built", "gpu.one": "ok", "perf": "not_built"}))

    def test_commit_that_is_given_is_that_of_libark_too(self):
        self.build_and_run(f"echo \"$*\" >> {self.folder}/asked\n", "--only", "perf", "--commit", "given")
        self.assertIn("-DARK_COMMIT=given", self.asked()[0])

    def test_header_of_a_build_has_the_commit_that_is_given_else_gits(self):
        (self.folder / "in").write_text("$<commit>")
        for given, written in (("given", "given"), ("", self.head_of_tree())):
            subprocess.run(["cmake", "-D", f"SOURCE={SOURCE}", "-D", f"IN={self.folder}/in", "-D", f"OUT={self.folder}/header", "-D", f"COMMIT={given}",
                            "-P", SOURCE / "cmake/ark_write_build_info.cmake"], check=True)
            self.assertEqual((self.folder / "header").read_text(), written)

    @staticmethod
    def head_of_tree():
        done = subprocess.run(["git", "-C", SOURCE, "describe", "--always", "--dirty", "--abbrev=12", "--match=-"], capture_output=True,
                              text=True, check=False)
        return done.stdout.strip()

    def test_builds_end_with_the_check(self):
        self.stand_ins(facts="echo 'no GPU: none at all' >&2; exit 77\n")
        (self.folder / "build").mkdir()
        (self.folder / "bin/probe").rename(self.folder / "build/probe")
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            self.build_and_run("case $* in *--target*) sleep 600;; esac\n")
        states = self.states()
        self.assertEqual(states["facts"], "skipped")
        self.assertLessEqual({state for name, state in states.items() if name.startswith("ark-")}, {"ok", "stopped", "left_out"})
        self.assertFalse(self.summary()["complete"])

    def test_only_what_the_parts_need_is_built(self):
        self.build_and_run("", "--only", "perf")
        self.assertEqual(list(self.states()), ["ark-configure", "ark-build-perf", "perf"])


if __name__ == "__main__":
    unittest.main()
