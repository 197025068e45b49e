"""The class of tensors in the layout of MKL-DNN. Their memory is a dense tensor; operators run below autograd, and those that the library has give such tensors again."""

import torch
from torch._quantized.tensor import _ended

_KINDS = (torch.float32, torch.bfloat16, torch.float16, torch.uint8, torch.int8)
_NO_MEMORY = "Cannot access data pointer of Tensor that doesn't have storage"


def is_mkldnn(x):
    return isinstance(x, MkldnnTensor)


class MkldnnTensor(torch.Tensor):
    """What to_mkldnn makes; scripts know it as a Tensor with another layout."""

    @staticmethod
    def __new__(cls, dense):
        self = torch.Tensor._make_wrapper_subclass(cls, dense.size(), dtype=dense.dtype, device=dense.device)
        self._dense = dense
        return self

    layout = property(lambda self: torch._mkldnn)
    is_mkldnn = property(lambda self: True)

    def to_dense(self, dtype=None, *, masked_grad=None):
        if dtype is not None and dtype not in _KINDS:
            name = str(torch.empty(0, dtype=dtype).type()).rpartition(".")[2].removesuffix("Tensor")
            raise RuntimeError('false INTERNAL ASSERT FAILED at "./aten/src/ATen/native/mkldnn/MKLDNNConversions.cpp":80, please report a bug to PyTorch. '
                               f"Unsupported dtype for ideep public tensor: {name}")
        made = _ToDense.apply(self)
        return made if dtype is None else made.to(dtype)

    def to_mkldnn(self, dtype=None):
        from torch._onednn.rules import missing

        raise missing("aten::to_mkldnn")

    def reshape(self, *shape):
        return _Reshape.apply(self, shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)

    def flatten(self, start_dim=0, end_dim=-1):
        return self.reshape(torch.empty(self.size(), device="meta").flatten(start_dim, end_dim).size())

    def is_contiguous(self, memory_format=torch.contiguous_format):
        return memory_format == torch.contiguous_format

    def type(self, dtype=None, non_blocking=False):
        if dtype is None:
            raise RuntimeError("Unimplemented backend MkldnnCPU")
        return self.to(dtype)

    def cpu(self, memory_format=None):
        return self

    def float(self, memory_format=None):
        return self if self.dtype is torch.float32 else self.to(torch.float32)

    def data_ptr(self):
        raise RuntimeError(_NO_MEMORY)

    def tolist(self):
        raise RuntimeError(_NO_MEMORY)

    def storage(self):
        raise NotImplementedError("Cannot access storage of OpaqueTensorImpl")

    untyped_storage = _typed_storage = storage

    def numpy(self, *, force=False):
        raise TypeError("can't convert Mkldnn layout tensor to numpy. Use Tensor.to_dense() first.")

    def __array__(self, dtype=None, copy=None):
        return self.numpy()

    def new(self, *args, **kwargs):
        raise RuntimeError("new(): expected key in DispatchKeySet(CPU, CUDA, HIP, XLA, MPS, IPU, XPU, HPU, Lazy, PrivateUse1, Meta) but got: MkldnnCPU")

    def __reduce_ex__(self, protocol):
        return self.storage()

    def __repr__(self, *, tensor_contents=None):
        suffixes = ["layout=torch._mkldnn"]
        if self.grad_fn is not None:
            suffixes.append(f"grad_fn=<{self.grad_fn.name()}>")
        elif self.requires_grad:
            suffixes.append("requires_grad=True")
        return _ended(repr(self._dense)[:-1], suffixes)

    __str__ = __repr__

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        from torch._onednn.functions import FUNCTIONS

        if (given := FUNCTIONS.get(func)) is not None:
            return given(*args, **(kwargs or {}))
        with torch._C.DisableTorchFunctionSubclass():
            return func(*args, **(kwargs or {}))

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        from torch._onednn.rules import run

        return run(func, args, kwargs or {})


MkldnnTensor.__name__ = MkldnnTensor.__qualname__ = "Tensor"
MkldnnTensor.__module__ = "torch"


class _ToDense(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx._node_name = "ToDenseBackward0"
        return x._dense.clone()

    @staticmethod
    def backward(ctx, g):
        return to_mkldnn(g)


class _ToMkldnn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, dtype):
        ctx._node_name, ctx.dtype = "ToMkldnnBackward0", x.dtype
        return MkldnnTensor(x.to(dtype, copy=True, memory_format=torch.contiguous_format))

    @staticmethod
    def backward(ctx, g):
        return (g.to_dense() if is_mkldnn(g) else g).to(ctx.dtype), None


class _Reshape(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, shape):
        ctx._node_name, ctx.size = "MkldnnReshapeBackward0", x.size()
        return MkldnnTensor(x._dense.reshape(shape))

    @staticmethod
    def backward(ctx, g):
        return g.reshape(ctx.size), None


def to_mkldnn(x, dtype=None):
    """A copy in the layout of MKL-DNN."""
    if x.dtype not in _KINDS:
        raise RuntimeError("dense_to_mkldnn expects float, bfloat16, half, uint8, int8 tensor input")
    return _ToMkldnn.apply(x, dtype or x.dtype)
