"""Optimizers that are given gradients instead of reading them from their parameters, and optimizers that step while gradients are computed."""
import inspect

import torch
from torch import optim

from .utils import as_functional_optim, functional_optim_map
from ._in_backward import _apply_optimizer_in_backward, _get_in_backward_optimizers
from .post_localSGD_optimizer import PostLocalSGDOptimizer
from .zero_redundancy_optimizer import ZeroRedundancyOptimizer


class _FunctionalOptimizer:
    """Steps as an optimizer of torch.optim does. A class says which, its settings as that has them, and those that are defaults of its own."""

    def __init__(self, **settings):
        params, may_be_empty = settings.pop("params"), settings.pop("_allow_empty_param_list")
        self._check(settings)
        defaults = {}
        for name in self._defaults:
            if name.startswith("beta"):
                defaults[name] = settings["betas"][int(name[-1]) - 1]
            else:
                defaults[name] = settings[name]
        self.defaults = defaults
        self._settings = settings
        for name, value in settings.items():
            if name not in defaults and name != "betas":
                setattr(self, name, value)
        self.state = {}
        if len(params) == 0 and not may_be_empty:
            raise ValueError("optimizer got an empty parameter list")
        self.param_group = {"params": params}

    def _check(self, settings):
        pass

    def _step(self, params, gradients):
        own = {name: value for name, value in self._settings.items() if name in inspect.signature(self._optimizer).parameters}
        optimizer = self._optimizer(params, **own)
        optimizer.state.update(self.state)
        kept = [p.grad for p in params]
        try:
            for p, gradient in zip(params, gradients):
                p.grad = gradient
            optimizer.step()
        finally:
            for p, gradient in zip(params, kept):
                p.grad = gradient
        self.state.update((p, {name: value for name, value in state.items() if value is not None}) for p, state in optimizer.state.items())

    def step(self, gradients):
        params = self.param_group["params"]
        if len(params) != len(gradients):
            raise ValueError("the gradients passed in does not equal to the size of the parameters!"
                             f"Params length: {len(params)}. Gradients length: {len(gradients)}")
        self._step(params, gradients)


class _PerParameter(_FunctionalOptimizer):
    """One that also steps a single parameter."""

    def step_param(self, param, grad):
        self._step([param], [grad])


def _check_adam(self, settings):
    if not 0.0 <= settings["lr"]:
        raise ValueError(f"Invalid learning rate: {settings['lr']}")
    if not 0.0 <= settings["eps"]:
        raise ValueError(f"Invalid epsilon value: {settings['eps']}")
    for i, beta in enumerate(settings["betas"]):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {beta}")
    if not 0.0 <= settings["weight_decay"]:
        raise ValueError(f"Invalid weight_decay value: {settings['weight_decay']}")


class _FunctionalSGD(_PerParameter):
    _optimizer, _defaults = optim.SGD, ("lr", "momentum", "dampening", "weight_decay")

    def __init__(self, params: list[torch.Tensor], lr: float = 1e-2, momentum: float = 0.0, dampening: float = 0.0, weight_decay: float = 0.0, nesterov: bool = False,
                 maximize: bool = False, foreach: bool = False, fused: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params=params, lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize, foreach=foreach,
                         fused=fused, _allow_empty_param_list=_allow_empty_param_list)


class _FunctionalAdam(_PerParameter):
    _optimizer, _defaults, _check = optim.Adam, ("lr", "eps", "beta1", "beta2", "weight_decay"), _check_adam

    def __init__(self, params: list[torch.Tensor], lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0.0,
                 amsgrad: bool = False, maximize: bool = False, foreach: bool = False, fused: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params=params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach, fused=fused,
                         _allow_empty_param_list=_allow_empty_param_list)


class _FunctionalAdamW(_FunctionalAdam):
    _optimizer = optim.AdamW

    def __init__(self, params: list[torch.Tensor], lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 1e-2,
                 amsgrad: bool = False, maximize: bool = False, foreach: bool = False, fused: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize, foreach, fused, _allow_empty_param_list)


class _FunctionalAdamax(_FunctionalOptimizer):
    _optimizer, _defaults, _check = optim.Adamax, ("lr", "eps", "beta1", "beta2", "weight_decay"), _check_adam

    def __init__(self, params: list[torch.Tensor], lr: float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, weight_decay: float = 0.0,
                 foreach: bool = False, maximize: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params=params, lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                         _allow_empty_param_list=_allow_empty_param_list)


class _FunctionalAdagrad(_FunctionalOptimizer):
    _optimizer = optim.Adagrad
    _defaults = ("lr", "lr_decay", "eps", "weight_decay", "initial_accumulator_value", "warmup_lr_multiplier", "warmup_num_iters")

    def __init__(self, params: list[torch.Tensor], lr: float = 1e-2, lr_decay: float = 0.0, weight_decay: float = 0.0, initial_accumulator_value: float = 0.0,
                 warmup_lr_multiplier: float = 1.0, warmup_num_iters: float = 0.0, eps: float = 1e-10, coalesce_grad: bool = True, foreach: bool = False,
                 fused: bool = False, maximize: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params=params, lr=lr, lr_decay=lr_decay, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
                         warmup_lr_multiplier=warmup_lr_multiplier, warmup_num_iters=warmup_num_iters, eps=eps, coalesce_grad=coalesce_grad, foreach=foreach, fused=fused,
                         maximize=maximize, _allow_empty_param_list=_allow_empty_param_list)
        self.state = {p: {"sum": torch.full_like(p.data, initial_accumulator_value), "step": torch.tensor(0.0)} for p in params}


class _FunctionalAdadelta(_FunctionalOptimizer):
    _optimizer, _defaults = optim.Adadelta, ("lr", "rho", "eps", "weight_decay")

    def __init__(self, params: list[torch.Tensor], lr: float = 1.0, rho: float = 0.9, eps: float = 1e-6, weight_decay: float = 0.0, foreach: bool = False,
                 maximize: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params=params, lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                         _allow_empty_param_list=_allow_empty_param_list)


class _FunctionalRMSprop(_FunctionalOptimizer):
    _optimizer, _defaults = optim.RMSprop, ("lr", "alpha", "eps", "weight_decay", "momentum")

    def __init__(self, params: list[torch.Tensor], lr: float = 1e-2, alpha: float = 0.99, eps: float = 1e-8, weight_decay: float = 0.0, momentum: float = 0.0,
                 centered: bool = False, foreach: bool = False, maximize: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params=params, lr=lr, alpha=alpha, eps=eps, weight_decay=weight_decay, momentum=momentum, centered=centered, foreach=foreach, maximize=maximize,
                         _allow_empty_param_list=_allow_empty_param_list)


class _FunctionalRprop(_FunctionalOptimizer):
    _optimizer, _defaults = optim.Rprop, ("lr",)

    def __init__(self, params: list[torch.Tensor], lr: float = 1e-2, etas: tuple[float, float] = (0.5, 1.2), step_sizes: tuple[float, float] = (1e-6, 50),
                 foreach: bool = False, maximize: bool = False, _allow_empty_param_list: bool = False):
        super().__init__(params=params, lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize, _allow_empty_param_list=_allow_empty_param_list)


for _class in (_FunctionalAdagrad, _FunctionalAdam, _FunctionalAdamW, _FunctionalSGD, _FunctionalAdadelta, _FunctionalRMSprop, _FunctionalRprop, _FunctionalAdamax):
    functional_optim_map[_class._optimizer] = _class
    _class.__module__ = "torch.distributed.optim.functional_" + _class._optimizer.__name__.lower()
