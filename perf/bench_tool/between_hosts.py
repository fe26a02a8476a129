"""Messages between two hosts beside MPI, OpenSHMEM and UCX's own benchmark, on the same link, in turns.

scripts/multihost makes the hosts; exit status 77 where this machine cannot have them. Each link has a section of its own. A contender
whose program is missing is left out: mpi_two_sided, mpi_rma and oshmem_put of the build, ucx_perftest of the system.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

from . import samples as values
from .machine import OtherLoad, called_as, cores, open_mpi, version
from .pages import publish, table
from .runs import MULTIHOST, UCX_MPI, Failed, between_hosts, end, figures, found_tool, programs_in, run, started

REPEAT = 5
PORT = 13400
SECONDS = 60  # for one run of one program
FOREIGN_LOAD = 0.05  # of the machine: a run during which others used more is done again
ATTEMPTS = 3
FIGURES = {  # what it is, unit, what is better
    "signal": ("Latency until the receiver observes the data, half a round trip", "us", "lower"),
    "delivery": ("Latency until the sender observes the delivery", "us", "lower"),
    "bandwidth": ("Bandwidth, windows of 64 messages", "MB/s", "higher"),
}
# Sizes up to the first number: iterations and warm-up of a latency, windows and warm-up of a bandwidth.
ROUNDS = [(8 << 10, (2000, 200), (100, 10)), (256 << 10, (200, 20), (20, 2)), (1 << 62, (50, 5), (4, 1))]
PUTS = {"signal": "put_signal_latency", "delivery": "put_latency", "bandwidth": "put_bw"}
SENDS = {"signal": "latency", "bandwidth": "bw"}
CONTENDERS = {  # name: program, launcher, figure -> the program's test
    "ark": ("ark_perf", ["mpirun", "-n", "2"], PUTS),
    "MPI two-sided": ("mpi_two_sided", ["mpirun", "-n", "2"], SENDS),
    "MPI two-sided, UCX": ("mpi_two_sided", ["mpirun", "-n", "2", *UCX_MPI], SENDS),
    # The one-sided calls that work over tcp in Open MPI 4 are those of osc rdma; Debian turns off the others.
    "MPI one-sided": ("mpi_rma", ["mpirun", "-n", "2", "--mca", "osc", "^ucx"], PUTS),
    "OpenSHMEM": ("oshmem_put", ["oshrun", "-n", "2", *UCX_MPI], PUTS),
    "ucp_am": ("ucx_perftest", None, {"signal": "ucp_am_lat", "bandwidth": "ucp_am_bw"}),
    "ucp_tag": ("ucx_perftest", None, {"signal": "tag_lat", "bandwidth": "tag_bw"}),
    "ucp_put": ("ucx_perftest", None, {"signal": "ucp_put_lat", "bandwidth": "ucp_put_bw"}),
}


def sizes(text):
    """MIN:MAX:FACTOR; a type of argparse."""
    parts = text.split(":")
    if len(parts) != 3:
        raise argparse.ArgumentTypeError(f"'{text}'; accepted: MIN:MAX:FACTOR, for example 8:4m:8")
    least, most, factor = map(values.size, parts)
    if factor < 2 or least > most:
        raise argparse.ArgumentTypeError(f"'{text}': FACTOR is 2 or more, and MIN at most MAX")
    found = [least]
    while found[-1] * factor <= most:
        found.append(found[-1] * factor)
    return found


def add_arguments(parser):
    parser.add_argument("--shape", default="", help="limit what each host sends: RATE[:BURST], as for scripts/multihost")
    parser.add_argument("--sizes", type=sizes, default="8:2m:8", help="MIN:MAX:FACTOR (8:2m:8)")
    parser.add_argument("--only", type=values.some_of(list(CONTENDERS)), default=list(CONTENDERS), help="contenders, with commas between them")
    parser.add_argument("--inside", help=argparse.SUPPRESS)  # the file for the values: this process is on the first host


def perftest(test, block, iterations, warmup):
    """One size of ucx_perftest, host 1 serving; its bandwidth is in MiB/s, ours in MB/s."""
    common = ["ucx_perftest", "-p", PORT]
    server = started([MULTIHOST, "exec", "1", "--", *common], subprocess.DEVNULL)
    try:
        for attempt in range(5):  # until the server listens
            time.sleep(0.15)
            try:
                output, _ = run([*common, "10.77.0.11", "-t", test, "-s", block, "-n", iterations, "-w", warmup, "-f"], SECONDS)
                break
            except Failed:
                if attempt == 4:
                    raise
    finally:
        end(server)
        server.communicate()
    # iterations, percentile, average and overall latency, average and overall bandwidth, rates
    final = re.search(r"(?m)^(?:Final:)?((?:\s+[0-9.]+){8})\s*$", output)
    if final is None:
        raise Failed(f"ucx_perftest -t {test}: no result: {output.strip()}")
    columns = [float(column) for column in final[1].split()]
    return columns[5] * 1.048576 if test.endswith("_bw") else columns[3]


def values_of(name, programs, figure, group, count):
    """{size: value} of one run over sizes that have the same count."""
    program, launcher, tests = CONTENDERS[name]
    iterations, warmup = count
    if launcher is None:
        messages = 64 if figure == "bandwidth" else 1
        return {one: perftest(tests[figure], one, iterations * messages, warmup * messages) for one in group}
    factor = group[1] // group[0] if len(group) > 1 else 2
    rounds = ["-b", group[0], "-e", group[-1], "-f", factor, "-n", iterations, "-x", warmup]
    return figures([*launcher, programs[program], tests[figure], *rounds, *(["--format", "csv"] if name == "ark" else [])],
                   "mb_per_s" if figure == "bandwidth" else "latency_us", SECONDS)


def undisturbed(load, *run_of):
    """values_of the quietest of up to ATTEMPTS runs, whose share of others it keeps."""
    runs = []
    for _ in range(ATTEMPTS):
        with load.watched():
            result = values_of(*run_of)
        runs.append((load.shares.pop(), len(runs), result))
        if runs[-1][0] <= FOREIGN_LOAD:
            break
    best = min(runs)
    load.shares.append(best[0])
    return best[2]


def groups(every, figure):
    below = 0
    for most, latency, windows in ROUNDS:
        if group := [one for one in every if below < one <= most]:
            yield group, windows if figure == "bandwidth" else latency
        below = most


def measure_inside(args, names, programs):
    """On the first host: all values, in turns, into the file `inside`."""
    os.environ["ARK_CPU_WORKERS"] = "1"
    samples, failed, load = values.Samples(), {}, OtherLoad()
    runs = [(figure, name) for figure in FIGURES for name in names if figure in CONTENDERS[name][2]]
    for figure, name in values.in_turns(args.repeat, runs):
        for group, count in groups(args.sizes, figure):
            try:
                found = undisturbed(load, name, programs, figure, group, count)
            except Failed as problem:
                failed[f"{name}, {figure}"] = str(problem)
                continue
            for block, value in found.items():
                samples.add(value, figure, FIGURES[figure][1], name, block)
    with open(args.inside, "w") as out:
        json.dump({"values": [[*cell, found] for cell, found in samples.values.items()], "failed": failed, "shares": load.shares}, out)
    return 0


def figure_tables(samples, figure):
    what, unit, better = FIGURES[figure]
    names = samples.names(2, figure)
    peer = next((name for name in names if name.startswith("MPI")), "MPI")
    rows = ([values.size_name(block), *(samples.text(figure, unit, name, block) for name in names),
             samples.ratio((figure, unit, "ark", block), (figure, unit, peer, block))] for block in sorted(samples.names(3, figure)))
    return [f"**{what}** ({unit}, {better} is better): median (least-most).", "", *table(["", *names, f"ark : {peer}"], rows)] if names else []


def main(args):
    programs = programs_in(args.build, "ark_perf")
    if tool := found_tool("ucx_perftest", "ucx-utils"):
        programs["ucx_perftest"] = tool
    names = [name for name in args.only if CONTENDERS[name][0] in programs]
    if args.inside:
        return measure_inside(args, names, programs)
    missing = [f"{name}: no {CONTENDERS[name][0]}" for name in args.only if name not in names]
    for text in missing:
        print(f"bench: left out: {text}", file=sys.stderr)
    shape = ["--shape", args.shape] if args.shape else []
    with tempfile.NamedTemporaryFile("r", dir=args.build, prefix="bench.") as scratch:
        run(between_hosts(2, [sys.executable, *sys.argv, "--inside", scratch.name], *shape), seconds=None, errors=None)
        found = json.load(scratch)
    samples = values.Samples((tuple(cell), ran) for *cell, ran in found["values"])
    shares = found["shares"] or [0]
    ucx = version(["ucx_info", "-v"], r"([0-9]+\.[0-9]+\.[0-9]+)")
    lines = [f"{called_as()}; UCX {ucx}, {open_mpi()}. Contenders take turns; median of {args.repeat} runs each. Both hosts are namespaces of "
             f"one machine with {cores()} cores; ark runs with ARK_CPU_WORKERS=1, because the hosts share these cores. Beside what runs on "
             f"the first host, the second included, the machine was busy for {statistics.median(shares):.0%} (median; at most "
             f"{max(shares):.0%}).", "", *(line for figure in FIGURES for line in figure_tables(samples, figure)),
             *(f"- Not measured: {text}" for text in missing), *(f"- Failed: {name}: {why}" for name, why in found["failed"].items())]
    publish(args, "between-hosts", f"## Shaped to {args.shape}" if args.shape else "## Unshaped", lines,
            ["figure", "unit", "name", "bytes", "median", "least", "most"], samples.rows(), f"-{args.shape.split(':')[0]}" if args.shape else "")
    return 0
