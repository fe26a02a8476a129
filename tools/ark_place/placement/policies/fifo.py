"""FIFO by capacity, as YARN's capacity scheduler: in the order of arrival, to the end, on whichever type has most free devices."""
from ..cluster import Free
from . import Policy


def on_most_free(free, job):
    """A gang on the type with the most free devices of those that the job runs on; None if it fits nowhere."""
    for kind in sorted(free.cluster.types, key=lambda kind: -free.of_type[kind]):
        gang = free.gang(kind, job.workers) if job.runnable(kind) and free.total >= job.workers else None
        if gang and job.speed(free.cluster, gang) > 0:
            return gang
    return None


class Fifo(Policy):
    def place(self, now, jobs, cluster):
        free, placed = Free(cluster), {}
        for job in jobs:
            if job.gangs:
                free.take(job.gangs[0])
                placed[job.number] = job.gangs
        for job in jobs:  # in the order of their arrival
            if not job.gangs:
                gang = on_most_free(free, job)
                if not gang:
                    break
                free.take(gang)
                placed[job.number] = (gang,)
        return placed
