"""The parameters of a machine from runs of ark_perf, and runs of fused_embedding to check the model against."""
import dataclasses
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

from pipeline import BadInput, Exchange, Link, mean_us, need_number, slice_rows_by_rule

ROOT = pathlib.Path(__file__).resolve().parents[2]
MULTIHOST = ROOT / "scripts/multihost"
TOO_LONG_S = 300
TABLE_ROWS, DIM, TABLES_PER_PE = 500, 64, 4  # tables that stay in a core's cache: a reproducible time
BATCH, FLOAT = 2048, 4
ITERATIONS, WARMUP = 2, 1
BURST_KB = 128
WAYS = ("compute", "collective", "unfused", "fused", "fused one slice")


@dataclasses.dataclass(frozen=True)
class Machine:
    """What calibrate measures. Times of the embedding are for TABLES_PER_PE tables of DIM floats and one PE alone on a core."""
    cores: int
    launch_us: float
    bag_us: float  # of a bag without indices
    lookup_us: float  # of an index
    fused_bag_us: float
    fused_lookup_us: float
    shuffle_us_per_byte: float
    collective_us: float  # an all-to-all of 8 bytes between two hosts, without its messages
    latency_us: float
    link_share: float  # of the rate of --shape that data gets
    header_bytes: float  # of the message of a row
    turn_us: float  # until a thread that yields runs again beside one that computes
    message_us: float
    byte_us: float

    def __post_init__(self):
        for field in dataclasses.fields(self):
            need_number(field.name, getattr(self, field.name), above=field.name in ("cores", "link_share"))


def machine_of(document, where):
    parameters = document.get("parameters", {}) if isinstance(document, dict) else {}
    try:
        return Machine(**parameters)
    except TypeError as error:
        raise BadInput(f"{where}: {error}; accepted: a file that calibrate has written") from None


@dataclasses.dataclass(frozen=True)
class Run:
    """fused_embedding on `pes` hosts with one PE each."""
    pes: int
    batch: int  # of all PEs
    pooling: int
    rate_mbit: float
    burst_kb: int

    def command(self, perf, repeat):
        return multihost(self.pes, f"{self.rate_mbit:g}mbit:{self.burst_kb}kb") + [
            "mpirun", "-n", str(self.pes), perf, *embedding(self.pes, self.batch, self.pooling, repeat)]


def multihost(hosts, shape=None):
    return [str(MULTIHOST), str(hosts), *(["--shape", shape] if shape else []), "--"]


def embedding(pes, batch, pooling, repeat):
    sizes = {"rows": TABLE_ROWS, "tables": TABLES_PER_PE * pes, "batch": batch, "pooling": pooling, "dim": DIM, "repeat": repeat}
    return ["fused_embedding", *(text for name, value in sizes.items() for text in (f"--{name}", str(value))),
            "-n", str(ITERATIONS), "-w", str(WARMUP)]


def rows_of(command):
    """The rows of the first test of one run of ark_perf."""
    done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False, timeout=TOO_LONG_S,
                          env=os.environ | {"ARK_CHECK": "0"})
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["no message"]
        raise RuntimeError(f"'{' '.join(command)}' ended with {done.returncode}: {lines[-1]}")
    return json.loads(done.stdout)["tests"][0]["rows"]


def values_of(rows):
    """way -> the times of its repeats."""
    return {row["op"]: row["repeats"]["values"] for row in rows}


