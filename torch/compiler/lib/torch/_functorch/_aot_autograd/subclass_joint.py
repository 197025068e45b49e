"""Training steps of tensors of classes that hold others beside plain ones: autograd runs over the classes, and the joint graph has what they hold."""

import torch
from torch._C import _fx
from torch._C._dynamo import eval_frame as _c
from torch.fx.experimental.proxy_tensor import make_fx

from .called_bodies import _called, _examples
from .export import _tidy
from .input_writes import take_input_writes
from .subclass_calls import put_together, take_apart

__all__ = ["compile_joint"]


_GUESSED = "\nDuring the backward, we encountered a tensor subclass where we guessed its\nmetadata incorrectly.\n"
_PLAIN = (_GUESSED + "Expected a {} tangent but got a plain Tensor (tangent index: {}).\nThis happens when a compiled function returns multiple outputs that\n"
          "require gradients, but .backward() is only called on some of them.\nTo fix: call .detach() on forward outputs you don't need gradients for.\n\n"
          "The problematic output is: forward output at index {} (0-indexed)\n")


def compile_joint(fn, args, forward, backward, partition):
    """The callable for arguments like args, which are tensors; None where no result has a gradient."""
    step = _Step(fn, args)
    if not step.look():
        return None
    joint = step.record()
    written = _written_first(joint)
    joint.graph.set_codegen(torch.fx.graph.CodeGen())
    first, second = partition(joint, [], num_fwd_outputs=len(written) + step.count)
    _write(first, written)
    return step.function(forward(first, _examples(first)), backward(second, _examples(second)))


def _written_first(joint):
    """The names of the inputs that a joint graph writes to; what they become are its first results."""
    output, inputs = joint.graph.output_node(), joint.graph.find_nodes(op="placeholder")
    written = take_input_writes(joint.graph, inputs)
    output.args = ([*written.values(), *output.args[0]],)
    return [n.name for n in written]


def _write(forward, names):
    """Has the forward graph write its first results to inputs, at its end."""
    output, inputs = forward.graph.output_node(), {n.name: n for n in forward.graph.find_nodes(op="placeholder")}
    values = list(output.args[0])
    with forward.graph.inserting_before(output):
        for name, value in zip(names, values):
            _fx.copy_meta(forward.graph.create_node("call_function", torch.ops.aten.copy_.default, (inputs[name], value), {}, "copy_"), value)
    output.args = (tuple(values[len(names):]),)
    forward.recompile()


def _class(spec):
    return torch.Tensor if spec is None else spec[0]


def _context(spec):
    return None if spec is None else spec[2]


def _classes(spec):
    """The class that a spec makes, and those of what it holds."""
    return _class(spec), [] if spec is None else [_classes(s) for s in spec[5]]


class _Step:
    """A program with its derivative, and how arguments, results and gradients are put together of the parts that the graphs have."""

    def __init__(self, fn, args):
        self.fn = torch.func.functionalize(lambda *values: list(fn(*values)))
        self.parts, self.specs = take_apart(args)
        self.needs = [x.requires_grad for x in args]
        self.places = []  # of the results that have gradients

    def _leaves(self, parts):
        """The arguments of their parts, each a leaf that requires a gradient where the argument did."""
        values = put_together(iter(parts), self.specs)
        return [x.requires_grad_(needs) if needs != x.requires_grad else x for x, needs in zip(values, self.needs)]

    def _inputs(self):
        values = [p.detach() for p in self.parts]
        at = 0
        for spec, needs in zip(self.specs, self.needs):
            if spec is None:
                values[at].requires_grad_(needs)
            at += len(take_apart(put_together(iter(self.parts[at:]), [spec]))[0])
        return values

    def look(self):
        """Runs the program once without data, for its results; whether some have gradients."""
        def examples(*parts):
            outs = self.fn(*self._leaves(parts))
            self.places = [i for i, x in enumerate(outs) if isinstance(x, torch.Tensor) and x.requires_grad]
            flat, self.out_specs = take_apart(outs)
            self.count = len(flat)
            found, self.tangent_specs = take_apart([outs[i] for i in self.places])
            self.tangents = [(tuple(x.shape), x.stride(), x.dtype) for x in found]
            return flat

        try:
            make_fx(examples, tracing_mode="fake")(*self._inputs())
        except RuntimeError as e:
            if "a leaf Variable that requires grad" not in str(e):
                raise
            raise NotImplementedError("aot_autograd: changes in place of tensors of classes that hold others and require gradients") from None
        return bool(self.places)

    def record(self):
        """The joint graph of the parts of the arguments and of the gradients of the results."""
        def joint(primals, tangents):
            values = self._leaves(primals)
            outs = self.fn(*values)
            for node in _c.recorded_nodes():
                node.meta["partitioner_tag"] = "is_forward"
            given = put_together(iter(tangents), self.tangent_specs)
            found = iter(torch.autograd.grad([outs[i] for i in self.places], [x for x in values if x.requires_grad], given, allow_unused=True))
            grads, self.grad_specs = take_apart([next(found) if needs else None for needs in self.needs])
            return [*take_apart(outs)[0], *grads]

        gm = make_fx(joint, tracing_mode="fake")(self._inputs(), [torch.empty_strided(shape, strides, dtype=dtype) for shape, strides, dtype in self.tangents])
        _tidy(gm)
        return gm

    def check(self, tangents):
        """Refuses gradients of results that are not of the classes that the graphs were made for."""
        for i, (x, expected) in enumerate(zip(tangents, self.tangent_specs)):
            got = take_apart([x])[1][0]
            if got is None and expected is not None:
                raise RuntimeError(_PLAIN.format(expected[0].__name__, i, self.places[i]))
            if _classes(got) != _classes(expected):
                raise RuntimeError(
                    f"{_GUESSED}Expected: {_context(expected)} (type {_class(expected)}),\ngot: {_context(got)} (type {_class(got)}), shape: {x.shape}.\n"
                    "Your tensor subclass must implement __coerce_same_metadata_as_tangent__.")

    def function(self, forward, backward):
        """A function of the arguments that runs the two compiled graphs as one step of autograd."""
        step = self

        class CompiledFunction(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *values):
                given = _called(forward, take_apart(values)[0])
                ctx.save_for_backward(*given[step.count:])
                outs = put_together(iter(given[:step.count]), step.out_specs)
                ctx.mark_non_differentiable(*[x for i, x in enumerate(outs) if isinstance(x, torch.Tensor) and i not in step.places])
                return tuple(outs)

            @staticmethod
            def backward(ctx, *grads):
                tangents = [grads[i] for i in step.places]
                step.check(tangents)
                return CompiledFunctionBackward.apply(len(ctx.saved_tensors), *ctx.saved_tensors, *tangents)

        class CompiledFunctionBackward(torch.autograd.Function):
            @staticmethod
            def forward(ctx, count, *values):
                tangents = take_apart(values[count:])[0]
                return tuple(put_together(iter(_called(backward, [*values[:count], *tangents])), step.grad_specs))

            @staticmethod
            def backward(ctx, *grads):
                raise RuntimeError("torch.compile with aot_autograd does not currently support double backward")

        return lambda *values: CompiledFunction.apply(*values)
