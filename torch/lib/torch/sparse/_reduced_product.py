"""Products of compressed matrices whose terms are reduced otherwise than by their sum."""
import torch

from ._compressed import _like, is_compressed

_REDUCTIONS = {"sum": "sum", "mean": "mean", "amax": "amax", "amin": "amin", "max": "amax", "min": "amin"}


def reduced_product(a, b, reduce):
    """The product of a compressed matrix by rows and a dense one where the products of a row are reduced otherwise than by their sum."""
    if reduce not in (*_REDUCTIONS, "prod"):
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if not is_compressed(a):
        backend = "SparseCPU" if a.layout is torch.sparse_coo else "CPU"
        raise NotImplementedError(f"Could not run 'aten::_sparse_mm_reduce_impl' with arguments from the '{backend}' backend. This could be because the operator doesn't exist for this "
                                  "backend, or was omitted during the selective/custom build process (if using custom build).")
    if reduce == "prod":
        raise RuntimeError("sparse_mm_reduce: reduce type of prod has not been enabled.")
    return _Reduced.apply(a, b, _REDUCTIONS[reduce])


class _Reduced(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b, how):
        ctx._node_name = "SparseMmReduceImplBackward0"
        with torch.enable_grad():
            ctx.values, ctx.dense = a._of.detach().requires_grad_(), b.detach().requires_grad_()
            rows = torch.repeat_interleave(torch.arange(a.size(0)), a.crow_indices().diff())
            products = ctx.values.unsqueeze(1) * ctx.dense[a.col_indices()]
            zeros = b.new_zeros(a.size(0), b.size(1))
            ctx.made = zeros.scatter_reduce(0, rows.unsqueeze(1).expand_as(products), products, how, include_self=False)
        ctx.matrix = a.detach()
        return ctx.made.detach()

    @staticmethod
    def backward(ctx, g):
        wanted = [x for x, on in zip((ctx.values, ctx.dense), ctx.needs_input_grad) if on]
        grads = list(torch.autograd.grad(ctx.made, wanted, g, retain_graph=True))
        by_matrix = _like(ctx.matrix, grads.pop(0)) if ctx.needs_input_grad[0] else None
        return by_matrix, grads.pop(0) if ctx.needs_input_grad[1] else None, None
