"""The server of examples/09-serving with ark's parts and with the plain form of each, side by side.

One server runs all cells in turns: the load generator changes its switches between them. Rates are shares of the rate that the plain
form serves at most, which a first run finds. Latency begins when the open loop's plan wants a request sent; every reply is compared with
a serial program's. Needs the target serving: cmake --build build/release --target serving
"""
import csv
import io
import math
import statistics
import tempfile

from .machine import called_as, load
from .pages import SWEEP, add_plot_argument, publish, publish_plot, table
from .runs import MPIRUN, programs_in, run
from .samples import number, spread

REPEAT = 5
PARTS = {"data": ("copy", "gather"), "wait": ("block", "event"), "load": ("stop", "live"), "order": ("fifo", "shares")}
PLAIN = {key: plain for key, (plain, _) in PARTS.items()}
ARK = {key: ark for key, (_, ark) in PARTS.items()}
SHARES_OF_LOAD = {"mlp": 0.6, "conv": 0.4}  # of the requests of both tenants
CURVES = {"plain": (PLAIN, (0.3, 0.5, 0.7, 0.85, 1.0)), "ark": (ARK, (0.3, 0.5, 0.7, 1.0, 1.4, 1.6, 1.8, 2.0, 2.2, 2.4))}
TENANT_RATES = (0.4, 0.7, 1.0, 1.2, 1.4, 1.7, 2.0)
NEIGHBOURS = {"share": {"share.mlp": 0.9, "share.conv": 0.1}, "priority": {"priority.mlp": 1}, "fifo": {"order": "fifo"}}
EXCHANGES = 1000
NAMES = ["cell", "load", "tenant", "offered", "median_p50_us", "median_p99_us", "least_p99_us", "most_p99_us", "replies_per_s", "cpu_us",
         "data_us", "sent", "lost", "wrong", "exchanges", "gap_us", "largest_gap_us"]


def add_arguments(parser):
    parser.add_argument("--short", action="store_true", help="a few seconds: one rate, few exchanges; for tests")
    parser.add_argument("--seconds", type=float, default=0.8, help="of a cell (default 0.8)")
    parser.add_argument("--exchange-ms", type=float, default=40, help="between exchanges of weights under load (default 40)")
    parser.add_argument("--goal-ms", type=float, default=10, help="p99 that both tenants are to hold (default 10)")
    parser.add_argument("--slice-ms", type=float, default=4, help="of a tenant, where they are time-sliced (default 4)")
    add_plot_argument(parser, "serve")


def line(name, rates, seconds, settings, **more):
    """A segment of the plan: NAME KEY=VALUE ..."""
    words = {f"rate.{tenant}": f"{rate:.1f}" for tenant, rate in rates.items()} | {"seconds": seconds} | more | settings
    return " ".join([name, *(f"{key}={value}" for key, value in words.items())])


def server_in(build):
    """Of a build of ark, or of the example's own build."""
    own = build / "serving"
    return str(own) if own.is_file() else programs_in(build, "serving")["serving"]


def split(rate):
    return {tenant: rate * share for tenant, share in SHARES_OF_LOAD.items()}


