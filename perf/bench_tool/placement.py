"""ark_place: its policies on generated traces, its Gavel beside Gavel's own results, an exact optimum, and jobs on hosts of different speed.

Needs numpy and scipy, and with --data a folder of stanford-futuredata/gavel with simulation_throughputs.json.gz; part hosts needs root.
The parts policies, gavel and why take ten minutes of an idle core each, the others a few.
"""
import contextlib
import csv
import functools
import json
import os
import pathlib
import shlex
import statistics
import sys
import tempfile
import time

from .machine import called_as, load
from .pages import add_plot_argument, publish, publish_plot, table
from .runs import MULTIHOST, ROOT, Failed, run

REPEAT = 1
POLICIES = ("fifo", "tiresias", "gavel", "hadar", "hadare")
CLUSTER, GAP_S = "v100:20/4,p100:20/4,k80:20/4", 2400.0
# Printed by Gavel's simulator, in EXPERIMENTS.md of stanford-futuredata/gavel: seed, mean time between arrivals, average JCT of jobs 4000
# to 4999 on 36 V100, 36 P100 and 36 K80. The policy was AlloX; at this load all of Gavel's run every job on V100, as its mechanism does.
PUBLISHED = ((42, 9000.0, 59492.106756), (1234, 9000.0, 64494.582453), (15, 9000.0, 54834.129989), (42, 4500.0, 59770.441018),
             (1234, 4500.0, 64695.450528), (15, 4500.0, 55072.401336))
SIZES = ((250, 108), (500, 228), (1000, 456), (2000, 900))
HOSTS = (("host0", "fast", 45), ("host1", "fast", 45), ("host2", "slow", 15), ("host3", "slow", 15))
# Kinds of jobs: waits for input, computes, and computes and may run in copies.
KINDS = {"feed": ("place_program", "--cells 64 --pause-us 20000"), "solve": ("place_program", "--cells 20000"), "fit": ("place_fit", "--batch 8192")}
# kind, workers, seconds of work on fast hosts, arrival in seconds. Found by a search for mixes in which the simulation has 17 % and more between
# the policies, and 30 % beside gavel, also where the slow hosts have 0.28 to 0.34 of the speed (the pair there 0.2 to 0.45, since its waits poll),
# launches take 0.88 to 1.05 s and each speed is 6 % another: so much they differ from run to run, and the shares of gavel's program with them.
# Arrivals are in the middle of a round: at its end a little decides whether the job waits for another.
MIX = (("solve", 1, 5, 0), ("fit", 1, 8, 0), ("fit", 1, 28, 0), ("feed", 2, 2, 0), ("feed", 1, 4, 0), ("feed", 1, 3, 13.5), ("feed", 1, 2, 13.5),
       ("feed", 1, 2, 13.5), ("solve", 1, 3, 13.5))


def add_arguments(parser):
    parser.add_argument("--data", type=pathlib.Path, default=ROOT.parent / "shared/data/gavel", metavar="FOLDER", help="of Gavel's table")
    parser.add_argument("--parts", default=",".join(PARTS), help=f"some of {','.join(PARTS)} (default all)")
    parser.add_argument("--seeds", type=int, default=5, help="of the part policies (default 5)")
    parser.add_argument("--jobs", type=int, default=480, help="of the part policies (default 480)")
    parser.add_argument("--round", type=float, default=3.0, help="seconds of a round of the part hosts (default 3)")
    add_plot_argument(parser, "placement")


def tool():
    """The modules of ark_place."""
    sys.path.insert(0, str(ROOT / "tools/ark_place"))
    try:
        from placement import cluster, exact, metrics, policies, simulator, traces  # pylint: disable=import-outside-toplevel
    except ImportError as lacking:
        raise Failed(f"{lacking}: needs numpy and scipy (Debian: python3-numpy python3-scipy), for example /usr/bin/python3 perf/bench placement"
                     ) from None
    return {"cluster": cluster, "exact": exact, "metrics": metrics, "policies": policies, "simulator": simulator, "traces": traces}


