"""Parameters and buffers of classes that hold other tensors, as programs without changes in place have them: the tensors inside are the state, under the names that a
parametrization of the module would give them."""

import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from .graph_signature import InputKind, InputSpec, TensorArgument

__all__ = ["Taken", "leaves"]


def leaves(value):
    """The plain tensors in a tensor, from the outside inwards; a plain one is its own."""
    if not isinstance(value, torch.Tensor) or not is_traceable_wrapper_subclass(value):
        return [value]
    return [t for name in value.__tensor_flatten__()[0] for t in leaves(getattr(value, name))]


def _again(like, parts):
    """A tensor like another one, of plain tensors that an iterator gives."""
    if not is_traceable_wrapper_subclass(like):
        return next(parts)
    names, context = like.__tensor_flatten__()
    inner = {name: _again(getattr(like, name), parts) for name in names}
    return type(like).__tensor_unflatten__(inner, context, like.size(), like.stride())


class Taken:
    """The inputs of a program with the tensors of its state taken apart: specs, the nodes that they come from (None for parts), values and their names."""

    def __init__(self, specs, places, given):
        self.specs, self.places, self.names, self.values, self.state = [], [], [], [], {}
        self._whole = []  # for each input before, the value where it is taken apart
        for spec, place, (name, value) in zip(specs, places, given):
            apart = spec.kind in (InputKind.PARAMETER, InputKind.BUFFER) and is_traceable_wrapper_subclass(value)
            self._whole.append(value if apart else None)
            if not apart:
                self._add(spec, place, name, value)
                continue
            path, _, last = spec.target.rpartition(".")
            prefix = f"{path}.parametrizations.{last}" if path else f"parametrizations.{last}"
            self.state[spec.target] = parts = {}
            for i, t in enumerate(leaves(value)):
                target = f"{prefix}.original{i}"
                if spec.kind is InputKind.PARAMETER:
                    t = torch.nn.Parameter(t.detach(), requires_grad=value.requires_grad)
                parts[target] = t
                name = ("p_" if spec.kind is InputKind.PARAMETER else "b_") + target.replace(".", "_")
                self._add(InputSpec(spec.kind, TensorArgument(name), target, spec.persistent), None, name, t)

    def _add(self, spec, place, name, value):
        self.specs.append(spec)
        self.places.append(place)
        self.names.append(name)
        self.values.append(value)

    def whole(self, inner):
        """What the program is called with, of what stands for the inputs."""
        given = iter(inner)
        return [next(given) if value is None else _again(value, given) for value in self._whole]

    def state_dict(self, before):
        """The state with parts in the place of what is taken apart; the same one where nothing is."""
        if not self.state:
            return before
        return {k: v for name, value in before.items() for k, v in (self.state[name].items() if name in self.state else [(name, value)])}
