"""How much of a collective is hidden beside a computation, by strategy.

Two beds: two PEs of one process that share one worker, so that the engine has the other core (one_host), and two hosts with a link of
1 Gbit/s between them (between_hosts; needs root). With python3-matplotlib also a plot.
"""
import statistics

from .machine import called_as, load
from .pages import SWEEP, add_plot_argument, publish, publish_plot, table
from .runs import document, programs_in, two_hosts
from .samples import number

REPEAT = 5
LINK = "1gbit:256kb"
BEDS = {"one_host": "two PEs of one process, one worker, the engine on the other core",
        "between_hosts": f"two hosts with a core each, one PE on each, a link of {LINK}"}
RELATIONS = ("G-long", "equal", "C-long")
NAMES = ["bed", "kind", "collective", "bytes", "relation", "strategy", "executed", "compute_us", "collective_us", "median", "min", "max",
         "ideal_percent"]
NEAR = 1.05  # a planned time so close to the best one counts as right
PAPER = {"base": 21, "prioritised": 42, "partitioned": 41, "engine": 66, "engine, partitioned": 72}


def add_arguments(parser):
    parser.add_argument("--bed", choices=list(BEDS), action="append", help="only this one")
    parser.add_argument("--sizes", default="1m:4m", help="of a block that a PE gives to each, as ark_perf -m takes them: 1m:4m")
    add_plot_argument(parser, "overlap")


def cells_of(bed, perf, args):
    """The rows of all cells; those with the means are left out."""
    begin = [perf, "--pes", "2"] if bed == "one_host" else [*two_hosts(LINK), perf]
    found = document([*begin, "overlap", "-m", args.sizes, "-f", "4", "--repeat", args.repeat, "--format", "json"], 3000,
                     ARK_CHECK="0", ARK_CPU_WORKERS="1")
    return [{"bed": bed, **row["overlap"], "bytes": row["bytes"], **row["repeats"]} for row in found["tests"][0]["rows"] if row["overlap"]["kind"]]


def key_of(cell):
    return cell["kind"], cell["collective"], cell["bytes"], cell["relation"], cell["compute_us"]


def ratio_of_means(cells):
    """What all cells have saved together, in percent of what they could have saved."""
    serial = sum(cell["compute_us"] + cell["collective_us"] for cell in cells)
    ideal = sum(max(cell["compute_us"], cell["collective_us"]) for cell in cells)
    return 100 * (serial / sum(cell["median"] for cell in cells) - 1) / (serial / ideal - 1)


def mean(cells):
    return f"{statistics.mean(cell['ideal_percent'] for cell in cells):.0f}" if cells else "-"


def row_of(strategy, cells):
    percents = [cell["ideal_percent"] for cell in cells]
    parts = [mean([cell for cell in cells if cell["relation"] == relation]) for relation in RELATIONS]
    return [strategy, f"**{mean(cells)}**", f"{min(percents):.0f} to {max(percents):.0f}", *parts, f"{ratio_of_means(cells):.0f}",
            PAPER.get(strategy, "")]


def bed_lines(bed, cells):
    best = {}
    for cell in cells:
        best[key_of(cell)] = min(cell["median"], best.get(key_of(cell), cell["median"]))
    planned = [cell for cell in cells if cell["strategy"] == "planned"]
    near = sum(cell["median"] <= NEAR * best[key_of(cell)] for cell in planned)
    blocks, times = ([cell[name] for cell in cells] for name in ("bytes", "collective_us"))
    strategies = dict.fromkeys(cell["strategy"] for cell in cells)
    return [f"**{bed}**: {BEDS[bed]}; blocks of {min(blocks)} to {max(blocks)} bytes, collectives of {number(min(times))} to "
            f"{number(max(times))} us; {len(best)} cells.", "",
            *table(["strategy", "mean % of ideal", "least-most", *RELATIONS, "ratio of means", "paper"],
                   (row_of(one, [cell for cell in cells if cell["strategy"] == one]) for one in strategies)),
            f"Planned: within {NEAR - 1:.0%} of the fastest strategy in {near} of {len(planned)} cells.", ""]


def plot(pyplot, results):
    figure, axes = pyplot.subplots(1, len(results), figsize=(5 * len(results), 3.5), sharey=True, squeeze=False)
    for place, (bed, cells) in zip(axes[0], results.items()):
        names = list(dict.fromkeys(cell["strategy"] for cell in cells))
        place.boxplot([[cell["ideal_percent"] for cell in cells if cell["strategy"] == name] for name in names])
        place.set_xticklabels(names, rotation=30)
        place.set(title=bed, ylabel="% of ideal")
    return figure


def main(args):
    perf, before = programs_in(args.build, "ark_perf")["ark_perf"], load()
    results = {bed: cells_of(bed, perf, args) for bed in args.bed or BEDS}
    lines = [f"{called_as()}; load before and after {before:.1f} and {load():.1f}. Figures of the CPU executor, not of a GPU. A kernel, "
             "compute- or memory-bound, beside fcollect or alltoall; % of ideal = (realised - 1) / (ideal - 1), where ideal is overlapping "
             "the two perfectly. A kernel takes 2, 1 and 0.5 times as long as the collective. Paper: arXiv 2412.14335, eight GPUs.", "",
             *(line for bed, cells in results.items() for line in bed_lines(bed, cells))]
    publish(args, "overlap", SWEEP, lines, NAMES, ([cell[name] for name in NAMES] for cells in results.values() for cell in cells))
    publish_plot(args, "overlap", lambda pyplot: plot(pyplot, results))
    return 0
