"""Custom functions under transforms (grad, vmap, jvp): each transform takes the function as one step with a rule of its own."""
import copy
from collections import namedtuple

import torch
from torch import _C
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten

_SEE = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"


class VmapInfo(namedtuple("VmapInfo", ["batch_size", "randomness"])):
    """What the vmap rule of a function is told."""


def across_transform(cls, transform, args):
    """cls.apply(*args) where a transform would see it: the rule of the transform, with apply among the levels below it."""
    from torch.autograd.function import Function
    kind = transform[0]
    if cls.setup_context is Function.setup_context:
        if kind == "jvp" and _dual_level():
            return _jvp(cls, args, separate=False)
        raise RuntimeError("In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must override "
                           f"the setup_context staticmethod. {_SEE}")
    if kind == "vmap":
        return _vmap(cls, VmapInfo(*transform[1:]), args)
    return (_jvp if kind == "jvp" else _grad)(cls, args)


def _dual_level():
    """Whether the innermost forward level is one of torch.autograd.forward_ad."""
    from torch.autograd import forward_ad
    return bool(forward_ad._levels)


def _below(f, args):
    """f(args, extras) among the levels below; f gives results of any structure and what is added to each of its leaves."""
    spec = None

    def flat(values, extras):
        nonlocal spec
        result, added = f(values, extras)
        leaves, spec = tree_flatten(result)
        return leaves, added(leaves) if callable(added) else tree_flatten(added, is_leaf=lambda x: x is None)[0]

    return tree_unflatten(list(_C._cross_transform(flat, args)), spec)


def _grad(cls, args):
    """Under grad: forward below, its results recorded at the level."""
    from torch.autograd import function
    ctx = function._context(cls, args)
    result = _below(lambda values, extras: (cls.apply(*values), lambda leaves: [None] * len(leaves)), args)
    with torch.no_grad():
        cls.setup_context(ctx, args, result)
    return function._recorded(cls, ctx, args, result)


def _jvp(cls, args, separate=True):
    """Under jvp: the tangents of the results are what the function's jvp gives for those of its arguments."""
    from torch.autograd import function

    def rule(values, tangents):
        ctx = function._context(cls, values)
        if separate:
            result = cls.apply(*values)
            with torch.no_grad():
                cls.setup_context(ctx, values, result)
        else:
            with torch.no_grad():
                result = cls.forward(ctx, *values)
            result = function._recorded(cls, ctx, values, result)
            ctx = copy.copy(ctx)  # what was kept for jvp is not what was kept for backward
        leaves, _ = tree_flatten(result)
        if all(t is None for t in tangents):
            return result, [None] * len(leaves)
        ctx.to_save = ctx.saved_for_forward
        ctx._keep(leaves)
        if ctx.materialize_grads:
            tangents = [torch.zeros_like(v) if t is None and isinstance(v, torch.Tensor) else t for v, t in zip(values, tangents)]
        got = cls.jvp(ctx, *tangents)
        got = list(got) if isinstance(got, (tuple, list)) else [got]
        _check_tangents(ctx, values, tangents, leaves, got)
        return result, lambda leaves: got

    return _below(rule, args)


def _check_tangents(ctx, values, tangents, leaves, got):
    """What a function's jvp must not give for the results of its forward."""
    if len(got) != len(leaves):
        raise RuntimeError(f"Function's jvp returned an invalid number of forward gradients (expected {len(leaves)} but got {len(got)})")
    for i, (leaf, tangent) in enumerate(zip(leaves, got)):
        if tangent is not None and not isinstance(tangent, torch.Tensor):
            raise RuntimeError(f"expected Variable or None (got {type(tangent).__name__}) for grad output {i}.")
        if tangent is None:
            continue
        if not isinstance(leaf, torch.Tensor) or not (leaf.is_floating_point() or leaf.is_complex()) or any(leaf is t for t in ctx.non_differentiable):
            raise RuntimeError(f"Function's jvp returned a gradient at position {i}, but  the corresponding forward output is not a differentiable Tensor."
                               "You should return None at that position instead.")
        if any(leaf is t for t in ctx.dirty_tensors):
            if not any(leaf is v and tangent is t for v, t in zip(values, tangents)):
                raise RuntimeError("An inplace custom Function is not modifying the forward mode gradients inplace. If the forward is modifying an input "
                                   "inplace, then the jvp function must modify the corresponding gradient inplace.")
        elif not tangent._is_view() and any(_shows(leaf, v) for v in values if isinstance(v, torch.Tensor)):
            raise RuntimeError("A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning a view.")


def _shows(leaf, value):
    """Whether a result is an argument, or a view of the same tensor."""
    base = leaf._base if leaf._is_view() else leaf
    return base is value or base is value._base


