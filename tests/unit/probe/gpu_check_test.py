"""perf/gpu/check and perf/gpu/build without a GPU: programs that stand in for ark's, their order, limits and ends.

The environment says where the sources are: ARK_SOURCE.
"""
import json
import os
import pathlib
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE = pathlib.Path(os.environ["ARK_SOURCE"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "perf/gpu"))
import findings  # noqa: E402
import steps  # noqa: E402

RUN = {"record": "run", "format": 1, "date": "2030-01-02T03:04:05Z", "commit": "abc", "gpu": "Test GPU", "driver": "1.2", "cuda": 13000}
RESULT = {"record": "result", "name": "a question", "verdict": "measured"}
DOCUMENT = {"schema": "ark_perf/1", "tests": [{"test": "put_bw", "rows": [{"bytes": 8, "mb_per_s": 1.25, "errors": 0}]}]}
HANGS = "sleep 600 & echo $! > $0.child\nwait\n"


def size_of(text):
    return int(text.rstrip("km")) << {"k": 10, "m": 20}.get(text[-1], 0)


def lines(*records):
    return "".join(f"printf '%s\\n' '{json.dumps(one)}'\n" for one in records)


def report(*cases, status=None):
    """A script that writes GoogleTest's report of (name, why it failed or None), and ends with `status`, or as GoogleTest does."""
    made = [{"name": name, "result": "COMPLETED", **({"failures": [{"failure": f"a.cpp:7\n{why}"}]} if why else {})} for name, why in cases]
    document = json.dumps({"testsuites": [{"name": "Suite", "testsuite": made}]})
    return f"printf '%s' '{document}' > ${{GTEST_OUTPUT#json:}}\nexit {int(any(why for _, why in cases)) if status is None else status}\n"


class GpuCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
        self.folder, self.out = self.home / "programs", self.home / "out"
        self.folder.mkdir()
        programs = sorted({step.program for step in steps.STEPS})
        (self.folder / "programs.json").write_text(json.dumps({"commit": "abc", "code": {"a part": "1f"}, "glibc": "glibc 2.34", "programs": programs}))
        for name in programs:
            if name.startswith("probe_"):
                self.program(name, lines(RUN, RESULT))
            elif name in ("ark_perf_cuda", "plain_put", "ark_put", "nvshmem_put"):
                self.program(name, lines(DOCUMENT))
            else:
                self.program(name, report(("Good", None)))

    def program(self, name, script, start="exit 0", folder=None):
        """One that stands in for `name`; with --help it does `start`."""
        path = (folder or self.folder) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\nif [ "$1" = --help ]; then {start}; fi\n{script}')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    def command(self, *arguments, **environment):
        return {"args": [sys.executable, SOURCE / "perf/gpu/check", *map(str, arguments)], "text": True, "stdout": subprocess.PIPE,
                "stderr": subprocess.PIPE, "env": {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}}

    def call(self, *arguments, **environment):
        return subprocess.run(**self.command(*arguments, **environment), timeout=100, check=False)

    def run_phases(self, *phases, more=(), **environment):
        only = [word for phase in phases for word in ("--only", phase)]
        return self.call(self.folder, self.out, *only, *more, **environment)

    def summary(self):
        return json.loads((self.out / "summary.json").read_text())

    def states(self):
        return {step["name"]: step["state"] for step in self.summary()["steps"]}

    def step(self, name):
        return next(step for step in self.summary()["steps"] if step["name"] == name)

    def ended(self, program):
        """Whether the child that HANGS has started is gone, within a while: its parent may have to be collected first."""
        status = pathlib.Path(f"/proc/{(self.folder / (program + '.child')).read_text().strip()}/stat")
        for _ in range(300):
            try:
                if status.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
            except (FileNotFoundError, ProcessLookupError):
                return True
            time.sleep(0.1)
        return False


