"""What functions do with nested tensors of layout torch.strided: piece by piece."""

import torch
import torch.nn.functional as F
from torch.nested._internal.ops import _POINTWISE, _REFLECTED, _plain_name
from torch.nested._internal.strided import _NO_SIZES, StridedNestedTensor, _dim, _made, _seen, _unknown

_PAIRS = {"add", "sub", "mul", "div", "subtract", "multiply", "divide", "true_divide"}
_ALONE = {"eq", "ne", "ge", "gt", "le", "lt"}
_NOT_YET = "is not supported at the moment if you need this feature, please open an issue on github describing your use case."
_RULES = {}


def _rule(*names):
    def keep(f):
        for name in names:
            _RULES[name] = f
        return f

    return keep


def strided_torch_function(func, *args, **kwargs):
    name = _plain_name(func)
    if name in _RULES:
        return _RULES[name](*args, **kwargs)
    if name in {k.strip("_") for k in _REFLECTED}:
        return _pieces(func, args[0], *args[1:])
    if name in _POINTWISE:
        return _pointwise(func, name, *args, **kwargs)
    if name == "get":
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **kwargs)
    if name == "pad":
        raise _unknown("constant_pad_nd")
    if name == "cuda":
        return torch.empty(0).cuda()
    if name == "is_pinned":
        return False
    if name in ("numpy", "flatten"):
        raise RuntimeError(_NO_SIZES)
    if name == "data_ptr":
        return args[0]._parts[0].data_ptr() if args[0]._parts else 0
    if name in ("is_floating_point", "is_complex", "is_signed", "element_size", "get_device", "is_conj", "is_neg"):
        return func(args[0].values())
    raise _unknown(name)


def _nested(x):
    return isinstance(x, StridedNestedTensor)


def _pieces(func, nested, *args, **kwargs):
    at = lambda x, i: x._parts[i] if _nested(x) else x
    made = [func(t, *(at(a, i) for a in args), **{k: at(v, i) for k, v in kwargs.items()}) for i, t in enumerate(nested._parts)]
    if all(a is b for a, b in zip(made, nested._parts)):
        return nested
    return _made(made, nested)


def _pointwise(func, name, *args, **kwargs):
    first, *others = args
    if name in _ALONE and any(map(_nested, others)):
        raise RuntimeError(f"{name} does not support nested tensor as other value.")
    if name in _PAIRS and isinstance(others[0], torch.Tensor):
        a, b = first, others[0]
        if not (_nested(a) and _nested(b)) and (b if _nested(a) else a).dim() > 0:
            which = ("nested self and non-nested other", "non-nested self and nested other")[not _nested(a)]
            raise RuntimeError(f"Expected both self and other to be nested, but got a {which}")
        if _nested(a) and _nested(b):
            if a.dim() != b.dim():
                raise RuntimeError(f"{name} only supports nested tensors with same number of dims, but got {a.dim()} and {b.dim()}")
            if len(a._parts) != len(b._parts) or any(x.shape != y.shape for x, y in zip(a._parts, b._parts)):
                raise RuntimeError(f"{name} does not support broadcasting when given a NestedTensor")
        if not _nested(a):
            return _made([func(a, t, *others[1:], **kwargs) for t in b._parts], b)
    nested = next(a for a in args if _nested(a))
    if not _nested(first):
        at = lambda x, i: x._parts[i] if _nested(x) else x
        return _made([func(*(at(a, i) for a in args), **kwargs) for i in range(len(nested._parts))], nested)
    return _pieces(func, first, *others, **kwargs)


@_rule("softmax")
def _softmax(nested, dim=None, _stacklevel=3, dtype=None):
    d = _dim(nested, dim)
    if d == 0:
        raise RuntimeError("Cannot apply softmax across nested dimension 0")
    return _pieces(torch.softmax, nested, d - 1, dtype)


@_rule("linear")
def _linear(nested, weight, bias=None):
    if nested.dim() != 3 or weight.dim() != 2:
        raise RuntimeError(f"Linear requires nested_tensor.dim == 3 and dense_matrix.dim == 2. Nested tensor dim: {nested.dim()}. Dense tensor dim: {weight.dim()}")
    last = nested._parts[0].size(-1) if nested._parts else 0
    if last != weight.size(1):
        raise RuntimeError("Shape mismatch for NestedTensor Linear: Expected input's (a nested tensor) 'last_dim' to equal 'weight.size(1), but got: "
                           f"last_dim = {last}, and weight.size(1) = {weight.size(1)}")
    return _pieces(F.linear, nested, weight, bias)


@_rule("matmul")
def _matmul(a, b):
    if _nested(a) and _nested(b) and any(x.dim() > 1 and y.dim() > 1 and x.size(-1) != y.size(-2) for x, y in zip(a._parts, b._parts)):
        raise RuntimeError(f"matmul: Nested tensors cannot be matrix multiplied, last dimension of self has sizes {a._parts[0].size(-1)}")
    if not (_nested(a) and _nested(b)):
        which = "nested self and non-nested other" if _nested(a) else "non-nested self and nested other"
        raise RuntimeError(f"Expected both to be nested, but got a {which}")
    return _bmm(a, b)


