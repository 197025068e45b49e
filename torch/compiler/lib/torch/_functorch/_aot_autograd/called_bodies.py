"""Compiling ahead of time what calls functions that are graphs of their own (regions, branches, loops): they stay calls in the graphs of forward and backward."""

import torch
from torch._C import _fx
from torch._C._dynamo import eval_frame as _c
from torch._higher_order_ops.base_hop import BaseHOP
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

from .cut import extract
from .export import _is_view, _tidy
from .input_writes import take_input_writes
from .regions import cut_regions

__all__ = ["calls_bodies", "compile_calls"]

_DIFFERENTIABLE = ("invoke_subgraph", "cond", "map_impl")
_OTHERS = ("scan", "while_loop", "associative_scan")


def calls_bodies(gm):
    """Whether a graph module calls graphs of its own that stay calls."""
    return _calls(gm, _DIFFERENTIABLE + _OTHERS) or _calls_own(gm)


def _calls(gm, names):
    operators = [getattr(torch.ops.higher_order, name) for name in names]
    return any(n.target in operators for n in _called_functions(gm))


def _calls_own(gm):
    return any(isinstance(n.target, BaseHOP) for n in _called_functions(gm))


def _called_functions(gm):
    if not isinstance(gm, torch.nn.Module) or not hasattr(gm, "graph"):
        return []
    return [n for n in gm.graph.nodes if n.op == "call_function"]


def compile_calls(gm, args, forward, backward, inference, partition):
    """The compiled form of gm for tensors like args, None where it has to be captured otherwise: where sizes vary, an input with a gradient is changed, or results share memory."""
    if not all(type(x) in (torch.Tensor, torch.nn.Parameter) and all(type(n) is int for n in x.shape) for x in args):
        return None
    values = [x.detach().requires_grad_(x.requires_grad) for x in args]
    program = torch.func.functionalize(lambda *values: list(_flat(_c.run_told(gm, *values))))
    differentiable = torch.is_grad_enabled() and any(x.requires_grad for x in values)
    if differentiable and _calls(gm, _OTHERS):
        return None
    try:
        plain = _plain_graph(program, values)
        results = _Results(plain, values)
        joint = _joint_graph(program, values, results) if differentiable else None
    except (NotImplementedError, _Shared):
        return None
    if joint is None:
        return results.finished(_compile_inference(plain, inference))
    _prune(joint)
    cut_regions(joint, partition)
    joint.graph.set_codegen(torch.fx.graph.CodeGen())
    first, second = partition(joint, [], num_fwd_outputs=results.count)
    _move_to_backward(second)
    return results.finished(_autograd(forward(first, _examples(first)), backward(second, _examples(second)), results))


class _Results:
    """What becomes of the results of a graph: the new values of inputs that it changes come first, and those that show the memory of inputs are made of these."""

    def __init__(self, plain, values):
        graph, inputs = plain.graph, plain.graph.find_nodes(op="placeholder")
        written = take_input_writes(graph, inputs)
        self.written = [i for i, n in enumerate(inputs) if n in written]
        if any(values[i].requires_grad for i in self.written):
            raise _Shared
        output = graph.output_node()
        own = list(output.args[0])
        nodes = [n for n in own if isinstance(n, torch.fx.Node)]
        self.shown = {}  # by the place of a result, the function of the inputs that it is
        for i, n in enumerate(own):
            if isinstance(n, torch.fx.Node) and (n in inputs or _is_view(n, inputs)):
                self.shown[len(self.written) + i] = extract(plain, inputs, [n])
            elif n in own[:i] or isinstance(n, torch.fx.Node) and _is_view(n, [m for m in nodes if m is not n]):
                raise _Shared
        if self.shown and self.written:
            raise _Shared
        output.args = (tuple([written[inputs[i]] for i in self.written] + own),)
        self.count = len(own) + len(self.written)
        self.places = []  # of those that have gradients
        graph.eliminate_dead_code()
        plain.recompile()

    def finished(self, call):
        """A function of the inputs that gives what the program gives, by one that gives what the graph does."""

        def run(*values):
            given = list(call(*values))
            for i, new in zip(self.written, given):
                with torch.no_grad():
                    values[i].copy_(new)
            for i, show in self.shown.items():
                given[i] = show(*values)[0]
            return given[len(self.written):]

        return run


