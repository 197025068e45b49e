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
    def backward(*args, **kwargs):
        raise RuntimeError(f"Autograd not implemented for {op}")

    return backward


def unique_graph_name_with_root(tx, prefix):
    for i in range(1000):
        name = f"{prefix}_{i}"
        if not hasattr(tx, name):
            return i, name
    return None, None


def is_graph(fn):
    """Whether an operator was given a graph, as a running graph gives it, not a function of a program."""
    import torch
    from torch._C import _fx

    return isinstance(fn, (_fx.NativeModule, torch.fx.GraphModule))


def flat(out):
    """The results of a graph, as a tuple."""
    return tuple(out) if isinstance(out, (list, tuple)) else (out,)
