# torch.fx.traceback.annotate: nodes of captured graphs, and of those made of them ahead of time, say what was noted around them.
import torch
import torch.fx.traceback as notes
from torch._dynamo.testing import AotEagerAndRecordGraphs, EagerAndRecordGraphs


def train(fn, *args):
    backend = AotEagerAndRecordGraphs()
    torch.compile(fn, backend=backend, fullgraph=True)(*args).sum().backward()
    for graph in (*backend.graphs, *backend.fw_graphs, *backend.bw_graphs):
        print(notes._get_custom_metadata(graph))
        print("--")


def stages(x):
    with notes.annotate({"stage": 0}):
        with notes.annotate({"bucket": 1}):
            x = x + 1
        x = x - 2
        with notes.annotate({"stage": 1, "lane": "s"}):
            x = x * x
    return x / 3


train(stages, torch.ones(3, requires_grad=True))


@notes.annotate_fn({"inner": True})
def inner(x):
    return torch.sin(x).tanh()


def checkpointed(x):
    return torch.utils.checkpoint.checkpoint(inner, torch.cos(x), use_reentrant=False).exp()


backend = AotEagerAndRecordGraphs()
torch.compile(checkpointed, backend=backend)(torch.ones(3, requires_grad=True))
print(notes._get_custom_metadata(backend.graphs[0]))
print(notes._get_custom_metadata(backend.fw_graphs[0]))


def decorated(x):
    @notes.annotate({"by": "decorator"})
    def step(x):
        return x + 1

    return step(x) * 2


backend = EagerAndRecordGraphs()
torch.compile(decorated, backend=backend)(torch.ones(2))
print([(n.name, n.meta.get("custom")) for n in backend.graphs[0].graph.nodes])


def broken(x):
    with notes.annotate({"a": 1}):
        x = x.sin()
        torch._dynamo.graph_break()
        return x.cos()


backend = EagerAndRecordGraphs()
torch.compile(broken, backend=backend)(torch.ones(2))
print(len(backend.graphs))  # it cannot be entered again
with notes.preserve_node_meta(), notes.annotate({"traced": 1}):
    graph = torch.fx.symbolic_trace(lambda x: torch.sin(x) + 1)
print([(n.name, n.meta.get("custom")) for n in graph.graph.nodes])
