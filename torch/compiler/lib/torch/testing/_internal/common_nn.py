"""Tests of modules: NNTestCase, and classes that make a test of a constructor and an input."""

import math
import tempfile
import unittest
from abc import abstractmethod
from copy import deepcopy
from functools import partial, reduce
from itertools import product
from operator import mul

import torch
import torch.cuda
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Variable
from torch.nn import _reduction as _Reduction
from torch.testing._internal._losses import *
from torch.testing._internal._module_tests import module_entries, new_module_entries, wrap_functional
from torch.testing._internal.common_cuda import SM90OrLater, TEST_CUDA, TEST_CUDNN
from torch.testing._internal.common_utils import (
    TEST_WITH_ROCM, TestCase, freeze_rng_state, gradcheck, gradgradcheck, is_iterable, set_default_dtype, skipIfTorchDynamo, to_gpu)

PRECISION = 1e-5
module_tests = module_entries()
criterion_tests = []
reductions = ["none", "mean", "sum"]


def get_new_module_tests():
    return new_module_entries()


def _rand_tensor_non_equal(*size):
    """Random integers, all different."""
    total = reduce(mul, size, 1)
    return torch.randperm(total).view(*size).double()


def single_batch_reference_fn(input, parameters, module):
    """The module of the input as a batch of one."""
    def unsqueeze_inp(inp):
        return [t.unsqueeze(0) for t in inp] if isinstance(inp, (list, tuple)) else inp.unsqueeze(0)

    with freeze_rng_state():
        return module(*unsqueeze_inp(input) if isinstance(input, (list, tuple)) else (unsqueeze_inp(input),)).squeeze(0)


def single_batch_reference_criterion_fn(*args):
    criterion = args[-1]
    inputs = [t for arg in args[:-1] for t in (arg if isinstance(arg, (list, tuple)) else (arg,))]
    output = criterion(*[t.unsqueeze(0) if isinstance(t, torch.Tensor) else t for t in inputs])
    return output.squeeze(0) if get_reduction(criterion) == "none" else output


def _signs():
    return torch.randn(9).gt(0).to(torch.int64) * 2 - 1


def _doubles(*sizes):
    return tuple(torch.randn(size, dtype=torch.double) for size in sizes) if len(sizes) > 1 else torch.randn(sizes[0], dtype=torch.double)


# Losses of single examples: the input and the target, with one or two inputs.
regression_criterion_no_batch = ["L1Loss", "MSELoss", "PoissonNLLLoss", "HuberLoss", "SmoothL1Loss"]
classification_criterion_no_batch = [
    ("BCELoss", lambda: torch.sigmoid(_doubles(9)), lambda: _doubles(9).gt(0).to(torch.double)),
    ("BCEWithLogitsLoss", lambda: _doubles(9), lambda: _doubles(9)),
    ("HingeEmbeddingLoss", lambda: _doubles(9), _signs),
    ("MultiLabelMarginLoss", lambda: _doubles(4), lambda: torch.tensor([3, 0, -1, 1])),
    ("SoftMarginLoss", lambda: _doubles(9), _signs),
    ("NLLLoss", lambda: F.log_softmax(_doubles(3), dim=0), lambda: torch.tensor(1)),
    ("CosineEmbeddingLoss", lambda: _doubles(9, 9), lambda: torch.tensor(1, dtype=torch.double)),
    ("MarginRankingLoss", lambda: (torch.randn(()), torch.randn(())), lambda: torch.randn(()).sign()),
    ("TripletMarginLoss", lambda: _doubles(9, 9), lambda: _doubles(9)),
    ("MultiLabelSoftMarginLoss", lambda: _doubles(9), lambda: torch.randn(9)),
]
classification_cpp_parity = {"BCELoss": False, "BCEWithLogitsLoss": False, "HingeEmbeddingLoss": False, "NLLLoss": False, "SoftMarginLoss": False}


