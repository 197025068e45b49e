"""Operators of backward passes, norms and windows as the table of decompositions takes them apart, and what they give then."""
import re

import torch
from torch._decomp import decomposition_table
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils import _pytree as pytree

aten = torch.ops.aten


def made(*sizes):
    n = int(torch.Size(sizes).numel())
    return torch.tensor([0.1 + (7 * i % 11) / 11 for i in range(n)]).reshape(sizes)


CALLS = [
    (aten.elu_backward.default, made(3), 1.5, 1.2, 0.7, False, made(3) - 0.5), (aten.elu_backward.default, made(3), 1.5, 1.2, 0.7, True, made(3) - 0.5),
    (aten.glu_backward.default, made(2), made(4), 0), (aten.hardsigmoid_backward.default, made(3), made(3) * 8 - 4), (aten.hardswish_backward.default, made(3), made(3) * 8 - 4),
    (aten.log_sigmoid_backward.default, made(3), made(3) - 0.5, made(3)), (aten.mish_backward.default, made(3), made(3)),
    (aten.soft_margin_loss_backward.default, made(), made(3), made(3), 1), (aten.binary_cross_entropy_backward.default, made(), made(3) * 0.5, made(3), None, 1),
    (aten.binary_cross_entropy_backward.default, made(3), made(3) * 0.5, made(3), made(3), 0), (aten.native_dropout_backward.default, made(3), made(3) > 0.5, 2.0),
    (aten.logit_backward.default, made(3), made(3) * 0.5, None), (aten.logit_backward.default, made(3), made(3) * 0.5, 1e-2),
    (aten.nll_loss_backward.default, made(), made(3, 4), torch.tensor([1, 2, 0]), None, 1, -100, torch.tensor(3.0)),
    (aten.nll_loss_backward.default, made(3), made(3, 4), torch.tensor([1, 2, 0]), made(4), 0, 1, torch.tensor(3.0)),
    (aten.nll_loss2d_backward.default, made(), made(2, 4, 2, 2), torch.arange(8).view(2, 2, 2) % 4, None, 1, -100, torch.tensor(8.0)),
    (aten.native_batch_norm_backward.default, made(2, 4, 3), made(2, 4, 3), made(4), made(4), made(4), made(4), made(4), True, 1e-5, [True, True, True]),
    (aten.native_batch_norm_backward.default, made(2, 4, 3), made(2, 4, 3), None, made(4), made(4), made(4), made(4), False, 1e-5, [True, True, True]),
    (aten._native_batch_norm_legit.no_stats, made(2, 3, 4), made(3), made(3), True, 0.1, 1e-5),
    (aten._native_batch_norm_legit_functional.default, made(2, 3, 4), made(3), made(3), made(3), made(3), True, 0.1, 1e-5),
    (aten.max_pool2d_with_indices_backward.default, made(1, 2, 2, 2), made(1, 2, 4, 4), [2, 2], [2, 2], [0, 0], [1, 1], False, torch.arange(8).view(1, 2, 2, 2) * 2),
    (aten.im2col.default, made(1, 2, 4, 4), [2, 2], [1, 1], [0, 0], [1, 1]), (aten.col2im.default, made(1, 8, 9), [4, 4], [2, 2], [1, 1], [0, 0], [1, 1]),
    (aten.upsample_nearest2d.default, made(1, 2, 2, 2), [4, 4], None, None),
]


def same(a, b):
    return a.dtype == b.dtype and torch.allclose(a.float(), b.float(), 1e-4, 1e-5, equal_nan=True)


for op, *args in CALLS:
    apart = decomposition_table[op]
    leaves, spec = pytree.tree_flatten(args)
    graph = make_fx(lambda *given: apart(*pytree.tree_unflatten(given, spec)))(*leaves)
    print(op)
    print("\n".join("   " + re.sub(";.*", "", line) for line in graph.code.strip().split("\n")[1:]))
    print("    gives the same:", [same(a, b) for a, b in zip(pytree.tree_leaves(op(*args)), pytree.tree_leaves(apart(*args))) if isinstance(a, torch.Tensor)])
    if op._schema.name not in ("aten::native_batch_norm_backward", "aten::_native_batch_norm_legit_functional", "aten::im2col", "aten::col2im"):
        halves = [a.half() if isinstance(a, torch.Tensor) and a.dtype == torch.float32 else a for a in args]
        print("    in half precision:", [a.dtype for a in pytree.tree_leaves(apart(*halves)) if isinstance(a, torch.Tensor)])


class Names(torch.utils._python_dispatch.TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print("   ", func)
        return func(*args, **(kwargs or {}))


F = torch.nn.functional
x = (made(4) - 0.5).requires_grad_()
for name, f in {"glu": F.glu, "hardsigmoid": F.hardsigmoid, "hardswish": F.hardswish, "mish": F.mish, "logsigmoid": F.logsigmoid, "logit": lambda x: torch.logit(x, 0.1),
                "soft margin": lambda x: F.soft_margin_loss(x, torch.ones(4)), "binary cross entropy": lambda x: F.binary_cross_entropy(torch.sigmoid(x), torch.ones(4))}.items():
    print(name)
    with Names():
        y = f(x)
        y.sum().backward()
    print("   ", [round(v, 4) for v in x.grad.tolist()])
    if f is not F.hardsigmoid:
        first, = torch.autograd.grad(f(x).sum(), x, create_graph=True)
        second, = torch.autograd.grad(first.sum(), x)
        print("   ", first.grad_fn.name(), [round(v, 4) for v in second.tolist()])
    x.grad = None
