"""Spreads a graph over accelerators: partitions become submodules, each with the devices that it runs on."""

import operator
from typing import NamedTuple

from torch.fx.experimental.partitioner_utils import Partition, PartitionMode, _size_of, get_extra_size_of, get_latency_of_partitioned_graph, get_partition_to_latency_mapping
from torch.fx.graph_module import GraphModule
from torch.fx.passes.graph_manipulation import get_size_of_all_nodes
from torch.fx.passes.split_module import split_module
from torch.nn import EmbeddingBag

_NOT_OPERATIONS = ("placeholder", "get_attr", "output")
_NO_MAPPING = "Cannot Get a Valid Partition to Logical Device Mapping"


class DAGNode:
    """A submodule, what it reads and hands on, and its devices."""

    def __init__(self, submodule_node, input_nodes, output_nodes, logical_device_ids, size_bytes):
        self.submodule_node, self.input_nodes, self.output_nodes = submodule_node, input_nodes, output_nodes
        self.logical_device_ids, self.size_bytes = logical_device_ids, size_bytes

    def __str__(self):
        return str(self.submodule_node)


class DAG:
    """The submodules in order."""

    def __init__(self):
        self.nodes = []

    def create_node(self, submodule_node, input_nodes, output_nodes, logical_devices, size_bytes):
        self.nodes.append(DAGNode(submodule_node, input_nodes, output_nodes, logical_devices, size_bytes))


class PartitionResult(NamedTuple):
    dag: DAG
    module_with_submodules: GraphModule


def reset_partition_device(partitions):
    for partition in partitions:
        partition.logical_device_ids = []


def combine_two_partitions(partition_0, partition_1, partitions):
    """Puts one partition at the end of the list in place of two."""
    both = Partition(len(partitions))
    both.nodes = partition_0.nodes | partition_1.nodes
    both.recalculate_mem_size()
    partitions.append(both)
    partitions.remove(partition_0)
    partitions.remove(partition_1)
    reorganize_partitions(partitions)


def set_parents_and_children(partitions):
    """Notes which partitions read which."""
    for partition in partitions:
        partition.parents, partition.children = set(), set()
    for partition in partitions:
        users = {user for node in partition.nodes if node.op not in _NOT_OPERATIONS for user in node.users} - partition.nodes
        for other in partitions:
            if other is not partition and users & other.nodes:
                partition.children.add(other)
                other.parents.add(partition)


def reorganize_partitions(partitions):
    """Numbers partitions anew, and notes which read which."""
    for number, partition in enumerate(partitions):
        partition.partition_id = number
    set_parents_and_children(partitions)


def get_bfs_level_partition(partitions):
    """Notes how many steps each partition is away from those that read none, on the longest way."""
    level, current = 0, [p for p in partitions if not p.parents]
    while current and level < len(partitions):
        for partition in current:
            partition.bfs_level = level
        current = list(dict.fromkeys(child for p in current for child in p.children))
        level += 1


def get_node_to_partition_mapping(partitions):
    """The number of the partition that each node is in."""
    return {node: partition.partition_id for partition in partitions for node in partition.nodes}


def get_logical_id_to_device(devices):
    return {device.logical_id: device for device in devices}


def get_device_partition_stats(partitions, devices):
    """The partitions on each device, the bytes left on each, and the partitions that are on none."""
    on, left, nowhere = {d: [] for d in devices}, {d: d.available_mem_bytes for d in devices}, []
    known = get_logical_id_to_device(devices)
    for partition in partitions:
        if not partition.logical_device_ids:
            nowhere.append(partition)
        for number in partition.logical_device_ids:
            left[known[number]] -= _bytes_needed(partition, on[known[number]])
            on[known[number]].append(partition)
    return on, left, nowhere


def _bytes_needed(partition, others):
    """Bytes for the nodes of a partition on a device that holds others."""
    there = partition.nodes.union(*(p.nodes for p in others))
    return sum(get_extra_size_of(node, there) for node in partition.nodes)