def serve(program, lines):
    """The rows of a plan: numbers by name, one for each tenant of each segment, in order."""
    with tempfile.NamedTemporaryFile("w", prefix="ark-serve", suffix=".plan") as plan:
        plan.write("\n".join(lines) + "\n")
        plan.flush()
        # A wrong reply ends the program with 1: its lines are the finding.
        output, _ = run([*MPIRUN, "-n", "2", program, plan.name], 900)
    begin = output.index("segment,")
    text = output[begin:].split("serving:")[0]
    return [{key: value if key in ("segment", "tenant") else float(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(text))]


class Cells:
    """Rows of a plan's segments by cell and tenant."""

    def __init__(self, rows):
        self.rows = {}
        for row in rows:
            self.rows.setdefault((row["segment"], row["tenant"]), []).append(row)

    def names(self):
        return list(dict.fromkeys(name for name, _ in self.rows))

    def values(self, cell, key, tenant=None):
        """One value of each turn; without a tenant the worst of both, or the sum of their rates."""
        of = [self.rows[cell, tenant]] if tenant else [rows for (name, _), rows in self.rows.items() if name == cell]
        combine = sum if key in ("replies_per_s", "sent", "lost", "wrong", "offered") else max
        return [combine(row[key] for row in turn) for turn in zip(*of)]

    def median(self, *of):
        return statistics.median(self.values(*of))

    def sums(self, key):
        return int(sum(row[key] for rows in self.rows.values() for row in rows))


def ratios(cells, key, above, below, tenant=None):
    """Turn by turn: what changes on the machine concerns both."""
    return [one / other for one, other in zip(cells.values(above, key, tenant), cells.values(below, key, tenant)) if other]


def rate_at(points, goal):
    """The highest rate whose latency is within the goal, from (rate, latency) with rising rates; to the next point by the logarithm."""
    within = [at for at, (_, latency) in enumerate(points) if latency <= goal]
    if not within:
        return 0.0
    rate, latency = points[within[-1]]
    if within[-1] + 1 == len(points):
        return rate
    above = points[within[-1] + 1]
    return rate + math.log(goal / latency) / math.log(above[1] / latency) * (above[0] - rate)


def curve(cells, name, turn, key="p99_us", goals=None):
    """(rate that was served, latency of the worst tenant) of a turn; with goals, the latency as a share of the tenant's."""
    points = []
    for cell in cells.names():
        if cell.rsplit("@", 1)[0] != name:
            continue
        latency = max(cells.values(cell, key, tenant)[turn] / (goals[tenant] if goals else 1) for tenant in SHARES_OF_LOAD)
        points.append((cells.values(cell, "offered")[turn], latency))
    return sorted(points)


def plan_of(args, most):
    """The lines of one turn. most: requests per second that the plain form serves."""
    under_load = {"exchange_ms": args.exchange_ms, "burst.conv": 4, "warm": 0.1}
    lines = []
    for name, (settings, rates) in CURVES.items():
        for rate in (0.7,) if args.short else rates:
            lines.append(line(f"{name}@{rate}", split(rate * most), args.seconds, settings, **under_load))
    for key in PARTS:
        for base, other, name in ((PLAIN, ARK, f"plain+{key}"), (ARK, PLAIN, f"ark-{key}")):
            lines.append(line(f"{name}@0.7", split(0.7 * most), args.seconds, base | {key: other[key]}, **under_load))
    goals = {f"goal_ms.{tenant}": args.goal_ms for tenant in SHARES_OF_LOAD}
    sliced = {"order": "sliced", "slice_ms": args.slice_ms}
    for name, settings, rates in (("plain-sliced", PLAIN | sliced, (0.4, 0.7, 0.85, 1.0)), ("sliced", ARK | sliced, TENANT_RATES),
                                  ("controlled", ARK | goals, TENANT_RATES)):
        for rate in (0.7,) if args.short else rates:
            lines.append(line(f"{name}@{rate}", split(rate * most), args.seconds, settings, **under_load))
    for name, settings in NEIGHBOURS.items():
        for greedy, conv in (("alone", 0), ("greedy", 1.5 * most)):
            lines.append(line(f"{name}:{greedy}", {"mlp": 0.25 * most, "conv": conv}, args.seconds, ARK | settings, warm=0.1,
                              **{"burst.mlp": 8, "burst.conv": 16}))
    return lines


def capacity(args, program):
    """What the plain form serves at most, requests per second of both tenants; of the best run, because others can only slow it down."""
    rows = serve(program, [line("most", split(8000 if args.short else 15000), 0.3 if args.short else 0.5, PLAIN)] * (1 if args.short else 4))
    return max(Cells(rows).values("most", "replies_per_s"))


def exchanges_line(args, most):
    count = 40 if args.short else EXCHANGES
    every = 10 if args.short else 20
    return line("exchanges", split(0.7 * most), (count + 1) * every / 1000 * 1.02, ARK, exchange_ms=every, **{"burst.conv": 4})


def goal_rows(args, cells, turns):
    def turnwise(function):
        return [function(turn) for turn in range(turns)]

    def at_goal(turn, goal):
        return rate_at(curve(cells, "ark", turn), goal) / (rate_at(curve(cells, "plain", turn), goal) or math.nan)
    plain_p99, goals = statistics.median(cells.values("plain@0.7", "p99_us")), dict.fromkeys(SHARES_OF_LOAD, args.goal_ms * 1e3)

    def at_goals(turn, base):
        return rate_at(curve(cells, "controlled", turn, goals=goals), 1) / (rate_at(curve(cells, base, turn, goals=goals), 1) or math.nan)

    def text(values):
        """In a turn without a number the other form reached the goal at no rate."""
        numbers = [value for value in values if not math.isnan(value)]
        missing = len(values) - len(numbers)
        return (spread(numbers) if numbers else "none") + (f"; {missing} of {len(values)} turns: the plain one at no rate" if missing else "")
    lost = cells.sums("lost") + cells.sums("wrong")
    return [
        ["p99 latency at 70 % load of the plain form, ark : plain", text(ratios(cells, "p99_us", "ark@0.7", "plain@0.7")), "most 0.65"],
        *([f"throughput at a p99 of {goal / 1e3:.1f} ms, {text_of}ark : plain", text(turnwise(lambda turn, goal=goal: at_goal(turn, goal))), "least 2.0"]
          for goal, text_of in ((plain_p99, "the plain form's at 70 % load, "), (args.goal_ms * 1e3, "the tenants' goal, "))),
        ["processor time of a request for moving data, ark : plain", text(ratios(cells, "data_us", "ark@0.7", "plain@0.7", "mlp")), "most 0.5"],
        [f"throughput at both tenants' goals ({args.goal_ms:g} ms), controlled : time-sliced, all else plain",
         text(turnwise(lambda turn: at_goals(turn, "plain-sliced"))), "least 1.4"],
        ["controlled : time-sliced, all else ark's", text(turnwise(lambda turn: at_goals(turn, "sliced"))), ""],
        *([f"p99 beside a greedy neighbour : alone, {text_of}", text(ratios(cells, "p99_us", f"{name}:greedy", f"{name}:alone", "mlp")), goal]
          for name, text_of, goal in (("priority", "a higher priority", "most 1.10"), ("share", "a share of 90 %", ""), ("fifo", "no shares", ""))),
        [f"requests lost or wrong, of {cells.sums('sent'):,}, with {cells.sums('exchanges') // 2:,} exchanges under load", str(lost), "0"]]


def cell_row(cells, cell):
    p99 = cells.values(cell, "p99_us")
    return [cell, *(number(cells.median(cell, key)) for key in ("offered", "replies_per_s")),
            *(number(cells.median(cell, key) / 1e3) for key in ("p50_us", "p90_us")), spread([one / 1e3 for one in p99]),
            *(number(cells.median(cell, key)) for key in ("cpu_us", "data_us", "samples_per_batch", "gap_us", "late_p99_us"))]


def csv_row(cells, cell, tenant):
    p99 = cells.values(cell, "p99_us", tenant)
    name, _, share = cell.partition("@")
    return [name, share, tenant, *(cells.median(cell, key, tenant) for key in ("offered", "p50_us", "p99_us")), min(p99), max(p99),
            *(cells.median(cell, key, tenant) for key in ("replies_per_s", "cpu_us", "data_us")),
            *(sum(cells.values(cell, key, tenant)) for key in ("sent", "lost", "wrong", "exchanges")),
            cells.median(cell, "gap_us", tenant), max(cells.values(cell, "largest_gap_us", tenant))]


def draw(pyplot, cells, goal_ms):
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6))
    for place, names, title in ((left, ("ark", "plain"), "weights exchanged under load"), (right, ("controlled", "sliced", "plain-sliced"), "two tenants")):
        for name, color in zip(names, ("#1f77b4", "#d62728", "#2ca02c")):
            chosen = sorted((cell for cell in cells.names() if cell.rsplit("@", 1)[0] == name), key=lambda cell: cells.median(cell, "offered"))
            rates = [cells.median(cell, "offered") / 1e3 for cell in chosen]
            for key, style in (("p50_us", ":"), ("p99_us", "-")):
                place.plot(rates, [cells.median(cell, key) / 1e3 for cell in chosen], style, color=color, marker=".", label=f"{name} {key[:3]}")
            turns = [cells.values(cell, "p99_us") for cell in chosen]
            place.fill_between(rates, [min(one) / 1e3 for one in turns], [max(one) / 1e3 for one in turns], color=color, alpha=0.15)
        place.set_yscale("log")
        place.set_xlabel("1000 requests per second")
        place.set_ylabel("ms, of the later tenant")
        place.set_title(title, fontsize=9)
        place.legend(fontsize=7)
    right.axhline(goal_ms, color="#888", linewidth=0.8)
    return figure


