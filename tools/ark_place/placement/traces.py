"""Jobs from files: Gavel's traces and table of throughputs, Philly's log, a CSV file; and a generator by seed."""
import csv
import datetime
import functools
import gzip
import json
import math
import pathlib
import random
import re

from . import PlaceError
from .communication import spread_by_link, stall_factor
from .jobs import Job, Speeds

SIZES = (1, 2, 4, 8)  # workers of Gavel's table
SPREAD = "_unconsolidated"
# Of Gavel's generator: models in its order, the sizes of their batches, whether they run on several devices.
FAMILIES = (("ResNet-18", (16, 32, 64, 128, 256), True), ("ResNet-50", (16, 32, 64, 128), True), ("Transformer", (16, 32, 64, 128, 256), True),
            ("LM", (5, 10, 20, 40, 80), True), ("Recommendation", (512, 1024, 2048, 4096, 8192), False), ("A3C", (None,), False),
            ("CycleGAN", (None,), False))
MODELS = tuple((name if batch is None else f"{name} (batch size {batch})", several) for name, batches, several in FAMILIES for batch in batches)


def opened(path):
    path = pathlib.Path(path)
    if not path.is_file():
        raise PlaceError(f"{path}: no such file")
    return gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8")


class Table:
    """Steps per second of a model by type and number of workers."""

    def __init__(self, rows, name):
        self.rows, self.name = rows, name  # type -> (model, workers) -> steps per second
        self.types = tuple(kind for kind in rows if not kind.endswith(SPREAD))

    @functools.lru_cache(maxsize=None)
    def speeds(self, model, workers):
        """Speeds by number of workers, up to `workers`."""
        out = {}
        for size in sorted({workers, *(size for size in SIZES if size <= workers)}):
            together = {kind: self.rows[kind].get((model, size), 0.0) for kind in self.types}
            spread = {kind: self.rows.get(kind + SPREAD, self.rows[kind]).get((model, size), 0.0) for kind in self.types}
            if any(together.values()) or any(spread.values()):
                out[size] = Speeds(together, spread)
        if workers not in out:
            raise PlaceError(f"{self.name}: no throughput of '{model}' with {workers} workers")
        return out


def read_table(path):
    """Gavel's JSON (type -> "('model', workers)" -> "null" -> steps per second), or a CSV file: model,workers,type,steps_per_s,placement."""
    with opened(path) as file:
        if ".csv" in pathlib.Path(path).suffixes:
            return table_of_csv(path, csv.DictReader(file))
        try:
            document = json.load(file)
        except json.JSONDecodeError as problem:
            raise PlaceError(f"{path}: {problem}; accepted: Gavel's throughputs (JSON), or CSV") from None
    rows = {}
    for kind, models in document.items():
        rows[kind] = {}
        for key, beside in models.items():
            found = re.fullmatch(r"\('(.*)', (\d+)\)", key)
            if not found or "null" not in beside:
                raise PlaceError(f"{path}: key \"{key}\" of {kind}; accepted: \"('model', workers)\" with a number at \"null\"")
            rows[kind][found[1], int(found[2])] = float(beside["null"])
    return Table(rows, str(path))


def table_of_csv(path, lines):
    rows = {}
    for row in lines:
        try:
            spread = {"together": "", "spread": SPREAD}[row.get("placement") or "together"]
            rows.setdefault(row["type"] + spread, {})[row["model"], int(row["workers"])] = float(row["steps_per_s"])
        except (KeyError, TypeError, ValueError) as problem:
            raise PlaceError(f"{path}, line {lines.line_num}: {problem}; accepted: model,workers,type,steps_per_s and perhaps placement, "
                             "together or spread") from None
    for kind in [kind for kind in rows if kind.endswith(SPREAD)]:
        rows.setdefault(kind.removesuffix(SPREAD), {})
    return Table(rows, str(path))


def made(rows, table):
    """Jobs of (name, arrival, steps, workers), by arrival."""
    rows = sorted(rows, key=lambda row: row[1])
    return [Job(number, name, arrival, steps, workers, table.speeds(name, workers)) for number, (name, arrival, steps, workers) in enumerate(rows)]


def read_gavel(path, table, most_workers=max(SIZES)):
    """Lines with tabs: model, ..., steps, then arrival and workers (msr-*), or workers, priority, SLO and arrival (physical).

    A gang that the table does not have, of 16 or 32, is replaced by one of `most_workers` with as many steps.
    """
    rows = []
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            parts = line.rstrip("\n").split("\t")
            try:
                steps, workers, arrival = {7: lambda p: (p[4], p[6], p[5]), 9: lambda p: (p[4], p[5], p[8]),
                                           10: lambda p: (p[5], p[6], p[9])}[len(parts)](parts)
                rows.append((parts[0], float(arrival), float(steps), min(int(workers), most_workers)))
            except (KeyError, ValueError):
                raise PlaceError(f"{path}, line {number}: {len(parts)} fields; accepted: a line of Gavel's traces, of 7, 9 or 10 fields with tabs "
                                 "between") from None
    return made(runnable(rows, table), table)


def runnable(rows, table):
    """Models that run on one device only, and those that the table lacks with so many, get the largest number that it has."""
    out = []
    for name, arrival, steps, workers in rows:
        sizes = [size for size in SIZES if size <= workers and any((name, size) in table.rows[kind] for kind in table.types)]
        if not sizes:
            raise PlaceError(f"{table.name}: no throughput of '{name}'")
        out.append((name, arrival, steps, max(sizes)))
    return out


