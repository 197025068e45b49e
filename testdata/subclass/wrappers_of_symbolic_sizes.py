"""Wrapper tensors whose sizes, strides and offsets are symbolic."""
import copy

import sympy
import torch
from torch._dynamo.source import ConstantSource
from torch.fx.experimental.sym_node import SymNode
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv


class Wrapper(torch.Tensor):
    @staticmethod
    def __new__(cls, *args, **kwargs):
        return torch.Tensor._make_wrapper_subclass(cls, *args, **kwargs)

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        print("  ", func)
        return Wrapper(args[0].shape)

    def __repr__(self):
        return "Wrapper"


env = ShapeEnv()


def size(n):
    symbol = env.create_symbol(n, source=ConstantSource(f"q{n}"), dynamic_dim=DimDynamic.DYNAMIC, constraint_dim=None)
    return torch.SymInt(SymNode(symbol, env, int, hint=n))


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:100])


a, b = size(5), size(3)
w = Wrapper((a, b))
tried(lambda: (w.shape, w.size(), w.size(0), w.size(-1), w.stride(), w.numel(), w.nelement(), w.dim(), w.ndim, w.storage_offset()))
tried(lambda: (type(w.shape).__name__, type(w.shape[0]).__name__, type(w.size(1)).__name__))
w = Wrapper((a, b), (b, 1), dtype=torch.float64, requires_grad=True)
tried(lambda: (w.shape, w.stride(), w.stride(0), w.numel(), w.dtype, w.requires_grad))
w = Wrapper((a, 4), (4, 1), size(7))
tried(lambda: (w.shape, w.stride(), w.storage_offset(), type(w.shape[1]).__name__))
tried(lambda: (w + 1).shape)
tried(lambda: w.size(2))
tried(lambda: w.__dict__)
tried(lambda: Wrapper((2, 3), None, 1))
tried(lambda: Wrapper((env.create_unbacked_symint(), 2)).shape)
tried(lambda: len(env.guards))
tried(lambda: [type(n).__name__ for n in copy.deepcopy((a, a))])
tried(lambda: (sympy.sympify(a) is a.node.expr, a.node.expr is a.node.expr, (a + 1).node.expr is (a + 1).node.expr))
tried(lambda: (w.shape[0] == 5, w.shape[0] == 6, len(w), len(env.guards)))
