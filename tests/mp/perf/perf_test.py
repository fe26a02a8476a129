"""ark_perf under mpirun: every test with --check, every format read back, every refusal.

The environment says what to run: ARK_PERF the program, ARK_MPIRUN the mpirun script, ARK_NP the number of processes.
"""
import concurrent.futures
import csv
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts/api"))
from collectives import COLLECTIVES  # noqa: E402

NP = int(os.environ["ARK_NP"])
TESTS = ["put_latency", "put_bw", "get_latency", "get_bw", "put_mr", "put_signal_latency", "plan_latency",
         "plan_bw", "atomic_latency", "atomic_rate", "queue_rate", "barrier"]
SIZED = ["put_latency", "put_bw", "get_latency", "get_bw", "put_mr", "put_signal_latency",
         "plan_latency", "plan_bw"]
ATOMICS = ["fetch", "set", "swap", "compare_swap", "inc", "fetch_inc", "add", "fetch_add", "and", "fetch_and", "or",
           "fetch_or", "xor", "fetch_xor"]
SYNCS = ["sync_all", "team_sync"]
SHORT = ["-n", "20", "-w", "2", "-W", "4"]
SIZES = ["-b", "1", "-e", "20k", "-f", "23"]  # 1, 23, 529, 12167: odd ones, and both sides of a queue's threshold
BYTES = [1, 23, 529, 12167]
BESIDE = 4  # runs at a time that end with a status: mpirun then sleeps two seconds
ROW = re.compile(r"^(\d+)\s+([\d.]+)")  # as ReFrame and CloudAI read OSU's tables


def perf(*arguments, np=NP, env=None):
    command = [os.environ["ARK_MPIRUN"], "-n", str(np)]
    if np > (os.cpu_count() or 1):
        command += ["--bind-to", "none"]
    return subprocess.run(command + [os.environ["ARK_PERF"], *arguments], text=True, capture_output=True, timeout=500,
                          env={**os.environ, **(env or {})})


