#!/usr/bin/env python3
"""Tests of scripts/multihost. multihost_test.py [GROUP...]; exits with 77 where the machine cannot make hosts."""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
MULTIHOST = str(ROOT / "scripts" / "multihost")
PATIENCE = 100  # seconds that anything here may take, before it counts as hung
MARK = "MULTIHOST_TEST_MARK"

ECHO_SERVER = """
import socket, sys
with socket.create_server(("0.0.0.0", 7001)) as server:
    print("listening", flush=True)
    while True:
        peer, _ = server.accept()
        while data := peer.recv(1 << 20):
            peer.sendall(data)
"""
# One connection for its whole life; a line for every round trip.
ECHO_CLIENT = """
import socket, sys, time
peer = socket.create_connection((sys.argv[1], 7001))
while True:
    peer.sendall(b"x")
    peer.recv(1)
    print("echo", flush=True)
    time.sleep(0.05)
"""
# Answers each connection with one byte when its bytes have all come.
SINK = """
import socket
with socket.create_server(("0.0.0.0", 7002)) as server:
    print("listening", flush=True)
    while True:
        peer, _ = server.accept()
        while peer.recv(1 << 20):
            pass
        peer.sendall(b"!")
        peer.close()
"""
# Prints the seconds that sending argv[2] bytes takes.
SOURCE = """
import socket, sys, time
peer = socket.create_connection((sys.argv[1], 7002))
started = time.monotonic()
peer.sendall(bytes(int(sys.argv[2])))
peer.shutdown(socket.SHUT_WR)
assert peer.recv(1) == b"!"
print(time.monotonic() - started)
"""


def multihost(*arguments, **options):
    """Runs the script to its end."""
    return subprocess.run([MULTIHOST, *map(str, arguments)], capture_output=True, text=True, check=False,
                          timeout=PATIENCE, **options)


def said(*arguments, **options):
    """What it prints; it must succeed."""
    result = multihost(*arguments, **options)
    if result.returncode != 0:
        raise AssertionError(f"{arguments}: status {result.returncode}: {result.stderr}")
    return result.stdout


