"""Iterations of training whose gradients are exchanged: ark's policies beside MPI_Iallreduce, between hosts.

`ark_perf gradients` replays three networks on hosts of scripts/multihost (needs root), whose links are shaped. Each cell has a network,
a number of hosts, a rate, and as many images as make the computation take 1/RATIO of the communication. A cell with a cost per message is
EMULATED: the paper's stack took 0.3 to 1 ms; its chunks have 64 KiB, and its credit is 1 MiB. With python3-matplotlib also a picture of one
iteration. Takes about half an hour.
"""
import csv
import dataclasses
import math
import statistics
import tempfile

from .machine import called_as, load
from .pages import SWEEP, add_plot_argument, publish, publish_plot, table
from .runs import MPIRUN, Failed, between_hosts, document, programs_in
from .samples import number

REPEAT = 30  # iterations
POLICIES = ("fifo", "p3", "prophet", "bytescheduler")
MOST_OF_BEST = 1.02  # prophet, of the best policy: its goal
RIVALS = ("MPI_Iallreduce", "MPI buckets")
NAMES = ["network", "hosts", "gbit", "scale", "images", "chunk", "message_us", "op", "median", "min", "max", "computation_us",
         "communication_us", "bound_us", "wait_us", "cpu_us", "messages", "bytes_sent", "link_use"]
DRAWN = ("fifo", "p3", "prophet")
CLASSES = 6  # of layers, by color


@dataclasses.dataclass(frozen=True)
class Cell:
    network: str
    hosts: int
    gbit: int
    ratio: float  # of communication to computation
    scale: int = 15  # percent of the tensors' sizes
    message_us: int = 0
    chunk: str = ""  # by ark


CELLS = (*(Cell("resnet50", 2, gbit, ratio) for gbit in (1, 2, 3, 4, 6, 10) for ratio in (0.8, 1, 1.4)),
         *(Cell("resnet50", 4, 1, ratio, 10) for ratio in (0.8, 1, 1.4)),
         Cell("resnet50", 3, 1, 1, 10), Cell("resnet152", 2, 1, 1, 10), Cell("inception-bn", 2, 1, 1, 30),
         # As 3 Gbit/s, slices of 200 KB and whole tensors: sizes and rate by a third.
         *(Cell("resnet50", 2, 1, ratio, 33, us, "64k") for us in (300, 1000) for ratio in (0.8, 1, 1.4)))
DRAWN_CELL = Cell("resnet50", 2, 1, 1)


def add_arguments(parser):
    parser.add_argument("--hosts", type=int, action="append", help="only cells of so many hosts")
    parser.add_argument("--network", action="append", help="only cells of this network")
    parser.add_argument("--rate", type=int, action="append", metavar="GBIT", help="only cells of this rate")
    add_plot_argument(parser, "gradients")


def of_one_image(perf, network, scale):
    """(bytes, computation in us of an image)."""
    row = document([*MPIRUN, "-n", "1", perf, "gradients", "--network", network, "--scale", scale, "--images", "1", "-n", "3", "-w", "0",
                    "--format", "json"])["tests"][0]["rows"][0]
    return row["bytes"], row["gradients"]["computation_us"]


def images_of(perf, cell):
    size, image_us = of_one_image(perf, cell.network, cell.scale)
    sent = size * 2 * (cell.hosts - 1) / cell.hosts  # parts and results
    return max(1, round(sent * 8 / (cell.gbit * 1e3) / cell.ratio / image_us))


def measured(perf, cell, images, iterations, *more):
    command = [*MPIRUN, "-n", cell.hosts, "--bind-to", "none", perf, "gradients", "--network", cell.network, "--scale", cell.scale,
               "--images", images, "-n", iterations, "-w", "3",
               *(["--chunk", cell.chunk, "--credit", "1m"] if cell.chunk else []), "--message-us", cell.message_us, *more, "--format", "json"]
    rows = document(between_hosts(cell.hosts, command, "--shape", f"{cell.gbit}gbit"), 600)["tests"][0]["rows"]
    found = []
    for row in rows:
        of = {**row["gradients"], **row["repeats"]}
        of["link_use"] = 100 * of["bytes_sent"] * 8 / (cell.gbit * 1e3) / of["median"]
        found.append({**dataclasses.asdict(cell), "chunk": cell.chunk or "by ark", "images": images, "op": row["op"], **of})
    return found


