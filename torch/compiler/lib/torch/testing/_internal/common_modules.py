"""module_db: modules with inputs, for tests that go through all of them."""

import builtins
import enum
import functools
import itertools
import re
import unittest
from copy import deepcopy
from functools import partial

import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence
from torch.testing import make_tensor
from torch.testing._internal._losses import *
from torch.testing._internal._switches import GRADCHECK_NONDET_TOL, IS_WINDOWS, TEST_WITH_ROCM
from torch.testing._internal.common_cuda import TEST_CUDNN
from torch.testing._internal.common_device_type import (
    _update_param_kwargs, expectedFailureMPS, precisionOverride, skipMeta, skipMPS, tol, toleranceOverride)
from torch.testing._internal.common_dtype import complex_types, floating_and_complex_types_and, floating_types, get_all_fp_dtypes
from torch.testing._internal.common_methods_invocations import DecorateInfo
from torch.testing._internal.common_utils import _TestParametrizer, dtype_name, freeze_rng_state, skipIfMPS, skipIfTorchDynamo, skipIfXpu
from torch.testing._internal.opinfo._decorate import decorate
from torch.testing._internal.opinfo._decorations import MODULES

MODULE_NAMESPACES = {torch.nn.modules: "torch.nn.modules"}
MODULES_TO_SKIP = {torch.nn.Module, torch.nn.Container, torch.nn.NLLLoss2d}
MODULE_CLASSES = [getattr(torch.nn, n) for n in dir(torch.nn) if isinstance(getattr(torch.nn, n), type) and issubclass(getattr(torch.nn, n), torch.nn.Module)
                  and getattr(torch.nn, n) not in MODULES_TO_SKIP]
MODULE_CLASS_NAMES = {cls: f"torch.nn.modules.{cls.__name__}" for cls in MODULE_CLASSES}


class TrainEvalMode(enum.Enum):
    train_only = 0
    eval_only = 1
    train_and_eval = 2


class ModuleErrorEnum(enum.Enum):
    CONSTRUCTION_ERROR = 0
    FORWARD_ERROR = 1


class FunctionInput:
    """Arguments of a call."""

    __slots__ = ["args", "kwargs"]

    def __init__(self, *args, **kwargs):
        self.args, self.kwargs = args, kwargs


class ModuleInput:
    """Arguments of a constructor and of forward, with a function that says what forward gives."""

    __slots__ = ["constructor_input", "forward_input", "desc", "reference_fn"]

    def __init__(self, constructor_input, forward_input=None, desc="", reference_fn=None):
        self.constructor_input, self.forward_input, self.desc, self.reference_fn = constructor_input, forward_input, desc, reference_fn
        if reference_fn is not None:
            @functools.wraps(reference_fn)
            def copying(m, *args, **kwargs):
                args, kwargs = deepcopy(args), deepcopy(kwargs)
                return reference_fn(m, list(m.parameters()), *args, **kwargs)

            self.reference_fn = copying


class ErrorModuleInput:
    __slots__ = ["module_error_input", "error_on", "error_type", "error_regex"]

    def __init__(self, module_error_input, *, error_on=ModuleErrorEnum.CONSTRUCTION_ERROR, error_type=RuntimeError, error_regex):
        self.module_error_input, self.error_on, self.error_type, self.error_regex = module_error_input, error_on, error_type, error_regex


class modules(_TestParametrizer):
    """One test for each module of a list, dtype and mode."""

    def __init__(self, module_info_iterable, allowed_dtypes=None, train_eval_mode=TrainEvalMode.train_and_eval, skip_if_dynamo=True):
        self.module_info_list = list(module_info_iterable)
        self.allowed_dtypes = set(allowed_dtypes) if allowed_dtypes is not None else None
        self.train_eval_mode = train_eval_mode

    def _modes(self, info):
        if self.train_eval_mode is not TrainEvalMode.train_and_eval:
            return [self.train_eval_mode is TrainEvalMode.train_only]
        return [True, False] if info.train_and_eval_differ else [True]

    def _parametrize_test(self, test, generic_cls, device_cls):
        if device_cls is None:
            raise RuntimeError("The @modules decorator is only intended to be used in a device-specific context; use it with instantiate_device_type_tests() "
                               "instead of instantiate_parametrized_tests()")
        for info in self.module_info_list:
            dtypes = set(info.supported_dtypes(device_cls.device_type))
            if self.allowed_dtypes is not None:
                dtypes &= self.allowed_dtypes
            for training, dtype in itertools.product(self._modes(info), sorted(dtypes, key=str)):
                name = info.formatted_name
                if len(self._modes(info)) > 1:
                    name += f"_{'train' if training else 'eval'}_mode"

                @functools.wraps(test)
                def of_module(*args, **kwargs):
                    return test(*args, **kwargs)

                yield of_module, name, {"module_info": info, "dtype": dtype, "training": training}, functools.partial(
                    info.get_decorators, generic_cls.__name__, test.__name__, device_cls.device_type, dtype)


