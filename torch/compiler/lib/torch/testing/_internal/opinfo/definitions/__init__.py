"""The table of operators."""

import ast
import math
import operator
import warnings

import numpy
import torch
from torch.testing._internal.opinfo import core as _core
from torch.testing._internal.opinfo._atennames import AUTODIFFED, BACKWARD_NAMES, aten_name, of_variant
from torch.testing._internal.opinfo._attributes import ATTRIBUTES, NUMPY
from torch.testing._internal.opinfo._calls import CALLS, METHODS, wrapper_set_seed
from torch.testing._internal.opinfo._decorate import decorate
from torch.testing._internal.opinfo._decorations import OPERATORS as _OPERATORS, REFERENCES as _REFERENCE_TESTS
from torch.testing._internal.opinfo._errors import errors_of
from torch.testing._internal.opinfo._numpyfunctions import FUNCTIONS
from torch.testing._internal.opinfo._references import REFERENCES
from torch.testing._internal.opinfo._samples import samples_of
from torch.testing._internal.opinfo._table import TABLE
from torch.testing._internal.opinfo.core import (
    _DTYPES, BinaryUfuncInfo, OpInfo, ReductionOpInfo, ShapeFuncInfo, SpectralFuncInfo, SpectralFuncType, UnaryUfuncInfo, _getattr_qual)
from torch.testing._internal.opinfo.refs import references_of
from torch.testing._internal.opinfo.utils import prod_numpy, reference_reduction_numpy

_KINDS = {"u": UnaryUfuncInfo, "b": BinaryUfuncInfo, "r": ReductionOpInfo, "s": SpectralFuncInfo, "h": ShapeFuncInfo, "o": OpInfo}


_ARGUMENTS = {
    "polygamma": lambda variant: {"n": 0 if variant[-1] == "0" else 4}, "mvlgamma": lambda variant: {"p": int(variant[-1])},
    "round": lambda variant: {"decimals": int(variant.replace("decimals_", "").replace("neg_", "-"))} if variant else {},
    "fill": lambda variant: {"value": 3}, "elu": lambda variant: {"alpha": 0.8}, "celu": lambda variant: {"alpha": 0.8},
    "softplus": lambda variant: {"beta": 3, "threshold": 0.2}, "rrelu": lambda variant: {"lower": 0.0, "upper": 1.0, "training": True},
    "threshold": lambda variant: {"threshold": 0.123, "value": -9},
}


# Functions of nn.functional that have an argument inplace, and operators whose name is that of a method that works in place.
_INPLACE = set("leaky_relu elu celu rrelu selu silu hardsigmoid mish threshold dropout dropout2d dropout3d alpha_dropout feature_alpha_dropout".split())
_SPELLED = {"bitwise_not": "invert", "bitwise_left_shift": "lshift", "bitwise_right_shift": "rshift", "remainder": "mod", "bitwise_and": "and_", "bitwise_or": "or_",
            "bitwise_xor": "xor"}


def _in_place(name, op, method):
    """The form of an operator that changes its first argument."""
    if name.rpartition("nn.functional.")[2] in _INPLACE:
        return lambda x, *args, **kwargs: op(x, *args, **kwargs, inplace=True)
    if name in ("resize_", "resize_as_", "zero_"):
        return getattr(torch.Tensor, name)
    return getattr(torch.Tensor, name + "_", None) if method else None


def _operator(name, prefix=""):
    """The function of module operator for a name of torch."""
    return getattr(operator, prefix + _SPELLED.get(name, name).rstrip("_" if prefix else ""), None)


def _rounding(mode):
    """Samples of divisions that round."""
    def sample_inputs(*args, **kwargs):
        for sample in _core.sample_inputs_elementwise_binary(*args, **kwargs):
            sample.kwargs = {"rounding_mode": mode}
            yield sample

    return sample_inputs


def _number(text):
    return None if text == "None" else float(text) if any(c in text for c in ".einf") else int(text)


