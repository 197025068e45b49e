"""What the entries of op_db call where that is not the function of torch of their name."""

import torch
from torch.testing._internal.opinfo.core import _getattr_qual
from torch.testing._utils import wrapper_set_seed


def _seeded(name):
    """A function of torch, or a method, that draws the same numbers at each call."""
    def call(*args, **kwargs):
        return wrapper_set_seed(_getattr_qual(torch, name), *args, **kwargs)

    return call


def _method(name):
    return lambda x, *args, **kwargs: getattr(x, name)(*args, **kwargs)


def _on_a_copy(name):
    return lambda x, *args, **kwargs: getattr(x.clone(), name)(*args, **kwargs)


def _internal(name):
    """An operator that no function of torch leads to."""
    return _getattr_qual(torch.ops.aten, name)


def _max_pool2d_backward(x, **window):
    """The gradient of max pooling for ones."""
    window.pop("return_indices", None)
    out, indices = torch.nn.functional.max_pool2d(x, **window, return_indices=True)
    if window.get("stride", ()) is None:
        window["stride"] = window["kernel_size"]
    return torch.ops.aten.max_pool2d_with_indices_backward.default(torch.ones_like(out), x, **window, indices=indices)


def _attend(*args, **kwargs):
    attention = torch.nn.functional.scaled_dot_product_attention
    return wrapper_set_seed(attention, *args, **kwargs) if kwargs.get("dropout_p") else attention(*args, **kwargs)


# What is called for names that are no functions of torch, have the tensor elsewhere than first, or draw random numbers.
CALLS = {
    **{name: _seeded("Tensor." + name + "_") for name in "cauchy exponential geometric log_normal uniform".split()},
    **{name: _seeded(name) for name in "randn randn_like rand_like randint randint_like multinomial normal bernoulli".split()},
    **{"nn.functional." + name: _seeded("nn.functional." + name) for name in
       "dropout dropout2d dropout3d alpha_dropout feature_alpha_dropout rrelu fractional_max_pool2d fractional_max_pool3d multi_head_attention_forward".split()},
    **{name: _method(name) for name in
       "item contiguous sum_to_size expand expand_as to reshape_as view view_as new_zeros new_ones new_empty new_empty_strided new_full unfold repeat to_sparse".split()},
    **{name: _on_a_copy(name) for name in "resize_ resize_as_ zero_".split()},
    **{name: _internal(name) for name in ("_softmax_backward_data", "_batch_norm_with_update", "_upsample_bilinear2d_aa")},
    "slice": _internal("slice.Tensor"), "native_dropout_backward": _internal("native_dropout_backward.default"), "max_pool2d_with_indices_backward": _max_pool2d_backward,
    "nn.functional.scaled_dot_product_attention": _attend, "torch.ops.aten._safe_softmax.default": _internal("_safe_softmax.default"),
    "einsum": lambda tensors, equation: torch.einsum(equation, tensors), "__rdiv__": lambda x, other: torch.Tensor.__rdiv__(x, other), "_segment_reduce": torch.segment_reduce,
    "svd_lowrank": lambda *args, **kwargs: wrapper_set_seed(lambda a, b, **kw: torch.svd_lowrank(a @ b.mT, **kw), *args, **kwargs),
    "pca_lowrank": lambda *args, **kwargs: wrapper_set_seed(lambda a, b, **kw: torch.pca_lowrank(a @ b.mT, **kw), *args, **kwargs),
    "nn.functional.embedding": lambda weight, idx, **kwargs: torch.nn.functional.embedding(idx, weight, **kwargs),
    "nn.functional.embedding_bag": lambda weight, idx, *args, **kwargs: torch.nn.functional.embedding_bag(idx, weight, *args, **kwargs),
    "T": lambda x: x.T, "H": lambda x: x.H, "mT": lambda x: x.mT, "mH": lambda x: x.mH,
    "where": lambda x, condition, other, **kwargs: torch.where(condition, x, other, **kwargs), "fill": lambda x, value: torch.Tensor.fill_(x.clone(), value),
    "polygamma": lambda x, n, **kwargs: torch.polygamma(n, x, **kwargs), "special.polygamma": lambda x, n, **kwargs: torch.special.polygamma(n, x, **kwargs),
    **{name: _method(name) for name in "bfloat16 bool byte cdouble cfloat chalf char double float half int long short".split()},
    "normal/in_place": _seeded("Tensor.normal_"), "linalg.lstsq/grad_oriented": lambda a, b, driver: torch.linalg.lstsq(a, b, driver=driver)[:2],
    "linalg.pinv/singular": lambda a, b: torch.linalg.pinv(a @ b.mT),
}
METHODS = {name: _seeded("Tensor." + name) for name in ("multinomial", "bernoulli")}  # in the place of those that draw other numbers at each call