def ratio(rows, one, other):
    by = {row["op"]: row["median"] for row in rows}
    return by[one] / by[other] if one in by and other in by else math.nan


def head_of(rows):
    one = rows[0]
    size = statistics.median(row["communication_us"] for row in rows if row["op"] in POLICIES)
    return [one["network"], one["hosts"], one["gbit"], one["scale"], one["images"], f"{size / one['computation_us']:.2f}",
            number(one["computation_us"] / 1e3)]


def cell_text(row):
    return f"{row['median'] / 1e3:.1f} ({row['min'] / 1e3:.1f}-{row['max'] / 1e3:.1f}) [{row['median'] / row['bound_us']:.2f}]"


HEAD = ["network", "hosts", "Gbit/s", "scale %", "images", "communication : computation", "computation ms"]


def cells_table(cells, ops):
    return table([*HEAD, *ops], ([*head_of(rows), *(cell_text(row) for row in rows if row["op"] in ops)] for rows in cells))


def goal_lines(own, emulated):
    """What the cells together say about the goals."""
    def mean(values):
        return f"{statistics.mean(values):.2f} (least {min(values):.2f}, most {max(values):.2f})" if values else "-"
    best = [ratio(rows, "prophet", best_policy(rows)) for rows in own]
    default = [ratio(rows, "p3", best_policy(rows)) for rows in own]
    short = [row["median"] / row["bound_us"] for rows in own for row in rows
             if row["op"] in ("p3", "prophet") and row["communication_us"] <= row["computation_us"]]
    return table(["ratio of times", "mean over cells", "goal"], [
        ["prophet : fifo", mean([ratio(rows, "prophet", "fifo") for rows in own]), "mean 0.9"],
        ["prophet : best policy", mean(best), f"most {MOST_OF_BEST}"], ["p3 : best policy", mean(default), ""],
        ["prophet : MPI in buckets", mean([ratio(rows, "prophet", "MPI buckets") for rows in own]), "most 0.9"],
        ["p3, prophet : bound, where communication <= computation", mean(short), "most 1.10"],
        ["EMULATED message cost, prophet : fifo", mean([ratio(rows, "prophet", "fifo") for rows in emulated]), "least 0.71"],
        ["EMULATED message cost, prophet : p3", mean([ratio(rows, "prophet", "p3") for rows in emulated]), "mean of both 0.85"],
        ["EMULATED message cost, prophet : bytescheduler", mean([ratio(rows, "prophet", "bytescheduler") for rows in emulated]), ""]])


def side_table(cells):
    """What the thread and the link do, of the cell that is drawn and of that with the highest rate."""
    rows = [row for cell in cells for row in cell if row["op"] in POLICIES]
    return table(["network, hosts, Gbit/s, images", "policy", "wait ms", "link use %", "CPU ms of the thread", "CPU ms per MB sent", "messages"],
                 ([f"{row['network']}, {row['hosts']}, {row['gbit']}, {row['images']}", row["op"], number(row["wait_us"] / 1e3),
                   f"{row['link_use']:.0f}", number(row["cpu_us"] / 1e3), number(row["cpu_us"] / 1e3 / (row["bytes_sent"] / 1e6)),
                   number(row["messages"])] for row in rows))


def merged(spans):
    """(class, from, to) that follow each other in one class as one; what is too short to be seen belongs to what is before it."""
    out = []
    for kind, begin, end in spans:
        if out and begin - out[-1][2] < 0.5 and (out[-1][0] == kind or end - begin < 0.7):
            out[-1][2] = max(end, out[-1][2])
        else:
            out.append([kind, begin, end])
    return out


