"""What a simulation says about a policy."""
import numpy

HOUR = 3600.0


def isolated_s(job, cluster, active):
    """Seconds of a job with 1/n of every type for itself, n the mean number of jobs in the system during its life."""
    capacity = [cluster.capacity[kind] for kind in cluster.types]
    speed = sum(count * one for count, one in zip(capacity, job.fastest(cluster.types))) / cluster.devices
    return job.steps / speed * max(1.0, active * job.workers / cluster.devices)


def of(outcome):
    """Times in hours, decisions in milliseconds; utilization of the devices until the last job's end."""
    jobs, cluster = outcome.jobs, outcome.cluster
    times = numpy.array([job.finish - job.arrival for job in jobs])
    fairness = numpy.array([time / isolated_s(job, cluster, outcome.active_s[job.number] / time) for job, time in zip(jobs, times)])
    span = outcome.end - outcome.begin
    return {
        "jobs": len(jobs), "jct_h": times.mean() / HOUR, "jct_p99_h": float(numpy.percentile(times, 99)) / HOUR,
        "queueing_h": sum(job.waited for job in jobs) / len(jobs) / HOUR, "fairness": fairness.mean(), "fairness_max": fairness.max(),
        "utilization": sum(outcome.busy.values()) / (cluster.devices * span), "total_h": span / HOUR, "restarts": outcome.restarts,
        "rounds": len(outcome.decisions), "decision_ms": 1e3 * float(numpy.mean(outcome.decisions)), "decision_max_ms": 1e3 * max(outcome.decisions)}


NAMES = {"jct_h": "JCT h", "jct_p99_h": "99 % h", "queueing_h": "queueing h", "fairness": "finish-time fairness", "utilization": "utilization",
         "total_h": "total h", "restarts": "restarts", "decision_ms": "decision ms", "decision_max_ms": "at most ms"}


def text(rows):
    """{policy: metrics} as a table."""
    head = ["policy", *NAMES.values()]
    lines = [[name, *(str(one[key]) if key == "restarts" else f"{one[key]:.4g}" for key in NAMES)] for name, one in rows.items()]
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
    return "\n".join("  ".join(cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(line, widths)))
                     for line in [head, *lines])