def get_module_common_name(module_cls):
    return MODULE_CLASS_NAMES[module_cls].split("torch.")[-1] if module_cls in MODULE_CLASS_NAMES else module_cls.__name__


class ModuleInfo:
    """What tests know of a module."""

    def __init__(self, module_cls, *, module_inputs_func, skips=(), decorators=None, dtypes=floating_types(), dtypesIfMPS=None, dtypesIfHpu=None, supports_gradgrad=True,
                 gradcheck_nondet_tol=0.0, module_memformat_affects_out=False, train_and_eval_differ=False, module_error_inputs_func=None, gradcheck_fast_mode=None):
        self.module_cls, self.module_inputs_func, self.dtypes, self.supports_gradgrad = module_cls, module_inputs_func, dtypes, supports_gradgrad
        self.decorators = (*(decorators or ()), *skips)
        self.gradcheck_nondet_tol, self.module_memformat_affects_out, self.train_and_eval_differ = gradcheck_nondet_tol, module_memformat_affects_out, train_and_eval_differ
        self.module_error_inputs_func, self.gradcheck_fast_mode = module_error_inputs_func, gradcheck_fast_mode
        self.is_lazy = issubclass(module_cls, torch.nn.modules.lazy.LazyModuleMixin)

    get_decorators = property(lambda self: functools.partial(_decorators, self.decorators))

    def supported_dtypes(self, device_type):
        return self.dtypes

    @property
    def name(self):
        return get_module_common_name(self.module_cls).replace("nn.modules.", "nn.")

    @property
    def formatted_name(self):
        return self.name.replace(".", "_").replace("nn_modules_", "nn_")


def _decorators(of, test_class, test_name, device, dtype, param_kwargs):
    found = []
    for d in of:
        if isinstance(d, DecorateInfo):
            if d.is_active(test_class, test_name, device, dtype, param_kwargs):
                found.extend(d.decorators)
        else:
            found.append(d)
    return found


