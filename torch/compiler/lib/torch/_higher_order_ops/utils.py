"""Helpers of the operators."""

import contextlib
import types


@contextlib.contextmanager
def setup_compilation_env():
    yield "eager"


def captures(*values):
    """Whether a call of an operator that takes functions is captured whole first, as a compiled program has it: its tensors are plain and nothing looks on."""
    import torch
    from torch.utils import _pytree as pytree

    if torch._C._innermost_transform() is not None or torch.overrides._get_current_function_mode_stack() or torch.utils._python_dispatch._get_current_dispatch_mode() is not None:
        return False
    return all(type(x) in (torch.Tensor, torch.nn.Parameter) and x.device.type == "cpu" for x in pytree.tree_leaves(values))


def is_dynamo_compiling():
    import torch

    return torch.compiler.is_dynamo_compiling()


def captured(call, *args):
    """The results of a call of an operator that is captured by Dynamo; what it refuses there is an error here. Where nothing is compiled call is to do the same plainly."""
    import torch

    # A function of its own each time: what other calls have seen of sizes does not matter, and none of them reaches the limit of recompilations.
    own = types.FunctionType(call.__code__.replace(co_filename="<higher-order operator>"), call.__globals__)
    return torch.compile(own, backend="eager", fullgraph=True)(*args)


def autograd_not_implemented(op, deferred_error=True):
    """The kernel for autograd of an operator that has no derivative: an error where a gradient is needed, at once or when it is asked for."""
    def inner(*args, **kwargs):
        import torch
        from torch.utils import _pytree as pytree

        why = f"Autograd not implemented for {op}"
        needed = torch.is_grad_enabled() and any(isinstance(x, torch.Tensor) and x.requires_grad for x in pytree.tree_leaves((args, kwargs)))
        if needed and not deferred_error:
            raise RuntimeError(why)
        with torch._C._AutoDispatchBelowAutograd():
            result = op(*args, **kwargs)
        if not needed:
            return result

        class DelayedError(torch.autograd.Function):
            @staticmethod
            def forward(ctx, t):
                return t.view_as(t)

            @staticmethod
            def backward(ctx, grad):
                raise RuntimeError(why)

        def refusing(t):
            return DelayedError.apply(t.detach().requires_grad_()) if t.is_floating_point() or t.is_complex() else t

        return pytree.tree_map_only(torch.Tensor, refusing, result)

    return inner


def unique_graph_name_with_root(tx, prefix):
    for i in range(1000):
        name = f"{prefix}_{i}"
        if not hasattr(tx, name):
            return i, name
    return None, None


def first_slice_copy(t, dim=0):
    """A copy of the first slice of a tensor along a dimension."""
    import torch

    return torch.select_copy(t, dim, 0)


def materialize_as_graph(fn, args, include_key_set=None, exclude_key_set=None, force_enable_grad=False):
    """The graph of a function for these arguments, recorded on tensors without data."""
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode
    from torch.fx.experimental.proxy_tensor import make_fx
    from torch.utils import _pytree as pytree

    mode = torch._guards.detect_fake_mode(args) or FakeTensorMode(allow_non_fake_inputs=True)
    fakes = pytree.tree_map_only(torch.Tensor, lambda x: x if isinstance(x, torch._subclasses.FakeTensor) else mode.from_tensor(x), tuple(args))
    with torch.enable_grad() if force_enable_grad else contextlib.nullcontext():
        return make_fx(fn)(*fakes)


def check_input_alias_and_mutation(gm, fake_args):
    """Which inputs of a graph are the same tensors, which outputs are inputs, which outputs are others, and which inputs are written to."""
    return check_input_alias_and_mutation_return_outputs(gm)[:-1]


def check_input_alias_and_mutation_return_outputs(gm):
    import torch
    from torch.utils import _pytree as pytree

    inputs = [n for n in gm.graph.nodes if n.op == "placeholder"]
    results = [n.args[0] for n in gm.graph.nodes if n.op == "output"][0]
    results = list(results) if isinstance(results, (list, tuple)) else [results]
    place = {n: i for i, n in enumerate(inputs)}
    given = {place[n]: i for i, n in enumerate(results) if n in place}
    first, twice = {}, {}
    for i, n in enumerate(results):
        if n in first:
            twice[first[n]] = i
        first.setdefault(n, i)
    written = set()
    for node in gm.graph.nodes:
        if isinstance(node.target, torch._ops.OpOverload):
            for parameter, value in zip(node.target._schema.arguments, node.args):
                if parameter.is_write:
                    written.update(place[n] for n in pytree.tree_leaves(value) if n in place)
    values = [n.meta.get("val", n.meta.get("example_value")) if isinstance(n, torch.fx.Node) else n for n in results]
    return {}, given, twice, sorted(written), values


def is_graph(fn):
    """Whether an operator was given a graph, as a running graph gives it, not a function of a program."""
    import torch
    from torch._C import _fx

    return isinstance(fn, (_fx.NativeModule, torch.fx.GraphModule))


def flat(out):
    """The results of a graph, as a tuple."""
    return tuple(out) if isinstance(out, (list, tuple)) else (out,)
