"""Functions that are kept as graphs of their own."""

import torch
from torch._C._dynamo.eval_frame import kept_by, repeating_draws
from torch._higher_order import graph_operator
from torch._higher_order_ops.utils import flat, is_graph


@graph_operator("Wrap", "wrap")
def wrap(func, /, *operands, **kwargs):
    """Calls func; where tracing could not make a graph of it, it runs without being compiled."""
    if not is_graph(func):
        return torch._dynamo.disable(func)(*operands, **kwargs)
    out = func(*operands)
    return tuple(out) if isinstance(out, list) else out


@graph_operator("WrapWithSetGradEnabled", "wrap")
def wrap_with_set_grad_enabled(enable_grad, wrapped_func, /, *operands, **kwargs):
    with torch.set_grad_enabled(enable_grad):
        return _as_called(wrapped_func, operands, kwargs)


@graph_operator("WrapWithAutocast", "wrap")
def wrap_with_autocast(device_type, dtype, enabled, cache_enabled, wrapped_func, /, *operands, **kwargs):
    with torch.autocast(device_type, dtype, enabled, cache_enabled):
        return _as_called(wrapped_func, operands, kwargs)


def _as_called(func, operands, kwargs):
    out = func(*operands, **kwargs)
    return flat(out) if is_graph(func) else out


@graph_operator("WrapActivationCheckpoint", "wrap")
def wrap_activation_checkpoint(function, /, *args, **kwargs):
    kwargs.setdefault("use_reentrant", False)
    return torch.utils.checkpoint.checkpoint(function, *args, **kwargs)


@graph_operator("TagActivationCheckpoint", "wrap")
def tag_activation_checkpoint(graph, /, *operands, **kwargs):
    kwargs["use_reentrant"] = False
    contexts = kept_by(graph)
    if contexts is not None:
        kwargs["context_fn"] = contexts
    if kwargs.get("preserve_rng_state", True):
        graph = repeating_draws(graph)
    return flat(torch.utils.checkpoint.checkpoint(graph, *operands, **kwargs))


@graph_operator("DynamoBypassingWrapper", "wrap")
def dynamo_bypassing_wrapper(wrapper_fn, inner_fn, /, *args, **kwargs):
    if isinstance(wrapper_fn, str):
        raise ValueError("wrapper functions by name are known to graphs only")
    return wrapper_fn(inner_fn)(*args, **kwargs)
