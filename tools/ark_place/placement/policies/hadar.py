"""Hadar (IPDPS'24): placement by prices, and HadarE, which adds copies of jobs.

Each round solves sum_j U_j(finish_j - arrival_j) -> max for the jobs in the system by its dual: a device of type r costs per second

    p_r = Umin_r (Umax_r / Umin_r)^(used share of r)

where U_r are the largest utility of a device second on r, and a quarter of the least. The dual subroutine finds the gang of a job with the largest
payoff, utility at the estimated finish less the price of its devices until then, among its present devices, one node and few nodes of each
type, and mixtures of its fastest types, which run at the speed of the slowest. A job with a payoff above 0 is admitted. Devices that
nobody would pay for are given away in the same order, for their utility alone: an idle device is of no use to anyone.
"""
import math

import numpy

from .. import PlaceError
from ..cluster import Free
from . import Policy

HOUR = 3600.0
FLOOR = 0.25  # of the least utility: the price of a free device, below what any job would pay
# Of the time d from arrival to finish, with the job's time alone on its best devices; both do not increase with d.
UTILITIES = {"jct": lambda d, alone: HOUR / d, "fairness": lambda d, alone: alone / d}


class Prices:
    """Of one round. bids: utility of a device second at best and at worst by job and type, 0 where the job does not run."""

    def __init__(self, cluster, best, worst):
        self.cluster, self.range = cluster, {}
        for number, kind in enumerate(cluster.types):
            runs = best[:, number] > 0
            if runs.any():
                self.range[kind] = (FLOOR * float(worst[runs, number].min()), float(best[runs, number].max()))

    def of(self, kind, free):
        least, most = self.range.get(kind, (0.0, 0.0))
        return least * (most / least) ** (1.0 - free.of_type[kind] / self.cluster.capacity[kind]) if most else 0.0

    def alpha(self):
        """The competitive ratio is twice this."""
        return max([1.0, *(math.log(most / least) for least, most in self.range.values())])


class State:
    """A choice for the jobs so far."""

    def __init__(self, free, prices, value=0.0, placed=()):
        self.free, self.prices, self.value, self.placed = free, prices, value, dict(placed)
        self.price = {kind: prices.of(kind, free) for kind in free.cluster.types}

    def clone(self):
        return State(self.free.clone(), self.prices, self.value, self.placed)

    def take(self, job, gang, payoff):
        self.free.take(gang)
        self.placed[job.number] = (gang,)
        self.value += payoff
        for kind in {self.free.cluster.type_of[node] for node, _ in gang}:
            self.price[kind] = self.prices.of(kind, self.free)


