"""The time of an iteration under other conditions, from one run: see replay.py."""
import statistics

from . import replay
from . import split as splits


def speeds(spans, bounds_of):
    """Factors that make the slowest PE's time outside of communication the median's; and the slowest PE."""
    outside = [bounds[-1] - bounds[0] - sum(end - begin for begin, end in own) for own, bounds in zip(spans, bounds_of)]
    slowest = max(range(len(outside)), key=lambda pe: outside[pe])
    middle = statistics.median_low(outside)
    return [middle / outside[pe] if pe == slowest and outside[pe] > 0 else 1.0 for pe in range(len(outside))], slowest


def of_run(run):
    bounds = run.iterations.bounds
    spans = splits.spans_of(run.records, run.iterations)
    waits = replay.waits_of(spans, bounds)
    factors, slowest = speeds(spans, bounds)

    def seconds(*conditions):
        return replay.replay(waits, bounds, *conditions).seconds
    return {"now": run.split.total, "replayed": seconds(), "no_transfer": seconds(0.0), "half_transfer": seconds(0.5),
            "balanced": seconds(1.0, factors), "slowest": slowest}


def report(runs):
    """From the step over hosts, else from that on one host; medians over its runs."""
    step = "hosts" if "hosts" in runs else "host"
    each = [of_run(run) for run in runs[step]]
    middle = {name: statistics.median(one[name] for one in each) for name in each[0] if name != "slowest"}
    slowest = statistics.mode(one["slowest"] for one in each)
    link = "network" if step == "hosts" else "interconnect"
    lines = [f"{what}: {1e3 * middle[name]:.4g} ms instead of {1e3 * middle['now']:.4g} ms" for name, what in (
        ("no_transfer", f"{link} infinitely fast"), ("half_transfer", f"{link} twice as fast"), ("balanced", f"PE {slowest} as fast as the median"))]
    return {"step": step, "slowest": slowest, **middle, "lines": lines}
