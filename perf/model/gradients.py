"""An iteration of training whose gradients are exchanged, message by message: what <ark/gradients.hpp> does, one PE on each host.

Owners add the parts of a chunk, and send the result to all. With `group` below the number of PEs an owner has a tree of two levels: an
owner in each group of that many PEs adds the parts of its group. Times are in us, sizes in bytes.
"""
import collections
import dataclasses
import heapq

from pipeline import Nic, Link, Tile, need, need_number

FLOAT, LINE, WORD = 4, 64, 8
POLICIES = ("fifo", "p3", "prophet")
BURST_THRESHOLD = 2
WARMUP = 2  # iterations, as gradients-model has ark_perf make them

# As perf/ark_perf/gradients_replay.cpp: bottleneck blocks, the last gradient of each burst, and the ms between bursts for 64 images.
NETWORKS = {"resnet50": ((3, 4, 6, 3), (9, 22, 35, 50, 62, 77, 90, 103, 117, 130, 143, 156),
                         (16, 15, 9, 10, 12, 18, 15, 21, 30, 25, 20, 5)),
            "resnet152": ((3, 8, 36, 3), (4, 17, 31, 44, 99, 155, 208, 248, 306, 383, 424, 450),
                          (520, 274, 340, 260, 185, 260, 274, 75, 15, 18, 14, 7))}


def whole(name, value, least, most=None):
    fits = isinstance(value, int) and not isinstance(value, bool) and value >= least and (most is None or value <= most)
    need(fits, name, value, f"an integer of at least {least}" + (f" and at most {most}" if most is not None else ""))


@dataclasses.dataclass(frozen=True)
class Training:
    """Bytes of each tensor in forward order, when each is ready, and the time of both passes."""
    sizes: tuple
    ready_us: tuple
    backward_us: float
    forward_us: float


def resnet(blocks):
    """Numbers of floats of each tensor."""
    counts = []

    def convolution(inputs, outputs, width):
        counts.extend((inputs * outputs * width * width, outputs, outputs))

    convolution(3, 64, 7)
    inputs, inner = 64, 64
    for count in blocks:
        for block in range(count):
            convolution(inputs, inner, 1)
            convolution(inner, inner, 3)
            convolution(inner, 4 * inner, 1)
            if block == 0:
                convolution(inputs, 4 * inner, 1)
            inputs = 4 * inner
        inner *= 2
    return counts + [inputs * 1000, 1000]


