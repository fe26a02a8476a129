"""What the scripts that write docs/measurements.md share: sizes, the machine's name, the sections of the page."""
import pathlib
import platform
import re
import sys

# Sections of the page that scripts/measure does not write, in their order.
COLLECTIVES = "## Collectives on one host"
BETWEEN_HOSTS = "## Between hosts"


def cpu_name():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


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
