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
from torch.testing._internal.opinfo._decorate import decorate
from torch.testing._internal.opinfo._decorations import OPTIMIZERS
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


_PLAIN_SCHEDULES = ((lambda opt: StepLR(opt, gamma=0.9, step_size=10), lambda opt: ReduceLROnPlateau(opt)),)
_ONE_SCHEDULE = ((lambda opt: ConstantLR(opt, factor=0.4, total_iters=4),), (lambda opt: PolynomialLR(opt, power=0.9, total_iters=4),), *_PLAIN_SCHEDULES)
# Schedules that tests run an optimizer with, alone or several at once; those of others are _PLAIN_SCHEDULES.
_SCHEDULES = {
    "Adam": (
        (lambda opt: ExponentialLR(opt, gamma=0.9),),
        (lambda opt: LinearLR(opt, start_factor=0.4, total_iters=4),),
        (lambda opt: ConstantLR(opt, factor=0.4, total_iters=4), lambda opt: ExponentialLR(opt, gamma=0.9)),
        (lambda opt: ExponentialLR(opt, gamma=0.9), lambda opt: ReduceLROnPlateau(opt)),
        *_ONE_SCHEDULE,
    ),
    "SGD": (
        (lambda opt: StepLR(opt, gamma=0.9, step_size=10),),
        (lambda opt: LinearLR(opt, start_factor=0.4, end_factor=0.8, total_iters=4),),
        (lambda opt: StepLR(opt, gamma=0.9, step_size=10), lambda opt: LinearLR(opt, start_factor=0.4, end_factor=0.6, total_iters=4)),
        (lambda opt: StepLR(opt, gamma=0.99, step_size=10), lambda opt: ExponentialLR(opt, gamma=0.99), lambda opt: ReduceLROnPlateau(opt)),
        *_ONE_SCHEDULE,
    ),
}


class OptimizerInfo:
    """What tests know of an optimizer."""

    def __init__(self, optim_cls, *, optim_inputs_func, scheduler_inputs=None, supported_impls=("foreach", "differentiable"), not_og_supported_flags=(), supports_sparse=False,
                 metadata_for_sparse=(False, []), supports_complex=True, step_requires_closure=False, supports_param_groups=True, has_capturable_arg=False,
                 optim_error_inputs_func=None, supports_fused_on=(), skips=(), decorators=None, supports_multiple_devices=True, only_supports_sparse_grads=False):
        self.optim_cls, self.optim_inputs_func, self.supported_impls = optim_cls, optim_inputs_func, supported_impls
        self.scheduler_inputs = _SCHEDULES.get(optim_cls.__name__, _PLAIN_SCHEDULES) if scheduler_inputs is None else scheduler_inputs
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
        # Schedulers change rates that are tensors in place.
        return [OptimizerInput(params=None, kwargs=deepcopy(kwargs), desc=desc) for kwargs, desc in (({}, "default"), *rows)]

    return inputs


def get_error_inputs_for_all_optims(device, dtype):
    if _get_device_type(device) != "cpu":
        return []
    p1, p2 = Parameter(torch.randn(2, 3, device=device, dtype=dtype)), Parameter(torch.randn(2, 3, device=device, dtype=dtype))
    refused = lambda params, kwargs, desc, text, kind=ValueError: ErrorOptimizerInput(OptimizerInput(params, kwargs, desc), error_type=kind, error_regex=text)
    return [
        refused(p1, {}, "invalid param type", "params argument given to the optimizer should be an iterable of Tensors or dicts", TypeError),
        refused([p1, p1], {}, "a param group cannot have duplicate parameters", ".*a parameter group with duplicate parameters.*", UserWarning),
        refused([{"params": p1}, {"params": p1}], {}, "duplicate parameters should not occur across param groups either", "some parameters appear in more than one parameter group"),
        refused(None, dict(lr=torch.tensor([0.001, 0.001])), "Tensor lr must be 1-element", "Tensor lr must be 1-element"),
        refused([("weight", p1), p2], {}, "all optimizer params should be with/without names", "all optimizer params should be with/without names. Some param names are missing"),
        refused([{"params": [p1], "lr": 1e-2}, {"params": [("weight", p2)]}], {}, "all optimizer param groups should be with/without names.",
                "all optimizer param groups should be with/without names. cannot add param group with names to the optimizer"),
    ]


