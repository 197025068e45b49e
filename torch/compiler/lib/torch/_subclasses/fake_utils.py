"""Tensors without data held against what operators really give."""

import torch
from torch._subclasses.fake_tensor import (
    DataDependentOutputException, DynamicOutputShapeException, FakeTensor, FakeTensorMode, MetadataMismatchError, UnsupportedFakeTensorException, UnsupportedOperatorException)
from torch.utils import _pytree as pytree
from torch.utils._python_dispatch import TorchDispatchMode

aten = torch.ops.aten


def _tensors(tree):
    return [x for x in pytree.tree_leaves(tree) if isinstance(x, torch.Tensor)]


def _memories(tree):
    return {torch._C._storage_id(x) for x in _tensors(tree)}


def outputs_alias_inputs(outputs, inputs):
    """Whether a result shares memory with an argument."""
    return not _memories(inputs).isdisjoint(_memories(outputs))


def outputs_are_inputs(outputs, inputs):
    """Whether a result is an argument."""
    return not {id(x) for x in _tensors(inputs)}.isdisjoint(id(x) for x in _tensors(outputs))


def output_alias_each_other(outputs):
    """Whether two results share memory."""
    return len(_memories(outputs)) < len(_tensors(outputs))


def _check_alias_info(context, real_out, real_in, fake_out, fake_in):
    r, f = outputs_alias_inputs(real_out, real_in), outputs_alias_inputs(fake_out, fake_in)
    if r != f:
        raise MetadataMismatchError(f"{context} mismatch in outputs_alias_inputs check {f} != {r}")
    r, f = outputs_are_inputs(real_out, real_in), outputs_are_inputs(fake_out, fake_in)
    if r != f:
        raise MetadataMismatchError(f"{context} mismatch in outputs_are_inputs check {f} != {r}")


def is_sdpa_error(func, idx, e):
    """Attention on accelerators gives states of generators elsewhere than its other results."""
    return str(func) in ("aten._scaled_dot_product_flash_attention.default", "aten._flash_attention_forward.default") and idx in (6, 7) and "Devices" in repr(e)


def _check_fake_real_tensors(real_out, fake_out, context="", sizes=True, strides=False, storage_offset=True, requires_grad=True):
    if requires_grad and real_out.requires_grad != fake_out.requires_grad:
        raise MetadataMismatchError(f"{context} mismatched requires_grad-ness of outputs. This usually means that you have added autograd support for your operator at a dispatch key "
                                    "other than Autograd, which will lead to problems")
    if torch._C._has_storage(real_out) and storage_offset and real_out.storage_offset() != fake_out.storage_offset():
        raise MetadataMismatchError(f"{context} mismatched storage offset")
    torch._prims.utils.compare_tensor_meta(real_out, fake_out, check_sizes=sizes, check_strides=strides, allow_rhs_unbacked=True)


class CrossRefFakeMode(TorchDispatchMode):
    """A block in which each operator is run on tensors without data, too, which must come out alike."""

    def __init__(self, ignore_op_fn=None, *, check_strides=True, check_aliasing=True, only_check_ops_with_meta=True):
        super().__init__()
        self.ignore_op_fn = ignore_op_fn or (lambda fn: False)
        self.check_strides, self.check_aliasing, self.only_check_ops_with_meta = check_strides, check_aliasing, only_check_ops_with_meta

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        fake = None
        if self._is_checked(func):
            fake = self._run_fake(func, args, kwargs)
        result = func(*args, **kwargs)
        if fake is not None:
            self._compare(func, result, (args, kwargs), *fake)
        return result

    def _is_checked(self, func):
        if func in (aten.lift_fresh.default, aten.lift_fresh_copy.default):
            return False
        return not self.ignore_op_fn(func) and torch.Tag.dynamic_output_shape not in func.tags and torch.Tag.inplace_view not in func.tags and \
            torch.Tag.data_dependent_output not in func.tags

    def _run_fake(self, func, args, kwargs):
        """The results on tensors without data, and these; None where there are none."""
        mode = FakeTensorMode()
        try:
            convert = lambda x: mode.from_tensor(x, static_shapes=True) if isinstance(x, torch.Tensor) else x
            inputs = pytree.tree_map(convert, (args, kwargs))
            with mode:
                return func(*inputs[0], **inputs[1]), inputs
        except (UnsupportedFakeTensorException, DynamicOutputShapeException, DataDependentOutputException, UnsupportedOperatorException):
            return None

    def _compare(self, func, result, inputs, fake_result, fake_inputs):
        context = f"When comparing the output of {func} on FakeTensor and concrete Tensors, found"
        reals, fakes = pytree.tree_leaves(result), pytree.tree_leaves(fake_result)
        if len(reals) != len(fakes):
            raise MetadataMismatchError(f"{context} mismatch in number of returns {len(fakes)} != {len(reals)}")
        if self.check_aliasing:
            _check_alias_info(context, reals, inputs, fakes, fake_inputs)
        for i, (real, fake) in enumerate(zip(reals, fakes)):
            if isinstance(real, torch.Tensor) != isinstance(fake, torch.Tensor):
                raise MetadataMismatchError(f"{context} mismatched number of tensor outputs")
            if not isinstance(real, torch.Tensor):
                continue
            try:
                _check_fake_real_tensors(real, fake, context, sizes=True, strides=self.check_strides, storage_offset=True, requires_grad=True)
            except Exception as e:
                if is_sdpa_error(func, i, e):
                    continue
                raise MetadataMismatchError(f"{context} mismatched tensor metadata: {e}" if context not in str(e) else str(e)) from e