def marked(mark):
    """Processes that were started with this mark in their environment."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if f"{MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
    return found


def becomes_true(condition, seconds=PATIENCE):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


class Instance:
    """A running instance, with the marked processes below it. Ends with the `with` block."""

    def __init__(self, hosts, *options, command=("bash", "-c", "echo up; sleep 600")):
        self.mark = uuid.uuid4().hex
        self.name = "t-" + self.mark[:12]
        self.process = subprocess.Popen(
            [MULTIHOST, str(hosts), "--name", self.name, *options, "--", *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env={**os.environ, MARK: self.mark})

    def __enter__(self):
        assert self.process.stdout.readline() == "up\n"
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()
        assert self.gone(), f"left behind: {marked(self.mark)}"

    def gone(self):
        return becomes_true(lambda: not marked(self.mark))

    def do(self, *arguments):
        return said("--name", self.name, *arguments)

    def on(self, host, *command):
        return self.do("exec", host, "--", *command)

    @contextlib.contextmanager
    def background(self, host, program, *arguments):
        """A Python program on a host; ends with the instance."""
        with subprocess.Popen([MULTIHOST, "--name", self.name, "exec", str(host), "--", sys.executable, "-c", program,
                               *arguments], stdout=subprocess.PIPE, text=True) as process:
            try:
                yield process
            finally:
                process.kill()


class Usage(unittest.TestCase):
    def test_wrong_usage_names_the_value_and_the_form(self):
        for arguments, *words in [
            ([], "number of hosts", "2 to 16"),
            (["two", "--", "true"], "'two'", "2 to 16"),
            (["1", "--", "true"], "'1'", "2 to 16"),
            (["17", "--", "true"], "'17'", "2 to 16"),
            (["2x", "--", "true"], "'2x'", "2 to 16"),
            (["2"], "after --"),
            (["2", "--"], "after --"),
            (["2", "true"], "'true'", "--help"),
            (["2", "--slots", "--", "true"], "--slots needs a value"),
            (["2", "--slots", "0", "--", "true"], "--slots '0'", "1 to 64"),
            (["2", "--slots", "many", "--", "true"], "--slots 'many'", "1 to 64"),
            (["2", "--shape", "fast", "--", "true"], "--shape 'fast'", "100mbit:64kb"),
            (["2", "--shape", "1gbit:", "--", "true"], "--shape '1gbit:'", "100mbit:64kb"),
            (["2", "--latency", "5", "--", "true"], "--latency '5'", "500us"),
            (["2", "--cores", "0", "--", "true"], "--cores '0'", f"1 to {len(os.sched_getaffinity(0))}"),
            (["2", "--cores", "9999", "--", "true"], "--cores '9999'", f"1 to {len(os.sched_getaffinity(0))}"),
            (["2", "--name", "My Lab", "--", "true"], "--name 'My Lab'", "small letters"),
            (["--name", "lab"], "--name NAME", "--help"),
            (["--name", "-x", "cut", "0"], "--name '-x'", "small letters"),
        ]:
            with self.subTest(arguments=arguments):
                result = multihost(*arguments)
                self.assertEqual(result.returncode, 2, result.stderr)
                for word in words:
                    self.assertIn(word, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)

    def test_help(self):
        self.assertIn("restore HOST", said("--help"))

    @unittest.skipIf(os.geteuid(), "only root can become another user")
    def test_skips_with_the_reason_without_root(self):
        with tempfile.TemporaryDirectory() as folder:  # the script's own may be closed to others
            os.chmod(folder, 0o755)
            script = shutil.copy(MULTIHOST, folder)
            for arguments in (["--check"], ["2", "--", "true"]):
                result = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", script, *arguments], text=True,
                                        capture_output=True, check=False, timeout=PATIENCE, cwd="/")
                self.assertEqual((result.returncode, result.stderr.count("\n")), (77, 1), result.stderr)
                self.assertIn("needs root", result.stderr)


class Hosts(unittest.TestCase):
    def test_each_has_a_name_and_an_address(self):
        script = f'for i in 0 1 2; do {MULTIHOST} exec $i -- sh -c "hostname; ip -4 -o address show eth0"; done'
        words = said(3, "--", "bash", "-c", script).split()
        for i in range(3):
            self.assertIn(f"host{i}", words)
            self.assertIn(f"10.77.0.{10 + i}/24", words)

    def test_cores_are_dealt_out(self):
        script = "import os; print(*sorted(os.sched_getaffinity(0)))"
        usable = sorted(os.sched_getaffinity(0))

        def cores(count, *options):
            command = f"for i in $(seq 0 {count - 1}); do {MULTIHOST} exec $i -- {sys.executable} -c '{script}'; done"
            return [[int(word) for word in line.split()] for line in said(count, *options, "--", "bash", "-c", command).splitlines()]
        self.assertEqual(cores(2), [usable] * 2)
        self.assertEqual(cores(3, "--cores", 1), [[usable[host % len(usable)]] for host in range(3)])
        self.assertEqual(cores(2, "--cores", len(usable)), [usable] * 2)
        ranks = f"mpirun -n 2 --bind-to none {sys.executable} -c '{script}'"
        self.assertEqual(sorted(said(2, "--cores", 1, "--", "bash", "-c", ranks).split()),
                         sorted(str(usable[host % len(usable)]) for host in range(2)))

    def test_no_way_out(self):
        with Instance(2) as lab:
            for host in range(2):
                self.assertRegex(lab.on(host, "ip", "route"), r"\A10\.77\.0\.0/24 dev eth0 [^\n]*\n\Z")

    def test_private_namespaces(self):
        with Instance(2) as lab:
            for kind, private in [("net", True), ("uts", True), ("ipc", True), ("mnt", True), ("pid", False)]:
                seen = [lab.on(host, "readlink", f"/proc/self/ns/{kind}") for host in ("host0", "1")]
                outside = os.readlink(f"/proc/self/ns/{kind}") + "\n"
                self.assertEqual(len({*seen, outside}), 3 if private else 2, kind)

    def test_private_shared_memory(self):
        with Instance(2) as lab:
            lab.on(0, "touch", f"/dev/shm/{lab.name}")
            self.assertEqual(lab.on(0, "ls", "/dev/shm"), lab.name + "\n")
            self.assertEqual(lab.on(1, "ls", "/dev/shm"), "")
            self.assertFalse(os.path.exists(f"/dev/shm/{lab.name}"))

    def test_two_instances_side_by_side(self):
        with Instance(2) as one, Instance(2) as other:
            self.assertNotEqual(one.on(0, "readlink", "/proc/self/ns/net"), other.on(0, "readlink", "/proc/self/ns/net"))
            one.do("cut", 1)
            self.assertIn("NO-CARRIER", one.on(1, "ip", "link", "show", "eth0"))
            self.assertNotIn("NO-CARRIER", other.on(1, "ip", "link", "show", "eth0"))
            result = multihost("cut", 1)
            self.assertEqual(result.returncode, 2)
            self.assertIn(one.name, result.stderr)
            self.assertIn(other.name, result.stderr)
            result = multihost(2, "--name", one.name, "--", "true")
            self.assertEqual(result.returncode, 2)
            self.assertIn("runs already", result.stderr)

    def test_wrong_control(self):
        with Instance(2) as lab:
            for arguments, *words in [
                (["cut", "2"], "'2'", "0 to 1"), (["cut", "hostess"], "'hostess'", "0 to 1"), (["cut"], "one HOST"),
                (["restore", "0", "1"], "one HOST"), (["shape"], "RATE"), (["shape", "1 gbit"], "'1 gbit'", "1gbit"),
                (["unshape", "0"], "'0'"), (["exec", "0", "true"], "'0 true'", "HOST -- COMMAND"),
            ]:
                result = multihost("--name", lab.name, *arguments)
                self.assertEqual(result.returncode, 2, arguments)
                for word in words:
                    self.assertIn(word, result.stderr)
            result = multihost("--name", lab.name, "exec", 0, "--", MULTIHOST, "--name", "other", "cut", 0)
            self.assertEqual(result.returncode, 2)
            self.assertIn("'other'", result.stderr)
        result = multihost("--name", lab.name, "cut", 0)
        self.assertEqual(result.returncode, 2)
        self.assertIn("no such instance", result.stderr)


class Environment(unittest.TestCase):
    def test_status_arguments_input_and_directory_pass(self):
        for status in (0, 3, 77):
            self.assertEqual(multihost(2, "--", "bash", "-c", f"exit {status}").returncode, status)
        self.assertEqual(multihost(2, "--", "bash", "-c", "kill -9 $$").returncode, 137)
        self.assertEqual(multihost(2, "--", "no-such-command").returncode, 127)
        self.assertEqual(said(2, "--", "printf", "%s|", "a b", "", "$x *"), "a b||$x *|")
        self.assertEqual(said(2, "--", "cat", input="through"), "through")
        self.assertEqual(said(2, "--", "pwd", cwd="/usr/lib"), "/usr/lib\n")
        self.assertEqual(said(2, "--", MULTIHOST, "exec", 1, "--", "pwd", cwd="/usr/lib"), "/usr/lib\n")

    def test_interrupts_are_not_ignored_by_the_command(self):
        for line in said(2, "--", "grep", "SigIgn", "/proc/self/status").splitlines():
            self.assertEqual(int(line.split()[1], 16) & (1 << (signal.SIGINT - 1)), 0)

    def test_plain_mpirun_spreads_and_keeps_the_environment(self):
        script = 'mpirun -n 4 bash -c "echo \\$(hostname) \\$GREETING"'
        self.assertEqual(sorted(said(2, "--slots", 2, "--", "bash", "-c", script, env={**os.environ, "GREETING": "hi"})
                                .splitlines()), ["host0 hi"] * 2 + ["host1 hi"] * 2)

    def test_ranks_yield_where_cores_are_short_unless_told_otherwise(self):
        def chosen(slots, *options, **more):
            base = {k: v for k, v in os.environ.items() if k != "OMPI_MCA_mpi_yield_when_idle"}
            return said(2, "--slots", slots, *options, "--", "bash", "-c", 'echo "${OMPI_MCA_mpi_yield_when_idle-unset}"',
                        env={**base, **more}).strip()
        self.assertEqual(chosen(64), "1" if len(os.sched_getaffinity(0)) < 128 else "unset")
        self.assertEqual(chosen(64, OMPI_MCA_mpi_yield_when_idle="0"), "0")
        if len(os.sched_getaffinity(0)) >= 2:
            self.assertEqual(chosen(1), "unset")
            self.assertEqual(chosen(1, "--cores", 1), "unset")
            self.assertEqual(chosen(2, "--cores", 1), "1")

    def test_skips_where_a_tool_is_missing(self):
        for tool in ("ip", "tc"):
            hide = f'for f in $(type -ap {tool}); do mount --bind /dev/null "$f"; done; exec {MULTIHOST} --check'
            result = subprocess.run(["unshare", "--mount", "bash", "-c", hide], capture_output=True, text=True,
                                    check=False, timeout=PATIENCE, env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"})
            self.assertEqual(result.returncode, 77, result.stderr)
            self.assertIn(f"'{tool}' is missing: apt-get install iproute2", result.stderr)

    def test_skips_without_the_right_to_make_namespaces(self):
        result = subprocess.run(["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin", MULTIHOST, "2", "--", "true"],
                                capture_output=True, text=True, check=False, timeout=PATIENCE)
        self.assertEqual(result.returncode, 77, result.stderr)
        self.assertIn("CAP_SYS_ADMIN", result.stderr)


class Lifetime(unittest.TestCase):
    def test_nothing_stays_after_the_end_not_even_daemons(self):
        # A daemon of its own session, stopped: neither a hang-up nor SIGTERM would end it.
        daemon = "setsid sleep 600 >/dev/null 2>&1 & kill -STOP $!; echo up; sleep 0.5; exit 4"
        with Instance(3, command=["bash", "-c", daemon]) as lab:
            self.assertGreaterEqual(len(marked(lab.mark)), 6, "the mark shows what runs")
            self.assertEqual(lab.process.wait(PATIENCE), 4)
            self.assertTrue(lab.gone(), marked(lab.mark))
        self.assertFalse(os.path.exists("/run/multihost"))

    def test_signals_end_everything(self):
        for number, status in [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGKILL, -9)]:
            with self.subTest(signal=number), Instance(2) as lab:
                self.assertGreaterEqual(len(marked(lab.mark)), 5)
                lab.process.send_signal(number)
                self.assertEqual(lab.process.wait(PATIENCE), status)
                self.assertTrue(lab.gone(), marked(lab.mark))

    def test_killed_at_any_moment_of_the_start(self):
        for step in range(12):
            lab = Instance(4)
            time.sleep(step * 0.03)
            lab.process.kill()
            lab.process.wait(PATIENCE)
            lab.process.stdout.close()
            self.assertTrue(lab.gone(), f"after {step * 0.03} s: {marked(lab.mark)}")


class Links(unittest.TestCase):
    def test_a_cut_stops_a_connection_and_restoring_resumes_it(self):
        with Instance(2) as lab, lab.background(1, ECHO_SERVER) as server:
            self.assertEqual(server.stdout.readline(), "listening\n")
            with tempfile.NamedTemporaryFile("w+") as out, subprocess.Popen(
                    [MULTIHOST, "--name", lab.name, "exec", "0", "--", sys.executable, "-c", ECHO_CLIENT, "host1"],
                    stdout=out) as client:
                def echoes():
                    return pathlib.Path(out.name).read_text().count("\n")
                try:
                    self.assertTrue(becomes_true(lambda: echoes() > 3))
                    lab.on(0, MULTIHOST, "cut", "host1")  # from inside
                    time.sleep(0.3)
                    before = echoes()
                    time.sleep(1.5)
                    self.assertEqual(echoes(), before, "a cut link carries nothing")
                    lab.do("restore", 1)  # from outside
                    self.assertTrue(becomes_true(lambda: echoes() > before + 3), "the same connection goes on")
                finally:
                    client.kill()

    def test_shaping_limits_to_the_rate(self):
        size = 4 << 20
        with Instance(2, "--shape", "100mbit") as lab, lab.background(1, SINK) as sink:
            self.assertEqual(sink.stdout.readline(), "listening\n")

            def seconds():
                return float(lab.on(0, sys.executable, "-c", SOURCE, "host1", str(size)))
            ideal = size * 8 / 100e6  # 0.34 s; the burst of 128 KiB and the socket buffers pass at once
            shaped = seconds()
            self.assertGreater(shaped, 0.7 * ideal)
            lab.do("shape", "20mbit:64kb")
            slower = seconds()
            self.assertGreater(slower, 0.7 * 5 * ideal)
            self.assertLess(slower, 4 * 5 * ideal, "a limit, not a stop")
            lab.do("unshape")
            self.assertLess(min(seconds() for _ in range(5)), 0.7 * ideal, "the control: without a limit it is faster")

    def test_packets_fit_the_bucket(self):
        # Of one that does not fit, tbf makes frames of the link, which takes more of the kernel's time than the transfer.
        def largest(lab):
            return int(re.search(r"gso_max_size (\d+)", lab.on(0, "ip", "-d", "link", "show", "eth0"))[1])
        with Instance(2, "--shape", "100mbit:16kb") as lab:
            self.assertEqual(largest(lab), 15360)
            lab.do("shape", "100mbit:1mb")
            self.assertEqual(largest(lab), 65536)
            lab.do("shape", "100mbit:65536b")
            self.assertEqual(largest(lab), 61440)
            lab.do("unshape")
            self.assertEqual(largest(lab), 65536)

    def test_congestion_control_is_the_same_on_every_machine(self):
        setting = pathlib.Path("/proc/sys/net/ipv4/tcp_congestion_control")
        before = setting.read_text()
        script = f"for i in 0 1; do {MULTIHOST} exec $i -- cat {setting}; done"
        self.assertEqual(said(2, "--", "bash", "-c", script).split(), ["reno", "reno"])
        self.assertEqual(setting.read_text(), before)

    def test_latency_or_the_reason_why_not(self):
        netem = subprocess.run(["unshare", "--net", "tc", "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms"],
                               capture_output=True, check=False, timeout=PATIENCE).returncode == 0
        if not netem:
            result = multihost(2, "--latency", "10ms", "--", "true")
            self.assertEqual(result.returncode, 77)
            self.assertIn("--latency '10ms': this kernel has no netem", result.stderr)
            return
        with Instance(2, "--latency", "50ms", "--shape", "1gbit") as lab, lab.background(1, SINK) as sink:
            self.assertEqual(sink.stdout.readline(), "listening\n")
            self.assertGreater(float(lab.on(0, sys.executable, "-c", SOURCE, "host1", "1")), 0.09)


def main():
    groups = sys.argv[1:] or [case.__name__ for case in (Usage, Hosts, Environment, Lifetime, Links)]
    if groups != ["Usage"]:
        check = multihost("--check")
        if check.returncode != 0:
            print(check.stderr, end="")
            return check.returncode
    result = unittest.TextTestRunner(verbosity=2).run(unittest.defaultTestLoader.loadTestsFromNames(
        groups, sys.modules[__name__]))
    return 0 if result.wasSuccessful() and result.testsRun > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