@_rule("bmm")
def _bmm(a, mat2):
    ours, theirs = (x._parts if _nested(x) else x.unbind() for x in (a, mat2))
    if len(ours) != len(theirs):
        raise RuntimeError(f"Expected size for the 1st dimension of batch2 tensor to be: {len(ours)} but got: {len(theirs)}.")
    for i, (x, y) in enumerate(zip(ours, theirs)):
        if x.size(-1) != y.size(-2):
            raise RuntimeError(f"{i}-th nested matrices in batch cannot be multiplied ({x.size(0)}x{x.size(1)} and {y.size(0)}x{y.size(1)})")
    return _made([x @ y for x, y in zip(ours, theirs)], a if _nested(a) else mat2)


@_rule("transpose", "swapaxes", "swapdims")
def _transpose(nested, dim0, dim1):
    a, b = _dim(nested, dim0), _dim(nested, dim1)
    if a == b:
        return nested
    if 0 in (a, b):
        raise RuntimeError("Nested tensor dimension 0 cannot be transposed")
    return _pieces(torch.transpose, nested, a - 1, b - 1)


@_rule("layer_norm")
def _layer_norm(nested, normalized_shape, weight=None, bias=None, eps=1e-5, *args):
    if weight is None or bias is None:
        raise ValueError("NestedTensor layer_norm requires weight and bias")
    return _pieces(F.layer_norm, nested, normalized_shape, weight, bias, eps)


@_rule("sum")
def _sum(nested, dim=None, keepdim=False, *, dtype=None):
    if dim is None:
        raise _unknown("sum")
    d = dim if isinstance(dim, int) else dim[0]
    if _dim(nested, d) != nested.dim() - 1:
        raise RuntimeError(f"NestedTensor can only be reduced across the last dimension for now got dimension {_dim(nested, d)} instead.")
    if not keepdim:
        raise RuntimeError("NestedTensor always requires keepdim=True for now.")
    return _pieces(torch.sum, nested, -1, True, dtype=dtype)


@_rule("getitem", "select")
def _getitem(nested, index, more=None):
    if more is not None:  # select(dim, index)
        d = _dim(nested, index)
        return _at(nested, more) if d == 0 else _pieces(torch.select, nested, d - 1, more)
    index = index if isinstance(index, tuple) else (index,)
    if any(isinstance(i, slice) for i in index):
        raise RuntimeError(_NO_SIZES) if nested.requires_grad else _unknown("slice.Tensor")
    if any(isinstance(i, torch.Tensor) for i in index):
        raise _unknown("index.Tensor")
    if any(i is None for i in index):
        return _unsqueeze(nested, index.index(None))
    if isinstance(index[0], int):
        part = _at(nested, index[0])
        return part[index[1:]] if len(index) > 1 else part
    if index[0] is Ellipsis:
        return _pieces(lambda t: t[index], nested)
    raise RuntimeError(_NO_SIZES)


def _at(nested, i):
    n = len(nested._parts)
    if not -n <= i < n:
        raise IndexError(f"index {i} is out of bounds for dimension 0 with size {n}")
    return _seen(nested._parts[i], "SelectBackwardAutogradNestedTensor0")


@_rule("unbind")
def _unbind(nested, dim=0):
    return nested.unbind(dim)


@_rule("to_padded_tensor")
def _to_padded_tensor(nested, padding, output_size=None):
    return nested.to_padded_tensor(padding, output_size)


@_rule("unsqueeze")
def _unsqueeze(nested, dim):
    n = nested.dim() + 1
    if not -n <= dim < n:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-n}, {n - 1}], but got {dim})")
    d = dim % n
    if d == 0:
        raise RuntimeError("unsqueeze(): For nested tensors, unsqueezing dimension 0 " + _NOT_YET)
    return _pieces(torch.unsqueeze, nested, d - 1)


@_rule("squeeze")
def _squeeze(nested, dim=None):
    if dim is None:
        raise RuntimeError("squeeze(): For nested tensors, squeeze without the dim argument is not supported at the moment, however you can use squeeze(Tensor self, int dim) instead "
                           "if you need this feature, please open an issue on github describing your use case.")
    d = _dim(nested, dim)
    if d == 0:
        raise RuntimeError("squeeze(): For nested tensors, squeezing dimension 0 " + _NOT_YET)
    return _pieces(torch.squeeze, nested, d - 1)


@_rule("view")
def _view(nested, *size):
    return _shaped("view", nested, size)


@_rule("reshape")
def _reshape(nested, *size):
    return _shaped("reshape", nested, size)


