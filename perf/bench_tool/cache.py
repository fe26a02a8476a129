"""Cache policies: a simulator of GPU caches with kernels of machine intelligence, and ark's copies beside such kernels here.

Needs the targets cache_model and cache_copies. With python3-matplotlib also a picture. The simulator, whose results are the same on every
machine, takes three minutes on 2 idle cores, the copies one minute for a repeat.
"""
import concurrent.futures
import csv
import statistics

from .machine import OtherLoad, called_as, cores, load
from .pages import add_plot_argument, publish, publish_plot, table
from .runs import Failed, programs_in, run
from .samples import in_turns, some_of

REPEAT = 3
PARTS = ["model", "copies"]
SIMULATED, COPIES = "## Simulated", "## Copies beside kernels here"
COPY_STATIC = ("cached", "destination", "source", "both")
BLOCKS = 16  # of a repeat
OTHER_L2 = ("1", "2", "8", "16")  # MiB
STATIC = ("uncached", "read", "read-write")
STEPS = {"rw+bypass": "allocation bypass alone", "rw+rinse": "rinsing alone", "rw+site": "bypass by call site alone",
         "rw+bypass+rinse": "allocation bypass and rinsing", "adaptive": "all three: adaptive"}
FELT = 1.03


def add_arguments(parser):
    parser.add_argument("--kernel", action="append", default=[], help="only this kernel (may be repeated)")
    parser.add_argument("--parts", default=PARTS, type=some_of(PARTS), help=",".join(PARTS))
    add_plot_argument(parser, "cache")


def kernels_of(program, names):
    """All kernels, or those of --kernel."""
    known = run([program, "--list"])[0].split()
    if unknown := set(names) - set(known):
        raise Failed(f"--kernel {', '.join(unknown)}; accepted: {', '.join(known)}")
    return names or known


def rows_of(program, names, *options):
    """The rows of cache_model, of each kernel in a process of its own."""
    with concurrent.futures.ThreadPoolExecutor(cores()) as pool:
        texts = pool.map(lambda name: run([program, *options, name], 1200)[0], names)
        return [row for text in texts for row in csv.DictReader(text.splitlines())]


def by_kernel(rows):
    """{kernel: {policy: cycles}}."""
    found = {}
    for row in rows:
        found.setdefault(row["kernel"], {})[row["policy"]] = int(row["cycles"])
    return found


def best_static(cycles):
    return min(STATIC, key=cycles.get)


def class_of(cycles):
    """As cache_kernels.hpp defines the classes."""
    if cycles["uncached"] > FELT * min(cycles["read"], cycles["read-write"]):
        return "reuse"
    return "throughput" if cycles["read-write"] > FELT * cycles["uncached"] else "insensitive"


def speeds(cycles, policy):
    """The policy's speed in that of the best static policy, for each kernel."""
    return [times[best_static(times)] / times[policy] for times in cycles.values()]


def simulated(args, program, names):
    rows = rows_of(program, names)
    others = {size: rows_of(program, names, "--l2", size) for size in OTHER_L2}
    cycles, is_of = by_kernel(rows), {row["kernel"]: row["class"] for row in rows}
    wrong = [f"{name} is {class_of(times)}" for name, times in cycles.items() if class_of(times) != is_of[name]]
    policies = list(next(iter(cycles.values())))
    seconds, accesses = (sum(float(row[name]) for row in rows) for name in ("seconds", "accesses"))
    lines = [f"{called_as()}. {accesses / 1e6:.0f} million accesses, {accesses / seconds / 1e6:.2f} million in a second of a core. Time in that of "
             "the best static policy (of uncached, read, read-write); below 1: faster.", "",
             *table(["kernel", "class", "best static", *policies], [
                 [name, is_of[name], best_static(times), *(f"{times[one] / times[best_static(times)]:.3f}" for one in policies)]
                 for name, times in cycles.items()]),
             "What each optimization brings: the speed in that of the best static policy.", "",
             *table(["policy", "geometric mean", "least", "most"], [
                 [STEPS.get(one, one), *(f"{value:.3f}" for value in (statistics.geometric_mean(speeds(cycles, one)), min(speeds(cycles, one)),
                                                                     max(speeds(cycles, one))))] for one in policies]),
             "The classes are those that the kernels declare." if not wrong else f"Other classes than declared: {', '.join(wrong)}.", "",
             "With other sizes of L2: the speed in that of the best static policy, geometric mean (least, kernel).", "",
             *table(["L2 MiB", *STATIC, "adaptive"], [
                 [size, *(in_all(by_kernel(some), one) for one in (*STATIC, "adaptive"))] for size, some in others.items()])]
    columns = list(rows[0])
    publish(args, "cache", SIMULATED, lines, ["l2_mib", *columns], [
        [size, *(row[name] for name in columns)] for size, some in {"4": rows, **others}.items() for row in some], "-model")
    publish_plot(args, "cache", drawn(cycles))


def in_all(cycles, policy):
    all_speeds = dict(zip(cycles, speeds(cycles, policy)))
    worst = min(all_speeds, key=all_speeds.get)
    return f"{statistics.geometric_mean(all_speeds.values()):.3f} ({all_speeds[worst]:.3f}, {worst})"


def paired(above, below, blocks):
    """The median over the blocks of the ratio within a block."""
    return statistics.median(above[i] / below[i] for i in blocks)


