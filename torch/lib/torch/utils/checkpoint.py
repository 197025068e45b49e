"""Recomputation in the backward pass instead of saved values."""
import torch


class _Checkpoint(torch.autograd.Function):
    @staticmethod
    def forward(ctx, run, preserve, *args):
        ctx.run = run
        ctx.inputs = args
        ctx.state = torch.get_rng_state() if preserve else None
        with torch.no_grad():
            return run(*args)

    @staticmethod
    def backward(ctx, *grads):
        detached = tuple(a.detach().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) else a for a in ctx.inputs)
        keep = torch.get_rng_state()
        if ctx.state is not None:
            torch.set_rng_state(ctx.state)
        with torch.enable_grad():
            outputs = ctx.run(*detached)
        if ctx.state is not None:
            torch.set_rng_state(keep)
        outputs = (outputs,) if isinstance(outputs, torch.Tensor) else outputs
        pairs = [(o, g) for o, g in zip(outputs, grads) if isinstance(o, torch.Tensor) and o.requires_grad]
        torch.autograd.backward([o for o, _ in pairs], [g for _, g in pairs])
        return (None, None) + tuple(a.grad if isinstance(a, torch.Tensor) else None for a in detached)


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check="default", debug=False, preserve_rng_state=True, **kwargs):
    if use_reentrant:
        return _Checkpoint.apply(lambda *a: function(*a, **kwargs), preserve_rng_state, *args)
    return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    functions = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    size = len(functions) // segments

    def run(start, end):
        def forward(x):
            for f in functions[start:end]:
                x = f(x)
            return x

        return forward

    end = 0
    for start in range(0, size * (segments - 1), size):
        end = start + size
        input = checkpoint(run(start, end), input, use_reentrant=use_reentrant)
    return run(end, len(functions))(input)
