"""optim_db: each optimizer with the arguments that tests give it and those that it must refuse."""

import enum
import functools
import itertools
import sys
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor
from torch.nn import Parameter
from torch.optim import (
    ASGD, LBFGS, SGD, Adadelta, Adafactor, Adagrad, Adam, Adamax, AdamW, Muon, NAdam, Optimizer, RAdam, RMSprop, Rprop, SparseAdam)
from torch.optim.lr_scheduler import ConstantLR, ExponentialLR, LinearLR, PolynomialLR, ReduceLROnPlateau, StepLR
from torch.testing._internal._switches import TEST_WITH_TORCHDYNAMO
from torch.testing._internal.common_device_type import tol, toleranceOverride
from torch.testing._internal.common_methods_invocations import DecorateInfo
from torch.testing._internal.common_utils import _TestParametrizer, dtype_name, skipIfMPS, skipIfTorchDynamo
from torch.utils._foreach_utils import _get_foreach_kernels_supported_devices

CUDA_CONFIG_GPUS = ["cuda", "xpu"]


class OptimizerInput:
    """Arguments of an optimizer."""

    __slots__ = ["params", "kwargs", "desc"]

    def __init__(self, params, kwargs, desc=""):
        self.params, self.kwargs, self.desc = params, kwargs, desc

    def __repr__(self):
        return f"params={self.params}, kwargs={self.kwargs}, desc={self.desc}"


class OptimizerErrorEnum(enum.Enum):
    CONSTRUCTION_ERROR = 0
    STEP_ERROR = 1


class ErrorOptimizerInput:
    __slots__ = ["optimizer_error_input", "error_on", "error_type", "error_regex"]

    def __init__(self, optimizer_error_input, *, error_on=OptimizerErrorEnum.CONSTRUCTION_ERROR, error_type=RuntimeError, error_regex=""):
        self.optimizer_error_input, self.error_on, self.error_type, self.error_regex = optimizer_error_input, error_on, error_type, error_regex


class OptimizerInfo:
    """What tests know of an optimizer."""

    def __init__(self, optim_cls, *, optim_inputs_func, scheduler_inputs=(), supported_impls=("foreach", "differentiable"), not_og_supported_flags=(), supports_sparse=False,
                 metadata_for_sparse=(False, []), supports_complex=True, step_requires_closure=False, supports_param_groups=True, has_capturable_arg=False,
                 optim_error_inputs_func=None, supports_fused_on=(), skips=(), decorators=None, supports_multiple_devices=True, only_supports_sparse_grads=False):
        self.optim_cls, self.optim_inputs_func, self.scheduler_inputs, self.supported_impls = optim_cls, optim_inputs_func, scheduler_inputs, supported_impls
        self.not_og_supported_flags, self.supports_sparse, self.metadata_for_sparse = not_og_supported_flags, supports_sparse, metadata_for_sparse
        self.supports_complex, self.step_requires_closure, self.supports_param_groups = supports_complex, step_requires_closure, supports_param_groups
        self.has_capturable_arg, self.optim_error_inputs_func, self.supports_fused_on = has_capturable_arg, optim_error_inputs_func, supports_fused_on
        self.supports_multiple_devices, self.only_supports_sparse_grads = supports_multiple_devices, only_supports_sparse_grads
        self.decorators = (*(decorators or ()), *skips)

    def get_decorators(self, test_class, test_name, device, dtype, param_kwargs):
        found = []
        for d in self.decorators:
            if isinstance(d, DecorateInfo):
                if d.is_active(test_class, test_name, device, dtype, param_kwargs):
                    found.extend(d.decorators)
            else:
                found.append(d)
        return found

    @property
    def name(self):
        return self.optim_cls.__name__