class Refusals(GpuCheck):
    def refused(self, *arguments, says):
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn(says, done.stderr)

    def test_folders_that_are_missing_are_named(self):
        self.refused(says="FOLDER and OUT are missing")
        self.refused(self.folder, says="FOLDER and OUT are missing")
        self.refused(self.home, self.out, says=f"FOLDER '{self.home}' has no programs.json")

    def test_unknown_step_is_named_with_the_phases(self):
        self.refused(self.folder, self.out, "--only", "everything", says="--only 'everything': it takes a phase (smoke, transfers,")

    def test_without_a_gpu_its_probe_says_so_and_the_status_is_77(self):
        self.program("probe_facts", "echo 'probe_facts: no GPU: none at all' >&2; exit 77\n")
        done = self.call(self.folder, self.out)
        self.assertEqual(done.returncode, 77)
        self.assertIn("check: probe_facts: no GPU: none at all", done.stderr)
        self.assertEqual(self.states(), {"facts": "skipped"})
        self.program("probe_facts", lines(RUN, RESULT))
        self.run_phases("smoke")
        self.assertEqual(self.states()["facts"], "ok")

    def test_programs_that_do_not_start_are_told_before_anything_runs(self):
        loader = "echo \"libc.so.6: version 'GLIBC_2.99' not found\" >&2; exit 1"
        self.program("probe_grid_id", "", start=loader)
        done = self.run_phases("smoke")
        self.assertEqual(done.returncode, 1)
        self.assertIn("check: probe_grid_id does not start here: libc.so.6: version 'GLIBC_2.99' not found", done.stderr)
        self.assertEqual(self.step("grid_id")["state"], "not_built")
        self.assertEqual(self.step("shared_size")["state"], "ok")
        self.assertEqual(self.call(self.folder, "--try").returncode, 1)
        for path in self.folder.iterdir():
            if path.name != "programs.json":
                self.program(path.name, "", start=loader)
        done = self.call(self.folder, self.out)
        self.assertEqual(done.returncode, 1)
        self.assertIn("starts here; they were built for glibc 2.34", done.stderr)

    def test_try_runs_no_step(self):
        self.assertEqual(self.call(self.folder, "--try").returncode, 0)
        self.assertFalse(self.out.exists())


