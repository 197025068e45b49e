"""Parameters that are tensors made of others, as parametrizations of the plain tensors inside."""

import torch
from torch.utils._python_dispatch import is_traceable_wrapper_subclass


class UnwrapTensorSubclass(torch.nn.Module):
    """Makes a tensor of the plain tensors that it was made of, however deep."""

    def forward(self, *tensors):
        left = iter(tensors)
        return self._made(self.subclass_meta, left)

    def _made(self, description, left):
        cls, context, parts, size, stride = description
        inner = {name: next(left) if part is None else self._made(part, left) for name, part in parts}
        return cls.__tensor_unflatten__(inner, context, size, stride)

    def right_inverse(self, tensor):
        assert type(tensor) is not torch.Tensor
        plain = []
        self.subclass_meta = self._described(tensor, plain)
        return plain

    def _described(self, tensor, plain):
        names, context = tensor.__tensor_flatten__()
        parts = []
        for name in names:
            part = getattr(tensor, name)
            if is_traceable_wrapper_subclass(part):
                parts.append((name, self._described(part, plain)))
            else:
                plain.append(part)
                parts.append((name, None))
        return type(tensor), context, parts, tensor.size(), tensor.stride()


def unwrap_tensor_subclass_parameters(module):
    """Gives each such parameter of a module and its submodules a parametrization, in place, and returns the module."""
    for child in module.modules():
        for name, parameter in list(child.named_parameters(recurse=False)):
            if is_traceable_wrapper_subclass(parameter):
                torch.nn.utils.parametrize.register_parametrization(child, name, UnwrapTensorSubclass())
    return module