def _entry(line):
    """The OpInfo of a row, or None where magneto lacks the operator."""
    kind, names, dtypes, backward, flags, *more = line.split(" ")
    name, _, variant = names.partition("/")
    op = CALLS.get(names) or CALLS.get(name) or _getattr_qual(torch, name, None) or getattr(torch.Tensor, name, None)
    if op is None:
        return None
    of = lambda letters: tuple(_DTYPES[c] for c in letters)
    kwargs = dict(op=op, variant_test_name=variant, dtypes=of(dtypes), backward_dtypes=of(dtypes if backward == "=" else "" if backward == "-" else backward),
                  supports_out="o" in flags, supports_autograd="g" in flags, supports_gradgrad="G" in flags, supports_forward_ad="f" in flags,
                  promotes_int_to_float="F" in flags, is_factory_function="c" in flags, supports_inplace_autograd="I" in flags,
                  method_variant=METHODS.get(name) or getattr(torch.Tensor, name, None) if "m" in flags else None,
                  inplace_variant=_in_place(name, op, "i" in flags), operator_variant=_operator(name) if "p" in flags else None,
                  inplace_operator_variant=_operator(name, "i") if "p" in flags and name not in ("abs", "neg", "matmul") else None, aten_name=aten_name(name, variant))
    given = dict(part.split("=", 1) for part in more)
    kwargs["aliases"] = tuple(a for a in given.get("al", "").split(",") if a)
    if kind == "u" and "dom" in given:
        kwargs["domain"] = tuple(map(_number, given["dom"].split(",")))
    elif kind == "b":
        kwargs.update(always_returns_bool="B" in flags, supports_rhs_python_scalar="s" in flags, supports_one_python_scalar="1" in flags)
        if variant.endswith("_rounding"):
            kwargs["sample_inputs_func"] = _rounding(variant.removesuffix("_rounding"))
        if "rhs" in given:
            kwargs["rhs_make_tensor_kwargs"] = {k: v == "True" if v in ("True", "False") else _number(v) for k, v in (p.split("=") for p in given["rhs"].split(","))}
    elif kind == "r":
        kwargs.update(identity=_number(given["id"]) if given["id"] not in ("True", "False") else given["id"] == "True", supports_multiple_dims="M" in flags,
                      complex_to_real="R" in flags, promotes_int_to_int64="L" in flags, nan_policy=given.get("nan"),
                      result_dtype=_getattr_qual(torch, given["rd"].split(".")[-1]) if "rd" in given else None)
    elif kind == "s":
        kwargs["ndimensional"] = SpectralFuncType(int(given["nd"]))
    if kind in "oh":
        kwargs["sample_inputs_func"] = samples_of(name, variant)
    kwargs["error_inputs_func"] = errors_of(name)
    more = _ARGUMENTS.get(name.rpartition(".")[2])
    if more is not None and kind == "u":
        given = more(variant)
        of_numpy = {"d": given["p"]} if name == "mvlgamma" else given
        kwargs["sample_kwargs"] = lambda device, dtype, input: (given, of_numpy)
    if name == "nn.functional.prelu":
        kwargs["sample_kwargs"] = lambda device, dtype, input: ({"weight": torch.tensor(0.25, device=device, dtype=dtype)}, {"weight": 0.25})
    return _KINDS[kind](name, **kwargs)


def _truths(op):
    """What follows for an operator from its columns."""
    op.supports_fwgrad_bwgrad = op.supports_forward_ad
    op.check_batched_grad = op.supports_autograd
    op.check_batched_gradgrad = op.supports_gradgrad
    op.check_batched_forward_grad = op.supports_forward_ad
    for name, value in (("supports_sparse_csc", False), ("supports_sparse_bsr", False), ("supports_sparse_bsc", False), ("supports_varargs", False), ("skip_cow_input_backward", False),
                        ("supports_expanded_weight", False), ("skip_correctness_check_compile_vs_eager", False), ("allow_cow_input_materialize_forward", None),
                        ("allow_cow_input_materialize_backward", None), ("autodiff_fusible_nodes", []), ("autodiff_nonfusible_nodes", ["aten::" + op.name])):
        op.__dict__.setdefault(name, value)
    if isinstance(op, ReductionOpInfo) and op.formatted_name in _REDUCTION_ARGUMENTS:
        argument, values = _REDUCTION_ARGUMENTS[op.formatted_name]
        op.generate_args_kwargs = lambda t, dim=None, keepdim=False: (((), {argument: value}) for value in values)
    op.aten_backward_name = BACKWARD_NAMES.get(f"{op.name}/{op.variant_test_name}" if op.variant_test_name else op.name)
    op.assert_autodiffed = of_variant(AUTODIFFED, op.name, op.variant_test_name)


