"""Calls of leaf functions (torch._dynamo.decorators.leaf_function) as nodes of a graph."""

import torch
from torch.utils import _pytree as pytree

from .utils import flat


class _LeafCallable:
    """A function on the flat operands of a node.

    Each leaf of the arguments is an operand. A module among them is a number, behind which its parameters and buffers follow.
    """

    def __init__(self, function, spec, modules):
        self.function, self.spec, self.modules = function, spec, modules  # modules: place among the leaves → (module, how many tensors it has)

    def __call__(self, *operands):
        leaves, at = [], 0
        for place in range(self.spec.num_leaves):
            module, count = self.modules.get(place, (None, 0))
            leaves.append(operands[at] if module is None else module)
            at += 1 + count
        args, kwargs = pytree.tree_unflatten(leaves, self.spec)
        return self.function(*args, **kwargs)


def _described(fake_fn, *operands):
    """What a leaf function gives, as its fake says: leaves and structure."""
    from torch._dynamo.decorators import _structure

    leaves, spec = pytree.tree_flatten(fake_fn(*operands))
    return leaves, _structure(spec)


def flat_apply_capture(function, input_spec, *operands):
    """Runs a function of nonstrict_trace on the leaves of its arguments and gives the leaves of its result."""
    return tuple(pytree.tree_leaves(function(*operands)))


def _validate(real, fake):
    if len(real) != len(fake):
        raise RuntimeError(f"Output structure mismatch in @leaf_function decorator.\nfake_impl gives {len(fake)} values\nreal_impl gives {len(real)}")
    for i, (r, f) in enumerate(zip(real, fake)):
        if not isinstance(r, torch.Tensor) or not isinstance(f, torch.Tensor):
            continue
        for what, a, b in (("Shape", list(f.shape), list(r.shape)), ("Dtype", f.dtype, r.dtype)):
            if a != b:
                raise RuntimeError(f"{what} mismatch at output position {i} in @leaf_function decorator.\nfake_impl output {what.lower()}: {a}\n"
                                   f"real_impl output {what.lower()}: {b}\nThe fake_impl must produce tensors with the same {what.lower()}s as real_impl.")


def invoke_leaf_function(real_fn, fake_fn, input_spec, mutated, *operands):
    """Runs the function itself; what it changes must be among the operands that mutated lists."""
    from torch._dynamo import config

    declared = {int(i) for i in mutated.split(",") if i}
    versions = [x._version if isinstance(x, torch.Tensor) else 0 for x in operands]
    results = pytree.tree_leaves(real_fn(*operands))
    for i, (x, version) in enumerate(zip(operands, versions)):
        if isinstance(x, torch.Tensor) and x._version != version and i not in declared:
            raise RuntimeError(f"Undeclared in-place mutation on input tensor at position {i}. Declare it in @leaf_function(mutates_args=...) or avoid mutating inputs.")
    if config.leaf_function_validate_outputs:
        with torch.no_grad():
            _validate(results, pytree.tree_leaves(fake_fn(*operands)))
    return flat(tuple(results))
