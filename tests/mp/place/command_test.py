"""The command ark_place.

  command_test.py Command     its output, its files, what it refuses
  command_test.py Rounds      rounds, copies of jobs and their merge, without hosts
  command_test.py Run         jobs on two emulated hosts: PLACE_PROGRAM is examples/10-checkpoint, PLACE_FIT 11-fit; status 77 without such hosts
PLACE_TOOL is ark_place.py. Without numpy and scipy, which Debian has for /usr/bin/python3, status 77.
"""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import with_numpy  # noqa: E402, F401

TOOL = pathlib.Path(os.environ["PLACE_TOOL"])
MULTIHOST = TOOL.resolve().parents[2] / "scripts/multihost"
JOBS = [["name", "arrival_s", "steps", "workers", "fast", "slow"], ["one", 0, 3600, 1, 1, 0.9], ["two", 0, 3600, 1, 1, 0.1], ["gang", 9, 720, 2, 1, 0.5]]


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def written(self, name, rows):
        path = self.folder / name
        with open(path, "w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows(rows)
        return path

    def call(self, *words, before=(), status=0):
        done = subprocess.run([*map(str, before), sys.executable, str(TOOL), *map(str, words)], capture_output=True, text=True, check=False, timeout=100)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout if status == 0 else done.stderr


class Command(Folder):
    def test_the_metrics_of_each_policy(self):
        jobs = self.written("jobs.csv", JOBS)
        found = json.loads(self.call("--jobs", jobs, "--cluster", "fast:2,slow:2", "--format", "json"))
        self.assertEqual([*found], ["fifo", "tiresias", "gavel", "hadar", "hadare"])
        self.assertEqual({one["jobs"] for one in found.values()}, {3})
        text = self.call("--jobs", jobs, "--cluster", "fast:2,slow:2", "--policy", "hadar,fifo")
        self.assertEqual([line.split()[0] for line in text.splitlines()], ["policy", "hadar", "fifo"])

    def test_a_round_as_hostfiles(self):
        where = self.written("cluster.csv", [["host", "type", "devices"], ["n0", "slow", 1], ["n1", "fast", 1], ["n2", "fast", 2]])
        jobs = self.written("jobs.csv", [JOBS[0], ["alone", 0, 9999, 1, 1, 0.9], ["gang", 0, 720, 3, 1, 0.1]])
        said = self.call("--jobs", jobs, "--cluster", where, "--policy", "hadar", "--emit", "hostfile", "--folder", self.folder / "round")
        self.assertEqual(sorted(path.name for path in (self.folder / "round").iterdir()), ["0.hosts", "1.hosts"])
        self.assertEqual((self.folder / "round/1.hosts").read_text(), "n1 slots=1\nn2 slots=2\n")
        self.assertEqual((self.folder / "round/0.hosts").read_text(), "n0 slots=1\n")
        self.assertIn(f"mpirun -n 3 --hostfile {self.folder}/round/1.hosts  # gang", said)

    def test_what_it_generates_it_reads(self):
        table = self.written("table.csv", [["model", "workers", "type", "steps_per_s"], *([name, size, "v100", 10] for name in models() for size in (1, 2, 4, 8))])
        words = ("--throughputs", table, "--cluster", "v100:8/4", "--policy", "fifo", "--format", "json")
        one = json.loads(self.call("--generate", 20, "--seed", 3, "--gap", 900, "--write", self.folder / "jobs.csv", *words))
        other = json.loads(self.call("--jobs", self.folder / "jobs.csv", *words))
        self.assertEqual(one["fifo"]["jct_h"], other["fifo"]["jct_h"])

    def test_traces_of_others(self):
        table = self.written("table.csv", [["model", "workers", "type", "steps_per_s"], *([name, size, "v100", 10] for name in models() for size in (1, 2, 4, 8))])
        attempt = {"start_time": "2017-10-07 01:12:09", "end_time": "2017-10-07 01:42:09", "detail": [{"ip": "m1", "gpus": ["gpu0"]}]}
        (self.folder / "log.json").write_text(json.dumps([{"submitted_time": "2017-10-07 01:11:39", "attempts": [attempt]}]))
        (self.folder / "msr.trace").write_text("A3C\tcommand\t-n\t1\t18000\t0.0\t1\n")
        words = ("--throughputs", table, "--cluster", "v100:8/4", "--policy", "fifo", "--format", "json")
        for source in (("--philly", self.folder / "log.json"), ("--gavel", self.folder / "msr.trace")):
            self.assertAlmostEqual(json.loads(self.call(*source, *words))["fifo"]["jct_h"], 0.5, 2, source[0])  # 1,800 s on the first type
        self.call("--generate", 40, "--single", "--write", self.folder / "jobs.csv", *words)
        with open(self.folder / "jobs.csv", encoding="utf-8") as file:
            self.assertEqual({row["workers"] for row in csv.DictReader(file)}, {"1"})

    def test_costs(self):
        link = self.folder / "link.json"
        link.write_text(json.dumps({"schema": "ark_overlap/2", "hosts": 2, "link": {"latency_us": 100, "bytes_per_us": 100}}))
        words = ("--jobs", self.written("jobs.csv", [["name", "arrival_s", "steps", "workers", "bytes_per_step", "fast"], ["a", 0, 36000, 4, 1000000, 100]]),
                 "--calibration", link, "--format", "json")
        # Steps of 10 ms on one host, of 25.6 ms over two.
        self.assertAlmostEqual(json.loads(self.call(*words, "--cluster", "fast:4", "--policy", "gavel"))["gavel"]["jct_h"], 0.1)
        self.assertAlmostEqual(json.loads(self.call(*words, "--cluster", "fast:4/2", "--policy", "gavel"))["gavel"]["jct_h"], 0.256)
        # One device for two jobs of two rounds: each round begins with a move that costs half of it.
        jobs = self.written("two.csv", [["name", "arrival_s", "steps", "workers", "fast"], ["a", 0, 200, 1, 1], ["b", 0, 200, 1, 1]])
        free, dear = (json.loads(self.call("--jobs", jobs, "--cluster", "fast:1", "--policy", "gavel", "--round", 100, "--restart", cost, "--format", "json"))
                      ["gavel"]["total_h"] for cost in (0, 50))
        self.assertAlmostEqual(free, 400 / 3600)
        self.assertGreater(dear, 500 / 3600)
        # Copies on both devices; a round of them loses the time of a merge.
        alone = self.written("one.csv", [["name", "arrival_s", "steps", "workers", "fast"], ["a", 0, 1000, 1, 1]])
        quick, slow = (json.loads(self.call("--jobs", alone, "--cluster", "fast:2/1", "--policy", "hadare", "--round", 100, "--restart", 0, "--merge", cost,
                                            "--format", "json"))["hadare"]["jct_h"] for cost in (0, 50))
        self.assertAlmostEqual(quick, 500 / 3600)
        self.assertGreater(slow, 600 / 3600)

    def test_what_it_refuses(self):
        jobs = self.written("jobs.csv", JOBS)
        for words, said in ((("--jobs", jobs, "--cluster", "fast"), "'fast'; accepted: TYPE:COUNT"),
                            (("--jobs", jobs, "--cluster", "fast:2", "--policy", "best"), "--policy best: accepted: some of fifo"),
                            (("--jobs", jobs, "--cluster", "fast:1"), r"job 2 (gang) with 2 workers runs on no type"),
                            (("--jobs", jobs, "--cluster", "fast:2", "--round", "0"), "--round 0; accepted: more than 0"),
                            (("--jobs", jobs, "--cluster", "fast:2", "--round", "x"), "'x': accepted: seconds"),
                            (("--jobs", jobs, "--cluster", "fast:2", "--emit", "hostfile"), "accepted: one policy"),
                            (("--jobs", self.folder / "none", "--cluster", "fast:2"), "none: no such file"),
                            (("--generate", "5", "--cluster", "fast:2"), "need --throughputs"),
                            (("--generate", "0", "--cluster", "fast:2"), "'0': accepted: a number"),
                            (("--generate", "5", "--seed", "-", "--cluster", "fast:2"), "'-': accepted: a number"),
                            (("run", "--jobs", jobs, "--cluster", self.written("c.csv", [["host", "type", "devices"], ["h", "fast", 2]])),
                             "job one: no command; accepted: a program with {file}"),
                            (("run", "--jobs", jobs, "--cluster", self.folder / "c.csv", "--policy", "best"), "(choose from 'fifo', 'tiresias'"),
                            (("run", "--jobs", self.written("run.csv", [[*JOBS[0], "command"], [*JOBS[1], "true"]]), "--cluster", self.folder / "c.csv",
                              "--mpirun", self.folder), f"--mpirun '{self.folder}': no such program; accepted: a path, or a name in PATH")):
            self.assertIn(said, self.call(*words, status=2))


class Rounds(Folder):
    """Rounds without hosts: the launcher is a script that notes its arguments and runs the program."""

    MAKES = "sh -c 'echo {steps} 1 >{report}; echo copy {copy} {steps} >>{file}'"
    JOINS = """sh -c 'cat "$@" >"$0"' {file} {copies}"""

    def run_job(self, *more, merge="", command=MAKES, status=0):
        launcher, self.noted = self.folder / "launcher", self.folder / "noted"
        launcher.write_text(f"#!/bin/sh\nprintf '%s\\n' \"$*\" >>{self.noted}\nshift 6\nexec \"$@\"\n")
        launcher.chmod(0o755)
        jobs = self.written("jobs.csv", [["name", "arrival_s", "steps", "workers", "command", "merge", "fast", "slow"],
                                         ["x", 0, 100, 1, command, merge, 3, 1]])
        where = self.written("cluster.csv", [["host", "type", "devices"], ["n0", "slow", 1], ["n1", "fast", 1]])
        out = self.call("run", "--jobs", jobs, "--cluster", where, "--folder", self.folder / "run", "--mpirun", launcher, "--format", "json", *more,
                        status=status)
        return json.loads(out) if status == 0 else out

    def test_the_launcher_and_its_arguments(self):
        self.assertEqual(self.run_job()["rounds"], 1)
        self.assertRegex(self.noted.read_text(), rf"^-n 1 --hostfile {self.folder}/run/0/hosts --bind-to none sh -c echo 100 1 .*\n$")
        self.assertEqual((self.folder / "run/0/hosts").read_text(), "n1 slots=1\n")

    def test_copies_share_the_steps_by_their_speeds_and_become_one(self):
        found = self.run_job("--policy", "hadare", merge=self.JOINS)  # 75 and 25 steps, and a tenth more of each
        self.assertEqual((self.folder / "run/0/checkpoint").read_text(), "copy 0 83\ncopy 1 28\n")
        self.assertEqual([(self.folder / f"run/0/hosts.{copy}").read_text() for copy in (0, 1)], ["n1 slots=1\n", "n0 slots=1\n"])
        self.assertEqual((found["rounds"], sorted((one["type"], one["steps_per_s"]) for one in found["speeds"])), (1, [("fast", 83.0), ("slow", 28.0)]))

    def test_copies_begin_with_the_same_checkpoint(self):
        # A copy makes 20 steps at most, by the first number in its file: 40 of two in a round, and the rest in the third.
        steps = """sh -c 'n=$(cat {file} 2>/dev/null || echo 0); m=$((n + 20 < {steps} ? n + 20 : {steps})); echo $m >{file}; echo $m 1 >{report}'"""
        sums = """sh -c 'n=$(cat "$0" 2>/dev/null || echo 0); s=$n; for f in "$@"; do s=$((s + $(cat $f) - n)); done; echo $s >"$0"' {file} {copies}"""
        self.assertEqual(self.run_job("--policy", "hadare", merge=sums, command=steps)["rounds"], 3)
        self.assertIn((self.folder / "run/0/checkpoint").read_text(), [f"{n}\n" for n in range(100, 105)])  # a copy's part is a tenth larger, and rounded up

    def test_without_a_merge_there_are_no_copies(self):
        self.run_job("--policy", "hadare")
        self.assertEqual((self.folder / "run/0/checkpoint").read_text(), "copy 0 100\n")

    def test_a_merge_that_fails(self):
        for merge, patience, said in (("sh -c 'echo lost; exit 3'", 60, "job x: merge ended with status 3: sh -c 'echo lost; exit 3'\nlost"),
                                      ("/nowhere", 60, "job x: merge: .*/nowhere.*; accepted: a program that ends within 60 s"),
                                      ("sleep 60", 2, "job x: merge: .*timed out"),
                                      ("cat {what}", 60, r"job x: merge 'cat \{what\}': 'what'; accepted: \{file\}")):
            self.assertRegex(self.run_job("--policy", "hadare", "--round", "1", "--patience", patience, merge=merge, status=2), said)


def models():
    sys.path.insert(0, str(TOOL.parent))
    from placement import traces  # pylint: disable=import-outside-toplevel
    return [name for name, _ in traces.MODELS]


class Run(Folder):
    """Two hosts, one with 60 % of a core and one with 20 %."""

    def setUp(self):
        super().setUp()
        if subprocess.run([MULTIHOST, "--check"], check=False, stdout=subprocess.DEVNULL).returncode:
            self.skipTest("no emulated hosts")
        self.hosts = self.written("cluster.csv", [["host", "type", "devices"], ["host0", "fast", 1], ["host1", "slow", 1]])

    def run_jobs(self, commands, *more, status=0):
        """commands: name -> (steps, workers, command and perhaps merge)"""
        jobs = self.written("jobs.csv", [["name", "arrival_s", "steps", "workers", "fast", "slow", "command", "merge"], *(
            [name, 0, steps, workers, 300, 100, *words] for name, (steps, workers, *words) in commands.items())])
        out = self.call("run", "--jobs", jobs, "--cluster", self.hosts, "--folder", self.folder / "run", *more, status=status,
                        before=(MULTIHOST, "2", "--shares", "60,20", "--"))
        return json.loads(out[out.index("{"):]) if status == 0 else out

    def test_jobs_pause_move_and_have_the_cells_of_a_serial_run(self):
        program = f"{os.environ['PLACE_PROGRAM']} --file {{file}} --seconds {{seconds}} --report {{report}} --steps {{steps}} --cells 64 --verify"
        found = self.run_jobs({"long": (300, 1, program + " --pause-us 100000"), "pair": (60, 2, program + " --pause-us 100000"),
                               "short": (60, 1, program + " --pause-us 100000")}, "--round", "0.6", "--policy", "hadar", "--format", "json")
        self.assertGreaterEqual(found["rounds"], 3)
        self.assertEqual(len(found["jobs"]), 3)
        self.assertGreater(max(job["waited_s"] for job in found["jobs"]), 0)
        for number in range(3):  # the last run of each compared all cells with those of a serial solve
            self.assertIn(" 0 wrong ok", (self.folder / f"run/{number}/log").read_text())
        self.assertIn("2 PEs, 60 of 60 steps", (self.folder / "run/1/log").read_text())
        measured = [one for one in found["speeds"] if one["job"] == "long"]
        self.assertTrue(all(20 < one["steps_per_s"] < 200.1 for one in measured), measured)  # 20 steps take 0.1 s and more

    def test_copies_of_a_job_train_one_model(self):
        fit = os.environ["PLACE_FIT"]
        found = self.run_jobs({"fit": (900, 1, f"{fit} --file {{file}} --seconds {{seconds}} --report {{report}} --steps {{steps}} --copy {{copy}}",
                                       f"{fit} --file {{file}} --merge {{copies}}")}, "--round", "1", "--policy", "hadare", "--format", "json")
        self.assertEqual({one["type"] for one in found["speeds"]}, {"fast", "slow"})
        steps, *weights = (self.folder / "run/0/checkpoint").read_text().split()[1:]
        self.assertGreaterEqual(int(steps), 900)
        for number, weight in enumerate(weights):
            self.assertAlmostEqual(float(weight), -0.5 if number % 2 else 1.0, delta=0.1)

    def test_a_merged_model(self):
        def written(name, steps, weight):
            (self.folder / name).write_text(f"fit {steps}\n" + f"{weight}\n" * 16)
            return self.folder / name
        copies = [written("one", 110, 1.0), written("two", 130, 2.0)]
        subprocess.run([os.environ["PLACE_FIT"], "--file", written("all", 100, 9.0), "--merge", *copies], check=True)
        self.assertEqual((self.folder / "all").read_text().split(), ["fit", "140", *["1.75"] * 16])  # (10 * 1 + 30 * 2) / 40

    def test_a_job_that_fails(self):
        for command, patience, said in (("false", 60, "job x ended with status 1"), ("true", 60, "job x: .*report.*accepted: a line with the steps"),
                              ("sleep 60", 0.5, "job x has not ended 0.5 s after its 0.2 s: .*sleep 60; accepted: a program that ends by itself"),
                              ("sh -c 'echo 0 1 >{report}'", 60, "job x: 0 steps after 1 s, as before"), ("echo {what}", 60, "'what'; accepted: {file}")):
            self.assertRegex(self.run_jobs({"x": (10, 1, command)}, "--round", "0.2", "--patience", patience, status=2), said)


if __name__ == "__main__":
    result = unittest.main(exit=False).result
    sys.exit(77 if result.skipped and len(result.skipped) == result.testsRun else not result.wasSuccessful())
