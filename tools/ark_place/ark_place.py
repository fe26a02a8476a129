#!/usr/bin/env python3
"""Which accelerators of a mixed cluster the jobs get, by policies that can be compared. docs/ark_place.md explains them.

ark_place [options]       simulates a trace, or with --emit writes the files of a round for mpirun
ark_place run [options]   runs the jobs on the cluster in rounds with checkpoints; ark_place run --help
"""
import argparse
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE if (HERE / "placement").is_dir() else HERE.parent / "share/ark/place"))

from placement import PlaceError  # noqa: E402 pylint: disable=wrong-import-position

try:
    from placement import cluster, communication, execute, hostfile, metrics, policies, simulator, traces
except ImportError as lacking:
    sys.exit(f"ark_place: {lacking}; it needs numpy and scipy (Debian: python3-numpy python3-scipy, for /usr/bin/python3)")

ALL = "fifo,tiresias,gavel,hadar,hadare"


def seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1e9:
        raise argparse.ArgumentTypeError(f"'{text}': accepted: seconds from 0 to 1e9")
    return value


def count(text):
    if not text.isdigit() or not 1 <= int(text) <= 1000000:
        raise argparse.ArgumentTypeError(f"'{text}': accepted: a number from 1 to 1000000")
    return int(text)


def natural(text):
    if not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(f"'{text}': accepted: a number from 0 to 999999999")
    return int(text)


