"""Operators in terms of others: the table that tracers are given, and what chooses from it."""

import torch
from torch.export._core import core_decompositions

__all__ = ["core_aten_decompositions", "decomposition_table", "get_decompositions", "meta_table", "pre_autograd_decomposition_table", "register_decomposition", "remove_decompositions"]

decomposition_table = {}
pre_autograd_decomposition_table = {}
meta_table = {}

global_decomposition_table = {"post_autograd": decomposition_table, "pre_autograd": pre_autograd_decomposition_table, "meta": meta_table}


def _overloads(op):
    """The overloads that an operator, a packet or a list of these stands for."""
    if isinstance(op, (list, tuple)):
        return [o for part in op for o in _overloads(part)]
    if isinstance(op, torch._ops.OpOverloadPacket):
        return [getattr(op, name) for name in op.overloads()]
    return [op]


def register_decomposition(aten_op, registry=None, *, type="post_autograd", unsafe=False):
    """Registers a function for operators."""
    if type not in global_decomposition_table:
        raise AssertionError(f"type must be one of {set(global_decomposition_table)}, got {type}")
    table = global_decomposition_table[type] if registry is None else registry

    def register(f):
        for op in _overloads(aten_op):
            if op in table:
                raise RuntimeError(f"duplicate registrations for {op}")
            table[op] = f
        return f

    return register


def get_decompositions(aten_ops, type="post_autograd"):
    """The part of the table that is for some operators."""
    if type not in global_decomposition_table:
        raise AssertionError(f"type must be one of {set(global_decomposition_table)}, got {type}")
    table = global_decomposition_table[type]
    return {op: table[op] for part in aten_ops for op in _overloads(part) if op in table}


def remove_decompositions(decompositions, aten_ops):
    """Takes operators out of a table."""
    for op in _overloads(list(aten_ops)):
        decompositions.pop(op, None)


def core_aten_decompositions():
    """A table with the operators that are not of the core set."""
    from torch.export.decomp_utils import CustomDecompTable

    return CustomDecompTable()


decomposition_table.update(core_decompositions())

from torch._decomp import decompositions, elements, gradients, images, norms  # noqa: E402, F401  (they register what else there is)

_CORE_BESIDES = """_upsample_nearest_exact1d.default _upsample_nearest_exact2d.default _upsample_nearest_exact3d.default addr.default all.default all.dim aminmax.default
    binary_cross_entropy.default binary_cross_entropy_backward.default celu.default channel_shuffle.default col2im.default count_nonzero.dim_IntList diagonal_copy.default elu_backward.default glu_backward.default
    hardshrink.default hardsigmoid_backward.default hardswish_backward.default im2col.default index_add.default index_copy.default
    index_fill.int_Scalar index_fill.int_Tensor index_fill_.int_Scalar index_fill_.int_Tensor isneginf.default isposinf.default
    log_sigmoid_backward.default log_sigmoid_forward.default logit_backward.default mish_backward.default nan_to_num.default nansum.default native_batch_norm_backward.default
    native_dropout_backward.default new_full.default nll_loss2d_backward.default nll_loss_backward.default pixel_shuffle.default pixel_unshuffle.default sinc.default smooth_l1_loss.default
    soft_margin_loss.default soft_margin_loss_backward.default softshrink.default special_entr.default special_xlog1py.default take.default threshold.default trace.default
    upsample_nearest1d.default upsample_nearest2d.default upsample_nearest3d.default"""


def _core_operators_besides():
    """What is taken apart by default and is defined here, by operator."""
    made = {}
    for name in _CORE_BESIDES.split():
        packet, overload = name.split(".")
        op = getattr(getattr(torch.ops.aten, packet), overload, None)
        if op in decomposition_table:
            made[op] = decomposition_table[op]
    return made
