"""Gather and scatter of thousands of pieces beside a put for each: rates, and the CPU time of a byte.

Runs ark_perf under mpirun, on one host and between two that scripts/multihost makes, and queue_bench, where the build has it, for the CPU
time. Needs the target ark_perf.
"""
import sys

from .machine import called_as
from .pages import put_sections, table, write_csv
from .runs import MPIRUN, Skipped, document, programs_in, two_hosts
from .samples import number

REPEAT = 5
TESTS = ("put_mr", "get_bw", "scatter_mr", "gather_mr")  # a single put and get beside a scatter and a gather
WINDOW = 1000
SIZES = ["-b", "64", "-e", "4k", "-f", "4", "-W", WINDOW, "--buffers", "multiple"]
ONE_HOST, TWO_HOSTS = "one host", "two hosts"
RUNS = [  # title, hosts, arguments of ark_perf
    ("From a host thread, by its own copies", ONE_HOST, ["--from", "host"]),
    ("From a host thread, through the queue", ONE_HOST, ["--from", "host", "--route", "queue"]),
    ("From a kernel, by size", ONE_HOST, []),
    ("From a kernel, through the queue", ONE_HOST, ["--route", "queue"]),
    ("On a stream", ONE_HOST, ["--from", "stream"]),
    ("From a host thread, between two hosts", TWO_HOSTS, ["--from", "host"]),
    ("From a kernel, between two hosts", TWO_HOSTS, []),
]


def add_arguments(parser):
    parser.add_argument("--shape", default="10gbit", help="the link between the hosts, as scripts/multihost has it (default 10gbit)")


def messages_per_s(command):
    """{(test, bytes): (median, least, most)} in messages per second."""
    found = {}
    for test in document(command)["tests"]:
        for row in test["rows"]:
            repeats, per_unit = row["repeats"], row["messages_per_s"] / row["repeats"]["median"]
            found[test["test"], row["bytes"]] = [repeats[which] * per_unit for which in ("median", "min", "max")]
    return found


def rates(command):
    found = messages_per_s(command)
    rows = []
    for size in sorted({size for _, size in found}):
        cells = {test: found[test, size] for test in TESTS}
        text = ["{} ({}-{})".format(*(number(value / 1e6) for value in cells[test])) for test in TESTS]
        ratios = [cells[many][0] / cells[one][0] for one, many in (TESTS[::2], TESTS[1::2])]
        rows.append([f"{size} B", *text, *(f"{ratio:.2f}" for ratio in ratios)])
    return table(["piece", *(f"`{test}`, M/s" for test in TESTS), "scatter / put", "gather / get"], rows), found


def cpu_time(programs, repeat):
    """Of one thread that posts and moves: all of a byte's CPU time."""
    samples = {}
    for one in document([programs["queue_bench"], "--benchmark_filter=batch_by_", "--benchmark_format=json",
                         f"--benchmark_repetitions={repeat}"])["benchmarks"]:
        if one.get("run_type") == "iteration":
            name, size = one["run_name"].split("/")
            samples.setdefault((int(size), name), []).append(1e9 / one["bytes_per_second"])
    rows = []
    for size in sorted({size for size, _ in samples}):
        puts, gather = (sorted(samples[size, name]) for name in ("batch_by_puts", "batch_by_gather"))
        middle = len(puts) // 2
        cells = ["{:.4f} ({:.4f}-{:.4f})".format(values[middle], values[0], values[-1]) for values in (puts, gather)]
        rows.append([f"{size} B", *cells, f"{puts[middle] / gather[middle]:.2f}"])
    return table(["piece", "a put each, ns a byte", "one gather, ns a byte", "put / gather"], rows)


def main(args):
    programs = programs_in(args.build, "ark_perf")
    parts, rows = {}, []
    for title, hosts, arguments in RUNS:
        print(f"{title} ...", file=sys.stderr, flush=True)
        launcher = [*MPIRUN, "-n", "2"] if hosts == ONE_HOST else two_hosts(args.shape)
        command = ["ark_perf", *TESTS, *SIZES, *arguments, "--repeat", args.repeat]
        try:
            lines, found = rates([*launcher, programs["ark_perf"], *command[1:], "--format", "json"])
        except Skipped as problem:
            parts[title] = [f"Not measured: {problem}", ""]
            continue
        parts[title] = [f"`{' '.join(map(str, command))}`" + (f", link {args.shape}" if hosts == TWO_HOSTS else ""), "", *lines]
        rows += [[title, *key, *values] for key, values in found.items()]
    if "queue_bench" in programs:
        parts["CPU time of a byte"] = ["`queue_bench --benchmark_filter=batch_by_`: one thread posts the descriptors of 1,000 pieces and is "
                                       "the CPU engine, so that its time is all CPU time.", "", *cpu_time(programs, args.repeat)]
    head = ["# Gather and scatter", "",
            f"Written by {called_as()}. Figures of the CPU executor. Windows of {WINDOW} pieces from one PE to another, each ended by quiet: a "
            "put or a get for each piece, or one descriptor; every message has its own place. The list is written anew for each window. "
            f"Median (least-most) of {args.repeat} repeats, in millions of pieces a second.", ""]
    print("\n".join([*head, *(line for title, lines in parts.items() for line in [f"## {title}", "", *lines])]))
    if not args.no_docs:
        write_csv("gather", ["run", "test", "bytes", "median", "least", "most"], rows)
        put_sections("gather", {f"## {title}": lines for title, lines in parts.items()}, "\n".join(head))
    return 0
