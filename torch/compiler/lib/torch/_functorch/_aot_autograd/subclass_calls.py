"""Programs on tensors of classes that hold other tensors, compiled as programs on what these hold."""

import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass, is_traceable_wrapper_subclass_type

__all__ = ["compile_on_parts", "has_wrappers", "put_together", "take_apart"]


def has_wrappers(fn, args):
    """Whether arguments are of such classes, or a graph makes objects of them."""
    nodes = fn.graph.nodes if isinstance(fn, torch.fx.GraphModule) else ()
    return any(map(is_traceable_wrapper_subclass, args)) or any(isinstance(n.target, type) and is_traceable_wrapper_subclass_type(n.target) for n in nodes)


def take_apart(values):
    """The tensors and other values that are held, and what puts them together again."""
    parts, specs = [], []
    for value in values:
        if not is_traceable_wrapper_subclass(value):
            parts.append(value)
            specs.append(None)
            continue
        names, context = value.__tensor_flatten__()
        inner, inner_specs = take_apart([getattr(value, name) for name in names])
        specs.append((type(value), names, context, value.size(), value.stride(), inner_specs))
        parts += inner
    return parts, specs


def put_together(parts, specs):
    """The values again, of an iterator of parts."""
    values = []
    for spec in specs:
        if spec is None:
            values.append(next(parts))
            continue
        cls, names, context, size, stride, inner_specs = spec
        values.append(cls.__tensor_unflatten__(dict(zip(names, put_together(parts, inner_specs))), context, size, stride))
    return values


def compile_on_parts(fn, args, compile_parts, compile_step):
    """The callable for arguments like args; compile_parts compiles a function of tensors that gives a list, compile_step one whose plain tensors have gradients, too.
    With numbers among the arguments there is one for each choice of sizes."""
    if not all(isinstance(p, torch.Tensor) for p in take_apart(args)[0]):
        return _ForSizes(fn, compile_parts, compile_step)
    if torch.is_grad_enabled() and any(isinstance(x, torch.Tensor) and x.requires_grad for x in args):
        compiled = compile_step(fn, args)
        if compiled is not None:
            return compiled
    parts, specs = take_apart(args)
    parts = [p.detach() for p in parts]
    made = {}

    def on_parts(*tensors):
        results, made["specs"] = take_apart(list(fn(*put_together(iter(tensors), specs))))
        return results

    compiled = compile_parts(on_parts, parts)
    return lambda *given: tuple(put_together(iter(compiled(*take_apart(given)[0])), made["specs"]))


class _ForSizes:
    """A program on parts that is compiled once more for each choice of its numbers and of the layouts of its tensors."""

    def __init__(self, fn, compile_parts, compile_step):
        self.fn, self.compilers = fn, (compile_parts, compile_step)
        self.known = {}

    def __call__(self, *given):
        key = tuple((p.shape, p.stride(), p.requires_grad) if isinstance(p, torch.Tensor) else p for p in take_apart(given)[0])
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

        return compile_on_parts(of_tensors, [given[i] for i in places], *self.compilers)