def replay(network, scale_percent, images):
    need(network in NETWORKS, "network", network, "one of " + ", ".join(NETWORKS))
    whole("scale", scale_percent, 1, 1000)
    whole("images", images, 1, 4096)
    blocks, last, gaps_ms = NETWORKS[network]
    counts = [max(1, count * scale_percent // 100) for count in resnet(blocks)]
    ends = [int((end + 1) * len(counts) / (last[-1] + 1) + 0.5) for end in last]
    ready, now = [0.0] * len(counts), 0.0
    for burst, gap in zip(reversed(range(len(last))), gaps_ms):
        for tensor in range(ends[burst - 1] if burst else 0, ends[burst]):
            ready[tensor] = now
        now += gap * 1000 * images / 64
    return Training(tuple(FLOAT * count for count in counts), tuple(ready), now, now / 2)


@dataclasses.dataclass(frozen=True)
class Network:
    """The hosts, and the link and the processor of each."""
    hosts: int
    link: Link  # message_us and byte_us: of each end, on the PE's processor
    receive_limited: bool = True  # a host receives no faster than it sends
    slowdown: float = 1  # of the processor, which several hosts share
    chunk_bytes: int = 256 * 1024
    credit_bytes: int = 1024 * 1024
    group: int = 0  # PEs of a group with an owner of its own; 0: no groups

    def __post_init__(self):
        whole("hosts", self.hosts, 2, 4096)
        whole("chunk", self.chunk_bytes, LINE)
        need(self.chunk_bytes % LINE == 0, "chunk", self.chunk_bytes, f"a multiple of {LINE}")
        whole("credit", self.credit_bytes, self.chunk_bytes)
        whole("group", self.group, 0, self.hosts)
        need_number("slowdown", self.slowdown, least=1)


Chunk = collections.namedtuple("Chunk", "tensor bytes owner follows")  # follows: one message can carry it and the chunk before it


def lines(size):
    return -(-size // LINE) * LINE


def cut(sizes, chunk_bytes, pes):
    """As operators/gradients/chunks.cpp, of tensors behind one another: chunks are gathered in stripes, and a stripe goes to the PE that
    owns the fewest bytes, the first of several."""
    stripe_bytes = min(max(sum(sizes) // (8 * pes) // chunk_bytes, 1), 16) * chunk_bytes
    stripes, used, chunks = [], [(0, pe) for pe in range(pes)], []
    for tensor, size in enumerate(sizes):
        for at in range(0, size, chunk_bytes):
            part = min(chunk_bytes, size - at)
            if not stripes or lines(sum(other for _, other in stripes[-1])) + part > stripe_bytes:
                stripes.append([])
            stripes[-1].append((tensor, part))
    for stripe in stripes:
        owned, pe = used[0]
        heapq.heapreplace(used, (owned + lines(sum(part for _, part in stripe)), pe))
        chunks += [Chunk(tensor, part, pe, place > 0) for place, (tensor, part) in enumerate(stripe)]
    return chunks


class Tree:
    """Of one owner: to whom a PE sends its part, and how many parts it gets."""

    def __init__(self, owner, pes, group):
        group = group or pes
        self.owner, self.pes, self.group, self.place = owner, pes, group, owner % group

    def head(self, pe):
        """The owner in the group of `pe`."""
        if pe // self.group == self.owner // self.group:
            return self.owner
        first = pe - pe % self.group
        return min(first + self.place, self.pes - 1)

    def parent(self, pe):
        head = self.head(pe)
        return self.owner if head == pe else head

    def children(self, pe):
        if self.head(pe) != pe:
            return []
        first = pe - pe % self.group
        own = [other for other in range(first, min(first + self.group, self.pes)) if other != pe]
        if pe != self.owner:
            return own
        return own + [self.head(first) for first in range(0, self.pes, self.group) if self.head(first) != pe]


class Rate:
    """As policy prophet measures it: the bytes that are answered in windows of time while something is in flight, which end with a
    message, and of the last windows the ninth decile."""

    WINDOW_US = 2000  # at least
    MOST = 64

    def __init__(self):
        self.windows, self.began_us, self.bytes = collections.deque(maxlen=self.MOST), 0.0, 0

    def begin(self, now):
        self.began_us, self.bytes = now, 0

    def answered(self, now, size):
        self.bytes += size
        if now - self.began_us >= self.WINDOW_US:
            self.windows.append(self.bytes / (now - self.began_us))
            self.begin(now)

    def bytes_per_us(self):
        return sorted(self.windows)[len(self.windows) * 9 // 10] if self.windows else 0.0


class Order:
    """The chunks of a PE that wait, and its credit: operators/gradients/send_order.hpp. All of a burst is ready at once."""

    def __init__(self, policy, credit, chunks, rate):
        self.policy, self.credit, self.chunks, self.rate = policy, credit, chunks, rate
        self.waiting, self.in_flight, self.block_bytes, self.block_end = [], 0, 0.0, -1.0

    def open_burst(self, now, gap):
        self.block_bytes = gap * self.rate.bytes_per_us()
        self.block_end = now + gap if self.block_bytes else now

    def limit(self, now):
        if self.policy == "p3":
            return 0
        return max(0.0, min(self.credit / 2, self.block_bytes)) if now < self.block_end else self.credit / 2

    def joins(self, first, before):
        """The next chunk, with those of a message."""
        if not self.waiting or self.waiting[0][1:3] != (before + 1, first[2]) or not self.chunks[before + 1].follows:
            return False
        return self.policy == "prophet" or self.chunks[before + 1].tensor == self.chunks[before].tensor

    def take(self, now):
        """The next message: chunks, whether they are results, and to whom; or None, and when to try again, besides at an answer."""
        if not self.waiting:
            return None, None
        first = self.waiting[0]
        to, size, taken = first[3], 0, []
        while not taken or (self.joins(first, taken[-1][1]) and size + self.chunks[taken[-1][1] + 1].bytes <= self.limit(now) / len(to)):
            taken.append(heapq.heappop(self.waiting))
            size += self.chunks[taken[-1][1]].bytes
        # Where all has arrived the link is faster than the block.
        is_held = now < self.block_end and self.block_bytes <= 0 and self.in_flight > 0
        if is_held or (self.in_flight and self.in_flight + size * len(to) > self.credit):
            for one in taken:
                heapq.heappush(self.waiting, one)
            return None, self.block_end if is_held else None
        if now < self.block_end:
            self.block_bytes -= size * len(to)
        if not self.in_flight:
            self.rate.begin(now)
        self.in_flight += size * len(to)
        return ([one[1] for one in taken], first[2], to), None

    def answered(self, now, size):
        self.rate.answered(now, size)
        self.in_flight -= size


def bursts_of(ready_us):
    """Of each tensor its burst, by time, and the gap behind each burst; as operators/gradients/burst_plan.cpp."""
    in_time = sorted(range(len(ready_us)), key=lambda tensor: ready_us[tensor])
    longest = BURST_THRESHOLD * (ready_us[in_time[-1]] - ready_us[in_time[0]]) / max(1, len(ready_us) - 1)
    burst_of, gaps, before = [0] * len(ready_us), [], ready_us[in_time[0]]
    for tensor in in_time:
        if ready_us[tensor] - before > longest:
            gaps.append(ready_us[tensor] - before)
        burst_of[tensor], before = len(gaps), ready_us[tensor]
    return burst_of, gaps + [0.0]


@dataclasses.dataclass
class Result:
    """Of an iteration. work, messages, bytes: of the PE with the most; sent."""
    iteration_us: float
    work_us: float  # of the processor
    messages: int
    bytes: int
    words: int  # of signals, of each PE
    memory: int  # of slots, of the PE with the most


class Iteration:
    """One iteration, all PEs, as discrete events."""

    def __init__(self, training, policy, network, nics, rates=()):
        need(policy in POLICIES, "policy", policy, "one of " + ", ".join(POLICIES))
        self.training, self.policy, self.network = training, policy, network
        pes = network.hosts
        self.chunks = cut(training.sizes, network.chunk_bytes, pes)
        self.trees = {}
        self.nics = nics
        self.received_us, self.again_us = [0.0] * pes, [-1.0] * pes
        self.cpu_us, self.work_us = [0.0] * pes, [0.0] * pes  # until when it works, and how long in all
        self.burst_of, self.gaps = bursts_of(training.ready_us)
        self.rates = rates or [Rate() for _ in range(pes)]
        self.orders = [Order(policy, network.credit_bytes, self.chunks, rate) for rate in self.rates]
        self.parts = [{} for _ in range(pes)]  # of a chunk: how many parts are missing, with the PE's own
        self.turn = {tensor: turn for turn, tensor in enumerate(self.ready_order())}
        self.left = [[0] * len(training.sizes) for _ in range(pes)]
        for chunk in self.chunks:
            for left in self.left:
                left[chunk.tensor] += 1
        self.done_us = [[ready if size == 0 else None for ready, size in zip(training.ready_us, training.sizes)] for _ in range(pes)]
        self.sent, self.sent_bytes = [0] * pes, [0] * pes
        self.events, self.count = [], 0

    def ready_order(self):
        """From the last tensor to the first, as ark_perf makes them ready."""
        sizes = self.training.sizes
        return sorted(range(len(sizes)), key=lambda tensor: (self.training.ready_us[tensor], -tensor))

    def tree(self, c):
        owner = self.chunks[c].owner
        if owner not in self.trees:
            tree = Tree(owner, self.network.hosts, self.network.group)
            children = {pe: tree.children(pe) for pe in range(self.network.hosts) if tree.head(pe) == pe}
            self.trees[owner] = tree, children
        return self.trees[owner]

    def at(self, us, call, *arguments):
        self.count += 1
        heapq.heappush(self.events, (us, self.count, call, arguments))

    def work(self, pe, now, size):
        link = self.network.link
        work = (link.message_us + size * link.byte_us) * self.network.slowdown
        self.cpu_us[pe] = max(self.cpu_us[pe], now) + work
        self.work_us[pe] += work
        return self.cpu_us[pe]

    def run(self):
        by_tensor = collections.defaultdict(list)
        for c, chunk in enumerate(self.chunks):
            by_tensor[chunk.tensor].append(c)
        for us in sorted(set(self.training.ready_us)):
            self.at(us, self.become_ready, [tensor for tensor in self.ready_order() if self.training.ready_us[tensor] == us], by_tensor)
        while self.events:
            now, _, call, arguments = heapq.heappop(self.events)
            call(now, *arguments)
        ends = [self.forward_end(done) for done in self.done_us]
        pes = self.network.hosts
        slots = [0] * pes
        for chunk in self.chunks:
            slots[chunk.owner] += lines(chunk.bytes) * pes
        words = 2 * len(self.training.sizes) + len(self.chunks) * (1 + pes) + pes + 1
        return Result(max(ends), max(self.work_us), max(self.sent), max(self.sent_bytes), words, max(slots))

    def forward_end(self, done_us):
        now, each = self.training.backward_us, self.training.forward_us / len(done_us)
        for done in done_us:
            now = max(now, done) + each
        return now

    def become_ready(self, now, tensors, by_tensor):
        for pe in range(self.network.hosts):
            if self.policy == "prophet":
                self.orders[pe].open_burst(now, self.gaps[self.burst_of[tensors[-1]]])
            for tensor in tensors:
                for c in by_tensor[tensor]:
                    self.part(now, c, pe)
            self.send(now, pe)

    def part(self, now, c, pe):
        """The PE's own part, or one that has arrived. With all of them it goes up, or is the result."""
        tree, children = self.tree(c)
        missing = self.parts[pe].get(c, len(children.get(pe, ())) + 1) - 1
        self.parts[pe][c] = missing
        if missing == 0:
            if pe == tree.owner:
                self.result(now, c, pe)
            else:
                self.add(c, pe, (tree.parent(pe),), False)

    def result(self, now, c, pe):
        tensor = self.chunks[c].tensor
        self.left[pe][tensor] -= 1
        if self.left[pe][tensor] == 0:
            self.done_us[pe][tensor] = now
        if below := self.tree(c)[1].get(pe):
            # From the PE behind this one, as the owner does.
            self.add(c, pe, sorted(below, key=lambda to: (to - pe) % self.network.hosts), True)

    def add(self, c, pe, to, is_result):
        chunk = self.chunks[c]
        first = self.turn[chunk.tensor] if self.policy == "fifo" else chunk.tensor
        heapq.heappush(self.orders[pe].waiting, (first, c, is_result, to))

    def send(self, now, pe):
        order, latency = self.orders[pe], self.network.link.latency_us
        while True:
            transfer, again = order.take(now)
            if again is not None and again > self.again_us[pe]:
                self.again_us[pe] = again
                self.at(again, self.send, pe)
            if transfer is None:
                return
            chunks, is_result, to = transfer
            size = sum(self.chunks[c].bytes for c in chunks)
            for other in to:
                posted = self.work(pe, now, size)
                self.at(self.nics[pe].sent_us(posted, Tile(0.0, 1, size)) + latency, self.arrive, chunks, size, pe, other, is_result)
            self.sent[pe] += len(to)
            self.sent_bytes[pe] += size * len(to)

    def arrive(self, now, chunks, size, sender, pe, is_result):
        link = self.network.link
        if self.network.receive_limited:
            self.received_us[pe] = now = max(now, self.received_us[pe] + size / link.bytes_per_us)
        self.at(self.work(pe, now, size), self.take_in, chunks, size, sender, pe, is_result)

    def take_in(self, now, chunks, size, sender, pe, is_result):
        for c in chunks:
            if is_result:
                self.result(now, c, pe)
            else:
                self.part(now, c, pe)
        self.send(now, pe)
        # Small packets pass between those of the data: an answer takes of the link what its header takes, and does not wait.
        self.nics[pe].sent_us(now, Tile(0.0, 1))
        self.at(now + self.network.link.latency_us, self.answer, sender, size)

    def answer(self, now, pe, size):
        self.orders[pe].answered(now, size)
        self.send(now, pe)


def iteration(training, policy, network):
    """One behind others, which have emptied the buckets of the links, unless they filled again, and measured the rate."""
    nics, rates = ([make() for _ in range(network.hosts)] for make in (lambda: Nic(network.link), Rate))
    for _ in range(WARMUP if network.link.burst_bytes or policy == "prophet" else 0):
        before = Iteration(training, policy, network, nics, rates).run()
        for nic in nics:
            nic.free_us -= before.iteration_us
    return Iteration(training, policy, network, nics, rates).run()


def alone(training):
    """All tensors ready at once, and no computation."""
    return dataclasses.replace(training, ready_us=(0.0,) * len(training.sizes), backward_us=0.0, forward_us=0.0)
