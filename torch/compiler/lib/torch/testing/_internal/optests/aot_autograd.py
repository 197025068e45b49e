"""A function, and its gradients, beside what AOTDispatcher makes of it."""

import unittest

import torch
from torch.testing import assert_close
from torch.testing._internal.optests.arguments import randomized, seeded
from torch.utils._pytree import tree_flatten, tree_leaves, tree_unflatten

__all__ = ["aot_autograd_check"]

_OUTPUTS_DIFFER = (
    "Outputs of the operator are different in eager-mode PyTorch vs AOTDispatcher tracing. This means the operator will have incorrect output underneath torch.compile. This could be because the "
    "operator's implementation not traceable."
)
_GRADIENTS_DIFFER = (
    "Gradients of the operator are different in eager-mode PyTorch vs AOTDispatcher. This means the operator will have incorrect gradients underneath torch.compile. This could be because the "
    "operator's backward is incorrectly registered or not traceable."
)


def assert_raises_regex(exception, pattern):
    return unittest.TestCase().assertRaisesRegex(exception, pattern)


def aot_autograd_check(
    func, args, kwargs, dynamic, assert_raises_regex_fn=assert_raises_regex, assert_equals_fn=assert_close, check_gradients=True, try_check_data_specialization=False, skip_correctness_check=False,
    disable_functionalization=False, copy_inputs=False,
):
    """Compares a call with the compiled one. With check_gradients="auto" gradients are compared where there are any."""
    from functorch.compile import aot_function, min_cut_rematerialization_partition, nop

    flat, spec = tree_flatten((tuple(args), dict(kwargs)))
    tensors = [a for a in flat if isinstance(a, torch.Tensor)]

    def of_tensors(given):
        given = iter(given)
        a, k = tree_unflatten([next(given) if isinstance(x, torch.Tensor) else x for x in flat], spec)
        return func(*a, **k)

    # Sizes stay what they are here, dynamic or not: results do not depend on it.
    compiled = aot_function(of_tensors, nop, nop, partition_fn=min_cut_rematerialization_partition, dynamic=False, keep_inference_input_mutations=True)
    out = seeded(of_tensors, _copies(tensors, copy_inputs))
    if check_gradients == "auto":
        check_gradients = any(t.requires_grad for t in tensors) and any(isinstance(o, torch.Tensor) and o.requires_grad for o in tree_leaves(out))
    if not check_gradients:
        compiled_out = seeded(compiled, _copies(tensors, copy_inputs))
        if not skip_correctness_check:
            assert_equals_fn(compiled_out, out, msg=_OUTPUTS_DIFFER)
        return
    _test_aot_autograd_forwards_backwards_helper(of_tensors, compiled, tensors, assert_raises_regex_fn, assert_equals_fn, try_check_data_specialization, skip_correctness_check, copy_inputs)


def _copies(tensors, wanted):
    return [t.detach().clone().requires_grad_(t.requires_grad) for t in tensors] if wanted else tensors


def _test_aot_autograd_forwards_backwards_helper(f, compiled_f, args, assert_raises_regex_fn, assert_equals_fn, try_check_data_specialization, skip_correctness_check=False, copy_inputs=False):
    """Compares results and gradients of the sum of results, and if asked for once more with other values, which need not be ones that the function takes."""

    def forward_and_backward(g, args):
        args = _copies(args, copy_inputs)
        out = seeded(g, args)
        total = 0
        for o in tree_leaves(out):
            if isinstance(o, torch.Tensor):
                total = total + o.sum().abs()
        assert isinstance(total, torch.Tensor), f"Expected sm to be a Tensor, got {type(total)}"
        return out, torch.autograd.grad(total, [a for a in args if isinstance(a, torch.Tensor) and a.requires_grad], allow_unused=True)

    def check(args, may_fail=False):
        try:
            out, gradients = forward_and_backward(f, args)
        except Exception:
            if may_fail:
                return
            raise
        if all(g is None for g in gradients):
            with assert_raises_regex_fn(RuntimeError, "does not require grad and does not have a grad_fn"):
                forward_and_backward(compiled_f, args)
            return
        compiled_out, compiled_gradients = forward_and_backward(compiled_f, args)
        if not skip_correctness_check:
            assert_equals_fn(compiled_out, out, msg=_OUTPUTS_DIFFER)
            assert_equals_fn(compiled_gradients, gradients, msg=_GRADIENTS_DIFFER)

    check(args)
    if try_check_data_specialization:
        check(randomized(args), may_fail=True)
