"""Partitions of a graph, what they cost, and the devices that they go to."""

import enum
from typing import NamedTuple

from torch.fx.node import Node

# Nodes that compute nothing. A partition keeps its own copy of those that it reads.
_GIVEN = ("placeholder", "get_attr")


class Partition:
    """Nodes that run together."""

    def __init__(self, partition_id):
        self.partition_id = partition_id
        self.nodes, self.parents, self.children = set(), set(), set()
        self.bfs_level, self.used_mem_bytes, self.logical_device_ids = -1, 0, []

    def __str__(self):
        return str(self.partition_id)

    def recalculate_mem_size(self):
        self.used_mem_bytes = _size_of(self.nodes)

    def add_node(self, node):
        """Adds a node, with the inputs and attributes that it reads."""
        self.nodes |= {n for n in node.all_input_nodes if n.op in _GIVEN}
        self.nodes.add(node)
        self.recalculate_mem_size()

    def remove_node(self, node):
        """Takes a node out, with the inputs and attributes that it alone read."""
        if node not in self.nodes:
            return
        self.nodes.remove(node)
        self.nodes -= {n for n in node.all_input_nodes if n.op in _GIVEN and not self.nodes.intersection(n.users)}
        self.recalculate_mem_size()


class Device(NamedTuple):
    name: str
    available_mem_bytes: int
    logical_id: int


class NodeLatency(NamedTuple):
    """Seconds that a node takes for memory and for computation."""

    mem_latency_sec: float
    computer_latency_sec: float


class PartitionLatency(NamedTuple):
    """Seconds along the slowest chain of nodes; in overall each node counts with the larger of its two."""

    mem_latency_sec: float
    computer_latency_sec: float
    overall_latency_sec: float


class PartitionMode(enum.Enum):
    size_based = 0
    sparse_nn = 1
    cost_aware = 2
    kl_based = 3
    aot_based = 4


class PartitionerConfig(NamedTuple):
    """The devices and how to spread a graph over them."""

    devices: list[Device]
    mode: PartitionMode = PartitionMode.size_based
    transfer_rate_bytes_per_sec: float = 0.0
    node_to_latency_mapping: dict[Node, NodeLatency] = {}
    node_to_partition_mapping: dict[Node, int] = {}
    partition_to_logical_device_mapping: dict[int, list[int]] = {}
    saturate_host: bool = False


def get_extra_size_of(node, nodes):
    """Bytes that a node adds to a set of nodes: its own, and the values that it reads from outside the set."""
    own = getattr(node, "size_bytes", None)
    if own is None:
        raise RuntimeError("node does not have size_bytes attr")
    return own.total_size + sum(n.size_bytes.output_size for n in node.all_input_nodes if n not in nodes)


def _size_of(nodes):
    return sum(get_extra_size_of(node, nodes) for node in nodes)


def get_latency_of_one_partition(partition, node_to_latency_mapping):
    """The latency of the slowest chain of nodes in a partition."""
    slowest = {}

    def onwards(node):
        """The latency from a node to the end of the slowest chain after it."""
        if node not in slowest:
            mem, compute = node_to_latency_mapping[node]
            after = _slowest(onwards(user) for user in node.users if user in partition.nodes)
            slowest[node] = PartitionLatency(mem + after[0], compute + after[1], max(mem, compute) + after[2])
        return slowest[node]

    computing = [n for n in partition.nodes if n.op not in _GIVEN]
    starts = [n for n in computing if not any(i in partition.nodes and i.op not in _GIVEN for i in n.all_input_nodes)]
    return _slowest(onwards(node) for node in starts)


def _slowest(latencies):
    return max(latencies, key=lambda latency: latency.overall_latency_sec, default=PartitionLatency(0.0, 0.0, 0.0))


def get_partition_to_latency_mapping(partitions, node_to_latency_mapping):
    """The latency of each partition."""
    return {partition: get_latency_of_one_partition(partition, node_to_latency_mapping) for partition in partitions}


def get_comm_latency_between(parent_partition, child_partition, transfer_rate_bytes_per_sec):
    """Seconds that a partition waits for what another one hands it: none on the same device."""
    if parent_partition.logical_device_ids and parent_partition.logical_device_ids == child_partition.logical_device_ids:
        return 0.0
    handed = {i for n in child_partition.nodes for i in n.all_input_nodes if i in parent_partition.nodes and n not in parent_partition.nodes}
    return sum(n.size_bytes.output_size for n in handed) / transfer_rate_bytes_per_sec


def get_latency_of_partitioned_graph(partitions, partition_to_latency_mapping, transfer_rate_bytes_per_sec):
    """The latency of the slowest chain of partitions, with what they hand to each other."""

    def onwards(partition):
        own = partition_to_latency_mapping[partition].overall_latency_sec
        return own + max((get_comm_latency_between(partition, child, transfer_rate_bytes_per_sec) + onwards(child) for child in partition.children), default=0.0)

    return max((onwards(partition) for partition in partitions if not partition.parents), default=0.0)
