"""OpInfo: what an operator supports, with sample inputs; SampleInput, ErrorInput, DecorateInfo."""

import abc
import collections
import collections.abc
import contextlib
import enum
import functools
import itertools
import math
import operator
import unittest
from dataclasses import dataclass
from functools import partial

import torch
from torch.testing import make_tensor
from torch.testing._internal._switches import IS_FBCODE, OPINFO_SAMPLE_INPUT_INDEX, TEST_WITH_ROCM, USE_PYTEST
from torch.testing._internal.common_device_type import skipCPUIfNoFFT, tol, toleranceOverride
from torch.testing._internal.common_dtype import (
    _dispatch_dtypes, all_types_and_complex_and, floating_and_complex_types, floating_and_complex_types_and, floating_types, get_all_dtypes)
from torch.testing._internal.common_utils import (
    TrackedInputIter, extract_test_fn, is_iterable_of_tensors, noncontiguous_like, numpy_to_torch_dtype_dict, torch_to_numpy_dtype_dict)

L, M, S, XS = 20, 10, 5, 3
_NOTHING = object()
_DTYPES = {
    "?": torch.bool, "B": torch.uint8, "b": torch.int8, "h": torch.int16, "i": torch.int32, "l": torch.int64, "e": torch.float16, "E": torch.bfloat16,
    "f": torch.float32, "d": torch.float64, "C": torch.complex32, "F": torch.complex64, "D": torch.complex128,
    "U": torch.uint16, "V": torch.uint32, "W": torch.uint64, "x": torch.float8_e4m3fn, "X": torch.float8_e4m3fnuz, "y": torch.float8_e5m2, "Y": torch.float8_e5m2fnuz,
}


def _getattr_qual(obj, name, default=_NOTHING):
    try:
        for part in name.split("."):
            obj = getattr(obj, part)
        return obj
    except AttributeError:
        if default is not _NOTHING:
            return default
        raise


class DecorateInfo:
    """A decorator for those tests of an operator that the conditions name."""

    def __init__(self, decorators, cls_name=None, test_name=None, *, device_type=None, dtypes=None, active_if=True):
        self.decorators = [decorators] if not isinstance(decorators, collections.abc.Sequence) else decorators
        self.cls_name, self.test_name, self.device_type, self.dtypes, self.active_if = cls_name, test_name, device_type, dtypes, active_if

    def is_active(self, cls_name, test_name, device_type, dtype, param_kwargs):
        return (self.active_if and self.cls_name in (None, cls_name) and self.test_name in (None, test_name) and self.device_type in (None, device_type)
                and (self.dtypes is None or dtype in self.dtypes))


class SampleInput:
    """Arguments of one call."""

    def __init__(self, input, *var_args, args=None, kwargs=None, output_process_fn_grad=None, broadcasts_input=None, name=None, **var_kwargs):
        self.input = input
        self.args = args if args is not None else var_args
        self.kwargs = kwargs if kwargs is not None else var_kwargs
        self.output_process_fn_grad = output_process_fn_grad or (lambda x: x)
        self.broadcasts_input = bool(broadcasts_input)
        self.name = name or ""

    def with_metadata(self, *, output_process_fn_grad=None, broadcasts_input=None, name=None):
        if output_process_fn_grad is not None:
            self.output_process_fn_grad = output_process_fn_grad
        if broadcasts_input is not None:
            self.broadcasts_input = broadcasts_input
        if name is not None:
            self.name = name
        return self

    def _repr_helper(self, formatter):
        return (f"SampleInput(input={formatter(self.input)}, args={formatter(self.args)}, kwargs={formatter(self.kwargs)}, "
                f"broadcasts_input={self.broadcasts_input}, name={self.name!r})")

    def __repr__(self):
        return self._repr_helper(lambda x: x)

    def summary(self):
        def formatter(x):
            if isinstance(x, torch.Tensor):
                return f"Tensor[size={tuple(x.shape)}, device=\"{x.device}\", dtype={x.dtype}]"
            if isinstance(x, dict):
                return {k: formatter(v) for k, v in x.items()}
            if isinstance(x, (list, tuple)):
                return type(x)(formatter(v) for v in x)
            return x

        return self._repr_helper(formatter)

    def transform(self, f):
        """The sample with f of every tensor and element type."""
        def of(x):
            if isinstance(x, (torch.Tensor, torch.dtype)):
                return f(x)
            if isinstance(x, collections.abc.Sequence) and not isinstance(x, str):
                return type(x)(map(of, x)) if not hasattr(x, "_fields") else type(x)(*map(of, x))
            if isinstance(x, collections.abc.Mapping):
                return {k: of(v) for k, v in x.items()}
            return x

        return SampleInput(of(self.input), args=of(self.args), kwargs=of(self.kwargs), output_process_fn_grad=self.output_process_fn_grad,
                           broadcasts_input=self.broadcasts_input, name=self.name + "_transformed")

    def numpy(self):
        def to_numpy(t):
            return (t.float() if t.dtype is torch.bfloat16 else t).detach().cpu().resolve_conj().numpy()

        def of(x):
            if isinstance(x, torch.Tensor):
                return to_numpy(x)
            if isinstance(x, torch.dtype):
                return torch_to_numpy_dtype_dict[x]
            if isinstance(x, (list, tuple)):
                return type(x)(map(of, x))
            if isinstance(x, dict):
                return {k: of(v) for k, v in x.items()}
            return x

        return SampleInput(of(self.input), args=of(tuple(self.args)), kwargs=of(self.kwargs), name=self.name)

    def noncontiguous(self):
        return self.transform(lambda t: noncontiguous_like(t) if isinstance(t, torch.Tensor) else t)


