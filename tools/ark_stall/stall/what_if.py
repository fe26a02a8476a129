"""The time of an iteration under other conditions, from one run: its events replayed with other lengths.

Each PE is a sequence of times outside of communication and waits. A wait ends when the data have travelled, after the later of two
events: the PE's own arrival, and the end of the last computation that it waited for (split.waits_of). The replay gives both new times.
"""
import statistics

from . import split as splits


def chain_of(records, iterations):
    """[(PE, begin, end, arrival)] of all waits by their ends; arrival: (PE, time) of the last computation waited for, or None."""
    gap = min(splits.SHORT_GAP, iterations.seconds() / 100)
    spans = [splits.communication(one, bounds, gap) for one, bounds in zip(records, iterations.bounds)]
    last = {}
    for mine, late, _, end in splits.waits_of(spans, iterations.bounds):
        if late is not None:
            last.setdefault(mine, []).append((end, late))
    waits = []
    for pe, own in enumerate(spans):
        seen = last.get(pe, [])
        place = 0
        for begin, end in own:
            arrival = None
            while place < len(seen) and seen[place][0] <= end:
                arrival = (seen[place][1], seen[place][0]) if seen[place][0] > begin else arrival
                place += 1
            waits.append((pe, begin, end, arrival))
    return sorted(waits, key=lambda one: one[2])


def replay(waits, iterations, transfer=1.0, speed=None):
    """Seconds of an iteration if each transfer took `transfer` times as long, and PE i computed speed[i] times as long."""
    pes = len(iterations.bounds)
    speed = speed or [1.0] * pes
    old, new = [one[0] for one in iterations.bounds], [one[0] for one in iterations.bounds]
    begins = [{"old": [], "new": []} for _ in range(pes)]  # of waits: ends of computations

    def new_arrival(pe, at):
        """The new time of the end of PE's computation that ended at `at`, or of the point within it."""
        known = begins[pe]
        for was, now in zip(reversed(known["old"]), reversed(known["new"])):
            if abs(was - at) < 1e-9:
                return now
            if was < at:
                break
        return new[pe] + (at - old[pe]) * speed[pe]

    for pe, begin, end, arrival in sorted(with_begins(waits), key=lambda one: (one[2] if one[3] != "begin" else one[1], one[3] != "begin")):
        if arrival == "begin":
            now = new[pe] + max(0.0, begin - old[pe]) * speed[pe]
            begins[pe]["old"].append(begin)
            begins[pe]["new"].append(now)
            old[pe], new[pe] = begin, now
            continue
        ready_old, ready_new = begin, new[pe]
        if arrival is not None:
            ready_old = max(begin, arrival[1])
            ready_new = max(ready_new, new_arrival(*arrival))
        new[pe] = ready_new + transfer * max(0.0, end - ready_old)
        old[pe] = end
    total = 0.0
    for pe in range(pes):
        bounds = iterations.bounds[pe]
        total += new[pe] + max(0.0, bounds[-1] - old[pe]) * speed[pe] - bounds[0]
    return total / pes / iterations.count


def with_begins(waits):
    for pe, begin, end, arrival in waits:
        yield pe, begin, end, "begin"
        yield pe, begin, end, arrival


def speeds(records, iterations):
    """Factors that make the slowest PE's time outside of communication the median's; and the slowest PE."""
    gap = min(splits.SHORT_GAP, iterations.seconds() / 100)
    outside = []
    for record, bounds in zip(records, iterations.bounds):
        spans = splits.communication(record, bounds, gap)
        outside.append(bounds[-1] - bounds[0] - sum(end - begin for begin, end in spans))
    slowest = max(range(len(outside)), key=lambda pe: outside[pe])
    middle = statistics.median_low(outside)
    return [middle / outside[pe] if pe == slowest and outside[pe] > 0 else 1.0 for pe in range(len(outside))], slowest


def of_run(run):
    waits = chain_of(run.records, run.iterations)
    factors, slowest = speeds(run.records, run.iterations)
    return {"now": run.split.total, "replayed": replay(waits, run.iterations), "no_transfer": replay(waits, run.iterations, 0.0),
            "half_transfer": replay(waits, run.iterations, 0.5), "balanced": replay(waits, run.iterations, 1.0, factors), "slowest": slowest}


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
