"""ark_stall: its arithmetic from records that are written here, and jobs whose stalls are known.

  stall_test.py Arithmetic     no job, no time
  stall_test.py Job            under mpirun: STALL_PROGRAMS the folder of the programs, STALL_RECORDER the recorder
  stall_test.py Hosts          over two hosts of scripts/multihost; status 77 without them
  stall_test.py Overhead       the instructions of a mark that is not profiled: STALL_LIBRARY is libark
The environment says in STALL_TOOL where ark_stall is.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

os.environ.pop("ARK_TRACE", None)  # ark_stall keeps the caller's
TOOL = pathlib.Path(os.environ["STALL_TOOL"])
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOOL.parent))
from stall import StallError, cost, model, periods, record, report, split, stalls, steps, what_if  # noqa: E402

MS = 1_000_000
ITERATION, PHASE, CALL, HOST_WAIT, LANE_WAIT, LAUNCH, SYNC, RUN_DELAY = range(8)


def event(kind, begin_ms, end_ms=None, name=0, word=0, value=0):
    end_ms = begin_ms if end_ms is None else end_ms
    return struct.pack("<QQQQiHH", round(begin_ms * MS), round(end_ms * MS), value, word, -1, kind, name)


class Written:
    """Record files of a run in a folder of the test."""

    def __init__(self, folder, prefix="run"):
        self.prefix = pathlib.Path(folder) / prefix

    def pe(self, number, events, names=("", "MPI_Allreduce", "MPI_Barrier", "launch", "input"), clock=((0, 0, 0), (0, 0, 0)), **more):
        head = {"stall_record": 1, "pe": number, "pes": 2, "host": "here", "events": len(events), "dropped": 0, "run_delay": True,
                "clock": clock, "names": names, **more}
        self.prefix.with_name(f"{self.prefix.name}.{number}.stall").write_bytes(json.dumps(head).encode() + b"\n" + b"".join(events))

    def run(self, pes, warm_up=0):
        records = record.read_run(self.prefix, pes)
        found = periods.find(records, warm_up)
        return steps.Run(records, found, split.split(records, found), None)


def marked(pes, iterations, outside_ms, travel_ms=0.0):
    """The events of a program in which every PE computes for its time and then waits for the slowest, and for the transfer."""
    length = max(outside_ms) + travel_ms
    events = [[] for _ in range(pes)]
    for number in range(iterations + 1):
        for pe in range(pes):
            at = 1000 + number * length
            events[pe].append(event(ITERATION, at))
            if number < iterations:
                events[pe].append(event(CALL, at + outside_ms[pe], at + length, name=1))
    return events


class Arithmetic(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_of(self, outside_ms, travel_ms=0.0, iterations=10, prefix="run"):
        written = Written(self.folder, prefix)
        for pe, events in enumerate(marked(len(outside_ms), iterations, outside_ms, travel_ms)):
            written.pe(pe, events)
        return written.run(len(outside_ms))

    def near(self, value, expected):
        self.assertAlmostEqual(value, expected, places=6)

    def test_transfer_is_the_time_in_which_all_wait(self):
        run = self.run_of([30, 30], travel_ms=10)
        self.near(run.split.total, 0.040)
        self.near(run.split.outside, 0.030)
        self.near(run.split.transfer, 0.010)
        self.near(run.split.peer, 0)

    def test_waiting_for_a_slow_pe_is_blamed_on_it(self):
        run = self.run_of([10, 10, 50, 10], travel_ms=10)
        self.near(run.split.peer, 0.040 * 3 / 4)
        self.near(run.split.blame[2], run.split.peer)
        self.near(sum(run.split.excess), 0.040 / 4)
        self.near(run.split.transfer, 0.010)

    def test_of_two_late_pes_the_later_one_is_blamed(self):
        run = self.run_of([10, 30, 50])
        self.near(run.split.blame[1], 0)
        self.near(run.split.blame[2], (0.040 + 0.020) / 3)

    def test_a_pe_that_is_ahead_is_not_waited_for(self):
        written = Written(self.folder)
        # PE 0 is in its second iteration while PE 1 waits in the first.
        written.pe(0, [event(ITERATION, 0), event(ITERATION, 10), event(ITERATION, 40)])
        written.pe(1, [event(ITERATION, 0), event(CALL, 5, 30, name=1), event(ITERATION, 30), event(ITERATION, 40)])
        run = written.run(2)
        self.near(run.split.peer, 0.005 / 2 / 2)
        self.near(run.split.transfer, 0.020 / 2 / 2)

    def test_a_pe_that_is_late_by_a_transfer_is_not_blamed(self):
        written = Written(self.folder)
        # Messages to PE 0 take 5 ms, those to PE 1 20 ms: PE 1 begins its second computation later.
        written.pe(0, [event(ITERATION, 0), event(CALL, 10, 15, name=1), event(ITERATION, 15), event(CALL, 25, 45, name=1), event(ITERATION, 45)])
        written.pe(1, [event(ITERATION, 0), event(CALL, 10, 30, name=1), event(ITERATION, 30), event(CALL, 40, 45, name=1), event(ITERATION, 45)])
        run = written.run(2)
        self.near(run.split.peer, 0)
        self.near(run.split.transfer, 0.050 / 4)

    def test_short_gaps_belong_to_the_communication(self):
        self.assertEqual(split.merged([(0, 1), (1.00001, 2), (3, 4)], split.SHORT_GAP), [[0, 2], [3, 4]])

    def test_lanes_wait_when_as_many_as_ever_do(self):
        waits = [record.Event(b, e, 0, 0, -1, LANE_WAIT, "") for b, e in ((0, 10), (4, 12), (20, 30))]
        self.assertEqual(split.lane_intervals(waits), [(4, 10)])

    def test_run_delay_outside_of_waits_is_not_issue(self):
        written = Written(self.folder)
        for pe in range(2):
            written.pe(pe, [event(ITERATION, 0), event(RUN_DELAY, 1, 9, value=3 * MS), event(ITERATION, 10)])
        run = written.run(2)
        self.near(run.split.not_scheduled, 0.003)
        self.near(run.split.outside, 0.007)

    def test_phases_last_until_the_next_mark(self):
        written = Written(self.folder)
        written.pe(0, [event(ITERATION, 0), event(PHASE, 1, name=4), event(PHASE, 4, name=1), event(ITERATION, 10), event(PHASE, 10, name=4),
                       event(ITERATION, 20)])
        self.near(written.run(1).split.phases["input"], (0.003 + 0.010) / 2)

    def test_clocks_are_aligned_by_a_line(self):
        seconds = record.to_rank0([[1000, 500, 1], [2000, 700, 1]])
        self.near(seconds(1500) * 1e9, 1500 + 600)
        written = Written(self.folder)
        written.pe(0, [event(ITERATION, 0), event(ITERATION, 1)], clock=((5, 0, 250), (9, 0, 100)))
        self.near(record.read_run(written.prefix, 1)[0].clock_error, 250e-9)

    def test_stalls_by_their_definitions(self):
        self.near(stalls.percent_of("interconnect", 10, 100), 90)
        self.near(stalls.percent_of("network", 10, 50), 400)
        self.near(stalls.percent_of("fetch", 30, 40), 25)
        self.near(stalls.percent_of("prep", 30, 40), 25)
        self.near(stalls.percent_of("interconnect", 11, 10), 0)

    def test_parts_of_a_stall_and_its_advice(self):
        runs = {"one": [self.run_of([10], prefix="one")], "host": [self.run_of([10, 10, 49, 10], travel_ms=1, prefix="host")]}
        found = stalls.find(runs)
        self.near(found[0].percent, 80)
        self.near(found[0].parts["peer"], 39 / 40)
        self.near(found[0].blame[2], 39 / 40)
        self.assertIn("98 % of the interconnect stall (80 %) is waiting for PE 2", stalls.advice(found))

    def test_strong_scaling_divides_the_time_of_one(self):
        runs = {"one": [self.run_of([40], prefix="one")], "host": [self.run_of([20, 20], travel_ms=5, prefix="host")]}
        found = stalls.find(runs, "strong")
        self.near(found[0].percent, 20)
        self.near(found[0].parts["wire"], 1)

    def test_advice_of_each_rule(self):
        def of(kind, percent, parts=None, blame=()):
            return stalls.Stall(kind, [percent], percent / 100, parts or {}, list(blame))
        self.assertIn("No stall reaches 5 %", stalls.advice([of("network", 4)]))
        self.assertIn("fetch, 30 %", stalls.advice([of("fetch", 30), of("network", 20)]))
        self.assertIn("prep, 30 %", stalls.advice([of("prep", 30)]))
        self.assertIn("for different ones", stalls.advice([of("network", 30, {"peer": 0.9, "wire": 0.1}, [0.3, 0.3, 0.3])]))
        for part, text in (("wire", "in transit"), ("queue", "ARK_RINGS"), ("issue", "outside of waits"), ("unscheduled", "without a core")):
            self.assertIn(text, stalls.advice([of("network", 30, {part: 1.0}, [0.0, 0.0])]))

    def test_queue_share_from_the_histograms(self):
        ring = {"queue_wait_ns": [0, 0, 4], "delivery_ns": [0, 0, 0, 0, 4]}
        pathlib.Path(self.folder, "run.trace.0.json").write_text(json.dumps({"rings": [ring]}))
        self.near(record.queue_share(pathlib.Path(self.folder, "run"), 1), 0.25)
        self.assertIsNone(record.queue_share(pathlib.Path(self.folder, "none"), 1))

    def test_the_period_of_the_calls(self):
        self.assertEqual(periods.period_of(list("xyabcabcabcabcz")), (2, 3, 14))
        self.assertEqual(periods.period_of(list("x" + "aaab" * 6 + "z"))[1], 4)
        self.assertEqual(periods.period_of(list("aaaaaa")), (0, 1, 6))
        self.assertIsNone(periods.period_of(list("abcdefgh")))

    def test_iterations_from_the_period(self):
        written = Written(self.folder)
        calls = [event(CALL, 10 * i + part, 10 * i + part + 1, name=part) for i in range(8) for part in (1, 2)]
        written.pe(0, calls)
        found = periods.find(record.read_run(written.prefix, 1), 2)
        self.assertEqual((found.count, found.how, found.doubts), (5, "period of 2 calls", []))
        self.near(found.seconds(), 0.010)

    def test_doubts_are_said(self):
        written = Written(self.folder)
        written.pe(0, [event(CALL, at, at + 0.5, name=1) for at in (0, 1, 2, 3, 4, 90, 91)])
        self.assertIn("differ in length", periods.find(record.read_run(written.prefix, 1)).doubts[0])
        written.pe(0, [event(LAUNCH, 1, name=3), event(SYNC, 2, 8)])
        found = periods.find(record.read_run(written.prefix, 1))
        self.near(found.seconds(), 0.007)
        self.assertIn("no period was found", found.doubts[0])

    def test_warm_up_is_left_out(self):
        run = self.run_of([10, 10], iterations=40)
        self.assertEqual(periods.find(run.records).count, 36)
        with self.assertRaisesRegex(StallError, "--warm-up 40: the program has 40 iterations"):
            periods.find(run.records, 40)

    def test_what_if_replays_the_run(self):
        run = self.run_of([10, 10, 50, 10], travel_ms=10)
        found = what_if.of_run(run)
        self.near(found["replayed"], 0.060)
        self.near(found["no_transfer"], 0.050)
        self.near(found["half_transfer"], 0.055)
        self.near(found["balanced"], 0.020)
        self.assertEqual(found["slowest"], 2)

    def test_costs_and_the_cheapest(self):
        path = pathlib.Path(self.folder, "prices.csv")
        path.write_text("name,usd_per_hour,gpus,network\nbig,36,8,25gbit\nsmall,9,4,10gbit\nfast,10,4,1gbit\ntiny,1,1,1gbit\nodd,1,3,1gbit\n")
        args = argparse.Namespace(pes=8, shape="1gbit", latency=None, shaped_hosts=2, hosts=None)
        found = cost.report(cost.read(path), args, {"host": [1.0], "hosts": [3.0]})
        self.near(found["table"][0]["usd"], 0.01)
        self.near(found["table"][1]["usd"], 18 * 1.2 / 3600)
        self.near(found["table"][2]["usd"], 20 * 3 / 3600)
        self.assertIsNone(found["table"][3]["usd"])
        self.assertEqual((found["table"][4]["instances"], found["table"][4]["usd"]), (3, None))
        self.assertEqual(found["cheapest"], "small")
        path.write_text("name,usd_per_hour,gpus,network\nbig,dear,8,25gbit\n")
        with self.assertRaisesRegex(StallError, "row 1: usd_per_hour dear"):
            cost.read(path)

    def test_the_model_finds_its_own_coefficients(self):
        if importlib.util.find_spec("numpy") is None:
            self.skipTest("no numpy")
        rows = [{"layers": layers, "gradients": gradients, "megabytes": 8.0, "stall_ms": 1.5 + 0.25 * layers + 0.05 * gradients}
                for layers in (4, 8, 16) for gradients in (8, 32, 64)]
        found = model.fit(rows)
        self.near(found["base_ms"], 1.5)
        self.near(found["per_layer_ms"], 0.25)
        self.near(found["per_gradient_ms"], 0.05)
        self.near(found["error_percent"], 0)

    def test_the_model_refuses_what_it_cannot_fit(self):
        with self.assertRaisesRegex(StallError, "3 rows of 1 sizes"):
            model.fit([{"layers": 1, "gradients": 1, "megabytes": 8.0, "stall_ms": 1}] * 3)

    def test_the_command_of_a_step(self):
        args = argparse.Namespace(from_folder=None, recorder=__file__, pes=4, hosts="a:2,b:2", shape=None, latency=None, mpirun=None,
                                  input_args="--data 'x y'", synthetic_args="--made", program=["/p", "--n={pes}"])
        runner = steps.Runner(args, self.folder)
        over, one, cold = (runner.command(step, "/f/run") for step in ("hosts", "one", "cold"))
        self.assertEqual(over[:5], ["mpirun", "--host", "a:2,b:2", "-n", "4"])
        self.assertEqual(one[3:5], ["-n", "1"])
        self.assertTrue(one[2].endswith(":1"))
        self.assertEqual(one[-3:], ["/p", "--n=1", "--made"])
        self.assertEqual(cold[-4:], ["/p", "--n=4", "--data", "x y"])
        self.assertTrue({"STALL_STEP=cold", "STALL_INPUT=real", "STALL_RECORD=/f/run", "ARK_TRACE=counters:/f/run.trace"} <= set(cold))
        args.hosts, args.shape, args.shaped_hosts = None, "1gbit", 3
        with self.assertRaisesRegex(StallError, "--pes 4: accepted with --shape: a multiple of --shaped-hosts 3"):
            runner.command("hosts", "/f/run")

    def test_an_input_that_cannot_be_read_is_an_error(self):
        path = pathlib.Path(self.folder, "data")
        path.write_bytes(bytes(5000))
        steps.drop_pages(path)
        with self.assertRaisesRegex(StallError, "--input /nowhere: No such file"):
            steps.drop_pages("/nowhere")

    def test_a_record_that_is_missing_or_bad_is_an_error(self):
        with self.assertRaisesRegex(StallError, "no record of PE 0, 1 of 2"):
            record.read_run(pathlib.Path(self.folder, "none"), 2)
        path = pathlib.Path(self.folder, "run.0.stall")
        path.write_bytes(b"{}\n")
        with self.assertRaisesRegex(StallError, "is not a record"):
            record.read(path)

    def test_the_report_has_everything(self):
        runs = {"one": [self.run_of([10], prefix="one")], "host": [self.run_of([10, 20], travel_ms=5, prefix="host")]}
        args = argparse.Namespace(program=["p"], pes=2, scaling="weak", repeat=1)
        doc = report.document(args, runs, stalls.find(runs), stalls.times_of(runs, "weak"), {"what_if": what_if.report(runs)})
        said = report.text(doc)
        for part in ("interconnect   60.0 %", "peer not ready", "advice", "interconnect infinitely fast: 20 ms instead of 25 ms", "marked by the program"):
            self.assertIn(part, said)
        for name in ("plot.svg", "plot.png"):
            path = str(pathlib.Path(self.folder, name))
            with unittest.mock.patch("importlib.util.find_spec", return_value=None), self.assertRaisesRegex(StallError, f"{name}: .* cannot import matplotlib"):
                report.check_plot(path)
            if importlib.util.find_spec("matplotlib") is None:
                continue
            report.plot(doc, path)
            picture = pathlib.Path(path).read_bytes()
            self.assertTrue(picture.startswith(b"\x89PNG") or b"interconnect 60 %" in picture, name)


class Measured(unittest.TestCase):
    def report(self, program, *settings, options=(), before=()):
        command = [*before, sys.executable, str(TOOL), "--pes", "2", "--repeat", "1", "--recorder", os.environ["STALL_RECORDER"], "--format", "json", *options,
                   "--", str(pathlib.Path(os.environ["STALL_PROGRAMS"], program)), *settings]
        clean = {name: value for name, value in os.environ.items() if not name.startswith("ARK_")}
        done = subprocess.run(command, text=True, capture_output=True, timeout=100, env=clean, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return json.loads(done.stdout[done.stdout.index("{"):])


class Job(Measured):
    def test_a_slow_link_is_wire_time(self):
        doc = self.report("stall_ark", "iterations=9", "link_us=20000")
        self.assertEqual(doc["steps"]["host"]["found"], "marked by the program")
        self.assertGreaterEqual(doc["steps"]["host"]["seconds"][0], 0.020)
        self.assertGreater(doc["steps"]["host"]["split"][0]["transfer"], 0.005)
        self.assertGreater(doc["stalls"]["interconnect"]["parts"]["wire"], 0)
        self.assertIn("compute", doc["steps"]["host"]["split"][0]["phases"])

    def test_a_waiting_kernel_is_communication(self):
        doc = self.report("stall_ark", "iterations=9", "link_us=20000", "kernel=1", options=("--steps", "host"))
        self.assertGreater(doc["steps"]["host"]["split"][0]["transfer"], 0.005)

    def test_a_sum_of_gradients_waits_for_the_slow_pe(self):
        self.slow_pe("stall_ark", "exchange=1")

    def slow_pe(self, program, *settings):
        doc = self.report(program, "iterations=9", "slow_pe=1", "slow_us=20000", *settings)
        blame = doc["steps"]["host"]["split"][0]["blame"]
        self.assertGreater(blame[1], blame[0])
        return doc

    def test_mpi_without_marks(self):
        self.assertEqual(self.slow_pe("stall_mpi", "marks=0")["steps"]["one"]["found"], "period of 2 calls")

    def test_shmem_without_marks(self):
        self.assertEqual(self.slow_pe("stall_shmem", "marks=0")["steps"]["host"]["found"], "period of 2 calls")

    def test_input_is_read_in_its_steps_only(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [f"{folder}/data.{pe}" for pe in range(2)]
            for path in files:
                pathlib.Path(path).write_bytes(bytes(9 * 5000))
            doc = self.report("stall_mpi", "iterations=9", "input_bytes=5000", "prepare_us=10000", options=(
                "--steps", "host,cold,warm", "--input", files[0], "--input", files[1], "--input-args", f"input={folder}/data"))
        self.assertEqual(doc["steps"]["warm"]["found"], "marked by the program")
        self.assertGreaterEqual(doc["steps"]["warm"]["seconds"][0], 0.010)
        self.assertEqual(set(doc["stalls"]), {"fetch", "prep"})

    def refused(self, *words):
        done = subprocess.run([sys.executable, str(TOOL), *words], text=True, capture_output=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 2, done.stdout)
        return done.stderr

    def test_what_is_refused(self):
        self.assertIn("no program", self.refused())
        self.assertIn("/nowhere: no such program", self.refused("--", "/nowhere"))
        self.assertIn("no step 'two'", self.refused("--steps", "two", "--", "true"))
        self.assertIn("step 'hosts' needs --hosts, --shape or --latency", self.refused("--steps", "hosts", "--", "true"))
        self.assertIn("'0': accepted: a number from 1", self.refused("--pes", "0", "--", "true"))
        self.assertIn("accepted: a name that ends in .svg or .png", self.refused("--plot", "x.gif", "--", "true"))

    def test_a_program_without_records_or_that_fails(self):
        self.assertIn("no record of PE 0 of 1", self.refused("--recorder", os.environ["STALL_RECORDER"], "--pes", "1", "--", "true"))
        self.assertIn("step one ended with status", self.refused("--recorder", os.environ["STALL_RECORDER"], "--pes", "1", "--", "false"))


class Hosts(Measured):
    """Only what differs over hosts."""

    def test_a_shaped_link_is_a_network_stall(self):
        doc = self.report("stall_ark", "iterations=6", "bytes=300000", options=("--shape", "20mbit:32kb", "--steps", "host,hosts"))
        self.assertEqual(doc["steps"]["hosts"]["hosts"], ["host0", "host1"])
        self.assertEqual(doc["steps"]["hosts"]["clock_error_seconds"], 0)  # one machine has one clock
        self.assertGreaterEqual(doc["steps"]["hosts"]["seconds"][0], 0.080)
        self.assertGreater(doc["stalls"]["network"]["percent"], 0)
        self.assertGreater(doc["steps"]["hosts"]["split"][0]["transfer"], 0.020)
        self.assertEqual(doc["what_if"]["step"], "hosts")

    def test_a_list_of_hosts_and_steps_on_one_of_them(self):
        inside = [str(TOOL.parents[2] / "scripts/multihost"), "2", "--slots", "1", "--"]
        doc = self.report("stall_mpi", "iterations=4", before=inside, options=("--hosts", "host0:1,host1:1", "--steps", "host,hosts"))
        self.assertEqual([doc["steps"][step]["hosts"] for step in ("host", "hosts")], [["host0"], ["host0", "host1"]])


class Overhead(unittest.TestCase):
    def test_a_mark_that_is_not_profiled_is_an_empty_function(self):
        for mark in ("ark_stall_iteration", "ark_stall_phase"):
            done = subprocess.run(["objdump", "-d", "--no-show-raw-insn", f"--disassemble={mark}", os.environ["STALL_LIBRARY"]], text=True,
                                  capture_output=True, timeout=100, check=True)
            words = [line.split(":", 1)[1].split()[0] for line in done.stdout.splitlines() if ":\t" in line]
            self.assertIn(words, (["ret"], ["endbr64", "ret"], ["retq"]))


if __name__ == "__main__":
    if "Hosts" in sys.argv:
        check = subprocess.run([str(TOOL.parents[2] / "scripts/multihost"), "--check"], check=False)
        if check.returncode:
            sys.exit(check.returncode)
    unittest.main(argv=[sys.argv[0], *sys.argv[1:]])
