"""A mode that holds operators to their schemas: what they change, and what their results share memory with."""
import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


def _storages(value):
    return {t.untyped_storage()._cdata if hasattr(t.untyped_storage(), "_cdata") else t.untyped_storage().data_ptr()
            for t in tree_leaves(value) if isinstance(t, torch.Tensor) and t.device.type != "meta" and t.numel()}


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
        given = {a.name: v for a, v in zip(schema.arguments, args)}
        given.update(kwargs)
        before = {name: [t.clone() for t in tree_leaves(v) if isinstance(t, torch.Tensor)] for name, v in given.items()}
        out = func(*args, **kwargs)
        self.ops.append(schema.name)
        results = _storages(out)
        for argument in schema.arguments:
            if argument.name not in given:
                continue
            tensors = [t for t in tree_leaves(given[argument.name]) if isinstance(t, torch.Tensor)]
            info = argument.alias_info
            if any(not torch.equal(a.nan_to_num(), b.nan_to_num()) if not a.dtype.is_complex else not torch.equal(a, b) for a, b in zip(before[argument.name], tensors) if a.shape == b.shape):
                if info is None or not info.is_write:
                    raise RuntimeError(f"Argument {argument.name} is not defined as mutable but was mutated")
                self.mutated.append((schema.name, argument.name))
            if info is None and _storages(tensors) & results and schema.name != "aten::lift":
                raise RuntimeError(f"Argument {argument.name} is not defined to alias output but was aliasing")
        return out