def read_philly(path, table, seed=0, most_workers=max(SIZES)):
    """Philly's cluster_job_log: a job for each entry that ran, as long as its attempts together; its model is drawn, as Gavel does it."""
    with opened(path) as file:
        try:
            entries = json.load(file)
        except json.JSONDecodeError as problem:
            raise PlaceError(f"{path}: {problem}; accepted: Philly's cluster_job_log, a list of jobs") from None
    rng, rows = random.Random(seed), []
    for entry in entries:
        ran = [one for one in entry.get("attempts", ()) if one.get("start_time") not in (None, "None") and one.get("end_time") not in (None, "None")]
        if not ran:
            continue
        seconds = sum((moment(path, one["end_time"]) - moment(path, one["start_time"])).total_seconds() for one in ran)
        devices = sum(len(host["gpus"]) for host in ran[-1]["detail"])
        if seconds > 0 and devices:
            rows.append((seconds, (moment(path, entry["submitted_time"]) - datetime.datetime(2017, 1, 1)).total_seconds(), devices))
    if not rows:
        raise PlaceError(f"{path}: no job with an attempt that began and ended; accepted: Philly's cluster_job_log")
    first = min(arrival for _, arrival, _ in rows)
    out = []
    for seconds, arrival, devices in sorted(rows, key=lambda row: row[1]):
        workers = max(size for size in SIZES if size <= min(devices, most_workers))
        name = rng.choice([name for name, several in MODELS if several or workers == 1])
        out.append((name, arrival - first, seconds * reference(table, name, workers), workers))
    return made(out, table)


def moment(path, text):
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%d %H:%M:%S")
    except (TypeError, ValueError):
        raise PlaceError(f"{path}: time '{text}'; accepted: for example 2017-10-07 01:11:39") from None


def reference(table, name, workers):
    """Steps per second where durations are measured: the table's first type, v100 in Gavel's."""
    kind = "v100" if "v100" in table.types else table.types[0]
    return table.rows[kind][name, workers]


OWN_COLUMNS = ("name", "arrival_s", "steps", "workers", "command", "merge", "bytes_per_step", "stall_report")


def read_csv(path, table=None, link=None):
    """name,arrival_s,steps,workers and perhaps command and merge; speeds from the table by name, or from a column for each type.

    Over hosts: from a column TYPE_spread, by bytes_per_step and the link, or by stall_report; else as on one.
    """
    jobs = []
    with opened(path) as file:
        rows = csv.DictReader(file)
        for row in rows:
            try:
                name, arrival, steps, workers = row["name"], float(row["arrival_s"]), float(row["steps"]), int(row["workers"])
                if arrival < 0 or steps <= 0 or workers < 1:
                    raise ValueError("arrival_s below 0, steps not above 0, or workers below 1")
                speeds = own_speeds(path, row, workers, link) or table
            except (KeyError, TypeError, ValueError) as problem:
                raise PlaceError(f"{path}, line {rows.line_num}: {problem}; accepted: name,arrival_s,steps,workers, and steps per second on each "
                                 "type unless --throughputs has them") from None
            if speeds is None:
                raise PlaceError(f"{path}: no column with the steps per second on a type; accepted: one for each type, or --throughputs")
            speeds = table.speeds(name, workers) if speeds is table else speeds
            jobs.append(Job(0, name, arrival, steps, workers, speeds, command=row.get("command") or "", merge=row.get("merge") or ""))
    if not jobs:
        raise PlaceError(f"{path}: no job; accepted: a line for each")
    jobs.sort(key=lambda job: job.arrival)
    for number, job in enumerate(jobs):
        job.number = number
    return jobs


def own_speeds(path, row, workers, link):
    kinds = [key for key in row if key not in OWN_COLUMNS and not key.endswith("_spread")]
    if not kinds:
        return None
    together = {kind: float(row[kind]) for kind in kinds}
    if row.get("stall_report"):
        factor = stall_factor(pathlib.Path(path).parent / row["stall_report"])
        spread = {kind: speed * factor for kind, speed in together.items()}
    elif row.get("bytes_per_step"):
        if link is None:
            raise PlaceError(f"{path}: bytes_per_step of {row['name']} needs --calibration")
        spread = {kind: spread_by_link(speed, link, float(row["bytes_per_step"]), workers) for kind, speed in together.items()}
    else:
        spread = {kind: float(row.get(f"{kind}_spread") or speed) for kind, speed in together.items()}
    return {workers: Speeds(together, spread)}


def generate(table, count, seed, mean_gap_s=0.0, several=True):
    """Gavel's generator: the same seed gives the same jobs. mean_gap_s: of Poisson arrivals; 0: all at once. several: also gangs."""
    kind, gaps, now, out = random.Random(seed + 2), random.Random(seed + 3), 0.0, []
    for _ in range(count):
        drawn = kind.uniform(0, 1)
        workers = (1 if drawn < 0.7 else 2 if drawn <= 0.8 else 4 if drawn < 0.95 else 8) if several else 1
        seconds = 60 * 10 ** (kind.uniform(3, 4) if kind.random() >= 0.8 else kind.uniform(1.5, 3))
        while True:
            name, more = kind.choice(MODELS)
            if workers == 1 or more:
                break
        out.append((name, now, seconds * reference(table, name, workers), workers))
        if mean_gap_s:
            now += -math.log(1.0 - gaps.random()) * mean_gap_s
    return made(out, table)


def write_csv(jobs, out):
    """For read_csv with the same table."""
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(["name", "arrival_s", "steps", "workers"])
    lines.writerows([job.name, repr(job.arrival), repr(job.steps), job.workers] for job in jobs)