class Bench:
    def __init__(self, args):
        self.args, self.__dict__ = args, {**tool(), "args": args}
        self.plots = {}

    @functools.cached_property
    def table(self):
        path = self.args.data / "simulation_throughputs.json.gz"
        if not path.is_file():
            raise Failed(f"--data {self.args.data}: no {path.name}; accepted: a folder with the table of stanford-futuredata/gavel")
        return self.traces.read_table(path)

    def outcome(self, where, jobs, name, settings=None, **more):
        settings = settings or self.simulator.Settings(merge_s=10.0)
        return self.simulator.simulate(where, jobs, self.policies.make(name, settings.round_s, settings.restart_s, **more), settings)

    def measured(self, where, jobs, name, settings=None, **more):
        return self.metrics.of(self.outcome(where, jobs, name, settings, **more))


def publish_part(bench, title, head, names, rows, shown, suffix):
    publish(bench.args, "placement", title, [f"{called_as()}; load {load():.0f}. {head}", "", *shown], names, rows, suffix)


def note(text):
    print(text, file=sys.stderr, flush=True)


# --- Gavel's own results

def part_gavel(bench):
    where, rows = bench.cluster.parse("v100:36/1,p100:36/1,k80:36/1"), []
    for seed, gap, said in PUBLISHED:
        note(f"gavel: seed {seed}, gap {gap:g} s")
        jobs = bench.traces.generate(bench.table, 5010, seed, gap, several=False)
        found = bench.outcome(where, jobs, "gavel", bench.simulator.Settings(restart_s=0.0))
        rows.append([seed, gap, said, statistics.mean(job.finish - job.arrival for job in found.jobs[4000:5000])])
    publish_part(bench, "## Gavel's own results",
                 "Average JCT in seconds of jobs 4000 to 4999, one worker each, on 36 V100, 36 P100 and 36 K80, as Gavel's authors print it for their "
                 "simulator (EXPERIMENTS.md of stanford-futuredata/gavel), and of `gavel` with the same generator, seed and table. The policy there "
                 "was AlloX: at this load Gavel's mechanism runs every job on V100, whatever the policy. `place.Policies` repeats one row for the "
                 "last 1,100 jobs.",
                 ["seed", "gap_s", "published_s", "jct_s"], rows, table(["seed", "mean gap s", "published", "`gavel`", "difference"], [
                     [seed, f"{gap:,.0f}", f"{said:,.1f}", f"{own:,.1f}", f"{100 * (own / said - 1):+.3f} %"] for seed, gap, said, own in rows]),
                 "-gavel")


def part_aware(bench):
    """Gavel's claim: a policy that does not know the types has up to 3.5 times the JCT, near the load that it sustains."""
    where, rows = bench.cluster.parse("v100:36/1,p100:36/1,k80:36/1"), []
    for rate in (2.0, 4.0, 5.6, 7.5, 9.0):
        jobs = bench.traces.generate(bench.table, 1500, 0, 3600.0 / rate, several=False)
        times = []
        for aware in (False, True):
            note(f"aware: {rate} jobs an hour, {aware}")
            found = bench.outcome(where, jobs, "gavel", bench.simulator.Settings(restart_s=0.0), aware=aware)
            times.append(statistics.mean(job.finish - job.arrival for job in found.jobs[700:1200]) / 3600)
        rows.append([rate, *times])
    publish_part(bench, "## Gavel with and without knowledge of the types",
                 "Average JCT in hours of jobs 700 to 1199, one worker each, on 36 devices of each type. OSDI'20 reports up to 3.5x.",
                 ["jobs_per_hour", "agnostic_h", "aware_h"], rows, table(["jobs an hour", "agnostic", "aware", "ratio"], [
                     [f"{rate:g}", f"{one:.1f}", f"{two:.1f}", f"{one / two:.2f}"] for rate, one, two in rows]), "-aware")


# --- The policies

def spread_of(values, digits=3):
    mean, least, most = (f"{value:.{digits}g}" if abs(value) < 1000 else f"{value:,.0f}" for value in (
        statistics.mean(values), min(values), max(values)))
    return f"{mean} ({least}-{most})" if len(values) > 1 else mean