class optims(_TestParametrizer):
    """One test for each optimizer of a list."""

    def __init__(self, optim_info_iterable, dtypes=None):
        self.optim_info_list = list(optim_info_iterable)
        self.dtypes = dtypes if dtypes is not None else [torch.float32]

    def _parametrize_test(self, test, generic_cls, device_cls):
        if device_cls is None:
            raise RuntimeError("The @optims decorator is only intended to be used in a device-specific context; use it with instantiate_device_type_tests() "
                               "instead of instantiate_parametrized_tests()")
        for info, dtype in itertools.product(self.optim_info_list, self.dtypes):
            @functools.wraps(test)
            def of_optimizer(*args, **kwargs):
                return test(*args, **kwargs)

            yield of_optimizer, info.name, {"optim_info": info, "dtype": dtype}, functools.partial(
                info.get_decorators, generic_cls.__name__, test.__name__, device_cls.device_type, dtype)


def _get_device_type(device):
    return torch.device(device).type


def _inputs(*rows):
    """A function of the inputs: rows of (keyword arguments, description)."""

    def inputs(device, dtype=None):
        return [OptimizerInput(params=None, kwargs=dict(kwargs), desc=desc) for kwargs, desc in (({}, "default"), *rows)]

    return inputs


def get_error_inputs_for_all_optims(device, dtype):
    if _get_device_type(device) != "cpu":
        return []
    p1, p2 = Parameter(torch.randn(2, 3, device=device, dtype=dtype)), Parameter(torch.randn(2, 3, device=device, dtype=dtype))
    return [
        ErrorOptimizerInput(OptimizerInput(params=p1, kwargs={}, desc="invalid param type"), error_type=TypeError,
                            error_regex="params argument given to the optimizer should be an iterable of Tensors or dicts"),
        ErrorOptimizerInput(OptimizerInput(params=[p1, p1], kwargs={}, desc="duplicate parameters warning"), error_type=UserWarning,
                            error_regex=".*a parameter group with duplicate parameters.*"),
        ErrorOptimizerInput(OptimizerInput(params=[{"params": p1}, {"params": p1}], kwargs={}, desc="duplicate param groups"), error_type=ValueError,
                            error_regex="some parameters appear in more than one parameter group"),
        ErrorOptimizerInput(OptimizerInput(params=None, kwargs=dict(lr=torch.tensor([0.001, 0.001])), desc="Tensor lr must be 1-element"), error_type=ValueError,
                            error_regex="Tensor lr must be 1-element"),
        ErrorOptimizerInput(OptimizerInput(params=[("weight", p1), p2], kwargs={}, desc="all optimizer params should be with/without names"), error_type=ValueError,
                            error_regex="all optimizer params should be with/without names. Some param names are missing"),
    ]


def _errors(*rows):
    """A function of the inputs that are refused: rows of (keyword arguments, description, text)."""

    def inputs(device, dtype):
        found = get_error_inputs_for_all_optims(device, dtype)
        if _get_device_type(device) == "cpu":
            found += [ErrorOptimizerInput(OptimizerInput(params=None, kwargs=dict(kwargs), desc=desc), error_type=ValueError, error_regex=text) for kwargs, desc, text in rows]
        return found

    return inputs


_decay, _maximize = ({"weight_decay": 0.1}, "nonzero weight_decay"), ({"weight_decay": 0.1, "maximize": True}, "maximize")
_lr, _tensor_lr = ({"lr": 0.01}, "non-default lr"), ({"lr": torch.tensor(0.001)}, "Tensor lr")
_beta1 = ({"lr": 1e-2, "betas": (1.0, 0.0)}, "beta1 should be between 0 and 1", "Invalid beta parameter at index 0: 1.0")
_bad_decay = ({"lr": 1e-3, "weight_decay": -1}, "weight_decay should > 0", "Invalid weight_decay value: -1")
_adam_rows = (_lr, _decay, ({"amsgrad": True, "weight_decay": 0.1}, "amsgrad"), _maximize, _tensor_lr)

optim_inputs_func_adadelta = _inputs(_lr, _decay, _maximize, ({"rho": 0.95, "weight_decay": 0.9}, "rho"))
optim_inputs_func_adafactor = _inputs(_lr, _decay, ({"weight_decay": 0.1, "maximize": True}, "maximize"), ({"beta2_decay": -1.0}, "non-default beta2_decay"), ({"d": 1.5}, "non-default clipping threshold d"))
optim_inputs_func_adagrad = _inputs(_decay, _maximize, ({"lr": 0.1}, "non-default lr"), ({"initial_accumulator_value": 0.1, "weight_decay": 0.1}, "initial_accumulator_value"),
                                    ({"lr": 0.1, "lr_decay": 0.5, "weight_decay": 0.1}, "lr_decay"), _tensor_lr)
