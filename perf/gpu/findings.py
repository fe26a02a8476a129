"""What a step of perf/gpu/check has found, in short: verdicts of a probe, cases of GoogleTest, figures of ark_perf; and the figures
that decide, beside their goals."""
import collections
import json
import re

# unit "share": of the largest figure of the step; us: at most `bound`; MB/s: at least.
Goal = collections.namedtuple("Goal", "what step bytes unit bound")
GOALS = [
    *(Goal(f"8 KiB, {callers.replace('-', ' ')}, engine blocks: {blocks}{', 200 KiB each' * bool(shared)}: share of the engine's peak there",
           f"perf-put_bw-{callers}-engine-{blocks}{shared}", 8192, "share", 0.95)
      for blocks in (4, 16) for shared in ("", "-200k") for callers in ("4-blocks", "64-threads")),
    Goal("put_signal of 8 B, queued by a thread", "perf-put_signal_latency-thread-queued", 8, "us", 2.2),
    Goal("put_signal of 4 KiB, queued by a thread", "perf-put_signal_latency-thread-queued", 4096, "us", 2.5),
    Goal("8 MiB by one engine block with 200 KiB", "perf-put_bw-engine-1-200k", 8 << 20, "MB/s", 75e3),
    Goal("32 KiB by the stores of one block", "perf-put_bw-block-sizes", 32 << 10, "MB/s", 45e3),
]

ATTENTION = {"failed", "hung", "timed_out", "inconclusive", "repeated", "differs"}


def read_records(path):
    """The records of a file of JSON Lines: a probe may die within one."""
    for line in path.read_text(errors="replace").splitlines():
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            continue


def finding(kind, state, output, report, log):
    """What a step has found: why it did not end well, figures in short, whether all its cases failed alike, another state."""
    if state == "skipped":
        text = log.read_text(errors="replace") + output.read_text(errors="replace")
        return {"why": (re.findall(r"no GPU.*|skipped: .*|: Skipped\n.*|left out: .*", text) or text.splitlines()[-1:] or [""])[0]}
    try:
        return {"probe": of_probe, "perf": of_document}.get(kind, of_tests)(state, output if kind != "perf" else report, log, report)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:  # a program that died has written half of it
        return {"why": f"its output: {error}", **({"state": "failed"} if state == "ok" else {})}


def of_probe(_, output, log, __):
    results = [one for one in read_records(output) if one.get("record") == "result"]
    counts = collections.Counter(f"{one['name']} {one['verdict']}" for one in results if one["name"] != "setup")
    looks = [f"{one['name']} {one['verdict']} {one.get('note', '')}" for one in results if one["verdict"] in ATTENTION]
    last = log.read_text(errors="replace").strip().rpartition("\n")[2]
    return {"found": ", ".join(f"{count} {what}" for what, count in counts.items()),
            **({"why": "; ".join(filter(None, [last, *looks[:3]]))} if last or looks else {})}


def of_tests(state, output, _, report):
    """The cases that failed; that in which a program ended, if it wrote no report; what compute-sanitizer counts."""
    text = output.read_text(errors="replace")
    whys = re.findall(r"ERROR SUMMARY: .*", text) if state != "ok" else []
    if not report.is_file():
        whys += [f"in {case}" for case in re.findall(r"\[ RUN      \] (\S+)", text)[-1:] if state != "ok"]
        return {"found": f"{text.count('[       OK ]')} cases passed", **({"why": ", ".join(whys)} if whys else {})}
    suites = json.loads(report.read_text())["testsuites"]
    cases = [(f"{suite['name']}.{case['name']}", case) for suite in suites for case in suite["testsuite"]]
    ran = [case for _, case in cases if case.get("result") == "COMPLETED"]
    failed = [name for name, case in cases if "failures" in case]
    alike = {re.sub(r"\d+", "#", case["failures"][0]["failure"].partition("\n")[2]) for case in ran if "failures" in case}
    whys += failed
    return {"found": f"{len(ran) - len(failed)} of {len(cases)} cases passed", **({"why": ", ".join(whys)} if whys else {}),
            **({"all_alike": True} if len(failed) == len(ran) > 1 and len(alike) == 1 else {})}


def of_document(state, report, log, _):
    """Of ark_perf and its peers. A library may have written before the document; one that failed has its rows until then."""
    text = report.read_text(errors="replace")
    if state != "ok" and "{" not in text:
        return {"why": log.read_text(errors="replace").strip().rpartition("\n")[2]}
    document = json.JSONDecoder().raw_decode(text, re.search(r"^\{", text, re.MULTILINE).start())[0]
    found = [f"{one['engine']}: {document['saturation']['share']:.0%} of {one['peak_mb_per_s']:.4g} MB/s from {one['bytes']} B on"
             for one in document.get("saturation", {}).get("engines", [])]
    for table in document["tests"]:
        how = [table["test"], table.get("options", {}).get("engine"), table.get("options", {}).get("scope")]
        found += [f"{' '.join(filter(None, how))}: {', '.join(map(text_of_row, table['rows']))}"] if table["rows"] else []
    wrong = sum(row.get("errors") or 0 for table in document["tests"] for row in table["rows"])
    failure = document.get("failure", {})
    why = f"{failure.get('test')}: {failure.get('error')}" if not document.get("complete", True) else f"{wrong} errors" if wrong else ""
    bad = {"why": " ".join(why.split()), "state": "failed" if state == "ok" else state} if why else {}
    return {"found": "; ".join(found), **bad}


def text_of_row(row):
    def number(value):
        return "?" if value is None else f"{value:.4g}"
    what = row.get("op") or f"{row.get('bytes')} B"
    return f"{what} {number(row['latency_us'])} us" if "latency_us" in row else f"{what} {number(row['mb_per_s'])} MB/s"


def bound_of(goal):
    if goal.unit == "share":
        return f">= {goal.bound:.0%}"
    return f"{'<=' if goal.unit == 'us' else '>='} {goal.bound:.6g} {goal.unit}"


def judge(goal, found):
    """(the figure in words, whether the goal is reached), of what the goal's step has found; None if that lacks the size."""
    figures = {int(size): float(value) for size, value in re.findall(r"(\d+) B ([\d.e+]+) (?:us|MB/s)", found)}
    if goal.bytes not in figures:
        return None
    figure, most = figures[goal.bytes], max(figures.values())
    if goal.unit == "share":
        return f"{figure / most:.0%} of {most:.4g} MB/s", figure / most >= goal.bound
    return f"{figure:.4g} {goal.unit}", figure <= goal.bound if goal.unit == "us" else figure >= goal.bound


def goals_of(found):
    """Lines for the goals of the steps in `found`, {name: what it has found}."""
    for goal in GOALS:
        if judged := judge(goal, found.get(goal.step, "")):
            yield f"{goal.what}: {judged[0]}, goal {bound_of(goal)}: {'reached' if judged[1] else 'NOT reached'}"
