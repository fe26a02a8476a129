"""ark_stall with programs whose stalls are known, and with its what-if answers beside real runs.

20 configurations of pauses of known length, a slow PE, links of known rate (needs root) and a slow disk; the overhead of the recorder.
"""
import pathlib
import resource
import statistics
import sys
import tempfile

from .machine import called_as, load
from .pages import add_plot_argument, publish, table
from .runs import MPIRUN, ROOT, Failed, document, programs_in, run, two_hosts

REPEAT = 3
ANSWERS, WHAT_IF, MODEL, OVERHEAD = "## Known answers", "## What-if beside real runs", "## Layers and gradients at equal bytes", "## Overhead"
NAMES = ["configuration", "stall", "calculated", "reported", "least", "most", "largest_part"]
FRAME = 1514 / 1448  # bytes on the link for a byte of a TCP segment
MODEL_BYTES = 1 << 20
RECORD = 262144  # bytes of an input: more than a pipe holds, so that the feeder waits for the reader
# $1: the FIFO, $2: seconds before each record.
FEEDER = """import sys, time
with open(sys.argv[1], "wb", buffering=0) as out:
    while True:
        time.sleep(float(sys.argv[2]))
        out.write(bytes(%d))
""" % RECORD


def milliseconds(**settings):
    return [f"{name.removesuffix('_ms')}_us={value * 1000}" if name.endswith("_ms") else f"{name}={value}" for name, value in settings.items()]


def slow_links():
    for compute, delay in ((20, 5), (20, 20), (10, 40), (5, 45)):
        yield (f"link of {delay} ms, computation {compute} ms", "stall_ark", milliseconds(compute_ms=compute, link_ms=delay), [],
               {"interconnect": 100 * delay / (compute + delay)})


def slow_pes():
    for program, marks in (("stall_ark", 1), ("stall_mpi", 0), ("stall_shmem", 0)):
        for compute, more in ((20, 10), (10, 30)):
            yield (f"PE 1 computes {compute + more} ms, PE 0 {compute} ms ({program}{'' if marks else ', no marks'})", program,
                   milliseconds(compute_ms=compute, slow_ms=more, slow_pe=1, marks=marks), [], {"interconnect": 100 * more / (compute + more)})


def slow_networks():
    """The bucket of the shaped link passes at full speed."""
    for rate, bucket, compute, size in ((100, 32, 20, 250000), (50, 32, 20, 250000), (200, 64, 20, 1000000), (100, 32, 10, 100000),
                                        (100, 32, 10, 510000)):
        taken = (size * FRAME - bucket * 1024) / (rate * 1e6 / 8) * 1e3
        yield (f"{size} bytes over {rate} Mbit/s, computation {compute} ms", "stall_ark", milliseconds(compute_ms=compute, bytes=size),
               ["--shape", f"{rate}mbit:{bucket}kb"], {"network": 100 * taken / compute})


def slow_disks(folder):
    for compute, prepare, disk in ((10, 10, 40), (10, 30, 50), (20, 5, 30), (5, 5, 50), (20, 20, 60)):
        feed = " ".join(f"timeout 120 '{sys.executable}' -c '{FEEDER}' {folder}/input.{pe} $pause 2>/dev/null &" for pe in range(2))
        prepared = (f"rm -f {folder}/input.*; mkfifo {folder}/input.0 {folder}/input.1; pause=0; [ $STALL_STEP = cold ] && pause={disk / 1000}; "
                    f"[ $STALL_INPUT = synthetic ] || {{ {feed} }}")
        warm = compute + prepare
        yield (f"disk of {disk} ms a record, preparation {prepare} ms, computation {compute} ms", "stall_mpi",
               milliseconds(compute_ms=compute, prepare_ms=prepare, input_bytes=RECORD),
               ["--prepare", prepared, "--input-args", f"input={folder}/input"],
               {"fetch": 100 * (disk - warm) / disk, "prep": 100 * prepare / warm})


