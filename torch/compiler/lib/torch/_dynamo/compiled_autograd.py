"""Compiled autograd: a backward pass is recorded as one graph, which a compiler makes a function of. Passes that differ in their tensors alone share one.

The graph has the arguments inputs, sizes, scalars, hooks and packed_data, as PyTorch's. It is made of the operators of the derivatives; hooks, custom
functions and what is added to leaves are calls of torch._dynamo.external_utils. Sizes are constants, so that sizes and scalars are empty."""

import contextlib
import functools
from operator import getitem as _getitem

import torch
from torch._C._dynamo import eval_frame as _c

from .utils import counters

compiled_autograd_enabled = False
compiled_autograd_enabled_force_eager = False
in_compiled_autograd_region = False

_cache = {}  # text of a plan: what its graph was compiled to
_graphs = 0

# Calls whose first argument is the number of a hook, or (True) of the context of a custom function.
_HOOKED = {"call_hook": False, "call_prehook": False, "call_posthook": False, "call_post_accumulate_hook": False, "call_backward": True}


@contextlib.contextmanager
def _enable(compiler_fn, dynamic=True, ignore_active_disable_ctx=True):
    """Backward passes are recorded, and run by what compiler_fn makes of their graphs."""
    if dynamic and type(dynamic) is not bool:
        raise AssertionError(f"dynamic must be a bool, got {type(dynamic)}")
    with _switched(functools.partial(_backward, compiler_fn), True):
        yield


def _disable():
    """Backward passes run as ever."""
    return _switched(None, False)


@contextlib.contextmanager
def _switched(run, on):
    global compiled_autograd_enabled
    before, enabled = _c.set_compiled_backward(run), compiled_autograd_enabled
    compiled_autograd_enabled = on
    try:
        yield
    finally:
        _c.set_compiled_backward(before)
        compiled_autograd_enabled = enabled


def reset():
    """Forgets what was compiled, and runs backward passes as ever."""
    global compiled_autograd_enabled, compiled_autograd_enabled_force_eager, _graphs
    compiled_autograd_enabled = compiled_autograd_enabled_force_eager = False
    _c.set_compiled_backward(None)
    _cache.clear()
    _graphs = 0


def _backward(compiler_fn, roots, grads, inputs, keep, create_graph, adds, allow_unused):
    """Runs one backward pass in the place of the engine."""
    with _disable():
        plan, key, start, saved, leaves, contexts, hooks, foreign = _c.plan_backward(roots, grads, inputs, adds)
        try:
            if create_graph or foreign or torch.is_anomaly_enabled() or any(isinstance(i, tuple) for i in inputs or ()):
                return _run_uncompiled(roots, grads, inputs, keep, create_graph, adds, allow_unused)
            kept = [context.saved_tensors for context in contexts]
            values = [*start, *saved, *leaves, *[leaf.grad for leaf in leaves if leaf.grad is not None]]
            values += [t for tensors in kept for t in tensors if t is not None]
            values, places = _distinct(values)
            key = (key, tuple(places), tuple(context._forward_cls for context in contexts), tuple(tuple(t is None for t in tensors) for tensors in kept))
            compiled = _cache.get(key)
            if compiled is None:
                try:
                    graph = _record(plan, values, kept, len(hooks))
                except NotImplementedError:
                    return _run_uncompiled(roots, grads, inputs, keep, create_graph, adds, allow_unused)
                counters["compiled_autograd"]["captures"] += 1
                compiled = _cache[key] = compiler_fn(graph)
            results = _run(compiled, values, [*hooks, *contexts])
        finally:
            _c.end_backward(plan, False)
        _c.end_backward(plan, not keep)
    if adds:
        return None
    if not allow_unused and any(r is None for r in results):
        raise RuntimeError(f"The differentiated Tensor at index {list(results).index(None)} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.")
    return tuple(results)


def _run(compiled, values, hooks):
    global in_compiled_autograd_region
    outer, in_compiled_autograd_region = in_compiled_autograd_region, True
    try:
        with torch.no_grad():
            return _c.run_backward(compiled, values, [], [], hooks, [])
    finally:
        in_compiled_autograd_region = outer


def _run_uncompiled(roots, grads, inputs, keep, create_graph, adds, allow_unused):
    """Runs a pass that cannot be recorded: one that is differentiated again, or leads through what no operator of PyTorch is."""
    if adds:
        return torch.autograd.backward(roots, grads or None, retain_graph=keep, create_graph=create_graph, inputs=inputs)
    return torch.autograd.grad(roots, inputs, grads or None, retain_graph=keep, create_graph=create_graph, allow_unused=allow_unused)


def _distinct(values):
    """Each tensor once, and the place in that list of each one."""
    numbers, distinct, places = {}, [], []
    for v in values:
        number = numbers.setdefault(id(v), len(distinct))
        if number == len(distinct):
            distinct.append(v)
        places.append(number)
    return distinct, places


def _record(plan, values, kept, hook_count):
    """The graph of a plan."""
    global _graphs
    from torch.fx.experimental.proxy_tensor import _from_native

    names = [f"input_{i}" for i in range(len(values))]
    with torch.no_grad():
        module, *_ = _c.record_calls(_c.backward_of(plan, kept), values, names, [None] * len(values), None, False, False, False, None, [])
    gm = _from_native(module)
    graph = gm.graph
    placeholders = list(graph.find_nodes(op="placeholder"))
    with graph.inserting_before(placeholders[0] if placeholders else next(iter(graph.nodes))):
        inputs, _, _, hooks, _ = [graph.placeholder(name) for name in ("inputs", "sizes", "scalars", "hooks", "packed_data")]
    first = next(node for node in graph.nodes if node.op != "placeholder")
    for number, node in enumerate(placeholders):
        if node.users:
            with graph.inserting_before(first):
                item = graph.call_function(_getitem, (inputs, number))
            item.meta = dict(node.meta)
            node.replace_all_uses_with(item)
        graph.erase_node(node)
    for node in list(graph.nodes):
        shift = _HOOKED.get(getattr(node.target, "__name__", None)) if node.op == "call_function" else None
        if shift is not None:
            with graph.inserting_before(node):
                item = graph.call_function(_getitem, (hooks, node.args[0] + (hook_count if shift else 0)))
            node.args = (item, *node.args[1:])
    gm.recompile()
    gm.__class__.__name__ = f"CompiledAutograd{_graphs}"
    _graphs += 1
    return gm
