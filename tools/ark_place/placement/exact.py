"""The best schedule of a small instance: an integer program over rounds, solved by HiGHS, and what bounds Hadar's."""
import numpy
from scipy import optimize, sparse

from . import PlaceError


def options(job, cluster):
    """(speed, {type: devices}) of a job: all on one type, or its fastest types together. Nodes do not matter here."""
    speeds = sorted(zip(job.fastest(cluster.types), cluster.types), reverse=True)
    speeds = [(speed, kind) for speed, kind in speeds if speed > 0]
    out = [(speed, {kind: job.workers}) for speed, kind in speeds if cluster.capacity[kind] >= job.workers]
    for several in range(2, len(speeds) + 1):
        used, left = {}, job.workers
        for _, kind in speeds[:several]:
            used[kind] = min(left, cluster.capacity[kind])
            left -= used[kind]
        if not left and all(used.values()):
            out.append((speeds[several - 1][0], used))
    return out


def best_utility(jobs, cluster, utility, round_s, rounds):
    """max sum_j U_j(end of its last round - arrival) over all schedules of so many rounds, without restarts. utility(job, seconds)"""
    choices = [options(job, cluster) for job in jobs]
    cells = [(j, o, t) for j, job in enumerate(jobs) for o in range(len(choices[j])) for t in range(rounds) if t * round_s >= job.arrival]
    ends = [(j, t) for j, job in enumerate(jobs) for t in range(rounds) if t * round_s >= job.arrival]
    x, z = {cell: i for i, cell in enumerate(cells)}, {end: len(cells) + i for i, end in enumerate(ends)}
    rows, low, high = [], [], []

    def add(row, least, most):
        rows.append(row)
        low.append(least)
        high.append(most)
    for j, job in enumerate(jobs):
        add({z[j, t]: 1.0 for t in range(rounds) if (j, t) in z}, 0.0, 1.0)
        for t in range(rounds):
            if (j, t) not in z:
                continue
            add({x[j, o, t]: 1.0 for o in range(len(choices[j]))}, 0.0, 1.0)
            # Done by the end of t if it has finished by then.
            row = {x[j, o, s]: speed * round_s / job.steps for o, (speed, _) in enumerate(choices[j]) for s in range(t + 1) if (j, o, s) in x}
            row.update({z[j, s]: -1.0 for s in range(t + 1) if (j, s) in z})
            add(row, 0.0, numpy.inf)
    for t in range(rounds):
        for kind in cluster.types:
            row = {x[j, o, t]: float(used.get(kind, 0)) for j in range(len(jobs)) for o, (_, used) in enumerate(choices[j]) if (j, o, t) in x}
            add(row, 0.0, float(cluster.capacity[kind]))
    matrix = sparse.lil_matrix((len(rows), len(x) + len(z)))
    for i, row in enumerate(rows):
        for column, value in row.items():
            matrix[i, column] = value
    gain = numpy.zeros(len(x) + len(z))
    for (j, t), column in z.items():
        gain[column] = utility(jobs[j], (t + 1) * round_s - jobs[j].arrival)
    answer = optimize.milp(-gain, constraints=optimize.LinearConstraint(matrix.tocsr(), low, high), integrality=numpy.ones(len(gain)),
                           bounds=optimize.Bounds(0, 1), options={"mip_rel_gap": 1e-6, "time_limit": 60})
    if answer.x is None or answer.status != 0:
        raise PlaceError(f"integer program of {len(jobs)} jobs and {rounds} rounds: {answer.message}")
    return -answer.fun


def of_schedule(outcome, utility, round_s):
    """The same sum for a simulated schedule: a job ends with its round."""
    return sum(utility(job, numpy.ceil(job.finish / round_s - 1e-9) * round_s - job.arrival) for job in outcome.jobs)
