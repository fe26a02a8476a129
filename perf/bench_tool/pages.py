"""What a measurement leaves: tables, a section of a page of docs/performance, a CSV file in perf/results, a plot."""
import csv
import re
import sys
import textwrap

from .compact_svg import compact
from .machine import today
from .runs import ROOT

PAGES = ROOT / "docs/performance"  # a page for each command
SWEEP = "## Sweep"


def table(head, rows):
    return [f"| {' | '.join(head)} |", "|---" * len(head) + "|", *(f"| {' | '.join(map(str, row))} |" for row in rows), ""]


def sections(page):
    """The text before the first "## ", and title -> text of the sections, in their order."""
    head, *parts = re.split(r"(?m)^(?=## )", page)
    return head, {part.splitlines()[0]: part for part in parts}


def wrapped(line):
    """Lines of at most 100 columns, of a paragraph or of an item of a list; a row of a table and a picture are one line."""
    if line.startswith(("|", "!")):
        return [line]
    return textwrap.wrap(line, 100, subsequent_indent="  " * line.startswith("- "), break_long_words=False, break_on_hyphens=False) or [""]


def put_sections(name, texts, head=None):
    """Replaces the sections of a page that have these titles, up to their first "### ": what follows is written by people."""
    path = PAGES / f"{name}.md"
    old, parts = sections(path.read_text())
    for title, lines in texts.items():
        _, mark, remarks = parts.get(title, "").partition("\n### ")
        parts[title] = "\n".join([title, "", *(part for line in lines for part in wrapped(line))]).rstrip() + "\n" + (mark + remarks.rstrip() + "\n" if mark else "")
    path.write_text("\n\n".join(part.rstrip() for part in (head or old, *parts.values())) + "\n")


def write_csv(name, names, rows):
    with open(ROOT / f"perf/results/{today()}-{name}.csv", "w", newline="") as out:
        lines = csv.writer(out, lineterminator="\n")
        lines.writerow(names)
        for row in rows:
            lines.writerow([f"{value:.5g}" if isinstance(value, float) else value for value in row])


def publish(args, page, title, lines, names, rows, suffix=""):
    """Prints the text; unless --no-docs, writes it into the page's section and the rows into a CSV file."""
    print("\n".join([title, "", *lines]))
    if not args.no_docs:
        write_csv(page + suffix, names, rows)
        put_sections(page, {title: lines})


def add_plot_argument(parser, name):
    parser.add_argument("--plot", metavar="FILE", help=f"instead of docs/performance/{name}.svg")


def publish_plot(args, name, draw):
    """draw(matplotlib.pyplot) gives a figure. Without matplotlib a message: the measurement is not lost."""
    path = args.plot or (None if args.no_docs else str(PAGES / f"{name}.svg"))
    if not path:
        return
    try:
        import matplotlib  # pylint: disable=import-outside-toplevel
    except ImportError:
        print(f"bench: no plot: {sys.executable} cannot import matplotlib; Debian's python3-matplotlib is for /usr/bin/python3",
              file=sys.stderr)
        return
    matplotlib.use("Agg")
    # The same data give the same file, and text stays text, in one font.
    matplotlib.rcParams.update({"svg.hashsalt": "ark", "svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"]})
    from matplotlib import pyplot  # pylint: disable=import-outside-toplevel
    figure = draw(pyplot)
    figure.tight_layout()
    vector = path.endswith(".svg")
    figure.savefig(path, metadata={"Date": None, "Creator": None} if vector else {})
    if vector:
        with open(path, "r+", encoding="utf-8") as file:
            text = compact(file.read())
            file.seek(0)
            file.write(text)
            file.truncate()
