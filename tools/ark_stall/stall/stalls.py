"""The stalls of a job from the times of its steps, by the definitions of Stash and DS-Analyzer."""
import dataclasses
import statistics

PARTS = ("issue", "queue", "wire", "peer", "unscheduled")
PART_NAMES = {"issue": "issue", "queue": "queue", "wire": "wire", "peer": "peer not ready", "unscheduled": "host not scheduled"}
NEEDS = {"interconnect": ("one", "host"), "network": ("host", "hosts"), "fetch": ("warm", "cold"), "prep": ("host", "warm")}
MEANS = {
    "interconnect": "of the time of all PEs on one host",
    "network": "of the time on one host, added by the hosts",
    "fetch": "of the time with a cold cache",
    "prep": "of the time with a warm cache",
}


@dataclasses.dataclass
class Stall:
    kind: str
    percents: list  # of each repeat
    seconds: float  # of an iteration, median
    parts: dict  # name: share of the stall, 0 to 1; empty where it is not split
    blame: list  # of each PE: share of the stall that waited for it

    @property
    def percent(self):
        return statistics.median(self.percents)


def percent_of(kind, reference, longer):
    """The stall between two times, not below 0: network in per cent of the shorter one, the others of the longer one."""
    return 100 * max(0.0, longer - reference) / (reference if kind == "network" else longer)


def parts_of(before, after, queue_share):
    """Shares of the stall between two splits: each part's growth, of the sum of those that grow.

    The time by which a PE computes longer than the median PE belongs to the waits of the others for it, not to issue.
    """
    carried = max(0.0, after.transfer - before.transfer)
    late = sum(after.excess) - sum(before.excess)
    grown = {
        "issue": max(0.0, after.outside - before.outside - late),
        "queue": carried * (queue_share or 0.0),
        "wire": carried * (1 - (queue_share or 0.0)),
        "peer": max(0.0, after.peer - before.peer + late),
        "unscheduled": max(0.0, after.not_scheduled - before.not_scheduled),
    }
    whole = sum(grown.values())
    return {name: part / whole for name, part in grown.items()} if whole > 0 else {}


def blame_of(before, after, peer_share):
    """The share of the stall that waited for each PE."""
    early = [a + b for a, b in zip(before.blame, before.excess)] + [0.0] * (len(after.blame) - len(before.blame))
    grown = [max(0.0, a + b - one) for a, b, one in zip(after.blame, after.excess, early)]
    whole = sum(grown)
    return [peer_share * one / whole if whole > 0 else 0.0 for one in grown]


def times_of(runs, scaling):
    """{step: [seconds of an iteration]}. With strong scaling the time of one PE is that of its share of the work."""
    out = {step: [run.split.total for run in of] for step, of in runs.items()}
    if scaling == "strong" and "one" in runs:
        pes = max(len(of[0].records) for of in runs.values())
        out["one"] = [seconds / pes for seconds in out["one"]]
    return out


def scaled(split, factor):
    return dataclasses.replace(split, total=split.total * factor, outside=split.outside * factor, not_scheduled=split.not_scheduled * factor,
                               excess=[one * factor for one in split.excess])


def find(runs, scaling="weak"):
    """The stalls for which the steps have been run, in the order of NEEDS."""
    times, out = times_of(runs, scaling), []
    for kind, (first, second) in NEEDS.items():
        if first not in runs or second not in runs:
            continue
        pairs = list(zip(times[first], times[second]))
        percents = [percent_of(kind, a, b) for a, b in pairs]
        seconds = statistics.median(max(0.0, b - a) for a, b in pairs)
        parts, blame = {}, []
        if kind in ("interconnect", "network"):
            middle = sorted(range(len(pairs)), key=lambda i: percents[i])[len(pairs) // 2]
            before, after = runs[first][middle], runs[second][middle]
            factor = times[first][middle] / before.split.total
            parts = parts_of(scaled(before.split, factor), after.split, after.queue_share)
            blame = blame_of(before.split, after.split, parts.get("peer", 0.0))
        out.append(Stall(kind, percents, seconds, parts, blame))
    return out


# The rules of the advice, in order: the first that applies. docs/ark_stall.md lists them.
SMALL = 5.0  # per cent
MOST = 0.5  # of a stall


def largest_of(found):
    """The stall that costs most time of an iteration."""
    return max(found, key=lambda one: one.seconds, default=None)


def advice(found):
    worst = largest_of([one for one in found if one.percent >= SMALL])
    if worst is None:
        return f"No stall reaches {SMALL:.0f} %: the time is the program's own work."
    percent = f"{worst.percent:.0f} %"
    if worst.kind == "fetch":
        return f"The largest stall is fetch, {percent}: faster storage, or input that stays in memory, would remove it."
    if worst.kind == "prep":
        return f"The largest stall is prep, {percent}: more processes that prepare input, or input that is prepared once, would reduce it."
    if not worst.parts:
        return f"The largest stall is {worst.kind}, {percent}, and no part of it was measured."
    part, share = max(worst.parts.items(), key=lambda one: one[1])
    head = f"{100 * share:.0f} % of the {worst.kind} stall ({percent}) "
    if part == "peer":
        late = max(range(len(worst.blame)), key=lambda pe: worst.blame[pe])
        if worst.blame[late] >= MOST * share and len(worst.blame) > 1:
            return f"{100 * worst.blame[late]:.0f} % of the {worst.kind} stall ({percent}) is waiting for PE {late}: speed it up, or give it less work."
        return head + "is waiting for peers, for different ones in turn: their work is not balanced."
    return head + {
        "wire": "is data in transit: a faster link, fewer bytes, or a transfer that begins earlier beside the computation would reduce it.",
        "queue": "is descriptors waiting in their rings: more rings (ARK_RINGS), or fewer and larger transfers, would reduce it.",
        "issue": "is time outside of waits: the transfer calls themselves, or a computation that is slower beside other PEs.",
        "unscheduled": "is PEs without a core: use fewer PEs for the cores of the host, or end other processes.",
    }[part]
