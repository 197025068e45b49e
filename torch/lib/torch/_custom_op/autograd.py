"""Derivatives of custom operators of the first form: a function that says what is kept, and one that gives a dictionary of gradients."""
import collections

import torch
from torch.utils import _pytree as pytree


def not_implemented(op):
    """The autograd kernel of an operator without a derivative: its results cannot be differentiated."""

    def kernel(*args, **kwargs):
        if torch.is_grad_enabled() and any(isinstance(x, torch.Tensor) and x.requires_grad for x in pytree.tree_leaves((args, kwargs))):
            raise RuntimeError("Autograd has not been implemented for operator")
        with torch._C._AutoDispatchBelowAutograd():
            return op(*args, **kwargs)

    return kernel


def incomplete(custom_op, registered, there, missing):
    """The autograd kernel of an operator that has one of the two functions of a derivative."""

    def kernel(*args, **kwargs):
        raise RuntimeError(f"We found a '{there}' registration for {custom_op} at {registered.location} but were unable to find a '{missing}' registration. To use "
                           "the CustomOp API to register a backward formula, please provide us both a backward function and a 'save for backward' function via "
                           "`impl_backward` and `impl_save_for_backward` respectively.")

    return kernel


def differentiable(custom_op, op, save_for_backward, backward, output_differentiability):
    """The autograd kernel of an operator with a derivative."""
    schema = op._schema
    Inputs = collections.namedtuple(schema.name.partition("::")[2] + "_args", [argument.name for argument in schema.arguments])

    def named(args, kwargs):
        values = list(args)
        for argument in schema.arguments[len(args):]:
            values.append(kwargs[argument.name] if argument.name in kwargs else argument.default_value)
        return Inputs(*values)

    def kernel(*args, **kwargs):
        leaves, structure = pytree.tree_flatten((args, kwargs))
        result_structure = None

        class Recorded(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *leaves):
                nonlocal result_structure
                given, given_by_name = pytree.tree_unflatten(list(leaves), structure)
                with torch._C._AutoDispatchBelowAutograd():
                    result = op(*given, **given_by_name)
                results, result_structure = pytree.tree_flatten(result)
                inputs = named(given, given_by_name)
                _keep(ctx, save_for_backward(inputs, result))
                ctx.kinds = Inputs(*(pytree.tree_map(type, value) for value in inputs))
                ctx.nr_inputs = len(leaves)
                if output_differentiability is not None:
                    _mark(ctx, output_differentiability, result)
                return tuple(results)

            @staticmethod
            def backward(ctx, *grads):
                got = backward(ctx, _kept(ctx), *_of_results(grads, result_structure))
                _check(custom_op, schema, ctx.kinds, got)
                return tuple(_flat(ctx.kinds, got, structure, named))

        return pytree.tree_unflatten(list(Recorded.apply(*leaves)), result_structure)

    return kernel


def _keep(ctx, value):
    leaves, ctx.kept_structure = pytree.tree_flatten(value)
    ctx.kept_tensors = [isinstance(leaf, torch.Tensor) for leaf in leaves]
    ctx.save_for_backward(*(leaf for leaf in leaves if isinstance(leaf, torch.Tensor)))
    ctx.kept_others = [leaf for leaf in leaves if not isinstance(leaf, torch.Tensor)]


def _kept(ctx):
    tensors, others = iter(ctx.saved_tensors), iter(ctx.kept_others)
    return pytree.tree_unflatten([next(tensors if is_tensor else others) for is_tensor in ctx.kept_tensors], ctx.kept_structure)


def _mark(ctx, differentiability, result):
    results = result if isinstance(result, tuple) else (result,)
    fixed = []
    for is_differentiable, value in zip(differentiability, results):
        if not is_differentiable:
            fixed += [leaf for leaf in pytree.tree_leaves(value) if isinstance(leaf, torch.Tensor)]
    if fixed:
        ctx.mark_non_differentiable(*fixed)


def _of_results(grads, structure):
    """The gradients in the structure of the result, one argument for each of several results."""
    structured = pytree.tree_unflatten(list(grads), structure)
    return structured if isinstance(structured, tuple) else (structured,)


def _check(custom_op, schema, kinds, got):
    """Says what is wrong with the gradients that a backward function has given."""

    def fail(what):
        backward = custom_op._get_impl("backward")
        raise RuntimeError(f"In the backward function defined for {custom_op} at {backward.location} using the CustomOp API, {what}")

    if not isinstance(got, dict):
        fail(f"expected the output of the backward function to be a dict but got {type(got)}")
    expected = {argument.name for argument in schema.arguments if _holds_tensors(str(argument.type))}
    if expected != set(got):
        fail(f"expected the returned grad_input dict to have keys {expected} but got {got.keys()}. The backward function must return a gradient (can be None) "
             "for each arg to the CustomOp that may be a Tensor or Sequence[Tensor]. Args declared to be non-Tensor-like types should not appear in the "
             "grad_input dict")
    for name, grad in got.items():
        kind = getattr(kinds, name)
        if isinstance(kind, (list, tuple)):
            _check_list(name, grad, kind, fail)
        elif grad is None:
            continue
        elif not isinstance(grad, torch.Tensor):
            fail(f"got object of type {type(grad)} as the gradient for input '{name}', but expected the gradient to be either None or a Tensor")
        elif not issubclass(kind, torch.Tensor):
            fail(f"got a Tensor as the gradient for input '{name}' but expected None as the gradient because input '{name}' was not a Tensor (it was "
                 f"type {kind}).")


def _check_list(name, grad, kinds, fail):
    if not isinstance(grad, (list, tuple)):
        fail(f"for input '{name}' expected the grad_input dict to hold a list of gradients but got object of type {type(grad)}.")
    if len(grad) != len(kinds):
        fail(f"for input '{name}' expected the grad_input dict to hold a list of {len(kinds)} gradients but got {len(grad)}")
    for i, (g, kind) in enumerate(zip(grad, kinds)):
        if g is None:
            continue
        if not isinstance(g, torch.Tensor):
            fail(f"for input '{name}' expected the grad_input dict to hold a list of None or Tensor gradients but got object of {type(g)} at index {i}")
        if not issubclass(kind, torch.Tensor):
            fail(f"for input '{name}', got a Tensor as the gradient for the {i}-th value but expected None because the {i}-th value was not a Tensor (it "
                 f"was type {kind}")


def _holds_tensors(type_text):
    return "Tensor" in type_text


def _flat(kinds, got, structure, named):
    """The gradients in the order of the leaves of the arguments."""
    gradients = {}
    for name, kind in kinds._asdict().items():
        grad = got.get(name)
        gradients[name] = list(grad) if isinstance(kind, (list, tuple)) and grad is not None else pytree.tree_map(lambda _: None, kind) if grad is None else grad
    args, kwargs = pytree.tree_unflatten([None] * structure.num_leaves, structure)
    names = kinds._fields
    for i in range(len(args)):
        yield from _leaves(gradients[names[i]])
    for name in kwargs:
        yield from _leaves(gradients[name])


def _leaves(value):
    return pytree.tree_leaves(value)