def part_policies(bench):
    """Publishes after each seed: it may be ended."""
    where, rows, kinds = bench.cluster.parse(CLUSTER), [], {"all jobs at once": 0.0, f"a job every {GAP_S:,.0f} s": GAP_S}
    found = {kind: {name: [] for name in POLICIES} for kind in kinds}
    for seed in range(bench.args.seeds):
        for kind, gap in kinds.items():
            jobs = bench.traces.generate(bench.table, bench.args.jobs, seed, gap)
            for name in POLICIES:
                note(f"policies: {kind}, seed {seed}, {name}")
                outcome = bench.outcome(where, jobs, name)
                one = bench.metrics.of(outcome)
                found[kind][name].append(one)
                rows.append([kind, seed, name, *(one[key] for key in KEYS)])
                if seed == 0:
                    bench.plots.setdefault(kind, {})[name] = sorted((job.finish - job.arrival) / 3600 for job in outcome.jobs)
        publish_policies(bench, found, rows, seed)
        if seed == 0:
            draw_plot(bench)


def publish_policies(bench, found, rows, seed):
    shown = []
    for kind, by in found.items():
        shown += [f"**{kind[0].upper()}{kind[1:]}**", "", *table(["policy", *(bench.metrics.NAMES[key] for key in KEYS)], [
            [name, *(spread_of([one[key] for one in by[name]]) for key in KEYS)] for name in POLICIES])]
        shown += ["Over that of `hadar` with the same seed:", "", *table(["", "JCT", "queueing", "fairness", "total", "utilization"], [
            [name, *(spread_of([one[key] / two[key] if two[key] else float("nan") for one, two in zip(by[name], by["hadar"])])
                     for key in ("jct_h", "queueing_h", "fairness", "total_h", "utilization"))] for name in POLICIES if name != "hadar"])]
    publish_part(bench, "## Policies", f"{bench.args.jobs} jobs of Gavel's generator, 30 % of them gangs of 2, 4 or 8, on {CLUSTER}; rounds of 360 s, 10 s for a "
                 f"move and for a round of copies. Seeds 0 to {seed}: mean (least-most).", ["trace", "seed", "policy", *KEYS], rows, shown, "")


KEYS = ("jct_h", "jct_p99_h", "queueing_h", "fairness", "utilization", "total_h", "restarts", "decision_ms")


def draw_plot(bench):
    def draw(pyplot):
        figure, axes = pyplot.subplots(1, len(bench.plots), figsize=(9, 3.5), sharey=True)
        for axis, (kind, curves) in zip(axes, bench.plots.items()):
            for name, times in curves.items():
                axis.plot(times[::4], [100 * (i * 4 + 1) / len(times) for i in range(len(times[::4]))], label=name, linewidth=1.3)
            axis.set(xscale="log", xlabel="JCT h", title=kind)
        axes[0].set_ylabel("% of jobs")
        axes[0].legend()
        return figure
    publish_plot(bench.args, "placement", draw)


def part_why(bench):
    """What the ratio of Gavel's and Hadar's JCT depends on, one thing changed at a time."""
    where, rows = bench.cluster.parse(CLUSTER), []
    settings, count = bench.simulator.Settings, 240

    def one(name, jobs, conditions=None, on=where, policies=("fifo", "gavel", "hadar")):
        note(f"why: {name}")
        found = [bench.measured(on, jobs, policy, conditions) for policy in policies]
        alone = statistics.mean(job.steps / max(bench.simulator.fresh([job])[0].fastest(on.types)) for job in jobs) / 3600
        rows.append([name, alone, *(one["jct_h"] for one in found), *(one["queueing_h"] for one in found[1:])])
    at_once = bench.traces.generate(bench.table, count, 0)
    one(f"{count} jobs at once", at_once)
    one("60 jobs at once", bench.traces.generate(bench.table, 60, 0))
    one("no cost of a move", at_once, settings(restart_s=0.0))
    one("a move costs 60 s", at_once, settings(restart_s=60.0))
    one("one worker each", bench.traces.generate(bench.table, count, 0, several=False))
    one("60 v100 only", at_once, on=bench.cluster.parse("v100:60/4"))
    same = bench.traces.generate(bench.table, count, 0)
    for job in same:
        job.steps = 4.0 * 3600 * job.speeds[job.workers].together["v100"]
    one("every job 4 h on v100", same)
    for gap in (1200.0, 4800.0):
        one(f"a job every {gap:,.0f} s", bench.traces.generate(bench.table, count, 0, gap))
    publish_part(bench, "## What the ratios depend on", "Seed 0, one condition changed at a time. Hours of JCT, of queueing, and of a job alone on its best "
                 "devices, which no policy without copies can be below.",
                 ["condition", "alone_h", "fifo_jct_h", "gavel_jct_h", "hadar_jct_h", "gavel_queueing_h", "hadar_queueing_h"], rows,
                 table(["condition", "alone", "fifo", "gavel", "hadar", "fifo / hadar", "gavel / hadar", "gavel / alone", "queueing, gavel", "hadar"], [
                     [name, *(f"{x:.1f}" for x in (alone, f, g, h)), f"{f / h:.2f}", f"{g / h:.2f}", f"{g / alone:.2f}", f"{gq:.1f}", f"{hq:.1f}"]
                     for name, alone, f, g, h, gq, hq in rows]), "-why")


