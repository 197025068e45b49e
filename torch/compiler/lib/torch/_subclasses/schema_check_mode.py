"""A mode that holds operators to what their schemas say of memory: which arguments they change, and which results show memory of arguments."""
from collections import namedtuple

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

Mutation = namedtuple("Mutation", "op_name arg_name")
Aliasing = namedtuple("Aliasing", "op_name arg_name output_number")


def _tensors(value):
    return [t for t in tree_leaves(value) if isinstance(t, torch.Tensor)]


def _storages(value):
    """The memories that tensors show."""
    return {t.untyped_storage().data_ptr() for t in _tensors(value) if t.layout == torch.strided and t.device.type != "meta" and t.numel()}


def _geometry(tensor):
    return (tensor.shape, tensor.stride(), tensor.storage_offset()) if tensor.layout == torch.strided else (tensor.shape,)


def _unchanged(before, after):
    """Whether a tensor has the elements of the copy that was made of it, NaN being itself."""
    if before.is_complex():
        before, after = torch.view_as_real(before.resolve_conj()), torch.view_as_real(after.resolve_conj())
    return bool(((before == after) | ((before != before) & (after != after))).all())


def _sets(info):
    return set() if info is None else set(info.before_set) | set(info.after_set)


class _Given:
    """An argument of a call: its tensors, how they were before, and what the schema says of it."""

    def __init__(self, argument, value):
        self.name = "input" if argument.name == "self" else argument.name
        self.tensors, self.storages = _tensors(value), _storages(value)
        self.before = [(t.clone() if t.layout == torch.strided else None, _geometry(t)) for t in self.tensors]
        self.written, self.sets = argument.alias_info is not None and argument.alias_info.is_write, _sets(argument.alias_info)

    def changed(self):
        return any(_geometry(t) != geometry or copy is not None and not _unchanged(copy, t) for t, (copy, geometry) in zip(self.tensors, self.before))


class SchemaCheckMode(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.ops, self.mutated, self.aliasing = [], [], []

    def reset_cache(self):
        self.ops.clear()
        self.mutated.clear()
        self.aliasing.clear()

    def display_ops(self):
        print(*self.ops, sep=",")

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        schema = func._schema
        values = {a.name: v for a, v in zip(schema.arguments, args)}
        values.update(kwargs)
        given = [_Given(a, values[a.name]) for a in schema.arguments if a.name in values]
        self.ops.append(schema.name)
        out = func(*args, **kwargs)
        results = list(out) if isinstance(out, tuple) and len(schema.returns) > 1 else [out] if schema.returns else []
        outputs = [(_storages(v), _sets(r.alias_info)) for v, r in zip(results, schema.returns)]
        for argument in given:
            self._check(schema.name, argument, given, outputs)
        for i, (memory, sets) in enumerate(outputs):
            for j in range(i + 1, len(outputs)):
                if memory & outputs[j][0] and not sets & outputs[j][1]:
                    raise RuntimeError(f"Outputs {i} and {j} alias unexpectedly")
        return out

    def _check(self, op, argument, given, outputs):
        """Notes what became of one argument, or refuses it; an argument may do what another one of the same memory may."""
        same = [g for g in given if g is argument or g.storages & argument.storages]
        sets = set().union(*(g.sets for g in same))
        for i, (memory, shown) in enumerate(outputs):
            if memory & argument.storages:
                if not sets & shown:
                    raise RuntimeError(f"Argument {argument.name} is not defined to alias output but was aliasing")
                self.aliasing.append(Aliasing(op, argument.name, f"output_{i}"))
        if argument.changed():
            if not any(g.written for g in same):
                raise RuntimeError(f"Argument {argument.name} is not defined as mutable but was mutated")
            self.mutated.append(Mutation(op, argument.name))


def is_iterable_of_tensors(iterable):
    """Whether something is a list or the like of tensors, which has one at least."""
    if isinstance(iterable, torch.Tensor) or not hasattr(iterable, "__iter__"):
        return False
    items = list(iterable)
    return bool(items) and all(isinstance(item, torch.Tensor) for item in items)


def clone_inputs(args):
    """Arguments with copies of their tensors, of lists of them too."""
    return [[t.detach().clone() for t in arg] if isinstance(arg, list) and is_iterable_of_tensors(arg) else arg.detach().clone() if isinstance(arg, torch.Tensor) else arg
            for arg in args]
