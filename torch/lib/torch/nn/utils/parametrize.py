"""Tensors of a module that are computed from others: `original` is what trains, modules make of it what the attribute gives."""
import copy
from collections.abc import Sequence

import torch
from ..modules.container import ModuleDict, ModuleList
from ..modules.module import Module
from ..parameter import Parameter

_cache_enabled = 0
_cache = {}


class cached:
    """The context in which each parametrized tensor is computed once."""

    def __enter__(self):
        global _cache_enabled
        _cache_enabled += 1
        return self

    def __exit__(self, type, value, traceback):
        global _cache, _cache_enabled
        _cache_enabled -= 1
        if _cache_enabled == 0:
            _cache = {}


def _same(what, before, after):
    if before != after:
        raise ValueError(f"Registering a parametrization may not change the {what} of the tensor, unless `unsafe` flag is enabled.\n"
                         f"unparametrized {what}: {before}\nparametrized {what}: {after}")


def _stays(name, before, after):
    """What a further parametrization of a tensor may not change."""
    for what in ("dtype", "shape"):
        if getattr(before, what) != getattr(after, what):
            raise ValueError(f"Registering a parametrization may not change the {what} of the tensor, unless the `unsafe` flag is enabled.\n"
                             f"module.{name}.{what}: {getattr(before, what)}\nparametrization(module.{name}).{what}: {getattr(after, what)}")


def _returns(name, before, inverse):
    """What the inverse of a further parametrization has to give."""
    for what in ("dtype", "shape"):
        if getattr(before, what) != getattr(inverse, what):
            raise ValueError(f"The tensor returned by parametrization.right_inverse must have the same {what} as module.{name}, unless the `unsafe` flag is enabled.\n"
                             f"module.{name}.{what}: {getattr(before, what)}\nreturned {what}: {getattr(inverse, what)}")