# --- The optimum, and the time of a decision

def small_instance(bench, seed):
    """Five jobs on three types of two devices, that all end within ten rounds."""
    import random  # pylint: disable=import-outside-toplevel
    rng = random.Random(seed)
    where, jobs = bench.cluster.parse("a:2,b:2,c:2"), []
    for number in range(5):
        base = rng.uniform(0.5, 2.0)
        rates = {"a": base, "b": base * rng.uniform(0.4, 1.1), "c": base * rng.uniform(0.15, 0.9)}
        workers = rng.choice((1, 1, 2))
        speeds = {workers: bench.traces.Speeds(rates, rates)}
        jobs.append(bench.traces.Job(number, f"job{number}", float(rng.choice((0, 0, 360, 720))), 360 * rates["a"] * rng.uniform(0.5, 3.0), workers,
                                     speeds))
    return where, sorted(jobs, key=lambda job: job.number)


def compare_with_exact(bench, seed, states, rounds=10):
    """(optimum / Hadar's sum of utilities, twice the largest alpha of its rounds) of one instance."""
    where, jobs = small_instance(bench, seed)
    policy = bench.policies.make("hadar", restart_s=0.0, states=states)
    alphas, place = [], policy.place

    def watched(now, active, cluster):
        placed = place(now, active, cluster)
        alphas.append(policy.prices.alpha())
        return placed
    policy.place = watched
    outcome = bench.simulator.simulate(where, jobs, policy, bench.simulator.Settings(restart_s=0.0, fixed=True))

    def utility(job, seconds):
        return policy.utility_of(seconds, job.steps / max(job.fastest(where.types)))
    best = bench.exact.best_utility(jobs, where, utility, 360.0, rounds)
    return best / bench.exact.of_schedule(outcome, utility, 360.0), 2 * max(alphas)


def part_exact(bench):
    rows = []
    for seed in range(40):
        note(f"exact: {seed}")
        rows.append([seed, *compare_with_exact(bench, seed, 1), compare_with_exact(bench, seed, 64)[0]])
    ratios, wide = [row[1] for row in rows], [row[3] for row in rows]
    lines = table(["", "mean", "worst", "optimal", "least bound 2 alpha"], [
        [name, f"{statistics.mean(some):.4f}", f"{max(some):.4f}", f"{sum(one < 1.0001 for one in some)} of {len(some)}", f"{min(r[2] for r in rows):.2f}"]
        for name, some in (("one state", ratios), ("64 states", wide))])
    publish_part(bench, "## The exact optimum", "Sum of utilities of the best schedule (integer program, HiGHS) over that of `hadar`: 40 instances of 5 "
                 "jobs of 1 or 2 workers, three types of 2 devices, no cost of a move. `states`: choices that the dual subroutine keeps.",
                 ["seed", "ratio", "bound", "ratio_64_states"], rows, lines, "-exact")


def part_time(bench):
    rows = []
    for jobs_count, devices in SIZES:
        each = devices // 3
        where = bench.cluster.parse(",".join(f"{kind}:{each}/4" for kind in ("v100", "p100", "k80")))
        jobs = bench.traces.generate(bench.table, jobs_count, 0)
        for name in POLICIES:
            note(f"time: {jobs_count} jobs, {name}")
            times = timed_rounds(bench, where, jobs, bench.policies.make(name))
            rows.append([jobs_count, devices, name, statistics.median(times), max(times)])
    by = {(row[0], row[2]): row for row in rows}
    lines = table(["jobs", "devices", *(f"{name} ms" for name in POLICIES)], [
        [count, devices, *(f"{1e3 * by[count, name][3]:.1f} ({1e3 * by[count, name][4]:.1f})" for name in POLICIES)] for count, devices in SIZES])
    publish_part(bench, "## Time of a decision", "Processor time of the first 8 rounds of a trace with all jobs at once: median (most). The most of `gavel` is its linear "
                 "program, which it solves at most every 1,920 s.",
                 ["jobs", "devices", "policy", "median_s", "most_s"], rows, lines, "-time")