class Hadar(Policy):
    def __init__(self, restart_s=10.0, utility="jct", states=1):
        if utility not in UTILITIES:
            raise PlaceError(f"utility {utility}: accepted: {', '.join(UTILITIES)}")
        self.restart_s, self.states = restart_s, states  # states: choices that the subroutine keeps; 1: the best payoff of each job in turn
        self.utility_of = UTILITIES[utility]
        self.prices, self.worth = None, {}  # of the round; worth: utility of a device second by job and type

    def utility(self, job, now, seconds, cluster):
        return self.utility_of(max(now + seconds - job.arrival, 1.0), job.steps / max(job.fastest(cluster.types)))

    def seconds(self, job, gang, cluster):
        """Until its finish if it keeps this gang."""
        speed = job.speed(cluster, gang)
        if speed <= 0:
            return math.inf
        return job.left / speed + (self.restart_s if job.started and (gang,) != job.gangs else 0.0)

    @staticmethod
    def gangs(job, free):
        """What the subroutine considers."""
        speeds = job.fastest(free.cluster.types)
        kinds = [kind for speed, kind in sorted(zip(speeds, free.cluster.types), key=lambda one: -one[0]) if speed > 0]
        if len(job.gangs) == 1 and free.fits(job.gangs[0]) and sum(count for _, count in job.gangs[0]) == job.workers:
            yield job.gangs[0]
        for kind in kinds:
            gang = free.gang(kind, job.workers)
            if gang:
                yield gang
        room = 0
        for several, kind in enumerate(kinds, 1):
            if room < job.workers <= room + free.of_type[kind] and several > 1:
                yield free.spread(kinds[:several], job.workers)
            room += free.of_type[kind]

    def best_gang(self, job, now, state, charged=True):
        """(payoff, gang), the gang None where none fits."""
        best, cluster = (-math.inf, None), state.free.cluster
        if state.free.total < job.workers:
            return best
        for gang in self.gangs(job, state.free):
            seconds = self.seconds(job, gang, cluster)
            if seconds < math.inf:
                cost = sum(state.price[cluster.type_of[node]] * count for node, count in gang) * seconds if charged else 0.0
                payoff = self.utility(job, now, seconds, cluster) - cost
                if payoff > best[0]:
                    best = (payoff, gang)
        return best

    def may_pay(self, job, state):
        """Without it no gang of one type has a payoff above 0."""
        free = state.free.of_type
        return any(worth > state.price[kind] and free[kind] for kind, worth in zip(state.free.cluster.types, self.worth[job.number]))

    def subroutine(self, now, jobs, cluster, prices):
        """The states after all jobs, the best first: each job takes its best gang, or is left out."""
        states = [State(Free(cluster), prices)]
        for job in jobs:
            after = []
            for state in states:
                payoff, gang = self.best_gang(job, now, state) if self.may_pay(job, state) else (0.0, None)
                if gang is not None and payoff > 0.0:
                    if self.states > 1:
                        after.append(state)
                        state = state.clone()
                    state.take(job, gang, payoff)
                after.append(state)
            states = sorted(after, key=lambda state: -state.value)[:self.states]
        return states

    def ordered(self, now, jobs, cluster):
        """By the utility of a device second on the best devices, the largest first. Sets the prices of the round."""
        speeds = numpy.array([job.fastest(cluster.types) for job in jobs])
        left, waited, workers, steps = (numpy.array(one)[:, None] for one in (
            [job.left for job in jobs], [now - job.arrival for job in jobs], [job.workers for job in jobs], [job.steps for job in jobs]))
        alone = steps / speeds.max(axis=1, keepdims=True)

        def value(seconds):
            return self.utility_of(numpy.maximum(waited + seconds, 1.0), alone) / (workers * seconds)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            at_best = value(left / speeds.max(axis=1, keepdims=True))
            own = numpy.where(speeds > 0, value(left / speeds), 0.0)
        self.worth = {job.number: tuple(row) for job, row in zip(jobs, own.tolist())}
        self.prices = Prices(cluster, numpy.where(speeds > 0, at_best, 0.0), numpy.minimum(own, at_best))
        return [jobs[i] for i in numpy.argsort(-at_best[:, 0], kind="stable")]

    def place(self, now, jobs, cluster):
        order = self.ordered(now, jobs, cluster)
        state = self.subroutine(now, order, cluster, self.prices)[0]
        for job in order:
            if not state.free.total:
                break
            if job.number not in state.placed:
                utility, gang = self.best_gang(job, now, state, charged=False)
                if gang:
                    state.take(job, gang, utility)
        return self.with_copies(now, order, state)

    def with_copies(self, now, order, state):
        del now, order
        return state.placed


class HadarE(Hadar):
    """What Hadar leaves free goes to copies of jobs: one on a node, of as many workers as fit. The speeds of the copies add up."""

    def with_copies(self, now, order, state):
        free, placed = state.free, {number: list(gangs) for number, gangs in state.placed.items()}
        order = [job for job in order if job.forks]
        for job in order:  # those that run already stay
            for gang in job.gangs:
                if gang not in placed.get(job.number, ()) and free.fits(gang) and not self.shares_node(placed.get(job.number, ()), gang):
                    free.take(gang)
                    placed.setdefault(job.number, []).append(gang)
        cluster = free.cluster
        speeds = {job.number: sum(job.speed(cluster, gang) for gang in placed.get(job.number, ())) for job in order}
        for node in [number for number, count in enumerate(free.of_node) if count]:
            while free.of_node[node]:
                best = max((self.gain(now, job, node, free, placed, speeds) for job in order), key=lambda one: one[0], default=(0.0,))
                if best[0] <= 0.0:
                    break
                _, job, gang = best
                free.take(gang)
                placed.setdefault(job.number, []).append(gang)
                speeds[job.number] += job.speed(cluster, gang)
        return {number: tuple(gangs) for number, gangs in placed.items()}

    @staticmethod
    def shares_node(gangs, gang):
        nodes = {node for one in gangs for node, _ in one}
        return any(node in nodes for node, _ in gang)

    def gain(self, now, job, node, free, placed, speeds):
        """(utility that a copy on the node adds, job, gang of the copy)"""
        sizes = [size for size in job.speeds if size <= free.of_node[node]]
        gang = ((node, max(sizes)),) if sizes else None
        if not gang or self.shares_node(placed.get(job.number, ()), gang):
            return (0.0, job, None)
        added, before = job.speed(free.cluster, gang), speeds[job.number]
        if added <= 0:
            return (0.0, job, None)
        after = self.utility(job, now, job.left / (before + added), free.cluster)
        return (after - (self.utility(job, now, job.left / before, free.cluster) if before else 0.0), job, gang)
