"""Compiled autograd: a backward pass is recorded as one graph, which a compiler makes a function of. Passes that differ in their tensors alone share one.

The graph has the arguments inputs, sizes, scalars, hooks and packed_data, as PyTorch's. It is made of the operators of the derivatives; hooks, custom
functions and what is added to leaves are calls of torch._dynamo.external_utils. Sizes that derivatives look at are taken of the argument sizes, equal ones once;
passes that differ in them share a graph unless what was recorded depends on them. Numbers of other kinds are constants, so that scalars is empty."""

import contextlib
import functools
from operator import getitem as _getitem

import torch
from torch._C._dynamo import eval_frame as _c

from .utils import counters

compiled_autograd_enabled = False
compiled_autograd_enabled_force_eager = False
in_compiled_autograd_region = False

_cache = {}  # text of a plan, without sizes: for each recording of it, what it relies on of sizes, what the graph was compiled to and the names of its results
_graphs = 0

# Calls whose first argument is the number of a hook, or (True) of the context of a custom function.
_HOOKED = {"call_hook": False, "call_prehook": False, "call_posthook": False, "call_post_accumulate_hook": False, "call_backward": True}


@contextlib.contextmanager
def _enable(compiler_fn, dynamic=True, ignore_active_disable_ctx=True):
    """Backward passes are recorded, and run by what compiler_fn makes of their graphs."""
    if dynamic and type(dynamic) is not bool:
        raise AssertionError(f"dynamic must be a bool, got {type(dynamic)}")
    with _switched(functools.partial(_backward, compiler_fn, dynamic), True):
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


def _backward(compiler_fn, dynamic, roots, grads, inputs, keep, create_graph, adds, allow_unused):
    """Runs one backward pass in the place of the engine."""
    given = (roots, grads, inputs, keep, create_graph, adds, allow_unused)
    with _disable():
        results = NotImplemented
        for fixed in (False, True) if dynamic else (True,):
            results = _run_recorded(compiler_fn, fixed, *given)
            if results is not NotImplemented:
                break
        else:
            return _run_uncompiled(*given)
    if adds:
        return None
    if not allow_unused and any(r is None for r in results):
        raise RuntimeError(f"The differentiated Tensor at index {list(results).index(None)} appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.")
    return tuple(results)


def _run_recorded(compiler_fn, fixed, roots, grads, inputs, keep, create_graph, adds, allow_unused):
    """What a recording of the pass gives, NotImplemented if it cannot be recorded."""
    plan, key, start, saved, leaves, contexts, hooks, foreign, sizes = _c.plan_backward(roots, grads, inputs, adds, fixed)
    done = False
    try:
        if foreign or any(isinstance(i, tuple) for i in inputs or ()):
            return NotImplemented
        kept = [context.saved_tensors for context in contexts]
        listed = [*start, *saved, *leaves, *[leaf.grad for leaf in leaves if leaf.grad is not None]]
        values, places = _distinct([*listed, *[t for tensors in kept for t in tensors if t is not None]])
        rest = (tuple(places), tuple(context._forward_cls for context in contexts), tuple(tuple(t is None for t in tensors) for tensors in kept), create_graph)
        recorded = _cache.setdefault((key, *rest), [])
        for pattern, compiled, names in recorded:
            fitting = _c.fitting_sizes(pattern, plan)
            if fitting is not None:
                sizes = fitting
                break
        else:
            dims = [None] * len(values)
            if sizes:
                known = len(_distinct(listed)[0])
                dims[:known] = _c.open_geometry(plan, values[:known])
            try:
                graph, pattern = _record(plan, values, dims, kept, len(hooks), sizes, create_graph)
            except NotImplementedError:
                return NotImplemented
            except RuntimeError:  # a derivative asks for a size that is open
                if fixed:
                    raise
                return NotImplemented
            if not recorded:  # others differ in sizes: PyTorch compiles one graph again
                counters["compiled_autograd"]["captures"] += 1
            compiled, names = compiler_fn(graph), [str(node) for node in graph.graph.output_node().args[0]]
            recorded.append((pattern, compiled, names))
        changed = {f"inputs[{i}]": v for i, v in enumerate(values) if any(v is leaf for leaf in leaves)} if adds else {}
        anomaly = torch.is_anomaly_enabled()
        if anomaly:
            _refuse_nan_before(changed)
        results = _run(compiled, values, sizes, [*hooks, *contexts], create_graph)
        done = True
        if anomaly:
            _refuse_nan(changed, names, results)
    finally:
        _c.end_backward(plan, done and not keep)
    return results


