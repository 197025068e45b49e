"""Whether a function compiled ahead of time computes what it does as it is: results and gradients, with other numbers as well."""

import re

import torch
from torch.testing._utils import wrapper_set_seed
from torch.utils import _pytree as pytree

outputs_msg = (
    "Outputs of the operator are different in eager-mode PyTorch vs AOTDispatcher tracing. This means the operator will have incorrect output underneath torch.compile. "
    "This could be because the operator's implementation not traceable.")


class assert_raises_regex:
    """A block that must raise an exception with such a text."""

    def __init__(self, exception_cls, regex):
        self.exception_cls, self.regex = exception_cls, regex

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, traceback):
        if exc_type is self.exception_cls:
            if not re.search(self.regex, str(exc_val)):
                raise AssertionError(f"Expected exception to match regex. regex: {self.regex}, exception: {exc_val}")
            return True
        if exc_type is not None:
            raise AssertionError(f"Expected {self.exception_cls} to be raised, instead got exception {exc_type}")
        raise AssertionError("Expected exception to be raised but none was")


def _without_tensors(func, args, kwargs):
    """A function of a list of the tensors among the arguments, and the list."""
    flat, spec = pytree.tree_flatten((args, kwargs))
    tensors = [x for x in flat if isinstance(x, torch.Tensor)]

    def of_tensors(given):
        rest = iter(given)
        a, k = pytree.tree_unflatten([next(rest) if isinstance(x, torch.Tensor) else x for x in flat], spec)
        return func(*a, **k)

    return of_tensors, tensors


def _copied(tensors, copy_inputs):
    return pytree.tree_map_only(torch.Tensor, lambda x: x.detach().clone().requires_grad_(x.requires_grad), tensors) if copy_inputs else tensors


def aot_autograd_check(func, args, kwargs, dynamic, assert_raises_regex_fn=assert_raises_regex, assert_equals_fn=torch.testing.assert_close, check_gradients=True,
                       try_check_data_specialization=False, skip_correctness_check=False, disable_functionalization=False, copy_inputs=False):
    """Compares func(*args, **kwargs) with what is compiled of it. check_gradients may be "auto": where there are any."""
    from functorch.compile import compiled_function, min_cut_rematerialization_partition, nop

    of_tensors, tensors = _without_tensors(func, args, kwargs)
    compiled = compiled_function(of_tensors, nop, nop, dynamic=dynamic, partition_fn=min_cut_rematerialization_partition, keep_inference_input_mutations=True,
                                 disable_functionalization=disable_functionalization)
    out = wrapper_set_seed(of_tensors, _copied(tensors, copy_inputs))
    if check_gradients == "auto":
        wants = any(x.requires_grad for x in tensors)
        check_gradients = wants and pytree.tree_any_only(torch.Tensor, lambda x: x.requires_grad, out)
    if not check_gradients:
        compiled_out = wrapper_set_seed(compiled, _copied(tensors, copy_inputs))
        if not skip_correctness_check:
            assert_equals_fn(compiled_out, out, msg=outputs_msg)
        return
    _test_aot_autograd_forwards_backwards_helper(
        of_tensors, compiled, tensors, assert_raises_regex_fn, assert_equals_fn, try_check_data_specialization, skip_correctness_check, copy_inputs)


def _run(f, args):
    """The results of a seeded call, and the gradients of their sum."""
    leaves = [x for x in pytree.tree_leaves(args) if isinstance(x, torch.Tensor) and x.requires_grad]
    out = wrapper_set_seed(f, args)
    results = [x for x in pytree.tree_leaves(out) if isinstance(x, torch.Tensor)]
    differentiable = [x for x in results if x.requires_grad]
    total = sum(x.sum().abs() for x in differentiable)
    grads = torch.autograd.grad(total, leaves, allow_unused=True)
    return results, grads


def _test_aot_autograd_forwards_backwards_helper(f, compiled_f, args, assert_raises_regex_fn, assert_equals_fn, try_check_data_specialization, skip_correctness_check=False,
                                                 copy_inputs=False):
    """Compares results and gradients; with other numbers, too, if what was compiled must not depend on them."""

    def check(args, ignore_failure=False):
        try:
            expected, expected_grads = _run(f, _copied(args, copy_inputs))
        except Exception:
            if ignore_failure:
                return
            raise
        actual, actual_grads = _run(compiled_f, _copied(args, copy_inputs))
        if not skip_correctness_check:
            assert_equals_fn(actual, expected, msg=outputs_msg)
            assert_equals_fn(actual_grads, expected_grads,
                             msg="Gradients of the operator are different in eager-mode PyTorch vs AOTDispatcher. This means the operator will have incorrect gradients underneath torch.compile. "
                                 "This could be because the operator's backward is incorrectly registered or not traceable.")

    check(args)
    if try_check_data_specialization:
        check([x.detach().mul(1.5).requires_grad_(x.requires_grad) if x.dtype.is_floating_point else x for x in args], ignore_failure=True)
