"""Messages between two PEs, for send and recv of the c10d backend."""
from __future__ import annotations

import collections
import datetime
import threading
import time
from typing import Iterator

import torch
from torch._C._distributed_c10d import Work

import ark_shmem as ark

_BOXES_BYTES = 4 << 20  # of a PE, all boxes together
_BOX_BYTES = 64 << 10
_SLICE = 0.001  # seconds between looks at the other messages


class Message(Work):
    """A send or recv that may be in flight. It advances in wait(), is_completed(), and when another message is started or awaited."""

    def __init__(self, mailbox: Mailbox, call: str, pe: int, rank: int, tensor: torch.Tensor):
        super().__init__()
        self.call, self.pe, self.is_done, self.problem = call, pe, False, None
        self._mailbox, self._rank, self._tensor = mailbox, rank, tensor

    def wait(self, timeout: datetime.timedelta = datetime.timedelta(0)) -> bool:
        """Raises ark.TimeoutError if no message advances for ARK_TIMEOUT, or for a shorter `timeout` than that; may be repeated."""
        self._mailbox.finish(self, timeout.total_seconds())
        if self.problem:
            raise self.problem
        return True

    def is_completed(self) -> bool:
        self._mailbox.advance()
        return self.is_done

    def is_success(self) -> bool:
        return self.is_completed() and self.problem is None

    def source_rank(self) -> int:
        return self._rank

    def result(self) -> list[torch.Tensor]:
        return [self._tensor]


class Mailbox:
    """A box for each sender, in the receiver's memory: a message is a row of packets, each of which has the box for itself.

    Collective to make. Of two PEs, messages are sent in the order of their calls. A received one whose kind nobody awaits is kept until
    somebody does. Any thread.
    """

    def __init__(self):
        n = ark.n_pes()
        self._bytes = max(min(_BOX_BYTES, _BOXES_BYTES // n) & ~63, 64)
        self._boxes = ark.torch.empty((n, self._bytes), torch.uint8)
        self._heads = ark.zeros((n, 3), "int64")  # of the packet in each box: group and tag of its message, bytes of the message
        self._arrived, self._taken = ark.zeros(n, "uint64"), ark.zeros(n, "uint64")  # packets from, and to, each PE
        self._put, self._got = [0] * n, [0] * n
        self._kept = [collections.defaultdict(collections.deque) for _ in range(n)]  # by (group, tag), of each sender
        self._queues = {}  # {(call, pe): messages with their steps}
        self._lock, self._moved = threading.RLock(), 0

    def is_live(self) -> bool:
        """False after finalize."""
        return ark.is_symmetric(self._arrived)

    def start(self, call: str, pe: int, rank: int, tensor: torch.Tensor, data: torch.Tensor, kind: tuple[int, int]) -> Message:
        """call: send or recv. rank: of `pe` in its group, for errors. data: the bytes of `tensor`. kind: group and tag."""
        message = Message(self, call, pe, rank, tensor)
        steps = (self._send if call == "send" else self._receive)(message, data, kind)
        with self._lock:
            self._queues.setdefault((call, pe), collections.deque()).append((message, steps))
        self.advance()
        return message

    def _send(self, message: Message, data: torch.Tensor, kind: tuple[int, int]) -> Iterator[tuple]:
        me, pe = ark.my_pe(), message.pe
        head = torch.tensor([*kind, len(data)])
        for packet in data.split(self._bytes) if len(data) else [data]:
            while not ark.test(self._taken, ">=", self._put[pe], index=pe):
                yield self._taken, self._put[pe]
            ark.put(self._heads[me], head, pe)
            if len(packet):
                ark.put(self._boxes[me, :len(packet)], packet, pe)
            ark.fence()
            ark.signal_update(self._arrived, 1, pe, "add", index=me)
            self._put[pe] += 1
            self._moved += 1

    def _receive(self, message: Message, data: torch.Tensor, kind: tuple[int, int]) -> Iterator[tuple]:
        kept = self._kept[message.pe]
        while not kept[kind]:
            yield from self._packet(message.pe)
            *other, size = self._heads[message.pe].tolist()
            is_wanted = tuple(other) == kind and size == len(data)
            place = data if is_wanted else torch.empty(size, dtype=torch.uint8)
            for at in range(0, max(size, 1), self._bytes):
                if at:
                    yield from self._packet(message.pe)
                part = place[at:at + self._bytes]
                part.copy_(self._boxes[message.pe, :len(part)])
                self._got[message.pe] += 1
                self._moved += 1
                ark.signal_update(self._taken, 1, message.pe, "add", index=ark.my_pe())
            if is_wanted:
                return
            kept[tuple(other)].append(place)
        found = kept[kind].popleft()
        if len(found) != len(data):
            raise ValueError(f"recv: rank {message.source_rank()} sent {len(found)} bytes and the tensor has {len(data)}: the same size")
        data.copy_(found)

    def _packet(self, pe: int) -> Iterator[tuple]:
        while not ark.test(self._arrived, ">", self._got[pe], index=pe):
            yield self._arrived, self._got[pe] + 1

    def advance(self) -> None:
        """Move all messages as far as they get without waiting."""
        with self._lock:
            for queue in self._queues.values():
                while queue:
                    message, steps = queue[0]
                    try:
                        message.awaits = next(steps)
                        break
                    except StopIteration:
                        pass
                    except Exception as problem:  # pylint: disable=broad-except
                        message.problem = problem
                    message.is_done = True
                    queue.popleft()

    def finish(self, message: Message, limit: float) -> None:
        """Message.wait without its result."""
        limit = min(limit, ark._core.timeout()) if limit > 0 else ark._core.timeout()
        moved, since = self._moved, time.monotonic()
        while True:
            self.advance()
            if message.is_done:
                return
            if self._moved != moved:
                moved, since = self._moved, time.monotonic()
            if time.monotonic() - since > limit:
                text = f"{message.call}: rank {message.source_rank()} (PE {message.pe}) has not called the other half in {limit:g} s"
                raise ark.TimeoutError(text, "timeout", pe=ark.my_pe(), peer=message.pe, operation=message.call, elapsed=limit)
            with self._lock:
                words, value = self._queues[message.call, message.pe][0][0].awaits
            try:
                ark.signal_wait_until(words, ">=", value, index=message.pe, timeout=_SLICE)
            except ark.TimeoutError:
                if ark.status():
                    raise
