"""Reports of `ark_perf --format json`, read, compared and drawn: docs/ark_perf.md has the format.

    python -m ark_shmem.perf plot REPORT... -o FILE [--metric latency_us|mb_per_s|messages_per_s]
    python -m ark_shmem.perf compare OLD NEW [--threshold PERCENT]       exit status: 0; 1 if a row is worse; 2 for wrong input

In a notebook, ark.perf.plot(["old.json", "new.json"]) is a figure. Needs no PE: ark.init is not called.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import sys
from typing import Any, Iterable, NamedTuple

SCHEMA = "ark_perf/1"
METRICS = {"latency_us": ("us", "latency, us"), "mb_per_s": ("MB/s", "bandwidth, MB/s"), "messages_per_s": ("messages/s", "messages/s")}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _series(test: dict[str, Any]) -> str:
    """The test and its options, without those that change no figure. As name_of of perf/ark_perf/compare.cpp."""
    name = test["test"]
    for key, value in test["options"].items():
        number = None if isinstance(value, bool) else value
        if value in (None, False, "kernel", "thread", "single") or key in ("repeat", "check", "callers"):
            continue
        if number not in (0, 64 if key == "window" else 1):
            name += f" {key}={_text(value)}"
    return name


def load(path: str | os.PathLike) -> list[dict[str, Any]]:
    """The rows of a report, each with the keys of the document's row, and test, options, series, name, unit, median, min and max.

    name: the test, its options, operation and size, once in a report; series: without the size. For pandas: pandas.DataFrame(rows).
    Raises ValueError for a file that is missing, or that is not a report.
    """
    path = os.fspath(path)
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        if document["schema"] != SCHEMA:
            raise ValueError(f"'{path}': schema {_text(document['schema'])}; accepted: {SCHEMA}")
        rows = {}
        for test in document["tests"]:
            for row in test["rows"]:
                series = _series(test) + (f" {_text(row['op'])}" if "op" in row else "")
                name = series + (f" {_text(row['bytes'])} B" if "bytes" in row else "")
                if name in rows:
                    raise ValueError(f"'{path}' has two rows '{name}'; accepted: each once, measured again by --repeat")
                figures = {key: row["repeats"][key] + 0.0 for key in ("median", "min", "max")}
                rows[name] = {**row, "test": test["test"], "options": test["options"], "series": series, "name": name,
                              "unit": row["repeats"]["unit"], **figures}
    except OSError as problem:
        raise ValueError(f"'{path}' cannot be read: {problem.strerror}; accepted: a file that ark_perf --format json has written") from None
    except (KeyError, TypeError, AttributeError, UnicodeDecodeError, json.JSONDecodeError) as problem:
        raise ValueError(f"'{path}': {type(problem).__name__} {problem}; accepted: what ark_perf --format json has written") from None
    return list(rows.values())


class Comparison(NamedTuple):
    """text: a table. worse: names of the rows that are worse. status: 1 if there is one, else 0."""

    text: str
    worse: list[str]
    status: int


def _ratio(over: float, under: float) -> float:
    return over / under if under else math.inf * over


def compare(old: str | os.PathLike, new: str | os.PathLike, threshold: float = 10) -> Comparison:
    """What `ark_perf compare` finds: rows whose median is worse by more than `threshold` percent, and all of whose repeats are worse.

    Raises ValueError for a file that is no report, for reports without a common row, and for a threshold outside of 0 to 1000.
    """
    if isinstance(threshold, bool) or not isinstance(threshold, (int, float)) or not 0 <= threshold <= 1000:
        raise ValueError(f"compare: threshold is {threshold!r}: percent, a number from 0 to 1000")
    before, after = load(old), {row["name"]: row for row in load(new)}
    width = max([8, *(len(row["name"].encode()) for row in before)])
    lines, worse = [f"{'row':{width}}  {'old':>12}  {'new':>12}  {'worse by':>8}"], []
    for one in before:
        other = after.get(one["name"])
        if not other or other["unit"] != one["unit"]:
            continue
        if one["unit"] == "us":
            by, is_apart = _ratio(other["median"], one["median"]) - 1, other["min"] > one["max"]
        else:
            by, is_apart = _ratio(one["median"], other["median"]) - 1, other["max"] < one["min"]
        is_worse = by * 100 > threshold and is_apart
        worse += [one["name"]] if is_worse else []
        lines.append(f"{one['name']:{width}}  {one['median']:12.5g}  {other['median']:12.5g}  {by * 100:+7.1f}% {one['unit']}"
                     + ("  WORSE" if is_worse else ""))
    common = len(lines) - 1
    if common == 0:
        raise ValueError(f"the reports '{os.fspath(old)}' and '{os.fspath(new)}' have no row in common; accepted: two of the same tests")
    if len(before) + len(after) > 2 * common:
        lines.append(f"not compared: {len(before) - common} rows of the first report, {len(after) - common} of the second")
    lines.append(f"{len(worse)} of {common} rows are worse by more than {threshold:g} % and by all repeats")
    return Comparison("\n".join(lines) + "\n", worse, 1 if worse else 0)


def plot(paths: str | os.PathLike | Iterable[str | os.PathLike], output: str | os.PathLike | None = None, metric: str | None = None) -> Any:
    """A matplotlib Figure of reports: a line for each series, over the message size, with a band from the least to the most repeat.

    Rows without a size are dashed lines. metric: latency_us, mb_per_s or messages_per_s; None: a part for each of the first two that the
    reports have. output: a file to write, whose suffix is one that matplotlib knows. pyplot's state and the backend stay as they are.
    Raises ValueError for a file that is no report, and for a metric that is unknown or in no row, ImportError without matplotlib.
    """
    try:
        from matplotlib.figure import Figure  # pylint: disable=import-outside-toplevel
    except ImportError as problem:
        raise ImportError(f"ark_shmem.perf: plot needs matplotlib ({problem}): apt install python3-matplotlib, or pip install matplotlib") from problem
    if metric is not None and metric not in METRICS:
        raise ValueError(f"plot: metric is {metric!r}: {', '.join(METRICS)}, or None")
    files = [os.fspath(paths)] if isinstance(paths, (str, os.PathLike)) else [os.fspath(path) for path in paths]
    reports = {path: load(path) for path in files}
    rows = [row for report in reports.values() for row in report]
    drawn = [one for one in ([metric] if metric else ["latency_us", "mb_per_s"]) if any(one in row for row in rows)]
    if not drawn:
        has = [one for one in METRICS if any(one in row for row in rows)]
        raise ValueError(f"plot: metric is {metric!r}: one that the reports {files} have: {', '.join(has) or 'none'}")
    figure = Figure(figsize=(6.4 * len(drawn), 4.8), layout="constrained")
    for axes, key in zip(figure.subplots(1, len(drawn), squeeze=False)[0], drawn):
        for path, report in reports.items():
            lines = {}
            for row in report:
                if key in row:
                    lines.setdefault(row["series"], []).append(row)
            for series, points in lines.items():
                _draw_line(axes, key, points, f"{path}: {series}" if len(reports) > 1 else series)
        axes.set(xscale="log", yscale="log", xlabel="message size, bytes", ylabel=METRICS[key][1])
        axes.grid(True, alpha=0.3)
        axes.legend(fontsize="small")
    if output is not None:
        figure.savefig(os.fspath(output))
    return figure


def _draw_line(axes: Any, key: str, points: list[dict[str, Any]], label: str) -> None:
    sized = [row for row in points if "bytes" in row]
    if not sized:
        axes.axhline(points[0][key], linestyle="--", label=label, color=f"C{len(axes.lines) % 10}")
        return
    (line,) = axes.plot([row["bytes"] for row in sized], [row[key] for row in sized], marker=".", label=label)
    if all(row["unit"] == METRICS[key][0] for row in sized):
        axes.fill_between([row["bytes"] for row in sized], [row["min"] for row in sized], [row["max"] for row in sized], alpha=0.2,
                          color=line.get_color(), linewidth=0)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m ark_shmem.perf", description="Reports of ark_perf --format json.")
    commands = parser.add_subparsers(dest="command", required=True)
    draws = commands.add_parser("plot", help="latency and bandwidth over the message size")
    draws.add_argument("reports", nargs="+", metavar="REPORT")
    draws.add_argument("-o", "--output", required=True, metavar="FILE", help="by its suffix: png, svg, pdf")
    draws.add_argument("--metric", metavar="NAME", help=f"{', '.join(METRICS)}; by default the first two")
    compares = commands.add_parser("compare", help="exit status 0; 1 if a row is worse; 2 for wrong input")
    compares.add_argument("old", metavar="OLD")
    compares.add_argument("new", metavar="NEW")
    compares.add_argument("--threshold", type=float, default=10, metavar="PERCENT", help="that a median may be worse (default 10)")
    given = parser.parse_args(arguments)
    try:
        if given.command == "plot":
            plot(given.reports, given.output, given.metric)
            return 0
        found = compare(given.old, given.new, given.threshold)
        print(found.text, end="")
        return found.status
    except (ValueError, ImportError, OSError) as problem:
        print(f"ark_shmem.perf: {problem}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
