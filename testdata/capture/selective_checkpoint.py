# What a policy keeps of a checkpointed region is not computed again in the captured backward pass.
import functools
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs, EagerAndRecordGraphs
from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts

aten = torch.ops.aten
OPS = [aten.mm.default, aten.sigmoid.default, aten.sin.default, aten.tanh.default]


def policy(saved, ctx, op, *args, **kwargs):
    return CheckpointPolicy.MUST_SAVE if op in saved else CheckpointPolicy.PREFER_RECOMPUTE


def contexts_of_list():
    return create_selective_checkpoint_contexts([aten.sigmoid.default])


def body(x, y):
    return torch.sigmoid(torch.tanh(x @ y) @ y).sin()


def count(graphs):
    return [sum(n.target == op for n in graphs[0].graph.nodes) for op in OPS]


def run(name, make):
    def f(x, y):
        return checkpoint(body, x, y, use_reentrant=False, **make())

    torch._dynamo.reset()
    torch.manual_seed(0)
    x, y = torch.randn(3, 3, requires_grad=True), torch.randn(3, 3, requires_grad=True)
    expected = torch.autograd.grad(body(x, y).sum(), (x, y))
    record = AotEagerAndRecordGraphs()
    for backend in (record, "eager", "inductor"):
        got = torch.autograd.grad(torch.compile(f, backend=backend, fullgraph=True)(x, y).sum(), (x, y))
        for a, b in zip(expected, got):
            torch.testing.assert_close(a, b)
    print(name, count(record.fw_graphs), count(record.bw_graphs))


must = functools.partial(policy, [aten.mm.default])
outside = functools.partial(create_selective_checkpoint_contexts, must)
run("none", lambda: {})
run("mm", lambda: {"context_fn": outside})
run("made inside", lambda: {"context_fn": functools.partial(create_selective_checkpoint_contexts, must)})
run("list", lambda: {"context_fn": contexts_of_list})
run("list of operators", lambda: {"context_fn": functools.partial(create_selective_checkpoint_contexts, [aten.mm.default, aten.tanh.default])})