# Rows: class name, and cases of "constructor arguments; forward arguments". t(*sizes) makes a tensor, i(high, *sizes) indices, s(*sizes) signs, u(*sizes) values in (0, 1).
_TABLE = """
AdaptiveAvgPool1d | 3; t(1,3,5) | (3,); t(3,5)
AdaptiveAvgPool2d | 3; t(1,3,5,6) | (3,4); t(1,3,5,6)
AdaptiveAvgPool3d | 3; t(2,3,5,2,7)
AdaptiveMaxPool1d | 3; t(1,3,5)
AdaptiveMaxPool2d | 3; t(1,3,5,6)
AdaptiveMaxPool3d | 3; t(2,3,5,6,7)
AvgPool1d | 2; t(2,3,6) | (2,),(2,); t(2,3,6)
AvgPool2d | (2,2); t(2,3,6,6) | (2,2),(2,2),(1,1); t(2,3,6,6)
AvgPool3d | (2,2,2); t(2,3,4,4,4)
BatchNorm1d | 10; t(4,10) | 5; t(4,5,3) | 10,1e-3,None; t(4,10) | 10,1e-3,0.3,False; t(4,10)
BatchNorm2d | 3; t(2,3,6,6) | 3,1e-3,None; t(2,3,6,6)
BatchNorm3d | 3; t(2,3,4,4,4)
CELU | ; t(3,2,5) | 2.0; t(3,2,5)
ELU | ; t(3,2,5) | 2.0; t(3,2,5)
GELU | ; t(3,2,5) | 'tanh'; t(3,2,5)
GLU | ; t(5,6) | 1; t(5,6,7)
GroupNorm | 3,6,1e-3; t(4,6,5) | 5,5,1e-3,False; t(4,5,5)
Hardshrink | 2.0; t(4,3,2,4)
Hardswish | ; t(4,3)
Hardtanh | ; t(3,2,5)
Hardsigmoid | ; t(3,4)
InstanceNorm1d | 3,1e-3,0.3; t(4,3,15)
InstanceNorm2d | 3,1e-3,0.3; t(2,3,6,6)
InstanceNorm3d | 3,1e-3,0.3; t(2,3,4,4,4)
LayerNorm | [5],1e-3; t(4,5,5) | [5],1e-3,False; t(4,5,5)
RMSNorm | [5],1e-3; t(4,5,5)
LeakyReLU | ; t(3,2,5) | 0.5; t(3,2,5)
Linear | 10,8; t(4,10) | 10,8,False; t(4,10) | 3,5; t(3)
Bilinear | 2,3,4; t(8,2),t(8,3)
LocalResponseNorm | 3; t(1,5,7)
LogSigmoid | ; t(2,3,4)
LogSoftmax | 1; t(10,20)
MaxPool1d | 4; t(2,10,4) | 4,4; t(2,10,4)
MaxPool2d | (3,3),(2,2),(1,1); t(3,7,7)
MaxPool3d | (2,2,2); t(2,3,5,5,5)
LPPool1d | 1.5,2; t(1,3,7)
LPPool2d | 2,2,2; t(1,3,7,7)
Mish | ; t(5,6,7)
PReLU | ; t(2,3,4) | 3; t(2,3,4)
ReLU | ; t(2,3,4,5)
ReLU6 | ; t(2,3,4,5)
SELU | ; t(3,2,5)
SiLU | ; t(5,6,7)
Sigmoid | ; t(2,3,4,5)
Softmax | 1; t(10,20)
Softmax2d | ; t(1,3,10,20)
Softmin | 1; t(10,20)
Softplus | ; t(10,20) | 2; t(10,20)
Softshrink | ; t(3,2,5) | 1; t(3,2,5)
Softsign | ; t(3,2,5)
Tanh | ; t(2,3,4,5)
Tanhshrink | ; t(2,3,4,5)
Threshold | 2.0,1.0; t(2,3,4,5)
Conv1d | 4,5,3; t(2,4,10) | 4,5,3,1,0,1,2-1,False; t(2,4,10)
Conv2d | 3,4,(3,3); t(2,3,6,6) | 4,4,(3,3),1,1,1,4; t(2,4,6,6)
Conv3d | 2,3,(2,3,2); t(1,2,4,5,4)
ConvTranspose1d | 3,4,3; t(1,3,6)
ConvTranspose2d | 3,4,3; t(1,3,4,4)
ConvTranspose3d | 2,3,(2,3,2); t(1,2,4,5,4)
Embedding | 4,3; i(4,2,3) | 4,3; i(4,7)
ReflectionPad1d | 1; t(2,3,4)
ReflectionPad2d | 1; t(2,3,4,4)
ReflectionPad3d | 1; t(2,3,4,4,4)
ReplicationPad1d | 3; t(2,3,4)
ReplicationPad2d | 3; t(2,3,4,4)
ReplicationPad3d | 3; t(2,3,4,4,4)
ZeroPad1d | 1; t(2,3,4)
ZeroPad2d | 1; t(2,3,4,4)
ZeroPad3d | 1; t(2,3,4,4,4)
ConstantPad1d | 1,2; t(3,4)
ConstantPad2d | 1,3; t(2,3,4,4)
ConstantPad3d | 1,3; t(2,3,4,4,4)
CircularPad1d | 1; t(2,3,4)
CircularPad2d | 1; t(2,3,4,4)
CircularPad3d | 1; t(2,3,4,4,4)
L1Loss | ; t(2,3,4),t(2,3,4)
MSELoss | ; t(2,3,4,5),t(2,3,4,5)
SmoothL1Loss | ; t(5,10),t(5,10)
HuberLoss | ; t(5,10),t(5,10)
NLLLoss | ; t(15,10).log_softmax(1),i(10,15)
CrossEntropyLoss | ; t(3,10),i(10,3)
KLDivLoss | ; t(3,4).log_softmax(1),u(3,4)
BCELoss | ; u(15,10),u(15,10).detach().round()
BCEWithLogitsLoss | ; t(15,10),u(15,10).detach().round()
PoissonNLLLoss | ; t(2,3,4,5),t(2,3,4,5).detach().floor().abs()
GaussianNLLLoss | ; t(3,4),t(3,4).detach(),u(3,4)
HingeEmbeddingLoss | ; t(10),s(10)
SoftMarginLoss | ; t(5,5),s(5,5)
MarginRankingLoss | ; t(50),t(50),s(50)
CosineEmbeddingLoss | ; t(15,10),t(15,10),s(15)
MultiLabelSoftMarginLoss | ; t(5,10),u(5,10).detach().round()
MultiMarginLoss | ; t(5,10),i(10,5)
TripletMarginLoss | ; t(5,10),t(5,10),t(5,10)
LPPool3d | 2,2,2; t(1,3,7,7,7)
FractionalMaxPool2d | 3,(2,3); t(3,5,7) | 3,(2,3); t(1,3,7,6)
FractionalMaxPool3d | 3,(2,3,2); t(2,4,5,5,5)
MultiLabelMarginLoss | ; t(10),i(10,10) | ; t(5,10),i(10,5,10)
CTCLoss | ; t(6,2,5).log_softmax(-1),i(4,2,3)+1,(6,5),(3,2)
LinearCrossEntropyLoss | 3,4; t(5,3),i(4,5)
LazyConv1d | 5,3; t(2,4,10)
LazyConv2d | 4,(3,3); t(2,3,6,6)
LazyConv3d | 3,(2,3,2); t(1,2,4,5,4)
LazyConvTranspose1d | 4,3; t(1,3,6)
LazyConvTranspose2d | 4,3; t(1,3,4,4)
LazyConvTranspose3d | 3,(2,3,2); t(1,2,4,5,4)
TransformerEncoder | nn.TransformerEncoderLayer(4,2,8,0.0),2,None,False; t(2,3,4)
RNN | 5,4; t(3,2,5)
GRU | 5,4; t(3,2,5)
LSTM | 5,4; t(3,2,5)
RNNCell | 5,10; t(5),t(10) | 5,10; t(2,5)
GRUCell | 5,10; t(5),t(10)
LSTMCell | 5,10; t(2,5)
MultiheadAttention | 4,2; t(3,2,4),t(3,2,4),t(3,2,4)
TransformerEncoderLayer | 4,2,16,0.0; t(2,3,4)
TransformerDecoderLayer | 4,2,16,0.0; t(2,3,4),t(2,3,4)
Transformer | 4,2,1,1,8,0.0; t(3,2,4),t(2,2,4)
"""
_MODES_DIFFER = {"BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "InstanceNorm1d", "InstanceNorm2d", "InstanceNorm3d", "RNN", "GRU", "LSTM", "TransformerEncoderLayer",
                 "TransformerEncoder", "MultiheadAttention"}