def add_arguments(parser):
    parser.add_argument("--iterations", default="30", help="of a run (default 30)")
    add_plot_argument(parser, "stall")


class Tool:
    def __init__(self, args):
        self.args = args
        self.programs = args.build.resolve() / "tests/mp/stall"
        self.library = args.build.resolve() / "tools/libark_stall_recorder.so"
        for path in (self.programs / "stall_ark", self.library):
            if not path.is_file():
                raise Failed(f"no {path}; build the targets stall_ark, stall_mpi, stall_shmem and ark_stall_recorder, or name the build with --build")

    def report(self, program, settings, *options):
        return document([ROOT / "tools/ark_stall/ark_stall.py", "--recorder", self.library, "--pes", "2", "--repeat", self.args.repeat,
                         "--format", "json", *options, "--", self.programs / program, f"iterations={self.args.iterations}", *settings], 1200)


def known_answers(tool, folder):
    rows = []
    for name, program, settings, options, truth in (*slow_links(), *slow_pes(), *slow_networks(), *slow_disks(folder)):
        print(name, file=sys.stderr, flush=True)
        needed = {"interconnect": "one,host", "network": "host,hosts", "fetch": "host,cold,warm"}[next(iter(truth))]
        found = tool.report(program, settings, *options, "--steps", needed)["stalls"]
        for kind, value in truth.items():
            one = found[kind]
            part = max(one["parts"].items(), key=lambda part: part[1], default=("", 0))
            rows.append([name, kind, value, one["percent"], one["min"], one["max"], f"{part[0]} {100 * part[1]:.0f} %" if part[0] else ""])
    return rows


def plot(tool):
    """The bars of the last network, of 400 %."""
    path = tool.args.plot or (None if tool.args.no_docs else str(ROOT / "docs/performance/stall.svg"))
    if path:
        *_, (_, program, settings, options, _) = slow_networks()
        tool.report(program, settings, *options, "--plot", path)


def what_if_rows(tool):
    """The answers of a run at 50 Mbit/s, and of one with a slow PE, beside runs under the condition itself."""
    settings = milliseconds(compute_ms=20, bytes=250000)
    slow = tool.report("stall_ark", settings, "--shape", "50mbit:32kb", "--steps", "host,hosts")
    fast = tool.report("stall_ark", settings, "--shape", "100mbit:32kb", "--steps", "hosts")
    late = tool.report("stall_mpi", milliseconds(compute_ms=10, slow_ms=30, slow_pe=1), "--steps", "host")
    even = tool.report("stall_mpi", milliseconds(compute_ms=10), "--steps", "host")

    def real(doc, step):
        return statistics.median(doc["steps"][step]["seconds"])
    return [["twice as fast: 50 Mbit/s to 100 Mbit/s", slow["what_if"]["half_transfer"], real(fast, "hosts")],
            ["infinitely fast: 50 Mbit/s to one host", slow["what_if"]["no_transfer"], real(slow, "host")],
            ["PE 1 as the median: 40 ms to 10 ms", late["what_if"]["balanced"], real(even, "host")]]


def trace_of(layers, gradients):
    """The CSV of a computation of 20 ms backward and 10 ms forward: so many bursts, of as many gradients each, together MODEL_BYTES."""
    lines = ["layer,bytes,ready_us,forward_us"]
    for one in range(gradients):
        burst = layers - one * layers // gradients
        lines.append(f"{one},{MODEL_BYTES // gradients},{20000 * burst / layers},{10000 / gradients}")
    return "\n".join(lines) + "\n"


