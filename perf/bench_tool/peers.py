"""ark beside OpenSHMEM and MPI libraries on one machine: transfers, collectives, start and memory.

The programs of perf/peers make the same calls with each library and check the contents at the target. Contenders take turns, and one
launch measures all rows of a contender. Rounds go on until the median of ark / best peer of each row is known to within 3 %: half of its
95 % confidence interval by the sign test. A missing contender is named; --install gets MPICH and Intel MPI. With --hosts 2 the PEs are on
two hosts of scripts/multihost.
"""
import argparse
import collections
import json
import math
import os
import pathlib
import shutil
import statistics
import sys
import time

from .machine import OtherLoad, called_as, open_mpi
from .pages import PAGES, add_plot_argument, publish, publish_plot, table
from .runs import MPIRUN, OSHRUN, ROOT, UCX_MPI, Failed, between_hosts, programs_in, run
from .samples import at_least, number, size_name, some_of, spread

REPEAT, REPEAT_OPTION = 40, "--rounds"
LEAST_ROUNDS, STABLE = 6, 0.03  # below six values the sign test has no interval
PREFIX = ROOT / ".prefix/peers"
WHEELS = {"MPICH": ["mpich"], "Intel MPI": ["impi-rt", "impi-devel"]}
ARK = ["ark host", "ark kernel", "ark shmem.h"]
LIMIT = "limit"  # memcpy, non-temporal stores, two flags
PERFTEST = "ucx_perftest"
NO_PEERS = [*ARK, PERFTEST, LIMIT]
NAMES = [*ARK, "Open MPI", "Open MPI, UCX", "Open MPI OpenSHMEM", "MPICH", "Intel MPI", "OSSS-UCX", PERFTEST, LIMIT]
START_PES = [2, 4, 8, 16]
K, M = 1 << 10, 1 << 20
PAIR = {"put": [8, K, 8 * K, 64 * K, M, 4 * M], "get": [8, K, 8 * K, 64 * K, M, 4 * M], "put_nbi": [8], "p": [8], "add": [8],
        "bandwidth": [64 * K, M, 4 * M], "signal": [8, 8 * K, M, 4 * M], "signal_read": [8 * K, 64 * K, M]}
PAIR_HOSTS = {"put": [8, 512, 4 * K, 32 * K], "get": [8, 512, 4 * K, 32 * K], "bandwidth": [8, 64, 512, 4 * K, 32 * K, M],
              "signal": [8, 64, 512, 4 * K, 32 * K, M]}
COLLECTIVES = {"barrier": [8], **dict.fromkeys(["broadcast", "sum", "alltoall", "fcollect"], [8, K, 64 * K, M])}
START = ["start", "job", "memory", "threads"]
UNITS = {"put_nbi": "M/s", "p": "M/s", "add": "M/s", "bandwidth": "GB/s", "start": "ms", "job": "ms", "memory": "MiB", "threads": ""}
RATES = ("put_nbi", "p", "add", "bandwidth")
TEXTS = {"put": "put + quiet", "put_nbi": "put_nbi, 64 a quiet", "p": "p, 64 a quiet", "add": "atomic add, 64 a quiet",
         "signal": "put + signal, half a round trip", "signal_read": "put + signal, receiver reads all",
         "bandwidth": "bandwidth, a buffer per message", "start": "init to first put, slowest PE",
         "job": "whole job of that, with mpirun", "memory": "memory of a PE (PSS)", "threads": "threads of a PE"}
# Wanted ratios of ark to the best peer: at most, of rates at least. (PEs, row): one for all sizes or one for each.
GOALS = {(2, "put"): [0.35, 0.45, 0.6, 0.9, 0.9, 0.9], (2, "get"): [0.35, None, None, 0.9, 0.9, 0.9],
         (2, "put_nbi"): 3, (2, "p"): 3, (2, "add"): 3, (2, "bandwidth"): 1.05,
         (2, "signal"): [0.45, 0.6, 0.9, 0.9], (2, "signal_read"): 0.8, (2, "barrier"): 0.5,
         **dict.fromkeys([(2, "sum"), (2, "alltoall")], [0.5, None, None, 0.75]),
         **dict.fromkeys([(2, "broadcast"), (2, "fcollect")], [0.5, None, None, None]),
         **{(4, row): 0.8 for row in ("barrier", "sum", "alltoall", "fcollect")}, (4, "broadcast"): [0.9, 0.9, 0.8, 0.8],
         **{(pes, "start"): 0.9 for pes in START_PES}, (16, "memory"): 1.0}
