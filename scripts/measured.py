"""What the scripts that measure share: runs of ark_perf, sizes, the machine and its load, files of results, sections of pages, plots."""
import argparse
import csv
import datetime
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOO_LONG_S = 3000
PAGES = ROOT / "docs/performance"  # a page for each subject
SWEEP = "## Sweep"  # the section of such a page that its script writes

# Without these Open MPI 4.1.4's OpenSHMEM ends with a segmentation fault where the only network is tcp.
UCX_MPI = ["--mca", "pml", "ucx", "--mca", "osc", "ucx", "--mca", "opal_common_ucx_tls", "any",
           "--mca", "opal_common_ucx_devices", "any"]
OSHRUN = ["oshrun", "--allow-run-as-root", "--oversubscribe", *UCX_MPI]


def sweep_arguments(description, sweep, beds, repeat, extra=()):
    """The arguments of a script that sweeps over beds. extra: pairs of an option's name and what argparse takes for it."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=repeat)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--bed", choices=list(beds), action="append", help="only this one")
    parser.add_argument("--plot", type=pathlib.Path, metavar="FILE", help=f"instead of docs/performance/{sweep}.svg")
    parser.add_argument("--no-docs", action="store_true", help="print the table only")
    for name, options in extra:
        parser.add_argument(name, **options)
    args = parser.parse_args()
    if args.repeat < 1:
        sys.exit(f"{sweep}-table: --repeat is 1 or more")
    args.load = os.getloadavg()
    return args


def find_ark_perf(script, build):
    found = [path for path in sorted(build.resolve().glob("perf/**/ark_perf")) if path.is_file()]
    if not found:
        sys.exit(f"{script}: no ark_perf in {build}; build it first (--help has the commands), or name the folder with --build")
    return str(found[0])


def two_hosts(link):
    """What runs one PE on each of two hosts that have a core each, as real hosts have cores of their own."""
    return [str(ROOT / "scripts/multihost"), "2", "--shape", link, "--cores", "1", "--", str(ROOT / "scripts/mpirun"), "-n", "2", "--bind-to", "none"]


def ark_perf_rows(script, command, environment):
    """The rows of the first test of a run of ark_perf, which may have more in front, as multihost."""
    command = [*command, "--format", "json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                          timeout=TOO_LONG_S, env={**os.environ, "ARK_CHECK": "0", **environment})
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        sys.exit(f"{script}: '{' '.join(command)}' ended with {done.returncode}: {last}")
    return json.loads(done.stdout[done.stdout.index("{"):])["tests"][0]["rows"]


def cpu_name():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def conditions(load):
    """load: os.getloadavg() before the measurement."""
    return (f"on {datetime.date.today().isoformat()}; {cpu_name()}, {len(os.sched_getaffinity(0))} cores; load before and after "
            f"{load[0]:.1f} and {os.getloadavg()[0]:.1f}. Figures of the CPU executor, not of a GPU.")


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
    """Replaces the section with this title, or adds it at the end."""
    head, parts = sections(path.read_text())
    parts[title] = text.rstrip() + "\n\n"
    path.write_text(head.rstrip() + "\n\n" + "".join(parts.values()).rstrip() + "\n")


def publish(sweep, args, text, names, rows, plot):
    """The results of a sweep: printed, and unless --no-docs into its file, page and plot.

    rows: lists of values, as many as names. plot(plots, path): draws them with matplotlib.pyplot.
    """
    print(text)
    if not args.no_docs:
        with open(ROOT / f"perf/results/{datetime.date.today().isoformat()}-{sweep}.csv", "w", newline="") as out:
            lines = csv.writer(out, lineterminator="\n")
            lines.writerow(names)
            for row in rows:
                lines.writerow([f"{value:.5g}" if isinstance(value, float) else value for value in row])
        put_section(PAGES / f"{sweep}.md", SWEEP, text)
    image = args.plot or (None if args.no_docs else PAGES / f"{sweep}.svg")
    if image and (plots := pyplot(f"{sweep}-table")):
        plot(plots, image)


def pyplot(script):
    """None without matplotlib, after a message: a measurement is not lost because its plot cannot be drawn."""
    try:
        import matplotlib  # pylint: disable=import-outside-toplevel
    except ImportError:
        print(f"{script}: no plot: {sys.executable} cannot import matplotlib; Debian's python3-matplotlib is for /usr/bin/python3",
              file=sys.stderr)
        return None
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "ark", "svg.fonttype": "none"})  # the same data give the same file, and text stays text
    from matplotlib import pyplot as plots  # pylint: disable=import-outside-toplevel
    return plots


def save_plot(figure, path):
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None} if path.suffix == ".svg" else {})
    if path.suffix == ".svg":  # a tenth of a point is enough, and a third less text
        path.write_text(re.sub(r"(?<=\d\.\d)\d+(?=[\s\",)L])", "", path.read_text()))