class ParametrizationList(ModuleList):
    """The originals of a tensor and the modules that are applied to them in turn."""

    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with torch.no_grad():
            new = original
            for module in reversed(self):
                if hasattr(module, "right_inverse"):
                    try:
                        new = module.right_inverse(new)
                    except NotImplementedError:
                        pass
        if not isinstance(new, torch.Tensor) and not isinstance(new, Sequence):
            raise ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got {type(new).__name__}")
        self.is_tensor = isinstance(new, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if original.dtype != new.dtype:
                raise ValueError("When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                                 f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {new.dtype}")
            if isinstance(original, Parameter):
                # The object stays, so that optimizers that have it go on with it.
                with torch.no_grad():
                    if new is not original:
                        original.data = new.detach().clone() if new.data_ptr() == original.data_ptr() else new.detach()
                new = original
            self._register("original", new)
        else:
            for i, tensor in enumerate(new):
                if not isinstance(tensor, torch.Tensor):
                    raise ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element {i} of the "
                                     f"sequence with type {type(tensor).__name__}.")
                if isinstance(original, Parameter):
                    tensor = Parameter(tensor, requires_grad=original.requires_grad)
                self._register(f"original{i}", tensor)
        if not unsafe:
            out = self()
            if not isinstance(out, torch.Tensor):
                raise ValueError(f"A parametrization must return a tensor. Got {type(out).__name__}.")
            _same("dtype", dtype, out.dtype)
            _same("shape", shape, out.shape)

    def _register(self, name, tensor):
        if isinstance(tensor, Parameter):
            self.register_parameter(name, tensor)
        else:
            self.register_buffer(name, tensor)

    def _originals(self):
        return [self.original] if self.is_tensor else [getattr(self, f"original{i}") for i in range(self.ntensors)]

    def right_inverse(self, value):
        """Sets the originals to what gives the value."""
        with torch.no_grad():
            for module in reversed(self):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                if not isinstance(value, torch.Tensor):
                    raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
                value = [value]
            elif len(value) != self.ntensors:
                raise ValueError(f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a sequence of length {len(value)}.")
            for original, new in zip(self._originals(), value):
                if original.dtype != new.dtype:
                    raise ValueError(f"The tensor returned by `right_inverse` has dtype {new.dtype} while `original` has dtype {original.dtype}")
                original.data = new.detach().clone()

    def forward(self):
        if self.is_tensor:
            x = self[0](self.original)
        else:
            x = self[0](*self._originals())
        for i in range(1, len(self)):
            x = self[i](x)
        return x


def _make_class(module):
    """Gives the module a class of its own: properties belong to classes."""
    plain = type(module)

    def refuse_to_pickle(self):
        raise RuntimeError("Serialization of parametrized modules is only supported through state_dict(). See:\nhttps://pytorch.org/tutorials/beginner/"
                           "saving_loading_models.html#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training")

    def copied(self, memo):
        made = self.__new__(type(self))
        memo[id(self)] = made
        made.__dict__ = copy.deepcopy(self.__dict__, memo)
        return made

    body = {"__module__": __name__, "_parametrized_from": plain, "__getstate__": refuse_to_pickle}
    if not hasattr(plain, "__deepcopy__"):
        body["__deepcopy__"] = copied
    module.__class__ = type(f"Parametrized{plain.__name__}", (plain,), body)


def _make_property(module, name):
    def get_parametrized(self) -> torch.Tensor:
        if torch.jit.is_scripting():
            raise RuntimeError("Parametrization is not working with scripting.")
        if _cache_enabled == 0:
            return self.parametrizations[name]()
        key = (id(self), name)
        if torch._C._get_tracing_state() is not None:
            raise RuntimeError("Cannot trace a model while caching parametrizations.")
        if key not in _cache:
            _cache[key] = self.parametrizations[name]()
        return _cache[key]

    def set_original(self, value):
        self.parametrizations[name].right_inverse(value)

    setattr(type(module), name, property(get_parametrized, set_original))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        several = module.parametrizations[tensor_name]
        if not unsafe:
            before = getattr(module, tensor_name)
            after = parametrization(before)
            if not isinstance(after, torch.Tensor):
                raise ValueError(f"A parametrization must return a tensor. Got {type(after).__name__}.")
            _stays(tensor_name, before, after)
            if hasattr(parametrization, "right_inverse"):
                try:
                    inverse = parametrization.right_inverse(before)
                except NotImplementedError:
                    inverse = before
                if not isinstance(inverse, torch.Tensor):
                    raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(inverse).__name__}")
                _returns(tensor_name, before, inverse)
        several.append(parametrization)
        several.unsafe = several.unsafe or unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        made = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _make_class(module)
            module.parametrizations = ModuleDict()
        _make_property(module, tensor_name)
        module.parametrizations[tensor_name] = made
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'")
    return module


def is_parametrized(module, tensor_name=None):
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    several = module.parametrizations[tensor_name]
    if several.is_tensor:
        original = several.original
        if leave_parametrized:
            with torch.no_grad():
                value = getattr(module, tensor_name).detach()
                if isinstance(original, Parameter):
                    original.data = value.clone()
                else:
                    original = value
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value.detach()) if value.requires_grad else value
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of tensors.")
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    if isinstance(original, Parameter):
        module.register_parameter(tensor_name, original)
    else:
        module.register_buffer(tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = type(module)._parametrized_from
    return module


def type_before_parametrizations(module):
    return type(module)._parametrized_from if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Gives one module the parametrizations of another, and the values of what is parametrized."""
    if not is_parametrized(from_module):
        return to_module
    for name in from_module.parametrizations if tensor_name is None else [tensor_name]:
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name)))
        for made in from_module.parametrizations[name]:
            register_parametrization(to_module, name, made)
        source, target = from_module.parametrizations[name], to_module.parametrizations[name]
        if hasattr(source, "original"):
            target.original = source.original
        else:
            for n in range(source.ntensors):
                setattr(target, f"original{n}", getattr(source, f"original{n}"))
    return to_module
