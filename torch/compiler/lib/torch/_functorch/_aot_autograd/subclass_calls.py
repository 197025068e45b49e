"""Programs on tensors of classes that hold other tensors, compiled as programs on what these hold."""

import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass, is_traceable_wrapper_subclass_type

__all__ = ["compile_on_parts", "has_wrappers"]


def has_wrappers(fn, args):
    """Whether arguments are of such classes, or a graph makes objects of them."""
    nodes = fn.graph.nodes if isinstance(fn, torch.fx.GraphModule) else ()
    return any(map(is_traceable_wrapper_subclass, args)) or any(isinstance(n.target, type) and is_traceable_wrapper_subclass_type(n.target) for n in nodes)


def _take_apart(values):
    """The tensors and other values that are held, and what puts them together again."""
    parts, specs = [], []
    for value in values:
        if not is_traceable_wrapper_subclass(value):
            parts.append(value)
            specs.append(None)
            continue
        names, context = value.__tensor_flatten__()
        inner, inner_specs = _take_apart([getattr(value, name) for name in names])
        specs.append((type(value), names, context, value.size(), value.stride(), inner_specs))
        parts += inner
    return parts, specs


def _put_together(parts, specs):
    """The values again, of an iterator of parts."""
    values = []
    for spec in specs:
        if spec is None:
            values.append(next(parts))
            continue
        cls, names, context, size, stride, inner_specs = spec
        values.append(cls.__tensor_unflatten__(dict(zip(names, _put_together(parts, inner_specs))), context, size, stride))
    return values


def compile_on_parts(fn, args, compile_parts):
    """The callable for arguments like args; compile_parts compiles a function of tensors that gives a list. With numbers among the arguments there is one for each
    choice of sizes."""
    if not all(isinstance(p, torch.Tensor) for p in _take_apart(args)[0]):
        return _ForSizes(fn, compile_parts)
    if torch.is_grad_enabled() and any(isinstance(x, torch.Tensor) and x.requires_grad and not is_traceable_wrapper_subclass(x) for x in args):
        raise NotImplementedError("aot_autograd: gradients of plain tensors beside tensors of classes that hold others")
    parts, specs = _leaves(args)
    made = {}

    def on_parts(*tensors):
        results, made["specs"] = _take_apart(list(fn(*_put_together(iter(tensors), specs))))
        return results

    compiled = compile_parts(on_parts, parts)

    def forward(*given):
        if torch.is_grad_enabled() and any(isinstance(x, torch.Tensor) and x.requires_grad for x in given):
            return _Outer.apply(compiled, made, *given)
        return tuple(_put_together(iter(compiled(*_take_apart(given)[0])), made["specs"]))

    return forward


class _ForSizes:
    """A program on parts that is compiled once more for each choice of its numbers and of the layouts of its tensors."""

    def __init__(self, fn, compile_parts):
        self.fn, self.compile_parts = fn, compile_parts
        self.known = {}

    def __call__(self, *given):
        key = tuple((p.shape, p.stride(), p.requires_grad) if isinstance(p, torch.Tensor) else p for p in _take_apart(given)[0])
        if key not in self.known:
            self.known[key] = self._compile(given)
        return self.known[key](*[x for x in given if isinstance(x, torch.Tensor)])

    def _compile(self, given):
        places = [i for i, x in enumerate(given) if isinstance(x, torch.Tensor)]

        def of_tensors(*tensors):
            whole = list(given)
            for i, x in zip(places, tensors):
                whole[i] = x
            return self.fn(*whole)

        return compile_on_parts(of_tensors, [given[i] for i in places], self.compile_parts)


def _leaves(args):
    """The parts of arguments as leaves that require a gradient where the argument does."""
    leaves, specs = [], []
    for x in args:
        inner, spec = _take_apart([x])
        specs += spec
        needs = isinstance(x, torch.Tensor) and x.requires_grad
        leaves += [p.detach().requires_grad_(needs and p.is_floating_point()) if isinstance(p, torch.Tensor) else p for p in inner]
    return leaves, specs


class _Outer(torch.autograd.Function):
    """A call on the parts, whose derivative is that of the call by the parts."""

    @staticmethod
    def forward(ctx, compiled, made, *given):
        ctx.leaves, ctx.specs = _leaves(given)
        with torch.enable_grad():
            ctx.results = list(compiled(*ctx.leaves))
        plain = [r.detach() if isinstance(r, torch.Tensor) else r for r in ctx.results]
        return tuple(_put_together(iter(plain), made["specs"]))

    @staticmethod
    def backward(ctx, *grads):
        parts = _take_apart(grads)[0]
        pairs = [(r, g) for r, g in zip(ctx.results, parts) if isinstance(r, torch.Tensor) and r.requires_grad and g is not None]
        leaves = [x for x in ctx.leaves if isinstance(x, torch.Tensor) and x.requires_grad]
        found = iter(torch.autograd.grad([r for r, _ in pairs], leaves, [g for _, g in pairs], allow_unused=True))
        by_part = iter([next(found) if isinstance(x, torch.Tensor) and x.requires_grad else None for x in ctx.leaves])
        return (None, None, *_gradients(by_part, ctx.specs))


def _gradients(parts, specs):
    """The gradients of arguments; None for one of whose parts some have none."""
    out = []
    for spec in specs:
        if spec is None:
            out.append(next(parts))
            continue
        cls, names, context, size, stride, inner_specs = spec
        inner = _gradients(parts, inner_specs)
        out.append(None if any(g is None for g in inner) else cls.__tensor_unflatten__(dict(zip(names, inner)), context, size, stride))
    return out