def _vmap(cls, info, args):
    """Under vmap: the function's own rule, or its methods mapped."""
    from torch.autograd.function import Function
    overridden = cls.vmap is not Function.vmap
    if cls.generate_vmap_rule:
        if overridden:
            raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and an overridden vmap staticmethod. "
                               f"Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to avoid ambiguity. {_SEE}")
        return _below(lambda values, dims: _mapped(cls, info, values, dims), args)
    if not overridden:
        raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please override and implement the vmap "
                           f"staticmethod or set generate_vmap_rule=True. {_SEE}")
    return call_vmap_rule(cls.vmap, info, args, lambda values: cls.apply(*values), "the vmap staticmethod")


def call_vmap_rule(rule, info, args, unmapped, where):
    """rule(info, in_dims, *args) below the vmap; unmapped(args) where no argument is mapped."""
    def below(values, dims):
        if all(d is None for d in dims):
            return unmapped(values), lambda leaves: [None] * len(leaves)
        got = rule(info, tuple(dims), *values)
        if not isinstance(got, tuple) or len(got) != 2:
            raise RuntimeError(f"Expected {where} to have two returns, an output and out_dims with pytree structure compatible with the output. "
                               + (f"Got a tuple with length {len(got)} instead." if isinstance(got, tuple) else f"Got a {type(got)} instead."))
        result, out_dims = got
        return result, lambda leaves: _broadcast(out_dims, result, leaves, where)

    return _below(below, args)


def _broadcast(out_dims, result, leaves, where):
    from torch.utils._pytree import _broadcast_to_and_flatten
    dims = _broadcast_to_and_flatten(out_dims, tree_flatten(result)[1])
    if dims is None:
        raise RuntimeError(f"Expected {where} to return out_dims with pytree structure compatible with the output.")
    return dims


class _Level:
    """A vmap level for a part of a mapped function."""

    def __init__(self, info):
        self.info = info

    def __enter__(self):
        from torch._functorch.predispatch import _vmap_increment_nesting
        self.level = _vmap_increment_nesting(*self.info)
        return self

    def __exit__(self, *exc):
        from torch._functorch.predispatch import _vmap_decrement_nesting
        _vmap_decrement_nesting()

    def up(self, value, dim):
        from torch._functorch.predispatch import _add_batch_dim
        return value if dim is None or not isinstance(value, torch.Tensor) else _add_batch_dim(value, dim, self.level)

    def down(self, value):
        """A tensor below the level, the mapped dimension first."""
        from torch._functorch.predispatch import _remove_batch_dim
        return _remove_batch_dim(value, self.level, self.info.batch_size, 0) if isinstance(value, torch.Tensor) else value


def _mapped(cls, info, values, dims):
    """The function that maps forward, setup_context, backward and jvp of cls, applied."""
    from torch.autograd.function import Function, _context

    class Mapped(Function):
        @staticmethod
        def forward(*operands):
            with _Level(info) as level:
                return tree_map(level.down, cls.forward(*map(level.up, operands, dims)))

        @staticmethod
        def setup_context(ctx, inputs, output):
            with _Level(info) as level:
                inner = ctx.inner = _context(cls, inputs)
                cls.setup_context(inner, tuple(map(level.up, inputs, dims)), tree_map(lambda o: level.up(o, 0), output))
                ctx.save_for_backward(*map(level.down, inner.to_save))
                ctx.save_for_forward(*map(level.down, inner.saved_for_forward))
            ctx.set_materialize_grads(inner.materialize_grads)
            ctx.mark_non_differentiable(*[o for o in tree_flatten(output)[0] if isinstance(o, torch.Tensor) and not o.dtype.is_floating_point and not o.dtype.is_complex])

        @staticmethod
        def backward(ctx, *grads):
            with _Level(info) as level:
                ctx.inner.to_save = tuple(level.up(t, 0) for t in ctx.saved_tensors)
                got = cls.backward(ctx.inner, *[level.up(g, 0) for g in grads])
                got = tuple(map(level.down, got if isinstance(got, (tuple, list)) else (got,)))
            return tuple(_undo(g, d) for g, d in zip(got, dims)) + got[len(dims):]

        @staticmethod
        def jvp(ctx, *tangents):
            with _Level(info) as level:
                ctx.inner.to_save = tuple(level.up(t, 0) for t in ctx.saved_tensors)
                return tree_map(level.down, cls.jvp(ctx.inner, *map(level.up, tangents, dims)))

    Mapped.__name__ = Mapped.__qualname__ = "Vmapped" + cls.__name__
    result = Mapped.apply(*values)
    return result, lambda leaves: [0 if isinstance(o, torch.Tensor) else None for o in leaves]


def _undo(grad, dim):
    """The gradient of an argument from one whose mapped dimension is the first."""
    if not isinstance(grad, torch.Tensor):
        return grad
    return grad.sum(0) if dim is None else grad.movedim(0, dim)
