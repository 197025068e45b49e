# Graphs spread over devices: by size, by latency, by tables and by decisions made before.
import torch
from torch import nn
from torch.fx import symbolic_trace
from torch.fx.experimental.accelerator_partitioner import Partitioner
from torch.fx.experimental.partitioner_utils import (
    Device,
    NodeLatency,
    Partition,
    PartitionerConfig,
    PartitionMode,
    get_comm_latency_between,
    get_extra_size_of,
    get_latency_of_partitioned_graph,
    get_partition_to_latency_mapping,
)
from torch.fx.passes import graph_manipulation


class Sums(nn.Module):
    def forward(self, a, b):
        c = a + b
        d = c + a
        e = d + b
        return e * c


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = nn.Linear(4, 8), nn.Linear(8, 16), nn.Linear(16, 4)
        self.p = nn.Parameter(torch.rand(4, 4))
        self.register_buffer("w", torch.rand(4, 4))

    def forward(self, x):
        y = self.a(x + self.p)
        z = self.c(self.b(y).relu())
        return z + self.w, torch.sin(y)


class Wide(nn.Module):
    def forward(self, a, b, c):
        p = [a + 1, b + 2, c + 3]
        q = p[0] * p[1]
        r = p[1] - p[2]
        return torch.cat([q, r, q + r]).sin().cos().tan().exp()


class Tables(nn.Module):
    def __init__(self):
        super().__init__()
        for i in range(3):
            setattr(self, f"e{i}", nn.EmbeddingBag(10, 4, mode="sum"))
        self.linear = nn.Linear(12, 4)

    def forward(self, a, b, c, offsets):
        x = torch.cat([self.e0(a, offsets), self.e1(b, offsets), self.e2(c, offsets)], 1)
        return self.linear(x).relu()


def of(partitions):
    return sorted(p.partition_id for p in partitions)


def partition(label, make, inputs, config):
    module = make()
    traced = symbolic_trace(module)
    graph_manipulation.get_size_of_all_nodes(traced, inputs)
    partitioner = Partitioner()
    print("==", label)
    try:
        result = partitioner.partition_graph(traced, module, config(traced) if callable(config) else config)
    except RuntimeError as e:
        print(e)
        return None
    for n in result.dag.nodes:
        print("  ", n.submodule_node, [str(i) for i in n.input_nodes], [str(o) for o in n.output_nodes], n.logical_device_ids, n.size_bytes)
    for p in partitioner.partitions:
        print("  partition", p, sorted(n.name for n in p.nodes), of(p.parents), of(p.children), p.bfs_level)
    expected, actual = module(*inputs), result.module_with_submodules(*inputs)
    print("  same:", torch.utils._pytree.tree_map(torch.equal, expected, actual))
    return partitioner, traced


def config(sizes, **more):
    return PartitionerConfig([Device(f"dev_{i}", size, i) for i, size in enumerate(sizes)], **more)


def latencies(traced):
    return {n: NodeLatency(1.0, 2.0) for n in traced.graph.nodes if n.op.startswith("call")}


pair, three = (torch.rand(4), torch.rand(4)), tuple(torch.rand(4) for _ in range(3))
matrix = (torch.rand(4, 4),)
ids = tuple(torch.tensor([1, 2, 4, 5]) for _ in range(3)) + (torch.tensor([0, 2]),)

partition("all on one", Sums, pair, config([60, 500]))
partition("one after another", Sums, pair, config([64, 64, 64]))
partition("four", Sums, pair, config([48, 48, 48, 48]))
partition("no mapping", Sums, pair, config([48, 48]))
partition("too little memory", Sums, pair, config([40]))
partition("no devices", Sums, pair, config([]))
partition("a node is too large", Wide, three, config([100, 60, 200, 80]))
partition("layers", Layers, matrix, config([1100, 1600, 900]))
partition("layers in another order", Layers, matrix, config([900, 1100, 1600]))

for rate in (0.5, 100):
    by_cost = dict(mode=PartitionMode.cost_aware, transfer_rate_bytes_per_sec=rate)
    partition(f"cost, {rate}", Wide, three, lambda t: config([200] * 4, node_to_latency_mapping=latencies(t), **by_cost))
    partition(f"cost of layers, {rate}", Layers, matrix, lambda t: config([2000] * 4, node_to_latency_mapping=latencies(t), **by_cost))
partition("cost without room", Sums, pair, lambda t: config([50, 50], mode=PartitionMode.cost_aware, transfer_rate_bytes_per_sec=1, node_to_latency_mapping=latencies(t)))
partition("swaps without room", Wide, three, lambda t: config([170] * 3, mode=PartitionMode.kl_based, transfer_rate_bytes_per_sec=2.0, node_to_latency_mapping=latencies(t)))

partition("tables beside too much", Tables, ids, config([400] * 9, mode=PartitionMode.sparse_nn))
partition("a layer is too large", Tables, ids, config([300] * 9, mode=PartitionMode.sparse_nn))

first = ("add", "add_1", "add_2")
partition(
    "decided before",
    Wide,
    three,
    lambda t: config(
        [500] * 4,
        mode=PartitionMode.aot_based,
        node_to_partition_mapping={n: int(n.name not in first) for n in t.graph.nodes if n.op.startswith("call")},
        partition_to_logical_device_mapping={0: [0], 1: [1, 3]},
    ),
)

partitioner, traced = partition("sizes and latencies", Layers, matrix, config([900, 1100, 1600]))
times = {n: NodeLatency(float(i), 12.0 - i) for i, n in enumerate(traced.graph.nodes) if n.op.startswith("call")}
each = get_partition_to_latency_mapping(partitioner.partitions, times)
print({p.partition_id: tuple(latency) for p, latency in each.items()})
print(get_latency_of_partitioned_graph(partitioner.partitions, each, 64.0))
for parent in partitioner.partitions:
    for child in sorted(parent.children, key=lambda p: p.partition_id):
        print(parent, child, get_comm_latency_between(parent, child, 64.0))
own, nodes = Partition(9), [n for n in traced.graph.nodes if n.op.startswith("call")]
for node in nodes[:4]:
    print(node, get_extra_size_of(node, own.nodes), end=" ")
    own.add_node(node)
    print(own.used_mem_bytes, sorted(n.name for n in own.nodes))
own.remove_node(nodes[0])
print(own, own.used_mem_bytes, sorted(n.name for n in own.nodes), own.parents, own.logical_device_ids, own.bfs_level)