def against_best(rounds, policy):
    """(the best static policy, the time of `policy` in that of the best). Half of the blocks choose the best one and the other half compare, and
    the reverse: the least of several medians, compared with the same blocks, would be too small by the luck of its blocks."""
    halves = [range(first, len(rounds[policy]), 2) for first in (0, 1)]
    ratios = []
    for choosing, judging in (halves, halves[::-1]):
        best = min(COPY_STATIC, key=lambda one, among=choosing: paired(rounds[one], rounds["cached"], among))
        ratios.append(paired(rounds[policy], rounds[best], judging))
    every = range(len(rounds[policy]))
    return min(COPY_STATIC, key=lambda one: paired(rounds[one], rounds["cached"], every)), statistics.geometric_mean(ratios)


def copies(args, program, names):
    """Puts beside kernels: a row for each kernel and reader. The program's processes have both cores, one at a time."""
    cells, others, loads = {}, OtherLoad(), []
    for (kernel,) in in_turns(args.repeat, [(name,) for name in names]):
        loads.append(load())
        with others.watched():
            output, _ = run([program, BLOCKS, kernel], 600)
        for row in csv.DictReader(output.splitlines()):
            values = cells.setdefault((kernel, row["read"]), {}).setdefault(row["policy"], {"round_us": [], "put_us": [], "kernel_us": [], "chosen": []})
            for name in ("round_us", "put_us", "kernel_us"):
                values[name].append(float(row[name]))
            values["chosen"].append(row["chosen"])
    lines, to_best, to_default, same, out = [], [], [], [], []
    for (kernel, read), cell in cells.items():
        rounds = {name: values["round_us"] for name, values in cell.items()}
        every, shown = range(len(rounds["cached"])), (*COPY_STATIC, "adaptive")
        best, ratio = against_best(rounds, "adaptive")
        _, default = against_best(rounds, "cached")
        to_best.append(ratio)
        to_default.append(paired(rounds["adaptive"], rounds["cached"], every))
        chosen = cell["adaptive"]["chosen"]
        streaming = sum(one == "streaming" for one in chosen[::BLOCKS])
        if streaming == 0:
            same.append(to_default[-1])
        lines.append([kernel, read, best if default > FELT else f"none ({best})", f"{default:.3f}", f"{ratio:.3f}", f"{to_default[-1]:.3f}",
                      f"{streaming} of {len(chosen) // BLOCKS}",
                      " / ".join(f"{paired(cell[one]['kernel_us'], cell['no put']['kernel_us'], every):.2f}" for one in shown),
                      " / ".join(f"{statistics.median(cell[one]['put_us']):.0f}" for one in shown)])
        out += [[kernel, read, name, *(quartile for key in ("round_us", "put_us", "kernel_us") for quartile in statistics.quantiles(values[key], n=4)),
                 streaming] for name, values in cell.items()]
    within = sum(ratio <= FELT for ratio in to_best)
    text = [f"{called_as()}; load {min(loads):.0f} to {max(loads):.0f}. {others} {BLOCKS * args.repeat} blocks of 7 rounds for a policy, the policies in "
            "turns; ratios are medians of the ratios within a block. Best static: chosen by one half of the blocks, compared on the other. none: "
            "cached is within 3 % of it, so these caches show nothing.", "",
            *table(["kernel", "data read", "best static", "cached : best", "adaptive : best", "adaptive : cached", "chose streaming",
                    "kernel's slow-down (cached / destination / source / both / adaptive)", "put us (the same)"], lines),
            f"Adaptive is within 3 % of the best static policy in {within} of {len(lines)} rows, in the geometric mean {statistics.geometric_mean(to_best):.3f} "
            f"of its time, and takes {statistics.geometric_mean(to_default):.3f} of the default's."]
    if same:
        text += ["", f"Where the chooser always chose `standard` ({len(same)} rows), adaptive and cached do the same but for tries; adaptive : cached is "
                 f"{min(same):.3f} to {max(same):.3f} there, which is what these ratios can tell."]
    publish(args, "cache", COPIES, text, ["kernel", "read", "policy", *(f"{key}_{part}" for key in ("round_us", "put_us", "kernel_us")
                                                                       for part in ("quarter", "median", "three_quarters")), "chose_streaming"], out, "-copies")


def drawn(cycles):
    def draw(pyplot):
        figure, axes = pyplot.subplots(figsize=(9, 3.4))
        shown = (*STATIC, "adaptive")
        for i, policy in enumerate(shown):
            axes.bar([at + (i - 1.5) * 0.2 for at in range(len(cycles))], [times[policy] / times[best_static(times)] for times in cycles.values()],
                     0.2, label=policy)
        axes.axhline(1, color="black", linewidth=0.5)
        axes.set_ylim(0.9, 2)
        axes.set_ylabel("time / best static")
        axes.set_xticks(range(len(cycles)), cycles, rotation=40, ha="right", fontsize=7)
        axes.legend(ncol=4, fontsize=7)
        return figure
    return draw


def main(args):
    programs = programs_in(args.build, "cache_model", "cache_copies")
    names = kernels_of(programs["cache_model"], args.kernel)
    if "model" in args.parts:
        simulated(args, programs["cache_model"], names)
    if "copies" in args.parts:
        copies(args, programs["cache_copies"], names)
    return 0
