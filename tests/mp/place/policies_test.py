"""ark_place's policies, readers and simulator: answers computed by hand, Gavel's own result, the exact optimum.

PLACE_TOOL is ark_place.py. Without numpy and scipy, which Debian has for /usr/bin/python3, status 77.
"""
import io
import json
import os
import pathlib
import random
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
import with_numpy  # noqa: E402, F401

TOOL = pathlib.Path(os.environ["PLACE_TOOL"])
ROOT = TOOL.resolve().parents[2]
sys.path[:0] = [str(TOOL.parent), str(ROOT / "perf")]
from bench_tool import placement as bench  # noqa: E402
from placement import PlaceError, cluster, communication, metrics, policies, simulator, traces  # noqa: E402
from placement.jobs import Job, Speeds  # noqa: E402
from placement.policies import gavel, tiresias  # noqa: E402

DATA = ROOT.parent / "shared/data/gavel"
PLAIN = simulator.Settings(round_s=100.0, restart_s=0.0)
NAMES = ("fifo", "tiresias", "gavel", "hadar", "hadare")


def job(number, steps, workers=1, arrival=0.0, spread=None, fewer=None, **speeds):
    """Of so many steps, with these steps per second by type."""
    table = {workers: Speeds(speeds, spread or speeds)}
    if fewer:
        table[fewer] = Speeds(speeds, speeds)
    return Job(number, f"job{number}", arrival, float(steps), workers, table)


def finishes(where, jobs, name, settings=PLAIN, **options):
    policy = policies.make(name, settings.round_s, settings.restart_s, **options)
    return [one.finish for one in simulator.simulate(cluster.parse(where), jobs, policy, settings).jobs]


def made_table(seed=0):
    """As Gavel's: three types, of different use to the models; slower over hosts."""
    rng, rows = random.Random(seed), {kind: {} for base in ("v100", "p100", "k80") for kind in (base, base + traces.SPREAD)}
    for name, several in traces.MODELS:
        base, p100, k80 = rng.uniform(1, 100), rng.uniform(0.4, 1.2), rng.uniform(0.05, 0.9)
        for size in traces.SIZES if several else (1,):
            for kind, factor in (("v100", 1.0), ("p100", p100), ("k80", k80)):
                rows[kind][name, size] = base * factor * size**0.8
                rows[kind + traces.SPREAD][name, size] = base * factor * size**0.5
    return traces.Table(rows, "made")


class Shares(unittest.TestCase):
    """Gavel's linear program."""

    def test_a_job_without_a_preference_leaves_the_fast_type(self):
        # On equal shares job 0 makes 2.5 steps, job 1 one: with the fast type for itself job 0 has 1.6 of its share, job 1 its own.
        found = gavel.shares([[4, 1], [1, 1]], [1, 1], [1, 1])
        self.assertAlmostEqual(found[0][0], 1.0, 4)
        self.assertAlmostEqual(found[1][1], 1.0, 4)

    def test_equal_jobs_have_equal_time(self):
        for row in gavel.shares([[2, 2]] * 3, [1, 1, 1], [1, 1]):
            self.assertAlmostEqual(sum(row), 2 / 3, 4)

    def test_a_gang_gets_its_share_of_the_devices(self):
        # Two of four devices: z = W x, so the gang of 4 runs half as long as the two jobs of 2 together need: 4 x = 2 y, 4 x + 4 y = 4.
        gang, one, other = gavel.shares([[1], [1], [1]], [4, 2, 2], [4])
        self.assertAlmostEqual(gang[0], 1 / 3, 3)
        self.assertAlmostEqual(one[0], 2 / 3, 3)
        self.assertAlmostEqual(other[0], 2 / 3, 3)

    def test_rounds_converge_to_the_shares(self):
        outcome = simulator.simulate(cluster.parse("a:1,b:1"), [job(i, 6000, a=1.0, b=1.0) for i in range(3)], policies.make("gavel", 100.0, 0.0),
                                     PLAIN)
        for one in outcome.jobs:  # 18,000 seconds of two devices, shared by three until the end
            self.assertGreater(one.finish, 8600)
            self.assertLess(one.finish, 9200)


