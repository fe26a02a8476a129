"""The ratios of ARK's paper (NSDI'23) with this project's engines, in turns.

Runs ark_perf and host_driven_reduce, with --cuda ark_perf_cuda and host_driven_reduce_cuda, with two PEs in one process. Exit status 77
without a GPU for --cuda.
"""
import statistics
import time

from .machine import OtherLoad, called_as
from .pages import publish, table
from .runs import document, figures, programs_in
from .samples import Samples, in_turns, size_name, spread

REPEAT = 11
HOST, RATIO_BYTES = "host copy", 8192  # the engine of host_latency; the message of the ratio of windows
LATENCY = ["host_latency", "put_signal_latency@inline", "put_signal_latency@queue", "plan_latency", "put_signal_latency@proxy",
           "-b", "8", "-e", "8", "--row-time", "200"]
BANDWIDTH = ["put_bw@inline", "put_bw@queue", "plan_bw", "put_bw@proxy", "--row-time", "20"]
TO_PEAK = [*BANDWIDTH, "-b", "8", "-e", "4m", "-f", "2", "-W", "64"]
WINDOWS = {"64": "500", "1": "10000"}  # and how many
SIZES = ["-b", "8", "-e", "2m", "-f", "512", "-n", "500"]
REDUCE = ["sum_reduce", "sum_reduce@inline", *SIZES, "-w", "50"]
HOST_DRIVEN = {"host_waits": "host waits", "on_stream": "on a stream"}
BLOCK = ["-s", "block", "-T", "256"]


def add_arguments(parser):
    parser.add_argument("--pause", type=float, default=0, help="seconds between turns, for others on a machine that this takes whole")
    parser.add_argument("--cuda", action="store_true", help="the programs for a GPU")


def add_tests(samples, kind, found):
    for test in found["tests"]:
        for row in test["rows"]:
            samples.add(row.get("latency_us", row.get("mb_per_s")), kind, test["options"]["engine"], row["bytes"])


def measure_turn(perf, host_driven, cuda, samples):
    """Adds a value to each cell (kind, engine, bytes), and says what device it is."""
    def results(arguments, on_gpu):
        return document([perf, "--pes", "2", *arguments, *(on_gpu if cuda else []), "--format", "json"])

    latency = results(LATENCY, ["-E", "1"])
    add_tests(samples, "latency", latency)
    for window, count in WINDOWS.items():
        short = [*BANDWIDTH, "-b", str(RATIO_BYTES), "-e", str(RATIO_BYTES), "-W", window, "-n", count, "-w", "100"]
        add_tests(samples, f"window {window}", results(short, ["-E", "4", *BLOCK]))
    for engine in results(TO_PEAK, ["-E", "4", *BLOCK])["saturation"]["engines"]:
        samples.add(engine["bytes"], "saturation", engine["engine"], 0)
        samples.add(engine["peak_mb_per_s"], "peak", engine["engine"], 0)
    add_tests(samples, "reduce", results(REDUCE, BLOCK))
    for loop, name in HOST_DRIVEN.items():
        for size, us in figures([host_driven, loop, *SIZES, "-x", "50"]).items():
            samples.add(us, "reduce", name, size)
    return latency["environment"]["library"]["device"]


def latency_lines(samples):
    def row(name):
        ratio = "1" if name == HOST else samples.ratio_by_turn(("latency", HOST, 8), ("latency", name, 8))
        return [name, samples.text("latency", name, 8), ratio]
    return ["**8 bytes to a kernel of the other PE, half a round trip** (us), and the path of the host to it. ARK's paper: 9.1x with its "
            "hardware engine, 3.5x with its software engine.", "",
            *table(["engine", "us", "host copy / engine"], map(row, samples.names(1, "latency")))]


def bandwidth_lines(samples):
    def row(name):
        wide, narrow = ("window 64", name, RATIO_BYTES), ("window 1", name, RATIO_BYTES)
        return [name, spread(samples.of("saturation", name, 0), size_name, statistics.median_low), samples.text("peak", name, 0), samples.text(*wide),
                samples.text(*narrow), samples.ratio_by_turn(wide, narrow)]
    return ["**Put bandwidth**: the smallest message with 95 % of the engine's own peak, windows of 64, and 8 KiB in windows of 64 and 1 "
            "(MB/s). ARK's paper: 8 KB and 3.9x with its hardware engine; 4 MB with its software engine and by the host.", "",
            *table(["engine", "95 % of the peak at", "peak", "window 64", "window 1", "window 64 / window 1"],
                   map(row, samples.names(1, "window 64")))]


def reduce_lines(samples):
    names, peers = samples.names(1, "reduce"), list(HOST_DRIVEN.values())
    shown = [name if name in peers else f"kernel, {name}" for name in names]

    def row(size):
        return [size_name(size), *(samples.text("reduce", name, size) for name in names),
                *(samples.ratio_by_turn(("reduce", peer, size), ("reduce", names[0], size)) for peer in peers)]
    return ["**Sum of doubles over two PEs**, one after the other (us): called in a kernel, by route, and between kernels of one thread, "
            "where the host waits for the kernel, reduces and launches the next one, or where it queues kernels and reductions on a "
            "stream. Ratios to the first column. ARK's paper: 1.8x, for a training workload, which this is not.", "",
            *table(["", *shown, *(f"{peer} / kernel" for peer in peers)], map(row, samples.names(2, "reduce")))]


def main(args):
    names = [name + ("_cuda" if args.cuda else "") for name in ("ark_perf", "host_driven_reduce")]
    programs = programs_in(args.build, *names)
    samples, load = Samples(), OtherLoad()
    for _ in in_turns(args.repeat, [names]):
        time.sleep(args.pause if samples.values else 0)
        with load.watched():
            device = measure_turn(*map(programs.get, names), args.cuda, samples)
    about = "Figures of the CPU executor, not of a GPU" if device.startswith("cpu") else "Figures of a GPU"
    lines = [f"{called_as()}. {about}: device {device}. The ratios of ARK's paper (NSDI'23; two V100 with an FPGA between them) with ark's "
             f"engines: two PEs in one process. Median (least-most) of {args.repeat} runs in turns; a ratio is that of the two runs of a "
             f"turn. {load}", "", *latency_lines(samples), *bandwidth_lines(samples), *reduce_lines(samples)]
    publish(args, "ark-table", "## ARK's own table", lines, ["figure", "engine", "bytes", "median", "least", "most"], samples.rows())
    return 0
