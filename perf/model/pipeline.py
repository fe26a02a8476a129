"""A fused and an unfused exchange in time: compute tiles, the progress of messages, and a link, for one PE of many alike.

All PEs have the same work and rotate their destinations, so that in each moment they do the same: a slice of another PE arrives when
the own slice of the same step has arrived there, and one PE stands for all. Times are in us, sizes in bytes.
"""
import collections
import dataclasses
import math

NEVER = float("inf")


class BadInput(Exception):
    """A value that the model does not accept; the text names it and the accepted form."""


def need(fits, name, value, accepted):
    if not fits:
        raise BadInput(f"{name} is {value!r}; accepted: {accepted}")


def need_number(name, value, least=0, above=False):
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    accepted = f"a number {'above' if above else 'of at least'} {least}"
    need(number and (value > least if above else value >= least), name, value, accepted)


@dataclasses.dataclass(frozen=True)
class Link:
    """Alpha-beta of a node's link, and what its messages cost the processor."""
    latency_us: float
    bytes_per_us: float
    burst_bytes: float = 0  # pass without delay after a pause: a token bucket
    header_bytes: float = 0  # of each message, on the link
    request_us: float = 0  # the link starts no more than a message in this time
    message_us: float = 0  # of each message, on a core; half at the sender, half at the receiver
    byte_us: float = 0  # of each byte, likewise

    def __post_init__(self):
        for field in dataclasses.fields(self):
            need_number(f"link.{field.name}", getattr(self, field.name), above=field.name == "bytes_per_us")


@dataclasses.dataclass(frozen=True)
class Tile:
    """Work of `compute_us`, after which `messages` messages with `size` bytes in all are sent; none: the PE's own rows."""
    compute_us: float
    messages: int = 0
    size: float = 0


class Nic:
    """The link of a node: first in, first out, through a token bucket that is full at first."""

    def __init__(self, link):
        self.link, self.tokens, self.free_us = link, link.burst_bytes, 0.0

    def sent_us(self, now, tile):
        link, begin = self.link, max(now, self.free_us)
        self.tokens = min(link.burst_bytes, self.tokens + (begin - self.free_us) * link.bytes_per_us)
        size = tile.size + tile.messages * link.header_bytes
        self.free_us = begin + max(max(0.0, size - self.tokens) / link.bytes_per_us, tile.messages * link.request_us)
        self.tokens = max(0.0, self.tokens - size)
        return self.free_us


class Pe:
    """One PE: a thread that computes the tiles in their order, and one that progresses messages, on `share` cores.

    A share below 1 is that of a machine with more PEs than cores. Two or more: the threads do not disturb each other, as on a GPU.
    turn_us: beside a computation the thread of the messages, which yields when it finds nothing, gets the core at such intervals.
    """

    def __init__(self, link, share, turn_us=0.0):
        need_number("share", share, above=True)
        need_number("turn_us", turn_us)
        self.nic, self.share, self.turn_us, self.now_us = Nic(link), share, turn_us, 0.0

    def compute(self, work_us):
        """Nothing else runs."""
        self.now_us += work_us / min(1.0, self.share)

    def exchange(self, tiles):
        """Compute and send all tiles; ends when they are computed, and as many have been received as sent."""
        link = self.nic.link
        computing, progress, arrivals = (collections.deque(some) for some in (tiles, (), ()))
        left_us = computing[0].compute_us if computing else 0.0
        turn = self.now_us + self.turn_us  # before it, no message moves beside the computation
        while computing or progress or arrivals:
            moving = progress and (not computing or self.now_us >= turn)
            speed = min(1.0, self.share / max(1, bool(computing) + bool(moving)))
            steps = [left_us / speed if computing else NEVER, progress[0][0] / speed if moving else NEVER,
                     arrivals[0][0] - self.now_us if arrivals else NEVER, turn - self.now_us if progress and not moving else NEVER]
            step = max(0.0, min(steps))
            first = steps.index(min(steps))
            self.now_us += step
            left_us -= step * speed
            if moving:
                progress[0][0] -= step * speed
            if first == 0:
                tile = computing.popleft()
                if tile.messages:
                    progress.append([self._work_us(tile), tile])
                left_us = computing[0].compute_us if computing else 0.0
            elif first == 1:
                tile = progress.popleft()[1]
                if tile is not None:
                    arrivals.append((self.nic.sent_us(self.now_us, tile) + link.latency_us, self._work_us(tile)))
                if not progress:
                    turn = self.now_us + self.turn_us
            elif first == 2:
                progress.append([arrivals.popleft()[1], None])  # its other half, at the receiver
            else:
                self.now_us = turn
        return self.now_us

    def _work_us(self, tile):
        """Of one end."""
        link = self.nic.link
        return (tile.messages * link.message_us + tile.size * link.byte_us) / 2


