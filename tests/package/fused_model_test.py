"""perf/model: cases computed by hand, identities and directions of the model, and what it refuses.

The argument is the source folder.
"""
import csv
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
SOURCE = pathlib.Path(sys.argv.pop())
MODEL = SOURCE / "perf/model"
sys.path.insert(0, str(MODEL))
import dlrm
import machine as machines
from pipeline import BadInput, Exchange, Link, Pe, Tile, mean_us, slice_rows_by_rule

LINK = Link(latency_us=2, bytes_per_us=100)
CLUSTER = dlrm.cluster_of(json.loads((MODEL / "cluster-128.json").read_text()) | {"nodes": 8, "local_batch": 256})
MACHINE = machines.Machine(cores=2, launch_us=20, bag_us=0.2, lookup_us=0.02, fused_bag_us=0.2, fused_lookup_us=0.02,
                           shuffle_us_per_byte=1e-4, collective_us=100, latency_us=10, link_share=0.95, header_bytes=60, turn_us=4000,
                           message_us=1.5, byte_us=5e-4)


def ends_us(link, tiles, share=2.0):
    return Pe(link, share).exchange(tiles)


class Pipeline(unittest.TestCase):
    def test_one_message_is_alpha_and_beta(self):
        self.assertAlmostEqual(ends_us(LINK, [Tile(5, 1, 1000)]), 5 + 10 + 2)
        self.assertAlmostEqual(ends_us(dataclasses.replace(LINK, header_bytes=50), [Tile(5, 2, 1000)]), 5 + 11 + 2)
        self.assertAlmostEqual(ends_us(dataclasses.replace(LINK, request_us=4), [Tile(5, 3, 1000)]), 5 + 12 + 2)

    def test_burst_passes_without_delay_once_and_fills_in_a_pause(self):
        pe = Pe(dataclasses.replace(LINK, burst_bytes=600), 2.0)
        self.assertAlmostEqual(pe.exchange([Tile(0, 1, 1000)]), 4 + 2)
        self.assertAlmostEqual(pe.exchange([Tile(0, 1, 1000)]), 6 + 8 + 2)  # 200 bytes have come back in 2 us
        pe.compute(6)
        self.assertAlmostEqual(pe.exchange([Tile(0, 1, 1000)]), 22 + 4 + 2)

    def test_tiles_overlap_with_transfers(self):
        tiles = [Tile(10, 1, 1000), Tile(10, 1, 1000), Tile(10)]
        self.assertAlmostEqual(ends_us(LINK, tiles), 32)  # sent from 10 to 20 and from 20 to 30
        self.assertAlmostEqual(ends_us(dataclasses.replace(LINK, bytes_per_us=50), tiles), 10 + 20 + 20 + 2)

    def test_one_core_is_shared_by_the_tiles_and_the_messages(self):
        link = dataclasses.replace(LINK, message_us=4)
        tiles = [Tile(10, 1, 1000), Tile(10)]
        # From 10 both threads run at half speed; sent at 14, on the link until 24, there at 26, and 2 us to receive.
        self.assertAlmostEqual(ends_us(link, tiles, share=1), 28)
        self.assertAlmostEqual(ends_us(link, tiles, share=2), 26)
        self.assertAlmostEqual(ends_us(link, tiles, share=0.5), 20 + 8 + 12 + 8)

    def test_messages_beside_a_computation_wait_for_their_turn(self):
        tiles = [Tile(10, 1, 1000), Tile(10, 1, 1000), Tile(20)]
        # The first turn is at 15, with the first slice; the second slice's at 30; then the link takes 10, and 2 to arrive.
        self.assertAlmostEqual(Pe(LINK, 2.0, turn_us=15).exchange(tiles), 42)
        self.assertAlmostEqual(Pe(LINK, 2.0, turn_us=100).exchange(tiles), 40 + 20 + 2)

    def test_one_slice_without_overlap_is_unfused_without_launch_collective_and_shuffle(self):
        exchange = Exchange(2, 64, 100, compute_us=500, shuffle_us=30, launch_us=7, collective_us=11)
        for share in (2.0, 0.25):
            unfused = exchange.unfused(Pe(LINK, share))
            whole = exchange.fused(Pe(LINK, share), 64, local_last=False)
            extra = (7 + 11 + 30) / min(1, share)
            self.assertAlmostEqual(unfused - whole, extra)
            for slices, local_last in ((4, False), (1, True)):  # the control: with overlap it is less
                self.assertLess(exchange.fused(Pe(LINK, share), 64 // slices, local_last=local_last), whole - 10)

    def test_more_of_a_resource_is_never_slower(self):
        def fused(share=0.5, **link):
            base = {"latency_us": 5, "bytes_per_us": 40, "message_us": 1, "byte_us": 1e-3, "header_bytes": 30, "burst_bytes": 5000}
            exchange = Exchange(4, 64, 1000, compute_us=800)
            return [mean_us(way, Link(**base | link), share) for way in (exchange.unfused, lambda pe: exchange.fused(pe, 16))]

        for name, worse_first in (("bytes_per_us", (10, 40, 160)), ("latency_us", (5000, 5, 0)), ("message_us", (20, 1, 0)),
                                  ("byte_us", (0.05, 1e-3, 0)), ("burst_bytes", (0, 5000, 50000)), ("share", (0.1, 0.5, 1))):
            times = list(zip(*(fused(**{name: value}) for value in worse_first)))
            for way in times:
                self.assertEqual(sorted(way, reverse=True), list(way), name)
                self.assertLess(way[-1], way[0], name)  # the control: it matters at all

    def test_the_rule_of_slices_is_that_of_ark(self):
        self.assertEqual([slice_rows_by_rule(*sizes) for sizes in ((1024, 512), (1024, 120), (1024, 64), (256, 64), (40000, 64), (64, 3))],
                         [64, 20, 16, 16, 8, 1])

    def test_bad_values_are_named(self):
        for make, text in ((lambda: Link(0, -1), "link.bytes_per_us is -1; accepted: a number above 0"),
                           (lambda: Link("fast", 1), "link.latency_us is 'fast'; accepted: a number of at least 0"),
                           (lambda: Link(float("nan"), 1), "link.latency_us is nan"),
                           (lambda: Pe(LINK, 0), "share is 0; accepted: a number above 0"),
                           (lambda: Exchange(2, 1.5, 1, 1), "rows is 1.5; accepted: an integer of at least 1")):
            with self.assertRaises(BadInput) as caught:
                make()
            self.assertIn(text, str(caught.exception))


class Dlrm(unittest.TestCase):
    def test_all_reduce_by_hand(self):
        self.assertAlmostEqual(dlrm.all_reduce_us(8, 800, Link(3, 100)), 2 * (3 * 3 + 800 * 7 / 8 / 100))

    def test_the_ratio_is_what_was_wanted(self):
        for ratio in (0.5, 1, 2):
            self.assertAlmostEqual(dlrm.ratio_of_parts(dlrm.with_ratio(CLUSTER, ratio)), ratio)

    def test_fusion_helps_most_where_the_parts_are_equal(self):
        def saved(ratio):
            cluster = dlrm.with_ratio(CLUSTER, ratio)
            unfused, fused = (dlrm.exchange_us(cluster, dlrm.parts_us(cluster), way) for way in (False, True))
            return 1 - fused / unfused

        self.assertGreater(saved(1), saved(0.25))
        self.assertGreater(saved(1), saved(4))
        self.assertLess(saved(1), 0.55)  # half, and the shuffle

    def test_a_link_without_cost_leaves_nothing_to_save_but_launches_and_the_shuffle(self):
        cluster = dataclasses.replace(CLUSTER, link_bytes_per_us=1e12, link_latency_us=0, request_us=0)
        parts = dlrm.parts_us(cluster)
        saved = dlrm.exchange_us(cluster, parts, False) - dlrm.exchange_us(cluster, parts, True)
        self.assertAlmostEqual(saved, 2 * cluster.launch_us + parts["exchange"].shuffle_us, places=3)


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_model(self, *arguments):
        command = [sys.executable, str(MODEL / "fused-model"), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_cluster_prints_its_assumptions_and_tables(self):
        done = self.run_model("cluster", "--set", "nodes=4", "--set", "local_batch=64")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('"nodes": 4', done.stdout)
        self.assertRegex(done.stdout, r"\| fused forward \| [0-9,]+ \| -[0-9.]+ % \|")

    def test_wrong_parameters_are_refused_by_name(self):
        for value, text in (("nodes=1", "nodes is 1; accepted: an integer of at least 2"),
                            ("nodse=4", "is 'nodse'; accepted: one of nodes,"),
                            ("top_mlp=[7]", "top_mlp is [7]; accepted: two or more integers"), ("dim=x", "dim is 'x'; accepted: a number"),
                            ("dim", "--set is 'dim'; accepted: NAME=VALUE")):
            done = self.run_model("cluster", "--set", value)
            self.assertEqual(done.returncode, 1)
            self.assertIn(text, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_check_prints_the_error_of_each_way(self):
        machine, runs = self.folder / "machine.json", self.folder / "runs.csv"
        machine.write_text(json.dumps({"parameters": dataclasses.asdict(MACHINE)}))
        run = machines.Run(4, 1024, 40, 500, 128)
        exact = machines.predicted(MACHINE, run)
        with runs.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["pes", "batch", "pooling", "rate_mbit", "burst_kb", "way", "median_us", "least_us", "most_us", "repeats",
                             "load"])
            for way, factor in (("unfused", 1 / 1.05), ("fused", 1 / 1.5)):  # the control: it is not within 10 %
                us = exact[way] * factor
                writer.writerow([4, 1024, 40, 500, 128, way, us, us, us, 9, 0.1])
        done = self.run_model("check", "--machine", machine, "--runs", runs)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"\| 4 \| 1,024 \| 40 \| unfused \| .* \| \+5 % \| \+5 % \|")
        self.assertIn("unfused, medians: 1 of 1 within 10 %, median error 5 %", done.stdout)
        self.assertIn("fused, least times: 0 of 1 within 10 %, median error 50 %", done.stdout)

    def test_files_that_are_none_are_refused(self):
        empty = self.folder / "empty.json"
        empty.write_text("{}")
        for arguments, text in ((["--machine", empty], "accepted: a file that calibrate has written"),
                                (["--machine", self.folder / "none"], "accepted: a file in JSON")):
            done = self.run_model("check", *arguments, "--runs", empty)
            self.assertEqual(done.returncode, 1)
            self.assertIn(text, done.stderr)

    def test_the_committed_machine_and_runs_can_be_checked(self):
        runs = max((SOURCE / "perf/results").glob("*-fused-model.csv"))
        done = self.run_model("check", "--runs", runs)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"(?m)^fused, medians: [0-9]+ of [0-9]+ within 10 %")


if __name__ == "__main__":
    unittest.main()