def timed_rounds(bench, where, jobs, policy, rounds=8):
    times, place = [], policy.place

    def watched(now, active, cluster):
        begun = time.process_time()
        placed = place(now, active, cluster)
        times.append(time.process_time() - begun)
        return placed
    policy.place = watched
    with contextlib.suppress(bench.traces.PlaceError):  # the other rounds
        bench.simulator.simulate(where, jobs, policy, bench.simulator.Settings(rounds=rounds))
    return times


# --- On hosts

def in_hosts(args):
    """This part again, on the first of the hosts."""
    shares = ",".join(str(share) for _, _, share in HOSTS)
    more = [*(["--no-docs"] if args.no_docs else []), "--build", args.build, "--round", f"{args.round:g}", "--repeat", args.repeat]
    out, _ = run([MULTIHOST, str(len(HOSTS)), "--shares", shares, "--", sys.executable, ROOT / "perf/bench", "placement", "--parts", "hosts", *more],
                 3600, None)
    print(out)


def words_of(bench, kind):
    """Program and options of a job of this kind."""
    program, options = KINDS[kind]
    path = bench.args.build.resolve() / "tests/mp/place" / program
    if not path.is_file():
        raise Failed(f"no {path}; build the target {program}, or name the build with --build")
    return [path, *options.split()]


def speed_of(words, folder, hosts):
    """(steps per second of a program with a worker on each of these hosts, seconds beside the steps)"""
    report, where = folder / "report", folder / "hosts"
    where.write_text("".join(f"{host} slots=1\n" for host in hosts))
    begin = time.monotonic()
    run([ROOT / "scripts/mpirun", "-n", len(hosts), "--hostfile", where, "--bind-to", "none", *words, "--steps", "100000000", "--seconds", "3",
         "--report", report], 120)
    took = time.monotonic() - begin
    steps, seconds = report.read_text().split()
    return int(steps) / float(seconds), took - float(seconds)


def part_hosts(bench):
    """Each repeat measures the speeds, simulates with them, and runs the jobs. Publishes after each: it may be ended."""
    if "MULTIHOST" not in os.environ:
        in_hosts(bench.args)
        return
    kinds = {kind: [host for host, other, _ in HOSTS if other == kind] for _, kind, _ in HOSTS}
    rows, speeds, launches = [], {}, []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for repeat in range(bench.args.repeat):
            found, launch = speeds_of(bench, folder, kinds)
            launches.append(launch)
            for key, speed in found.items():
                speeds.setdefault(key, []).append(speed)
            write_inputs(bench, folder, found, kinds)
            rows += [[repeat, *measure_policy(bench, folder, one, launch)] for one in POLICIES]
            publish_hosts(bench, rows, speeds, launches)


