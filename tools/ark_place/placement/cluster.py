"""A cluster: nodes with accelerators of one type each, and which of them are free."""
import csv
import dataclasses
import re

from . import PlaceError

ACCEPTED = "accepted: TYPE:COUNT[/DEVICES] with commas between, for example v100:20/4,p100:20/4, or a CSV file with host,type,devices"


@dataclasses.dataclass(frozen=True)
class Node:
    name: str
    type: str
    devices: int


class Cluster:
    """Nodes in their order; types in the order of their first node. Constant after construction."""

    def __init__(self, nodes):
        if not nodes:
            raise PlaceError(f"a cluster without hosts; {ACCEPTED}")
        self.nodes = tuple(nodes)
        self.types = tuple(dict.fromkeys(node.type for node in nodes))
        self.capacity = {kind: sum(node.devices for node in nodes if node.type == kind) for kind in self.types}
        self.devices = sum(self.capacity.values())
        self.type_of = tuple(node.type for node in nodes)


def parse(text):
    """A cluster of the form TYPE:COUNT/DEVICES: so many devices of a type in nodes of DEVICES; without DEVICES in one node."""
    nodes = []
    for part in text.split(","):
        found = re.fullmatch(r"([\w-]+):([1-9]\d{0,5})(?:/([1-9]\d{0,3}))?", part)
        if not found:
            raise PlaceError(f"--cluster {text}: '{part}'; {ACCEPTED}")
        kind, count = found[1], int(found[2])
        each = int(found[3] or count)
        if count % each:
            raise PlaceError(f"--cluster {text}: {count} is no multiple of {each}; {ACCEPTED}")
        nodes += [Node(f"{kind}-{i}", kind, each) for i in range(count // each)]
    return Cluster(nodes)


def read(path):
    """A cluster from a CSV file with the columns host,type,devices."""
    nodes = []
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.DictReader(file)
        missing = {"host", "type", "devices"} - set(rows.fieldnames or ())
        if missing:
            raise PlaceError(f"{path}: no column {sorted(missing)[0]}; {ACCEPTED}")
        for row in rows:
            text = row["devices"] or ""
            if not text.isdigit() or not 1 <= int(text) <= 9999:
                raise PlaceError(f"{path}, host {row['host']}: devices '{text}'; accepted: a number from 1 to 9999")
            nodes.append(Node(row["host"], row["type"], int(text)))
    names = [node.name for node in nodes]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise PlaceError(f"{path}: host {sorted(twice)[0]} twice; accepted: each host once")
    return Cluster(nodes)


class Free:
    """The free devices of a cluster. Nodes of a type with equally many free devices are found in constant time."""

    def __init__(self, cluster):
        self.cluster = cluster
        self.of_node = [node.devices for node in cluster.nodes]
        self.of_type = dict(cluster.capacity)
        self.total = cluster.devices
        self._by_count = {kind: {} for kind in cluster.types}  # type -> free -> nodes, as an ordered set
        for number, node in enumerate(cluster.nodes):
            self._by_count[node.type].setdefault(node.devices, {})[number] = None

    def clone(self):
        other = object.__new__(Free)
        other.cluster, other.total = self.cluster, self.total
        other.of_node, other.of_type = list(self.of_node), dict(self.of_type)
        other._by_count = {kind: {count: dict(nodes) for count, nodes in counts.items()} for kind, counts in self._by_count.items()}
        return other

    def fits(self, gang):
        return all(self.of_node[node] >= count for node, count in gang)

    def take(self, gang):
        for node, count in gang:
            self._move(node, -count)

    def give(self, gang):
        for node, count in gang:
            self._move(node, count)

    def _move(self, node, change):
        kind, before = self.cluster.type_of[node], self.of_node[node]
        counts = self._by_count[kind]
        del counts[before][node]
        counts.setdefault(before + change, {})[node] = None
        self.of_node[node] = before + change
        self.of_type[kind] += change
        self.total += change

    def one_node(self, kind, workers):
        """The gang on the node of this type that it leaves with the fewest free devices; None if there is none."""
        best = min((count for count, nodes in self._by_count[kind].items() if nodes and count >= workers), default=None)
        return None if best is None else ((next(iter(self._by_count[kind][best])), workers),)

    def spread(self, kinds, workers):
        """The gang over few nodes of these types, the earlier types first; None if they have too few devices."""
        if sum(self.of_type[kind] for kind in kinds) < workers:
            return None
        gang, left = [], workers
        for kind in kinds:
            for count in sorted((count for count, nodes in self._by_count[kind].items() if nodes and count), reverse=True):
                for node in self._by_count[kind][count]:
                    gang.append((node, min(count, left)))
                    left -= gang[-1][1]
                    if not left:
                        return tuple(sorted(gang))
        return None

    def gang(self, kind, workers):
        """On one node of the type if it fits there, else over few nodes of it; None if it does not fit."""
        return self.one_node(kind, workers) or self.spread((kind,), workers)