optim_inputs_func_adam = optim_inputs_func_adamw = _inputs(*_adam_rows)
optim_inputs_func_adamax = _inputs(({"lr": 0.1}, "non-default lr"), _decay, _maximize)
optim_inputs_func_asgd = _inputs(({"lambd": 0.1}, "non-default lambd"), ({"lr": 0.02}, "non-default lr"), ({"t0": 100}, "t0"), _maximize, _decay)
optim_inputs_func_lbfgs = _inputs(_lr, ({"tolerance_grad": 1e-6}, "tolerance_grad"), ({"line_search_fn": "strong_wolfe"}, "strong_wolfe"))
optim_inputs_func_muon = _inputs(_lr, ({"weight_decay": 0.2}, "non-default weight_decay"), ({"momentum": 0.8}, "non-default momentum"))
optim_inputs_func_nadam = _inputs(({"lr": 1e-3}, "non-default lr"), ({"momentum_decay": 6e-3}, "non-zero momentum_decay"), _decay, ({"weight_decay": 0.1, "decoupled_weight_decay": True}, "decoupled_weight_decay"), _maximize)
optim_inputs_func_radam = _inputs(({"lr": 2e-3}, "non-default lr"), ({"eps": 1e-6}, "non-default eps"), _decay, ({"weight_decay": 0.1, "decoupled_weight_decay": True}, "decoupled_weight_decay"), _maximize)
optim_inputs_func_rmsprop = _inputs(({"lr": 1e-3}, "non-default lr"), _decay, ({"weight_decay": 0.1, "centered": True}, "centered"), ({"weight_decay": 0.1, "momentum": 0.1}, "momentum"), _maximize)
optim_inputs_func_rprop = _inputs(({"lr": 2e-4}, "non-default lr"), ({"etas": (0.5, 1.5)}, "non-default etas"), ({"step_sizes": (2e-6, 100)}, "non-default step_sizes"), ({"maximize": True}, "maximize"))
optim_inputs_func_sgd = _inputs(({"lr": 1e-2}, "non-default lr"), _tensor_lr, ({"weight_decay": 0.5}, "non-zero weight_decay"), ({"momentum": 0.9}, "momentum"),
                                ({"momentum": 0.9, "dampening": 0.5}, "dampening"), ({"momentum": 0.9, "weight_decay": 0.1}, "weight_decay w/ momentum"),
                                ({"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}, "nesterov"), ({"weight_decay": 0.1, "maximize": True}, "maximize"))
optim_inputs_func_sparseadam = _inputs(({"lr": 0.01}, "non-default lr"), ({"maximize": True}, "maximize"))
optim_error_inputs_func_adadelta = _errors(({"lr": 1e-2, "rho": 1.1}, "rho should be between 0 and 1", "Invalid rho value: 1.1"))
optim_error_inputs_func_adafactor = _errors()
optim_error_inputs_func_adagrad = _errors(({"lr": 1e-2, "lr_decay": -0.5}, "lr_decay must be bigger than 0", "Invalid lr_decay value: -0.5"))
optim_error_inputs_func_adam = optim_error_inputs_func_adamw = _errors(_beta1, _bad_decay)
optim_error_inputs_func_adamax = _errors(({"lr": 1e-2, "betas": (0.0, 1.0)}, "beta2 should be between 0 and 1", "Invalid beta parameter at index 1: 1.0"))
optim_error_inputs_func_asgd = _errors(({"lr": 1e-2, "weight_decay": -0.5}, "weight_decay should > 0", "Invalid weight_decay value: -0.5"))
optim_error_inputs_func_lbfgs = optim_error_inputs_func_muon = _errors()
optim_error_inputs_func_nadam = _errors(_beta1, ({"lr": 1e-2, "momentum_decay": -0.2}, "momentum_decay should > 0", "Invalid momentum_decay value: -0.2"))
optim_error_inputs_func_radam = _errors(_beta1, _bad_decay)
optim_error_inputs_func_rmsprop = _errors(({"lr": 1e-2, "momentum": -1.0}, "momentum should be between 0 and 1", "Invalid momentum value: -1.0"))
optim_error_inputs_func_rprop = _errors(({"lr": 1e-2, "etas": (1.0, 0.5)}, "0 < eta1 < 1 < eta2", "Invalid eta values: 1.0, 0.5"))
optim_error_inputs_func_sgd = _errors(({"lr": 1e-2, "momentum": -0.5}, "momentum should be between 0 and 1", "Invalid momentum value: -0.5"))
optim_error_inputs_func_sparseadam = _errors(({"lr": 1e-2, "betas": (1.0, 0.0)}, "beta1 should be between 0 and 1", "Invalid beta parameter at index 0: 1.0"))


def _row(cls, impls=("foreach", "differentiable"), fused=(), capturable=True, **more):
    name = cls.__name__.lower()
    here = globals()
    return OptimizerInfo(cls, optim_inputs_func=here[f"optim_inputs_func_{name}"], optim_error_inputs_func=here[f"optim_error_inputs_func_{name}"],
                         supported_impls=impls, supports_fused_on=fused, has_capturable_arg=capturable, **more)


_fused = ("foreach", "differentiable", "fused")
optim_db = [
    _row(Adadelta), _row(Adafactor, ("foreach",), capturable=False, not_og_supported_flags=("foreach",), supports_complex=False),
    _row(Adagrad, _fused, fused=("cpu",), capturable=False, supports_sparse=True), _row(Adam, _fused, fused=("cpu", "cuda", "xpu", "mps")), _row(Adamax),
    _row(AdamW, _fused, fused=("cpu", "cuda", "xpu", "mps")), _row(ASGD),
    _row(LBFGS, (), capturable=False, step_requires_closure=True, supports_param_groups=False, supports_multiple_devices=False),
    _row(Muon, (), capturable=False, supports_complex=False), _row(NAdam), _row(RAdam), _row(RMSprop), _row(Rprop),
    _row(SGD, _fused, fused=("cpu", "cuda", "xpu", "mps"), capturable=False, supports_sparse=True), _row(SparseAdam, (), capturable=False, supports_complex=False, supports_sparse=True, only_supports_sparse_grads=True),
]


def _get_optim_inputs_including_global_cliquey_kwargs(device, dtype, optim_info, skip=()):
    """The inputs of an optimizer, each for every implementation: the plain one, and one with each flag of those of which only one may be on."""
    assert all(x in ("foreach", "fused", "differentiable", "capturable", "maximize") for x in skip)
    inputs = optim_info.optim_inputs_func(device=device)
    flags = [x for x in optim_info.supported_impls if x not in skip and (_get_device_type(device) in optim_info.supports_fused_on or x != "fused")]
    found = []
    for flag in [None, *flags]:
        for given in inputs:
            made = OptimizerInput(params=given.params, kwargs=deepcopy(given.kwargs), desc=given.desc)
            for other in flags:
                if flag is not None or other in ("foreach", "fused"):
                    made.kwargs[other] = other == flag
            if flag is not None:
                made.desc += f" & {flag}"
            found.append(made)
    return found


class TensorTracker:
    """Remembers tensors in order and compares others with them, one by one."""

    def __init__(self, assert_eq_kwargs=None):
        self.tensors, self.assert_eq_kwargs = [], assert_eq_kwargs or {}

    def add(self, tensor):
        self.tensors.append(tensor.detach().clone())

    def pop_check_set(self, tensor_to_set, testcase):
        testcase.assertGreater(len(self.tensors), 0, "no tensors to pop")
        kept = self.tensors.pop(0)
        testcase.assertTrue(isinstance(kept, Tensor), f"{type(kept)=}")
        testcase.assertEqual(tensor_to_set, kept, **self.assert_eq_kwargs)
        with torch.no_grad():
            tensor_to_set.copy_(kept)

    def all_popped(self):
        return not self.tensors