class Published(unittest.TestCase):
    """Gavel's simulator by its authors, on its own generated trace (see bench_tool/placement.py), within 0.1 %."""

    def test_gavel_has_the_completion_time_of_its_authors(self):
        path = DATA / "simulation_throughputs.json.gz"
        if not path.is_file():
            self.skipTest(f"no {path}")
        seed, gap, said = bench.PUBLISHED[2]
        jobs = traces.generate(traces.read_table(path), 5010, seed, gap, several=False)[3900:]
        for number, one in enumerate(jobs):
            one.number = number
        outcome = simulator.simulate(cluster.parse("v100:36/1,p100:36/1,k80:36/1"), jobs, policies.make("gavel"), simulator.Settings(restart_s=0.0))
        mean = sum(one.finish - one.arrival for one in outcome.jobs[100:1100]) / 1000
        self.assertAlmostEqual(mean / said, 1.0, delta=0.001)
        self.assertNotAlmostEqual(
            sum(one.steps / max(one.fastest(("v100", "p100", "k80"))) for one in outcome.jobs[100:1100]) / 1000 / said, 1.0, delta=0.05)  # jobs on their best


class Schedules(unittest.TestCase):
    def test_fifo_waits_for_the_first_in_the_queue(self):
        # Job 1 needs both devices, so job 2 waits behind it although one is free.
        jobs = [job(0, 250, a=1.0), job(1, 100, workers=2, a=1.0), job(2, 50, a=1.0)]
        self.assertEqual(finishes("a:2", jobs, "fifo"), [250, 350, 400])

    def test_fifo_does_not_see_the_types(self):
        jobs = [job(0, 100, a=1.0, b=1.0), job(1, 100, a=1.0, b=0.1)]
        self.assertEqual(finishes("a:1,b:1", jobs, "fifo"), [100, 1000])
        self.assertEqual(finishes("a:1,b:1", jobs, "hadar"), [100, 100])  # the control: prices do

    def test_tiresias_lets_a_new_job_pass_one_with_much_service(self):
        jobs = [job(0, 1000, a=1.0), job(1, 100, arrival=350.0, a=1.0)]
        with mock.patch.object(tiresias.Tiresias, "__init__", lambda self, **_: setattr(self, "threshold_s", 300.0)):
            self.assertEqual(finishes("a:1", jobs, "tiresias"), [1100, 500])
        self.assertEqual(finishes("a:1", jobs, "fifo"), [1000, 1100])

    def test_hadar_mixes_types_in_a_gang(self):
        jobs = [job(0, 100, workers=4, a=1.0, b=0.5)]
        self.assertEqual(finishes("a:2,b:2", jobs, "hadar"), [200])
        with self.assertRaisesRegex(PlaceError, "1 of 1 jobs have not finished after 50 rounds"):
            finishes("a:2,b:2", jobs, "gavel", simulator.Settings(round_s=100.0, restart_s=0.0, rounds=50))

    def test_hadar_prefers_the_short_job(self):
        self.assertEqual(finishes("a:1", [job(0, 1000, a=1.0), job(1, 100, a=1.0)], "hadar"), [1100, 100])

    def test_the_utility_decides(self):
        # Job 0 has been waiting for a tenth of job 1's time, but for ten times its own.
        jobs = [job(0, 3000, arrival=0.0, a=1.0), job(1, 100, arrival=900.0, a=1.0)]
        for utility in ("jct", "fairness"):
            self.assertEqual(finishes("a:1", jobs, "hadar", utility=utility), [3100, 1000])
        with self.assertRaisesRegex(PlaceError, "utility speed: accepted: jct, fairness"):
            finishes("a:1", jobs, "hadar", utility="speed")

    def test_hadare_adds_the_speeds_of_copies(self):
        jobs = [job(0, 1000, a=1.0, b=1.0)]
        self.assertEqual(finishes("a:1,b:1", jobs, "hadare"), [500])
        self.assertEqual(finishes("a:1,b:1", jobs, "hadar"), [1000])
        merging = simulator.Settings(round_s=100.0, restart_s=0.0, merge_s=20.0)  # 160 steps in 100 s; 40 are left after 6 rounds
        self.assertAlmostEqual(finishes("a:1,b:1", jobs, "hadare", merging)[0], 640.0)

    def test_a_program_without_a_merge_has_no_copies(self):
        for command, merge, end in (("program", "", 1000), ("program", "merge", 500)):
            one = job(0, 1000, a=1.0, b=1.0)
            one.command, one.merge = command, merge
            self.assertEqual(finishes("a:1,b:1", [one], "hadare"), [end])

    def test_a_copy_runs_where_the_gang_does_not_fit(self):
        self.assertEqual(finishes("a:2", [job(0, 100, workers=4, fewer=2, a=1.0)], "hadare"), [100])

    def test_a_move_costs_a_restart(self):
        # Job 1 takes the device at 100; job 0 continues at 200, and loses 10 s.
        jobs = [job(0, 300, a=1.0), job(1, 100, arrival=50.0, a=1.0)]
        moving = simulator.Settings(round_s=100.0, restart_s=10.0)
        self.assertEqual(finishes("a:1", jobs, "hadar", moving), [410, 200])

    def test_a_gang_on_one_node_is_faster(self):
        spread = {"a": 0.5}
        jobs = [job(0, 100, workers=2, spread=spread, a=1.0)]
        for name in NAMES[:-1]:  # hadare makes copies
            self.assertEqual(finishes("a:4/2", jobs, name), [100], name)
            self.assertEqual(finishes("a:2/1", jobs, name), [200], name)

    def test_a_policy_that_places_too_much_is_found(self):
        class Greedy(policies.Policy):
            def place(self, now, jobs, cluster):
                return {one.number: (((0, 1),),) for one in jobs}
        with self.assertRaisesRegex(AssertionError, "more than the cluster has"):
            simulator.simulate(cluster.parse("a:1"), [job(0, 10, a=1.0), job(1, 10, a=1.0)], Greedy(), PLAIN)

    def test_every_policy_finishes_random_traces(self):
        table = made_table()
        for seed in range(3):
            jobs = traces.generate(table, 30, seed, 900.0 * seed)
            for name in NAMES[:-1]:  # hadare makes copies
                outcome = simulator.simulate(cluster.parse("v100:8/4,p100:8/4,k80:8/2"), jobs, policies.make(name), simulator.Settings())
                self.assertTrue(all(one.finish > one.arrival for one in outcome.jobs), name)
                self.assertAlmostEqual(sum(outcome.busy.values()), sum(one.service for one in outcome.jobs), 3)
                self.assertTrue(all(one.done == one.steps for one in outcome.jobs))