class ErrorInput:
    """A call that must raise."""

    def __init__(self, sample_input, *, error_type=RuntimeError, error_regex):
        self.sample_input, self.error_type, self.error_regex = sample_input, error_type, error_regex


class AliasInfo:
    """Another name of an operator."""

    def __init__(self, alias_name):
        self.name = alias_name
        self.op = _getattr_qual(torch, alias_name, None)
        self.method_variant = getattr(torch.Tensor, alias_name, None)
        self.inplace_variant = getattr(torch.Tensor, alias_name + "_", None)

    def __call__(self, *args, **kwargs):
        return self.op(*args, **kwargs)


class OpInfo:
    """What is known of an operator."""

    def __init__(self, name, *, ref=None, aliases=(), variant_test_name="", op=None, method_variant=_NOTHING, inplace_variant=_NOTHING, operator_variant=None, inplace_operator_variant=_NOTHING,
                 dtypes=floating_types(), backward_dtypes=None, sample_inputs_func=None, reference_inputs_func=None, error_inputs_func=None, decorators=(), skips=(),
                 supports_out=True, supports_autograd=True, supports_gradgrad=None, supports_forward_ad=False, supports_fwgrad_bwgrad=False,
                 supports_inplace_autograd=None, promotes_int_to_float=False, gradcheck_wrapper=lambda op, *a, **k: op(*a, **k), gradcheck_nondet_tol=0.0,
                 is_factory_function=False, **more):
        self.name, self.ref, self.variant_test_name = name, ref, variant_test_name
        self.op = op if op is not None else _getattr_qual(torch, name, None)
        self.method_variant = getattr(torch.Tensor, name, None) if method_variant is _NOTHING else method_variant
        self.inplace_variant = getattr(torch.Tensor, name + "_", None) if inplace_variant is _NOTHING else inplace_variant
        self.operator_variant = operator_variant if operator_variant is not None else getattr(operator, name, None)
        self.inplace_operator_variant = getattr(operator, "i" + name, None) if inplace_operator_variant is _NOTHING else inplace_operator_variant
        self.aliases = tuple(AliasInfo(a) for a in aliases)
        self.dtypes = _dispatch_dtypes(dtypes)
        self.backward_dtypes = _dispatch_dtypes(dtypes if backward_dtypes is None else backward_dtypes)
        self.dtypesIf = {}
        self.sample_inputs_func, self.reference_inputs_func, self.error_inputs_func = sample_inputs_func, reference_inputs_func, error_inputs_func
        self.decorators = (*decorators, *skips)
        self.skips = skips
        self.supports_out, self.supports_autograd = supports_out, supports_autograd
        self.supports_gradgrad = supports_autograd if supports_gradgrad is None else supports_gradgrad
        self.supports_forward_ad, self.supports_fwgrad_bwgrad = supports_forward_ad, supports_fwgrad_bwgrad
        self.supports_inplace_autograd = supports_inplace_autograd if supports_inplace_autograd is not None else supports_autograd and self.inplace_variant is not None
        self.promotes_int_to_float, self.gradcheck_wrapper, self.gradcheck_nondet_tol = promotes_int_to_float, gradcheck_wrapper, gradcheck_nondet_tol
        self.is_factory_function = is_factory_function
        self.check_batched_grad = self.check_batched_gradgrad = self.check_batched_forward_grad = True
        self.gradcheck_fast_mode = None
        self.supports_sparse = self.supports_sparse_csr = self.supports_njt = self.assert_autodiffed = self.assert_jit_shape_analysis = False
        self.supports_scripting = self.supports_tracing = self.test_conjugated_samples = self.test_neg_view = True
        self.aten_name = name
        self.__dict__.update(more)

    def __call__(self, *args, **kwargs):
        return self.op(*args, **kwargs)

    def __repr__(self):
        return f"{type(self).__name__}(name={self.name!r}, variant_test_name={self.variant_test_name!r})"

    @property
    def full_name(self):
        return f"{self.name}.{self.variant_test_name}" if self.variant_test_name else self.name

    @property
    def formatted_name(self):
        return self.full_name.replace(".", "_")

    def get_op(self):
        return self.op

    def get_method(self):
        return self.method_variant

    def get_inplace(self):
        return self.inplace_variant

    def get_operator(self):
        return self.operator_variant

    def get_inplace_operator(self):
        return self.inplace_operator_variant

    def get_decorators(self, test_class, test_name, device, dtype, param_kwargs):
        found = []
        for d in self.decorators:
            if isinstance(d, DecorateInfo):
                if d.is_active(test_class, test_name, device, dtype, param_kwargs):
                    found.extend(d.decorators)
            else:
                found.append(d)
        return found

    def supported_dtypes(self, device_type):
        return set(self.dtypes)

    def supported_backward_dtypes(self, device_type):
        return {d for d in self.backward_dtypes if d.is_floating_point or d.is_complex} if self.supports_autograd else set()

    def supports_dtype(self, dtype, device_type):
        return dtype in self.dtypes

    def supports_complex_autograd(self, device_type):
        return self.supports_autograd and any(d.is_complex for d in self.backward_dtypes)

    def sample_inputs(self, device, dtype, requires_grad=False, **kwargs):
        """The samples; with use_subtests each comes with two functions that make contexts of a test case: its subtest, and what a rule says of it."""
        if kwargs.pop("use_subtests", False):
            return ((sample, *self._contexts(device, sample, k)) for k, sample in enumerate(self.sample_inputs(device, dtype, requires_grad, **kwargs)))
        if kwargs.pop("include_conjugated_inputs", False):
            return itertools.chain(self.sample_inputs(device, dtype, requires_grad, **kwargs), self.conjugate_sample_inputs(device, dtype, requires_grad, **kwargs))
        if self.sample_inputs_func is None:
            raise unittest.SkipTest(f"no sample inputs of {self.full_name} are written down")
        return TrackedInputIter(iter(self.sample_inputs_func(self, device, dtype, requires_grad, **kwargs)), "sample input",
                                restrict_to_index=OPINFO_SAMPLE_INPUT_INDEX)

    def _contexts(self, device, sample, number):
        rule = next((r for r in getattr(self, "sample_rules", None) or () if r.applies(self, device, sample)), None)
        said = {} if rule is None else {rule.type: rule.name}
        subtest = lambda test_case: test_case.subTest(sample=sample.name, idx=number, **said)
        return subtest, contextlib.nullcontext if rule is None else rule.get_context

    def conjugate_sample_inputs(self, device, dtype, requires_grad=False, **kwargs):
        for sample in self.sample_inputs(device, dtype, requires_grad, **kwargs):
            yield sample.transform(lambda t: torch.conj(t.conj_physical()) if isinstance(t, torch.Tensor) and t.is_complex() else t)

    def reference_inputs(self, device, dtype, requires_grad=False, **kwargs):
        if self.reference_inputs_func is None:
            return self.sample_inputs(device, dtype, requires_grad, **kwargs)
        return iter(self.reference_inputs_func(self, device, dtype, requires_grad, **kwargs))

    def sample_inputs_sparse(self, layout, device, dtype, requires_grad=False, **kwargs):
        """The samples whose input a layout can hold: matrices, for a compressed one; where there are no zeros all elements are specified."""
        if not isinstance(self, ReductionOpInfo) and self.name != "mul":
            raise NotImplementedError(f"no sparse sample inputs of {self.full_name}")
        block = {"blocksize": (1, 1)} if layout in (torch.sparse_bsr, torch.sparse_bsc) else {}
        held = lambda t: isinstance(t, torch.Tensor) and (t.dim() > 0 if layout is torch.sparse_coo else t.dim() == 2) and t.numel()

        def of_layout(t):
            return t.detach().to_sparse(layout=layout, **block).requires_grad_(t.requires_grad)

        for sample in self.sample_inputs(device, dtype, requires_grad, **kwargs):
            others = [t for t in (*sample.args, *sample.kwargs.values()) if isinstance(t, torch.Tensor)]
            if held(sample.input) and all(t.shape == sample.input.shape for t in others):
                yield SampleInput(of_layout(sample.input), args=tuple(of_layout(a) if isinstance(a, torch.Tensor) else a for a in sample.args),
                                  kwargs={k: of_layout(v) if isinstance(v, torch.Tensor) else v for k, v in sample.kwargs.items()})

    def _sparse_samples(layout):
        return lambda self, device, dtype, requires_grad=False, **kwargs: self.sample_inputs_sparse(layout, device, dtype, requires_grad, **kwargs)

    sample_inputs_sparse_coo, sample_inputs_sparse_csr, sample_inputs_sparse_csc, sample_inputs_sparse_bsr, sample_inputs_sparse_bsc = map(
        _sparse_samples, (torch.sparse_coo, torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc))
    del _sparse_samples

    def error_inputs_sparse(self, device, layout, **kwargs):
        return iter(())

    def error_inputs(self, device, **kwargs):
        return iter(()) if self.error_inputs_func is None else iter(self.error_inputs_func(self, device, **kwargs))