def _add_criterion_tests(name, **what):
    for reduction in reductions:
        criterion_tests.append(dict(fullname=f"{name}_no_batch_dim_{reduction}", constructor=lambda *args, reduction=reduction: getattr(nn, name)(reduction=reduction),
                                    reference_fn=single_batch_reference_criterion_fn, **what))


for _name in regression_criterion_no_batch:
    _add_criterion_tests(_name, input_size=(3,), target_size=(3,), test_cpp_api_parity=False, default_dtype=torch.double)
_add_criterion_tests("KLDivLoss", input_fn=lambda: torch.rand(3).log(), target_fn=lambda: torch.rand(3), test_cpp_api_parity=False, default_dtype=torch.double)
for _name, _input, _target in classification_criterion_no_batch:
    _add_criterion_tests(_name, input_fn=_input, target_fn=_target, test_cpp_api_parity=True, has_parity=classification_cpp_parity.get(_name, True),
                         **({"check_gradgrad": False} if _name == "MultiLabelMarginLoss" else {}))


def _create_basic_net():
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer_dummy_param = nn.Parameter(torch.empty(3, 5))
            self.layer_dummy_buf = nn.Buffer(torch.zeros(1, 3, 3, 7))

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.l1 = Layer()
            self.dummy_param = nn.Parameter(torch.empty(3, 5))
            self.dummy_buf = nn.Buffer(torch.zeros(7, 3, 3, 1))

    inner = Layer()
    n = Net()
    s = nn.Sequential(n, n)
    return inner, n, s


def _iter_tensors(x, only_requiring_grad=False):
    if isinstance(x, torch.Tensor):
        if x.requires_grad or not only_requiring_grad:
            yield x
    elif isinstance(x, (list, tuple)):
        for item in x:
            yield from _iter_tensors(item, only_requiring_grad)


def _get_numerical_jacobian(fn, input, eps=1e-5):
    jacobians = []
    for t in _iter_tensors(input, True):
        flat = t.data.view(-1)
        rows = []
        for i in range(flat.numel()):
            kept = flat[i].item()
            flat[i] = kept + eps
            high = fn(input).detach().clone().reshape(-1)
            flat[i] = kept - eps
            low = fn(input).detach().clone().reshape(-1)
            flat[i] = kept
            rows.append((high - low) / (2 * eps))
        jacobians.append((t, torch.stack(rows)))
    return jacobians


class NNTestCase(TestCase):
    """Jacobians of modules, analytical against numerical."""

    @abstractmethod
    def _forward(self, module, input):
        raise NotImplementedError

    @abstractmethod
    def _get_parameters(self, module):
        raise NotImplementedError

    @abstractmethod
    def _zero_grad_parameters(self, module):
        raise NotImplementedError

    @abstractmethod
    def _backward(self, module, input, output, grad_output):
        raise NotImplementedError

    def _jacobian(self, input, num_out):
        if isinstance(input, (tuple, list)):
            return tuple(self._jacobian(elem, num_out) for elem in input)
        return torch.zeros(input.nelement(), num_out)

    def _flatten_tensors(self, x):
        if isinstance(x, torch.Tensor):
            return (x.to_dense() if x.is_sparse else x).view(-1)
        return tuple(self._flatten_tensors(a) for a in x)

    def _zero_grad_input(self, input):
        for t in _iter_tensors(input, True):
            if t.grad is not None:
                t.grad.zero_().detach_()

    def _analytical_jacobian(self, module, input, jacobian_input=True, jacobian_parameters=True):
        output = self._forward(module, input)
        size = output.nelement()
        results = ()
        inputs = [torch.zeros(t.nelement(), size) for t in _iter_tensors(input)]
        params, _ = self._get_parameters(module)
        of_params = [torch.zeros(p.nelement(), size) for p in params]
        for i in range(size):
            grad = torch.zeros_like(output)
            grad.reshape(-1)[i] = 1
            self._zero_grad_parameters(module)
            self._zero_grad_input(input)
            d_input = self._backward(module, input, output, grad)
            for j, g in zip(inputs, _iter_tensors(d_input)):
                j[:, i] = g.reshape(-1)
            _, d_params = self._get_parameters(module)
            for j, g in zip(of_params, d_params):
                j[:, i] = g.reshape(-1) if g is not None else 0
        if jacobian_input:
            results += (tuple(inputs),)
        if jacobian_parameters:
            results += (torch.cat(of_params, 0) if of_params else torch.zeros(0, size),)
        return results

    def check_jacobian(self, module, input, jacobian_input=True):
        tensors = [t for t in _iter_tensors(input, True)] if jacobian_input else []
        tensors += [p for p in module.parameters()]
        if not tensors:
            return
        leaves = tuple(tensors)

        def fn(*_):
            return self._forward(module, input)

        torch.autograd.gradcheck(fn, leaves, eps=1e-6, atol=PRECISION * 10, nondet_tol=1e-6)