def calibrate(perf, repeat, log):
    """Runs of one PE, of two hosts on one shaped link, and of four hosts on no shaped link; none of them is checked against.

    The best of the repeats counts, because whatever else the machine does only adds time.
    """
    commands = []

    def measured(command):
        commands.append(" ".join(command).replace(f"{ROOT}/", ""))
        log(commands[-1])
        return rows_of(command)

    def alone(batch, pooling):
        rows = measured([perf, "--pes", "1", *embedding(1, batch, pooling, repeat)])
        return {way: min(values) for way, values in values_of(rows).items()}

    def swept(command, sizes, *more):
        least, most, factor = sizes
        found = measured([*command, perf, *more, "-b", str(least), "-e", str(most), "-f", str(factor), "--repeat", str(repeat)])
        return {row["bytes"]: row["repeats"] for row in found}

    empty, few, many = alone(1, 1), alone(BATCH, 20), alone(BATCH, 80)
    bags, rate = BATCH * TABLES_PER_PE, 200
    lookup, bag = {}, {}
    for way in ("compute", "fused"):
        lookup[way] = (many[way] - few[way]) / (60 * bags)
        bag[way] = max(0.0, (few[way] - empty[way]) / bags - 20 * lookup[way])
    two = [*multihost(2, f"{rate}mbit:{BURST_KB}kb"), "mpirun", "-n", "2"]
    latency = swept(two, (8, 8, 2), "put_signal_latency")[8]["min"]
    per_us = swept(two, (1 << 18, 1 << 18, 2), "put_bw", "-W", "16", "-n", "10", "-w", "2")[1 << 18]["max"]
    rows = values_of(measured([*two, perf, *embedding(2, BATCH, 1, repeat)]))  # the link is all that takes time
    header = (min(rows["fused"]) - min(rows["collective"])) * per_us / (BATCH / 2)
    exchange = swept([*multihost(2), "mpirun", "-n", "2"], (8, 8, 2), "alltoall")[8]["min"]
    pairs = swept([*multihost(4), "mpirun", "-n", "4"], (1024, 65536, 64), "put_mr", "-n", "100", "-w", "10")
    cores = os.cpu_count()
    row, block = (cores * 1e6 / pairs[size]["max"] for size in (1024, 65536))  # two pairs keep all cores busy
    byte = max(0.0, (block - row) / (65536 - 1024))
    return commands, Machine(
        cores=cores, launch_us=empty["compute"], bag_us=bag["compute"], lookup_us=lookup["compute"], fused_bag_us=bag["fused"],
        fused_lookup_us=lookup["fused"], shuffle_us_per_byte=(few["shuffle"] - empty["shuffle"]) / (bags * DIM * FLOAT),
        collective_us=max(0.0, exchange - latency), latency_us=latency, link_share=per_us / (rate / 8),
        header_bytes=max(0.0, header), turn_us=turn_us(), message_us=max(0.0, row - 1024 * byte), byte_us=byte)


def predicted(machine, run):
    """way -> us, for one run of fused_embedding."""
    bags, rows, row_bytes = run.batch * TABLES_PER_PE, run.batch // run.pes, TABLES_PER_PE * DIM * FLOAT
    exchange = Exchange(run.pes, rows, row_bytes, bags * (machine.bag_us + run.pooling * machine.lookup_us),
                        bags * DIM * FLOAT * machine.shuffle_us_per_byte, machine.launch_us, machine.collective_us,
                        bags * (machine.fused_bag_us + run.pooling * machine.fused_lookup_us))
    link = Link(machine.latency_us, run.rate_mbit / 8 * machine.link_share, run.burst_kb * 1024, machine.header_bytes,
                message_us=machine.message_us, byte_us=machine.byte_us)
    ways = {"compute": lambda pe: pe.compute(exchange.launch_us + exchange.compute_us), "collective": exchange.collective,
            "unfused": exchange.unfused, "fused": lambda pe: exchange.fused(pe, slice_rows_by_rule(row_bytes, rows)),
            "fused one slice": lambda pe: exchange.fused(pe, rows)}
    share = machine.cores / run.pes
    return {way: mean_us(ways[way], link, share, ITERATIONS, WARMUP, machine.turn_us / min(1.0, share)) for way in WAYS}


def turn_us(seconds=1.0):
    """A thread that yields, and a process that computes, on one core: the median of the intervals in which the thread did not run."""
    core = min(os.sched_getaffinity(0))
    other = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    own = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(other.pid, {core})
        os.sched_setaffinity(0, {core})
        time.sleep(0.2)
        gaps, last = [], time.monotonic()
        end = last + seconds
        while last < end:
            os.sched_yield()
            now = time.monotonic()
            gaps.append((now - last) * 1e6)
            last = now
    finally:
        os.sched_setaffinity(0, own)
        other.kill()
        other.wait()
    return statistics.median(gap for gap in gaps if gap > 100)


def provenance():
    def first(command, default="unknown"):
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
        return done.stdout.strip() or default

    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")
    return {"machine": f"{os.cpu_count()} cores of {name}",
            "date": datetime.datetime.now(datetime.timezone.utc).isoformat("T", "seconds"),
            "commit": first(["git", "rev-parse", "--short=12", "HEAD"]), "load": round(os.getloadavg()[0], 2)}
