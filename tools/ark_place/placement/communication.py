"""What spreading a gang over hosts costs, from ark's calibration file and from reports of ark_stall."""
import json
import pathlib

from . import PlaceError


def document(path, what):
    try:
        return json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as problem:
        raise PlaceError(f"{path}: {problem}; accepted: {what}") from None


class Link:
    """Between hosts, as ark::overlap::calibrate() has measured it."""

    def __init__(self, path):
        what = "a calibration of ark::overlap over two or more hosts (schema ark_overlap/2)"
        found = document(path, what)
        try:
            if found["schema"] != "ark_overlap/2" or found["hosts"] < 2:
                raise PlaceError(f"{path}: schema {found['schema']}, {found['hosts']} hosts; accepted: {what}")
            self.latency_s, self.bytes_per_s = found["link"]["latency_us"] / 1e6, found["link"]["bytes_per_us"] * 1e6
        except (KeyError, TypeError) as problem:
            raise PlaceError(f"{path}: {problem}; accepted: {what}") from None

    def exchange_s(self, size, workers):
        """A sum of `size` bytes over all workers in a ring: 2 (W - 1) messages, together twice the bytes but for the own part."""
        return 2 * (workers - 1) * self.latency_s + 2 * (workers - 1) / workers * size / self.bytes_per_s if workers > 1 else 0.0


def spread_by_link(speed, link, size, workers):
    """Steps per second over hosts of a job that makes `speed` steps on one."""
    return 1.0 / (1.0 / speed + link.exchange_s(size, workers)) if speed > 0 else 0.0


def stall_factor(path):
    """Of the speed on one host, over hosts, by a report of ark_stall --format json: the network stall is in per cent of T(host)."""
    what = "a report of ark_stall --format json with the steps host and hosts"
    found = document(path, what)
    try:
        return 1.0 / (1.0 + found["stalls"]["network"]["percent"] / 100.0)
    except (KeyError, TypeError) as problem:
        raise PlaceError(f"{path}: {problem} is missing; accepted: {what}") from None