class TestBase:
    """What tests of a module and of a criterion share."""

    _required_arg_names = {"constructor_args", "input", "extra_args"}

    def __init__(self, constructor, desc="", reference_fn=None, fullname=None, **kwargs):
        self.desc, self.fullname, self.constructor, self.reference_fn = desc, fullname, constructor, reference_fn
        for name in self._required_arg_names:
            if name not in kwargs and f"{name}_fn" not in kwargs and f"{name}_size" not in kwargs:
                if name in {"constructor_args", "extra_args"}:
                    kwargs[name] = ()
                else:
                    raise ValueError(f"{self.get_name()}: Specify {name} by a value, a function to generate it, or it's size!")
        self._extra_kwargs, self._arg_cache = kwargs, {}

    def get_name(self):
        if self.fullname is not None:
            return "test_" + self.fullname
        return "test_" + self.constructor.__name__ + ("_" + self.desc if self.desc else "")

    def _unpack(self, value):
        return tuple(self._unpack(v) for v in value) if is_iterable(value) and not isinstance(value, (torch.Tensor, str)) else value

    @property
    def constructor_args(self):
        return self._get_arg("constructor_args", True)

    @property
    def extra_args(self):
        return self._get_arg("extra_args", True)

    def _get_arg(self, name, unpack):
        if name not in self._arg_cache:
            if self._extra_kwargs.get(f"{name}_fn") is not None:
                self._arg_cache[name] = self._extra_kwargs[f"{name}_fn"]()
            elif name in self._extra_kwargs:
                self._arg_cache[name] = self._extra_kwargs[name]
            else:
                size = self._extra_kwargs[f"{name}_size"]
                self._arg_cache[name] = tuple(torch.randn(s) for s in size) if isinstance(size, list) else torch.randn(size)
        return self._unpack(self._arg_cache[name]) if unpack else self._arg_cache[name]

    def _get_input(self, unpack=True):
        return self._get_arg("input", unpack)

    def __call__(self, test_case):
        raise NotImplementedError


class ModuleTest(TestBase):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.jacobian_input = kwargs.get("jacobian_input", True)
        self.should_test_cuda = False
        self.check_forward_only = kwargs.get("check_forward_only", False)
        self.pickle = kwargs.get("pickle", True)
        self.default_dtype = kwargs.get("default_dtype") or torch.get_default_dtype()

    def __call__(self, test_case):
        with set_default_dtype(self.default_dtype):
            module = self.constructor(*self.constructor_args)
            input = self._get_input()
            if self.reference_fn is not None:
                out = test_case._forward(module, input)
                expected = self.reference_fn(deepcopy(self._unpack(input)), deepcopy(test_case._get_parameters(module)[0]), module)
                test_case.assertEqual(out, expected, exact_dtype=False)
            if self.check_forward_only:
                return
            if self.pickle:
                self._check_pickle(test_case, module, input)
            self._do_test(test_case, module, input)

    def _check_pickle(self, test_case, module, input):
        """A copy that was saved and loaded gives the same."""
        with tempfile.TemporaryFile() as f:
            test_case._forward(module, input)
            torch.save(module, f)
            f.seek(0)
            copy = torch.load(f, weights_only=False)
            test_case.assertEqual(test_case._forward(copy, input), test_case._forward(module, input))

    def _do_test(self, test_case, module, input):
        test_case.check_jacobian(module, input, self.jacobian_input)


