"""The table of operators."""

import operator

import torch
from torch.testing._internal.opinfo._errors import errors_of
from torch.testing._internal.opinfo._samples import samples_of
from torch.testing._internal.opinfo._table import TABLE
from torch.testing._internal.opinfo.core import (
    _DTYPES, BinaryUfuncInfo, OpInfo, ReductionOpInfo, ShapeFuncInfo, SpectralFuncInfo, SpectralFuncType, UnaryUfuncInfo, _getattr_qual)

_KINDS = {"u": UnaryUfuncInfo, "b": BinaryUfuncInfo, "r": ReductionOpInfo, "s": SpectralFuncInfo, "h": ShapeFuncInfo, "o": OpInfo}


# What is called for names that are no functions of torch, or have the tensor elsewhere than first.
_CALLS = {
    "T": lambda x: x.T, "H": lambda x: x.H, "mT": lambda x: x.mT, "mH": lambda x: x.mH,
    "where": lambda x, condition, other: torch.where(condition, x, other), "fill": lambda x, value: torch.Tensor.fill_(x.clone(), value),
    "polygamma": lambda x, n, **kwargs: torch.polygamma(n, x, **kwargs), "special.polygamma": lambda x, n, **kwargs: torch.special.polygamma(n, x, **kwargs),
}
_CONVERSIONS = "bfloat16 bool byte cdouble cfloat chalf char double float half int long short".split()
_ARGUMENTS = {
    "polygamma": lambda variant: {"n": int(variant[-1])}, "mvlgamma": lambda variant: {"p": int(variant[-1])},
    "fill": lambda variant: {"value": True},
    "threshold": lambda variant: {"threshold": 0.123, "value": -9}, "prelu": lambda variant: {"weight": torch.tensor(0.25)},
}


def _conversion(name):
    return lambda x, *args, **kwargs: getattr(x, name)(*args, **kwargs)


def _number(text):
    return None if text == "None" else float(text) if any(c in text for c in ".einf") else int(text)


def _entry(line):
    """The OpInfo of a row, or None where magneto lacks the operator."""
    kind, names, dtypes, backward, flags, *more = line.split(" ")
    name, _, variant = names.partition("/")
    op = _getattr_qual(torch, name, None)
    if op is None:
        op = getattr(torch.Tensor, name, None)
    if op is None:
        return None
    dtypes = "" if dtypes == "" else dtypes
    of = lambda letters: tuple(_DTYPES[c] for c in letters)
    kwargs = dict(op=op, variant_test_name=variant, dtypes=of(dtypes), backward_dtypes=of(dtypes if backward == "=" else "" if backward == "-" else backward),
                  supports_out="o" in flags, supports_autograd="g" in flags, supports_gradgrad="G" in flags, supports_forward_ad="f" in flags,
                  promotes_int_to_float="F" in flags, is_factory_function="c" in flags, supports_inplace_autograd="I" in flags,
                  method_variant=getattr(torch.Tensor, name, None) if "m" in flags else None,
                  inplace_variant=getattr(torch.Tensor, name + "_", None) if "i" in flags else None,
                  operator_variant=getattr(operator, name, None) if "p" in flags else None)
    given = dict(part.split("=", 1) for part in more)
    kwargs["aliases"] = tuple(a for a in given.get("al", "").split(",") if a)
    if kind == "u" and "dom" in given:
        kwargs["domain"] = tuple(map(_number, given["dom"].split(",")))
    elif kind == "b":
        kwargs.update(always_returns_bool="B" in flags, supports_rhs_python_scalar="s" in flags, supports_one_python_scalar="1" in flags)
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
    if name in _CALLS:
        kwargs["op"] = _CALLS[name]
    elif name in _CONVERSIONS:
        kwargs["op"] = _conversion(name)
    more = _ARGUMENTS.get(name.rpartition(".")[2])
    if more is not None and kind == "u":
        given = more(variant)
        kwargs["sample_kwargs"] = lambda device, dtype, input: (given, given)
    return _KINDS[kind](name, **kwargs)


op_db = [entry for entry in map(_entry, filter(None, TABLE.split("\n"))) if entry is not None]
python_ref_db = []