def _has_nan(tensor):
    return tensor is not None and bool(torch.isnan(tensor).any())


def _refuse_nan_before(leaves):
    """In anomaly mode, gradients that are added to must be numbers: later ones could not be told from them."""
    for name, leaf in leaves.items():
        if _has_nan(leaf.grad):
            raise AssertionError(f"""\
Compiled autograd running under anomaly mode with {name} already having NaN gradient. This is not supported. {_how_to_disable}""")


def _refuse_nan(leaves, names, results):
    """In anomaly mode, gradients must be numbers."""
    bad = [name for name, leaf in leaves.items() if _has_nan(leaf.grad)]
    if bad:
        raise RuntimeError(f"Compiled Autograd returned NaN gradients for parameters: {','.join(bad)}.")
    bad = [name for name, result in zip(names, results) if _has_nan(result)]
    if bad:
        raise RuntimeError(f"Compiled Autograd returned NaN gradients for output nodes: {','.join(bad)}.")


_how_to_disable = """\
You can turn off compiled autograd by either:
1. Moving the unsupported autograd call outside of the torch.compile'd region.
2. Wrapping the unsupported autograd call in the torch._dynamo.compiled_autograd._disable() context manager.
3. Setting torch._dynamo.config.compiled_autograd=False for the torch.compile call containing the unsupported autograd call.
4. Setting torch._dynamo.config.compiled_autograd=False at the start of the program."""


def _run(compiled, values, sizes, hooks, create_graph):
    global in_compiled_autograd_region
    outer, in_compiled_autograd_region = in_compiled_autograd_region, True
    try:
        with torch.set_grad_enabled(create_graph):
            return _c.run_backward(compiled, values, sizes, [], hooks, [])
    finally:
        in_compiled_autograd_region = outer


def _run_uncompiled(roots, grads, inputs, keep, create_graph, adds, allow_unused):
    """Runs a pass that cannot be recorded: one that leads through what no operator of PyTorch is."""
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


def _record(plan, values, dims, kept, hook_count, sizes, create_graph):
    """The graph of a plan, and what it relies on of sizes."""
    global _graphs
    from torch.fx.experimental.proxy_tensor import _from_native

    count = len(values)
    symbols = [f"s{i}" for i in range(len(sizes))]
    names = [*[f"input_{i}" for i in range(count)], *symbols]
    with torch.set_grad_enabled(create_graph):
        backward, patterns = _c.backward_of(plan, kept, values, create_graph), []

        def run(stands):
            results = backward(stands)
            patterns.append(_c.size_pattern(plan))
            return results

        module, *_ = _c.record_calls(run, [*values, *sizes], names, [*dims, *symbols], None, False, False, False, None, [], [(name, size, 2, None) for name, size in zip(symbols, sizes)])
    gm = _from_native(module)
    graph = gm.graph
    placeholders = list(graph.find_nodes(op="placeholder"))
    with graph.inserting_before(placeholders[0] if placeholders else next(iter(graph.nodes))):
        inputs, numbers, _, hooks, _ = [graph.placeholder(name) for name in ("inputs", "sizes", "scalars", "hooks", "packed_data")]
    first = next(node for node in graph.nodes if node.op != "placeholder")
    for number, node in enumerate(placeholders):
        if node.users:
            with graph.inserting_before(first):
                item = graph.call_function(_getitem, (inputs, number) if number < count else (numbers, number - count))
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
    return gm, patterns[0]