class InputVariableMixin:
    def _get_input(self):
        input = super()._get_input(False)
        for t in _iter_tensors(input):
            if t.is_floating_point() or t.is_complex():
                t.requires_grad = True
        return input


class NewModuleTest(InputVariableMixin, ModuleTest):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.check_gradgrad = kwargs.get("check_gradgrad", True)
        self.check_inplace = kwargs.get("check_inplace", False)
        self.with_tf32, self.tf32_precision = False, 0.001
        self.check_batched_grad, self.supports_forward_ad, self.supports_fwgrad_bwgrad = True, False, False
        self.gradcheck_fast_mode = kwargs.get("gradcheck_fast_mode")

    def _do_test(self, test_case, module, input):
        inputs = tuple(input) if isinstance(input, (tuple, list)) else (input,)
        params = tuple(module.parameters())

        def fn(*args):
            return test_case._forward(module, args[:len(inputs)] if len(inputs) > 1 else args[0])

        if any(t.requires_grad for t in (*inputs, *params)):
            how = {"check_batched_grad": False, "fast_mode": self.gradcheck_fast_mode}
            test_case.assertTrue(gradcheck(fn, inputs + params, **how))
            if self.check_gradgrad:
                test_case.assertTrue(gradgradcheck(fn, inputs + params, **how))


class CriterionTest(InputVariableMixin, TestBase):
    _required_arg_names = TestBase._required_arg_names | {"target"}

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.check_gradgrad, self.check_half, self.check_bfloat16, self.check_complex = (kwargs.get(n, True) for n in ("check_gradgrad", "check_half", "check_bfloat16", "check_complex"))
        self.default_dtype = kwargs.get("default_dtype") or torch.get_default_dtype()

    def _get_target(self):
        return self._get_arg("target", True)

    def __call__(self, test_case):
        with set_default_dtype(self.default_dtype):
            module = self.constructor(*self.constructor_args)
            input, target = self._get_input(), self._get_target()
            if self.reference_fn is not None:
                out = test_case._forward_criterion(module, input, target, extra_args=self.extra_args)
                test_case.assertEqual(out, self.reference_fn(deepcopy(input), deepcopy(target), *self.extra_args, module), exact_dtype=False)
            inputs = tuple(input) if isinstance(input, (tuple, list)) else (input,)

            def apply(*args):
                return module(*args, target, *self.extra_args)

            gradcheck(apply, inputs, check_batched_grad=False)


def _test_bfloat16_ops(test_case, op, device, inp_dims=(), prec=1e-2, scale_factor=None):
    """bfloat16 gives, nearly, what float32 gives, forward and backward."""
    if scale_factor is None:
        wide = torch.randn(inp_dims, device=device)
    else:
        wide = (torch.rand(inp_dims, dtype=torch.bfloat16, device=device) * scale_factor).float()
    narrow = wide.bfloat16().requires_grad_()
    expected = op(wide.requires_grad_())
    direction = torch.randn_like(expected)
    expected.backward(direction)
    actual = op.bfloat16()(narrow)
    actual.backward(direction.bfloat16())
    for a, b in ((expected, actual), (wide.grad, narrow.grad)):
        test_case.assertEqual(a, b, atol=prec, rtol=prec, exact_dtype=False)


def _test_module_empty_input(test_case, module, inp, check_size=True, inference=False):
    """A module of an input without elements gives results and zero gradients."""
    out = module(inp if inference else inp.requires_grad_(True))
    if check_size:
        test_case.assertEqual(out.size(), inp.size())
    if not inference:
        out.backward(torch.rand_like(out))
    if not inference:
        for p in module.parameters():
            if p.requires_grad:
                test_case.assertEqual(p.grad, torch.zeros_like(p.grad))
        test_case.assertEqual(inp.grad, torch.zeros_like(inp))
