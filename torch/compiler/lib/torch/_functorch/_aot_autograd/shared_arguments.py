"""Arguments that share memory with each other, of functions that change some of them: duplicates are one argument, and views of one memory are made of one argument, their base."""
import itertools

import torch
from torch._C._dynamo.eval_frame import aot_changes, may_share

__all__ = ["compile_shared", "shares_memory"]


def _memory(t):
    return t.untyped_storage()._cdata if type(t) in (torch.Tensor, torch.nn.Parameter) and t.layout is torch.strided else None


def shares_memory(tensors):
    """Whether two tensors of a list lie in the same memory."""
    places = [p for p in map(_memory, tensors) if p is not None]
    return len(set(places)) < len(places)


def compile_shared(program, args, compile_):
    """The compiled form of a program for arguments of which some share memory; compile_ compiles it for arguments that do not."""
    firsts = [next(i for i, other in enumerate(args) if other is t) for t in args]
    values, layouts = aot_changes(program, args)
    changed = {firsts[i] for i in (*values, *layouts)}
    if any(firsts[i] != i and firsts[i] in changed for i in range(len(args))):
        return _compile_once(program, args, firsts, compile_)
    groups = [g for g in _groups(args) if any(i in values for i in g)]
    return _compile_bases(program, args, groups, compile_) if groups else compile_(program, args)


def _groups(args):
    """The numbers of the arguments that lie in one memory, where two of them meet."""
    places = {}
    for i, t in enumerate(args):
        if _memory(t) is not None:
            places.setdefault(_memory(t), []).append(i)
    return [g for g in places.values() if any(may_share(args[i], args[j]) for i, j in itertools.combinations(g, 2))]


def _compile_once(program, args, firsts, compile_):
    """Each tensor is one argument."""
    kept = sorted(set(firsts))
    nth = int(repr(torch._functorch.aot_autograd.AOT_COUNTER)[len("count("):-1])

    def without_duplicates(*given):
        return program(*(given[kept.index(i)] for i in firsts))

    compiled = compile_shared(without_duplicates, [args[i] for i in kept], compile_)

    def call(*given):
        for i, first in enumerate(firsts):
            if given[i] is not given[first]:
                raise AssertionError(f"At compilation time, graph {nth} was compiled under the assumption that input {i} would be a duplicate of input {first}, but at runtime this was not the case."
                                     "  This indicates a guard bug in AOTAutograd or Dynamo, please file a bug to PyTorch.")
        return compiled(*(given[i] for i in kept))

    return call


def _base_of(members):
    """What the members of a group are views of: their common base, else all of their memory."""
    bases = [t._base for t in members if t._base is not None]
    if not bases:
        t = members[0]
        return torch.empty(0, dtype=t.dtype).set_(t.untyped_storage())
    if any(b is not bases[0] for b in bases) or any(t._base is None and t is not bases[0] for t in members):
        raise AssertionError("aot_autograd() does not yet handle non-differentiable view input mutations.")
    return bases[0]


def _compile_bases(program, args, groups, compile_):
    """Each group is one argument, in front of the others."""
    if torch.is_grad_enabled() and any(t.requires_grad for t in args):
        for group in groups:
            if any(args[i]._base is None for i in group) and any(args[i]._base is not None and args[i]._base is not args[j] for i in group for j in group if args[j]._base is None):
                raise AssertionError("aot_autograd() does not yet handle non-differentiable view input mutations.")
    if any(args[i].dtype != args[g[0]].dtype for g in groups for i in g):
        raise AssertionError("aot_autograd() does not yet handle input mutations on views with different dtypes.")
    inside = {i: k for k, g in enumerate(groups) for i in g}
    rest = [i for i in range(len(args)) if i not in inside]
    layouts = [(tuple(t.shape), t.stride(), t.storage_offset()) for t in args]

    def of_bases(*given):
        others = dict(zip(rest, given[len(groups):]))
        return program(*(given[inside[i]].as_strided(*layouts[i]) if i in inside else others[i] for i in range(len(args))))

    def packed(given):
        return [_base_of([given[i] for i in g]) for g in groups] + [given[i] for i in rest]

    compiled = compile_(of_bases, packed(args))
    return lambda *given: compiled(*packed(given))
