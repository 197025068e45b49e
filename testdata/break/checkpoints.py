"""Checkpointed functions whose frames are compiled, or break: what runs forward is what runs again."""
import torch
from torch._dynamo.backends.common import aot_autograd
from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts

torch.manual_seed(0)


def program(breaks, backend, checkpoints, whole):
    def f(x, y):
        if breaks:
            torch._dynamo.graph_break()
        return torch.sigmoid(x @ y).sin()

    if whole:
        return torch.compile(lambda x, y: checkpoint(f, x, y, use_reentrant=False) if checkpoints else f(x, y), backend=backend)
    compiled = torch.compile(f, backend=backend)
    return lambda x, y: checkpoint(compiled, x, y, use_reentrant=False) if checkpoints else compiled(x, y)


for breaks in (False, True):
    for backend in ("eager", "aot_eager", "inductor"):
        for checkpoints in (False, True):
            for whole in (False, True):
                torch._dynamo.reset()
                f, agree = program(breaks, backend, checkpoints, whole), []
                for _ in range(2):
                    x, y = torch.randn(4, 4, requires_grad=True), torch.randn(4, 4, requires_grad=True)
                    given = torch.autograd.grad(f(x, y).sum(), (x, y)) if not whole else (f(x, y).sum().backward(), x.grad, y.grad)[1:]
                    expected = torch.autograd.grad(torch.sigmoid(x @ y).sin().sum(), (x, y))
                    agree += [torch.allclose(a, b, atol=1e-6) for a, b in zip(given, expected)]
                print(breaks, backend, checkpoints, whole, agree)

# A reentrant one is captured as any other.
x, y = torch.randn(4, 4, requires_grad=True), torch.randn(4, 4, requires_grad=True)
for backend in ("eager", "aot_eager", "inductor", aot_autograd(fw_compiler=lambda gm, inputs: gm)):
    torch._dynamo.reset()
    out = torch.compile(lambda x, y: checkpoint(lambda x, y: torch.sigmoid(x @ y), x.sin(), y, use_reentrant=True), backend=backend, fullgraph=True)(x, y)
    given = torch.autograd.grad(out.sum(), (x, y))
    print([torch.allclose(a, b) for a, b in zip(given, torch.autograd.grad(torch.sigmoid(x.sin() @ y).sum(), (x, y)))])


# What was kept of a call may not be changed afterwards.
def policy(ctx, op, *args, **kwargs):
    return CheckpointPolicy.MUST_SAVE if op is torch.ops.aten.mm.default else CheckpointPolicy.PREFER_RECOMPUTE


for allowed in (False, True):
    out = checkpoint(lambda x, y: torch.selu_(x @ y).sin(), x, y, use_reentrant=False, context_fn=lambda: create_selective_checkpoint_contexts(policy, allowed))
    try:
        print(torch.autograd.grad(out.sum(), x)[0].shape)
    except RuntimeError as e:
        print(e)
