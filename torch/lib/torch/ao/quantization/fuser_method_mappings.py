"""How sequences of modules become one."""

import itertools

import torch.ao.nn.intrinsic as nni
from torch import nn
from torch.ao.quantization.utils import MatchAllNode
from torch.nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval

__all__ = ["fuse_conv_bn", "fuse_conv_bn_relu", "fuse_linear_bn", "fuse_convtranspose_bn", "get_fuser_method", "get_fuser_method_new"]

_CONVS = {nn.Conv1d: 1, nn.Conv2d: 2, nn.Conv3d: 3}


def _same_mode(first, *others, kind="Conv"):
    if any(m.training != first.training for m in others):
        raise AssertionError(f"{kind} and BN both must be in the same mode (train or eval).")


def _trainable(bn, wide, sizes, kind):
    if bn.num_features != wide:
        raise AssertionError(f"{sizes} must match num_features of {kind}")
    if not bn.affine:
        raise AssertionError(f"Only support fusing {kind} with affine set to True")
    if not bn.track_running_stats:
        raise AssertionError(f"Only support fusing {kind} with tracking_running_stats set to True")


def fuse_conv_bn(is_qat, conv, bn):
    """One module for training, the convolution with the normalisation folded in else."""
    _same_mode(conv, bn)
    if not is_qat:
        return fuse_conv_bn_eval(conv, bn)
    _trainable(bn, conv.out_channels, "Output channel of Conv2d", "BatchNorm2d")
    if type(conv) not in _CONVS:
        raise NotImplementedError(f"Cannot fuse train modules: {(conv, bn)}")
    return getattr(nni, f"ConvBn{_CONVS[type(conv)]}d")(conv, bn)


def fuse_conv_bn_relu(is_qat, conv, bn, relu):
    _same_mode(conv, bn, relu)
    if is_qat:
        _trainable(bn, conv.out_channels, "Output channel of Conv2d", "BatchNorm2d")
    if type(conv) not in _CONVS:
        raise NotImplementedError(f"Cannot fuse {'train' if is_qat else 'eval'} modules: {(conv, bn, relu)}")
    if is_qat:
        return getattr(nni, f"ConvBnReLU{_CONVS[type(conv)]}d")(conv, bn, relu)
    return getattr(nni, f"ConvReLU{_CONVS[type(conv)]}d")(fuse_conv_bn_eval(conv, bn), relu)


def fuse_linear_bn(is_qat, linear, bn):
    _same_mode(linear, bn, kind="Linear")
    if not is_qat:
        return fuse_linear_bn_eval(linear, bn)
    _trainable(bn, linear.out_features, "Output features of Linear", "BatchNorm1d")
    return nni.LinearBn1d(linear, bn)


def fuse_convtranspose_bn(is_qat, convt, bn):
    _same_mode(convt, bn, kind="ConvTranspose")
    if is_qat:
        raise Exception("Fusing ConvTranspose+BatchNorm not yet supported in QAT.")
    return fuse_conv_bn_eval(convt, bn, transpose=True)


def _sequential_wrapper2(sequential):
    return lambda is_qat, m1, m2: sequential(m1, m2)


_DEFAULT_OP_LIST_TO_FUSER_METHOD = {
    **{(conv, getattr(nn, f"BatchNorm{n}d")): fuse_conv_bn for conv, n in _CONVS.items()},
    **{(conv, getattr(nn, f"BatchNorm{n}d"), nn.ReLU): fuse_conv_bn_relu for conv, n in _CONVS.items()},
    **{(conv, nn.ReLU): _sequential_wrapper2(getattr(nni, f"ConvReLU{n}d")) for conv, n in _CONVS.items()},
    (nn.Linear, nn.BatchNorm1d): fuse_linear_bn, (nn.Linear, nn.ReLU): _sequential_wrapper2(nni.LinearReLU),
    **{(getattr(nn, f"BatchNorm{n}d"), nn.ReLU): _sequential_wrapper2(getattr(nni, f"BNReLU{n}d")) for n in (2, 3)},
    **{(getattr(nn, f"ConvTranspose{n}d"), getattr(nn, f"BatchNorm{n}d")): fuse_convtranspose_bn for n in (1, 2, 3)},
}


def get_fuser_method(op_list, additional_fuser_method_mapping=None):
    made = {**_DEFAULT_OP_LIST_TO_FUSER_METHOD, **(additional_fuser_method_mapping or {})}.get(op_list)
    if made is None:
        raise AssertionError(f"did not find fuser method for: {op_list} ")
    return made


def _get_valid_patterns(op_pattern):
    """A pattern with some of its parts, or all, left open."""
    if isinstance(op_pattern, (tuple, list)):
        return list(itertools.product(*map(_get_valid_patterns, op_pattern)))
    return [op_pattern, MatchAllNode]


def get_fuser_method_new(op_pattern, fuser_method_mapping):
    patterns = _get_valid_patterns(op_pattern)
    for pattern in patterns:
        if fuser_method_mapping.get(pattern) is not None:
            return fuser_method_mapping[pattern]
    raise AssertionError(f"did not find fuser method for: {patterns[-1]} ")
