"""One iteration of a DLRM on a cluster, with the exchange of the embeddings fused and unfused.

Tables are divided over the nodes, the MLPs are on every node: an all-to-all of pooled rows forward, one of their gradients backward, and
an all-reduce of the MLPs' gradients. One GPU and one link per node.
"""
import dataclasses
import itertools
import json
import math

from pipeline import BadInput, Exchange, Link, Nic, Pe, Tile, need, need_number, slice_rows_by_rule

FLOAT = 4
APART = 2.0  # the share of a GPU: messages do not take time from the computation


@dataclasses.dataclass(frozen=True)
class Cluster:
    """The assumptions, as in cluster-128.json. Every one can be given on the command line."""
    nodes: int
    tables_per_node: int
    local_batch: int
    pooling: float
    dim: int
    bottom_mlp: tuple  # widths, input first
    top_mlp: tuple
    memory_bytes_per_us: float  # that random rows of a table reach
    stream_bytes_per_us: float  # that a shuffle reaches
    flops_per_us: float  # that a layer of an MLP reaches
    link_bytes_per_us: float
    link_latency_us: float
    request_us: float
    message_bytes: float  # rows are sent together up to this size
    launch_us: float
    fused_slowdown: float  # of the fused kernel's computation

    def __post_init__(self):
        for field in dataclasses.fields(self):
            value, name = getattr(self, field.name), field.name
            if field.type is tuple:
                fits = isinstance(value, (list, tuple)) and len(value) >= 2 and all(_whole(width) for width in value)
                need(fits, name, value, "two or more integers of at least 1")
            elif field.type is int:
                need(_whole(value), name, value, "an integer of at least 1")
            else:
                free = name in ("link_latency_us", "request_us", "launch_us")
                need_number(name, value, above=not free)
        need(self.nodes >= 2, "nodes", self.nodes, "an integer of at least 2")

    @property
    def row_bytes(self):
        return self.tables_per_node * self.dim * FLOAT

    @property
    def link(self):
        return Link(self.link_latency_us, self.link_bytes_per_us, request_us=self.request_us)


def _whole(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def cluster_of(values):
    """Of the values of a file: all names, and no others."""
    names = [field.name for field in dataclasses.fields(Cluster)]
    for name in values:
        need(name in names, "the name of a parameter", name, "one of " + ", ".join(names))
    for name in names:
        need(name in values, name, None, "a value; it is missing")
    return Cluster(**values)


def parameter(text):
    """NAME=VALUE of the command line; the value as in JSON."""
    name, separator, value = text.partition("=")
    need(name and separator, "--set", text, "NAME=VALUE")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        raise BadInput(f"--set: {name} is {value!r}; accepted: a number, or a list of numbers in brackets") from None


def mlp_weights(widths):
    return sum(a * b + b for a, b in itertools.pairwise(widths))


def parts_us(cluster):
    """The parts of an iteration, each alone."""
    tables = cluster.nodes * cluster.tables_per_node
    bags = cluster.nodes * cluster.local_batch * cluster.tables_per_node
    pooled = bags * cluster.dim * FLOAT  # what a node computes, and what it gets
    forward = [2 * cluster.local_batch * mlp_weights(widths) / cluster.flops_per_us for widths in (cluster.bottom_mlp, cluster.top_mlp)]
    layers = [cluster.launch_us * (len(widths) - 1) for widths in (cluster.bottom_mlp, cluster.top_mlp)]
    bottom, top = (work + launches for work, launches in zip(forward, layers))
    lookups = bags * (cluster.pooling + 1) * cluster.dim * FLOAT / cluster.memory_bytes_per_us  # the rows, and the result
    interaction = cluster.launch_us + max(pooled / cluster.stream_bytes_per_us,
                                          cluster.local_batch * tables ** 2 * cluster.dim / cluster.flops_per_us)
    weights = FLOAT * (mlp_weights(cluster.bottom_mlp) + mlp_weights(cluster.top_mlp))
    exchange = Exchange(cluster.nodes, cluster.local_batch, cluster.row_bytes, lookups, 2 * pooled / cluster.stream_bytes_per_us,
                        cluster.launch_us, cluster.launch_us, lookups * cluster.fused_slowdown)
    return {"bottom": bottom, "top": top, "interaction": interaction, "lookups": lookups, "update": 2 * lookups,
            "all_reduce": all_reduce_us(cluster.nodes, weights, cluster.link), "exchange": exchange}


def all_reduce_us(nodes, size, link):
    """Recursive halving and doubling."""
    return 2 * (math.ceil(math.log2(nodes)) * (link.latency_us + link.request_us) + size * (nodes - 1) / nodes / link.bytes_per_us)


def backward_us(cluster, parts, fused):
    """The gradients travel while the bottom MLP goes back; the all-reduce has the link after them. Unfused, they are brought into a
    block for each node first, and the tables are updated when all have come. Fused, each slice updates when it has come."""
    exchange = parts["exchange"]
    slices = (cluster.nodes - 1) * -(-exchange.rows // slice_rows_of(cluster)) if fused else 1
    begin = cluster.launch_us + (0.0 if fused else exchange.shuffle_us)
    nic, block = Nic(cluster.link), Tile(0.0, 1, exchange.rows * exchange.row_bytes)
    arrived = max(nic.sent_us(begin, block) for _ in range(cluster.nodes - 1)) + cluster.link_latency_us
    bottom, update = begin + 2 * parts["bottom"], parts["update"]
    updated = cluster.launch_us + max(bottom + update, arrived + update / slices)
    if not fused:
        updated = cluster.launch_us + max(bottom, arrived) + update
    reduced = max(arrived, bottom) + parts["all_reduce"]
    return 2 * parts["top"] + 2 * parts["interaction"] + max(updated, reduced)


def slice_rows_of(cluster):
    return min(cluster.local_batch, slice_rows_by_rule(cluster.row_bytes, cluster.local_batch, cluster.link_bytes_per_us * 2))


def exchange_us(cluster, parts, fused):
    pe = Pe(cluster.link, APART)
    if not fused:
        return parts["exchange"].unfused(pe)
    return parts["exchange"].fused(pe, slice_rows_of(cluster), min(1.0, cluster.row_bytes / cluster.message_bytes))


def iteration_us(cluster, fused_forward, fused_backward=False):
    parts = parts_us(cluster)
    forward = parts["bottom"] + exchange_us(cluster, parts, fused_forward) + parts["interaction"] + parts["top"]
    return forward + backward_us(cluster, parts, fused_backward)


def ratio_of_parts(cluster):
    """T_compute / T_comm of the exchange."""
    exchange = parts_us(cluster)["exchange"]
    return exchange.compute_us / exchange.collective(Pe(cluster.link, APART))


def with_ratio(cluster, ratio):
    """The cluster with the pooling that makes T_compute / T_comm so."""
    now = ratio_of_parts(cluster)
    pooling = (cluster.pooling + 1) * ratio / now - 1
    need(pooling > 0, "T_compute/T_comm", ratio, f"more than {now / (cluster.pooling + 1):.3g} for this cluster")
    return dataclasses.replace(cluster, pooling=pooling)