def simulate_parser():
    parser = argparse.ArgumentParser(prog="ark_place", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    jobs = parser.add_argument_group("jobs").add_mutually_exclusive_group(required=True)
    jobs.add_argument("--jobs", metavar="CSV", help="name,arrival_s,steps,workers, and a column for each type with steps per second")
    jobs.add_argument("--gavel", metavar="TRACE", help="a trace of Gavel (with --throughputs)")
    jobs.add_argument("--philly", metavar="JSON", help="Philly's cluster_job_log (with --throughputs)")
    jobs.add_argument("--generate", type=count, metavar="N", help="so many jobs of Gavel's generator (with --throughputs)")
    parser.add_argument("--seed", type=natural, default=0, help="of --generate and --philly (default 0)")
    parser.add_argument("--gap", type=seconds, default=0.0, metavar="S", help="of --generate: mean time between arrivals (default 0: all at once)")
    parser.add_argument("--single", action="store_true", help="of --generate: jobs of one worker only")
    parser.add_argument("--throughputs", metavar="FILE", help="Gavel's table (JSON, also .gz), or CSV: model,workers,type,steps_per_s,placement")
    parser.add_argument("--calibration", metavar="FILE", help="of ark::overlap, between hosts: what spreading costs a job with bytes_per_step")
    parser.add_argument("--cluster", required=True, metavar="TEXT|CSV", help="TYPE:COUNT/DEVICES,... or a file: host,type,devices")
    parser.add_argument("--policy", default=ALL, metavar="LIST", help=f"of {ALL} (default all)")
    parser.add_argument("--round", type=seconds, default=360.0, metavar="S", help="length of a round (default 360)")
    parser.add_argument("--restart", type=seconds, default=10.0, metavar="S", help="time that a job loses when it moves (default 10)")
    parser.add_argument("--merge", type=seconds, default=10.0, metavar="S", help="time that a round of copies loses (hadare; default 10)")
    parser.add_argument("--emit", choices=("hostfile",), help="instead of simulating: the first round of --policy as files for mpirun")
    parser.add_argument("--folder", default=".", metavar="DIR", help="of --emit (default: here)")
    parser.add_argument("--write", metavar="CSV", help="also write the jobs, for --jobs with the same --throughputs")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def run_parser():
    parser = argparse.ArgumentParser(prog="ark_place run", description="Run jobs in rounds on the hosts of a cluster. Each ends its rounds with a "
                                     "checkpoint, and its measured speed is fed back to the policy.")
    parser.add_argument("--jobs", required=True, metavar="CSV", help=f"as of ark_place, with a column command: {execute.PLACEHOLDERS}; for copies (hadare) also merge: "
                        f"{execute.MERGE_PLACEHOLDERS}")
    parser.add_argument("--cluster", required=True, metavar="CSV", help="host,type,devices")
    parser.add_argument("--policy", default="hadar", choices=ALL.split(","))
    parser.add_argument("--round", type=seconds, default=60.0, metavar="S", help="that a job may compute in a round (default 60)")
    parser.add_argument("--restart", type=seconds, default=1.0, metavar="S", help="what a policy expects a move to cost (default 1)")
    parser.add_argument("--patience", type=seconds, default=60.0, metavar="S", help="after it, until a job that has not ended is an error (default 60)")
    parser.add_argument("--folder", default="ark_place.run", metavar="DIR", help="checkpoints and logs (default ark_place.run)")
    parser.add_argument("--mpirun", metavar="PROGRAM", help="the launcher (default: arkrun, else mpirun)")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser


def cluster_of(text):
    return cluster.read(text) if pathlib.Path(text).is_file() else cluster.parse(text)


def policy_of(name, args):
    return policies.make(name, args.round, args.restart)


def jobs_of(args):
    table = traces.read_table(args.throughputs) if args.throughputs else None
    if args.jobs:
        return traces.read_csv(args.jobs, table, communication.Link(args.calibration) if args.calibration else None)
    if table is None:
        raise PlaceError("--gavel, --philly and --generate need --throughputs")
    if args.gavel:
        return traces.read_gavel(args.gavel, table)
    if args.philly:
        return traces.read_philly(args.philly, table, args.seed)
    return traces.generate(table, args.generate, args.seed, args.gap, not args.single)


def check_runnable(jobs, where, names):
    """Each policy can place each job at some time."""
    mixed = set(names) <= {"hadar", "hadare"}
    for job in jobs:
        rooms = [where.capacity[kind] for kind, speed in zip(where.types, job.fastest(where.types)) if speed > 0]
        if (sum(rooms) if mixed else max(rooms, default=0)) < job.workers:
            raise PlaceError(f"job {job.number} ({job.name}) with {job.workers} workers runs on no type; the cluster has {where.capacity}"
                             + ("" if mixed else ". hadar mixes types"))


def simulate(args):
    jobs, where, names = jobs_of(args), cluster_of(args.cluster), args.policy.split(",")
    check_runnable(jobs, where, names)
    if args.write:
        with open(args.write, "w", newline="", encoding="utf-8") as out:
            traces.write_csv(jobs, out)
    if args.emit:
        if len(names) > 1:
            raise PlaceError(f"--emit with --policy {args.policy}; accepted: one policy")
        first = min(job.arrival for job in jobs)
        here = [job for job in jobs if job.arrival <= first]
        print("\n".join(hostfile.emit(where, here, policy_of(names[0], args).place(first, here, where), args.folder)))
        return
    found = {}
    for name in names:
        settings = simulator.Settings(args.round, args.restart, args.merge)
        found[name] = metrics.of(simulator.simulate(where, jobs, policy_of(name, args), settings))
    print(json.dumps(found, indent=1) if args.format == "json" else metrics.text(found))


def run(args):
    where = cluster.read(args.cluster)
    jobs = traces.read_csv(args.jobs)
    check_runnable(jobs, where, [args.policy])
    runner = execute.Runner(where, jobs, policy_of(args.policy, args), args.folder, args.round, args.patience, args.mpirun)
    rows = [{"job": job.name, "arrival_s": job.arrival, "finish_s": job.finish, "jct_s": job.finish - job.arrival, "waited_s": job.waited}
            for job in runner.run()]
    mean = sum(row["jct_s"] for row in rows) / len(rows)
    speeds = [{"job": name, "type": kind, "steps_per_s": speed} for name, kind, speed in runner.measured]
    if args.format == "json":
        print(json.dumps({"policy": args.policy, "jct_s": mean, "rounds": runner.rounds, "moves": runner.moves, "jobs": rows, "speeds": speeds},
                         indent=1))
        return
    for row in rows:
        print(f"{row['job']:<20} JCT {row['jct_s']:8.1f} s, waited {row['waited_s']:8.1f} s")
    print(f"ark_place: {args.policy}, {len(rows)} jobs, mean JCT {mean:.1f} s, {runner.rounds} rounds, {runner.moves} moves")


def main():
    words = sys.argv[1:]
    running = words[:1] == ["run"]
    args = run_parser().parse_args(words[1:]) if running else simulate_parser().parse_args(words)
    try:
        if args.round <= 0:
            raise PlaceError(f"--round {args.round:g}; accepted: more than 0")
        (run if running else simulate)(args)
    except (PlaceError, OSError) as problem:
        print(f"ark_place: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
