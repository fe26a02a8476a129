"""Rounds: a policy places the jobs, they run until the round ends, jobs that moved lose the time of a restart."""
import dataclasses
import math
import time

from . import PlaceError
from .jobs import fresh


@dataclasses.dataclass
class Settings:
    round_s: float = 360.0
    restart_s: float = 10.0  # of a job that continues on other devices, or after a pause
    merge_s: float = 0.0  # of a round in which several copies of a job run: their parameters become one
    fixed: bool = False  # rounds have their full length from time 0, as in the integer program
    launch_s: float = 0.0  # of every job at the begin of every round, within round_s
    rounds: int = 1_000_000


@dataclasses.dataclass
class Outcome:
    jobs: list
    cluster: object
    busy: dict  # type -> device seconds
    begin: float
    end: float
    decisions: list  # seconds of each decision of the policy
    restarts: int
    active_s: list  # of job i: the integral over its life of the number of jobs in the system


def simulate(cluster, jobs, policy, settings=Settings()):
    """Runs the trace to its end. policy.place(now, jobs, cluster) gives {job number: gangs}; the other jobs pause.

    A round ends after round_s, or when its last job has finished. An idle cluster begins a round when a job arrives.
    """
    jobs = fresh(jobs)
    waiting = sorted(jobs, key=lambda job: (job.arrival, job.number))[::-1]
    state = Outcome(jobs, cluster, dict.fromkeys(cluster.types, 0.0), waiting[-1].arrival if waiting else 0.0, 0.0, [], 0, [0.0] * len(jobs))
    now, active = state.begin, []
    for _ in range(settings.rounds):
        if not active:
            if not waiting:
                break
            now = max(now, waiting[-1].arrival)
            if settings.fixed:
                now = math.ceil(now / settings.round_s) * settings.round_s
        while waiting and waiting[-1].arrival <= now:
            active.append(waiting.pop())
        begun = time.perf_counter()
        placed = policy.place(now, active, cluster)
        state.decisions.append(time.perf_counter() - begun)
        check(cluster, active, placed)
        now = run_round(state, now, active, placed, settings)
        policy.finished([job for job in active if job.finish is not None], now)
        active = [job for job in active if job.finish is None]
    else:
        raise PlaceError(f"{len(active) + len(waiting)} of {len(jobs)} jobs have not finished after {settings.rounds} rounds")
    state.end = max((job.finish for job in jobs), default=0.0)
    return state


def check(cluster, active, placed):
    """Nothing is placed twice, and no gang is divided: a policy that does it is wrong, not its input."""
    used = [0] * len(cluster.nodes)
    for gangs in placed.values():
        for gang in gangs:
            for node, count in gang:
                used[node] += count
    assert all(count <= node.devices for count, node in zip(used, cluster.nodes)), "a policy placed more than the cluster has"
    by_number = {job.number: job for job in active}
    for number, gangs in placed.items():
        assert all(by_number[number].speed(cluster, gang) > 0 for gang in gangs), f"job {number} cannot run where it is placed: {gangs}"


def run_round(state, now, active, placed, settings):
    """Progress until the end of the round, which it returns."""
    running, longest = [], 0.0
    for job in active:
        gangs = placed.get(job.number, ())
        if not gangs:
            if job.gangs:
                job.gangs = ()
            continue
        moved = job.started and gangs != job.gangs
        state.restarts += moved
        job.gangs, job.started = gangs, True
        lost = settings.launch_s + (settings.restart_s if moved else 0.0) + (settings.merge_s if len(gangs) > 1 else 0.0)
        speed = sum(job.speed(state.cluster, gang) for gang in gangs)
        took = min(settings.round_s, lost + job.left / speed)
        running.append((job, lost, speed, took))
        longest = max(longest, took)
    if settings.fixed or not running:
        longest = settings.round_s
    count = len(active)
    for job in active:
        state.active_s[job.number] += count * longest
        if not job.gangs:
            job.waited += longest
    for job, lost, speed, took in running:
        finished = lost + job.left / speed <= settings.round_s
        job.done = job.steps if finished else job.done + speed * max(0.0, settings.round_s - lost)
        for gang in job.gangs:
            for node, devices in gang:
                job.service += devices * took
                state.busy[state.cluster.type_of[node]] += devices * took
        if finished:
            job.finish = now + took
    return now + longest
