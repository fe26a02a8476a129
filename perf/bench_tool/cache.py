"""Cache policies: a simulator of GPU caches with kernels of machine intelligence, and ark's copies beside such kernels here.

Needs the targets cache_model and cache_copies. With python3-matplotlib also a picture. Takes at most four minutes on 2 cores.
"""
import concurrent.futures
import csv
import statistics

from .machine import called_as, cores
from .pages import add_plot_argument, publish, publish_plot, table
from .runs import Failed, programs_in, run

REPEAT = 1
SIMULATED, COPIES = "## Simulated", "## Copies beside kernels here"
COPY_STATIC = ("cached", "destination", "source", "both")
BLOCKS = 16
STATIC = ("uncached", "read", "read-write")
STEPS = {"rw+bypass": "allocation bypass alone", "rw+rinse": "rinsing alone", "rw+site": "bypass by call site alone",
         "rw+bypass+rinse": "allocation bypass and rinsing", "adaptive": "all three: adaptive"}
FELT = 1.03


def add_arguments(parser):
    parser.add_argument("--kernel", action="append", default=[], help="only this kernel (may be repeated)")
    add_plot_argument(parser, "cache")


def rows_of(program, names):
    """The rows of cache_model, of each kernel in a process of its own."""
    output, _ = run([program, "--list"])
    known = output.split()
    if unknown := set(names) - set(known):
        raise Failed(f"--kernel {', '.join(unknown)}; accepted: {', '.join(known)}")
    with concurrent.futures.ThreadPoolExecutor(cores()) as pool:
        texts = pool.map(lambda name: run([program, name], 1200)[0], names or known)
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


def simulated(args, rows):
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
             "The classes are those that the kernels declare." if not wrong else f"Other classes than declared: {', '.join(wrong)}."]
    names = list(rows[0])
    publish(args, "cache", SIMULATED, lines, names, [[row[name] for name in names] for row in rows], "-model")
    return cycles


def copies(args, program):
    """Puts beside kernels: a row for each kernel and reader. The program's processes have both cores, one at a time."""
    rows = list(csv.DictReader(run([program, BLOCKS * args.repeat, *args.kernel], 1200)[0].splitlines()))
    cells = {}
    for row in rows:
        cells.setdefault((row["kernel"], row["read"]), {})[row["policy"]] = row
    lines, against_best, against_default = [], [], []
    for (kernel, read), cell in cells.items():
        rounds = {name: float(cell[name]["round_us"]) for name in cell}
        best = min(COPY_STATIC, key=rounds.get)
        # The spread of the default's blocks: less than it is no difference.
        spread = (float(cell["cached"]["most_us"]) - float(cell["cached"]["least_us"])) / rounds["cached"]
        shown = best if rounds["cached"] > rounds[best] * 1.03 else f"none ({best})"
        against_best.append(rounds["adaptive"] / rounds[best])
        against_default.append(rounds["adaptive"] / rounds["cached"])
        alone = float(cell["no put"]["kernel_us"])
        lines.append([kernel, read, shown, f"{against_best[-1]:.3f}", f"{against_default[-1]:.3f}", cell["adaptive"]["chosen"],
                      " / ".join(f"{float(cell[one]['kernel_us']) / alone:.2f}" for one in (*COPY_STATIC, "adaptive")),
                      " / ".join(f"{float(cell[one]['put_us']):.0f}" for one in (*COPY_STATIC, "adaptive")), f"{100 * spread:.0f} %"])
    within = sum(ratio <= 1.03 for ratio in against_best)
    text = [f"{called_as()}. Medians of {BLOCKS * args.repeat} blocks of 7 rounds, policies in turns. Best static: of a round; none: not 3 % faster "
            "than cached, so these caches show nothing.", "",
            *table(["kernel", "data read", "best static", "adaptive : best", "adaptive : cached", "chosen",
                    "kernel's slow-down (cached / destination / source / both / adaptive)", "put us (the same)", "spread of cached"], lines),
            f"Adaptive is within 3 % of the best static policy in {within} of {len(lines)} rows, and takes "
            f"{statistics.geometric_mean(against_default):.3f} of the default's time in the geometric mean."]
    names = list(rows[0])
    publish(args, "cache", COPIES, text, names, [[row[name] for name in names] for row in rows], "-copies")


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
    copies(args, programs["cache_copies"])
    cycles = simulated(args, rows_of(programs["cache_model"], args.kernel))
    publish_plot(args, "cache", drawn(cycles))
    return 0