class UnaryUfuncInfo(OpInfo):
    """A function of each element; the domain is where it is defined."""

    def __init__(self, name, *, domain=(None, None), handles_large_floats=True, supports_complex_to_float=False, **kwargs):
        super().__init__(name, **{"sample_inputs_func": sample_inputs_elementwise_unary, "reference_inputs_func": reference_inputs_elementwise_unary, **kwargs})
        self.domain, self.handles_large_floats, self.supports_complex_to_float = domain, handles_large_floats, supports_complex_to_float
        self.sample_kwargs = kwargs.get("sample_kwargs", lambda device, dtype, input: ({}, {}))
        self.reference_numerics_filter = None
        self.handles_complex_extremal_values = True


class BinaryUfuncInfo(OpInfo):
    """A function of pairs of elements, of broadcast operands."""

    def __init__(self, name, *, lhs_make_tensor_kwargs=None, rhs_make_tensor_kwargs=None, always_returns_bool=False, supports_rhs_python_scalar=True,
                 supports_one_python_scalar=False, supports_two_python_scalars=False, **kwargs):
        super().__init__(name, **{"sample_inputs_func": sample_inputs_elementwise_binary, "reference_inputs_func": reference_inputs_elementwise_binary, **kwargs})
        self.lhs_make_tensor_kwargs, self.rhs_make_tensor_kwargs = lhs_make_tensor_kwargs or {}, rhs_make_tensor_kwargs or {}
        self.always_returns_bool, self.supports_rhs_python_scalar = always_returns_bool, supports_rhs_python_scalar
        self.supports_one_python_scalar = supports_one_python_scalar or supports_two_python_scalars
        self.supports_two_python_scalars = supports_two_python_scalars
        self.supports_kwarg_bool = False


