"""Whether composite operators are made of others alone."""

import torch
from torch.utils._mode_utils import all_same_mode, no_dispatch


def check_attr_consistency(wrapper_tensor, metadata_name, metadata_accessor):
    elem = wrapper_tensor.elem
    if metadata_accessor(wrapper_tensor) != metadata_accessor(elem):
        raise RuntimeError(f"This operator is not Composite Compliant: the {metadata_name} of the tensor was modified directly without going through the PyTorch dispatcher.")


def check_metadata_consistency(wrapper_tensor, CCT):
    if isinstance(wrapper_tensor, CCT):
        for name, of in (("shape", torch.Tensor.size), ("dtype", lambda x: x.dtype), ("device", lambda x: x.device), ("numel", torch.Tensor.numel), ("stride", torch.Tensor.stride)):
            check_attr_consistency(wrapper_tensor, name, of)


def is_view_fn(func):
    return func.overloadpacket.__name__ in {"as_strided", "detach", "diagonal", "expand", "expand_as", "narrow", "permute", "select", "squeeze", "transpose", "t", "real", "view_as_real",
                                            "unflatten", "unfold", "unsqueeze", "view", "view_as", "unbind", "split", "split_with_sizes", "chunk", "slice", "alias", "view_as_complex"}


def is_inplace(func):
    name = func.overloadpacket.__name__
    return name[-1] == "_" and not name.startswith("__")
