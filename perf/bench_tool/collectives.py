"""Collectives beside Open MPI's OpenSHMEM and MPI, on one host or between hosts.

Takes turns. A column whose program is not built (Open MPI's oshmem, ark's libraries for C) is left out. With --hosts the PEs are on so
many hosts of scripts/multihost, with one worker each, without Open MPI's OpenSHMEM.
"""
import statistics
import sys

from .machine import called_as
from .pages import publish, table
from .runs import MPIRUN, OSHRUN, Failed, between_hosts, figures, programs_in
from .samples import Samples, at_least, in_turns, size, size_name, some_of

REPEAT = 5
TESTS = ["barrier", "broadcast", "fcollect", "alltoall", "sum_reduce"]
NO_BIND = ["--bind-to", "none"]
CONTENDERS = {  # name: launcher, program, its arguments
    "ark, kernel": (MPIRUN, "ark_perf", ["--format", "csv"]),
    "ark, host": (MPIRUN, "ark_perf", ["--from", "host", "--format", "csv"]),
    "ark, shmem.h": (MPIRUN, "ark_shmem_collectives", []),
    "OpenSHMEM": (OSHRUN, "oshmem_collectives", []),
    "MPI": (MPIRUN, "mpi_collectives", []),
}


def add_arguments(parser):
    parser.add_argument("--pes", default=[2, 4], type=lambda text: [at_least(2)(one) for one in text.split(",")], help="2,4")
    parser.add_argument("--sizes", default=[8, 1 << 10, 64 << 10, 1 << 20], type=lambda text: [size(one) for one in text.split(",")],
                        help="of a PE's block: 8,1k,64k,1m")
    parser.add_argument("--tests", default=TESTS, type=some_of(TESTS), help=",".join(TESTS))
    parser.add_argument("--hosts", type=at_least(1), default=1)


def command_of(name, programs, hosts, pes, test, block):
    launcher, program, arguments = CONTENDERS[name]
    command = [*launcher, *NO_BIND, "-n", pes, programs[program], test, *arguments, "-b", block, "-e", block]
    return command if hosts == 1 else between_hosts(hosts, ["env", "ARK_CPU_WORKERS=1", *command], "--slots", str(pes // hosts))


def row_of(samples, names, cell):
    """A collective's text in each column, and the medians of ark's forms as factors of the best of the others."""
    medians = {name: statistics.median(samples.of(*cell, name)) for name in names if samples.of(*cell, name)}
    others = [value for name, value in medians.items() if not name.startswith("ark")]
    ratios = [f"{value / min(others):.2f}" for name, value in medians.items() if name.startswith("ark") and others]
    _, test, block = cell
    return [test if test == "barrier" else f"{test} {size_name(block)}", *(samples.text(*cell, name) for name in names), ", ".join(ratios) or "-"]


def main(args):
    for pes in args.pes:
        if pes % args.hosts:
            raise Failed(f"--pes {pes}: accepted with --hosts {args.hosts} are multiples of {args.hosts}")
    programs = programs_in(args.build, "ark_perf")
    names = [name for name, (_, program, _) in CONTENDERS.items() if program in programs and (args.hosts == 1 or name != "OpenSHMEM")]
    for name in CONTENDERS.keys() - names:
        print(f"bench: left out: {name}: {CONTENDERS[name][1]}", file=sys.stderr)
    cells = [(pes, test, block) for pes in args.pes for test in args.tests for block in ([8] if test == "barrier" else args.sizes)]
    samples, failed = Samples(), {}
    for cell in in_turns(args.repeat, cells):
        for name in names:
            try:
                samples.add(*figures(command_of(name, programs, args.hosts, *cell), seconds=120).values(), *cell, name)
            except Failed as problem:
                failed[name] = str(problem)
    where = ("" if args.hosts == 1 else
             f" The PEs are on {args.hosts} hosts, which are namespaces of this machine and share its cores; links without a shape.")
    lines = [f"{called_as()}. Contenders take turns. Sizes are those of a block of doubles for one PE; each PE in turn is the root of a "
             f"broadcast. A call follows the other; mean over the PEs.{where}", ""]
    for pes in args.pes:
        lines += [f"**{pes} PEs** (us, lower is better): median (least-most) of the runs; ratios of the medians of ark's forms to the best "
                  "of the others'.", "", *table(["", *names, "ratios"], (row_of(samples, names, cell) for cell in cells if cell[0] == pes))]
    lines += [f"- Failed: {name}: {why}" for name, why in failed.items()]
    publish(args, "collectives", "## Collectives on one host" if args.hosts == 1 else "## Collectives between hosts", lines,
            ["pes", "test", "bytes", "name", "median_us", "least_us", "most_us"], samples.rows(), "" if args.hosts == 1 else "-hosts")
    return 0
