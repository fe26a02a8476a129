"""The fused operators beside what they replace, where the computation takes half, as and twice as long as the collective.

Two beds: two PEs of one host, each with a worker on its core (one_host), and two hosts with a shaped link between them (between_hosts;
needs root). For each of its shapes it searches the pooling, the columns or the inner size that gives a wanted T_compute/T_comm, from a
short run; the ratio of the measurement itself is in the table. With python3-matplotlib also a plot. Takes up to four minutes.
"""
import dataclasses
import math
import statistics
import sys

from .machine import called_as, load
from .pages import SWEEP, add_plot_argument, publish, publish_plot, table
from .runs import MPIRUN, Failed, document, programs_in, two_hosts
from .samples import number

REPEAT = 9
BEDS = {"one_host": "two PEs of one host, each with one worker on its own core; all memory is mapped",
        "between_hosts": "two hosts with a core each, one PE on each, and a link of the given rate and burst"}
GOALS = {("fused_embedding", "one_host"): 0.75, ("fused_embedding", "between_hosts"): 0.69}
GOAL = {"fused_embedding": None, "fused_gemv": 0.87, "fused_gemm": 0.88}
RATIOS = (0.5, 1, 2)  # T_compute/T_comm
NEAR = 1.25  # a ratio is met within this factor
TRIES = 3  # for a ratio
SHORT = 3  # repeats of a run that only finds the ratio
ABOUT = f"""Times in us of the slowest PE: median of the repeats, and the least in brackets. The variants of a row are measured in turns. *Launch*:
a kernel that does nothing, as the others are launched. *Sum*: computation, collective and shuffle, each alone. *Ideal*: the longer one of
computation and collective. A wanted ratio is met within
{NEAR - 1:.0%}; *(least)*: no size gives a smaller one; *(nearest)*: the nearest of the tries. *Goal*: of the mean; each cell is compared
with it as well. Every result was compared with the unfused one, and no element differed."""
ABLATIONS = {"fused order off": "order off", "fused one slice": "one slice", "fused copying": "zero-copy off"}


@dataclasses.dataclass(frozen=True)
class Shape:
    """What one operator is measured with: the knob is the size that changes T_compute only."""
    operator: str
    options: str
    knob: str
    start: int  # a value of the knob for the first run
    iterations: int  # of a loop; the longer an operator takes, the fewer
    link: str = ""  # of the bed between_hosts

    @property
    def bed(self):
        return "between_hosts" if self.link else "one_host"

    def text(self, value):
        return " ".join([self.operator.removeprefix("fused_"), *self.options.replace("--", "").split(), *filter(None, [self.link]),
                         self.knob, str(value)])


# Loops within a host take less than ten milliseconds: in longer ones, what else the machine does takes its share.
SHAPES = (Shape("fused_embedding", "--tables 16 --batch 1024 --dim 64", "pooling", 1, 5),
          Shape("fused_embedding", "--tables 64 --batch 256 --dim 64", "pooling", 1, 5),
          Shape("fused_embedding", "--tables 64 --batch 256 --dim 256 --rows 500", "pooling", 1, 2),
          Shape("fused_gemv", "--rows 4096", "columns", 4, 100),
          Shape("fused_gemv", "--rows 32000", "columns", 4, 50),
          Shape("fused_gemm", "--rows 128 --columns 1024", "inner", 1, 20),
          Shape("fused_gemm", "--rows 128 --columns 4096", "inner", 1, 5),
          Shape("fused_embedding", "--tables 16 --batch 1024 --dim 64", "pooling", 20, 2, "1gbit:64kb"),
          Shape("fused_embedding", "--tables 64 --batch 256 --dim 64", "pooling", 20, 2, "1gbit:64kb"),
          Shape("fused_embedding", "--tables 16 --batch 256 --dim 64", "pooling", 160, 2, "200mbit:16kb"),
          Shape("fused_gemv", "--rows 4096", "columns", 512, 5, "100mbit:4kb"),
          Shape("fused_gemv", "--rows 32000", "columns", 128, 5, "1gbit:16kb"),
          Shape("fused_gemv", "--rows 32000", "columns", 256, 2, "200mbit:16kb"),
          Shape("fused_gemm", "--rows 128 --columns 1024", "inner", 64, 3, "1gbit:64kb"),
          Shape("fused_gemm", "--rows 64 --columns 512", "inner", 256, 3, "200mbit:16kb"))