def main(args):
    program, before = server_in(args.build), load()
    most = capacity(args, program)
    turns = args.repeat
    if args.short:
        turns, args.seconds = 1, 0.2
    rows = serve(program, plan_of(args, most) * turns + [exchanges_line(args, most)])
    cells = Cells(rows)
    lines = [f"{called_as()}; load before and after {before:.1f} and {load():.1f}. The plain form serves {most:,.0f} requests per second at most: "
             f"load 1. {SHARES_OF_LOAD['mlp']:.0%} of the requests are `mlp`'s (Poisson), the others `conv`'s (bursts of 4), of 16 KiB each; "
             f"weights are exchanged each {args.exchange_ms:g} ms. Medians (least-most) of {turns} turns; of both tenants the later one.", "",
             *table(["", "measured", "goal"], goal_rows(args, cells, turns)),
             *table(["cell@load", "offered/s", "served/s", "p50 ms", "p90 ms", "p99 ms", "CPU us", "data us", "batch", "gap us", "generator late p99 us"],
                    [cell_row(cells, cell) for cell in cells.names()])]
    publish(args, "serve", SWEEP, lines, NAMES, [csv_row(cells, cell, tenant) for cell in cells.names() for tenant in SHARES_OF_LOAD])
    publish_plot(args, "serve", lambda pyplot: draw(pyplot, cells, args.goal_ms))
    return 0
