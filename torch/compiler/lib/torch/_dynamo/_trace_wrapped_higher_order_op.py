"""A mode that lets indices be tensors that vmap maps."""
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._pytree import tree_leaves


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
