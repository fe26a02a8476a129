"""The files that the recorder writes: one for each PE of a run. event_record.hpp has the layout."""
import dataclasses
import json
import pathlib
import struct

from . import StallError

ITERATION, PHASE, CALL, HOST_WAIT, LANE_WAIT, LAUNCH, SYNC, RUN_DELAY = range(8)
EVENT = struct.Struct("<QQQQiHH")


@dataclasses.dataclass
class Event:
    begin: float  # seconds, by the clock of rank 0
    end: float
    value: int
    word: int
    peer: int
    kind: int
    name: str


@dataclasses.dataclass
class Record:
    pe: int
    pes: int
    host: str
    dropped: int
    has_run_delay: bool
    clock_error: float  # seconds
    events: list

    def of(self, *kinds):
        return [one for one in self.events if one.kind in kinds]


def to_rank0(points):
    """The function from ns of a PE's clock to seconds of rank 0's: a line through the two measured offsets."""
    points = [(at, offset) for at, offset, _ in points if at]
    if not points:
        return lambda ns: ns / 1e9
    (first_at, first), (last_at, last) = points[0], points[-1]
    slope = (last - first) / (last_at - first_at) if last_at > first_at else 0.0
    return lambda ns: (ns + first + slope * (ns - first_at)) / 1e9


def read(path):
    data = pathlib.Path(path).read_bytes()
    line, _, body = data.partition(b"\n")
    try:
        head = json.loads(line)
        version = head["stall_record"]
    except (ValueError, KeyError, TypeError):
        raise StallError(f"{path} is not a record of ark_stall") from None
    if version != 1 or len(body) != head["events"] * EVENT.size:
        raise StallError(f"{path}: version {version} with {len(body)} bytes of events; accepted: version 1 with {head['events']} events of "
                         f"{EVENT.size} bytes")
    seconds, names = to_rank0(head["clock"]), head["names"]
    events = [Event(seconds(begin), seconds(end), value, word, peer, kind, names[name])
              for begin, end, value, word, peer, kind, name in EVENT.iter_unpack(body)]
    events.sort(key=lambda one: one.begin)
    error = max((error for at, _, error in head["clock"] if at), default=0) / 1e9
    return Record(head["pe"], head["pes"], head["host"], head["dropped"], head["run_delay"], error, events)


def read_run(prefix, pes):
    """The records of all PEs of a run, in their order."""
    paths = [pathlib.Path(f"{prefix}.{pe}.stall") for pe in range(pes)]
    missing = [str(pe) for pe, path in enumerate(paths) if not path.is_file()]
    if missing:
        raise StallError(f"no record of PE {', '.join(missing)} of {pes} at {paths[int(missing[0])]}: the program must call MPI, ark or <shmem.h> "
                         "from shared libraries and end by returning from main or by exit; on several hosts the folder (--keep) must be shared")
    return [read(path) for path in paths]


def queue_share(prefix, pes):
    """The share of the time from post to delivery that descriptors of ark waited in their ring; None without descriptors.

    From the histograms of ARK_TRACE=counters, each time as the middle of its bucket.
    """
    waited = delivered = 0.0
    for pe in range(pes):
        path = pathlib.Path(f"{prefix}.trace.{pe}.json")
        if not path.is_file():
            continue
        text = path.read_text()
        for ring in json.loads(text)["rings"] if text.strip() else []:
            waited += histogram_sum(ring["queue_wait_ns"])
            delivered += histogram_sum(ring["delivery_ns"])
    return min(1.0, waited / delivered) if delivered else None


def histogram_sum(buckets):
    return sum(count * 0.75 * 2 ** number for number, count in enumerate(buckets) if number)