class ReductionOpInfo(OpInfo):
    """A function of all elements along dimensions."""

    def __init__(self, name, *, identity=None, nan_policy=None, supports_multiple_dims=True, promotes_int_to_int64=False, result_dtype=None, complex_to_real=False,
                 generate_args_kwargs=None, **kwargs):
        super().__init__(name, **{"sample_inputs_func": sample_inputs_reduction, **kwargs})
        self.identity, self.nan_policy, self.supports_multiple_dims = identity, nan_policy, supports_multiple_dims
        self.promotes_int_to_int64, self.result_dtype, self.complex_to_real = promotes_int_to_int64, result_dtype, complex_to_real
        self.generate_args_kwargs = generate_args_kwargs or (lambda t, dim=None, keepdim=False: iter([((), {})]))


class SpectralFuncType(enum.Enum):
    OneD = 1
    TwoD = 2
    ND = 3


class SpectralFuncInfo(OpInfo):
    def __init__(self, name, *, ndimensional=SpectralFuncType.OneD, **kwargs):
        super().__init__(name, **{"sample_inputs_func": sample_inputs_spectral_ops, **kwargs})
        self.ndimensional = ndimensional


class ShapeFuncInfo(OpInfo):
    pass


def _foreach_samples(op_info, device, dtype, requires_grad, **kwargs):
    from torch.testing._internal.opinfo._foreach import sample_inputs_foreach_op  # which needs the classes of this file

    return sample_inputs_foreach_op(op_info, device, dtype, requires_grad, **kwargs)