@dataclasses.dataclass(frozen=True)
class Exchange:
    """An all-to-all of `pes` PEs in which each computes `rows` rows of `row_bytes` for each PE, itself included."""
    pes: int
    rows: int
    row_bytes: float
    compute_us: float  # of all rows
    shuffle_us: float = 0
    launch_us: float = 0  # of a kernel
    collective_us: float = 0  # of an all-to-all without data
    fused_compute_us: float | None = None  # of all rows in the fused kernel; as compute_us

    def __post_init__(self):
        for name in ("pes", "rows"):
            value = getattr(self, name)
            need(isinstance(value, int) and value >= 1, name, value, "an integer of at least 1")
        for name in ("row_bytes", "compute_us", "shuffle_us", "launch_us", "collective_us"):
            need_number(name, getattr(self, name))

    def collective(self, pe):
        pe.compute(self.collective_us)
        return pe.exchange([Tile(0.0, 1, self.rows * self.row_bytes)] * (self.pes - 1))

    def unfused(self, pe):
        """Kernel, collective, shuffle: nothing overlaps."""
        pe.compute(self.launch_us + self.compute_us)
        self.collective(pe)
        pe.compute(self.launch_us + self.shuffle_us if self.shuffle_us else 0.0)
        return pe.now_us

    def fused(self, pe, slice_rows, messages_of_a_row=1, local_last=True):
        """Slices of `slice_rows` rows, a message for each row; the other PEs first.

        messages_of_a_row: below 1 where rows are sent together, 0: a message for each slice.
        """
        need(isinstance(slice_rows, int) and slice_rows >= 1, "slice_rows", slice_rows, "an integer of at least 1")
        all_us = self.compute_us if self.fused_compute_us is None else self.fused_compute_us
        row_us = all_us / (self.pes * self.rows)
        remote = []
        for first in range(0, self.rows, slice_rows):
            count = min(slice_rows, self.rows - first)
            remote.append(Tile(count * row_us, max(1, round(count * messages_of_a_row)), count * self.row_bytes))
        own = [Tile(self.rows * row_us)]
        pe.compute(self.launch_us)
        others = remote * (self.pes - 1)
        return pe.exchange(others + own if local_last else own + others)


def mean_us(run, link, share, iterations=3, warmup=1, turn_us=0.0):
    """The mean of `iterations` runs one after the other, as ark_perf measures them."""
    pe = Pe(link, share, turn_us)
    for _ in range(warmup):
        run(pe)
    begin = pe.now_us
    for _ in range(iterations):
        run(pe)
    return (pe.now_us - begin) / iterations


def slice_rows_by_rule(row_bytes, rows, link_bytes=20000):
    """As ark's slice_rows_by_rule: at least `link_bytes` and an eighth of the rows, at most a quarter."""
    most = max(1, rows // 4)
    return most if link_bytes >= row_bytes * most else max(-(-rows // 8), -(-int(link_bytes) // int(row_bytes)))
