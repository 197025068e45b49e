"""Modules as functions of their parameters, the way from before functional_call."""

import copy

import torch


class FunctionalModuleWithBuffers(torch.nn.Module):
    def __init__(self, module, names, buffer_names):
        super().__init__()
        self.stateless_model = module
        self.param_names, self.buffer_names = names, buffer_names

    def forward(self, params, buffers, *args, **kwargs):
        values = {**dict(zip(self.param_names, params)), **dict(zip(self.buffer_names, buffers))}
        return torch.func.functional_call(self.stateless_model, values, args, kwargs)


class FunctionalModule(FunctionalModuleWithBuffers):
    def forward(self, params, *args, **kwargs):
        return torch.func.functional_call(self.stateless_model, dict(zip(self.param_names, params)), args, kwargs)


def make_functional_with_buffers(model, disable_autograd_tracking=False):
    params, buffers = dict(model.named_parameters()), dict(model.named_buffers())
    values = tuple(p.detach() if disable_autograd_tracking else p for p in params.values())
    return FunctionalModuleWithBuffers(copy.deepcopy(model), tuple(params), tuple(buffers)), values, tuple(buffers.values())


def make_functional(model, disable_autograd_tracking=False):
    if list(model.buffers()):
        raise RuntimeError("make_functional(model): `model` has buffers. Please use make_functional_with_buffers(model) instead.")
    params = dict(model.named_parameters())
    values = tuple(p.detach() if disable_autograd_tracking else p for p in params.values())
    return FunctionalModule(copy.deepcopy(model), tuple(params), ()), values


def combine_state_for_ensemble(models):
    if len(models) == 0:
        raise RuntimeError("combine_state_for_ensemble: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to have the same training/eval mode.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("combine_state_for_ensemble: Expected all models to be of the same class.")
    funcs, params, buffers = zip(*(make_functional_with_buffers(m) for m in models))
    return funcs[0], tuple(torch.stack(p).detach() for p in zip(*params)), tuple(torch.stack(b) for b in zip(*buffers))


def _first_form(model, with_buffers):
    """The parameters of a model, its buffers, a function of them and a tuple of arguments, and their names, as first versions of make_functional gave them."""
    function, params, buffers = make_functional_with_buffers(model)
    if with_buffers:
        return params, buffers, lambda weights, buffers, data: function(weights, buffers, *data), function.param_names, function.buffer_names
    if buffers:
        raise RuntimeError("make_functional_deprecated_v1(model): `model` has buffers. Please use make_functional_with_buffers_deprecated_v1(model) instead.")
    return params, lambda weights, data: function(weights, (), *data), function.param_names


def _several(model_class, ensemble_shape, device, with_buffers):
    """A function that makes models of a class, and gives their parameters one upon the other."""

    def initial(*args, **kwargs):
        if len(ensemble_shape) >= 2:
            raise ValueError("NYI: ensemble_shape with more than 1 element")
        if len(ensemble_shape) == 0:
            return _first_form(model_class(*args, **kwargs).to(device), False)
        n = ensemble_shape[0]
        if n <= 0:
            raise ValueError(f"num_models {n} should be > 0")
        parts = [_first_form(model_class(*args, **kwargs).to(device), with_buffers) for _ in range(n)]
        stacked = 1 + with_buffers
        return (*(tuple(torch.stack(t).detach() for t in zip(*group)) for group in list(zip(*parts))[:stacked]), *parts[0][stacked:])

    return initial


def functional_init(model_class, ensemble_shape=(), device="cpu"):
    return _several(model_class, ensemble_shape, device, False)


def functional_init_with_buffers(model_class, ensemble_shape=(), device="cpu"):
    return _several(model_class, ensemble_shape, device, True)
