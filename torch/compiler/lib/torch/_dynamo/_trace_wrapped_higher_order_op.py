"""Functions that recordings of backward passes leave for the compiler of the recording, and a mode that lets indices be tensors that vmap maps."""
import torch
from torch._C._dynamo import eval_frame as _c
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves

__all__ = ["trace_wrapped"]


def trace_wrapped(*args, **kwargs):
    """fn(*args), without gradients: a recording has it as a call, which Dynamo goes into later."""
    with torch.no_grad():
        return _trace_wrapped_op(*args, **kwargs)


def _trace_wrapped_op(*args, fn, **kwargs):
    if torch.compiler.is_dynamo_compiling() or not _c.is_recording():
        return fn(*args, **kwargs)

    def self_invoke(*args, **more):
        with torch.no_grad():
            return _trace_wrapped_op(*args, fn=fn, **more, **kwargs)

    return _c.record_function(self_invoke, f"{__name__}.self_invoke", "trace_wrapped", list(args), args[0])


class TransformGetItemToIndex(TorchFunctionMode):
    """Within, x[i, j] with tensors for all indices is torch.ops.aten.index, which a mapped tensor without dimensions does not turn into
    a number as plain indexing does."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.Tensor.__getitem__:
            indices = tree_leaves(args[1])
            if all(isinstance(i, torch.Tensor) for i in indices):
                return torch.ops.aten.index(args[0], indices)
        return func(*args, **(kwargs or {}))


class ModIndex(torch.autograd.Function):
    """Indexing with tensors, whose derivative adds up what the same element got. vmap maps it by its own operators."""

    generate_vmap_rule = True

    @staticmethod
    def forward(x, indices):
        return torch.ops.aten.index(x, indices)

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, indices = inputs
        ctx.save_for_backward(*indices)
        ctx.input_shape = x.shape

    @staticmethod
    def backward(ctx, grad):
        zeros = grad.new_zeros(ctx.input_shape)
        return torch.ops.aten.index_put(zeros, list(ctx.saved_tensors), grad, accumulate=True), None


mod_index = ModIndex.apply
