"""The joint graph of a module's forward and backward pass, whose inputs and outputs are described."""

import dataclasses
from typing import Any

import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

from .descriptors import BufferAOTInput, GradAOTOutput, InputMutationAOTOutput, ParamAOTInput, PlainAOTInput, PlainAOTOutput, TangentAOTInput
from .export import _needs_grad, _renumbered, _statistics_as_results, _tidy
from .input_writes import take_input_writes

__all__ = ["JointWithDescriptors", "aot_compile_joint_with_descriptors", "aot_export_joint_with_descriptors"]


@dataclasses.dataclass
class JointWithDescriptors:
    """A joint graph with the names of the state that it takes first, and the trees of the arguments and results of the module."""

    graph_module: torch.fx.GraphModule
    params_spec: list
    buffers_spec: list
    in_spec: Any
    out_spec: Any
    module: torch.nn.Module


def aot_export_joint_with_descriptors(stack, mod, args, kwargs=None, *, decompositions=None, keep_inference_input_mutations=False, ignore_shape_env=False, disable_functionalization=False):
    """The graph of forward and backward of a module for arguments like args: of primals and tangents, where anything requires a gradient, else of forward alone."""
    if disable_functionalization:
        raise NotImplementedError("aot_export_joint_with_descriptors(disable_functionalization=True): magneto makes graphs without changes in place")
    parameters, buffers = dict(mod.named_parameters(remove_duplicate=False)), dict(mod.named_buffers(remove_duplicate=False))
    names = [*parameters, *buffers]
    leaves, call_spec = pytree.tree_flatten((tuple(args), kwargs or {}))
    described = [*map(ParamAOTInput, parameters), *map(BufferAOTInput, buffers), *(PlainAOTInput(i) for i in range(len(leaves)))]
    values, found = [*parameters.values(), *buffers.values(), *leaves], {}

    def program(*values):
        call_args, call_kwargs = pytree.tree_unflatten(list(values[len(names):]), call_spec)
        outs, found["spec"] = pytree.tree_flatten(torch.func.functional_call(mod, dict(zip(names, values)), call_args, call_kwargs))
        return outs

    forward = torch.func.functionalize(program)
    examples, before = _results(program, values)
    places = [i for i, o in enumerate(examples) if _needs_grad(o)] if torch.is_grad_enabled() else []
    if places:
        def inner_f(primals, tangents):
            outs = forward(*primals)
            needing = [v for v in primals if _needs_grad(v)]
            gradients = iter(torch.autograd.grad([outs[i] for i in places], needing, tangents, allow_unused=True))
            return [*outs, *(next(gradients) if _needs_grad(v) else None for v in primals)]

        gm = make_fx(inner_f, decomposition_table=decompositions, _effects=False)(list(values), [torch.ones_like(examples[i]) for i in places])
    else:
        gm = make_fx(forward, decomposition_table=decompositions, _effects=False)(*values)
    _describe(gm, described, places, len(examples), before)
    _, in_spec = pytree.tree_flatten(([*parameters.values(), *buffers.values(), *args], kwargs or {}))
    return JointWithDescriptors(gm, list(parameters), list(buffers), in_spec, found["spec"], mod)


def _results(program, values):
    """What a program gives for copies of values, and which of these it changes."""
    given = [v.detach().clone().requires_grad_(v.requires_grad) if isinstance(v, torch.Tensor) and not v.requires_grad else v for v in values]
    versions = [v._version if isinstance(v, torch.Tensor) else 0 for v in given]
    with torch.random.fork_rng():
        outs = program(*given)
    return outs, [isinstance(v, torch.Tensor) and v._version != n for v, n in zip(given, versions)]


def _describe(gm, described, places, count, changes):
    """Names the inputs, puts what inputs become in front of the outputs, and says what all of them are."""
    graph = gm.graph
    inputs = graph.find_nodes(op="placeholder")
    primals, tangents = inputs[:len(described)], inputs[len(described):]
    names = [f"primals_{i + 1}" for i in range(len(primals))] + [f"tangents_{i + 1}" for i in range(len(tangents))]
    if not places:
        names = [f"arg{i}_1" for i in range(len(primals))]
        graph.set_codegen(torch.fx.graph.CodeGen())
    for node, name in zip(inputs, names):
        node.target = name
        node._rename(name)
    changed = take_input_writes(graph, primals)
    norms = [n for n in graph.find_nodes(op="call_function", target=torch.ops.aten.native_batch_norm.default) if n.args[5] and n.args[3] is not None]
    for node in norms:
        _statistics_as_results(graph, node, changed)
    if norms:
        copied = _renumbered(gm)
        gm.graph.set_codegen(graph._codegen)
        graph, changed = gm.graph, {copied[k]: copied[v] for k, v in changed.items()}
        primals, tangents = [copied[n] for n in primals], [copied[n] for n in tangents]
    output = graph.output_node()
    results = list(output.args[0]) if isinstance(output.args[0], (list, tuple)) else [output.args[0]]
    order = [n for n in primals if n in changed]
    output.args = ([changed[n] for n in order] + results,) if places else (tuple([changed[n] for n in order] + results),)
    descriptions = dict(zip(primals, described))
    output.meta["desc"] = [InputMutationAOTOutput(descriptions[n]) for n in order] + [PlainAOTOutput(i) for i in range(count)]
    if places:
        output.meta["desc"] += [None if g is None else GradAOTOutput(d) for g, d in zip(results[count:], described)]
        gm._out_spec = pytree.tree_flatten(list(range(len(order) + len(results))))[1]
        graph._codegen.pytree_info = graph._codegen.pytree_info._replace(out_spec=gm._out_spec)
    for node, desc in zip(primals, described):
        node.meta["desc"] = desc
    for node, i in zip(tangents, places):
        node.meta["desc"] = TangentAOTInput(PlainAOTOutput(i))
    _tidy(gm)
    gm.recompile()


def aot_compile_joint_with_descriptors(jd, *, partition_fn=None, fw_compiler=None, bw_compiler=None, inference_compiler=None):
    """A function of the parameters, the buffers and the arguments that runs the module of a joint graph, compiled."""
    from torch._functorch.aot_autograd import aot_function
    from torch._functorch.compilers import nop

    names = [*jd.params_spec, *jd.buffers_spec]

    def program(state, args, kwargs):
        return torch.func.functional_call(jd.module, dict(zip(names, state)), args, kwargs)

    chosen = {name: f for name, f in (("partition_fn", partition_fn), ("bw_compiler", bw_compiler), ("inference_compiler", inference_compiler)) if f is not None}
    compiled = aot_function(program, fw_compiler or nop, **chosen)

    def call(*args, **kwargs):
        return pytree.tree_unflatten(pytree.tree_leaves(compiled(list(args[:len(names)]), args[len(names):], kwargs)), jd.out_spec)

    return call
