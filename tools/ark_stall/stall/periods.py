"""The iterations of a run: from the program's marks, else from the period of its calls, else the whole run."""
import dataclasses
import statistics

from . import StallError
from .record import CALL, ITERATION, LAUNCH, SYNC

LONGEST_PERIOD, SEARCHED = 512, 4096  # calls
LEAST_REPEATS = 4
REGULAR = 0.5  # spread of the iterations' lengths, relative to their median


@dataclasses.dataclass
class Iterations:
    bounds: list  # of each PE: the times at which its iterations begin, and the end of the last one
    how: str
    doubts: list  # reasons not to be sure

    @property
    def count(self):
        return len(self.bounds[0]) - 1

    def without(self, warm_up):
        return Iterations([one[warm_up:] for one in self.bounds], self.how, self.doubts)

    def seconds(self):
        """Time of an iteration, the mean over all PEs."""
        return statistics.fmean((one[-1] - one[0]) / self.count for one in self.bounds)


def period_of(names):
    """(first, period, end) of the longest stretch in which `names` repeats itself; period: the shortest.

    None if no part occurs LEAST_REPEATS times in a row.
    """
    part = names[-SEARCHED:]
    found = []
    for period in range(1, min(LONGEST_PERIOD, len(part) // LEAST_REPEATS) + 1):
        length, best, end = 0, 0, 0
        for i in range(len(part) - period):
            length = length + 1 if part[i] == part[i + period] else 0
            if length > best:
                best, end = length, i + period + 1
        covered = best + period
        if covered >= LEAST_REPEATS * period:
            found.append((covered, period, end + len(names) - len(part)))
    if not found:
        return None
    _, period, end = max(found, key=lambda one: (one[0], -one[1]))
    first = end
    while first > 0 and (end - first < period or names[first - 1] == names[first - 1 + period]):
        first -= 1
    return first, period, end


def from_marks(records):
    marks = [[one.begin for one in record.of(ITERATION)] for record in records]
    if max(len(one) for one in marks) < 2:
        return None
    least = min(len(one) for one in marks)
    doubts = []
    if any(len(one) != least for one in marks):
        doubts.append(f"the PEs have {sorted({len(one) for one in marks})} marks; the first {least} of each count")
    if least < 2:
        raise StallError(f"PE {[len(one) for one in marks].index(least)} has {least} marks of iterations; accepted: the same number on every PE, 2 or more")
    return Iterations([one[:least] for one in marks], "marked by the program", doubts)


def from_period(records):
    """By the sequence of collective calls and kernel launches of each PE."""
    bounds, periods, doubts = [], [], []
    for record in records:
        calls = record.of(CALL, LAUNCH)
        found = period_of([(one.name, one.word) for one in calls])  # word: of a launch its kernel
        if found is None:
            return None
        first, period, end = found
        bounds.append([calls[at].begin for at in range(first, end, period)])
        periods.append(period)
        covered = calls[end - 1].end - calls[first].begin
        if covered < 0.5 * (calls[-1].end - calls[0].begin):
            doubts.append("the period covers less than half of the time between the first call and the last")
    least = min(len(one) for one in bounds)
    if any(len(one) != least for one in bounds):
        doubts.append(f"the PEs have {sorted({len(one) for one in bounds})} periods; the last {least} of each count")
    bounds = [one[-least:] for one in bounds]
    if least < LEAST_REPEATS:
        return None
    lengths = [b - a for a, b in zip(bounds[0], bounds[0][1:])]
    spread = statistics.pstdev(lengths) / (statistics.fmean(lengths) or 1)
    if spread > REGULAR:
        doubts.append(f"the periods differ in length by more than {100 * REGULAR:.0f} %")
    return Iterations(bounds, f"period of {periods[0]} calls", doubts)


def from_kernels(records):
    """One iteration: from the first launch of a kernel to the end of the last wait of the host for one."""
    bounds = []
    for record in records:
        launches, syncs = record.of(LAUNCH), record.of(SYNC)
        if not launches or not syncs:
            return None
        bounds.append([launches[0].begin, max(one.end for one in syncs)])
    return Iterations(bounds, "whole run: from the first kernel's launch to the last one's end", ["no iterations are marked, and no period was found"])


def whole_run(records):
    """One iteration: from the first communication call to the last."""
    bounds = []
    for record in records:
        calls = record.of(CALL)
        if len(calls) < 2:
            raise StallError(f"PE {record.pe} has no marks, no periodic calls and no kernels: mark the iterations (ark_stall_iteration(), "
                             "MPI_Pcontrol(1) or shmem_pcontrol(1))")
        bounds.append([calls[0].begin, calls[-1].end])
    return Iterations(bounds, "whole run: from the first communication call to the last", ["no iterations are marked, and no period was found"])


def find(records, warm_up=None):
    """The profiled iterations: without the first `warm_up`, or without a tenth, at least one of four or more."""
    for search in (from_marks, from_period, from_kernels, whole_run):
        found = search(records)
        if found is not None:
            break
    if warm_up is None:
        warm_up = max(1, found.count // 10) if found.count >= 4 else 0
    if warm_up >= found.count:
        raise StallError(f"--warm-up {warm_up}: the program has {found.count} iterations ({found.how}); accepted: 0 to {found.count - 1}")
    return found.without(warm_up)