class _Shared(Exception):
    """Results share memory otherwise than with inputs, or an input with a gradient is changed."""


def _flat(out):
    return tuple(out) if isinstance(out, (list, tuple)) else (out,)


def _plain_graph(program, values):
    with torch.no_grad():
        gm = make_fx(program, tracing_mode="fake")(*[x.detach() for x in values])
    for i, node in enumerate(gm.graph.find_nodes(op="placeholder")):
        node.target = f"arg{i}_1"
        node._rename(f"arg{i}_1")
    output = gm.graph.output_node()
    output.args = (tuple(pytree.tree_leaves(output.args[0], is_leaf=lambda x: x is None)),)
    gm.graph.set_codegen(torch.fx.graph.CodeGen())
    _tidy(gm)
    gm.recompile()
    type(gm).__name__ = "<lambda>"
    return gm


def _joint_graph(program, values, results):
    """The graph of primals and tangents; None where no result has a gradient."""
    like = {}

    def examples(*values):
        outs = program(*values)
        for i, x in enumerate(outs, len(results.written)):
            if i not in results.shown and isinstance(x, torch.Tensor) and x.requires_grad:
                like[i] = (tuple(x.shape), x.stride(), x.dtype)
        for i in results.written:
            if values[i].requires_grad:
                raise _Shared
        return outs

    make_fx(examples, tracing_mode="fake")(*values)
    if not like:
        return None
    results.places = list(like)

    def joint(primals, tangents):
        outs = program(*primals)
        for node in _c.recorded_nodes():
            node.meta["partitioner_tag"] = "is_forward"
        read = [x for x in primals if x.requires_grad]
        grads = iter(torch.autograd.grad([outs[i - len(results.written)] for i in results.places], read, tangents, allow_unused=True))
        return [*outs, *(next(grads) if x.requires_grad else None for x in primals)]

    gm = make_fx(joint, tracing_mode="fake")(values, [torch.empty_strided(shape, strides, dtype=dtype) for shape, strides, dtype in like.values()])
    _tidy(gm)
    output, inputs = gm.graph.output_node(), gm.graph.find_nodes(op="placeholder")
    written = take_input_writes(gm.graph, inputs)
    output.args = ([written[inputs[i]] for i in results.written] + list(output.args[0]),)
    return gm


def _prune(gm):
    for body in gm.children():
        body.graph.eliminate_dead_code()
        body.recompile()
        _prune(body)


def _move_to_backward(gm):
    """Says of all that the bodies of a backward graph compute that it belongs there."""
    for body in gm.children():
        for node in body.graph.nodes:
            _fx.move_to_backward(node, node)
        _move_to_backward(body)


def _examples(gm):
    return [n.meta["val"] for n in gm.graph.find_nodes(op="placeholder")]


def _called(compiled, values):
    """Calls what a compiler has made, which may take one list."""
    return list(compiled(list(values)) if getattr(compiled, "_boxed_call", False) else compiled(*values))


def _compile_inference(gm, compiler):
    compiled = compiler(gm, _examples(gm))

    def call(*values):
        with torch.no_grad():
            return _called(compiled, values)

    return call


def _autograd(forward, backward, results):
    """A function of tensors that runs two compiled graphs as one step of autograd."""
    count, places = results.count, results.places

    class CompiledFunction(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *values):
            given = _called(forward, values)
            ctx.save_for_backward(*given[count:])
            given = [None if i in results.shown else x for i, x in enumerate(given[:count])]
            ctx.mark_non_differentiable(*[x for i, x in enumerate(given) if isinstance(x, torch.Tensor) and i not in places])
            return tuple(given)

        @staticmethod
        def backward(ctx, *grads):
            return CompiledFunctionBackward.apply(*ctx.saved_tensors, *(grads[i] for i in places))

    class CompiledFunctionBackward(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *values):
            return tuple(_called(backward, values))

        @staticmethod
        def backward(ctx, *grads):
            raise RuntimeError("torch.compile with aot_autograd does not currently support double backward")

    return CompiledFunction.apply