def spans_of(events, tensors):
    """Bands in ms: the link, by what it has delivered; and the forward pass, which waits (class -1) or computes."""
    def kind(event):
        return event["tensor"] * CLASSES // tensors
    link, free = [], 0.0
    for event in sorted((one for one in events if one["event"] in ("part", "result") and one["to_us"] > 0),
                        key=lambda one: one["to_us"]):
        end = event["to_us"] / 1e3
        link.append((kind(event), max(free, event["from_us"] / 1e3), end))
        free = end
    forward, done = [], None
    for event in sorted((one for one in events if one["event"] == "wait"), key=lambda one: one["tensor"]):
        begin, end = event["from_us"] / 1e3, event["to_us"] / 1e3
        if done is not None:
            forward.append((kind(event), done, begin))
        if end - begin > 0.5:
            forward.append((-1, begin, end))
        done = end
    return merged(link), merged(forward)


def draw(pyplot, timeline, cells):
    figure = pyplot.figure(figsize=(9, 7))
    grid = figure.add_gridspec(len(DRAWN) + 1, 1, height_ratios=[1] * len(DRAWN) + [1.4])
    colors = [pyplot.get_cmap("viridis")(k / (CLASSES - 1)) for k in range(CLASSES)]
    first = None
    for at, op in enumerate(DRAWN):
        place = first = figure.add_subplot(grid[at], sharex=first)
        events = [one for one in timeline if one["op"] == op]
        tensors = 1 + max(one["tensor"] for one in events)
        ready = {}
        for one in events:
            if one["event"] == "ready":
                ready.setdefault(one["tensor"] * CLASSES // tensors, []).append(one["from_us"] / 1e3)
        for kind, times in ready.items():
            place.broken_barh([(time, 0.8) for time in sorted({round(time) for time in times})], (2, 0.8), color=colors[kind])
        link, forward = spans_of(events, tensors)
        for row, spans in ((1, link), (0, forward)):
            for kind in range(-1, CLASSES):
                bars = [(round(begin, 1), round(end - begin, 1)) for of, begin, end in spans if of == kind]
                if bars:
                    place.broken_barh(bars, (row, 0.8), color="#d62728" if kind < 0 else colors[kind], hatch=None)
        place.set_yticks([0.4, 1.4, 2.4], ["forward", "link", "backward"])
        place.set_title(op, loc="left", fontsize=9, pad=2)
        place.tick_params(labelsize=8)
    place.set_xlabel("ms of an iteration; dark: the first layers; red: the forward pass waits", fontsize=8)
    below = figure.add_subplot(grid[len(DRAWN)])
    groups = {}
    for rows in cells:
        one = rows[0]
        groups.setdefault(f"{one['hosts']}x{one['gbit']}" + (f"\n+{one['message_us'] / 1e3:g} ms" if one["message_us"] else ""), []).append(rows)
    for op in (*POLICIES, "MPI buckets"):
        values = [[row["median"] / row["bound_us"] for rows in group for row in rows if row["op"] == op] for group in groups.values()]
        below.plot(range(len(groups)), [statistics.mean(each) if each else math.nan for each in values], "o", label=op, markersize=4)
    below.set_xticks(range(len(groups)), list(groups), fontsize=7)
    below.set_ylabel("time : bound", fontsize=8)
    below.set_xlabel("hosts x Gbit/s, mean over networks and ratios", fontsize=8)
    below.tick_params(axis="y", labelsize=8)
    below.legend(fontsize=7, ncol=5)
    return figure


def timeline_of(perf, cell, images, args):
    """PE 0's last iteration of each policy."""
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/timeline.csv"
        measured(perf, cell, images, args.repeat, "--timeline", path)
        with open(path) as file:
            return [{**row, "tensor": int(row["tensor"]), "bytes": int(row["bytes"]), "from_us": float(row["from_us"]),
                     "to_us": float(row["to_us"])} for row in csv.DictReader(file)]


def best_policy(rows):
    return min(POLICIES, key=lambda op: ratio(rows, op, "fifo"))


def longest_wait(events, op):
    """In a timeline: the wait of the forward pass, and what PE 0 had in flight meanwhile."""
    mine = [one for one in events if one["op"] == op]
    wait = max((one for one in mine if one["event"] == "wait"), key=lambda one: one["to_us"] - one["from_us"])
    sent = [one for one in mine if one["event"] in ("part", "result") and one["to_us"] > wait["from_us"] and one["from_us"] < wait["to_us"]]
    of = sorted({one["tensor"] for one in sent if one["bytes"] > 0.1 * sum(one["bytes"] for one in sent)})
    return [f"{max(one['to_us'] for one in mine) / 1e3:.1f}", f"{(wait['to_us'] - wait['from_us']) / 1e3:.2f}", wait["tensor"],
            f"{sum(one['bytes'] for one in sent) / 1e3:.0f}", ", ".join(map(str, of))]


def missed_table(perf, cells, args):
    """Cells in which prophet takes longer than its goal, each measured again with a timeline."""
    lines = []
    for cell, rows in cells:
        best, images = best_policy(rows), rows[0]["images"]
        if ratio(rows, "prophet", best) > MOST_OF_BEST:
            events = timeline_of(perf, cell, images, args)
            lines += [[f"{cell.network}, {cell.hosts}, {cell.gbit}, {images}", op, *longest_wait(events, op)] for op in (best, "prophet")]
    if not lines:
        return []
    return ["Cells in which `prophet` misses its goal, run again: the last iteration, PE 0's longest wait in it, and what PE 0 had in flight meanwhile.", "",
            *table(["network, hosts, Gbit/s, images", "policy", "iteration ms", "longest wait ms", "for tensor", "in flight KB", "most of tensors"],
                   lines)]


def main(args):
    perf, before = programs_in(args.build, "ark_perf")["ark_perf"], load()
    wanted = [cell for cell in CELLS if (not args.hosts or cell.hosts in args.hosts) and (not args.network or cell.network in args.network)
              and (not args.rate or cell.gbit in args.rate)]
    if not wanted:
        raise Failed("no cell is left of --hosts, --network and --rate; accepted: "
                     + "; ".join(sorted({f"{cell.network}, {cell.hosts} hosts, {cell.gbit} Gbit/s" for cell in CELLS})))
    cells = [measured(perf, cell, images_of(perf, cell), args.repeat) for cell in wanted]
    own = [rows for rows in cells if not rows[0]["message_us"]]
    emulated = [rows for rows in cells if rows[0]["message_us"]]
    lines = [f"{called_as()}; load before and after {before:.1f} and {load():.1f}; all hosts share the cores. Milliseconds of an iteration: "
             "median (least-most) [to the bound]. The bound is the computation or the least communication alone of all rows.", "",
             *cells_table(own, POLICIES), *cells_table(own, RIVALS)]
    for us in sorted({rows[0]["message_us"] for rows in emulated}):
        lines += [f"**EMULATED**: each message takes its sender {us / 1e3:g} ms more, chunks of 64 KiB: as 3 Gbit/s and whole tensors, with "
                  "sizes and rate by a third.", "", *cells_table([rows for rows in emulated if rows[0]["message_us"] == us], POLICIES)]
    lines += [*goal_lines(own, emulated), *missed_table(perf, [(cell, rows) for cell, rows in zip(wanted, cells) if not cell.message_us], args),
              *side_table([own[0], max(own, key=lambda rows: rows[0]["gbit"])] if own else [])]
    publish(args, "gradients", SWEEP, lines, NAMES, ([row[name] for name in NAMES] for rows in cells for row in rows))
    publish_plot(args, "gradients", lambda pyplot: draw(pyplot, timeline_of(perf, DRAWN_CELL, images_of(perf, DRAWN_CELL), args), cells))
    return 0