class PerfTest(unittest.TestCase):
    def ok(self, *arguments, **how):
        done = perf(*arguments, **how)
        self.assertEqual(done.returncode, 0, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def rows(self, text):
        return [[float(cell) for cell in line.split()] for line in text.splitlines() if ROW.match(line)]

    def checked_rows(self, text, count):
        rows = self.rows(text)
        self.assertEqual(len(rows), count, text)
        for row in rows:
            self.assertEqual(row[-1], 0, text)
            self.assertTrue(all(value >= 0 for value in row), text)
        return rows


class Tables(PerfTest):
    """OSU's text: header, columns, and data that arrived."""

    def test_every_sized_test_delivers_every_byte(self):
        for name in SIZED:
            with self.subTest(name):
                text = self.ok(name, "--check", *SIZES, *SHORT)
                rows = self.checked_rows(text, len(BYTES))
                self.assertEqual([row[0] for row in rows], BYTES)

    def test_titles_are_osus(self):
        text = self.ok("put_latency", "put_bw", "put_mr", "-e", "2", *SHORT)
        self.assertRegex(text, r"(?m)^# Size {9}Avg Latency\(us\)$")
        self.assertRegex(text, r"(?m)^# Size\s+Bandwidth \(MB/s\)$")
        self.assertRegex(text, r"(?m)^# Size\s+MB/s\s+Messages/s$")
        self.assertRegex(text, rf"(?m)^# \[ pairs: {NP // 2} \] \[ window size: 4 \]$")

    def test_columns_are_as_wide_as_osus(self):
        line = next(line for line in self.ok("put_bw", "-m", "1024:1024", *SHORT).splitlines() if ROW.match(line))
        self.assertEqual(len(line), 30)
        self.assertRegex(line, r"^1024 {7,}\d+\.\d\d$")

    def test_everything_but_rows_is_a_comment(self):
        for line in self.ok("put_latency", "put_mr", "-e", "8", *SHORT, "-d", "cuda", "D", "D", "heap").splitlines():
            self.assertTrue(line == "" or line.startswith("# ") or ROW.match(line), line)

    def test_header_says_what_was_measured_on_what(self):
        text = self.ok("put_signal_latency", "-e", "1", *SHORT, "-W", "9")
        for part in ["# ARK Put Signal Latency Test v", "device: cpu", f"PEs: {NP};", "hosts: 1;", "route: PE 0 -> PE 1",
                     "from: kernel;", "scope: thread;", "blocks: 1;", "threads: 1;", "window: 9;", "half a round trip"]:
            self.assertIn(part, text)
        self.assertIn("one way", self.ok("put_latency", "-e", "1", *SHORT))

    def test_rates_follow_from_bandwidth(self):
        for row in self.rows(self.ok("put_mr", "-m", "1024:1024", *SHORT)):
            self.assertAlmostEqual(row[2] * 1024 / 1e6, row[1], delta=0.02)

    def test_atomics_have_a_row_for_each_operation(self):
        for name in ["atomic_latency", "atomic_rate"]:
            with self.subTest(name):
                text = self.ok(name, "--check", *SHORT)
                rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
                self.assertEqual([row[0] for row in rows], ATOMICS)
                self.assertEqual({row[-1] for row in rows}, {"0"})
                self.assertRegex(text, r"(?m)^# Operation\s+Million ops/s\s+Latency \(us\)\s+Errors$")

    def test_chosen_atomics_only(self):
        text = self.ok("atomic_latency", "--op", "swap,fetch_add", *SHORT)
        self.assertEqual([line.split()[0] for line in text.splitlines() if line and line[0] != "#"],
                         ["swap", "fetch_add"])

    def test_queue_rate_counts_descriptors(self):
        rows = self.checked_rows(self.ok("queue_rate", "--check", *SHORT), 1)
        self.assertEqual(rows[0][0], 8)
        self.assertGreater(rows[0][2], 0)

    def test_barrier_is_one_row_without_a_size(self):
        text = self.ok("barrier", *SYNCS, "--check", *SHORT)
        rows = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.assertEqual(len(rows), 3)
        for row in rows:
            self.assertRegex(row, r"^ +\d+\.\d\d +0$")

    def test_percentiles_are_ordered_and_to_the_right(self):
        text = self.ok("put_latency", "-z", "-m", "8:8", *SHORT)
        self.assertRegex(text, r"# Size\s+Avg Latency\(us\)\s+P50 Tail Lat\(us\)\s+P90 Tail Lat\(us\)\s+P99 Tail")
        p50, p90, p99, p999, least, most = self.rows(text)[0][2:]
        self.assertLessEqual([least, p50, p90, p99, p999], [p50, p90, p99, p999, most])

    def test_repeats_give_median_least_and_most(self):
        text = self.ok("put_bw", "--repeat", "3", "-m", "64:64", *SHORT)
        _, middle, least, most = self.rows(text)[0]
        self.assertLessEqual(least, middle)
        self.assertLessEqual(middle, most)

    def test_list_and_help_need_no_second_process(self):
        for option in ["--list", "--help"]:
            for name in TESTS:
                self.assertIn(name, self.ok(option, np=1))


class Ways(PerfTest):
    """Scopes, routes, callers, host: all of them deliver."""

    def test_scopes_deliver(self):
        for scope in [["-s", "thread", "-T", "3"], ["-s", "warp"], ["-s", "warp", "-T", "48", "-B", "2"],
                      ["-s", "block", "-T", "64"], ["-s", "block", "-B", "3", "-T", "33"]]:
            with self.subTest(scope):
                tests = [test for test in SIZED if not test.startswith("plan_")]
                self.checked_rows(self.ok(*tests, "--check", *scope, *SIZES, *SHORT), len(BYTES) * len(tests))

    def test_routes_deliver(self):
        routes = ["auto", "inline", "queue", "proxy"]
        text = self.ok(*(f"{test}@{route}" for route in routes for test in SIZED), "--check", *SIZES, *SHORT)
        self.checked_rows(text, len(BYTES) * len(SIZED) * len(routes))
        self.assertEqual(re.findall(r"; route: (.*)", text), [route for route in routes for _ in SIZED])

    def test_atomics_through_the_queue(self):
        text = self.ok("atomic_latency", "atomic_rate", "--check", "--route", "queue", "-T", "4", *SHORT)
        rows = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
        self.assertEqual({row[-1] for row in rows}, {"0"})
        self.assertEqual(len(rows), 2 * len(ATOMICS))

    def test_host_delivers(self):
        tests = [f"{test}@{route}" for route in ["inline", "queue"] for test in TESTS[:-2]]
        text = self.ok(*tests, "--check", "--from", "host", *SIZES, *SHORT)
        self.checked_rows(text, 2 * len(BYTES) * len(SIZED))
        self.assertEqual(text.count("from: host;"), len(tests))
        self.ok("barrier", *SYNCS, "queue_rate", "--check", "--from", "host", *SHORT)

    def test_streams_deliver(self):
        tests = [test for test in SIZED if not test.startswith("plan")]
        for how in [["--route", "inline"], ["--route", "queue", "--buffers", "multiple"], ["-z"]]:
            with self.subTest(how):
                text = self.ok(*tests, "--check", "--from", "stream", *how, *SIZES, *SHORT)
                self.checked_rows(text, len(BYTES) * len(tests))
                self.assertIn("from: stream", text)
        self.ok("barrier", *SYNCS, "queue_rate", "--check", "--from", "stream", *SHORT)
        self.ok("put_signal_latency", "alltoall", "--check", "--from", "stream", "--pes", "3", "-m", "64:64", *SHORT, np=1)

    def test_engine_blocks_deliver(self):
        for how in [["-E", "1"], ["-E", "2", "--route", "queue", "-T", "64", "-B", "2", "--shared", "48k"],
                    ["-E", "4", "--route", "queue", "-T", "64", "-W", "1"], ["-E", "1", "--route", "queue", "-s", "block", "-T", "600"]]:
            with self.subTest(how):
                text = self.ok("put_bw", "put_latency", "put_mr", "get_bw", "put_signal_latency", "--check", *SIZES, *SHORT, *how)
                self.checked_rows(text, len(BYTES) * 5)
                self.assertIn(f"engine blocks: {how[1]}; shared memory: {49152 if '--shared' in how else 0};", text)
        self.ok("barrier", "--check", "-E", "1", *SHORT)

    def test_a_buffer_for_each_message_of_a_window(self):
        tests = ["put_bw", "get_bw", "put_mr"]
        text = self.ok(*tests, "--check", "--buffers", "multiple", *SIZES, *SHORT)
        self.checked_rows(text, len(BYTES) * len(tests))
        self.assertIn("buffers: multiple;", text)

    def test_lists_of_pieces(self):
        for how in [[], ["--route", "queue"], ["--from", "host"], ["--from", "stream"], ["-s", "block", "-B", "2"], ["-E", "1", "--route", "queue"]]:
            with self.subTest(how):
                self.checked_rows(self.ok("gather_mr", "scatter_mr", "--check", *SIZES, *SHORT, *how), len(BYTES) * 2)

    def test_barrier_of_warps_and_blocks(self):
        for scope in ["warp", "block"]:
            self.ok("barrier", *SYNCS, "--check", "-s", scope, *SHORT)

    def test_collectives_bring_every_element(self):
        tests = [one.name for one in COLLECTIVES]
        for how in [[], ["--from", "host"], ["--from", "stream"], ["-s", "block"]]:
            with self.subTest(how):
                named = tests if how else tests + [f"{test}@queue" for test in tests]
                text = self.ok(*named, "--check", *how, "-b", "8", "-e", "20000", "-f", "50", *SHORT)
                self.assertEqual([row[0] for row in self.checked_rows(text, 3 * len(named))][:3], [8, 400, 20000])

    def test_different_routes_in_one_run(self):
        text = self.ok("put_latency", "queue_rate", "put_latency@proxy", "--check", "-m", "8:8", *SHORT)
        self.checked_rows(text, 3)
        self.assertEqual(re.findall(r"; route: (.*)", text), ["as configured", "queue", "proxy"])

    def test_iterations_are_as_many_as_there_is_time_for(self):
        text = self.ok("put_bw", "--check", "--format", "json", "-m", "64k:64k", "-n", "100000000", "-w", "2", "--row-time", "20")
        row = json.loads(text)["tests"][0]["rows"][0]
        self.assertLess(row["iterations"], 1_000_000)
        self.assertEqual(row["errors"], 0)

    def test_pes_in_one_process(self):
        text = self.ok(*TESTS, "host_latency", "--pes", "3", "--check", *SIZES, *SHORT, np=1)
        self.assertIn("PEs: 3;", text)
        self.checked_rows(text.partition("# ARK Host Copy")[2], len(BYTES))

    def test_kernels_that_wait_for_each_other_are_launched_at_once_where_pes_share_a_process(self):
        tests = ["put_signal_latency", "plan_latency", "barrier"]
        for how, once in ((["--pes", "3", "-s", "block", "-T", "48", "-E", "1"], True), ([], False), (["--pes", "2", "--from", "host"], False)):
            text = self.ok(*tests, "put_bw", "--check", "--format", "json", "-m", "64:64", *SHORT, *how, np=1 if "--pes" in how else NP)
            document = json.loads(text)
            self.assertEqual(document["errors"], 0)
            self.assertEqual([test["options"]["one_launch"] for test in document["tests"]], [once] * len(tests) + [False])

    def test_fused_operators_beside_their_parts(self):
        sizes = ["--batch", "30", "--tables", "5", "--pooling", "3", "--dim", "8", "--rows", "100", "--columns", "20", "--inner", "7"]
        fused = ["fused", "fused order off", "fused one slice", "fused copying"]
        for how in (["-B", "2", "-T", "4"], ["--pes", "2", "--slice", "3"]):
            document = json.loads(self.ok("fused_embedding", "fused_gemv", "fused_gemm", "--check", "--format", "json", "-n", "2", "--repeat", "3", *sizes, *how,
                                          np=1 if "--pes" in how else NP))
            self.assertEqual(document["errors"], 0)
            embedding, gemv, gemm = document["tests"]
            self.assertEqual([row["op"] for row in embedding["rows"]], ["compute", "collective", "shuffle", "launch", "unfused", *fused])
            for test in (gemv, gemm):
                self.assertEqual([row["op"] for row in test["rows"]], ["compute", "collective", "launch", "unfused", *fused])
            for row in embedding["rows"] + gemv["rows"] + gemm["rows"]:
                self.assertEqual("exposed_us" in row["fused"], row["op"] in fused)
                self.assertEqual(len(row["repeats"]["values"]), 3)
                self.assertTrue(0 <= row["fused"]["skew_us"] <= row["repeats"]["max"], row)
                if row["op"] == "unfused":
                    self.assertEqual(row["fused"]["to_unfused"], 1)
            self.assertEqual(embedding["options"]["fused"]["batch"], 30)
            self.assertEqual(embedding["options"]["fused"]["element"], "float")
        bytes_of = {}
        for element in ("float", "half"):
            document = json.loads(self.ok("fused_embedding", "--element", element, "--check", "--format", "json", "-n", "1", *sizes))
            self.assertEqual((document["errors"], document["tests"][0]["options"]["fused"]["element"]), (0, element))
            bytes_of[element] = document["tests"][0]["rows"][0]["bytes"]
        self.assertEqual(bytes_of["float"], 2 * bytes_of["half"])
        text = self.ok("fused_gemv", "-n", "1", "--rows", "50", np=1)
        self.assertRegex(text, r"(?m)^# Way +Bytes sent +Time\(us\) +Skew\(us\) +Of unfused +Exposed\(us\) +Ideal\(%\)$")
        self.assertRegex(text, r"(?m)^compute +0\.00 +[0-9.]+ +0\.00 +[0-9.]+ +- +-$")

    def test_overlap_of_a_kernel_and_a_collective(self):
        document = json.loads(self.ok("overlap", "-m", "32k:32k", "--repeat", "2", "--format", "json"))
        cells = [row for row in document["tests"][0]["rows"] if row["overlap"]["kind"]]
        strategies = ["serial", "base", "prioritised", "engine", "planned"]
        executed = {"serial": "serial lanes(1)", "base": "compute_first lanes(1)", "prioritised": "collective_first lanes(1)",
                    "engine": "collective_first queue"}
        self.assertEqual([row["overlap"]["strategy"] for row in cells[:5]], strategies)
        self.assertEqual(len(cells), 2 * 2 * 3 * len(strategies))
        for row in cells:
            found = row["overlap"]
            self.assertEqual(found["executed"], executed.get(found["strategy"], found["executed"]))
            serial, longer = found["compute_us"] + found["collective_us"], max(found["compute_us"], found["collective_us"])
            percent = 100 * (serial / row["latency_us"] - 1) / (serial / longer - 1)
            self.assertAlmostEqual(found["ideal_percent"], percent, delta=0.01 * abs(percent) + 0.1)
            ratio = found["compute_us"] / found["collective_us"]
            self.assertEqual(found["relation"], "G-long" if ratio > 1.15 else "C-long" if 1 / ratio > 1.15 else "equal")
        means = [row for row in document["tests"][0]["rows"] if not row["overlap"]["kind"]]
        self.assertEqual([row["op"] for row in means], [f"mean of all {name}" for name in strategies])
        for row in means:
            own = [cell["overlap"]["ideal_percent"] for cell in cells if cell["overlap"]["strategy"] == row["overlap"]["strategy"]]
            self.assertAlmostEqual(row["overlap"]["ideal_percent"], sum(own) / len(own), delta=0.1)
        text = self.ok("overlap", "-m", "4k:4k", "--pes", "2", "--collective", "broadcast,reduce", np=1)
        self.assertEqual({line.split()[1] for line in text.splitlines() if line.startswith(("compute_bound", "memory_bound"))},
                         {"broadcast", "reduce"})
        self.assertRegex(text, r"(?m)^# Cell and strategy +Size +Time\(us\) +Kernel\(us\) +Collective\(us\) +Ideal\(%\)$")

    def test_gradients_of_a_replayed_network(self):
        replayed = ("gradients", "--scale", "1", "--images", "1", "-n", "2", "-w", "1")
        document = json.loads(self.ok(*replayed, "--format", "json"))
        rows = document["tests"][0]["rows"]
        self.assertEqual([row["op"] for row in rows], ["fifo", "p3", "prophet", "bytescheduler", "MPI_Iallreduce", "MPI buckets"])
        for row in rows:
            found = row["gradients"]
            self.assertGreater(row["repeats"]["min"], 0)
            self.assertGreaterEqual(found["computation_us"], 4500)  # of a 64th of the table's 294 ms
            self.assertGreaterEqual(found["bound_us"], found["computation_us"])
            self.assertAlmostEqual(found["wait_us"], row["latency_us"] - found["computation_us"], delta=0.1)
            for figure in "cpu_us", "messages", "bytes_sent":
                self.assertEqual(found[figure] > 0, not row["op"].startswith("MPI"), figure)
        text = self.ok(*replayed, "--pes", "2", np=1)
        self.assertRegex(text, r"(?m)^# Exchange +Time\(us\) +Min\(us\) +Max\(us\) +Computation\(us\) +Alone\(us\) +Of bound +CPU\(us\) +Messages$")
        self.assertRegex(text, r"(?m)^p3 ")
        self.assertNotIn("MPI_Iallreduce", text)

    def test_gradients_of_a_trace_with_a_cost_per_message_and_a_timeline(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/trace.csv", "w") as file:
                file.write("layer,bytes,ready_us,forward_us\n0,400,2000,1000\n1,40000,0,1000\n")
            row = json.loads(self.ok("gradients", "--trace", f"{folder}/trace.csv", "--timeline", f"{folder}/timeline.csv", "--message-us", "7",
                                     "-n", "2", "-w", "1", "--format", "json"))["tests"][0]["rows"][0]
            self.assertEqual(row["bytes"], 40400)
            self.assertGreaterEqual(row["gradients"]["computation_us"], 4000)
            with open(f"{folder}/timeline.csv") as file:
                events = list(csv.DictReader(file))
            text = self.ok("gradients", "--trace", f"{folder}/trace.csv", "--message-us", "7", "-n", "2", np=1)
        self.assertEqual(set(event["op"] for event in events), {"fifo", "p3", "prophet", "bytescheduler"})
        self.assertEqual([event["tensor"] for event in events if event["op"] == "p3" and event["event"] == "ready"], ["0", "1"])
        self.assertTrue(any(event["event"] == "part" for event in events) or any(event["event"] == "result" for event in events))
        self.assertIn("EMULATED: 7 us more for each message", text)
        self.assertNotIn("MPI", "".join(line for line in text.splitlines() if not line.startswith("#")))

    def test_one_pe_acts_on_itself(self):
        self.ok("atomic_latency", "atomic_rate", "queue_rate", "barrier", *SYNCS, "max_reduce", "--check", "-m", "8:8", *SHORT, np=1)


class Formats(PerfTest):
    """CSV and JSON, read back."""

    def test_csv_has_one_header_and_the_same_columns_everywhere(self):
        text = self.ok(*TESTS, "--format", "csv", "--check", "-z", "-e", "8", "-f", "8", *SHORT)
        table = list(csv.DictReader(io.StringIO(text)))
        self.assertEqual([row["test"] for row in table[:2]], ["put_latency"] * 2)
        self.assertEqual({row["test"] for row in table}, set(TESTS))
        for row in table:
            self.assertNotIn(None, row, "a line has more cells than names")
            self.assertNotIn(None, row.values(), "a line has fewer cells than names")
            self.assertEqual((row["errors"], row["failure"]), ("0", ""))
            self.assertEqual(row["pes"], str(NP))
            self.assertTrue(row["device"].startswith("cpu"))
            self.assertGreater(float(row["p99"]), 0)
            if row["test"].endswith("_bw"):
                self.assertGreater(float(row["mb_per_s"]), 0)
                self.assertEqual(row["latency_us"], "")
            if row["test"] in ("put_latency", "barrier"):
                self.assertGreater(float(row["latency_us"]), 0)

    def test_json_is_one_document(self):
        text = self.ok(*TESTS, "--format", "json", "--check", "--repeat", "3", "-e", "8", "-f", "8", *SHORT)
        document = json.loads(text)
        self.check_comparison(document)
        self.assertEqual(document["schema"], "ark_perf/1")
        self.assertIs(document["complete"], True)
        self.assertNotIn("failure", document)
        self.assertEqual(document["errors"], 0)
        self.assertEqual(document["environment"]["pes"], NP)
        self.assertEqual(document["environment"]["warm_up_ms"], 0)  # a CPU has its own ways
        self.assertTrue(document["environment"]["library"]["device"].startswith("cpu"))
        self.assertEqual(len(document["environment"]["routes"]), NP)
        self.assertEqual([each["test"] for each in document["tests"]], TESTS)
        self.check_saturation(document)
        for each in document["tests"]:
            self.assertIs(each["options"]["check"], True)
            for row in each["rows"]:
                self.check_json_row(each["test"], row)

    def check_comparison(self, document):
        """A report is not worse than itself. With one slower row it is."""
        slower = json.loads(json.dumps(document))
        figures = next(each for each in slower["tests"] if each["test"] == "put_latency")["rows"][0]["repeats"]
        for key in ("min", "median", "max"):
            figures[key] *= 1000
        rows = sum(len(each["rows"]) for each in document["tests"])
        with tempfile.TemporaryDirectory() as folder:
            old, new = pathlib.Path(folder, "old.json"), pathlib.Path(folder, "new.json")
            old.write_text(json.dumps(document))
            new.write_text(json.dumps(slower))
            for after, status, worse in ((old, 0, 0), (new, 1, 1)):
                done = subprocess.run([os.environ["ARK_PERF"], "compare", old, after], capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, status, done.stdout + done.stderr)
                self.assertIn(f"{worse} of {rows} rows are worse", done.stdout)
                self.assertEqual(done.stdout.count("WORSE"), worse)

    def check_saturation(self, document):
        """One row that compares the bandwidth tests: from which size on each is near its own peak."""
        row = document["saturation"]
        self.assertEqual((row["share"], row["window"]), (0.95, 4))
        self.assertEqual([(each["test"], each["engine"]) for each in row["engines"]],
                         [("put_bw", "by size"), ("get_bw", "by size"), ("plan_bw", "plan")])
        for each in row["engines"]:
            rows = next(test["rows"] for test in document["tests"] if test["test"] == each["test"])
            rates = {row["bytes"]: row["mb_per_s"] for row in rows}
            self.assertEqual(each["peak_mb_per_s"], max(rates.values()))
            self.assertEqual(each["bytes"], min(size for size, rate in rates.items() if rate >= 0.95 * each["peak_mb_per_s"]))

    def check_json_row(self, test, row):
        self.assertEqual(row["errors"], 0)
        self.assertEqual(row["iterations"], 20)
        self.assertEqual(len(row["repeats"]["values"]), 3)
        self.assertLessEqual(row["repeats"]["min"], row["repeats"]["median"])
        self.assertLessEqual(row["repeats"]["median"], row["repeats"]["max"])
        tail = row["percentiles"]
        for name in ["p50", "p90", "p99", "p99.9", "min", "max"]:
            self.assertIsInstance(tail[name], float)
        self.assertLessEqual(tail["min"], tail["p50"])
        self.assertLessEqual(tail["p50"], tail["max"])
        self.assertEqual("op" in row, test.startswith("atomic"))
        key = "mb_per_s" if test in ("put_bw", "get_bw", "plan_bw", "put_mr", "queue_rate") else "latency_us"
        self.assertGreater(row[key], 0)

    def test_output_goes_to_the_file_only(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.json")
            self.assertEqual(self.ok("put_bw", "-e", "1", *SHORT, "--format", "json", "-o", path), "")
            with open(path, encoding="utf-8") as file:
                self.assertEqual(json.load(file)["tests"][0]["test"], "put_bw")


class Refusals(PerfTest):
    """What cannot be run ends with status 2 and is said once."""

    def refused(self, *arguments, says, **how):
        done = perf(*arguments, **how)
        self.assertEqual(done.returncode, 2, f"{done.stdout}\n{done.stderr}")
        self.assertEqual(done.stderr.count("ark_perf: "), 1, done.stderr)
        self.assertEqual(done.stdout, "")
        for part in says:
            self.assertIn(part, done.stderr)

    def test_bad_values_are_said_once(self):
        self.refused("put_bw", "-b", "12q", says=["--min", "'12q'", "k, m or g"])
        self.refused("put_bandwidth", says=["'put_bandwidth'", "put_bw"])
        self.refused("put_bw", "--bogus", says=["--bogus", "--help"])
        self.refused("gradients", "--chunk", "100", says=["--chunk", "'100'", "a multiple of 64"])
        self.refused("gradients", "--chunk", "4k", "--credit", "1k", says=["--credit", "'1024'", "at least --chunk, 4096"])
        self.refused("gradients", "--trace", "/nowhere", says=["trace /nowhere: cannot be read"])
        self.refused("fcollect", "-b", "12", says=["--min", "12", "a multiple of 8 for fcollect"])

    def test_one_pe_is_too_few(self):
        with concurrent.futures.ThreadPoolExecutor(BESIDE) as pool:
            list(pool.map(lambda name: self.refused(name, np=1, says=[name, "at least 2 PEs", "mpirun -n 2"]), SIZED))

    def test_tests_of_one_process(self):
        self.refused("host_latency", np=1, says=["host_latency", "one process", "--pes 2"])

    def test_what_gpu_check_asks_for_is_accepted(self):
        """All but the file that it is to be written to."""
        sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "perf/gpu"))
        sys.dont_write_bytecode = True
        import steps  # noqa: PLC0415
        for step in steps.STEPS:
            if step.program != "ark_perf_cuda":
                continue
            with self.subTest(step.name):
                done = subprocess.run([os.environ["ARK_PERF"], *step.arguments, "-o", "/nowhere/at/all"], capture_output=True, text=True,
                                      timeout=60, check=False)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("'/nowhere/at/all' cannot be written", done.stderr)

    def test_unwritable_output(self):
        self.refused("put_bw", "-o", "/nowhere/at/all", says=["--output", "/nowhere/at/all", "existing folder"])


class Failures(PerfTest):
    """A PE that fails ends the run with status 1 and the library's text."""

    def test_a_heap_that_is_too_small(self):
        done = perf("put_bw", "-m", "1024g:1024g")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("symmetric memory", done.stderr)

    def test_a_full_disk_is_named(self):
        local = [os.environ["ARK_PERF"], "put_bw", "--pes", "2", "-m", "1:1", *SHORT]
        for form in ("osu", "csv", "json"):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([*local, "--format", form], stdout=full, stderr=subprocess.PIPE, text=True, timeout=500, check=False)
            self.assertEqual((done.returncode, form), (1, form), done.stderr)
            self.assertIn("ark_perf: standard output: No space left on device", done.stderr)
            done = subprocess.run([*local, "--format", form, "-o", "/dev/full"], capture_output=True, text=True, timeout=500, check=False)
            self.assertEqual((done.returncode, form), (1, form), done.stderr)
            self.assertIn("ark_perf: /dev/full: No space left on device", done.stderr)
        for text in ("--help", "--list"):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([local[0], text], stdout=full, stderr=subprocess.PIPE, text=True, timeout=500, check=False)
            self.assertEqual(done.returncode, 1, text)
            self.assertIn("standard output: No space left on device", done.stderr)

    def test_a_loop_that_takes_longer_than_the_deadline(self):
        done = perf("put_bw", "-m", "1m:1m", "-n", "1000000", "-w", "0", env={"ARK_TIMEOUT": "2s"})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("a loop of 1000000 iterations must end within ARK_TIMEOUT", done.stderr)
        for rank in range(NP):
            self.assertIn(f"ark_perf: rank {rank}: ", done.stderr)
        self.assertEqual([line for line in done.stdout.splitlines() if ROW.match(line)], [])

    def test_a_rank_that_is_stopped_does_not_keep_the_others(self):
        """MPI_Finalize itself would wait for it without an end."""
        command = [os.environ["ARK_MPIRUN"], "-n", "2", "sh", "-c", 'echo "rank $OMPI_COMM_WORLD_RANK is $$"; exec "$@"', "sh",
                   os.environ["ARK_PERF"], "barrier", "-n", "2000", "--repeat", "10000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "ARK_TIMEOUT": "1s"}) as job:
            number, measures = None, False
            for line in job.stdout:  # of both ranks, in any order
                number = int(line.split()[3]) if line.startswith("rank 1 is ") else number
                measures |= line.startswith("# measured: ")
                if number and measures:
                    break
            os.kill(number, signal.SIGSTOP)
            _, errors = job.communicate(timeout=500)
        self.assertNotEqual(job.returncode, 0)
        self.assertIn("ark_perf: rank 0: MPI_Finalize is not complete after 5 s: another rank", errors)

    def test_pes_of_a_process_end_with_the_one_that_launches_for_them(self):
        done = perf("put_signal_latency", "--pes", "3", "-m", "8:8", "-n", "1000000000", "-w", "0", "--format", "json", np=1,
                    env={"ARK_TIMEOUT": "2s"})
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("must end within ARK_TIMEOUT", json.loads(done.stdout)["failure"]["error"])

    def second_fails(self, *arguments, **how):
        """Of two tests; what was written."""
        done = perf("barrier", "put_bw", "-m", "1024g:1024g", *SHORT, *arguments, **how)
        self.assertEqual(done.returncode, 1, done.stderr)
        return done.stdout

    def test_json_of_a_failed_run_has_what_was_measured_and_why_it_is_incomplete(self):
        for how in ([], ["--pes", "2"]):
            document = json.loads(self.second_fails("--format", "json", *how, np=1 if how else NP))
            self.assertIs(document["complete"], False)
            self.assertEqual([(test["test"], len(test["rows"])) for test in document["tests"]], [("barrier", 1), ("put_bw", 0)])
            self.assertEqual(document["failure"]["test"], "put_bw")
            self.assertIn("symmetric memory", document["failure"]["error"])

    def test_tables_of_a_failed_run_say_that_they_are_incomplete(self):
        last = self.second_fails().splitlines()[-1]
        self.assertRegex(last, r"^# INCOMPLETE: put_bw failed: .*symmetric memory")
        *rows, failed = csv.DictReader(io.StringIO(self.second_fails("--format", "csv")))
        self.assertEqual([(row["test"], row["failure"]) for row in rows], [("barrier", "")])
        self.assertEqual((failed["test"], failed["bytes"]), ("put_bw", ""))
        self.assertIn("symmetric memory", failed["failure"])

    def test_json_of_a_run_that_could_not_begin_tells_why(self):
        done = perf("barrier", "--format", "json", env={"ARK_SYMMETRIC_SIZE": "none"})
        self.assertEqual(done.returncode, 1, done.stderr)
        document = json.loads(done.stdout)
        self.assertEqual((document["complete"], document["tests"], document["failure"]["test"]), (False, [], "barrier"))
        self.assertIn("ARK_SYMMETRIC_SIZE", document["failure"]["error"])


def run_beside(group):
    """The tests of a class, several at a time; 0 if all passed."""
    def run(test):
        text = io.StringIO()
        result = unittest.TextTestRunner(text, verbosity=2).run(test)
        return text.getvalue(), result.testsRun == 1 and result.wasSuccessful()

    with concurrent.futures.ThreadPoolExecutor(BESIDE) as pool:
        results = list(pool.map(run, unittest.defaultTestLoader.loadTestsFromTestCase(group)))
    print("".join(text for text, _ in results), file=sys.stderr)
    return 0 if results and all(good for _, good in results) else 1


if __name__ == "__main__":
    if sys.argv[1:] in (["Refusals"], ["Failures"]):
        sys.exit(run_beside(globals()[sys.argv[1]]))
    unittest.main(verbosity=2)