class Steps(GpuCheck):
    def test_all_run_in_the_order_of_the_list(self):
        sanitizer = self.program("compute-sanitizer", "exit 0\n", folder=self.home / "tools")
        done = self.call(self.folder, self.out, PATH=f"{sanitizer.parent}:{os.environ['PATH']}")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(list(self.states()), [step.name for step in steps.STEPS])
        self.assertEqual(set(self.states().values()), {"ok"})
        summary = self.summary()
        self.assertEqual((summary["gpu"], summary["driver"], summary["commit"], summary["complete"]), ("Test GPU", "1.2", "abc", True))
        self.assertEqual(summary["code"], {"a part": "1f"})
        listed = [line.split()[:2] for line in self.call("--list").stdout.splitlines()]
        self.assertEqual(listed, [[step.phase, step.name] for step in steps.STEPS])

    def test_phases_come_in_their_order_and_what_may_wedge_the_driver_late(self):
        phases = [step.phase for step in steps.STEPS]
        self.assertEqual(list(dict.fromkeys(phases)), list(steps.PHASES))
        self.assertEqual(phases, sorted(phases, key=list(steps.PHASES).index))
        self.assertEqual(len({step.name for step in steps.STEPS}), len(phases))
        late = {step.name for step in steps.STEPS if step.phase in ("last", "more")}
        self.assertLessEqual({"saturation", *(step.name for step in steps.STEPS if "plan" in step.name)}, late)

    def test_all_before_the_last_phase_fits_into_ten_minutes(self):
        self.assertLessEqual(sum(seconds for phase, seconds in steps.PHASES.items() if phase != "more"), 570)
        for step in steps.STEPS:
            if step.phase == "engine":
                self.assertIn("--row-time", step.arguments, step.name)

    def test_figures_that_decide_are_printed_beside_their_goals(self):
        rows = [{"bytes": 8192, "mb_per_s": 90.0}, {"bytes": 8388608, "mb_per_s": 100.0}]
        self.program("ark_perf_cuda", lines({"tests": [{"test": "put_bw", "rows": rows}]}))
        done = self.run_phases("perf-put_bw-4-blocks-engine-16")
        self.assertIn("engine blocks: 16: share of the engine's peak there: 90% of 100 MB/s, goal >= 95%: NOT reached\n", done.stdout)
        self.program("ark_perf_cuda", lines({"tests": [{"test": "put_signal_latency", "rows": [{"bytes": 8, "latency_us": 2.1}]}]}))
        done = self.run_phases("perf-put_signal_latency-thread-queued")
        self.assertIn("put_signal of 8 B, queued by a thread: 2.1 us, goal <= 2.2 us: reached\n", done.stdout)
        self.assertNotIn("4 KiB", done.stdout)

    def test_every_goal_is_of_a_step_that_measures_its_size(self):
        by_name = {step.name: step for step in steps.STEPS}
        for goal in findings.GOALS:
            words = by_name[goal.step].arguments
            size, most, factor = (size_of(words[words.index(option) + 1]) for option in ("-b", "-e", "-f"))
            while size < goal.bytes:
                size *= factor
            self.assertEqual(size, goal.bytes, goal.step)
            self.assertLessEqual(goal.bytes, most, goal.step)

    def test_every_test_of_cmake_is_a_step(self):
        text = (SOURCE / "tests/gpu/CMakeLists.txt").read_text()
        wanted = set()
        for kind, name, rest in re.findall(r"^ark_gpu_(test|twin)\((\w+)([^)]*)\)", text, re.MULTILINE):
            program = name if kind == "test" else f"{name}_on_gpu"
            values = ([] if kind == "test" else ["cuda", "cuda_host"]) + re.findall(r"=(\w+)", rest.partition("VARIANTS")[2])
            wanted |= {f"gpu.{program}.{value.lower()}" for value in values} or {f"gpu.{program}"}
        self.assertEqual(wanted, {step.name for step in steps.STEPS if step.kind == "test"} - {"gpu.litmus_host_on_gpu.cuda.L7CopyEngine"})

    def test_findings_are_in_the_summary(self):
        self.program("probe_grid_id", lines(RESULT, RESULT, {**RESULT, "verdict": "repeated", "note": "two grids"}))
        self.program("rma_on_gpu", report(("Good", None), ("Bad", "1 is not 2")))
        self.run_phases("smoke", "transfers", "perf-put_mr-thread")
        self.assertEqual(self.step("grid_id")["found"], "2 a question measured, 1 a question repeated")
        self.assertEqual(self.step("grid_id")["why"], "a question repeated two grids")
        self.assertEqual((self.step("gpu.rma_on_gpu.cuda")["state"], self.step("gpu.rma_on_gpu.cuda")["why"]), ("failed", "Suite.Bad"))
        self.assertEqual(self.step("gpu.pes_on_gpu.cuda")["found"], "1 of 1 cases passed")
        self.assertEqual(self.step("perf-put_mr-thread")["found"], "put_bw: 8 B 1.25 MB/s")

    def test_figures_with_errors_and_runs_that_failed_are_no_success(self):
        wrong = {"tests": [{"test": "put_bw", "rows": [{"bytes": 8, "mb_per_s": None, "errors": 3}]}]}
        cut = {**DOCUMENT, "complete": False, "failure": {"test": "get_bw", "error": "timeout\nat once"}}
        for document, why, found in ((wrong, "3 errors", "put_bw: 8 B ? MB/s"), (cut, "get_bw: timeout at once", "put_bw: 8 B 1.25 MB/s")):
            self.program("ark_perf_cuda", lines(document))
            self.assertEqual(self.run_phases("perf-put_mr-thread").returncode, 1)
            step = self.step("perf-put_mr-thread")
            self.assertEqual((step["state"], step["why"], step["found"]), ("failed", why, found))
        self.program("ark_perf_cuda", "echo nothing\n")
        self.run_phases("perf-put_mr-thread")
        self.assertEqual(self.step("perf-put_mr-thread")["state"], "failed")
        self.assertIn("its output: ", self.step("perf-put_mr-thread")["why"])

    def test_programs_get_their_arguments_and_environment(self):
        self.program("pes_on_gpu", 'echo "$ARK_HEAP $ARK_TIMEOUT $CUDA_MODULE_LOADING $ARK_CUDA_DEVICE $*"\n')
        self.program("probe_saturation", 'echo "{\\"record\\": \\"result\\", \\"name\\": \\"$*\\", \\"verdict\\": \\"read\\"}"\n')
        self.run_phases("gpu.pes_on_gpu.cuda_host", "saturation", more=["--device", "3"])
        self.assertEqual((self.out / "gpu.pes_on_gpu.cuda_host.txt").read_text(), "cuda_host 8s EAGER 3 --gtest_filter=*\n")
        self.assertIn("--seconds 65 --connections 32 --device 3 --commit abc", (self.out / "saturation.jsonl").read_text())

    def test_sanitizer_is_used_where_it_is(self):
        seen = 'echo "$*" | sed "s,[^ ]*/,,"; echo "ERROR SUMMARY: 2 errors"\n' + report(("Good", None), status=9)
        sanitizer = self.program("compute-sanitizer", seen, folder=self.home / "tools")
        self.run_phases("racecheck-rma_on_gpu", PATH=f"{sanitizer.parent}:{os.environ['PATH']}")
        self.assertEqual((self.out / "racecheck-rma_on_gpu.txt").read_text().splitlines()[0], "--tool racecheck --error-exitcode 9 rma_on_gpu")
        self.assertEqual(self.step("racecheck-rma_on_gpu")["why"], "ERROR SUMMARY: 2 errors")

    @unittest.skipIf(os.path.exists("/usr/local/cuda/bin/compute-sanitizer"), "compute-sanitizer is here")
    def test_without_a_sanitizer_its_steps_are_skipped(self):
        self.assertEqual(self.run_phases("memcheck-rma_on_gpu", PATH="/usr/bin:/bin").returncode, 0)
        self.assertEqual(self.step("memcheck-rma_on_gpu")["why"], "no compute-sanitizer here")


