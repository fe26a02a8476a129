"""Where the time of a run goes: each PE's time in communication, and what it waited for.

At a time at which PE j is in communication: if a PE is outside of communication in the same iteration or an earlier one, j waits for
it ("peer"); of several, for the one that stays outside the longest. Otherwise data are under way ("transfer").
"""
import bisect
import dataclasses
import heapq
import statistics

from .record import CALL, HOST_WAIT, LANE_WAIT, PHASE, RUN_DELAY

SHORT_GAP = 50e-6  # seconds: so short a time between two waits belongs to the communication


@dataclasses.dataclass
class Split:
    """Seconds of an iteration, the mean over all PEs. total = outside + not_scheduled + peer + transfer."""
    total: float
    outside: float  # computing, and the calls that do not wait
    not_scheduled: float  # runnable without a core, outside of communication
    peer: float
    transfer: float
    blame: list  # of each PE: the part of `peer` that waited for it
    excess: list  # of each PE: its share of `outside` that exceeds the median PE's
    phases: dict


def merged(intervals, gap):
    out = []
    for begin, end in sorted(intervals):
        if out and begin - out[-1][1] <= gap:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([begin, end])
    return out


def lane_intervals(waits):
    """The times at which as many lanes wait as ever wait at once: then no other lane computes."""
    points = sorted([(one.begin, 1) for one in waits] + [(one.end, -1) for one in waits])
    deepest = depth = 0
    for _, step in points:
        depth += step
        deepest = max(deepest, depth)
    out, depth, began = [], 0, 0.0
    for at, step in points:
        if step > 0 and depth + step == deepest:
            began = at
        elif step < 0 and depth == deepest:
            out.append((began, at))
        depth += step
    return out


def communication(record, bounds, gap):
    """The intervals of a PE in communication, within its profiled iterations."""
    spans = [(one.begin, one.end) for one in record.of(CALL, HOST_WAIT)] + lane_intervals(record.of(LANE_WAIT))
    cut = [(max(begin, bounds[0]), min(end, bounds[-1])) for begin, end in spans if end > bounds[0] and begin < bounds[-1]]
    return merged(cut, gap)


def waits_of(spans, bounds):
    """For each PE in communication, and what it waits for: yields (PE, PE that it waits for or None, begin, end)."""
    pes = range(len(spans))
    # A PE is in communication, or not, between two points of its own.
    own = [sorted([(begin, True) for begin, _ in spans[pe]] + [(end, False) for _, end in spans[pe]] + [(at, None) for at in bounds[pe]],
                  key=lambda point: point[0]) for pe in pes]
    waiting, iteration = [False] * len(spans), [-1] * len(spans)
    begins = [[begin for begin, _ in spans[pe]] for pe in pes]

    def outside_until(pe, at):
        place = bisect.bisect_left(begins[pe], at)
        return begins[pe][place] if place < len(begins[pe]) else bounds[pe][-1]

    before = None
    for at, pe, change in heapq.merge(*([(at, pe, change) for at, change in own[pe]] for pe in pes), key=lambda point: point[0]):
        if before is not None and at > before:
            outside = [one for one in pes if not waiting[one] and 0 <= iteration[one] < len(bounds[one]) - 1]
            for mine in pes:
                if waiting[mine]:
                    late = [one for one in outside if iteration[one] <= iteration[mine]]
                    yield mine, max(late, key=lambda one: outside_until(one, before)) if late else None, before, at
        before = at
        if change is None:
            iteration[pe] += 1
        else:
            waiting[pe] = change


def phases_of(record, bounds, spans):
    """Seconds in each phase that the program marks."""
    marks = [(one.begin, one.name) for one in record.of(PHASE)]
    ends = sorted([at for at, _ in marks] + bounds)
    out = {}
    for at, name in marks:
        if bounds[0] <= at < bounds[-1]:
            end = ends[bisect.bisect_right(ends, at)]
            out[name] = out.get(name, 0.0) + end - at
    return out


def split(records, iterations):
    count, pes = iterations.count, len(records)
    gap = min(SHORT_GAP, iterations.seconds() / 100)
    spans = [communication(record, bounds, gap) for record, bounds in zip(records, iterations.bounds)]
    peer = transfer = 0.0
    blame = [0.0] * pes
    for _, late, begin, end in waits_of(spans, iterations.bounds):
        if late is None:
            transfer += end - begin
        else:
            peer += end - begin
            blame[late] += end - begin
    delay, phases, own_outside = 0.0, {}, []
    for record, bounds, own in zip(records, iterations.bounds, spans):
        outside = bounds[-1] - bounds[0] - sum(end - begin for begin, end in own)
        own_delay = min(outside, sum(one.value / 1e9 for one in record.of(RUN_DELAY) if bounds[0] <= one.begin and one.end <= bounds[-1]))
        own_outside.append(outside - own_delay)
        delay += own_delay
        for name, seconds in phases_of(record, bounds, own).items():
            phases[name] = phases.get(name, 0.0) + seconds
    share = 1 / (count * pes)
    middle = statistics.median_low(own_outside)
    total = iterations.seconds()
    return Split(total, total - (delay + peer + transfer) * share, delay * share, peer * share, transfer * share,
                 [one * share for one in blame], [max(0.0, one - middle) * share for one in own_outside],
                 {name: seconds * share for name, seconds in phases.items()})