GOALS_HOSTS = {(2, "put"): 1.0, (2, "signal"): 1.0, (2, "bandwidth"): 1.05}

Cell = collections.namedtuple("Cell", "pes row bytes")


def positive(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 100:
        raise argparse.ArgumentTypeError(f"'{text}'; accepted: seconds, above 0 and below 100")
    return value


def add_arguments(parser):
    rows = [*PAIR, *COLLECTIVES, "start"]
    parser.add_argument("--install", action="store_true", help=f"get {' and '.join(WHEELS)} from PyPI into .prefix/peers first")
    parser.add_argument("--osss", type=pathlib.Path, metavar="FOLDER", help="where OSSS-UCX is installed")
    parser.add_argument("--rows", type=some_of(rows), default=rows, help=",".join(rows))
    parser.add_argument("--pes", default=[2, 4], type=lambda text: [at_least(2)(one) for one in text.split(",")],
                        help="of the collectives (2,4); transfers are between 2; start on 2, 4, 8 and 16")
    parser.add_argument("--contenders", type=some_of(NAMES), default=NAMES, help=",".join(NAMES))
    parser.add_argument("--seconds", type=positive, default=0.02, help="of a row in a round (0.02)")
    parser.add_argument("--hosts", type=int, choices=[1, 2], default=1)
    parser.add_argument("--shape", default="", help="with --hosts 2, limit what each host sends: RATE[:BURST], as for scripts/multihost")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="all values")
    add_plot_argument(parser, "peers")


def compiled(command, source, program):
    """The program, compiled where it is older than its source."""
    sources = [ROOT / "perf/peers" / name for name in (source, "peers.h", "rows.h")]
    if not program.exists() or any(one.stat().st_mtime > program.stat().st_mtime for one in sources):
        run([*command, "-O3", sources[0], "-o", program])
    return str(program)


def wheel(name, install):
    """Launcher and program of an MPI from PyPI, in .prefix/peers."""
    folder = PREFIX / WHEELS[name][0]
    if install and not (folder / "include/mpi.h").exists():
        run([sys.executable, "-m", "venv", folder])
        run([folder / "bin/pip", "install", "--quiet", *WHEELS[name]], 900)
    if not (folder / "include/mpi.h").exists():
        raise Failed("not installed; perf/bench peers --install gets it")
    library = [f"-I{folder}/include", f"-L{folder}/lib", f"-Wl,-rpath,{folder}/lib"]
    wrapped = compiled(["sh", "-c", 'cc "$@" -lmpi', "cc", *library], "peers_mpi.c", folder / "peers_mpi")
    settings = {"Intel MPI": [f"I_MPI_ROOT={folder}", "I_MPI_PIN=off", "I_MPI_FABRICS=shm"]}.get(name, [])
    return ["env", *settings, str(folder / "bin/mpiexec")], wrapped


def contenders(args):
    """(name -> launcher and program with its first arguments, name -> why it is missing)"""
    programs, found, missing = programs_in(args.build, "peers_ark"), {}, {}
    unbound = ["--bind-to", "none"]
    mpi = [*MPIRUN, *unbound] if args.hosts == 1 else ["mpirun", "--allow-run-as-root", *unbound, "--mca", "osc", "^ucx"]

    def built(launcher, program, *arguments):
        if program not in programs:
            raise Failed(f"no {program} in {args.build}")
        return launcher, [programs[program], *arguments]

    def from_wheel(name):
        launcher, program = wheel(name, args.install)
        return launcher, [program]

    def osss():
        if not args.osss:
            raise Failed("--osss names an installation of it, from github.com/openshmem-org/osss-ucx")
        return [args.osss / "bin/oshrun"], [compiled([args.osss / "bin/oshcc"], "peers_shmem.c", args.build.resolve() / "perf/peers_osss")]

    def perftest():
        if not shutil.which(PERFTEST):
            raise Failed("not installed: apt-get install ucx-utils")
        return mpi, [ROOT / "perf/peers/ucx_perftest", "--server", "localhost" if args.hosts == 1 else "host0"]

    make = {"ark host": lambda: built([*MPIRUN, *unbound], "peers_ark", "--from", "host"),
            "ark kernel": lambda: built([*MPIRUN, *unbound], "peers_ark", "--from", "kernel"),
            "ark shmem.h": lambda: built([*MPIRUN, *unbound], "peers_ark_shmem"),
            "Open MPI": lambda: built(mpi, "peers_mpi"),
            "Open MPI OpenSHMEM": lambda: built([*OSHRUN, *unbound], "peers_oshmem"), PERFTEST: perftest}
    if args.hosts == 1:
        make.update({name: lambda name=name: from_wheel(name) for name in WHEELS})
        make.update({"OSSS-UCX": osss, LIMIT: lambda: built([], "peers_limits")})
    else:
        make["Open MPI, UCX"] = lambda: built(["mpirun", "--allow-run-as-root", *unbound, *UCX_MPI], "peers_mpi")
    for name in args.contenders:
        if name in make:
            try:
                found[name] = make[name]()
            except Failed as problem:
                missing[name] = str(problem)
        elif args.contenders != NAMES:
            missing[name] = f"not with --hosts {args.hosts}"
    return found, missing


