"""Where the time of a run goes: each PE's time in communication, and what it waited for.

The time that PEs wait for computations of others ("peer") is what remains of their waits in a replay without transfers; what such a
replay removes is data in transit ("transfer").
"""
import bisect
import dataclasses
import statistics

from . import replay
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


def phases_of(record, bounds):
    """Seconds in each phase that the program marks."""
    marks = [(one.begin, one.name) for one in record.of(PHASE)]
    ends = sorted([at for at, _ in marks] + bounds)
    out = {}
    for at, name in marks:
        if bounds[0] <= at < bounds[-1]:
            end = ends[bisect.bisect_right(ends, at)]
            out[name] = out.get(name, 0.0) + end - at
    return out


def spans_of(records, iterations):
    """The intervals of all PEs in communication."""
    gap = min(SHORT_GAP, iterations.seconds() / 100)
    return [communication(record, bounds, gap) for record, bounds in zip(records, iterations.bounds)]


def split(records, iterations):
    spans, bounds_of = spans_of(records, iterations), iterations.bounds
    share = 1 / (iterations.count * len(records))
    blame = replay.replay(replay.waits_of(spans, bounds_of), bounds_of, transfer=0.0).waited_for
    waited = delay = 0.0
    phases, own_outside = {}, []
    for record, bounds, own in zip(records, bounds_of, spans):
        inside = sum(end - begin for begin, end in own)
        outside = bounds[-1] - bounds[0] - inside
        own_delay = min(outside, sum(one.value / 1e9 for one in record.of(RUN_DELAY) if bounds[0] <= one.begin and one.end <= bounds[-1]))
        own_outside.append(outside - own_delay)
        waited, delay = waited + inside * share, delay + own_delay * share
        for name, seconds in phases_of(record, bounds).items():
            phases[name] = phases.get(name, 0.0) + seconds * share
    peer = min(waited, sum(blame))
    middle = statistics.median_low(own_outside)
    return Split(iterations.seconds(), sum(own_outside) * share, delay, peer, waited - peer, blame,
                 [max(0.0, one - middle) * share for one in own_outside], phases)
