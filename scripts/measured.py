"""What the scripts that write docs/measurements.md share: sizes, the machine and its load, the sections of the page."""
import os
import pathlib
import platform
import re
import resource
import shutil
import subprocess
import sys

# Sections of the page that scripts/measure does not write, in their order.
COLLECTIVES = "## Collectives on one host"
COLLECTIVES_BETWEEN_HOSTS = "## Collectives between hosts"
PROGRAMS = "## OpenSHMEM programs"
ARK_TABLE = "## ARK's own table"
OVERLAP = "## Overlap"
BETWEEN_HOSTS = "## Between hosts"
OTHER_SECTIONS = (COLLECTIVES, COLLECTIVES_BETWEEN_HOSTS, PROGRAMS, ARK_TABLE, OVERLAP, BETWEEN_HOSTS)

# Without these Open MPI 4.1.4's OpenSHMEM ends with a segmentation fault where the only network is tcp.
UCX_MPI = ["--mca", "pml", "ucx", "--mca", "osc", "ucx", "--mca", "opal_common_ucx_tls", "any",
           "--mca", "opal_common_ucx_devices", "any"]
OSHRUN = ["oshrun", "--allow-run-as-root", "--oversubscribe", *UCX_MPI]


def cpu_name():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def cpu_seconds():
    """Seconds that all processes of the machine have run, without interrupts."""
    user, nice, system = pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:4]
    return (int(user) + int(nice) + int(system)) / os.sysconf("SC_CLK_TCK")


def own_seconds():
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF)))


def first_match(command, pattern):
    if shutil.which(command[0]) is None:
        return "none"
    found = re.search(pattern, subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    return found.group(1) if found else "unknown"


def open_mpi():
    return "Open MPI " + first_match(["mpirun", "--version"], r"([0-9]+\.[0-9]+\.[0-9]+)")


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def parse_size(text, script):
    found = re.fullmatch(r"([1-9][0-9]*)([km]?)", text)
    if not found:
        sys.exit(f"{script}: --sizes: '{text}' is no size; a number of bytes, with k or m")
    return int(found[1]) << {"": 0, "k": 10, "m": 20}[found[2]]


def size_name(size):
    for shift, unit in ((20, "MiB"), (10, "KiB")):
        if size >> shift and size % (1 << shift) == 0:
            return f"{size >> shift} {unit}"
    return f"{size} B"


def sections(page):
    """The text before the first "## ", and title -> text of the sections, in their order."""
    parts = re.split(r"(?m)^(?=## )", page)
    return parts[0], {part.splitlines()[0]: part for part in parts[1:]}


def put_section(path, title, text):
    """Replaces the section of OTHER_SECTIONS, or puts it in its place."""
    head, parts = sections(path.read_text())
    parts[title] = text.rstrip() + "\n\n"
    others = "".join(parts.pop(other, "") for other in OTHER_SECTIONS)
    path.write_text(head + "".join(parts.values()) + others.rstrip() + "\n")
