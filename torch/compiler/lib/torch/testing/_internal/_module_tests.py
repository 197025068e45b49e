"""Modules with constructor arguments and inputs: the entries of common_nn that tests are generated of."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from ._function_modules import interpolations, unreduced_losses, wrap_functional

__all__ = ["module_entries", "new_module_entries", "wrap_functional"]

_D = torch.double


# Modules whose second derivatives are not checked, and those that are checked with long tensors too, by their names or full names.
_ONCE = ("CrossMapLRN2d", "Embedding", "EmbeddingBag", "Fold", "Unfold", "Hardsigmoid", "Hardswish", "Transformer", "TransformerDecoderLayer", "TransformerEncoderLayer")
_LONG = ("Conv2d_groups", "Conv2d_groups_thnn", "Conv3d_groups", "ConvTranspose2d_groups")


def _begun(name, key, more):
    """An entry with its name and what goes by that."""
    entry = {key: name, **more}
    if name.split("_")[0] in _ONCE:
        entry["check_gradgrad"] = False
    if name in _LONG:
        entry["check_with_long_tensor"] = True
    return entry


def _entry(name, args=(), size=None, desc=None, *, make=None, dtype=_D, **more):
    entry = _begun(name, "module_name", more)
    if args:
        entry["constructor_args"] = args
    if make is not None:
        entry["input_fn"] = make
    else:
        entry["input_size"] = size
    if desc is not None:
        entry["desc"] = desc
    if dtype is not None:
        entry["default_dtype"] = dtype
    return entry


def _built(fullname, constructor, size=None, *, make=None, dtype=_D, **more):
    entry = {**_begun(fullname, "fullname", more), "constructor": constructor}
    if make is not None:
        entry["input_fn"] = make
    else:
        entry["input_size"] = size
    if dtype is not None:
        entry["default_dtype"] = dtype
    return entry


def module_entries():
    """The first modules."""
    return [
        _entry("Linear", (10, 8), (4, 10)), _entry("Linear", (10, 8, False), (4, 10), "no_bias"), _entry("RReLU", (), (1, 2, 2)), _entry("RReLU", (0.1, 0.9), (4, 4, 5), "with_up_down"),
        _entry("Flatten", (), (2, 3, 4, 5)), _entry("CrossMapLRN2d", (5, 5e-3, 1e-3, 2), (2, 3, 6, 6)),
    ]


def _indices(high, *size):
    return lambda: torch.randint(high, size)


def _apart(high):
    """Indices that lie apart in memory."""
    return lambda: torch.empty(7, 512, 2, dtype=torch.long).random_(high)[..., 1]


def _randoms(*sizes):
    return lambda: tuple(torch.rand(size) for size in sizes)


def _convolutions():
    long = {"check_with_long_tensor": True}
    entries = [
        _entry("Conv1d", (4, 5, 3), (2, 4, 10)), _entry("Conv1d", (4, 5, 3, 2), (2, 4, 10), "stride"), _entry("Conv1d", (4, 5, 3, 1, 1), (2, 4, 10), "pad1"), _entry("Conv1d", (4, 5, 5, 1, 2), (2, 4, 10), "pad2"),
        _entry("Conv1d", (4, 4, 3, 1, 1), (1, 4, 1), "pad1size1"), _entry("Conv1d", (4, 4, 5, 1, 2), (1, 4, 1), "pad2size1"), _entry("Conv1d", (4, 5, 3), (0, 4, 10), "zero_batch", dtype=None),
        _entry("ConvTranspose1d", (3, 4, 3, 2, 1, 1, 1, False), (1, 3, 6), "no_bias"), _entry("ConvTranspose1d", (3, 4, 3, 2, 1, 1, 1, True, 2), (1, 3, 6), "dilated"),
        _entry("Conv2d", (3, 4, (3, 2)), (2, 3, 7, 5), **long), _entry("Conv2d", (3, 4, (3, 3), (2, 2)), (2, 3, 6, 6), "strided", **long),
        _entry("Conv2d", (3, 4, (3, 3), (2, 2), (1, 1)), (2, 3, 6, 6), "padding", **long), _entry("Conv2d", (3, 2, (3, 3), (2, 2), (1, 1), (2, 2)), (2, 3, 8, 8), "dilated", **long),
        _entry("Conv2d", (3, 4, (3, 2), 1, 0, 1, 1, False), (2, 3, 6, 5), "no_bias", **long), _entry("Conv2d", (3, 4, (3, 2)), (0, 3, 7, 5), "zero_batch", dtype=None, **long),
        _entry("ConvTranspose2d", (3, 4, 3, (3, 2), 1, (1, 1)), (1, 3, 7, 6), **long), _entry("ConvTranspose2d", (3, 4, 3, (2, 3), 1, (1, 1), 1, False, (2, 2)), (1, 3, 6, 7), "dilated", **long),
        _entry("ConvTranspose2d", (3, 4, 3, (2, 3), 1, (1, 1), 1, False), (1, 3, 6, 7), "no_bias", **long), _entry("Conv3d", (2, 3, (2, 3, 2)), (1, 2, 4, 5, 4), **long),
        _entry("Conv3d", (2, 3, (2, 3, 4), 1, 0, 1, 1, False), (1, 2, 3, 4, 5), "no_bias", **long), _entry("Conv3d", (2, 3, (1, 1, 1), 1, 0, 1, 1, False), (1, 2, 3, 4, 5), "1x1x1_no_bias", check_with_long_tensor=False),
        _entry("Conv3d", (3, 4, 2, 2), (2, 3, 5, 5, 5), "stride", **long), _entry("Conv3d", (3, 4, 2, 2, 1), (2, 3, 5, 5, 5), "stride_padding", **long),
        _entry("Conv3d", (3, 4, (2, 3, 4)), (0, 3, 3, 4, 5), "zero_batch", dtype=None, **long), _entry("ConvTranspose3d", (2, 3, (2, 3, 2)), (1, 2, 4, 5, 4)),
        _entry("ConvTranspose3d", (2, 3, (2, 3, 2), 1, 0, 0, 1, True, (2, 2, 2)), (1, 2, 4, 5, 4), "dilated"),
    ]
    for mode in ("reflect", "circular", "replicate", "zeros"):
        for d in (1, 2, 3):
            if not (mode == "reflect" and d == 3):
                padding = tuple(range(1, d + 1))
                entries.append(_entry(f"Conv{d}d", (2, 3, 3, 2, padding, 1, 1, True, mode), (2, 2) + (4,) * d, f"{mode}_stride2_pad2"))
    built = [
        ("Conv1d_dilated", nn.Conv1d, (4, 5, 3), {"dilation": 2}, (2, 4, 10)), ("Conv1d_groups", nn.Conv1d, (4, 6, 3), {"groups": 2}, (2, 4, 6)), ("Conv1d_pad_valid", nn.Conv1d, (4, 5, 3), {"padding": "valid"}, (2, 4, 10)),
        ("Conv1d_pad_same", nn.Conv1d, (4, 5, 3), {"padding": "same"}, (2, 4, 10)), ("Conv1d_pad_same2", nn.Conv1d, (4, 5, 4), {"padding": "same"}, (2, 4, 10)),
        ("Conv1d_pad_same_dilated", nn.Conv1d, (4, 5, 4), {"padding": "same", "dilation": 2}, (2, 4, 10)), ("ConvTranspose1d", nn.ConvTranspose1d, (3, 4, 3, 3, 1, 1), {}, (1, 3, 7)),
        ("ConvTranspose1d_groups", nn.ConvTranspose1d, (4, 6, 3, 3, 1, 1), {"groups": 2}, (2, 4, 7)), ("Conv2d_groups", nn.Conv2d, (4, 6, (3, 2)), {"groups": 2}, (2, 4, 6, 5)),
        ("Conv2d_groups_thnn", nn.Conv2d, (4, 6, (3, 2)), {"groups": 2}, (2, 4, 6, 5)), ("Conv2d_pad_valid", nn.Conv2d, (2, 4, (3, 4)), {"padding": "valid"}, (2, 2, 6, 5)),
        ("Conv2d_pad_same", nn.Conv2d, (2, 4, (3, 4)), {"padding": "same"}, (2, 2, 6, 5)), ("Conv2d_pad_same_dilated", nn.Conv2d, (2, 4, (3, 4)), {"padding": "same", "dilation": 2}, (2, 2, 6, 5)),
        ("ConvTranspose2d_groups", nn.ConvTranspose2d, (2, 4, (2, 3)), {"groups": 2}, (1, 2, 4, 5)), ("Conv2d_depthwise", nn.Conv2d, (4, 4, (3, 3)), {"groups": 4}, (2, 4, 6, 6)),
        ("Conv2d_depthwise_with_multiplier", nn.Conv2d, (4, 8, (3, 3)), {"groups": 4}, (2, 4, 6, 6)), ("Conv2d_depthwise_strided", nn.Conv2d, (4, 4, (3, 3)), {"stride": (2, 2), "groups": 4}, (2, 4, 6, 6)),
        ("Conv2d_depthwise_padded", nn.Conv2d, (4, 4, (3, 3)), {"padding": (1, 1), "groups": 4}, (2, 4, 6, 6)), ("Conv2d_depthwise_dilated", nn.Conv2d, (4, 4, (2, 2)), {"dilation": (2, 2), "groups": 4}, (2, 4, 5, 5)),
        ("Conv3d_groups", nn.Conv3d, (2, 4, 3), {"groups": 2}, (1, 2, 4, 5, 4)), ("Conv3d_dilated", nn.Conv3d, (3, 4, 2), {"dilation": 2}, (2, 3, 5, 5, 5)),
        ("Conv3d_dilated_strided", nn.Conv3d, (3, 4, 2), {"dilation": 2, "stride": 2}, (2, 3, 5, 5, 5)), ("Conv3d_pad_valid", nn.Conv3d, (3, 4, (2, 3, 4)), {"padding": "valid"}, (2, 3, 6, 5, 4)),
        ("Conv3d_pad_same", nn.Conv3d, (3, 4, (2, 3, 4)), {"padding": "same"}, (2, 3, 6, 5, 4)), ("Conv3d_pad_same_dilated", nn.Conv3d, (3, 4, (2, 3, 4)), {"padding": "same", "dilation": 2}, (2, 3, 6, 5, 4)),
    ]
    return entries + [_built(name, lambda cls=cls, args=args, kwargs=kwargs: cls(*args, **kwargs), size) for name, cls, args, kwargs, size in built]


def _embeddings():
    bags = [("mean", (4, 3)), ("sum", (4, 3, None, 2.0, False, "sum")), ("max", (4, 3, None, 2.0, False, "max"))]
    padded = [_built(f"EmbeddingBag_{mode}_padding_idx", lambda mode=mode: nn.EmbeddingBag(4, 3, padding_idx=1, mode=mode), make=lambda: torch.stack([torch.randperm(3), torch.randperm(3)])) for mode in ("mean", "sum", "max")]
    return [
        _entry("Embedding", (4, 3), make=_indices(4, 2, 3)), _entry("Embedding", (4, 3), desc="discontiguous", make=_apart(4)), *[_entry("EmbeddingBag", args, desc=mode, make=_indices(4, 2, 3)) for mode, args in bags],
        _entry("EmbeddingBag", (4, 3), desc="discontiguous", make=_apart(4)), *padded, _built("EmbeddingBag_sparse", lambda: nn.EmbeddingBag(4, 3, sparse=True, dtype=torch.double), make=_indices(4, 1, 4), dtype=None),
        _built("Embedding_sparse", lambda: nn.Embedding(4, 3, dtype=torch.double, sparse=True), make=_indices(4, 1, 4), dtype=None),
    ]


def _others():
    pads = (1, 2, 3, 3, 2, 1)
    plain = ["ELU", "Hardshrink", "Hardsigmoid", "Hardtanh", "Hardswish", "LeakyReLU", "LogSigmoid", "PReLU", "ReLU", "ReLU6", "RReLU", "SELU", "CELU", "GELU", "GLU", "Sigmoid", "SiLU", "Mish", "Softplus",
             "Softshrink", "Softsign", "Tanh", "Tanhshrink", "Threshold"]
    arguments = {"CELU": (2.0,), "Threshold": (2.0, 1.0)}
    return [
        _entry("ReplicationPad3d", (pads,), (2, 3, 2, 2, 2)), _entry("ReplicationPad3d", (pads,), (3, 2, 2, 2), "no_batch_dim"),
        _entry("ReplicationPad3d", (pads,), desc="complex", make=lambda: torch.rand(2, 3, 2, 2, 2, dtype=torch.complex128, requires_grad=True), dtype=None),
        _entry("PixelShuffle", (3,), (1, 9, 4, 4)), _entry("PixelUnshuffle", (3,), (1, 1, 12, 12)), _entry("RReLU", (0.1, 0.9), (), "with_up_down_scalar"),
        _entry("PairwiseDistance", make=_randoms((10, 8), (10, 8))), _entry("PairwiseDistance", desc="broadcast_lhs", make=_randoms((10, 1), (10, 8))), _entry("PairwiseDistance", desc="broadcast_rhs", make=_randoms((10, 8), (1, 8))),
        _entry("PairwiseDistance", (1.5, 1e-05, True), desc="with_non_default_args", make=_randoms((10, 8), (10, 8))), _entry("PairwiseDistance", desc="no_batch_dim", make=_randoms((8,), (8,))),
        _entry("TransformerEncoderLayer", (4, 2, 16, 0.0), (2, 3, 4), "relu_activation"), _entry("TransformerEncoderLayer", (4, 2, 8, 0.0, F.gelu), (2, 3, 4), "gelu_activation"),
        _entry("TransformerDecoderLayer", (4, 2, 8, 0.0), desc="relu_activation", make=_randoms((3, 3, 4), (2, 3, 4))), _entry("TransformerDecoderLayer", (4, 2, 8, 0.0, F.gelu), desc="gelu_activation", make=_randoms((3, 3, 4), (2, 3, 4))),
        _entry("Transformer", (4, 2, 2, 2, 8, 0.0, F.relu), desc="multilayer_coder", make=_randoms((3, 3, 4), (2, 3, 4), (3, 3))), _entry("Linear", (3, 5), desc="no_batch_dim", make=lambda: torch.rand(3)),
        _entry("Flatten", (-3, -1), (3, 4, 5), "no_batch_dim"), _entry("Unflatten", (-2, torch.Size([2, 2])), (3, 4, 5), "no_batch_dim"),
        _entry("LayerNorm", ([56, 56, 56], 1e-5, False), (4, 56, 56, 56), "3d_no_affine_large_feature", dtype=None, gradcheck_fast_mode=True),
        *[_entry(name, arguments.get(name, ()), (4,), "no_batch_dim", dtype=None if name == "Threshold" else _D, **({"check_jit": False} if name.startswith("Hards") and name != "Hardshrink" else {})) for name in plain],
        _built("Unfold", lambda: nn.Unfold((2, 2), (1, 1), (0, 0), (1, 1)), (2, 4, 3, 3)), _built("Fold", lambda: nn.Fold((3, 3), (2, 2), (1, 1), (0, 0), (1, 1)), (2, 16, 4)),
        _built("Fold_no_batch_dim_input", lambda: nn.Fold((3, 3), (2, 2), (1, 1), (0, 0), (1, 1)), (16, 4)), _built("Unfold_int_input", lambda: nn.Unfold(2, 1, 0, 1), (2, 4, 3, 3)),
        _built("Fold_int_input", lambda: nn.Fold(3, 2, 1, 0, 1), (2, 16, 4)), _built("Fold_no_batch_dim_int_input", lambda: nn.Fold(3, 2, 1, 0, 1), (16, 4)),
    ]


def _functions():
    """Functions as modules: softmax and interpolation."""
    entries = []
    for name, dim, size in (("lastdim", 1, (2, 128)), ("spatial_special", 1, (2, 128, 2, 2)), ("spatial", 1, (2, 2, 4, 4))):
        entries += [_built(f"softmax_{name}", wrap_functional(F.softmax, dim=dim), size, pickle=False), _built(f"log_softmax_{name}", wrap_functional(F.log_softmax, dim=dim), size, pickle=False)]
    for name, size in (("lastdim", (2, 128)), ("spatial", (2, 2, 4, 4))):
        entries.append(_built(f"softmax_{name}_dtype", wrap_functional(F.softmax, dim=1, dtype=torch.float64), size, pickle=False))
    for name, dim, size in (("dim0", 0, (2, 3, 4, 5)), ("dim3", 3, (2, 3, 4, 5)), ("scalar", 0, ())):
        entries += [_built(f"softmax_functional_{name}", wrap_functional(F.softmax, dim=dim), size, pickle=False), _built(f"log_softmax_{name}", wrap_functional(F.log_softmax, dim=dim), size, pickle=False)]
    return entries + interpolations()


def new_module_entries():
    """The modules that were added later."""
    return _convolutions() + _embeddings() + _others() + _functions() + unreduced_losses()