def _shaped(name, nested, size):
    size = list(size[0]) if len(size) == 1 and not isinstance(size[0], int) else list(size)
    if not size:
        raise RuntimeError("shape '[]' is invalid for a nested tensor")
    if size[0] != len(nested._parts):
        raise RuntimeError(f"{name}: For now nested {name} cannot change or infer the implicit batch dimension")
    if size.count(-1) > 1 and len(size) > nested.dim():
        raise RuntimeError("only one dimension can be inferred")
    made = []
    for t in nested._parts:
        inner = [t.size(d) if n == -1 and d < t.dim() else n for d, n in enumerate(size[1:])]
        count = 1
        for n in inner:
            count *= n
        if -1 not in inner and count != t.numel():
            raise RuntimeError(f"shape '{size}' is invalid for input of size {t.numel()}")
        made.append(t.reshape(inner))
    return _made(made, nested)


@_rule("chunk")
def _chunk(nested, chunks, dim=0):
    if _dim(nested, dim) != nested.dim() - 1:
        raise RuntimeError("Chunk for nested tensors is currently only supported for the last dimension.")
    last = nested._parts[0].size(-1) if nested._parts else 0
    if last % chunks:
        raise RuntimeError(f"Chunk for nested tensors is only supported for nested tensors with trailing dimension divisible by chunks, got: {last} % {chunks} != 0")
    pieces = [t.chunk(chunks, -1) for t in nested._parts]
    return tuple(_made([p[i] for p in pieces], nested) for i in range(chunks))


@_rule("narrow")
def _narrow(nested, dim, start, length):
    if _dim(nested, dim) != 0:
        raise RuntimeError(f"narrow(): only dim=0 supported for nested tensors, but got: {dim}")
    return _made(nested._parts[start:start + length], nested)


@_rule("copy")
def _copy_(nested, other, non_blocking=False):
    if not _nested(other):
        raise RuntimeError("get_nested_tensor_impl requires a NestedTensor.")
    if [t.shape for t in nested._parts] != [t.shape for t in other._parts]:
        raise RuntimeError("copy_ only supports tensors that are the same size for Nested implementations")
    for to, source in zip(nested._parts, other._parts):
        to.copy_(source)
    return nested


@_rule("item")
def _item(nested):
    if nested.numel() != 1:
        raise RuntimeError(f"a Tensor with {nested.numel()} elements cannot be converted to Scalar")
    return next(t for t in nested._parts if t.numel()).item()


@_rule("split_with_sizes", "split")
def _split(nested, split_sizes, dim=0):
    if isinstance(split_sizes, int):
        raise _unknown("split.Tensor")
    if _dim(nested, dim) != nested.dim() - 1:
        raise RuntimeError("split_with_sizes for nested tensors is currently only supported for the last dimension.")
    last = nested._parts[0].size(-1) if nested._parts else 0
    if sum(split_sizes) != last:
        raise RuntimeError(f"split_with_sizes expects split_sizes to sum exactly to {last} (input tensor's size at dimension {nested.dim() - 1}), but got split_sizes={list(split_sizes)}")
    pieces = [t.split(split_sizes, -1) for t in nested._parts]
    return tuple(_made(list(p), nested) for p in zip(*pieces))


@_rule("cat")
def _cat(tensors, dim=0):
    if not all(_nested(t) for t in tensors) and dim != 0:
        raise RuntimeError("cat(): expected each tensor in given list to be nested")
    rank = tensors[0].dim()
    if not -rank <= dim < rank:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})")
    if dim % rank == rank - 1 and rank > 1:
        if any([p.shape[:-1] for p in t._parts] != [p.shape[:-1] for p in tensors[0]._parts] for t in tensors):
            raise RuntimeError("cat(): expected all nested tensors to have matching ragged structures outside of the concatenated dim")
        return _made([torch.cat(parts, -1) for parts in zip(*(t._parts for t in tensors))], tensors[0])
    if dim % rank:
        raise RuntimeError("cat: For nested tensors, only dim 0 is supported")
    return _made([part for t in tensors for part in (t._parts if _nested(t) else t.unbind())], tensors[0])


@_rule("all")
def _all(nested, dim=None, keepdim=False):
    if dim is None or dim % nested.dim() != nested.dim() - 1:
        raise _unknown("all" if dim is None else "all.dim")
    return _pieces(torch.all, nested, -1, keepdim)


@_rule("embedding")
def _embedding(indices, weight, *args, **kwargs):
    return _pieces(lambda t: F.embedding(t, weight, *args, **kwargs), indices)


@_rule("dropout")
def _dropout(nested, p=0.5, training=True, inplace=False, **kwargs):
    return _pieces(F.dropout, nested, p, training, inplace)


@_rule("contiguous")
def _contiguous(nested, memory_format=torch.contiguous_format):
    return _pieces(torch.Tensor.contiguous, nested)


@_rule("is_same_size")
def _is_same_size(a, b):
    return [t.shape for t in a._parts] == [t.shape for t in b._parts]


@_rule("scaled_dot_product_attention")
def _attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    attend = lambda q, k, v: F.scaled_dot_product_attention(q.unsqueeze(0), k.unsqueeze(0), v.unsqueeze(0), attn_mask, dropout_p, is_causal, scale=scale).squeeze(0)
    return _pieces(attend, query, key, value)
