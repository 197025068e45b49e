"""Graphs of modules and functions, exported ahead of time: one flat graph of forward, or of forward and backward, without changes in place."""
import operator

import torch
import torch.jit._operators  # which defines some that graphs have
from torch._C._dynamo.eval_frame import keep_composites
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

from .input_writes import take_input_writes
from .schemas import BackwardSignature, GraphSignature

__all__ = ["aot_export_joint_simple", "aot_export_module"]


def _flat_graph(program, values, decompositions, pre_dispatch):
    """The graph of a program from a list of values to one, with the inputs that it changes in place and the nodes of what they become."""
    gm = make_fx(program, decomposition_table=decompositions, pre_dispatch=pre_dispatch, _effects=False)(*values)
    graph = gm.graph
    inputs = [n for n in graph.nodes if n.op == "placeholder"]
    for i, node in enumerate(inputs):
        node.target = f"arg{i}_1"
        node._rename(f"arg{i}_1")
    changed = take_input_writes(graph, inputs)
    norms = [n for n in graph.find_nodes(op="call_function", target=torch.ops.aten.native_batch_norm.default) if n.args[5] and n.args[3] is not None]
    for node in norms:
        _statistics_as_results(graph, node, changed)
    if norms:
        copied = _renumbered(gm)
        inputs, changed = [copied[n] for n in inputs], {copied[k]: copied[v] for k, v in changed.items()}
    return gm, inputs, changed


def _renumbered(gm):
    """Numbers the parts of results once more, as they stand now; gives the new nodes by the old ones."""
    graph, copied = torch.fx.Graph(), {}
    for node in gm.graph.nodes:
        name = None if node.target is operator.getitem else node.name
        args, kwargs = torch.fx.node.map_arg((node.args, node.kwargs), copied.__getitem__)
        new = graph.create_node(node.op, node.target, tuple(args), dict(kwargs), name)
        new.meta.update(node.meta)
        copied[node] = new
    gm.graph = graph
    return copied


def _statistics_as_results(graph, node, changed):
    """Makes a batch norm that changes copies of its statistics one whose results they are."""
    copies = node.args[3:5]
    if any(c.op != "call_function" or c.target is not torch.ops.aten.clone.default for c in copies):
        return
    node.target = torch.ops.aten._native_batch_norm_legit_functional.default
    node.args = (*node.args[:3], *[c.args[0] for c in copies], *node.args[5:])
    node._rename("_native_batch_norm_legit_functional")
    last = max((u for u in node.users), key=[*graph.nodes].index, default=node)
    for i, copy in enumerate(copies):
        with graph.inserting_after(last):
            last = graph.call_function(operator.getitem, (node, 3 + i))
        copy.replace_all_uses_with(last)
        graph.erase_node(copy)
        for place, value in changed.items():
            if value is copy:
                changed[place] = last


def _finished(gm, outputs, tidy=True):
    gm.graph.output_node().args = (tuple(outputs),)
    gm.graph.set_codegen(torch.fx.graph.CodeGen())
    if tidy:
        _tidy(gm)
    gm.recompile()
    type(gm).__name__ = "<lambda>"
    return gm


def _refuse_new_shapes(program, values):
    """Runs a program on copies, and refuses one that gives an input another shape or other strides."""
    given = [v.detach().clone() if isinstance(v, torch.Tensor) else v for v in values]
    before = [(v.shape, v.stride()) if isinstance(v, torch.Tensor) else None for v in given]
    with torch.no_grad(), torch.random.fork_rng():
        program(given)
    if before != [(v.shape, v.stride()) if isinstance(v, torch.Tensor) else None for v in given]:
        raise RuntimeError("Found an input that received a metadata mutation, through e.g. a call to `.resize_()` or `.transpose_()`.\n"
                           "This is currently banned in the aot_export workflow. If you need this functionality, please file a github issue.")


def _needs_grad(value):
    return isinstance(value, torch.Tensor) and value.requires_grad


_NO_LOSS = ("If trace_joint=Trueit is required that one of your forward outputs must be a scalar loss.\n"
            "You must specify the which (index) output is the loss with output_loss_index.")