@dataclasses.dataclass
class Cell:
    shape: Shape
    value: int  # of the knob
    rows: dict  # variant -> row of ark_perf
    wanted: list = dataclasses.field(default_factory=list)

    def us(self, variant, least=False):
        return self.rows[variant]["repeats"]["min" if least else "median"] if variant in self.rows else 0.0

    @property
    def ratio(self):
        return self.us("compute") / self.us("collective")

    @property
    def goal(self):
        return GOALS.get((self.shape.operator, self.shape.bed), GOAL[self.shape.operator])

    def of_unfused(self, least=False):
        return self.us("fused", least) / self.us("unfused", least)

    def of_fused(self, variant):
        return self.us(variant) / self.us("fused")

    def meets(self, wanted):
        return max(self.ratio / wanted, wanted / self.ratio) <= NEAR

    def figures(self):
        """The row of the file."""
        shape, fused = self.shape, self.rows["fused"]
        alone = {name: self.us(name) for name in ("compute", "collective", "shuffle")}
        return {"bed": shape.bed, "operator": shape.operator, "options": shape.options, "link": shape.link, "knob": shape.knob,
                "value": self.value, "wanted": " ".join(f"{wanted:g}" for wanted in self.wanted), "ratio": self.ratio,
                "met": int(any(map(self.meets, self.wanted))), **{f"{name}_us": us for name, us in alone.items()},
                "launch_us": self.us("launch"), "sum_us": sum(alone.values()), "ideal_us": max(alone["compute"], alone["collective"]),
                "unfused_us": self.us("unfused"), "unfused_least_us": self.us("unfused", True), "fused_us": self.us("fused"),
                "fused_least_us": self.us("fused", True), "of_unfused": self.of_unfused(), "of_unfused_least": self.of_unfused(True),
                "goal": self.goal, "exposed_us": fused["fused"]["exposed_us"],
                "ideal_percent": fused["fused"].get("ideal_percent"),  # none where perfect overlap would save nothing
                "skew_us": fused["fused"]["skew_us"],
                **{f"{name.replace(' ', '_').replace('-', '_')}_us": self.us(variant) for variant, name in ABLATIONS.items()},
                "bytes": fused["bytes"], "repeats": len(fused["repeats"]["values"])}


def add_arguments(parser):
    parser.add_argument("--bed", choices=list(BEDS), action="append", help="only this one")
    parser.add_argument("--operator", choices=list(GOAL), action="append", help="only this one")
    add_plot_argument(parser, "fused")


def next_value(ratios, wanted):
    """A value of the knob, from the ratios at others: between the two that enclose the wanted one, or from the nearest in proportion."""
    below = max(((ratio, value) for value, ratio in ratios.items() if ratio <= wanted), default=None)
    above = min(((ratio, value) for value, ratio in ratios.items() if ratio > wanted), default=None)
    ratio, value = below or above
    power = 1.0  # of the knob that the ratio is between these two
    if below and above and above[1] > below[1]:
        power = math.log(above[0] / below[0]) / math.log(above[1] / below[1])
    return max(1, round(value * (wanted / ratio) ** (1 / power)))


def cells_of(shape, run, repeat):
    """A cell for each wanted ratio; run(shape, value, repeat) gives one. Only the ratio decides which of several tries counts."""
    ratios = {shape.start: run(shape, shape.start, SHORT).ratio}
    cells = {}
    for wanted in RATIOS:
        for _ in range(TRIES):
            value = next_value(ratios, wanted)
            if value in cells or any(cell.meets(wanted) for cell in cells.values()):
                break
            cells[value] = run(shape, value, repeat)
            ratios[value] = cells[value].ratio
        min(cells.values(), key=lambda cell: abs(math.log(cell.ratio / wanted))).wanted.append(wanted)
    return [cell for _, cell in sorted(cells.items()) if cell.wanted]


def run_shape(perf, shape, value, repeat):
    command = [perf, shape.operator, *shape.options.split(), f"--{shape.knob}", value, "--repeat", repeat, "-n", shape.iterations, "-w", "1",
               "--check", "--format", "json"]
    found = document([*(two_hosts(shape.link) if shape.link else [*MPIRUN, "-n", "2"]), *command], 3000, ARK_CHECK="0", ARK_CPU_WORKERS="1")
    rows = found["tests"][0]["rows"]
    if wrong := sum(row["errors"] or 0 for row in rows):
        raise Failed(f"'{' '.join(map(str, command))}': {wrong} elements differ")
    cell = Cell(shape, value, {row["op"]: row for row in rows})
    print(f"{shape.text(value)}, {repeat} repeats: T_compute/T_comm {cell.ratio:.2f}, of unfused {cell.of_unfused():.2f}", file=sys.stderr,
          flush=True)
    return cell


def verdict(value, goal):
    return f"{goal:.2f} {'reached' if value <= goal else 'missed'}"


def cell_row(cell):
    got = cell.figures()
    missed = [wanted for wanted in cell.wanted if not cell.meets(wanted)]
    why = "" if not missed else " (least)" if cell.value == 1 and cell.ratio > missed[0] else " (nearest)"
    times = {name: number(us) for name, us in got.items() if name.endswith("_us")}
    return [cell.shape.text(cell.value), ", ".join(f"{wanted:g}" for wanted in cell.wanted), f"{cell.ratio:.2f}{why}", times["compute_us"],
            times["collective_us"], times["shuffle_us"] if "shuffle" in cell.rows else "", times["launch_us"], times["sum_us"],
            times["ideal_us"], f"{times['unfused_us']} ({times['unfused_least_us']})", f"{times['fused_us']} ({times['fused_least_us']})",
            f"**{got['of_unfused']:.2f}**", f"{got['of_unfused_least']:.2f}", times["exposed_us"],
            "-" if got["ideal_percent"] is None else f"{got['ideal_percent']:.0f}", times["skew_us"], verdict(got["of_unfused"], cell.goal)]


