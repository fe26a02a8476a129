"""Jobs for real: rounds of mpirun on the hosts of a cluster, which end with a checkpoint."""
import contextlib
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import time

from . import PlaceError, hostfile
from .jobs import Speeds, fresh

WEIGHT = 0.5  # of a measured speed beside what was known before
PLACEHOLDERS = "{file} (the checkpoint), {seconds}, {report}, {steps}, {workers}"


def launcher(given):
    """mpirun of the source tree or the installation, which works as root; else the one in PATH."""
    here = pathlib.Path(__file__).resolve().parent
    for path in (given, here / "../../../scripts/mpirun", here / "../../../../bin/arkrun", shutil.which("mpirun")):
        if path and pathlib.Path(path).is_file():
            return str(pathlib.Path(path).resolve())
    raise PlaceError("no mpirun; accepted: --mpirun PROGRAM")


class Task:
    """One job of one round."""

    def __init__(self, runner, job, gang):
        self.job, self.gang, self.runner = job, gang, runner
        own = runner.folder / str(job.number)
        own.mkdir(parents=True, exist_ok=True)
        self.report, self.log = own / "report", own / "log"
        self.report.unlink(missing_ok=True)
        hosts = own / "hosts"
        hosts.write_text(hostfile.text(runner.cluster, gang), encoding="utf-8")
        values = {"file": own / "checkpoint", "seconds": f"{runner.round_s:g}", "report": self.report, "steps": int(job.steps),
                  "workers": job.workers}
        try:
            words = [word.format(**values) for word in shlex.split(job.command)]
        except (KeyError, IndexError, ValueError) as problem:
            raise PlaceError(f"job {job.name}: command '{job.command}': {problem}; accepted: {PLACEHOLDERS}") from None
        self.command = [runner.mpirun, "-n", str(job.workers), "--hostfile", str(hosts), "--bind-to", "none", *words]
        (own / "tmp").mkdir(exist_ok=True)  # two launchers in one folder may collide
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                                            env={**os.environ, "OMPI_MCA_orte_tmpdir_base": str(own / "tmp")})

    def end(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def result(self):
        """(steps so far, seconds) by the program's report."""
        if self.process.returncode:
            text = self.log.read_text(encoding="utf-8", errors="replace")[-1000:].rstrip()
            raise PlaceError(f"job {self.job.name} ended with status {self.process.returncode}: {shlex.join(self.command)}\n{text}")
        try:
            steps, seconds = self.report.read_text(encoding="utf-8").split()
            return int(steps), float(seconds)
        except (OSError, ValueError) as problem:
            raise PlaceError(f"job {self.job.name}: {self.report}: {problem}; accepted: a line with the steps so far and the seconds of the run"
                             ) from None


class Runner:
    def __init__(self, cluster, jobs, policy, folder, round_s, patience_s=60.0, mpirun=None):
        self.cluster, self.policy, self.round_s, self.patience_s = cluster, policy, round_s, patience_s
        self.folder, self.mpirun = pathlib.Path(folder).resolve(), launcher(mpirun)
        self.jobs = fresh(jobs)
        self.rounds, self.moves, self.measured = 0, 0, []  # measured: (job, types, steps per second, seconds beside the steps)
        for job in self.jobs:
            if not job.command:
                raise PlaceError(f"job {job.name}: no command; accepted: a program with {PLACEHOLDERS}")
            shutil.rmtree(self.folder / str(job.number), ignore_errors=True)

    def run(self):
        """Until all jobs have finished. The times are those of the clock."""
        begin = time.monotonic()
        waiting, active = sorted(self.jobs, key=lambda job: (job.arrival, job.number)), []
        while waiting or active:
            now = time.monotonic() - begin
            if not active and waiting[0].arrival > now:
                time.sleep(waiting[0].arrival - now)
                now = waiting[0].arrival
            while waiting and waiting[0].arrival <= now:
                active.append(waiting.pop(0))
            self.one_round(begin, now, active)
            active = [job for job in active if job.finish is None]
        return self.jobs

    def one_round(self, begin, now, active):
        placed = self.policy.place(now, active, self.cluster)
        if not placed:
            raise PlaceError(f"no job fits: {', '.join(job.name for job in active)}; accepted: jobs with as many workers as a type has devices")
        tasks = []
        try:
            for job in active:
                if job.number in placed:
                    tasks.append(Task(self, job, placed[job.number][0]))
            self.wait(tasks, begin)
        finally:
            for task in tasks:
                if task.process.poll() is None:
                    task.end()
        took = time.monotonic() - begin - now
        for job in active:
            gangs = placed.get(job.number, ())
            self.moves += job.started and bool(gangs) and gangs != job.gangs
            job.gangs, job.started = gangs, job.started or bool(gangs)
            job.service += job.workers * took if gangs else 0.0
            job.waited += 0.0 if gangs else took
        self.policy.finished([job for job in active if job.finish is not None], now + took)
        self.rounds += 1

    def wait(self, tasks, begin):
        deadline = time.monotonic() + self.round_s + self.patience_s
        open_tasks = list(tasks)
        while open_tasks:
            for task in [task for task in open_tasks if task.process.poll() is not None]:
                open_tasks.remove(task)
                self.note(task, time.monotonic() - begin)
            if open_tasks and time.monotonic() > deadline:
                task = open_tasks[0]
                raise PlaceError(f"job {task.job.name} has not ended {self.patience_s:g} s after its {self.round_s:g} s: {shlex.join(task.command)}; "
                                 "accepted: a program that ends by itself after {seconds} (--patience)")
            time.sleep(0.01)

    def note(self, task, now):
        """What a job has reached; its speed becomes what the policy knows."""
        steps, seconds = task.result()
        job, kinds = task.job, {self.cluster.type_of[node] for node, _ in task.gang}
        if steps <= job.done and steps < job.steps:
            raise PlaceError(f"job {job.name}: {steps} steps after {seconds:g} s, as before; accepted: progress in a round of {self.round_s:g} s")
        speed = (steps - job.done) / seconds if seconds > 0 else 0.0
        job.done = steps
        if steps >= job.steps:
            job.finish = now
        self.measured.append((job.name, "+".join(sorted(kinds)), speed))
        if len(kinds) == 1 and speed > 0:
            own, (kind,) = job.speeds[job.workers], kinds
            old = own.together if len(task.gang) == 1 else own.spread
            new = {**old, kind: WEIGHT * speed + (1 - WEIGHT) * old.get(kind, speed)}
            job.speeds = {**job.speeds, job.workers: Speeds(new, own.spread) if len(task.gang) == 1 else Speeds(own.together, new)}
            job.by_type = None
