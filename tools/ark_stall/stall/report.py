"""The report: text, JSON, and a stacked bar of each step."""
import importlib.util
import statistics
import sys

from . import StallError
from .stalls import MEANS, PART_NAMES, advice
from .steps import STEPS


SPLIT_FROM = 1.0  # per cent: the parts of a smaller stall are noise


def milliseconds(seconds):
    return f"{1e3 * seconds:.4g} ms"


def spread(values, form):
    low, high = min(values), max(values)
    return form(statistics.median(values)) + (f" ({form(low)} to {form(high)})" if len(values) > 1 else "")


def document(args, runs, found, times, more):
    """Everything that the text says, for programs. Schema 1."""
    steps = {step: {
        "pes": len(of[0].records), "iterations": of[0].iterations.count, "found": of[0].iterations.how,
        "doubts": sorted({one for run in of for one in run.iterations.doubts}),
        "seconds": times[step], "hosts": sorted({one.host for one in of[0].records}),
        "split": [{"outside": run.split.outside, "unscheduled": run.split.not_scheduled, "peer": run.split.peer,
                   "transfer": run.split.transfer, "blame": run.split.blame, "phases": run.split.phases} for run in of],
        "queue_share": [run.queue_share for run in of],
        "clock_error_seconds": max(one.clock_error for run in of for one in run.records),
        "dropped_events": sum(one.dropped for run in of for one in run.records),
        "run_delay_known": all(one.has_run_delay for run in of for one in run.records),
    } for step, of in runs.items()}
    stalls = {one.kind: {"percent": one.percent, "min": min(one.percents), "max": max(one.percents), "seconds": one.seconds,
                         "parts": one.parts, "blame": one.blame} for one in found}
    return {"schema": 1, "program": args.program, "pes": args.pes, "scaling": args.scaling, "repeat": args.repeat, "steps": steps,
            "stalls": stalls, "advice": advice(found), **more}


def text(doc):
    lines = ["time of an iteration"]
    for step, one in doc["steps"].items():
        lines.append(f"  {step:6} {STEPS[step]:46} {spread(one['seconds'], milliseconds)}")
        lines += [f"         phase {name}: {milliseconds(seconds)}" for name, seconds in one["split"][0]["phases"].items()]
    lines.append("stalls")
    for kind, one in doc["stalls"].items():
        lines.append(f"  {kind:13}{one['percent']:6.1f} % ({one['min']:.1f} to {one['max']:.1f}) {MEANS[kind]}: "
                     f"{milliseconds(one['seconds'])} of an iteration")
        parts = ", ".join(f"{PART_NAMES[name]} {100 * share:.0f} %" for name, share in one["parts"].items() if share >= 0.005)
        lines += [f"               {parts}"] if parts and one["percent"] >= SPLIT_FROM else []
    if not doc["stalls"]:
        lines.append("  none: a stall is the difference of two steps")
    lines += ["advice", f"  {doc['advice']}"]
    for title in ("what_if", "cost"):
        lines += [title.replace("_", "-"), *(f"  {line}" for line in doc.get(title, {}).get("lines", []))] if title in doc else []
    return "\n".join(lines + notes(doc)) + "\n"


def notes(doc):
    lines = []
    for step, one in doc["steps"].items():
        lines.append(f"  {step}: {one['iterations']}, {one['found']}")
        lines += [f"  {step}: not sure: {doubt}" for doubt in one["doubts"]]
        if one["dropped_events"]:
            lines.append(f"  {step}: not sure: {one['dropped_events']} events did not fit and are missing")
        if len(one["hosts"]) > 1:
            lines.append(f"  {step}: clocks of {len(one['hosts'])} hosts aligned to {1e6 * one['clock_error_seconds']:.1f} us")
        if not one["run_delay_known"]:
            lines.append(f"  {step}: the kernel has no /proc/<pid>/schedstat: 'host not scheduled' is contained in 'issue'")
    counts = {one["iterations"] for one in doc["steps"].values()}
    if len(counts) > 1:
        lines.append(f"  not sure: the steps have {sorted(counts)} iterations; the program must do the same in each")
    return ["iterations", *lines]


# Of the bar of a step: a class of time each, with its colour (of a palette that the colour-blind distinguish).
BARS = {"outside": ("computing and calls", "#0072b2"), "unscheduled": ("host not scheduled", "#999999"),
        "peer": ("peer not ready", "#e69f00"), "queue": ("queue", "#cc79a7"), "wire": ("wire", "#d55e00")}


def bars(doc):
    """[(step, {class: seconds})]"""
    out = []
    for step, one in doc["steps"].items():
        middle = sorted(range(len(one["seconds"])), key=lambda i: one["seconds"][i])[len(one["seconds"]) // 2]
        parts, queued = one["split"][middle], one["queue_share"][middle] or 0.0
        scale = one["seconds"][middle] / ((parts["outside"] + parts["unscheduled"] + parts["peer"] + parts["transfer"]) or 1)
        out.append((step, {"outside": parts["outside"] * scale, "unscheduled": parts["unscheduled"] * scale, "peer": parts["peer"] * scale,
                           "queue": parts["transfer"] * queued * scale, "wire": parts["transfer"] * (1 - queued) * scale}))
    return out


def check_plot(path):
    """Before the runs: what the plot needs."""
    if importlib.util.find_spec("matplotlib") is None:
        raise StallError(f"--plot {path}: {sys.executable} cannot import matplotlib (Debian: python3-matplotlib, for /usr/bin/python3)")


def plot(doc, path):
    import matplotlib  # pylint: disable=import-outside-toplevel
    matplotlib.use("Agg")
    # The same report gives the same file, and text stays text.
    matplotlib.rcParams.update({"svg.hashsalt": "ark", "svg.fonttype": "none", "font.sans-serif": ["DejaVu Sans"]})
    from matplotlib import pyplot  # pylint: disable=import-outside-toplevel
    figure, axes = pyplot.subplots(figsize=(8, 1.5 + 0.4 * len(doc["steps"])), layout="constrained")
    steps = [step for step, _ in bars(doc)]
    begin = [0.0] * len(steps)
    for name, (label, colour) in BARS.items():
        values = [1e3 * parts[name] for _, parts in bars(doc)]
        axes.barh(steps, values, left=begin, color=colour, label=label)
        begin = [a + b for a, b in zip(begin, values)]
    axes.invert_yaxis()
    shares = ", ".join(f"{kind} {one['percent']:.0f} %" for kind, one in doc["stalls"].items())
    axes.set_title(f"stalls: {shares or 'none'}", fontsize="medium")
    axes.set_xlabel("ms of an iteration")
    axes.legend(fontsize="small")
    figure.savefig(path, dpi=120, metadata={"Date": None, "Creator": None} if path.endswith(".svg") else {})
