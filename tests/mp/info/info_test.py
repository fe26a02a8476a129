"""ark_info, the program: its output read back, its exit status, with and without mpirun.

The environment says what to run: INFO_PROGRAM, INFO_MPIRUN the mpirun script, NP the number of processes.
"""
import json
import os
import subprocess
import unittest

NP = int(os.environ["NP"])
PROGRAM = os.environ["INFO_PROGRAM"]
FEATURES = {"put_small", "put_large", "get", "amo", "signal", "collectives"}


def run(command, env):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARK_")}
    return subprocess.run(command, text=True, capture_output=True, timeout=100, env={**clean, **env})


def job(*arguments, **env):
    command = [os.environ["INFO_MPIRUN"], "-n", str(NP)]
    if NP > (os.cpu_count() or 1):
        command += ["--bind-to", "none"]
    return run(command + [PROGRAM, *arguments], env)


def alone(*arguments, **env):
    return run([PROGRAM, *arguments], env)


class InfoTest(unittest.TestCase):
    def ok(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def refused(self, done, *parts):
        self.assertNotIn(done.returncode, (0, None), done.stdout)
        for part in parts:
            self.assertIn(part, done.stderr)

    def variable(self, pe, name):
        return next(one for one in pe["environment"] if one["name"] == name)


class Job(InfoTest):
    def test_json_has_every_pe_and_every_pair(self):
        info = json.loads(self.ok(job("--json", ARK_TIMEOUT="50s")))
        self.assertEqual(info["n_pes"], NP)
        self.assertEqual([pe["job"]["pe"] for pe in info["pes"]], list(range(NP)))
        for number, pe in enumerate(info["pes"]):
            self.assertEqual(pe["job"]["n_pes"], NP)
            self.assertTrue(pe["job"]["bootstrap"].startswith("mpi"), pe["job"])
            self.assertEqual(sorted(p for group in pe["routes"] for p in group["peers"]), list(range(NP)))
            for group in pe["routes"]:
                self.assertEqual(set(group["features"]), FEATURES)
                self.assertEqual(group["place"], "self" if group["peers"] == [number] else "same host")
            self.assertEqual(self.variable(pe, "ARK_TIMEOUT")["source"], "environment")
            self.assertEqual(self.variable(pe, "ARK_RINGS")["source"], "built-in")
        self.assertEqual(len({pe["job"]["process_id"] for pe in info["pes"]}), NP)

    def test_text_is_printed_once_and_grouped(self):
        text = self.ok(job())
        every = "PE 0" if NP == 1 else f"PE 0-{NP - 1}"
        for section in ("build", "environment", "runtime"):
            self.assertEqual(text.count(f"{section} ({every})\n"), 1, text)
        self.assertEqual(text.count(f"{every} -> itself\n"), 1, text)
        if NP > 1:
            self.assertEqual(text.count(f"{every}, each -> all others (same host)\n"), 1, text)

    def test_a_process_with_other_settings_stands_apart(self):
        if NP == 1:
            self.skipTest("one process has no other")
        command = [os.environ["INFO_MPIRUN"], "-n", "1", "--bind-to", "none", "-x", "ARK_RINGS=3", PROGRAM, "--env", ":",
                   "-n", str(NP - 1), PROGRAM, "--env"]
        text = self.ok(run(command, {}))
        self.assertIn("environment (PE 0)\n", text)
        self.assertIn("environment (PE 1)\n" if NP == 2 else f"environment (PE 1-{NP - 1})\n", text)

    def test_bad_values_and_arguments_are_refused_with_what_is_accepted(self):
        self.refused(job(ARK_RINGS="many"), "ARK_RINGS='many'", "a number from 1 to 64")
        self.refused(job("--nonsense"), "--nonsense")
        self.refused(job("--pes", "2"), "--pes")

    def test_unknown_names_are_told_and_strict_refuses_them(self):
        done = job("--json", ARK_RINGZ="2")
        self.refused(done, "ARK_RINGZ", "ARK_RINGS")
        for pe in json.loads(done.stdout)["pes"]:
            self.assertEqual(pe["unknown_environment"][0]["nearest"], "ARK_RINGS")
        self.refused(job(ARK_RINGZ="2", ARK_STRICT="1"), "unsupported: ARK_STRICT=1: ARK_RINGZ")

    def test_a_schedule_that_cannot_repeat_is_a_downgrade(self):
        done = job("--json", ARK_SCHED="random:3")
        for pe in json.loads(self.ok(done))["pes"]:
            self.assertEqual([one["feature"] for one in pe["downgrades"]], ["ARK_SCHED"] if NP > 1 else [])
        strict = job("--json", ARK_SCHED="random:3", ARK_STRICT="1")
        if NP == 1:
            self.assertTrue(json.loads(self.ok(strict))["pes"][0]["strict"])
        else:
            self.refused(strict, "ARK_STRICT=1: ARK_SCHED: random:3")

    def test_proxied_peers_name_what_carries_them(self):
        info = json.loads(self.ok(job("--json", ARK_ROUTE="proxy", ARK_STRICT="1")))
        if info["pes"][0]["build"]["ucx"] == "":
            self.skipTest("built without UCX")
        for pe in info["pes"]:
            self.assertEqual((pe["transport"] or "").startswith("ucx"), NP > 1)
            for group in pe["routes"]:
                first = group["features"]["put_large"][0]
                self.assertEqual(first["route"], "queue" if group["place"] == "self" else "proxy")


class Alone(InfoTest):
    def test_without_mpirun_it_tells_what_a_job_would_use(self):
        text = self.ok(alone())
        self.assertIn("local (one process)", text)
        self.assertIn("to a PE in the same process or the same host, if there were one", text)
        self.assertIn("to a PE in the other host, if there were one", text)

    def test_several_pes_of_one_process(self):
        text = self.ok(alone("--pes", "8", "--routes"))
        self.assertTrue(text.startswith("routes"), text)
        self.assertIn("PE 0-7, each -> all others (same process)", text)
        self.assertNotIn("environment", text)

    def test_env_is_the_table_only(self):
        text = self.ok(alone("--env", ARK_LOG="error"))
        self.assertTrue(text.startswith("environment (PE 0)\n"), text)
        self.assertRegex(text, r"ARK_LOG +error +environment +accepted: error, warn, info or debug")
        self.assertNotIn("hardware", text)

    def test_refusals_have_status_two(self):
        for arguments, env, parts in [
                (["--nonsense"], {}, ["--nonsense"]),
                (["--pes", "0"], {}, ["--pes"]),
                (["--json", "--env"], {}, ["--env", "--json"]),
                ([], {"ARK_TIMEOUT": "soon"}, ["ARK_TIMEOUT='soon'", "a time greater than 0"]),
                ([], {"ARK_STRICT": "maybe"}, ["ARK_STRICT='maybe'", "0 or 1"]),
                ([], {"ARK_TIMEOUTS": "1"}, ["ARK_TIMEOUTS", "ARK_TIMEOUT"]),
                ([], {"ARK_STRICT": "1", "ARK_CPU_WORKERS": "2", "ARK_SCHED": "random"}, ["ARK_CPU_WORKERS: 2 wanted"])]:
            with self.subTest(arguments=arguments, env=env):
                done = alone(*arguments, **env)
                self.refused(done, *parts)
                self.assertEqual(done.returncode, 2)

    def test_a_full_disk_is_named(self):
        for arguments in ([], ["--json"], ["--env"], ["--help"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=100, check=False)
            self.assertEqual(done.returncode, 1, arguments)
            self.assertIn("ark_info: standard output: No space left on device", done.stderr)

    def test_help_is_no_failure(self):
        self.assertIn("--routes", self.ok(alone("--help")))

    def test_without_an_interface_ucx_chooses_and_strict_refuses(self):
        isolated = ["unshare", "-n"]
        if subprocess.run(isolated + ["true"], capture_output=True, check=False).returncode != 0:
            self.skipTest("no right to make a network namespace")
        if json.loads(self.ok(alone("--json")))["pes"][0]["build"]["ucx"] == "":
            self.skipTest("built without UCX")
        env = {"ARK_ROUTE": "proxy", "ARK_TRANSPORT": "ucx", "ARK_STRICT": "1"}
        done = run(isolated + [PROGRAM, "--pes", "2"], env)
        self.refused(done, "ARK_STRICT=1: network devices")
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
