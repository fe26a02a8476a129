"""Runs of programs: where they are, how they start, how long they may take, and what a failure says."""
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MPIRUN = [str(ROOT / "scripts/mpirun")]
MULTIHOST = str(ROOT / "scripts/multihost")
# Without these Open MPI 4.1.4's OpenSHMEM ends with a segmentation fault where the only network is tcp.
UCX_MPI = ["--mca", "pml", "ucx", "--mca", "osc", "ucx", "--mca", "opal_common_ucx_tls", "any",
           "--mca", "opal_common_ucx_devices", "any"]
OSHRUN = ["oshrun", "--allow-run-as-root", "--oversubscribe", *UCX_MPI]
SKIPPED = 77  # exit status of a program, and of this one, that cannot run on this machine


class Failed(Exception):
    """A program is missing or did not end well; the message names it, `errors` is what it wrote."""

    def __init__(self, text, errors=""):
        super().__init__(text)
        self.errors = errors


class Skipped(Failed):
    """A program that cannot run on this machine."""


def programs_in(build, *needed):
    """Name -> path of the programs in a build's perf/; Failed where one of `needed` is missing."""
    found = {path.name: str(path) for path in sorted(build.resolve().glob("perf/**/*")) if path.is_file() and os.access(path, os.X_OK)}
    for name in needed:
        if name not in found:
            raise Failed(f"no {name} in {build}; build it first: cmake --preset release && cmake --build build/release --target {name}, "
                         "or name the build folder with --build")
    return found


def found_tool(name, package):
    if path := shutil.which(name):
        return path
    print(f"bench: left out: no {name}; Debian: apt install {package}", file=sys.stderr)
    return None


def between_hosts(hosts, command, *options):
    """The command on the first of so many hosts; an mpirun in it spreads over them."""
    return [MULTIHOST, str(hosts), *options, "--", *command]


def two_hosts(link):
    """What runs one PE on each of two hosts that have a core each, as real hosts have cores of their own."""
    return between_hosts(2, [*MPIRUN, "-n", "2", "--bind-to", "none"], "--shape", link, "--cores", "1")


def started(command, errors=subprocess.PIPE, **environment):
    """A process with a session of its own: `end` ends all of it."""
    return subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True,
                            start_new_session=True, env={**os.environ, **environment})


def end(process):
    """Ends a process and its children, which get five seconds to clean up."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(5)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass


def run(command, seconds=300, errors=subprocess.PIPE, **environment):
    """(output, errors) of a command that ends well within so many seconds; else Failed with the first line of its errors."""
    shown = " ".join(map(str, command))
    with started(command, errors, **environment) as process:
        try:
            output, said = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"'{shown}' did not end within {seconds} s") from None
        finally:
            if process.returncode is None:
                end(process)
    why = ((said or "").strip().splitlines() or ["no message"])[0]
    if process.returncode == SKIPPED:
        raise Skipped(why)
    if process.returncode:
        raise Failed(f"'{shown}' ended with {process.returncode}: {why}", said)
    return output, said


def document(command, seconds=300, **environment):
    """What ark_perf or Google Benchmark writes as JSON; multihost may have written before it."""
    output, _ = run(command, seconds, **environment)
    return json.loads(output[output.index("{"):])


def figures(command, column="latency_us", seconds=300, **environment):
    """{bytes: figure} of the CSV that a command writes: ark_perf's with a head, or the peers' lines of bytes, figure, unit."""
    lines = run(command, seconds, **environment)[0].splitlines()
    names = None if lines[:1] and lines[0].startswith("test,") else ["bytes", column, "unit"]
    return {int(row["bytes"]): float(row[column]) for row in csv.DictReader(lines, names)}