_OTHERS = ("Found an output of the forward that requires gradients, that was not the scalar loss.\nWe require all outputs to the forward that are not the scalar loss to not require "
           "gradient,\nbecause we will only compute a backward graph against the scalar loss.\nYou can fix this by calling .detach() on each of your forward outputs that is not the loss.\n"
           "You specified that output index {} is the loss, but we found that\nthe output at index {} requires gradients.")

_NO_TUPLE = ("Graph output must be a (). This is so that we can avoid pytree processing of the outputs. Please change the module to have tuple outputs or use aot_module instead.")


def aot_export_module(mod, args, *, decompositions=None, trace_joint, output_loss_index=None, pre_dispatch=False, dynamic_shapes=None, kwargs=None):
    """The graph of a module whose parameters and buffers are inputs, with its GraphSignature. With trace_joint it gives the gradients of an output, the loss, too."""
    if pre_dispatch and trace_joint:
        raise RuntimeError("pre_dispatch is not supported when trace_joint is True.")
    if dynamic_shapes:
        raise NotImplementedError("aot_export_module(dynamic_shapes=True): magneto exports ahead of time for the sizes that it is given")
    if trace_joint and output_loss_index is None:
        raise RuntimeError(_NO_LOSS)
    parameters, buffers = dict(mod.named_parameters(remove_duplicate=False)), dict(mod.named_buffers(remove_duplicate=False))
    names = [*parameters, *buffers]
    state = [*parameters.values(), *buffers.values()]
    leaves, call_spec = pytree.tree_flatten((tuple(args), kwargs or {}))
    out_spec, losses = None, {}

    def outputs_of(values):
        nonlocal out_spec
        call_args, call_kwargs = pytree.tree_unflatten(values[len(names):], call_spec)
        out = torch.func.functional_call(mod, dict(zip(names, values)), call_args, call_kwargs)
        if not isinstance(out, (tuple, list)):
            raise RuntimeError(_NO_TUPLE)
        outs, out_spec = pytree.tree_flatten(out)
        return outs

    forward = torch.func.functionalize(lambda *values: outputs_of(values))

    def joint(*values):
        needing = [v for v in values if _needs_grad(v)]
        outs = forward(*values)
        for i, out in enumerate(outs):
            if i != output_loss_index and _needs_grad(out):
                raise RuntimeError(_OTHERS.format(output_loss_index, i))
        if output_loss_index >= len(outs) or not _needs_grad(outs[output_loss_index]):
            raise RuntimeError(f"the output at index {output_loss_index} is no loss: it requires no gradient")
        loss = outs[output_loss_index]
        if loss.numel() != 1:
            raise RuntimeError(f"We require the output marked as the loss (at index {output_loss_index}) to be a scalar, but it has shape {loss.shape}")
        losses["count"] = len(needing)
        return outs + list(torch.autograd.grad(loss, needing, allow_unused=True))

    values = [*state, *leaves]
    _refuse_new_shapes(outputs_of, values)
    if trace_joint:
        with torch.enable_grad():
            gm, inputs, changed = _flat_graph(joint, values, decompositions, pre_dispatch)
    else:
        values = [v.detach() if isinstance(v, torch.Tensor) else v for v in values]
        program = (lambda *values: keep_composites(forward, None, *values)) if pre_dispatch else forward
        with torch.no_grad() if not pre_dispatch else torch.enable_grad():
            gm, inputs, changed = _flat_graph(program, values, decompositions, pre_dispatch)
    results = list(pytree.tree_leaves(gm.graph.output_node().args[0], is_leaf=lambda x: isinstance(x, torch.fx.Node) or x is None))
    of = dict(zip([n.name for n in inputs], names))
    first = len(names)
    order = [n for n in inputs if n in changed]
    for n in order[:]:
        if n.name in of and of[n.name] in parameters and trace_joint:
            raise RuntimeError(f"Found a graph input that requires gradients, and received a mutation. This is currently banned in the aot_export workflow. Input: {of[n.name]}")
    n_grads = losses.get("count", 0)
    users = results[:len(results) - n_grads] if n_grads else results
    gradients = results[len(users):]
    _finished(gm, [changed[n] for n in order] + results, tidy=not trace_joint)
    written = {kind: {changed[n].name: of.get(n.name, n.name) for n in order if choose(n)} for kind, choose in (
        ("buffers", lambda n: of.get(n.name) in buffers), ("parameters", lambda n: of.get(n.name) in parameters), ("inputs", lambda n: n.name not in of))}
    backward = None
    if trace_joint:
        needing = [n for n, v in zip(inputs, values) if _needs_grad(v)]
        pairs = [(g, n) for g, n in zip(gradients, needing) if g is not None]
        outs = [n for n in (changed[n] for n in order)] + results
        backward = BackwardSignature(
            {g.name: of[n.name] for g, n in pairs if n.name in of}, {g.name: n.name for g, n in pairs if n.name not in of}, _name(outs[output_loss_index]))
    _, in_spec = pytree.tree_flatten(((*state, *args), kwargs or {}))
    signature = GraphSignature(
        list(parameters), list(buffers), [n.name for n in inputs[first:]], [_name(v) for v in users],
        {n.name: p for n, p in zip(inputs, parameters)}, {n.name: b for n, b in zip(inputs[len(parameters):], buffers)},
        written["buffers"], written["parameters"], written["inputs"], in_spec, out_spec, backward, [], [])
    return gm, signature


