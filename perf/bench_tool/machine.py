"""The machine of a measurement: its name, its software, and how much of it others used meanwhile."""
import contextlib
import datetime
import os
import pathlib
import platform
import re
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import time


def cores():
    return len(os.sched_getaffinity(0))


def cpu_name():
    """With family and model, because a virtual machine may name the maker only."""
    fields = dict(re.findall(r"(?m)^(model name|cpu family|model)\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text()))
    numbers = f" (family {fields['cpu family']}, model {fields['model']})" if {"cpu family", "model"} <= fields.keys() else ""
    return fields.get("model name", platform.machine()) + numbers


def today():
    return datetime.date.today().isoformat()


def called_as():
    """The command that measures, with the priority that it has been given, the date and the machine."""
    nice = os.getpriority(os.PRIO_PROCESS, 0)
    priority = f"nice -n {nice} " if nice else ""
    if os.sched_getscheduler(0) == os.SCHED_RR:
        priority = f"chrt -r {os.sched_getparam(0).sched_priority} "
    return f"`{priority}perf/bench {shlex.join(sys.argv[1:])}` on {today()}; {cpu_name()}, {cores()} cores"


def version(command, pattern):
    if shutil.which(command[0]) is None:
        return "none"
    found = re.search(pattern, subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout)
    return found[1] if found else "unknown"


def open_mpi():
    return "Open MPI " + version(["mpirun", "--version"], r"([0-9]+\.[0-9]+\.[0-9]+)")


def load():
    return os.getloadavg()[0]


def busy_seconds():
    """Processor seconds of all processes of the machine but this one and its children, without interrupts."""
    user, nice, system = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:4]
    own = sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)))
    return (int(user) + int(nice) + int(system)) / os.sysconf("SC_CLK_TCK") - own


class OtherLoad:
    """The share of the machine that other processes had during each run."""

    def __init__(self):
        self.shares = []

    @contextlib.contextmanager
    def watched(self):
        begin, busy = time.monotonic(), busy_seconds()
        yield
        self.shares.append(max(0.0, (busy_seconds() - busy) / ((time.monotonic() - begin) * os.cpu_count())))

    def __str__(self):
        return (f"Others used {statistics.median(self.shares or [0]):.0%} of the machine (median of the runs; at most "
                f"{max(self.shares, default=0):.0%}).")