_MORE_TYPES = {"ConvTranspose1d": (torch.complex32, *complex_types()), "ConvTranspose2d": (torch.complex32, *complex_types()), "ConvTranspose3d": (torch.complex32, *complex_types()),
               "CrossEntropyLoss": (torch.float16,), "LinearCrossEntropyLoss": (torch.float16, torch.bfloat16), "GroupNorm": (torch.float16, torch.bfloat16)}
_IMAGES = re.compile(r"(Lazy)?Conv(Transpose)?\dd")  # whose results keep the memory format of inputs

# Calls that raise: class name, constructor and forward arguments, c or f for where, the error's type, what its text matches.
_ERRORS = """
BatchNorm1d | 10 | t(2,3) | f | RuntimeError | running_mean should contain 3 elements not 10
BatchNorm2d | 10 | t(2,3,2,2) | f | RuntimeError | running_mean should contain 3 elements not 10
BatchNorm3d | 10 | t(2,3,2,2,2) | f | RuntimeError | running_mean should contain 3 elements not 10
MaxPool2d | 3 | t(2,3,2,2) | f | RuntimeError | Output size is too small
MultiMarginLoss | 3 | t(5,4),i(4,5) | c | ValueError | only p == 1 and p == 2 supported
NLLLoss | | t(5,4),i(4,4) | f | ValueError | Expected input batch_size \\(5\\) to match target batch_size \\(4\\)
HuberLoss | 'mean',-1.0 | t(5),t(5) | f | RuntimeError | huber_loss does not support non-positive values for delta
CrossEntropyLoss | | t(5,4),i(4,4) | f | ValueError | Expected input batch_size \\(5\\) to match target batch_size \\(4\\)
GroupNorm | 3,10 | t(2,10) | c | ValueError | num_channels \\(10\\) must be divisible by num_groups \\(3\\)
Embedding | 4,3,5 | i(4,2) | c | AssertionError | Padding_idx must be within num_embeddings
RNNCell | 10,20 | t(3,11) | f | RuntimeError | input has inconsistent input_size: got 11 expected 10
GRUCell | 10,20 | t(3,11) | f | RuntimeError | input has inconsistent input_size: got 11 expected 10
LSTMCell | 10,20 | t(3,11) | f | RuntimeError | input has inconsistent input_size: got 11 expected 10
Softmax | 3 | t(2,3) | f | IndexError | Dimension out of range
LogSoftmax | 3 | t(2,3) | f | IndexError | Dimension out of range
RNN | 10,0,1 | t(2,3,10) | c | ValueError | hidden_size must be greater than zero
GRU | 10,0,1 | t(2,3,10) | c | ValueError | hidden_size must be greater than zero
LSTM | 10,0,1 | t(2,3,10) | c | ValueError | hidden_size must be greater than zero
CircularPad1d | 4 | t(2,3,3) | f | RuntimeError | Padding value causes wrapping around more than once
CircularPad2d | 4 | t(2,3,3,3) | f | RuntimeError | Padding value causes wrapping around more than once
CircularPad3d | 4 | t(2,3,3,3,3) | f | RuntimeError | Padding value causes wrapping around more than once
"""