def _tidy(gm):
    """Leaves out what nobody reads; what shows a tensor without its history is called by that name."""
    for node in gm.graph.nodes:
        if node.op == "call_function" and node.target is torch.ops.aten.alias.default:
            node.target = torch.ops.aten.detach.default
            node._rename("detach")
    gm.graph.eliminate_dead_code()


def _name(value):
    return value.name if isinstance(value, torch.fx.Node) else value


def aot_export_joint_simple(func, args, *, trace_joint, num_params_buffers=0, decompositions=None):
    """The graph of a function of tensors that changes nothing in place: of forward alone, or as a function of primals and tangents of forward and backward."""
    spec = None

    def flat(*values):
        nonlocal spec
        out = func(*values)
        outs, spec = pytree.tree_flatten(out)
        return outs

    def joint(primals, tangents):
        needing = [v for v in primals if _needs_grad(v)]
        outs = forward(*primals)
        differentiable = [(o, t) for o, t in zip([o for o in outs if _needs_grad(o)], tangents)]
        found = iter(torch.autograd.grad([o for o, _ in differentiable], needing, [t for _, t in differentiable], allow_unused=True) if differentiable else [])
        return [*outs, *[next(found, None) if _needs_grad(v) else None for v in primals]]

    forward = torch.func.functionalize(flat)
    _refuse_new_shapes(lambda values: flat(*values), args)
    with torch.no_grad():
        gm, _, changed = _flat_graph(forward, args, decompositions, False)
    if changed:
        raise RuntimeError(f"aot_export_joint_simple does not support input mutations. {sorted(n.name for n in changed)}")
    given = [n for n in gm.graph.nodes if n.op == "placeholder"]
    results = list(pytree.tree_leaves(gm.graph.output_node().args[0]))
    if any(r in given or _is_view(r, given) for r in results):
        raise RuntimeError(f"aot_export_joint_simple does not support outputs that alias inputs. {[_name(r) for r in results]}")
    if spec.is_leaf() or any(not child.is_leaf() for child in spec.children()):
        raise RuntimeError(f"aot_export_joint_simple requires outputs to be a single list/tuple. out_spec={spec}")
    if not trace_joint:
        return _finished(gm, results)
    with torch.enable_grad():
        outs = [o for o in flat(*[a.detach().requires_grad_(a.requires_grad) if isinstance(a, torch.Tensor) and a.is_floating_point() else a for a in args])]
        tangents = [torch.ones_like(o) for o in outs if _needs_grad(o)]
        return make_fx(joint, decomposition_table=decompositions, _effects=False)(list(args), tangents)


def _is_view(node, given):
    """Whether a node only shows the memory of an input."""
    while isinstance(node, torch.fx.Node) and node.op == "call_function":
        schema = getattr(node.target, "_schema", None)
        if schema is None or not node.args or not any(a.alias_info is not None and not a.alias_info.is_write for a in schema.arguments[:1]):
            return False
        node = node.args[0]
        if node in given:
            return True
    return False
