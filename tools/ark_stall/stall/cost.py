"""The cost of an iteration on priced instances."""
import csv
import math
import re
import statistics

from . import StallError

COLUMNS = ("name", "usd_per_hour", "gpus", "network")
UNITS = {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}


def rate_of(text):
    """Bits per second of RATE[:BURST], or None if the text has none."""
    found = re.match(r"\s*([0-9.]+)\s*(kbit|mbit|gbit)", text or "", re.I)
    return float(found[1]) * UNITS[found[2].lower()] if found else None


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    if not rows or any(name not in rows[0] for name in COLUMNS):
        raise StallError(f"--price {path}: accepted: a CSV with the columns {','.join(COLUMNS)}")
    for number, row in enumerate(rows, 1):
        try:
            row["usd_per_hour"], row["gpus"] = float(row["usd_per_hour"]), int(row["gpus"])
            sound = 0 <= row["usd_per_hour"] < math.inf and row["gpus"] > 0
        except (TypeError, ValueError):
            sound = False
        if not sound:
            raise StallError(f"--price {path}, row {number}: usd_per_hour {row['usd_per_hour']}, gpus {row['gpus']}; accepted: a price of 0 or more "
                             "and a number of GPUs from 1")
    return rows


def time_on(row, instances, args, times):
    """(seconds of an iteration, its origin), or (None, the reason)."""
    if instances == 1:
        return (times["host"], "measured") if "host" in times else (None, "step host was not run")
    if "hosts" not in times:
        return None, "step hosts was not run"
    if not args.shape or instances != args.shaped_hosts:
        return (times["hosts"], "measured") if not args.shape else (None, f"measured on {args.shaped_hosts} hosts")
    mine, theirs = rate_of(args.shape), rate_of(row["network"])
    if theirs is None or mine == theirs or "host" not in times:
        return times["hosts"], "measured" if mine == theirs else f"measured at {args.shape}"
    return times["host"] + max(0.0, times["hosts"] - times["host"]) * mine / theirs, f"estimated: the network stall scaled from {args.shape}"


def report(rows, args, times):
    """Cost of an iteration of --pes PEs on as many instances as have GPUs for them."""
    middle = {step: statistics.median(of) for step, of in times.items()}
    table = []
    for row in rows:
        instances = -(-args.pes // row["gpus"])
        seconds, origin = time_on(row, instances, args, middle)
        usd = None if seconds is None else row["usd_per_hour"] * instances * seconds / 3600
        table.append({"name": row["name"], "instances": instances, "network": row["network"], "seconds": seconds, "usd": usd, "origin": origin})
    known = [one for one in table if one["usd"] is not None]
    cheapest = min(known, key=lambda one: one["usd"])["name"] if known else None
    lines = [f"{one['instances']} x {one['name']}: " + (f"not known, {one['origin']}" if one["usd"] is None else
             f"{1e3 * one['seconds']:.4g} ms, {one['usd']:.3g} USD ({one['origin']})") for one in table]
    return {"table": table, "cheapest": cheapest, "lines": lines + ([f"cheapest: {cheapest}"] if cheapest else [])}