def _errors(*rows, more=lambda device, dtype: []):
    """A function of the inputs that are refused: rows of (keyword arguments, description, text), and what needs parameters."""

    def inputs(device, dtype):
        found = get_error_inputs_for_all_optims(device, dtype)
        if _get_device_type(device) == "cpu":
            found += [ErrorOptimizerInput(OptimizerInput(params=None, kwargs=dict(kwargs), desc=desc), error_type=ValueError, error_regex=text) for kwargs, desc, text in rows]
            found += more(device, dtype)
        return found

    return inputs


def _refuses_complex(name):
    """The error of a step with a complex parameter."""
    p = Parameter(torch.rand(2, 3, dtype=torch.complex64))
    p.grad = torch.rand_like(p)
    return ErrorOptimizerInput(OptimizerInput([p], {}, "does not support complex parameters"), error_on=OptimizerErrorEnum.STEP_ERROR,
                               error_regex=f"{name} does not support complex parameters")


def _refused_by_muon(device, dtype):
    flat, matrix = Parameter(torch.rand(2, device=device, dtype=dtype)), Parameter(torch.rand(2, 3, device=device, dtype=dtype))
    return [
        ErrorOptimizerInput(OptimizerInput([flat], {}, "only support 2D parameters"), error_type=ValueError, error_regex="Muon only supports 2D parameters"),
        ErrorOptimizerInput(OptimizerInput([matrix], dict(adjust_lr_fn="arbitrary"), "unsupported adjust_lr_fn"), error_type=ValueError,
                            error_regex="Adjust learning rate function arbitrary is not supported"),
        _refuses_complex("Muon"),
    ]


def _refused_by_sparse_adam(device, dtype):
    sparse = torch.zeros(3, layout=torch.sparse_coo, device=device, dtype=dtype)
    dense = "SparseAdam requires dense parameter tensors"
    return [
        ErrorOptimizerInput(OptimizerInput([sparse], {}, "dense params required"), error_type=ValueError, error_regex=dense),
        ErrorOptimizerInput(OptimizerInput([{"params": [sparse]}], {}, "dense params required in param_groups"), error_type=ValueError, error_regex=dense),
        ErrorOptimizerInput(OptimizerInput([torch.rand(2, 3, device=device, dtype=torch.complex64)], {}, "complex not supported"), error_type=ValueError,
                            error_regex="SparseAdam does not support complex parameters"),
    ]


_decay, _both = ({"weight_decay": 0.1}, "nonzero weight_decay"), ({"weight_decay": 0.1, "maximize": True}, "maximize")
_most = ({"maximize": True}, "maximize")
_lr, _tensor_lr = ({"lr": 0.01}, "non-default lr"), ({"lr": torch.tensor(0.001)}, "Tensor lr")
_decoupled = ({"weight_decay": 0.1, "decoupled_weight_decay": True}, "decoupled_weight_decay")
_beta1 = ({"lr": 1e-2, "betas": (1.0, 0.0)}, "beta1 should be between 0 and 1", "Invalid beta parameter at index 0: 1.0")
_bad_decay = ({"lr": 1e-2, "weight_decay": -1}, "weight_decay should > 0", "Invalid weight_decay value: -1")
_kinds, _foreach_beta = "betas must be either both floats or both Tensors", r"betas\[0\] as a Tensor is not supported for capturable=False and foreach=True"


def _most_and_decay(desc):
    return {"weight_decay": 0.1, "maximize": True}, desc


optim_inputs_func_adadelta = _inputs(_lr, _decay, _most, _most_and_decay("maximize, weight_decay"), ({"rho": 0.95, "weight_decay": 0.9}, "rho"))
optim_inputs_func_adafactor = _inputs(({"weight_decay": 0.1, "lr": 0.01}, "nonzero weight_decay"), _both, ({"beta2_decay": -1.0}, "non-default beta2_decay"),
                                      ({"d": 1.5}, "non-default clipping threshold d"))
optim_inputs_func_adagrad = _inputs(_decay, _both, ({"lr": 0.1}, "non-default lr"), ({"initial_accumulator_value": 0.1, "weight_decay": 0.1}, "initial_accumulator_value"),
                                    ({"lr": 0.1, "lr_decay": 0.5, "weight_decay": 0.1}, "lr_decay"), _tensor_lr)