def cells_of(args):
    pair = PAIR if args.hosts == 1 else PAIR_HOSTS
    cells = [Cell(2, row, size) for row in args.rows for size in pair.get(row, [])]
    cells += [Cell(pes, row, size) for pes in args.pes for row in args.rows for size in COLLECTIVES.get(row, [])]
    return cells + [Cell(pes, row, 8) for pes in START_PES for row in START if "start" in args.rows and args.hosts == 1]


def cores_of_pair():
    """Two cores that are no hardware threads of one; none if there is one core."""
    def first_sibling(cpu):
        path = pathlib.Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        return path.read_text().replace("-", ",").split(",")[0].strip() if path.exists() else str(cpu)
    cores = {first_sibling(cpu): str(cpu) for cpu in sorted(os.sched_getaffinity(0), reverse=True)}
    chosen = sorted(cores.values(), key=int)[:2]
    return ["--cores", ",".join(chosen)] if len(chosen) == 2 else []


def values_of(contender, pes, cells, args):
    """{cell: value} of one launch, or of one that only starts. Of two forms of a row the faster counts."""
    launcher, program = contender
    starts = cells[0].row in START
    forms = [f"{cell.row}{form}:{cell.bytes}" for cell in cells for form in ("", "_alt") if not form or cell.row in ("put", "bandwidth")]
    command = [*launcher, *(["-n", pes] if launcher else []), *program]
    command += ["--start"] if starts else [*(cores_of_pair() if pes == 2 and args.hosts == 1 else []), "--seconds", args.seconds, *forms]
    if args.hosts > 1:
        command = between_hosts(args.hosts, ["env", "ARK_CPU_WORKERS=1", *command], "--slots", pes // args.hosts,
                                *(["--shape", args.shape] if args.shape else []))
    begin = time.monotonic()
    output, _ = run(command, 60 + 10 * args.seconds * len(forms))
    lists = {}
    if starts:
        lists[Cell(pes, "job", 8)] = [1e3 * (time.monotonic() - begin)]
    for line in output.splitlines():
        row, block, value, *_ = line.split(",") + [""] * 3  # an MPI may print lines of its own
        if (name := row.removesuffix("_alt")) in (*PAIR, *COLLECTIVES, *START):
            lists.setdefault(Cell(pes, name, int(block)), []).append(float(value))
    return {cell: statistics.mean(found) if cell.row == "memory" else max(found) if starts or cell.row in RATES else min(found)
            for cell, found in lists.items()}


def interval(values):
    """The 95 % confidence interval of the median by the sign test; none for fewer than six values."""
    count, tail, rank = len(values), 0.0, 0
    while (tail := tail + math.comb(count, rank) / 2 ** count) <= 0.025:
        rank += 1
    return (sorted(values)[rank - 1], sorted(values)[count - rank]) if rank else None


def half_width(values):
    """Of the interval, as a share of the median."""
    if (found := interval(values)) is None:
        return math.inf
    return (found[1] - found[0]) / 2 / statistics.median(values)


def width_text(width):
    return "unknown" if width == math.inf else "> 100%" if width > 1 else f"{width:.1%}"


class Values:
    """cell -> name -> round -> value"""

    def __init__(self):
        self.of = {}

    def add(self, cell, name, turn, value):
        self.of.setdefault(cell, {}).setdefault(name, {})[turn] = value

    def best(self, cell):
        """The peer with the best median."""
        medians = {name: statistics.median(found.values()) for name, found in self.of.get(cell, {}).items() if name not in NO_PEERS}
        return (max if cell.row in RATES else min)(medians, key=medians.get) if medians else None

    def ratios(self, cell, form, other):
        """form / other, round by round."""
        found = self.of.get(cell, {})
        above, below = found.get(form, {}), found.get(other, {})
        return [above[turn] / below[turn] for turn in above if turn in below and below[turn]]

    def width(self, cell):
        """The widest half interval of ark's forms; 0 where there is nothing to compare."""
        return max((half_width(values) for form in ARK if (values := self.ratios(cell, form, self.best(cell)))), default=0)