# What a reduction is called with, each of the values in turn.
_REDUCTION_ARGUMENTS = {"var": ("unbiased", (True, False)), "std": ("unbiased", (True, False)),
                        "linalg_vector_norm": ("ord", (6, 4, 2, 1, 0, 0.9, math.inf, -2.1, -math.inf))}


def _attributes(ops, text):
    """Sets what the table of attributes says, and what follows from that."""
    rules = {}
    for line in text.replace("\n  ", " ").strip().split("\n"):
        head, _, names = line.partition(": ")
        rules[head] = set(names.split())
    flipped = lambda op, name: op.formatted_name in rules["!" + name]
    for op in ops:
        _truths(op)
        op.supports_fwgrad_bwgrad ^= flipped(op, "supports_fwgrad_bwgrad")
        op.check_batched_grad ^= flipped(op, "check_batched_grad")
        op.check_batched_gradgrad = (op.supports_gradgrad and op.check_batched_grad) ^ flipped(op, "check_batched_gradgrad")
        op.check_batched_forward_grad = (op.supports_forward_ad and op.check_batched_grad) ^ flipped(op, "check_batched_forward_grad")
        op.check_inplace_batched_forward_grad = op.check_batched_forward_grad ^ flipped(op, "check_inplace_batched_forward_grad")
        for head, names in rules.items():
            if head[0] != "!" and op.formatted_name in names:
                name, value = head.split("=")
                setattr(op, name, _value(op, name, value))


def _value(op, name, text):
    """The value of an attribute that the table says."""
    if name == "gradcheck_wrapper":
        return getattr(_core, text, None) or wrapper_set_seed
    named = {"LAST": op.name.rpartition(".")[2], "JOINED": op.name.replace(".", "_")}
    return named[text] if text in named else ast.literal_eval(text)


def _numpy_references(ops, text):
    """Sets the function of numpy that an operator is compared with."""
    found = {name: function or name for name, _, function in (word.partition("=") for word in text.split())}
    for op in ops:
        function = found.get(op.formatted_name)
        if op.formatted_name in _REFERENCES:
            op.ref = _REFERENCES[op.formatted_name]
        elif function is not None:
            op.ref = _getattr_qual(numpy, function, None)
            if isinstance(op, ReductionOpInfo) and op.ref is not None:
                op.ref = reference_reduction_numpy(op.ref)


def _spread(function):
    """A variance of numpy with torch's degrees of freedom."""
    reduced = reference_reduction_numpy(function)

    def reference(x, *args, unbiased=True, correction=None, **kwargs):
        with warnings.catch_warnings():  # of no degrees of freedom
            warnings.simplefilter("ignore")
            return reduced(x, *args, ddof=int(unbiased) if correction is None else correction, **kwargs)

    return reference


def _hash(x, dim=(), keepdim=False, mode=0):
    bits = x.astype(numpy.float64).view(numpy.uint64) if x.dtype.kind == "f" else x.astype(numpy.int64).view(numpy.uint64)
    axes = tuple(range(x.ndim)) if dim == () else tuple(dim) if isinstance(dim, (list, tuple)) else dim
    return numpy.bitwise_xor.reduce(bits, axis=axes, keepdims=keepdim)


_REFERENCES = {**FUNCTIONS, "var": _spread(numpy.var), "std": _spread(numpy.std), "prod": prod_numpy, "masked_prod": prod_numpy, "masked_var": _spread(numpy.var), "masked_std": _spread(numpy.std), "hash_tensor": _hash}

op_db = [entry for entry in map(_entry, filter(None, TABLE.split("\n"))) if entry is not None]
_attributes(op_db, ATTRIBUTES)
_numpy_references(op_db, NUMPY)
python_ref_db = references_of(op_db, REFERENCES)
decorate(op_db, _OPERATORS)
decorate(python_ref_db, _REFERENCE_TESTS)
