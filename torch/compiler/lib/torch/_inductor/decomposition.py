"""The table of operators that graphs for the inductor are recorded without."""

import functools

import torch
from torch._decomp import core_aten_decompositions, get_decompositions, remove_decompositions
from torch._decomp import register_decomposition as _register

from . import config

aten = torch.ops.aten
prims = torch.ops.prims

_BESIDES = """_batch_norm_no_update _batch_norm_with_update _batch_norm_with_update_functional _log_softmax
    _softmax _to_copy adaptive_max_pool2d adaptive_max_pool3d addmv arange batch_norm_backward bitwise_and_ bitwise_or_ clamp_min_ detach_ dist elu
    flip gelu hardtanh index_select lcm leaky_relu max_pool2d_with_indices_backward native_batch_norm native_group_norm native_layer_norm permute_copy rrelu_with_noise_backward sin_ sqrt_
    tril_indices triu_indices unbind_copy upsample_bilinear2d"""

_WHOLE = """_scaled_dot_product_flash_attention_for_cpu.default _softmax_backward_data.out _unsafe_index.Tensor _unsafe_masked_index.default _unsafe_masked_index_put_accumulate.default addcdiv
    addcdiv_ addcmul addcmul_ baddbmm clamp_max clamp_min glu lerp_ select_scatter split.Tensor squeeze.default squeeze.dim sum.default sum.out unbind"""


def _operators(names):
    """The operators that names of packets or overloads stand for, as far as they are here."""
    found = []
    for name in names.split():
        packet, _, overload = name.partition(".")
        op = getattr(aten, packet, None)
        found.append(op if op is None or not overload else getattr(op, overload, None))
    return [op for op in found if op is not None]


inductor_decompositions = get_decompositions(_operators(_BESIDES))
decompositions = {**core_aten_decompositions(), **inductor_decompositions}
decomps_to_exclude = _operators(_WHOLE)
remove_decompositions(decompositions, decomps_to_exclude)


def register_decomposition(ops):
    """Registers a function for operators, in the place of what they had."""
    for op in ops if isinstance(ops, (list, tuple)) else [ops]:
        for each in [getattr(op, name) for name in op.overloads()] if isinstance(op, torch._ops.OpOverloadPacket) else [op]:
            decompositions.pop(each, None)
    return _register(ops, decompositions)


def _left_whole(*args, **kwargs):
    """Products are calls of a library, whose parts are no faster."""
    return NotImplemented


for _product in (aten.mm, aten.bmm, aten.addmm, aten.cat.default):
    register_decomposition(_product)(_left_whole)

extra_random_decomps = {}


@functools.cache
def fast_random_decomps():
    """The table where random numbers need not be those of eager mode."""
    return {**decompositions, **extra_random_decomps}


def select_decomp_table():
    """The table by the configuration."""
    return decompositions if config.fallback_random else fast_random_decomps()