def measure(args, found, cells):
    """Rounds until all cells are stable: values, failures, and the rounds made. What fails twice in succession is given up."""
    values, failed, load, turn, names = Values(), {}, OtherLoad(), 0, list(found)  # failed: the last reason, times in succession
    left = cells
    while left and turn < args.repeat:
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            for pes, starts in dict.fromkeys((cell.pes, cell.row in START) for cell in left):
                wanted = [cell for cell in left if (cell.pes, cell.row in START) == (pes, starts)]
                why, times = failed.get((name, pes, starts), (None, 0))
                if times == 2 or (name in (PERFTEST, LIMIT) and (pes > 2 or starts)):
                    continue
                try:
                    with load.watched():
                        result = values_of(found[name], pes, wanted, args)
                except Failed as problem:
                    failed[name, pes, starts] = (str(problem), times + 1)
                    continue
                if why:
                    failed[name, pes, starts] = (why, 0)
                for cell, value in result.items():
                    values.add(cell, name, turn, value)
        turn += 1
        widths = {cell: values.width(cell) for cell in left}
        left = [cell for cell, width in widths.items() if turn < LEAST_ROUNDS or width >= STABLE]
        widest = max(left, key=widths.get, default=None)
        print(f"round {turn}: {len(cells) - len(left)} of {len(cells)} rows stable"
              f"{f'; widest: {label(widest)}, {widest.pes} PEs, {width_text(widths[widest])}' if widest else ''}",
              file=sys.stderr, flush=True)
    return values, failed, load, turn, left


def label(cell):
    text = TEXTS.get(cell.row, cell.row)
    return text if cell.row == "barrier" or cell.row in START else f"{text} {size_name(cell.bytes)}"


def goal_of(cell, hosts):
    """A wanted ratio, or none."""
    goal = (GOALS if hosts == 1 else GOALS_HOSTS).get((cell.pes, cell.row))
    if not isinstance(goal, list):
        return goal
    sizes = {**PAIR, **COLLECTIVES}[cell.row]
    return goal[sizes.index(cell.bytes)] if cell.bytes in sizes else None


def row_of(values, cell, names, hosts, more=()):
    found, best, ratios = values.of.get(cell, {}), values.best(cell), []
    for form in ARK:
        if one := values.ratios(cell, form, best):
            ratio = statistics.median(one)
            behind = ratio <= 1 if cell.row in RATES else ratio >= 1
            ratios.append(f"**{ratio:.2f}**" if behind else f"{ratio:.2f}")
        else:
            ratios.append("-")
    goal, width = goal_of(cell, hosts), values.width(cell)
    return [f"{label(cell)} ({unit})" if (unit := UNITS.get(cell.row, "us")) else label(cell), *more,
            *(spread(list(found[name].values())) if name in found else "-" for name in names), best or "-", " / ".join(ratios),
            width_text(width) if best else "-",
            "" if goal is None else f"{'>=' if cell.row in RATES else '<='} {number(goal)}"]


def tables(args, values, cells, found):
    head = ["best peer", " / ".join(ARK) + " : best", "+-", "goal"]
    for pes in dict.fromkeys(cell.pes for cell in cells if cell.row not in START):
        here = [cell for cell in cells if cell.pes == pes and cell.row not in START]
        names = [name for name in found if any(name in values.of.get(cell, {}) for cell in here)]
        yield from [f"**{pes} PEs.**", "", *table(["", *names, *head], (row_of(values, cell, names, args.hosts) for cell in here))]
    if starts := [cell for cell in cells if cell.row in START]:
        names = [name for name in found if name not in (PERFTEST, LIMIT)]
        starts.sort(key=lambda cell: START.index(cell.row))
        yield from ["**Start and memory.**", "",
                    *table(["", "PEs", *names, *head], (row_of(values, cell, names, 1, [cell.pes]) for cell in starts))]
    if share := values.ratios(Cell(2, "signal", 8), ARK[0], LIMIT):
        yield from [f"put + signal of 8 B, {ARK[0]} : two flags without a library: {statistics.median(share):.2f} (goal <= 1.15).", ""]


