"""Puts, gets, atomics, message rate and barriers on one host.

Runs ark_perf under mpirun. Needs the target ark_perf.
"""
import platform
import sys

from .machine import called_as
from .pages import put_sections, table, write_csv
from .runs import MPIRUN, document, programs_in
from .samples import number

REPEAT = 5
SIZES = ["-b", "8", "-e", "4m", "-f", "8"]
RUNS = [  # title, numbers of PEs, arguments of ark_perf
    ("From kernels, one thread", [2], ["put_latency", "put_bw", "get_latency", "get_bw", "put_signal_latency", *SIZES]),
    ("Bandwidth with a buffer per message", [2], ["put_bw", "get_bw", "--buffers", "multiple", *SIZES]),
    ("From the host", [2], ["put_latency", "put_bw", "put_signal_latency", "--from", "host", *SIZES]),
    ("Everything through the queue", [2], ["put_latency", "put_bw", "put_signal_latency", "--route", "queue", *SIZES]),
    ("Message rate", [2], ["put_mr", "queue_rate", "-b", "8", "-e", "1k", "-f", "8"]),
    ("Atomics", [2], ["atomic_latency", "atomic_rate"]),
    ("Barrier", [2, 4, 8], ["barrier"]),
]


def label(test, row):
    return ", ".join(filter(None, [row.get("op"), f"{row['bytes']} B" if row.get("bytes") else ""])) or test["test"]


def section(perf, counts, arguments, measures, rows):
    """The table of one run: a column for each test, a row for each size or operation. Adds to `measures` and `rows`."""
    columns = {}
    for pes in counts:
        for test in document([*MPIRUN, "-n", pes, perf, *arguments, "--format", "json"])["tests"]:
            measures[f"`{test['test']}`"] = test["measures"]
            beside = f", {pes} PEs" if len(counts) > 1 else ""
            cells = columns.setdefault(f"`{test['test']}`{beside}, {test['rows'][0]['repeats']['unit']}", {})
            for row in test["rows"]:
                spread = [row["repeats"][which] for which in ("median", "min", "max")]
                cells[label(test, row)] = "{} ({}-{})".format(*map(number, spread))
                rows.append([" ".join(arguments), pes, test["test"], label(test, row), row["repeats"]["unit"], *spread])
    labels = dict.fromkeys(one for cells in columns.values() for one in cells)
    command = f"`mpirun -n {'|'.join(map(str, counts))} ark_perf {' '.join(arguments)}`"
    return [command, "", *table(["", *columns], ([one, *(cells.get(one, "") for cells in columns.values())] for one in labels))]


def main(args):
    perf = programs_in(args.build, "ark_perf")["ark_perf"]
    measures, rows, parts = {}, [], {}
    for title, counts, arguments in RUNS:
        print(f"{title} ...", file=sys.stderr, flush=True)
        parts[f"## {title}"] = section(perf, counts, [*arguments, "--repeat", str(args.repeat)], measures, rows)
    head = ["# Puts, gets, atomics and barriers of the CPU executor", "",
            f"Written by {called_as()}, {platform.system()} {platform.release()}. Figures of the CPU executor (`device=cpu`), not of a GPU. "
            f"Median (least-most) of {args.repeat} repeats. Without `--buffers multiple` all messages of a window share one buffer, which "
            "stays in the cache: such bandwidths are the cache's.", "", *table(["", "measures"], measures.items())]
    print("\n".join([*head, *(line for title, lines in parts.items() for line in [title, "", *lines])]))
    if not args.no_docs:
        write_csv("put", ["arguments", "pes", "test", "row", "unit", "median", "least", "most"], rows)
        put_sections("put", parts, "\n".join(head))
    return 0
