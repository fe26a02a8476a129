"""Gavel (OSDI'20): the least attained service policy as a linear program, and the mechanism that turns shares into rounds.

max min_j W_j sum_r T_jr x_jr / T_j(equal share),  x >= 0,  sum_r x_jr <= 1,  sum_j W_j x_jr <= devices of r

x_jr is the share of time of job j on type r. The mechanism gives a round to the jobs with the largest x over the time they had.
It orders the types by their place in the cluster, and gives what is left to any job: so does Gavel's scheduler.
"""
import numpy
from scipy import optimize, sparse

from .. import PlaceError
from ..cluster import Free
from . import Policy

TIE = 1e-4  # weight of the mean beside the minimum: of the shares with the best minimum those that waste nothing


def shares(speeds, workers, capacity):
    """x of the linear program: speeds[j][r] steps per second, workers[j], capacity[r] devices."""
    speeds, workers, capacity = (numpy.asarray(one, dtype=float) for one in (speeds, workers, capacity))
    jobs, types = speeds.shape
    equal = speeds @ (capacity / capacity.sum())
    gain = speeds / equal[:, None] * workers[:, None]
    cells = jobs * types
    cost = numpy.append(-TIE / cells * gain.ravel() / gain.max(), -1.0)
    each = numpy.repeat(numpy.arange(jobs), types)
    minimum = sparse.coo_matrix((numpy.append(-gain.ravel(), numpy.ones(jobs)), (numpy.append(each, numpy.arange(jobs)), numpy.append(
        numpy.arange(cells), numpy.full(jobs, cells)))), (jobs, cells + 1))
    whole = sparse.coo_matrix((numpy.ones(cells), (each, numpy.arange(cells))), (jobs, cells + 1))
    fits = sparse.coo_matrix((numpy.repeat(workers, types), (numpy.tile(numpy.arange(types), jobs), numpy.arange(cells))), (types, cells + 1))
    answer = optimize.linprog(cost, sparse.vstack([minimum, whole, fits]).tocsr(),
                              numpy.concatenate([numpy.zeros(jobs), numpy.ones(jobs), capacity]), bounds=(0, None), method="highs")
    if answer.x is None:
        raise PlaceError(f"Gavel's linear program of {jobs} jobs and {types} types: {answer.message}")
    return answer.x[:cells].reshape(jobs, types).clip(0.0, 1.0)


class Gavel(Policy):
    def __init__(self, round_s=360.0, reset_s=1920.0, aware=True):
        self.half_round_s = round_s / 2
        self.reset_s = reset_s  # least time between two solutions, as in Gavel's scheduler
        self.aware = aware  # of the types; if not, all speeds are taken as equal
        self.share, self.deficit, self.had, self.total = {}, {}, {}, {}
        self.solved_at = self.known = self.begun = None
        self.running = {}

    def speeds(self, job, cluster):
        """By type; Gavel assumes that gangs are on one node."""
        own = job.speeds[job.workers]
        return [own.together.get(kind, 0.0) or own.spread.get(kind, 0.0) for kind in cluster.types]

    def account(self, now, jobs, cluster):
        """What the round that ends gave to its jobs."""
        for number, (kind, seconds) in self.running.items():
            took = min(now - self.begun, seconds)
            self.total[kind] += took
            if number in self.had:
                self.had[number][kind] += took
        for job in jobs:
            if job.number not in self.had:
                self.had[job.number] = dict.fromkeys(cluster.types, self.half_round_s)
        self.begun = now

    def solve(self, now, jobs, cluster):
        known = {job.number for job in jobs}
        if known == self.known or (self.solved_at and now - self.solved_at < self.reset_s):
            return
        passed = now - (self.solved_at or 0.0)
        for job in jobs:
            old, deficit = self.share.get(job.number), self.deficit.setdefault(job.number, dict.fromkeys(cluster.types, 0.0))
            for number, kind in enumerate(cluster.types):
                deficit[kind] += (old[number] * passed if old is not None else 0.0) - (self.had[job.number][kind] - self.half_round_s)
            self.had[job.number] = dict.fromkeys(cluster.types, self.half_round_s)
        self.total = dict.fromkeys(cluster.types, self.half_round_s * len(jobs))
        table = [self.speeds(job, cluster) for job in jobs]
        if not self.aware:
            table = [[float(speed > 0) for speed in row] for row in table]
        found = shares(table, [job.workers for job in jobs], [cluster.capacity[kind] for kind in cluster.types])
        self.share = {job.number: found[i] for i, job in enumerate(jobs)}
        self.known, self.solved_at = known, now

    def order(self, jobs, cluster):
        """(type, job) in the order in which they get a round: type by type, the largest share over time had first."""
        for number, kind in enumerate(cluster.types):
            rows = []
            for job in jobs:
                if job.number in self.share:
                    share = self.share[job.number][number]
                    rows.append((share * self.total[kind] / self.had[job.number][kind], self.deficit[job.number][kind], share, job))
            yield from ((kind, row[3]) for row in sorted(rows, key=lambda row: row[:3], reverse=True))

    def place(self, now, jobs, cluster):
        self.account(now, jobs, cluster)
        self.solve(now, jobs, cluster)
        room, chosen = dict(cluster.capacity), {}
        for kind, job in self.order(jobs, cluster):
            if job.number not in chosen and job.workers <= room[kind] and self.speeds(job, cluster)[cluster.types.index(kind)] > 0:
                chosen[job.number] = kind
                room[kind] -= job.workers
        placed = self.on_nodes([job for job in jobs if job.number in chosen], chosen, cluster)
        self.running = {job.number: (chosen[job.number], job.left / job.speed(cluster, placed[job.number][0]))
                        for job in jobs if job.number in placed}
        return placed

    @staticmethod
    def on_nodes(jobs, chosen, cluster):
        """Large gangs first; of equal ones first those that can stay on their devices."""
        free, placed = Free(cluster), {}
        for size in sorted({job.workers for job in jobs}, reverse=True):
            for stays in (True, False):
                for job in (job for job in jobs if job.workers == size and job.number not in placed):
                    kind = chosen[job.number]
                    if stays:
                        gang = job.gangs[0] if job.gangs and cluster.type_of[job.gangs[0][0][0]] == kind and free.fits(job.gangs[0]) else None
                    else:
                        gang = free.gang(kind, size)
                    if gang and job.speed(cluster, gang) > 0:
                        free.take(gang)
                        placed[job.number] = (gang,)
        return placed

    def finished(self, jobs, now):
        for job in jobs:
            for table in (self.had, self.share, self.deficit, self.running):
                table.pop(job.number, None)