class Mix(unittest.TestCase):
    """The jobs that perf/bench runs on hosts."""

    def test_the_policies_differ_by_more_than_measured_speeds_do(self):
        for slow, pair, launch in ((0.30, 0.30, 0.95), (0.28, 0.45, 0.90), (0.34, 0.20, 1.02)):
            jobs = []
            for number, (kind, workers, work, arrival) in enumerate(bench.MIX):
                speeds = {"fast": 1000.0, "slow": 1000.0 * (pair if workers > 1 else 1.0 if kind == "feed" else slow)}
                jobs.append(job(number, 1000.0 * work, workers, arrival, **speeds))
                jobs[-1].command, jobs[-1].merge = kind, "merge" if kind == "fit" else ""
            settings = simulator.Settings(round_s=3.0 + launch, restart_s=0.0, launch_s=launch)
            times = [sum(end - one.arrival for end, one in zip(finishes("fast:2/1,slow:2/1", jobs, name, settings), jobs))
                     for name in ("hadare", "hadar", "gavel", "tiresias", "fifo")]
            self.assertGreater(min(two / one for one, two in zip(times, times[1:])), 1.15)


class Metrics(unittest.TestCase):
    def test_of_two_jobs_on_one_device(self):
        outcome = simulator.simulate(cluster.parse("a:1"), [job(0, 3600, a=1.0), job(1, 7200, a=1.0)], policies.make("fifo"), simulator.Settings())
        found = metrics.of(outcome)
        self.assertAlmostEqual(found["jct_h"], 2.0)  # 1 and 3 hours
        self.assertAlmostEqual(found["queueing_h"], 0.5)
        self.assertAlmostEqual(found["utilization"], 1.0)
        # Job 0 alone with half of the device: 2 h. Job 1 was one of two for an hour, and alone for two: 4/3 jobs, 8/3 h.
        self.assertAlmostEqual(found["fairness"], (1 / 2 + 3 / (8 / 3)) / 2)


class Optimum(unittest.TestCase):
    """Sums of utilities beside the integer program's: the competitive bound, and the factor that docs/ark_place.md states."""

    def test_hadar_is_within_the_bounds(self):
        one = bench.Bench.__new__(bench.Bench)
        one.__dict__.update(bench.tool())
        for seed in range(8):
            ratio, bound = bench.compare_with_exact(one, seed, 1)
            self.assertGreaterEqual(ratio, 1 - 1e-6)
            self.assertLessEqual(ratio, 1.3)
            self.assertLessEqual(ratio, bound)

    def test_the_factor_finds_a_worse_policy(self):
        one = bench.Bench.__new__(bench.Bench)
        one.__dict__.update(bench.tool())
        with mock.patch.object(one.policies, "make", lambda *_, **more: Backwards(**{"restart_s": more["restart_s"]})):
            self.assertGreater(max(bench.compare_with_exact(one, seed, 1)[0] for seed in range(8)), 1.3)