class ForeachSampleInput(SampleInput):
    """Lists of tensors, what a function of one tensor is called with beside each, and whether there is no quick way."""

    def __init__(self, *args, disable_fastpath=False, ref_args=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.ref_args = ref_args or self.args
        self.disable_fastpath = disable_fastpath


class ForeachFuncInfo(OpInfo):
    """torch._foreach_NAME, a function over lists of tensors."""

    def __init__(self, name, *, dtypes=all_types_and_complex_and(torch.bool, torch.half, torch.bfloat16), supports_alpha_param=False, supports_scalar_self_arg=False,
                 has_no_in_place=False, backward_requires_result=False, supports_out=True, **kwargs):
        self.ref = getattr(torch, name, None)
        super().__init__("_foreach_" + name, dtypes=dtypes, op=getattr(torch, "_foreach_" + name, None), method_variant=getattr(torch, "_foreach_" + name, None),
                         inplace_variant=None if has_no_in_place else getattr(torch, f"_foreach_{name}_", None), ref=self.ref, supports_out=supports_out,
                         **{"sample_inputs_func": _foreach_samples, **kwargs})
        self.ref_inplace = getattr(torch.Tensor, name + "_", None)
        self.supports_alpha_param, self.supports_scalar_self_arg = supports_alpha_param, supports_scalar_self_arg
        self.has_no_in_place, self.backward_requires_result = has_no_in_place, backward_requires_result
        self.supports_fwgrad_bwgrad = self.supports_forward_ad


@dataclass
class SampleRule(abc.ABC):
    """What becomes of samples of an operator for which both functions say yes; one that is missing says yes to all."""

    op_match_fn: object = None
    sample_match_fn: object = None
    name: str = ""

    @property
    @abc.abstractmethod
    def type(self):
        pass

    @abc.abstractmethod
    def get_context(self, test_case):
        pass

    def applies(self, op, device, sample):
        return (self.op_match_fn is None or self.op_match_fn(device, op)) and (self.sample_match_fn is None or self.sample_match_fn(device, sample))


@dataclass
class SkipRule(SampleRule):
    @property
    def type(self):
        return "skip"

    def get_context(self, test_case):
        @contextlib.contextmanager
        def skipped():
            test_case.skipTest("Skipped!")
            yield

        return skipped()


@dataclass
class XFailRule(SampleRule):
    error_type: object = Exception
    error_msg: str = ".*"

    @property
    def type(self):
        return "xfail"

    def get_context(self, test_case):
        return test_case.assertRaisesRegex(self.error_type, self.error_msg)


class sample_skips_and_xfails:
    """Rules for the samples of a test that asks for them with use_subtests."""

    def __init__(self, rules):
        self.rules = rules

    def __call__(self, fn):
        if getattr(fn, "sample_skips_and_xfails", None) is not None:
            raise RuntimeError("Multiple sets of sample_skips_and_xfails defined")
        fn.sample_skips_and_xfails = self.rules
        return fn


class NumericsFilter(collections.namedtuple("NumericsFilter", ["condition", "safe_val"])):
    pass


def clone_sample(sample, **kwargs):
    def of(value):
        if isinstance(value, torch.Tensor):
            return value.detach().clone().requires_grad_(value.requires_grad)
        return value

    return SampleInput(of(sample.input), args=tuple(map(of, sample.args)), kwargs={k: of(v) for k, v in kwargs.items() or sample.kwargs.items()})


def sample_inputs_elementwise_unary(op_info, device, dtype, requires_grad, op_kwargs=None, **kwargs):
    low, high = getattr(op_info, "sample_domain", op_info.domain)
    if dtype.is_floating_point or dtype.is_complex:  # a little inside, where derivatives are finite
        low, high = None if low is None else low + 0.01, None if high is None else high - 0.01
    for shape in ((L,), ()):
        made = make_tensor(shape, device=device, dtype=dtype, low=low, high=high, requires_grad=requires_grad)
        yield SampleInput(made, kwargs=op_kwargs or op_info.sample_kwargs(device, dtype, made)[0])


def generate_elementwise_unary_tensors(op, *, device, dtype, requires_grad=False, **kwargs):
    for shape in ((16,), (1,), (0,), (4, 3), ()):
        low, high = op.domain
        made = make_tensor(shape, device=device, dtype=dtype, low=low, high=high, requires_grad=requires_grad)
        yield SampleInput(made, kwargs=op.sample_kwargs(device, dtype, made)[0])


def generate_elementwise_unary_small_value_tensors(op, *, device, dtype, requires_grad=False):
    values = [0, 1, 2, -1, -2] if dtype not in (torch.bool, torch.uint8) else [0, 1]
    yield SampleInput(torch.tensor(values, device=device, dtype=dtype, requires_grad=requires_grad))


def generate_elementwise_unary_large_value_tensors(op, *, device, dtype, requires_grad=False):
    values = [100, 113, 125] if not (dtype.is_floating_point or dtype.is_complex) else [501.0, 1001.2, 13437.7]
    yield SampleInput(torch.tensor(values, device=device, dtype=dtype, requires_grad=requires_grad))


def generate_elementwise_unary_extremal_value_tensors(op, *, device, dtype, requires_grad=False):
    yield SampleInput(torch.tensor([math.inf, -math.inf, math.nan], device=device, dtype=dtype, requires_grad=requires_grad))


def generate_elementwise_unary_noncontiguous_tensors(op, *, device, dtype, requires_grad=False):
    low, high = op.domain
    for shape in ((5, 7), (3, 4, 2)):
        yield SampleInput(make_tensor(shape, device=device, dtype=dtype, low=low, high=high, requires_grad=requires_grad, noncontiguous=True))


generate_elementwise_unary_arbitrarily_strided_tensors = generate_elementwise_unary_noncontiguous_tensors


def reference_inputs_elementwise_unary(op, device, dtype, requires_grad, **kwargs):
    yield from op.sample_inputs_func(op, device, dtype, requires_grad, **kwargs)
    yield from generate_elementwise_unary_tensors(op, device=device, dtype=dtype, requires_grad=requires_grad)


def _pairs(op, device, dtype, requires_grad, shapes, exclude_zero=False):
    lhs = {"exclude_zero": exclude_zero, **op.lhs_make_tensor_kwargs}
    rhs = {"exclude_zero": exclude_zero, **op.rhs_make_tensor_kwargs}
    for a, b in shapes:
        yield SampleInput(make_tensor(a, device=device, dtype=dtype, requires_grad=requires_grad, **lhs),
                          args=(make_tensor(b, device=device, dtype=dtype, requires_grad=requires_grad, **rhs),), broadcasts_input=torch.broadcast_shapes(a, b) != a)


_PAIRS = (((), ()), ((S,), ()), ((S, 1), (S,)), ((M, S), ()), ((S, M, S), (M, S)), ((S, M, S), (S, M, S)), ((M, 1, S), (M, S)), ((0, 1, XS), (0, M, XS)))


def sample_inputs_elementwise_binary(op, device, dtype, requires_grad, **kwargs):
    yield from _pairs(op, device, dtype, requires_grad, _PAIRS, kwargs.pop("exclude_zero", False))


def generate_elementwise_binary_tensors(op, *, device, dtype, requires_grad=False, exclude_zero=False, **kwargs):
    yield from _pairs(op, device, dtype, requires_grad, [(s, s) for s in ((0,), (1, 0, 3), (20,), (7, 5), ())], exclude_zero)


def generate_elementwise_binary_broadcasting_tensors(op, *, device, dtype, requires_grad=False, exclude_zero=False):
    yield from _pairs(op, device, dtype, requires_grad, [((1,), ()), ((2,), ()), ((1,), (2,)), ((2, 1), (2,)), ((1, 2), (3, 2)), ((3, 1, 3), (1, 3, 1))], exclude_zero)


def generate_elementwise_binary_noncontiguous_tensors(op, *, device, dtype, requires_grad=False, exclude_zero=False):
    for sample in _pairs(op, device, dtype, requires_grad, [((7, 3), (7, 3))], exclude_zero):
        yield sample.noncontiguous()


generate_elementwise_binary_arbitrarily_strided_tensors = generate_elementwise_binary_noncontiguous_tensors


def generate_elementwise_binary_small_value_tensors(op, *, device, dtype, requires_grad=False, exclude_zero=False):
    exclude_zero = op.rhs_make_tensor_kwargs.get("exclude_zero", exclude_zero)
    values = [v for v in ([0, 1, 3] if dtype in (torch.bool, torch.uint8) else [-3, -1, 0, 1, 3]) if v or not exclude_zero]
    a, b = zip(*itertools.product(values, values))
    yield SampleInput(torch.tensor(a, dtype=dtype, device=device, requires_grad=requires_grad), args=(torch.tensor(b, dtype=dtype, device=device, requires_grad=requires_grad),))


def generate_elementwise_binary_large_value_tensors(op, *, device, dtype, requires_grad=False):
    values = [-501, 501, 1001] if dtype.is_floating_point or dtype.is_complex else [100, 113]
    a, b = zip(*itertools.product(values, values))
    yield SampleInput(torch.tensor(a, dtype=dtype, device=device), args=(torch.tensor(b, dtype=dtype, device=device),))


def generate_elementwise_binary_extremal_value_tensors(op, *, device, dtype, requires_grad=False):
    values = [math.inf, -math.inf, math.nan, 1.0]
    a, b = zip(*itertools.product(values, values))
    yield SampleInput(torch.tensor(a, dtype=dtype, device=device), args=(torch.tensor(b, dtype=dtype, device=device),))


def generate_elementwise_binary_with_scalar_samples(op, *, device, dtype, requires_grad=False):
    for shape in ((), (3,), (5, 3)):
        number = make_tensor((), dtype=dtype, device=device, **op.rhs_make_tensor_kwargs).item()
        if op.supports_rhs_python_scalar:
            yield SampleInput(make_tensor(shape, dtype=dtype, device=device, requires_grad=requires_grad, **op.lhs_make_tensor_kwargs), args=(number,))


generate_elementwise_binary_with_scalar_and_type_promotion_samples = generate_elementwise_binary_with_scalar_samples


def reference_inputs_elementwise_binary(op, device, dtype, requires_grad, **kwargs):
    yield from op.sample_inputs_func(op, device, dtype, requires_grad, **kwargs)
    yield from generate_elementwise_binary_broadcasting_tensors(op, device=device, dtype=dtype, requires_grad=requires_grad)


def make_error_inputs_elementwise_binary(error_inputs_func):
    def wrapper(op, device, **kwargs):
        yield from error_inputs_func(op, device, **kwargs)

    return wrapper


def _generate_reduction_inputs(device, dtype, requires_grad, **kwargs):
    for shape in ((2,), (3, 5), (3, 2, 1, 2), ()):
        yield make_tensor(shape, dtype=dtype, device=device, requires_grad=requires_grad)


def _generate_reduction_kwargs(ndim, supports_multiple_dims=True):
    yield {}
    yield {"dim": 0, "keepdim": True}
    yield {"dim": -1, "keepdim": False}
    if ndim > 2:
        yield {"dim": ndim // 2, "keepdim": True}
    if supports_multiple_dims and ndim > 1:
        yield {"dim": tuple(range(ndim)), "keepdim": False}
        yield {"dim": (0, -1), "keepdim": True}


def sample_inputs_reduction(op_info, device, dtype, requires_grad, **kwargs):
    spread = op_info.name.rpartition(".")[2] in ("var", "std")  # of one number it has no value
    for t in _generate_reduction_inputs(device, dtype, requires_grad):
        for more in _generate_reduction_kwargs(t.ndim, op_info.supports_multiple_dims):
            if op_info.name.endswith("count_nonzero"):
                more.pop("keepdim", None)
            dims = more.get("dim", range(t.ndim))
            if spread and (t.ndim == 0 or math.prod(t.shape[d] for d in ((dims,) if isinstance(dims, int) else dims)) < 2):
                continue
            for args, extra in op_info.generate_args_kwargs(t, **more):
                yield SampleInput(t.detach().requires_grad_(requires_grad), args=args, kwargs={**more, **extra})


def sample_inputs_spectral_ops(self, device, dtype, requires_grad=False, **kwargs):
    t = make_tensor((S, 6, 5), device=device, dtype=dtype, requires_grad=requires_grad)
    if self.ndimensional is SpectralFuncType.OneD:
        choices = [{}, {"n": 8}, {"n": 4, "dim": 1}, {"norm": "ortho"}]
    elif self.ndimensional is SpectralFuncType.TwoD:
        choices = [{}, {"s": (6, 4)}, {"dim": (0, 1)}, {"norm": "forward"}]
    else:
        choices = [{}, {"s": (3, 10), "dim": (1, 2)}, {"dim": (0, 1)}, {"norm": "backward"}]
    for more in choices:
        yield SampleInput(t.detach().requires_grad_(requires_grad), kwargs=more)


sample_inputs_spectral_func = sample_inputs_spectral_ops


class sample_inputs_foreach:
    """Makes lists of tensors for functions over lists."""

    def __call__(self, tensors_or_self, device, dtype, num_tensors, *args, same_size=True, noncontiguous=False, requires_grad=False, **kwargs):
        return [make_tensor((num_tensors, num_tensors) if same_size else (num_tensors - i, num_tensors - i), dtype=dtype, device=device, noncontiguous=noncontiguous,
                            requires_grad=requires_grad) for i in range(num_tensors)]


def get_foreach_method_names(name):
    return [getattr(torch, f"_foreach_{name}", None), getattr(torch, f"_foreach_{name}_", None), getattr(torch, name, None), getattr(torch.Tensor, f"{name}_", None)]


def gradcheck_wrapper_hermitian_input(op, input, *args, **kwargs):
    """The function of the part of the input that is its own conjugate transpose."""
    return op(input + input.mH, *args, **kwargs)


def gradcheck_wrapper_triangular_input(op, *args, upper=False, idx=0, **kwargs):
    replaced = list(args)
    replaced[idx] = torch.triu(args[idx]) if upper else torch.tril(args[idx])
    return op(*replaced, upper, **kwargs)


def gradcheck_wrapper_cholesky_solve(op, input, factor, upper=False):
    """The function of the triangle of the factor that is looked at."""
    return op(input, torch.triu(factor) if upper else torch.tril(factor), upper)


def gradcheck_wrapper_ctc_loss(op, input, *args, **kwargs):
    return op(torch.log_softmax(input, 2), *args, **kwargs)


def gradcheck_wrapper_triangular_input_real_positive_diagonal(op, *args, upper=False, idx=0, **kwargs):
    arg = args[idx]
    diagonal = arg.diagonal(0, -2, -1)
    arg = torch.where(torch.diag_embed(torch.ones_like(diagonal)).bool(), torch.diag_embed(torch.abs(diagonal)), arg)
    return gradcheck_wrapper_triangular_input(op, *args[:idx], arg, *args[idx + 1:], upper=upper, idx=idx, **kwargs)


def gradcheck_wrapper_masked_operation(op, input, *args, **kwargs):
    output = op(input, *args, **kwargs)
    mask = kwargs.get("mask")
    return output if mask is None else torch.where(torch.masked._output_mask(op, input, *args, **kwargs), output, output.new_zeros([]))


gradcheck_wrapper_masked_pointwise_operation = gradcheck_wrapper_masked_operation
