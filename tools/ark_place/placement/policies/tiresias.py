"""Tiresias: two queues by attained service (devices times seconds), the order of arrival within a queue, preemptive."""
from ..cluster import Free
from . import Policy
from .fifo import on_most_free


class Tiresias(Policy):
    def __init__(self, threshold_s=3600.0):
        self.threshold_s = threshold_s  # device seconds, after which a job is in the second queue

    def place(self, now, jobs, cluster):
        free, placed = Free(cluster), {}
        chosen, room = [], cluster.devices
        for job in sorted(jobs, key=lambda job: (job.service >= self.threshold_s, job.arrival, job.number)):
            if job.workers <= room:
                chosen.append(job)
                room -= job.workers
        for stays in (True, False):  # those that stay keep their devices
            for job in chosen:
                if bool(job.gangs) == stays:
                    gang = job.gangs[0] if stays else on_most_free(free, job)
                    if gang:
                        free.take(gang)
                        placed[job.number] = (gang,)
        return placed
