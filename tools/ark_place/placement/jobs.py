"""Jobs and their speeds."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Speeds:
    """Steps per second of a job by type: of all its workers on one node, and spread over nodes. 0: it does not run there."""
    together: dict
    spread: dict

    def of(self, cluster, gang):
        """Synchronous steps: the slowest type of the gang decides."""
        table = self.together if len(gang) == 1 else self.spread
        return min(table.get(cluster.type_of[node], 0.0) for node, _ in gang)


@dataclasses.dataclass
class Job:
    """A job of a trace. `speeds`: by number of workers; that of `workers` always, fewer where copies of the job may have fewer."""
    number: int
    name: str
    arrival: float
    steps: float
    workers: int
    speeds: dict
    done: float = 0.0
    service: float = 0.0  # device seconds
    gangs: tuple = ()  # one of `workers`, or of a job in copies several
    started: bool = False
    waited: float = 0.0
    finish: float = None
    by_type: tuple = None  # see fastest
    command: str = ""
    merge: str = ""  # makes one checkpoint of those of the copies

    @property
    def forks(self):
        """Whether it may run in copies: a program only with a command that merges them."""
        return not self.command or bool(self.merge)

    @property
    def left(self):
        return self.steps - self.done

    def speed(self, cluster, gang):
        workers = sum(count for _, count in gang)
        return self.speeds[workers].of(cluster, gang) if workers in self.speeds else 0.0

    def fastest(self, kinds):
        """Steps per second on each type, on one node or, where it runs only so, spread."""
        if self.by_type is None:
            own = self.speeds[self.workers]
            self.by_type = tuple(max(own.together.get(kind, 0.0), own.spread.get(kind, 0.0)) for kind in kinds)
        return self.by_type

    def runnable(self, kind):
        own = self.speeds[self.workers]
        return own.together.get(kind, 0.0) > 0 or own.spread.get(kind, 0.0) > 0


def fresh(jobs):
    """Copies of jobs that have not run: a simulation changes them."""
    return [Job(job.number, job.name, job.arrival, job.steps, job.workers, job.speeds, command=job.command, merge=job.merge) for job in jobs]