def summary_row(operator, bed, cells):
    ratios = [cell.of_unfused() for cell in cells]
    met = [cell.of_unfused() for cell in cells if any(map(cell.meets, cell.wanted))]
    mean = statistics.mean(ratios)
    return [f"`{operator}`", bed, len(cells), len(met), f"**{mean:.2f}**", f"{statistics.mean(cell.of_unfused(True) for cell in cells):.2f}",
            f"{statistics.mean(met):.2f}" if met else "-", f"{min(ratios):.2f} to {max(ratios):.2f}", sum(ratio > 1 for ratio in ratios),
            verdict(mean, cells[0].goal)]


def bed_lines(bed, cells):
    ablations = [[cell.shape.text(cell.value), *(f"{cell.of_fused(variant):.2f}" for variant in ABLATIONS)] for cell in cells]
    ablations.append(["mean", *(f"{statistics.mean(cell.of_fused(variant) for cell in cells):.2f}" for variant in ABLATIONS)])
    return [f"**{bed}**: {BEDS[bed]}.", "",
            *table(["operator, sizes", "T_compute/T_comm wanted", "reached", "T_compute", "T_comm", "T_shuffle", "launch", "sum", "ideal",
                    "T_unfused", "T_fused", "of unfused", "of the least", "exposed", "% of ideal", "skew", "goal"], map(cell_row, cells)),
            "The time of `fused` with one part less, as a factor of `fused`:", "",
            *table(["operator, sizes", *ABLATIONS.values()], ablations)]


def grouped(cells, key):
    groups = {}
    for cell in cells:
        groups.setdefault(key(cell.shape), []).append(cell)
    return groups


def plot(pyplot, cells):
    operators = grouped(cells, lambda shape: shape.operator)
    marks = {"one_host": ("o", "#2a6fbb"), "between_hosts": ("s", "#c8553d")}
    ratios = [2 ** (i / 8) for i in range(-24, 33)]  # 1/8 to 16
    figure, axes = pyplot.subplots(1, len(operators) + 1, figsize=(3.6 * len(operators) + 2.6, 3.6), sharey=True)
    for place, (operator, its) in zip(axes, operators.items()):
        place.plot(ratios, [max(1, ratio) / (1 + ratio) for ratio in ratios], color="0.5", linewidth=1, label="ideal / sum, without shuffle")
        place.axhline(1, color="0.8", linewidth=1)
        for bed, own in grouped(its, lambda shape: shape.bed).items():
            marker, color = marks[bed]
            place.axhline(own[0].goal, color=color, linewidth=1, linestyle="--", label=f"{bed}: goal of the mean")
            for least, fill in (False, color), (True, "none"):
                place.plot([cell.ratio for cell in own], [cell.of_unfused(least) for cell in own], marker, color=color,
                           markerfacecolor=fill, label=f"{bed}: {'least times' if least else 'medians'}")
        place.set_xscale("log", base=2)
        place.set(title=operator, xlabel="T_compute / T_comm")
        place.xaxis.set_major_formatter("{x:g}")
    axes[0].set(ylabel="T_fused / T_unfused", ylim=(0, None))
    axes[-1].axis("off")
    axes[-1].legend(*axes[0].get_legend_handles_labels(), loc="center", fontsize="small")
    return figure


def main(args):
    perf, before = programs_in(args.build, "ark_perf")["ark_perf"], load()
    shapes = [shape for shape in SHAPES if shape.bed in (args.bed or BEDS) and shape.operator in (args.operator or GOAL)]
    cells = [cell for shape in shapes for cell in cells_of(shape, lambda *how: run_shape(perf, *how), args.repeat)]
    lines = [f"{called_as()}; load before and after {before:.1f} and {load():.1f}. Figures of the CPU executor, not of a GPU.", "", ABOUT, "",
             *table(["operator", "bed", "cells", "at a wanted ratio", "mean of unfused", "of the least", "of the cells at a wanted ratio",
                     "least-most", "above 1.0", "goal"],
                    (summary_row(*key, own) for key, own in grouped(cells, lambda shape: (shape.operator, shape.bed)).items())),
             *(line for bed, own in grouped(cells, lambda shape: shape.bed).items() for line in bed_lines(bed, own))]
    rows = [cell.figures() for cell in cells]
    publish(args, "fused", SWEEP, lines, list(rows[0]), map(dict.values, rows))
    publish_plot(args, "fused", lambda pyplot: plot(pyplot, cells))
    return 0