def plot(pyplot, values):
    figure, axes = pyplot.subplots(figsize=(6, 3.2))
    for row in ("put", "get", "signal", "bandwidth"):
        points = [(cell.bytes, statistics.median(ratios)) for cell in values.of if cell.row == row and cell.pes == 2
                  and (ratios := values.ratios(cell, ARK[0], values.best(cell)))]
        axes.plot([size for size, _ in points], [1 / ratio if row in RATES else ratio for _, ratio in points], marker="o", markersize=3,
                  label=TEXTS.get(row, row))
    axes.axhline(1, color="grey", linewidth=0.8)
    axes.set(xscale="log", xlabel="bytes", ylabel="time, ark host : best peer", ylim=(0, None))
    axes.set_xscale("log", base=2)
    axes.legend(fontsize=7)
    return figure


def write_json(args, values, rounds, failed, missing):
    cells = [{**cell._asdict(), "unit": UNITS.get(cell.row, "us"), "goal": goal_of(cell, args.hosts), "best": values.best(cell),
              "half_width": None if (width := values.width(cell)) == math.inf else width,
              "values": {name: list(turns.values()) for name, turns in found.items()},
              "ratios": {form: statistics.median(ratios) for form in ARK if (ratios := values.ratios(cell, form, values.best(cell)))}}
             for cell, found in values.of.items()]
    document = {"command": called_as(), "rounds": rounds, "missing": missing, "cells": cells,
                "failed": {" ".join(map(str, key[:2])): why for key, (why, _) in failed.items()}}
    args.json.write_text(json.dumps(document, indent=1) + "\n")


def main(args):
    for pes in args.pes:
        if pes % args.hosts:
            raise Failed(f"--pes {pes}: accepted with --hosts {args.hosts} are multiples of {args.hosts}")
    if args.shape and args.hosts == 1:
        raise Failed(f"--shape {args.shape}: accepted with --hosts 2")
    found, missing = contenders(args)
    for name, why in missing.items():
        print(f"bench: left out: {name}: {why}", file=sys.stderr)
    cells = cells_of(args)
    if not found or not cells:
        raise Failed(f"no {'row' if found else 'contender'} is left of --{'rows' if found else 'contenders'} with --hosts {args.hosts}")
    values, failed, load, rounds, left = measure(args, found, cells)
    versions = [open_mpi(), *(f"{name} {version}" for name in found if name in WHEELS for version in wheel_version(name))]
    where = ("2 PEs are bound to a core each, the same for all; others are not bound." if args.hosts == 1 else
             "Both hosts are namespaces of this machine and share its cores; ark runs with ARK_CPU_WORKERS=1.")
    text = (f"{called_as()}; {', '.join(versions)}. {load} {rounds} rounds, contenders in turns, {args.seconds:g} s a row; contents "
            f"checked at the target. {where} Median (least-most). Ratios are medians of the rounds' ratios to the peer with the best "
            "median; below 1, of rates (M/s, GB/s) above 1, ark is ahead; bold where it is not. +-: half of the 95 % interval of the "
            f"widest of them; {len(cells) - len(left)} of {len(cells)} rows are below {STABLE:.0%}.")
    lines = [text, "",
             *tables(args, values, cells, found), *(f"- Not measured: {name}: {why}" for name, why in missing.items()),
             *(f"- Failed: {name}, {pes} PEs: {why}" for (name, pes, _), (why, _) in failed.items())]
    if args.hosts == 1:
        publish_plot(args, "peers", lambda pyplot: plot(pyplot, values))
        if (PAGES / "peers.svg").exists():
            lines += ["", "![time, ark host : best peer, over bytes](peers.svg)"]
    title = "## One host" if args.hosts == 1 else f"## Two hosts, {f'shaped to {args.shape}' if args.shape else 'unshaped'}"
    rows = [[*cell, UNITS.get(cell.row, "us"), name, statistics.median(turns.values()), min(turns.values()), max(turns.values())]
            for cell, by_name in values.of.items() for name, turns in by_name.items()]
    publish(args, "peers", title, lines, ["pes", "row", "bytes", "unit", "name", "median", "least", "most"], rows,
            "" if args.hosts == 1 else f"-hosts{'-' + args.shape.split(':')[0] if args.shape else ''}")
    if args.json:
        write_json(args, values, rounds, failed, missing)
    return 1 if failed else 0


def wheel_version(name):
    folders = PREFIX.glob(f"{WHEELS[name][0]}/lib/python3*/site-packages/{WHEELS[name][0].replace('-', '_')}-*.dist-info")
    return [folder.name.removesuffix(".dist-info").rsplit("-", 1)[1] for folder in folders]
