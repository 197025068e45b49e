"""The classes from before dtypes, as torch.sparse.FloatTensor: they make sparse tensors, and sparse tensors of their type are asked for by them."""

import torch

_SIGNATURES = """new() received an invalid combination of arguments - got ({}), but expected one of:
 * (*, torch.device device = None)
 * (Tensor indices, Tensor values, *, torch.device device = None)
 * (Tensor indices, Tensor values, tuple of ints size, *, torch.device device = None)
 * (tuple of ints size, *, torch.device device = None)
"""


class tensortype(type):
    """The class of these classes."""

    def __instancecheck__(cls, x):
        return isinstance(x, torch.Tensor) and x.layout is torch.sparse_coo and x.dtype is cls.dtype

    def __call__(cls, *args, device=None):
        if args and isinstance(args[0], torch.Tensor) and len(args) in (2, 3) and isinstance(args[1], torch.Tensor):
            return torch.sparse_coo_tensor(*args)
        size = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
        if not all(isinstance(n, int) for n in size):
            raise TypeError(_SIGNATURES.format(", ".join(type(a).__name__ for a in args)))
        return torch.sparse_coo_tensor(tuple(size) or (0,), dtype=cls.dtype)


tensortype.__module__ = "torch"
CLASSES = {}
for _name, _dtype in (("Double", torch.float64), ("Float", torch.float32), ("Half", torch.float16), ("BFloat16", torch.bfloat16), ("Long", torch.int64), ("Int", torch.int32),
                      ("Short", torch.int16), ("Char", torch.int8), ("Byte", torch.uint8)):
    CLASSES[_name + "Tensor"] = tensortype(_name + "Tensor", (), {"__module__": "torch.sparse", "dtype": _dtype, "layout": torch.sparse_coo, "is_cuda": False, "is_sparse": True})


def dtype_of(kind):
    """The element type that type() is asked for, by a class or its name."""
    if isinstance(kind, str):
        kind = CLASSES.get(kind.removeprefix("torch.sparse."), kind)
    return kind.dtype if isinstance(kind, tensortype) else kind