optim_inputs_func_adam = optim_inputs_func_adamw = _inputs(_lr, _decay, _both, ({"weight_decay": 0.1, "amsgrad": True}, "amsgrad"))
optim_inputs_func_adamax = _inputs(({"lr": 0.1}, "non-default lr"), _decay, _most, _most_and_decay("maximize, weight_decay"))
optim_inputs_func_asgd = _inputs(({"lambd": 0.1}, "non-default lambd"), ({"lr": 0.02}, "non-default lr"), ({"t0": 100}, "t0"), _most, _decay,
                                 _most_and_decay("maximize, nonzero weight_decay"))
optim_inputs_func_lbfgs = _inputs(_lr, _tensor_lr, ({"tolerance_grad": 1e-6}, "tolerance_grad"), ({"line_search_fn": "strong_wolfe"}, "strong_wolfe"), _most,
                                  ({"maximize": True, "line_search_fn": "strong_wolfe"}, "maximize_strong_wolfe"))
optim_inputs_func_muon = _inputs(_lr, _tensor_lr, ({"weight_decay": 0.2}, "non-default weight_decay"), ({"momentum": 0.8}, "non-default momentum"),
                                 ({"ns_steps": 6}, "passing alternative ns_steps"), ({"ns_coefficients": (3.4, -4.7, 2.0)}, "passing alternative ns_coefficients"),
                                 ({"adjust_lr_fn": "match_rms_adamw"}, "match_rms_adamw lr adjustment"), ({"adjust_lr_fn": "spectral_unclamped"}, "spectral_unclamped lr adjustment"))
optim_inputs_func_nadam = _inputs(({"lr": 1e-3}, "non-default lr"), ({"momentum_decay": 6e-3}, "non-zero momentum_decay"), ({"weight_decay": 0.1}, "weight_decay"),
                                  ({"weight_decay": 0.1, "momentum_decay": 6e-3}, "weight_decay, momentum_decay"),
                                  ({"weight_decay": 0.1, "momentum_decay": 6e-3, "decoupled_weight_decay": True}, "decoupled_weight_decay"), _both)
optim_inputs_func_radam = _inputs(({"lr": 2e-3}, "non-default lr"), ({"eps": 1e-6}, "non-default eps"), _decay, _decoupled, _both)
optim_inputs_func_rmsprop = _inputs(({"lr": 1e-3}, "non-default lr"), _decay, _most, ({"weight_decay": 0.1, "centered": True}, "centered"), _most_and_decay("maximize, weight_decay"),
                                    ({"weight_decay": 0.1, "centered": True, "momentum": 0.1}, "momentum"),
                                    ({"weight_decay": 0.1, "centered": True, "momentum": 0.1, "maximize": True}, "maximize, centered, weight_decay, w/ momentum"))
