"""The derivative that a script gives an operator, as an autograd.Function."""
import torch
from torch.utils._pytree import tree_flatten, tree_unflatten


def make_function(operator):
    """The Function that records calls of an operator: apply takes the leaves of the positional arguments and a dictionary with
    their structure ("spec") and the other arguments ("kwargs"), which is told the structure of the result ("out_spec")."""
    text = str(operator.overload)
    parameters = operator.overload._schema.arguments
    keyword_only = any(a.kwarg_only for a in parameters)

    class Generated(torch.autograd.Function):
        @staticmethod
        def forward(ctx, *leaves_and_call):
            *leaves, call = leaves_and_call
            args = tree_unflatten(leaves, call["spec"])
            with torch.no_grad():
                result = operator._redispatched(args, call["kwargs"])
            flat, call["out_spec"] = tree_flatten(result)
            ctx._args, ctx._out_spec = args, call["out_spec"]
            if operator.setup_context is not None:
                flags = iter(ctx.needs_input_grad)
                ctx.needs_input_grad = tuple(_nested(args, flags)) + (False,)
                if keyword_only:
                    given = {a.name: call["kwargs"].get(a.name, a.default_value) for a in parameters if a.kwarg_only}
                    operator.setup_context(ctx=ctx, inputs=args, keyword_only_inputs=given, output=result)
                else:
                    operator.setup_context(ctx=ctx, inputs=args, output=result)
                ctx.needs_input_grad = tuple(tree_flatten(ctx.needs_input_grad)[0])
            return tuple(flat)

        @staticmethod
        def backward(ctx, *grads):
            if operator.backward is None:
                raise RuntimeError(f"Trying to backward through {text} but no autograd formula was registered. Please use register_autograd to add one.")
            structured = tree_unflatten(list(grads), ctx._out_spec)
            flat_flags = ctx.needs_input_grad
            ctx.needs_input_grad = tuple(_nested(ctx._args, iter(flat_flags))) + (False,)
            got = operator.backward(ctx, *structured) if isinstance(structured, tuple) else operator.backward(ctx, structured)
            ctx.needs_input_grad = flat_flags
            got = got if isinstance(got, tuple) else (got,)
            if len(got) != len(ctx._args):
                raise RuntimeError(f"The backward formula for {text} returned an incorrect number of gradients (expected {len(ctx._args)}, got {len(got)}). "
                                   "Expected one gradient for each forward input, or for each positional input to the operator. Use None for inputs "
                                   "that do not require a gradient.")
            return *_flat_gradients(got, ctx._args), None

    name = f"GeneratedBackwardFor_{operator.overload.namespace}_{text.split('.')[1]}_{operator.overload._overloadname}"
    Generated.__name__ = Generated.__qualname__ = name
    Generated._backward_cls.__name__ = name + "Backward"
    return Generated


def _nested(args, flags):
    """For each argument whether it needs a gradient; a list of these for one that is a list."""
    for arg in args:
        yield [next(flags) for _ in arg] if isinstance(arg, (list, tuple)) else next(flags)


def _is_none(x):
    return x is None


def _flat_gradients(got, args):
    """The gradients as leaves; None for a whole list stands for None for each of its items."""
    spread = tuple([None] * len(a) if isinstance(a, (list, tuple)) and g is None else g for g, a in zip(got, args))
    flat, given = tree_flatten(spread, is_leaf=_is_none)
    wanted = tree_flatten(tuple(args), is_leaf=_is_none)[1]
    if given != wanted:
        raise RuntimeError("Expected the return from backward to be of the same structure as the inputs. "
                           f"Got: {given} (return from backward), {wanted} (inputs)")
    return flat
