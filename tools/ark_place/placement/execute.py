"""Jobs for real: rounds of mpirun on the hosts of a cluster, which end with a checkpoint. Copies of a job begin with the same checkpoint; theirs
become one at the end of the round.
"""
import contextlib
import math
import os
import pathlib
import shlex
import shutil
import signal
import subprocess
import time

from . import PlaceError, hostfile
from .jobs import Speeds, fresh

MORE = 1.1  # of a copy's part of the steps
WEIGHT = 0.5  # of a measured speed beside what was known before
PLACEHOLDERS = "{file} (the checkpoint), {seconds}, {report}, {steps}, {workers}, {copy}"
MERGE_PLACEHOLDERS = "{file} (the checkpoint before, and after), {copies} (those of the copies)"


def launcher(given):
    """mpirun of the source tree or the installation, which works as root; else the one in PATH."""
    here = pathlib.Path(__file__).resolve().parent
    for name in (given,) if given is not None else (here / "../../../scripts/mpirun", here / "../../../../bin/arkrun", "mpirun"):
        path = shutil.which(name)
        if path:
            return str(pathlib.Path(path).resolve())
    raise PlaceError("no mpirun; accepted: --mpirun PROGRAM" if given is None else
                     f"--mpirun '{given}': no such program; accepted: a path, or a name in PATH, of a launcher with mpirun's -n and --hostfile")


def words_of(job, name, text, values, accepted):
    """The words of the job's command or merge. A word that stands for a list, as {copies}, becomes its items."""
    try:
        parts = [values[word[1:-1]] if isinstance(values.get(word[1:-1]), list) else [word.format(**values)] for word in shlex.split(text)]
    except (KeyError, IndexError, ValueError) as problem:
        raise PlaceError(f"job {job.name}: {name} '{text}': {problem}; accepted: {accepted}") from None
    return [str(word) for part in parts for word in part]


class Task:
    """One copy of a job in one round; number: of the copy, None where there is one only. goal: steps at which the program ends."""

    def __init__(self, runner, job, gang, number, goal):
        self.job, self.gang, self.steps = job, gang, 0
        own, suffix = runner.own(job), "" if number is None else f".{number}"
        own.mkdir(parents=True, exist_ok=True)
        self.file, self.report, self.log = (own / (name + suffix) for name in ("checkpoint", "report", "log"))
        self.report.unlink(missing_ok=True)
        if number is not None:
            self.file.unlink(missing_ok=True)
            if (own / "checkpoint").is_file():
                shutil.copyfile(own / "checkpoint", self.file)
        hosts, temporary, workers = own / ("hosts" + suffix), own / ("tmp" + suffix), sum(count for _, count in gang)
        hosts.write_text(hostfile.text(runner.cluster, gang), encoding="utf-8")
        values = {"file": self.file, "seconds": f"{runner.round_s:g}", "report": self.report, "steps": goal, "workers": workers, "copy": number or 0}
        self.command = [runner.mpirun, "-n", str(workers), "--hostfile", str(hosts), "--bind-to", "none",
                        *words_of(job, "command", job.command, values, PLACEHOLDERS)]
        temporary.mkdir(exist_ok=True)  # two launchers in one folder may collide
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
                                            env={**os.environ, "OMPI_MCA_orte_tmpdir_base": str(temporary)})

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
            shutil.rmtree(self.own(job), ignore_errors=True)

    def own(self, job):
        return self.folder / str(job.number)

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
                gangs = placed.get(job.number, ())
                for number, (gang, goal) in enumerate(zip(gangs, self.goals(job, gangs))):
                    tasks.append(Task(self, job, gang, number if len(gangs) > 1 else None, goal))
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
            job.service += took * sum(count for gang in gangs for _, count in gang)
            job.waited += 0.0 if gangs else took
        self.policy.finished([job for job in active if job.finish is not None], now + took)
        self.rounds += 1

    def goals(self, job, gangs):
        """Where the copies end: each makes a part of what is left by its speed, so that they have it together. A little more, because a copy
        that is slower than known would leave a whole round for a few steps.
        """
        speeds = [job.speed(self.cluster, gang) for gang in gangs]
        more = 1 if len(gangs) == 1 else MORE
        return [math.ceil(round(job.done + min(job.left, more * job.left * speed / sum(speeds)), 6)) for speed in speeds]

    def wait(self, tasks, begin):
        deadline = time.monotonic() + self.round_s + self.patience_s
        open_tasks = list(tasks)
        while open_tasks:
            for task in [task for task in open_tasks if task.process.poll() is not None]:
                open_tasks.remove(task)
                self.note(task)
                if all(other.job is not task.job for other in open_tasks):
                    self.end_of_job(task.job, [one for one in tasks if one.job is task.job], begin)
            if open_tasks and time.monotonic() > deadline:
                task = open_tasks[0]
                raise PlaceError(f"job {task.job.name} has not ended {self.patience_s:g} s after its {self.round_s:g} s: {shlex.join(task.command)}; "
                                 "accepted: a program that ends by itself after {seconds} (--patience)")
            time.sleep(0.01)

    def note(self, task):
        """What a copy has reached; its speed becomes what the policy knows."""
        steps, seconds = task.result()
        job, kinds, workers = task.job, {self.cluster.type_of[node] for node, _ in task.gang}, sum(count for _, count in task.gang)
        if steps <= job.done and steps < job.steps:
            raise PlaceError(f"job {job.name}: {steps} steps after {seconds:g} s, as before; accepted: progress in a round of {self.round_s:g} s")
        speed = (steps - job.done) / seconds if seconds > 0 else 0.0
        task.steps = steps - job.done
        self.measured.append((job.name, "+".join(sorted(kinds)), speed))
        if len(kinds) == 1 and speed > 0:
            own, (kind,) = job.speeds[workers], kinds
            old = own.together if len(task.gang) == 1 else own.spread
            new = {**old, kind: WEIGHT * speed + (1 - WEIGHT) * old.get(kind, speed)}
            job.speeds = {**job.speeds, workers: Speeds(new, own.spread) if len(task.gang) == 1 else Speeds(own.together, new)}
            job.by_type = None

    def end_of_job(self, job, copies, begin):
        """All copies of the round have ended: one checkpoint, with the steps of all."""
        if len(copies) > 1:
            self.merge(job, copies)
        job.done += sum(task.steps for task in copies)
        if job.done >= job.steps:
            job.finish = time.monotonic() - begin

    def merge(self, job, copies):
        words = words_of(job, "merge", job.merge, {"file": self.own(job) / "checkpoint", "copies": [task.file for task in copies]}, MERGE_PLACEHOLDERS)
        try:
            done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=self.patience_s)
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise PlaceError(f"job {job.name}: merge: {problem}; accepted: a program that ends within {self.patience_s:g} s (--patience)") from None
        if done.returncode:
            raise PlaceError(f"job {job.name}: merge ended with status {done.returncode}: {shlex.join(words)}\n{(done.stdout + done.stderr)[-1000:]}")
