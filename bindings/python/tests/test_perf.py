"""ark.perf: reports of ark_perf read, compared by the rule of `ark_perf compare`, and drawn. PROGRAM_ARK_PERF: the program, or empty."""
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

import ark_shmem as ark

ARK_PERF = os.environ.get("PROGRAM_ARK_PERF")
needs_ark_perf = pytest.mark.skipif(not ARK_PERF, reason="this build has no ark_perf")
DEFAULTS = {"from": "kernel", "scope": "thread", "blocks": 1, "window": 64, "one_launch": False, "fused": None, "callers": 7}


def row(test="put_latency", unit="us", median=1.0, least=None, most=None, bytes=8, op=None, **options):  # pylint: disable=redefined-builtin
    values = {} if bytes is None else {"bytes": bytes}
    figure = {"us": "latency_us", "MB/s": "mb_per_s"}.get(unit, "messages_per_s")
    values.update({figure: median, "repeats": {"unit": unit, "median": median, "min": least or median, "max": most or median}})
    return {"test": test, "options": {**DEFAULTS, **options}, "rows": [{**({"op": op} if op else {}), **values}]}


@pytest.fixture
def report(tmp_path):
    def write(name, *tests, **keys):
        path = tmp_path / name
        path.write_text(json.dumps({"schema": "ark_perf/1", "tests": tests, **keys}))
        return str(path)
    return write


# (old, new, threshold, rows that are worse)
PAIRS = [
    ([row()], [row()], 10, 0),
    ([row(median=1, least=0.9, most=1.1)], [row(median=1.2, least=1.15, most=1.3)], 10, 1),
    ([row(median=1)], [row(median=1.09)], 10, 0),
    ([row(median=1)], [row(median=1.3)], 40, 0),
    ([row(median=1, most=1.5)], [row(median=1.4, least=1.2)], 10, 0),  # repeats overlap
    ([row(median=1)], [row(median=0.1)], 10, 0),  # one-sided
    ([row("put_bw", "MB/s", 100)], [row("put_bw", "MB/s", 80)], 10, 1),
    ([row("put_bw", "MB/s", 100)], [row("put_bw", "MB/s", 900)], 10, 0),
    ([row("put_bw", "MB/s", 100)], [row("put_bw", "MB/s", 0)], 10, 1),
    ([row("put_mr", "messages/s", 1e6)], [row("put_mr", "messages/s", 8e5)], 10, 1),
    ([row("atomic_rate", "million_ops/s", 3, op="add")], [row("atomic_rate", "million_ops/s", 2, op="add")], 10, 1),
    ([row(), row(scope="block", window=1), row(bytes=64)], [row(scope="block", window=1, median=2), row()], 10, 1),
    ([row(one_launch=True, blocks=2, fused={"rows": 1, "element": "half"})], [row(one_launch=True, blocks=2, fused={"rows": 1, "element": "half"})], 0, 0),
    ([row("barrier", bytes=None)], [row("barrier", bytes=None, callers=1, check=True)], 10, 0),
]


@needs_ark_perf
@pytest.mark.parametrize("old, new, threshold, worse", PAIRS)
def test_compare_is_that_of_ark_perf(report, old, new, threshold, worse):
    files = report("old", *old), report("new", *new)
    program = subprocess.run([ARK_PERF, "compare", *files, "--threshold", str(threshold)], capture_output=True, text=True, check=False)
    found = ark.perf.compare(*files, threshold)
    assert (found.text, found.status) == (program.stdout, program.returncode) and len(found.worse) == worse


