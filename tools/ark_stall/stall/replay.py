"""A run replayed with other lengths of its transfers and computations.

Each PE is a sequence of times outside of communication and waits. A wait ends when the data have travelled, after the later of two
events: the PE's own arrival, and the end of the last computation that it waited for. The replay gives both new times.
"""
import bisect
import dataclasses
import heapq


@dataclasses.dataclass
class Wait:
    pe: int
    begin: float
    end: float
    late: int  # the PE whose computation it waited for last, or -1
    arrival: float  # the end of that computation


@dataclasses.dataclass
class Replayed:
    seconds: float  # of an iteration, the mean over all PEs
    waited_for: list  # of each PE: the time of an iteration, the mean over all PEs, that others waited for its computation


def late_pes(spans, bounds):
    """For each PE in communication: yields (PE, PE that it waits for or None, begin, end).

    It waits for a PE that is outside of communication in the same iteration or an earlier one; of several, for the one that stays
    outside the longest.
    """
    pes = range(len(spans))
    own = [sorted([(begin, True) for begin, _ in spans[pe]] + [(end, False) for _, end in spans[pe]] + [(at, None) for at in bounds[pe]],
                  key=lambda point: point[0]) for pe in pes]
    waiting, iteration = [False] * len(spans), [-1] * len(spans)
    begins = [[begin for begin, _ in spans[pe]] for pe in pes]
    until = [begins[pe][0] if begins[pe] else bounds[pe][-1] for pe in pes]  # the end of a PE's time outside
    before = None
    for at, pe, change in heapq.merge(*([(at, pe, change) for at, change in own[pe]] for pe in pes), key=lambda point: point[0]):
        if before is not None and at > before:
            outside = [one for one in pes if not waiting[one] and 0 <= iteration[one] < len(bounds[one]) - 1]
            latest = {number: max((one for one in outside if iteration[one] <= number), key=lambda one: until[one], default=None)
                      for number in {iteration[one] for one in pes if waiting[one]}}
            for mine in pes:
                if waiting[mine]:
                    yield mine, latest[iteration[mine]], before, at
        before = at
        if change is None:
            iteration[pe] += 1
        else:
            waiting[pe] = change
            place = bisect.bisect_left(begins[pe], at)
            until[pe] = begins[pe][place] if place < len(begins[pe]) else bounds[pe][-1]


def waits_of(spans, bounds):
    """All waits, by their ends."""
    seen = [[] for _ in spans]
    for pe, late, _, end in late_pes(spans, bounds):
        if late is not None:
            seen[pe].append((end, late))
    out = []
    for pe, own in enumerate(spans):
        place = 0
        for begin, end in own:
            wait = Wait(pe, begin, end, -1, begin)
            while place < len(seen[pe]) and seen[pe][place][0] <= end:
                if seen[pe][place][0] > begin:
                    wait.arrival, wait.late = seen[pe][place]
                place += 1
            out.append(wait)
    return sorted(out, key=lambda one: one.end)


def replay(waits, bounds, transfer=1.0, speed=None):
    """The run, if each transfer took `transfer` times as long, and PE i's computations speed[i] times as long."""
    pes = len(bounds)
    speed = speed or [1.0] * pes
    old, new = [[one[0]] for one in bounds], [[one[0]] for one in bounds]
    waited_for = [0.0] * pes

    def at(pe, time):
        place = max(0, bisect.bisect_right(old[pe], time) - 1)
        return new[pe][place] + (time - old[pe][place]) * speed[pe]

    def reach(pe, time, now):
        old[pe].append(time)
        new[pe].append(now)

    points = sorted([(one.begin, 0, number) for number, one in enumerate(waits)] + [(one.end, 1, number) for number, one in enumerate(waits)])
    for time, is_end, number in points:
        one = waits[number]
        if not is_end:
            reach(one.pe, time, at(one.pe, time))
            continue
        ready_old, ready_new = one.begin, new[one.pe][-1]
        if one.late >= 0:
            ready_old = max(ready_old, one.arrival)
            later = max(0.0, at(one.late, one.arrival) - ready_new)
            waited_for[one.late] += later
            ready_new += later
        reach(one.pe, time, ready_new + transfer * max(0.0, time - ready_old))
    count = (len(bounds[0]) - 1) * pes
    total = sum(at(pe, bounds[pe][-1]) - bounds[pe][0] for pe in range(pes))
    return Replayed(total / count, [one / count for one in waited_for])