def _makers(device, dtype, requires_grad):
    def t(*sizes):
        return make_tensor(sizes, device=device, dtype=dtype, requires_grad=requires_grad)

    return {"t": t, "nn": torch.nn,
            "i": lambda high, *sizes: torch.randint(high, sizes, device=device),
            "s": lambda *sizes: torch.randint(2, sizes, device=device).to(dtype) * 2 - 1,
            "u": lambda *sizes: make_tensor(sizes, device=device, dtype=dtype, low=0.05, high=0.95, requires_grad=requires_grad), "given": FunctionInput}


def _inputs_of(cases):
    def module_inputs(module_info, device, dtype, requires_grad, training, **kwargs):
        makers = _makers(device, dtype, requires_grad)
        found = []
        for n, case in enumerate(cases):
            constructor, forward = case.split(";")
            found.append(ModuleInput(constructor_input=eval(f"given({constructor})", makers), forward_input=eval(f"given({forward})", makers), desc=str(n) if n else ""))
        return found

    return module_inputs


def _errors_of(name):
    lines = [re.split(r" *\| *", part) for part in _ERRORS.strip().split("\n")]
    cases = [line[1:] for line in lines if line[0].strip() == name]

    def module_error_inputs(module_info, device, dtype, requires_grad, training, **kwargs):
        makers = _makers(device, dtype, requires_grad)
        where = {"c": ModuleErrorEnum.CONSTRUCTION_ERROR, "f": ModuleErrorEnum.FORWARD_ERROR}
        return [ErrorModuleInput(ModuleInput(constructor_input=eval(f"given({constructor})", makers), forward_input=eval(f"given({forward})", makers)),
                                 error_on=where[at.strip()], error_type=getattr(builtins, kind.strip()), error_regex=regex.strip())
                for constructor, forward, at, kind, regex in cases]

    return module_error_inputs if cases else None


def _entry(line):
    name, *cases = (part.strip() for part in line.split("|"))
    cls = getattr(torch.nn, name, None)
    if cls is None:
        return None
    return ModuleInfo(cls, module_inputs_func=_inputs_of(cases), train_and_eval_differ=name in _MODES_DIFFER, module_error_inputs_func=_errors_of(name),
                      dtypes=(*floating_types(), *_MORE_TYPES.get(name, ())), module_memformat_affects_out=_IMAGES.fullmatch(name) is not None,
                      supports_gradgrad=name != "Hardswish")


module_db = [info for info in map(_entry, filter(None, _TABLE.split("\n"))) if info is not None]
decorate(module_db, MODULES)