def get_device_to_partitions_mapping(partitions, devices):
    """Gives each partition without a device the fullest one that has room, and says whether all have one."""
    on, left, nowhere = get_device_partition_stats(partitions, devices)
    for partition in nowhere:
        for device in sorted(left, key=left.get):
            needed = _bytes_needed(partition, on[device])
            if needed < left[device]:
                on[device].append(partition)
                partition.logical_device_ids.append(device.logical_id)
                left[device] -= needed
                break
        else:
            return False
    return True


def check_dependency(partition):
    """Says whether a partition depends on itself."""
    seen, work = set(), [partition]
    while work:
        for child in work.pop().children:
            if child is partition:
                return True
            if child not in seen:
                seen.add(child)
                work.append(child)
    return False


class Partitioner:
    """Makes partitions of a graph, as a PartitionerConfig asks for."""

    def __init__(self):
        self.partitions, self.node_to_partition, self.devices = [], {}, []

    def partition_graph(self, fx_module, torch_module, partitioner_config):
        """The graph as submodules, one a partition, and the DAG that says where each runs."""
        self.graph_module, self.torch_module, self.devices = fx_module, torch_module, partitioner_config.devices
        if not self.devices:
            raise RuntimeError("No devices")
        if not all(hasattr(n, "size_bytes") for n in self._operations()):
            get_size_of_all_nodes(fx_module)
        total = sum(n.size_bytes.total_size for n in fx_module.graph.nodes if n.op != "output")
        largest = max(self.devices, key=lambda d: d.available_mem_bytes)
        mode, rate = partitioner_config.mode, partitioner_config.transfer_rate_bytes_per_sec
        if mode == PartitionMode.aot_based:
            self.aot_based_partition(partitioner_config.node_to_partition_mapping, partitioner_config.partition_to_logical_device_mapping)
        elif total <= largest.available_mem_bytes:
            self.find_single_partition(total, largest.logical_id)
        elif total > sum(d.available_mem_bytes for d in self.devices):
            raise RuntimeError("Devices do not have enough memory for the module")
        elif mode == PartitionMode.sparse_nn:
            if any(d.available_mem_bytes != largest.available_mem_bytes for d in self.devices):
                raise RuntimeError("All devices must have same memory size!")
            self.sparse_nn_partition(largest.available_mem_bytes)
        elif mode == PartitionMode.cost_aware:
            self.cost_aware_partition(rate, partitioner_config.node_to_latency_mapping)
        elif mode == PartitionMode.kl_based:
            self.kl_based_partition(rate, partitioner_config.node_to_latency_mapping)
        else:
            self.size_based_partition()
        if partitioner_config.saturate_host:
            self.saturate_host()
        module = self.do_partition()
        return PartitionResult(self.dump_dag(module), module)

    def _operations(self):
        return [n for n in self.graph_module.graph.nodes if n.op not in _NOT_OPERATIONS]

    def create_partition(self):
        self.partitions.append(Partition(len(self.partitions)))
        return self.partitions[-1]

    def create_single_node_partition(self, node):
        self.create_partition().add_node(node)

    def find_single_partition(self, total_size_of_graph, logical_device_id=0):
        """Puts everything on one device."""
        partition = self.create_partition()
        partition.nodes = {n for n in self.graph_module.graph.nodes if n.op != "output"}
        partition.used_mem_bytes = total_size_of_graph
        partition.logical_device_ids = [logical_device_id]
        self.node_to_partition = get_node_to_partition_mapping(self.partitions)

    def size_based_partition(self):
        """Fills one device after another in the order of the graph; with all in use, each node that does not fit is a partition of its own and goes where there is room."""
        free, partition, left = list(self.devices), None, 0
        for node in self._operations():
            if partition is not None and get_extra_size_of(node, partition.nodes) > left:
                if not free:
                    self.create_single_node_partition(node)
                    left = -1
                    continue
                partition = None
            if partition is None:
                device = self._first_with_room(node, free)
                free.remove(device)
                partition, left = self.create_partition(), device.available_mem_bytes
                partition.logical_device_ids.append(device.logical_id)
            left -= get_extra_size_of(node, partition.nodes)
            partition.add_node(node)
        reorganize_partitions(self.partitions)
        self.node_to_partition = get_node_to_partition_mapping(self.partitions)
        if not get_device_to_partitions_mapping(self.partitions, self.devices):
            raise RuntimeError(_NO_MAPPING)

    def _first_with_room(self, node, devices):
        needed = get_extra_size_of(node, set())
        for device in devices:
            if device.available_mem_bytes >= needed:
                return device
        raise RuntimeError(f"{node} is too large to fit any device")

    def sparse_nn_partition(self, available_mem_bytes):
        """Keeps embedding tables, which are large, on devices of their own; what is not embedding must fit beside each of them."""
        modules = dict(self.graph_module.named_modules())
        found = {True: [], False: []}
        partition, kind = None, None
        for node in self._operations():
            embeds = node.op == "call_module" and isinstance(modules[node.target], EmbeddingBag)
            if partition is None or embeds != kind or partition.used_mem_bytes + get_extra_size_of(node, partition.nodes) > available_mem_bytes:
                if get_extra_size_of(node, set()) > available_mem_bytes:
                    raise RuntimeError(f"{node.target} is too large to fit into a device")
                partition, kind = self.create_partition(), embeds
                found[kind].append(partition)
            partition.add_node(node)
        set_parents_and_children(self.partitions)
        self._combine_by_size(found[False], available_mem_bytes)
        self._combine_by_size(found[True], available_mem_bytes)
        if len(found[True]) > len(self.devices):
            raise RuntimeError(f"Need {len(found[True])} devices, but only {len(self.devices)} provided")
        rest = sum(p.used_mem_bytes for p in found[False])
        for number, partition in enumerate(found[True]):
            if rest + partition.used_mem_bytes > available_mem_bytes:
                raise RuntimeError(f"partition_{number}(embedding partition) and non embedding partitions can not fit into one device")
            partition.logical_device_ids = [self.devices[number].logical_id]
        for partition in found[False]:
            partition.logical_device_ids = [d.logical_id for d in self.devices[: len(found[True])]]
        reorganize_partitions(self.partitions)
        self.node_to_partition = get_node_to_partition_mapping(self.partitions)

    def _combine_by_size(self, partitions, available_mem_bytes):
        """Combines the smallest partition with the largest that it fits with on a device, as long as there is one beside it."""
        combining = len(partitions) > 1
        while combining:
            get_bfs_level_partition(self.partitions)
            smallest, *others = sorted(partitions, key=lambda p: p.used_mem_bytes)
            combining = False
            for other in reversed(others):
                if abs(smallest.bfs_level - other.bfs_level) <= 1 and _size_of(smallest.nodes | other.nodes) <= available_mem_bytes:
                    combine_two_partitions(other, smallest, self.partitions)
                    partitions.remove(smallest)
                    partitions.remove(other)
                    partitions.append(self.partitions[-1])
                    combining = len(partitions) > 1
                    break

    def cost_aware_partition(self, transfer_rate_bytes_per_sec, node_to_latency_mapping):
        """Starts with a partition for each node, and combines the two that make the graph fastest, as long as that makes it no slower."""

        def cost(partitions):
            return get_latency_of_partitioned_graph(partitions, get_partition_to_latency_mapping(partitions, node_to_latency_mapping), transfer_rate_bytes_per_sec)

        def combined(first, second):
            near = abs(first.bfs_level - second.bfs_level) <= 1 or first in second.parents or first in second.children
            if not near:
                return float("inf")
            partitions = self.partitions[:]
            combine_two_partitions(first, second, partitions)
            if check_dependency(partitions[-1]):
                return float("inf")
            reset_partition_device(partitions)
            return cost(partitions) if get_device_to_partitions_mapping(partitions, self.devices) else float("inf")

        for node in self._operations():
            self.create_single_node_partition(node)
        set_parents_and_children(self.partitions)
        get_bfs_level_partition(self.partitions)
        while len(self.partitions) > 1:
            best, pair = cost(self.partitions), None
            for i, first in enumerate(self.partitions):
                for second in self.partitions[i + 1 :]:
                    now = combined(first, second)
                    if now <= best:
                        best, pair = now, (first, second)
                    reorganize_partitions(self.partitions)
            if pair:
                combine_two_partitions(*pair, self.partitions)
            get_bfs_level_partition(self.partitions)
            reset_partition_device(self.partitions)
            get_device_to_partitions_mapping(self.partitions, self.devices)
            if not pair:
                break
        reorganize_partitions(self.partitions)
        self.node_to_partition = get_node_to_partition_mapping(self.partitions)

    def kl_based_partition(self, transfer_rate_bytes_per_sec, node_to_latency_mapping):
        """Starts with partitions by size, and moves or swaps nodes between two of them where that makes the graph faster, as Kernighan and Lin do."""

        def swap(node, other, here, there):
            for moved, source, target in ((node, here, there), (other, there, here)):
                if moved is not None:
                    target.add_node(moved)
                    source.remove_node(moved)

        def cost():
            latencies = get_partition_to_latency_mapping(self.partitions, node_to_latency_mapping)
            return get_latency_of_partitioned_graph(self.partitions, latencies, transfer_rate_bytes_per_sec)

        def swapped(node, other, here, there):
            swap(node, other, here, there)
            reorganize_partitions(self.partitions)
            reset_partition_device(self.partitions)
            possible = not check_dependency(here) and not check_dependency(there) and get_device_to_partitions_mapping(self.partitions, self.devices)
            now = cost() if possible else float("inf")
            swap(other, node, here, there)
            reorganize_partitions(self.partitions)
            reset_partition_device(self.partitions)
            get_device_to_partitions_mapping(self.partitions, self.devices)
            return now

        self.size_based_partition()
        best, choice = cost(), None
        for node in self._operations():
            here = self.partitions[self.node_to_partition[node]]
            for there in self.partitions:
                if there is here:
                    continue
                for other in [n for n in there.nodes if n.op not in _NOT_OPERATIONS] + [None]:
                    now = swapped(node, other, here, there)
                    if now < best:
                        best, choice = now, (node, other, here, there)
            if choice:
                swap(*choice)
                reorganize_partitions(self.partitions)
                reset_partition_device(self.partitions)
                get_device_to_partitions_mapping(self.partitions, self.devices)

    def aot_based_partition(self, node_to_partition_mapping, partition_to_logical_device_mapping):
        """Takes partitions and devices as they were decided before."""
        made = {}
        for node, number in node_to_partition_mapping.items():
            if number not in made:
                made[number] = Partition(number)
                made[number].logical_device_ids = partition_to_logical_device_mapping[number]
                self.partitions.append(made[number])
            made[number].add_node(node)
        self.node_to_partition = node_to_partition_mapping

    def saturate_host(self):
        """Runs the partitions on the devices that are left as well, as often as all of them fit."""
        used = sum(len(p.logical_device_ids) for p in self.partitions)
        for partition in self.partitions:
            first = list(partition.logical_device_ids)
            for offset in range(used, len(self.devices) - used + 1, used):
                partition.logical_device_ids += [number + offset for number in first]

    def do_partition(self):
        """The module with a submodule for each partition."""
        return split_module(self.graph_module, self.torch_module, lambda node: self.node_to_partition[node])

    def dump_dag(self, module_with_submodules):
        """The submodules of a module as a DAG."""
        dag = DAG()
        for node in module_with_submodules.graph.nodes:
            if node.op in _NOT_OPERATIONS or node.target == operator.getitem:
                continue
            partition = self.partitions[int(node.name.rsplit("_", 1)[-1])]
            outputs = list(node.users) if len(node.users) > 1 else [node]
            dag.create_node(node, node.all_input_nodes, outputs, partition.logical_device_ids, partition.used_mem_bytes)
        return dag