class Backwards(policies.make("hadar").__class__):
    """The control: the least utility first."""

    def ordered(self, now, jobs, cluster):
        return super().ordered(now, jobs, cluster)[::-1]

    def may_pay(self, job, state):
        return False


class Readers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder, self.table = pathlib.Path(folder.name), made_table()

    def written(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_gavels_two_forms(self):
        msr = self.written("msr.trace", "A3C\tcommand\t-n\t1\t700\t6.5\t1\nLM (batch size 5)\tc\t-n\t1\t900\t2.0\t32\n")
        first, second = traces.read_gavel(msr, self.table)
        self.assertEqual((first.name, first.arrival, first.steps, first.workers), ("LM (batch size 5)", 2.0, 900.0, 8))
        self.assertEqual((second.name, second.arrival, second.steps, second.workers), ("A3C", 6.5, 700.0, 1))
        physical = self.written("p.trace", "LM (batch size 40)\tc\tfolder\t--steps\t1\t5000\t4\t1\t-1.000000\t0\n")
        (only,) = traces.read_gavel(physical, self.table)
        self.assertEqual((only.steps, only.workers, only.arrival), (5000.0, 4, 0.0))
        with self.assertRaisesRegex(PlaceError, "line 1: 2 fields; accepted: .* 7, 9 or 10 fields"):
            traces.read_gavel(self.written("bad.trace", "LM\t1\n"), self.table)

    def test_real_traces_of_gavel(self):
        if not DATA.is_dir():
            self.skipTest(f"no {DATA}")
        table = traces.read_table(DATA / "simulation_throughputs.json.gz")
        self.assertAlmostEqual(table.speeds("A3C", 1)[1].together["p100"], 5.681346110543853)
        self.assertEqual([len(traces.read_gavel(DATA / name, table)) for name in ("msr-0e4a51.trace.gz", "msr-2869ce.trace.gz", "physical.trace")],
                         [1181, 533, 96])

    def test_gavels_table(self):
        text = json.dumps({"v100": {"('A3C', 1)": {"null": 7.0, "('A3C', 1)": [5, 5]}}, "v100_unconsolidated": {"('A3C', 1)": {"null": 6.0}}})
        found = traces.read_table(self.written("t.json", text)).speeds("A3C", 1)[1]
        self.assertEqual((found.together, found.spread), ({"v100": 7.0}, {"v100": 6.0}))
        with self.assertRaisesRegex(PlaceError, 'key "A3C" of v100; accepted'):
            traces.read_table(self.written("bad.json", '{"v100": {"A3C": {}}}'))
        csv = self.written("t.csv", "model,workers,type,steps_per_s,placement\nm,2,fast,8,together\nm,2,fast,5,spread\n")
        found = traces.read_table(csv).speeds("m", 2)[2]
        self.assertEqual((found.together, found.spread), ({"fast": 8.0}, {"fast": 5.0}))
        with self.assertRaisesRegex(PlaceError, "line 2: 'near'; accepted"):
            traces.read_table(self.written("b.csv", "model,workers,type,steps_per_s,placement\nm,2,fast,8,near\n"))

    def test_phillys_log(self):
        attempt = {"start_time": "2017-10-07 01:12:09", "end_time": "2017-10-07 01:13:39", "detail": [{"ip": "m1", "gpus": ["gpu0", "gpu1", "gpu2"]}]}
        entries = [{"submitted_time": "2017-10-07 01:11:39", "attempts": [attempt, attempt], "jobid": "a", "vc": "v"},
                   {"submitted_time": "2017-10-07 01:12:39", "attempts": [{**attempt, "end_time": None}]},
                   {"submitted_time": "2017-10-07 01:13:39", "attempts": [attempt]}]
        first, second = traces.read_philly(self.written("p.json", json.dumps(entries)), self.table)
        self.assertEqual((first.arrival, first.workers, second.arrival), (0.0, 2, 120.0))
        self.assertAlmostEqual(first.steps / first.speeds[2].together["v100"], 180.0)
        with self.assertRaisesRegex(PlaceError, "no job with an attempt"):
            traces.read_philly(self.written("q.json", json.dumps(entries[1:2])), self.table)
        with self.assertRaisesRegex(PlaceError, "time 'noon'; accepted: for example"):
            traces.read_philly(self.written("r.json", json.dumps([{**entries[0], "submitted_time": "noon"}])), self.table)

    def test_csv_and_the_generator(self):
        jobs, out = traces.generate(self.table, 40, 7, 600.0), io.StringIO()
        traces.write_csv(jobs, out)
        again = traces.read_csv(self.written("jobs.csv", out.getvalue()), self.table)
        self.assertEqual([(one.name, one.arrival, one.steps, one.workers) for one in jobs],
                         [(one.name, one.arrival, one.steps, one.workers) for one in again])
        self.assertEqual([one.steps for one in jobs], [one.steps for one in traces.generate(self.table, 40, 7, 600.0)])
        self.assertNotEqual([one.steps for one in jobs], [one.steps for one in traces.generate(self.table, 40, 8, 600.0)])
        self.assertEqual({one.workers for one in traces.generate(self.table, 200, 1)}, {1, 2, 4, 8})
        for text, said in (("name,arrival_s,steps,workers\na,0,-1,1\n", "line 2: arrival_s below 0, steps not above 0"),
                           ("name,arrival_s,steps\na,0,1\n", "line 2: 'workers'; accepted"), ("name,arrival_s,steps,workers\n", "no job; accepted")):
            with self.assertRaisesRegex(PlaceError, said):
                traces.read_csv(self.written("bad.csv", text), self.table)
        with self.assertRaisesRegex(PlaceError, "no column with the steps per second"):
            traces.read_csv(self.written("bad.csv", "name,arrival_s,steps,workers\na,0,1,1\n"))

    def test_the_cost_of_spreading(self):
        link = self.written("link.json", json.dumps({"schema": "ark_overlap/2", "hosts": 2, "link": {"latency_us": 100, "bytes_per_us": 100}}))
        # 4 workers: 6 messages of 100 us, and 1.5 times 1 MB at 100 MB/s: 15.6 ms on a step of 10 ms.
        text = "name,arrival_s,steps,workers,bytes_per_step,fast\na,0,10,4,1000000,100\n"
        (one,) = traces.read_csv(self.written("jobs.csv", text), None, communication.Link(link))
        self.assertAlmostEqual(1 / one.speeds[4].spread["fast"], 0.0256)
        with self.assertRaisesRegex(PlaceError, "needs --calibration"):
            traces.read_csv(self.written("jobs.csv", text))
        self.written("stall.json", json.dumps({"stalls": {"network": {"percent": 300.0}}}))
        (one,) = traces.read_csv(self.written("jobs.csv", "name,arrival_s,steps,workers,stall_report,fast\na,0,10,4,stall.json,100\n"))
        self.assertAlmostEqual(one.speeds[4].spread["fast"], 25.0)
        self.written("stall.json", json.dumps({"stalls": {}}))
        with self.assertRaisesRegex(PlaceError, "'network' is missing; accepted: a report of ark_stall"):
            communication.stall_factor(self.folder / "stall.json")
        for text, said in (('{"schema": "ark_overlap/1", "hosts": 2}', "schema ark_overlap/1"), ('{"schema": "ark_overlap/2", "hosts": 1}', "1 hosts"),
                           ("{", "Expecting")):
            with self.assertRaisesRegex(PlaceError, said):
                communication.Link(self.written("bad.json", text))

    def test_clusters(self):
        where = cluster.read(self.written("c.csv", "host,type,devices\nn1,fast,4\nn2,slow,2\n"))
        self.assertEqual((where.types, where.capacity, where.devices), (("fast", "slow"), {"fast": 4, "slow": 2}, 6))
        for text in ("v100", "v100:0", "v100:5/2", ""):
            with self.assertRaisesRegex(PlaceError, "accepted: TYPE:COUNT"):
                cluster.parse(text)
        for text, said in (("host,type\na,b\n", "no column devices"), ("host,type,devices\na,b,0\n", "devices '0'"),
                           ("host,type,devices\na,b,1\na,b,1\n", "host a twice"), ("host,type,devices\n", "without hosts")):
            with self.assertRaisesRegex(PlaceError, said):
                cluster.read(self.written("bad.csv", text))

    def test_free_devices(self):
        free = cluster.Free(cluster.parse("a:6/3,b:4/2"))
        gang = free.gang("a", 4)
        self.assertEqual(gang, ((0, 3), (1, 1)))
        free.take(gang)
        other = free.clone()
        self.assertEqual(free.one_node("a", 2), ((1, 2),))
        self.assertEqual(free.spread(("a", "b"), 4), ((1, 2), (2, 2)))
        self.assertIsNone(free.gang("a", 3))
        free.give(gang)
        self.assertEqual((free.total, other.total), (10, 6))


if __name__ == "__main__":
    unittest.main()