def publish_hosts(bench, rows, speeds, launches):
    by = {name: list(zip(*[row[2:] for row in rows if row[1] == name])) for name in POLICIES}
    lines = table(["policy", "mean JCT simulated s", "measured s", "difference", "rounds", "moves"], [
        [name, spread_of(said), spread_of(real), f"{spread_of([100 * (two / one - 1) for one, two in zip(said, real)], 2)} %",
         *(spread_of(some, 2) for some in (rounds, moves))] for name, (said, real, rounds, moves) in by.items()])
    for repeat in range(len(launches)):
        order = [sorted(POLICIES, key=lambda name, at=at: by[name][at][repeat]) for at in (0, 1)]
        said, real = ([by[after][at][repeat] / by[before][at][repeat] for before, after in zip(order[0], order[0][1:])] for at in (0, 1))
        lines.append(f"- Order {repeat + 1}: simulated {', '.join(order[0])}; measured {'the same' if order[0] == order[1] else ', '.join(order[1])}. "
                     f"Each over the one before, simulated {', '.join(f'{one:.2f}' for one in said)}; measured {', '.join(f'{one:.2f}' for one in real)}.")
    order = [", ".join(sorted(POLICIES, key=lambda name, at=at: statistics.mean(by[name][at]))) for at in (0, 1)]
    lines += ["", f"Order of the means: simulated {order[0]}; measured {'the same' if order[0] == order[1] else order[1]}.", "",
              "Steps per second that the simulation begins with, of one worker, or of two on both hosts of a type: " + "; ".join(
                  f"{job}, {workers}, {kind} {spread_of(some)}" for (job, workers, kind), some in speeds.items()) + "."]
    publish_part(bench, "## On hosts of different speed", f"{len(MIX)} jobs of `examples/10-checkpoint` and `11-fit` on {len(HOSTS)} hosts of "
                 f"scripts/multihost with {', '.join(f'{share} %' for _, _, share in HOSTS)} of a core (`--shares`), rounds of {bench.args.round:g} s, "
                 f"a launch takes {spread_of(launches, 2)} s. {len(launches)} runs: mean (least-most).",
                 ["repeat", "policy", "simulated_s", "measured_s", "rounds", "moves"], rows, lines, "-hosts")


def speeds_of(bench, folder, kinds):
    """({(job's kind, workers, type): steps per second} of the mix, seconds that a launch takes)"""
    speeds, launches = {}, []
    for job, workers in dict.fromkeys(one[:2] for one in MIX):
        for kind, hosts in kinds.items():
            note(f"hosts: speed of {job} with {workers} on {kind}")
            speeds[job, workers, kind], launch = speed_of(words_of(bench, job), folder, hosts[:workers])
            launches.append(launch)
    return speeds, statistics.median(launches)


def write_inputs(bench, folder, speeds, kinds):
    with open(folder / "cluster.csv", "w", newline="") as out:
        csv.writer(out).writerows([["host", "type", "devices"], *([host, kind, 1] for host, kind, _ in HOSTS)])
    with open(folder / "jobs.csv", "w", newline="") as out:
        lines = csv.writer(out)
        lines.writerow(["name", "arrival_s", "steps", "workers", "command", "merge", *kinds])
        for number, (job, workers, work, arrival) in enumerate(MIX):
            own = [speeds[job, workers, kind] for kind in kinds]
            words = words_of(bench, job)
            command = f"{shlex.join(map(str, words))} --steps {{steps}} --seconds {{seconds}} --file {{file}} --report {{report}}"
            copies = (command + " --copy {copy}", f"{shlex.quote(str(words[0]))} --file {{file}} --merge {{copies}}") if job == "fit" else (command, "")
            lines.writerow([f"{job}-{number}", arrival, round(work * own[0]), workers, *copies, *own])


def measure_policy(bench, folder, name, launch):
    note(f"hosts: {name}")
    where, jobs = bench.cluster.read(folder / "cluster.csv"), bench.traces.read_csv(folder / "jobs.csv")
    settings = bench.simulator.Settings(round_s=bench.args.round + launch, restart_s=0.0, launch_s=launch)
    outcome = bench.simulator.simulate(where, jobs, bench.policies.make(name, bench.args.round, 1.0), settings)
    said = statistics.mean(job.finish - job.arrival for job in outcome.jobs)
    out, _ = run([sys.executable, ROOT / "tools/ark_place/ark_place.py", "run", "--jobs", folder / "jobs.csv", "--cluster", folder / "cluster.csv",
                  "--policy", name, "--round", f"{bench.args.round:g}", "--folder", folder / "run", "--format", "json"], 1200)
    document = json.loads(out[out.index("{"):])
    return [name, said, document["jct_s"], document["rounds"], document["moves"]]


PARTS = {"gavel": part_gavel, "policies": part_policies, "why": part_why, "exact": part_exact, "time": part_time, "hosts": part_hosts,
         "aware": part_aware}


def main(args):
    parts = args.parts.split(",")
    for part in parts:
        if part not in PARTS:
            raise Failed(f"--parts {args.parts}: no part '{part}'; accepted: some of {','.join(PARTS)}")
    bench = Bench(args)
    for part in parts:
        PARTS[part](bench)
    return 0