optim_inputs_func_rprop = _inputs(({"lr": 2e-4}, "non-default lr"), ({"etas": (0.5, 1.5)}, "non-default etas"), ({"step_sizes": (2e-6, 100)}, "non-default step_sizes"), _most)
optim_inputs_func_sgd = _inputs(({"lr": 1e-2}, "non-default lr"), ({"lr": torch.tensor(0.001)}, "tensor lr"), ({"weight_decay": 0.5}, "non-zero weight_decay"), ({"momentum": 0.9}, "momentum"),
                                _both, ({"momentum": 0.9, "dampening": 0.5}, "dampening"), ({"momentum": 0.9, "weight_decay": 0.1}, "weight_decay w/ momentum"),
                                ({"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}, "nesterov"))
optim_inputs_func_sparseadam = _inputs(({"lr": 0.01}, "non-default lr"), _tensor_lr, _most)
optim_error_inputs_func_adadelta = _errors(({"lr": 1e-2, "rho": 1.1}, "rho should be between 0 and 1", "Invalid rho value: 1.1"))
optim_error_inputs_func_adafactor = _errors(({"eps": (-1e-30, 1e-3)}, "epsilon1 should be >= 0", "epsilon1 should be >= 0"), ({"d": 0.0}, "invalid d", "Clipping threshold d should be >= 1"),
                                            ({"beta2_decay": 0.8}, "invalid beta2_decay", "beta2_decay should be <= 0"), more=lambda device, dtype: [_refuses_complex("Adafactor")])
optim_error_inputs_func_adagrad = _errors(({"lr": 1e-2, "lr_decay": -0.5}, "lr_decay must be bigger than 0", "Invalid lr_decay value: -0.5"))
optim_error_inputs_func_adam = optim_error_inputs_func_adamw = _errors(
    _beta1, _bad_decay, ({"lr": torch.tensor(0.001), "foreach": True}, "lr as Tensor doesn't work with foreach & not capturable", "lr as a Tensor is not supported for capturable=False and foreach=True"),
    ({"lr": 1e-2, "betas": (0.9, torch.tensor(0.99))}, _kinds, _kinds), ({"lr": 1e-2, "betas": (torch.tensor(0.9), 0.99)}, _kinds, _kinds),
    ({"lr": 1e-2, "betas": (torch.tensor(0.9), torch.tensor(0.99)), "foreach": True}, _foreach_beta, _foreach_beta))
optim_error_inputs_func_adamax = _errors(({"lr": 1e-2, "betas": (0.0, 1.0)}, "beta2 should be between 0 and 1", "Invalid beta parameter at index 1: 1.0"))
optim_error_inputs_func_asgd = _errors(({"lr": 1e-2, "weight_decay": -0.5}, "weight_decay should > 0", "Invalid weight_decay value: -0.5"))
optim_error_inputs_func_lbfgs = _errors()
optim_error_inputs_func_muon = _errors(more=_refused_by_muon)
optim_error_inputs_func_nadam = _errors(_beta1, ({"lr": 1e-2, "momentum_decay": -0.2}, "momentum_decay should > 0", "Invalid momentum_decay value: -0.2"))
optim_error_inputs_func_radam = _errors(_beta1, _bad_decay)
optim_error_inputs_func_rmsprop = _errors(({"lr": 1e-2, "momentum": -1.0}, "momentum should be between 0 and 1", "Invalid momentum value: -1.0"))
optim_error_inputs_func_rprop = _errors(({"lr": 1e-2, "etas": (1.0, 0.5)}, "0 < eta1 < 1 < eta2", "Invalid eta values: 1.0, 0.5"))
optim_error_inputs_func_sgd = _errors(({"lr": 1e-2, "momentum": -0.5}, "momentum should be between 0 and 1", "Invalid momentum value: -0.5"))
optim_error_inputs_func_sparseadam = _errors(_beta1, more=_refused_by_sparse_adam)


def _row(cls, impls=("foreach", "differentiable"), fused=(), capturable=True, **more):
    name = cls.__name__.lower()
    here = globals()
    more.setdefault("not_og_supported_flags", ("foreach", "differentiable", *(("fused",) if fused else ()), "maximize", "capturable"))
    return OptimizerInfo(cls, optim_inputs_func=here[f"optim_inputs_func_{name}"], optim_error_inputs_func=here[f"optim_error_inputs_func_{name}"],
                         supported_impls=impls, supports_fused_on=fused, has_capturable_arg=capturable, **more)


_fused = ("foreach", "differentiable", "fused")
# With sparse gradients: arguments, and schedules.
_SPARSE = {
    "Adagrad": ({"lr": 0.1, "weight_decay": 0, "lr_decay": 0}, [lambda opt: StepLR(opt, gamma=1 - 1e-5, step_size=500), lambda opt: ReduceLROnPlateau(opt)]),
    "SGD": ({"lr": 4.8e-3, "maximize": False, "momentum": 0, "nesterov": False, "weight_decay": 0}, [lambda opt: StepLR(opt, gamma=0.99999, step_size=300)]),
    "SparseAdam": ({"lr": 4e-2}, []),
}

optim_db = [
    _row(Adadelta), _row(Adafactor, ("foreach",), capturable=False, not_og_supported_flags=("foreach",), supports_complex=False),
    _row(Adagrad, _fused, fused=("cpu", "cuda", "xpu"), capturable=False, supports_sparse=True, metadata_for_sparse=_SPARSE["Adagrad"]), _row(Adam, _fused, fused=("cpu", "cuda", "xpu", "mps")), _row(Adamax),
    _row(AdamW, _fused, fused=("cpu", "cuda", "mps")), _row(ASGD),
    _row(LBFGS, (), capturable=False, step_requires_closure=True, supports_param_groups=False, supports_multiple_devices=False),
    _row(Muon, (), capturable=False, not_og_supported_flags=(), supports_complex=False), _row(NAdam), _row(RAdam), _row(RMSprop), _row(Rprop),
    _row(SGD, _fused, fused=("cpu", "cuda", "xpu", "mps"), capturable=False, supports_sparse=True,
         metadata_for_sparse=_SPARSE["SGD"]),
    _row(SparseAdam, (), capturable=False, metadata_for_sparse=_SPARSE["SparseAdam"], supports_complex=False, only_supports_sparse_grads=True),
]
decorate(optim_db, OPTIMIZERS, lambda info: info.optim_cls.__name__)


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