def test_bad_input(report, tmp_path):
    good, other = report("good", row()), report("other", row("get_latency"))
    (tmp_path / "text").write_text("put_latency 1")
    cases = [
        ([good, str(tmp_path / "missing")], ["missing' cannot be read", "ark_perf --format json"]),
        ([str(tmp_path / "text"), good], ["text'", "ark_perf --format json"]),
        ([str(tmp_path), good], ["cannot be read"]),
        ([report("keys", tests=None), good], ["keys'", "ark_perf --format json"]),
        ([report("schema", schema="osu/7"), good], ["osu/7", "accepted: ark_perf/1"]),
        ([report("twice", row(), row()), good], ["twice'", "put_latency 8 B", "--repeat"]),
        ([report("number", row(median="1")), good], ["number'"]),
        ([good, other], ["no row in common"]),
        ([good, good, -1], ["threshold is -1", "0 to 1000"]),
        ([good, good, float("nan")], ["threshold is nan"]),
    ]
    for words, named in cases:
        with pytest.raises(ValueError) as raised:
            ark.perf.compare(*words)
        assert all(part in str(raised.value) for part in named), str(raised.value)
        if ARK_PERF:
            program = [ARK_PERF, "compare", *words[:2], *(f"--threshold={one}" for one in words[2:] if one == one)]
            assert subprocess.run(program, capture_output=True, check=False).returncode == (2 if words[-1] == words[-1] else 0)


def test_plot(report):
    pytest.importorskip("matplotlib")
    old = report("old", row(bytes=8), row(bytes=64), row("put_bw", "MB/s", 5), row("barrier", bytes=None))
    new = report("new", row(bytes=8, scope="warp"))
    figure = ark.perf.plot([old, new])
    assert "matplotlib.pyplot" not in sys.modules
    latency, bandwidth = figure.axes
    assert latency.get_xscale() == latency.get_yscale() == "log" and latency.get_ylabel() == "latency, us"
    assert [line.get_label() for line in latency.lines] == [f"{old}: put_latency", f"{old}: barrier", f"{new}: put_latency scope=warp"]
    assert list(latency.lines[0].get_xdata()) == [8, 64] and list(bandwidth.lines[0].get_ydata()) == [5]
    assert len(ark.perf.plot(new, metric="latency_us").axes) == 1
    for metric, named in (("speed", ["metric is 'speed'", "mb_per_s"]), ("mb_per_s", ["metric is 'mb_per_s'", "latency_us"])):
        with pytest.raises(ValueError) as raised:
            ark.perf.plot(new, metric=metric)
        assert all(part in str(raised.value) for part in named), str(raised.value)


def test_the_command(report, tmp_path, capsys):
    good, slow = report("good", row()), report("slow", row(median=3))
    for status, *words in ((0, good, good), (1, good, slow), (0, good, slow, "--threshold=300"), (2, good, "none")):
        assert ark.perf.main(["compare", *words]) == status
    assert "'none' cannot be read" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        ark.perf.main(["compare", good])
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib" / "__init__.py").write_text("raise ImportError('not here')")
    done = subprocess.run([sys.executable, "-m", "ark_shmem.perf", "plot", good, "-o", "x.png"], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": f"{tmp_path}:{os.environ['PYTHONPATH']}"})
    assert done.returncode == 2 and "python3-matplotlib" in done.stderr and "Traceback" not in done.stderr, done.stderr
    pytest.importorskip("matplotlib")
    for name, start in (("a.png", b"\x89PNG"), ("a.svg", b"<?xml")):
        assert ark.perf.main(["plot", good, slow, "-o", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    assert ark.perf.main(["plot", good, "-o", str(tmp_path / "a.form")]) == 2 and "form" in capsys.readouterr().err


@needs_ark_perf
def test_the_example_of_the_docs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("old.json", "new.json"):
        subprocess.run([ARK_PERF, "--pes", "2", "put_latency", "put_bw", "barrier", "atomic_latency", "-m", "8:1k", "-n", "20", "--format", "json",
                        "-o", name], check=True)
    rows = ark.perf.load("old.json")
    assert len(rows) == len({one["name"] for one in rows}) and {"latency_us", "bytes", "median"} <= set(rows[0])
    pytest.importorskip("matplotlib")
    page = (pathlib.Path(__file__).parents[3] / "docs/python.md").read_text()
    (text,) = re.findall(r"```python\n([^`]*ark\.perf[^`]*)```", page)
    exec(text, {"ark": ark})  # pylint: disable=exec-used
    assert pathlib.Path("perf.svg").stat().st_size > 1000
