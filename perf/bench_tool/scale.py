"""What a PE costs: start, memory and collectives of 2 to 256 PEs on one host, and of two hosts with several.

Needs the target scale. It takes some five minutes on 2 cores, most of it MPI_Init of 128 processes.
"""
import csv
import statistics

from .machine import called_as, cores, load
from .pages import publish, table
from .runs import MPIRUN, between_hosts, programs_in, run
from .samples import Samples, at_least, in_turns, number, some_of, spread

REPEAT = 3
COUNTS = (2, 4, 8, 16, 32, 64, 128, 256)
MOST_PROCESSES = 128  # with 256, MPI_Init of Open MPI 4.1.4 takes minutes or ends with a segmentation fault in PMIx
WAYS = {"processes": "A process for each PE, mpirun", "threads": "PEs as threads of one process, `ark::local_run`",
        "hosts": "Two hosts with half of the processes each"}
OF_TWO_HOSTS = (4, 8, 16, 32)
ROWS = {"MPI_Init": "MPI_Init ms", "init": "init ms", "memory before": "memory before, KiB", "memory of ark": "memory of ark, KiB",
        "barrier": "barrier us", "sum of 8 B": "sum of 8 B us", "sum of 64 KiB": "sum of 64 KiB us"}


def add_arguments(parser):
    parser.add_argument("--ways", type=some_of(list(WAYS)), default=list(WAYS), help=f"of: {','.join(WAYS)} (default all)")
    parser.add_argument("--most", type=at_least(2), default=COUNTS[-1], help=f"the most PEs (default {COUNTS[-1]})")


def command_of(way, program, pes):
    if way == "threads":
        return [program, "--local", pes]
    if way == "processes":
        return [*MPIRUN, "-n", pes, program]
    return between_hosts(2, [*MPIRUN, "-n", pes, "--bind-to", "none", program], "--slots", pes // 2)


def measured(way, program, pes):
    """{row: value} of one launch."""
    output, _ = run(command_of(way, program, pes), 300)
    lines = [line for line in output.splitlines() if line.startswith(f"{pes},")]
    return {row: float(value) for _, row, value, _ in csv.reader(lines)}


def growth(samples, way, row):
    """(value of no PE, value per PE) of the line through the medians from 8 PEs on."""
    points = [(pes, statistics.median(samples.of(way, pes, row))) for pes in samples.names(1, way) if pes >= 8]
    slope, start = statistics.linear_regression(*zip(*points))
    return start, slope


def section(samples, way):
    rows = {row: text for row, text in ROWS.items() if any(statistics.median(samples.of(way, pes, row)) for pes in samples.names(1, way))}
    lines = table(["PEs", *rows.values()], ([pes, *(spread(samples.of(way, pes, row)) for row in rows)] for pes in samples.names(1, way)))
    if len([pes for pes in samples.names(1, way) if pes >= 8]) >= 2:
        lines += table(["for each further PE, from 8 on", *rows.values()], [["", *(number_of(growth(samples, way, row)[1]) for row in rows)]])
    return lines


def number_of(value):
    return number(value) if value >= 0 else "-" + number(-value)


def main(args):
    program = programs_in(args.build, "scale")["scale"]
    samples, before = Samples(), load()
    cells = [(way, pes) for way in args.ways for pes in (OF_TWO_HOSTS if way == "hosts" else COUNTS)
             if pes <= (min(args.most, MOST_PROCESSES) if way == "processes" else args.most)]
    for way, pes in in_turns(args.repeat, cells):
        for row, value in measured(way, program, pes).items():
            samples.add(value, way, pes, row)
    lines = [f"{called_as()}; load before {before:.1f}. Median (least-most) of {args.repeat} runs. From {cores() + 1} PEs on they share the cores: "
             "times of collectives are those of the scheduler.", ""]
    for way in args.ways:
        lines += [f"**{WAYS[way]}**", "", *section(samples, way)]
    publish(args, "scale", "## Measured", lines, ["way", "pes", "row", "median", "least", "most"], samples.rows())
    return 0