def model_rows(tool, folder):
    """The stall of an iteration by layers and gradients at equal bytes, between two hosts: of ark_perf's policy fifo."""
    perf, rows, path = programs_in(tool.args.build, "ark_perf")["ark_perf"], [], pathlib.Path(folder) / "trace.csv"
    for layers in (1, 4, 16):
        for gradients in (16, 64, 256):
            path.write_text(trace_of(layers, gradients))
            found = document([*two_hosts("200mbit:32kb"), perf, "gradients", "--trace", path, "-n", tool.args.iterations, "--format", "json"])
            fifo = next(row for row in found["tests"][0]["rows"] if row["op"] == "fifo")
            rows.append({"layers": layers, "gradients": gradients, "megabytes": MODEL_BYTES / 1e6, "stall_ms": fifo["gradients"]["wait_us"] / 1e3})
    return rows


def processor_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def overhead_rows(tool, folder):
    """Processor time that a recorded call costs, with its share of writing the record: one PE that only calls and marks."""
    calls, rows = 200000, []
    for program in ("stall_mpi", "stall_shmem"):
        command = [*MPIRUN, "-n", "1", tool.programs / program, f"iterations={calls}"]
        with_it = {"LD_PRELOAD": str(tool.library), "STALL_RECORD": f"{folder}/overhead"}
        command_with = [*MPIRUN, "-n", "1", "env", *(f"{name}={value}" for name, value in with_it.items()), *command[3:]]
        times = {name: min(processor_seconds(words) for _ in range(5)) for name, words in (("without", command), ("with", command_with))}
        rows.append([program, 1e9 * (times["with"] - times["without"]) / calls / 3])  # two calls and a mark
    return rows


def fitted(models):
    sys.path.insert(0, str(ROOT / "tools/ark_stall"))
    from stall import StallError, model  # pylint: disable=import-outside-toplevel
    try:
        return model.lines(model.fit(models))
    except StallError as problem:
        return [str(problem)]


def publish_model(args, models):
    head = "Network stall of an iteration of `ark_perf gradients --trace`, policy fifo: 1 MiB of gradients over 200 Mbit/s, ready within 20 ms in " \
           "as many bursts as there are layers."
    publish(args, "stall", MODEL, [head, "", *table(["layers", "gradients", "stall"], [
        [row["layers"], row["gradients"], f"{row['stall_ms']:.2f} ms"] for row in models]), *fitted(models)],
        list(models[0]), [list(row.values()) for row in models], "-model")


def main(args):
    tool, before = Tool(args), load()
    with tempfile.TemporaryDirectory() as folder:
        rows = known_answers(tool, pathlib.Path(folder))
        answers, costs, models = what_if_rows(tool), overhead_rows(tool, folder), model_rows(tool, folder)
        plot(tool)
    near = sum(abs(row[3] - row[2]) <= 3 for row in rows)
    head = f"{called_as()}; load before and after {before:.1f} and {load():.1f}. Two PEs, {args.iterations} iterations. Pauses, links and disks of " \
           "known length; the calculation is that of their lengths alone."
    publish(args, "stall", ANSWERS, [head, "", *table(
        ["configuration", "stall", "calculated %", "reported % (least to most)", "largest part"],
        [[row[0], row[1], f"{row[2]:.1f}", f"{row[3]:.1f} ({row[4]:.1f} to {row[5]:.1f})", row[6]] for row in rows]),
        f"{near} of {len(rows)} shares are within 3 points of the calculation."], NAMES, rows)
    publish(args, "stall", WHAT_IF, ["Of an iteration.", "", *table(["condition", "from one run", "real run", "difference"], [
        [name, f"{1e3 * said:.2f} ms", f"{1e3 * real:.2f} ms", f"{100 * (said / real - 1):.1f} %"] for name, said, real in answers])],
        ["condition", "said_seconds", "real_seconds"], answers, "-what-if")
    publish_model(args, models)
    publish(args, "stall", OVERHEAD, ["Processor time of the recorder, with the writing of the record, by one PE that only calls and marks.", "",
            *table(["program", "ns of a call or mark"], [[name, f"{value:.0f}"] for name, value in costs])], ["program", "ns"], costs, "-overhead")
    return 0