class Ends(GpuCheck):
    """Of steps that hang, die or fail, and of the whole."""

    def group(self, name):
        return [step.name for step in steps.STEPS if step.group == name]

    def test_one_that_hangs_is_killed_with_its_children_and_ends_its_group_only(self):
        self.program("pes_on_gpu", "echo '[ RUN      ] Suite.Ends'; echo '[ RUN      ] Suite.Hangs'\n" + HANGS)
        self.assertEqual(self.run_phases("transfers", "compare", "gpu.litmus_on_gpu.cuda_host", "gpu.many_streams_on_gpu.cuda",
                                         "perf-put_mr-engine", more=["--limit", "2"]).returncode, 1)
        self.assertTrue(self.ended("pes_on_gpu"), "its child is still there")
        self.assertEqual((self.step("gpu.pes_on_gpu.cuda")["state"], self.step("gpu.pes_on_gpu.cuda")["why"]), ("timed_out", "in Suite.Hangs"))
        self.assertEqual(self.states()["gpu.litmus_on_gpu.cuda_host"], "ok")
        self.assertEqual(self.step("gpu.rma_on_gpu.cuda")["why"], "tests cuda ended with gpu.pes_on_gpu.cuda")
        self.assertEqual((self.states()["perf-plain"], self.states()["perf-put_mr-engine"]), ("ok", "ok"))

    def test_one_that_dies_ends_its_group(self):
        self.program("ark_perf_cuda", f"echo '{json.dumps(DOCUMENT)[:40]}'\nkill -SEGV $$\n")
        self.run_phases("compare")
        first, *rest = self.group("stores")
        self.assertEqual((self.step(first)["state"], self.step(first)["exit"]), ("failed", -signal.SIGSEGV))
        self.assertIn("died of signal 11", self.step(first)["why"])
        self.assertEqual({self.states()[name] for name in rest}, {"left_out"})

    def test_program_whose_cases_all_fail_alike_ends_its_group(self):
        self.program("pes_on_gpu", report(("One", "error 700 at 0x1"), ("Two", "error 700 at 0x2")))
        self.run_phases("transfers")
        rest = {"gpu.rma_on_gpu.cuda", "gpu.usual_on_gpu.cuda"}
        self.assertEqual(self.states(), {"gpu.pes_on_gpu.cuda": "failed", **dict.fromkeys(rest, "left_out")})
        self.program("pes_on_gpu", report(("One", "error 700 at 0x1"), ("Two", "something else")))
        self.run_phases("gpu.pes_on_gpu.cuda", *rest)
        self.assertEqual(self.states(), {"gpu.pes_on_gpu.cuda": "failed", **dict.fromkeys(rest, "ok")})

    def test_second_failure_for_the_same_reason_ends_the_group(self):
        failed = {**DOCUMENT, "complete": False, "failure": {"test": "put_bw", "error": "timeout after 8001 ms"}}
        self.program("ark_perf_cuda", f"echo '{json.dumps(failed)}' | sed s/8001/$$/\nexit 1\n")
        self.run_phases("compare")
        self.assertEqual([self.states()[name] for name in self.group("stores")][:4], ["failed", "failed", "left_out", "left_out"])

    def test_gpu_that_no_longer_answers_ends_all(self):
        self.program("pes_on_gpu", f"touch {self.home}/wedged\nkill -KILL $$\n")
        self.program("probe_facts", f"if [ -e {self.home}/wedged ]; then exit 1; fi\n" + lines(RUN, RESULT))
        self.run_phases("smoke", "transfers", "compare")
        self.assertEqual(self.step("perf-plain")["why"], "the GPU has not answered since gpu.pes_on_gpu.cuda")
        self.assertEqual({state for name, state in self.states().items() if name.startswith("perf")}, {"left_out"})

    def test_second_call_goes_on_with_what_has_not_run(self):
        self.run_phases("smoke")
        self.program("probe_facts", "exit 1\n")
        done = self.run_phases("smoke", "transfers")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("facts", done.stdout.replace(str(self.folder), ""))
        self.assertEqual(self.states()["gpu.rma_on_gpu.cuda"], "ok")
        self.run_phases("facts")
        self.assertEqual(self.states()["facts"], "failed")

    def test_group_that_has_ended_stays_so_in_the_second_call_until_one_of_it_is_named(self):
        self.program("pes_on_gpu", HANGS)
        self.run_phases("transfers", more=["--limit", "1"])
        self.program("pes_on_gpu", report(("Good", None)))
        self.run_phases("transfers")
        rest = {"gpu.rma_on_gpu.cuda", "gpu.usual_on_gpu.cuda"}
        self.assertEqual(self.states(), {"gpu.pes_on_gpu.cuda": "timed_out", **dict.fromkeys(rest, "left_out")})
        self.run_phases("gpu.pes_on_gpu.cuda", "transfers")
        self.assertEqual(self.states(), {"gpu.pes_on_gpu.cuda": "ok", **dict.fromkeys(rest, "ok")})

    def test_budget_cuts_a_step_which_the_next_call_runs(self):
        self.program("probe_shared_size", HANGS)
        self.run_phases("smoke", more=["--budget", "2"])
        self.assertEqual((self.states()["shared_size"], self.states()["grid_id"]), ("stopped", "left_out"))
        self.program("probe_shared_size", lines(RUN, RESULT))
        self.run_phases("smoke")
        self.assertEqual(set(self.states().values()), {"ok"})

    def start_and_wait(self):
        self.program("probe_shared_size", HANGS)
        check = subprocess.Popen(**self.command(self.folder, self.out, "--only", "smoke"))
        child = self.folder / "probe_shared_size.child"
        for _ in range(600):
            if child.is_file() and child.read_text().endswith("\n"):
                return check, child
            time.sleep(0.1)
        self.fail("probe_shared_size does not start")

    def test_signal_ends_the_step_and_leaves_a_whole_summary(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            check, child = self.start_and_wait()
            check.send_signal(number)
            output, errors = check.communicate(timeout=60)
            self.assertEqual(check.returncode, 128 + number, output + errors)
            self.assertTrue(self.ended("probe_shared_size"), "its child is still there")
            self.assertEqual((self.states()["shared_size"], self.states()["grid_id"]), ("stopped", "left_out"))
            self.assertFalse(self.summary()["complete"])
            child.unlink()

    def test_killed_in_the_middle_it_leaves_what_has_run(self):
        check, child = self.start_and_wait()
        check.kill()
        check.communicate(timeout=60)
        os.killpg(os.getpgid(int(child.read_text())), signal.SIGKILL)
        self.assertEqual(self.states(), {"facts": "ok"})
        self.assertEqual((self.summary()["gpu"], self.summary()["complete"]), ("Test GPU", False))


class Build(GpuCheck):
    def refused(self, status, *arguments, says):
        done = subprocess.run([sys.executable, "-B", SOURCE / "perf/gpu/build", *arguments], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(says, done.stderr)

    def test_wrong_calls_are_named(self):
        (self.home / "other").mkdir()
        (self.home / "other/file").write_text("")
        self.refused(2, says="the following arguments are required: FOLDER")
        self.refused(2, self.home / "other", says="has other files: it takes one that is empty or not there")
        self.refused(2, self.home / "new", "--arch", "70", says="argument --arch: invalid choice: '70' (choose from '80', '90', '100')")
        self.refused(2, self.home / "new", "--nvshmem", self.home, says="it takes what scripts/setup --nvshmem DIR makes")

    def test_program_that_was_not_built_costs_only_its_steps(self):
        manifest = json.loads((self.folder / "programs.json").read_text())
        manifest["programs"].remove("plain_put")
        (self.folder / "programs.json").write_text(json.dumps(manifest))
        self.assertEqual(self.run_phases("compare").returncode, 0)
        self.assertEqual((self.step("perf-plain")["state"], self.states()["perf-put_mr-blocks"]), ("not_built", "ok"))

    def test_without_fmt_and_spdlog_as_headers_it_says_how_to_have_them(self):
        scripts = self.home / "tree/perf/gpu"
        scripts.mkdir(parents=True)
        for name in ("build", "sources.py", "steps.py"):
            (scripts / name).write_text((SOURCE / "perf/gpu" / name).read_text())
        done = subprocess.run([sys.executable, scripts / "build", self.home / "new"], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no .bundle: run scripts/setup --bundle .bundle", done.stderr)

    def linked(self, *options):
        """A program and its library in folders of their own."""
        libraries = self.home / "libraries"
        libraries.mkdir(exist_ok=True)
        (self.home / "a.c").write_text("int a(void) { return 0; }\n")
        (self.home / "main.c").write_text("int a(void);\nint main(void) { return a(); }\n")
        subprocess.run(["cc", "-shared", "-fPIC", self.home / "a.c", "-o", libraries / "liba.so"], check=True)
        program = self.home / "main"
        subprocess.run(["cc", self.home / "main.c", "-o", program, f"-L{libraries}", "-la", *options], check=True)
        return program, libraries / "liba.so"

    def fill(self, program, **environment):
        target = self.home / "filled"
        target.mkdir()
        code = f"import gpu_build, pathlib; print(gpu_build.fill(pathlib.Path('{target}'), [pathlib.Path('{program}')], {{'main', 'none'}}))"
        loader = "import importlib.machinery, sys; sys.dont_write_bytecode = True; sys.path.insert(0, '%s/perf/gpu')\n" % SOURCE
        loader += "sys.modules['gpu_build'] = importlib.machinery.SourceFileLoader('gpu_build', '%s/perf/gpu/build').load_module()\n" % SOURCE
        return target, subprocess.run([sys.executable, "-c", loader + code], capture_output=True, text=True, timeout=60, check=False,
                                      env={**os.environ, **environment})

    def test_libraries_come_along_and_are_found_beside_the_program(self):
        program, library = self.linked("-Wl,--disable-new-dtags,-rpath,$ORIGIN")
        target, done = self.fill(program, LD_LIBRARY_PATH=str(library.parent))
        self.assertEqual((done.returncode, done.stdout), (0, "['main']\n"), done.stderr)
        library.unlink()
        self.assertEqual(subprocess.run([target / "main"], check=False).returncode, 0)

    def test_library_that_is_not_here_is_named(self):
        program, _ = self.linked()
        _, done = self.fill(program)
        self.assertIn("main needs liba.so, which is not here", done.stderr)

    def test_library_that_is_found_elsewhere_is_named(self):
        program, library = self.linked(f"-Wl,-rpath,{self.home}/libraries")
        _, done = self.fill(program)
        self.assertIn("needed from elsewhere: main: liba.so", done.stderr)


if __name__ == "__main__":
    unittest.main()
