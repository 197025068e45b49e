"""Sample arguments of the functions over lists of tensors."""
import itertools
import random

import torch
from torch.testing import make_tensor
from torch.testing._internal.opinfo.core import ForeachSampleInput

NUMBERS = (20, 23)  # of the tensors in a list
_POINTWISE = ("addcmul", "addcdiv")
_BINARY = ("add", "sub", "mul", "div", "clamp_min", "clamp_max", "minimum", "maximum", "pow", "copy")


def _tensors(device, dtype, n, requires_grad, noncontiguous, **kwargs):
    return [make_tensor((n - i, n - i), device=device, dtype=dtype, requires_grad=requires_grad, noncontiguous=noncontiguous, **kwargs) for i in range(n)]


def _scalars(n, dtype):
    """Numbers and lists of numbers that go with tensors of the type."""
    random.seed(0)
    single = [random.randint(1, 9), 1.0 - random.random(), True]
    listed = [[random.randint(1, 9) for _ in range(n)], [1.0 - random.random() for _ in range(n)]]
    if dtype.is_complex:
        single.append(complex(1.0 - random.random(), 1.0 - random.random()))
        listed.append([complex(1.0 - random.random(), 1.0 - random.random()) for _ in range(n)])
    return single, listed


def _binary(name, op_info, device, dtype, n, make, requires_grad):
    right = make(low=1, high=None) if name in ("div", "pow") else make()
    alpha = {"alpha": 3 if not (dtype.is_floating_point or dtype.is_complex) else 3.14} if op_info.supports_alpha_param and dtype != torch.bool else {}
    yield ForeachSampleInput(make(), right, ref_args=[right], **alpha)
    if name == "copy":
        return
    single, listed = _scalars(n, dtype)
    for value in single:
        yield ForeachSampleInput(make(), value, ref_args=[[value] * n])
    for values in listed:
        yield ForeachSampleInput(make(), values, ref_args=[values])
    if name in ("add", "mul", "div"):
        value = torch.tensor(1.0 if dtype.is_floating_point or dtype.is_complex else 1, dtype=dtype, device=device)
        yield ForeachSampleInput(make(), value, ref_args=[[value] * n], disable_fastpath=None)


def _pointwise(name, device, dtype, n, make):
    single, listed = _scalars(n, dtype)
    pair = lambda: [make(), make(low=1, high=None) if name == "addcdiv" else make()]
    for more in ({}, *({"value": v} for v in single)):
        rest = pair()
        yield ForeachSampleInput(make(), *rest, ref_args=tuple(rest), **more)
    for values in listed:
        rest = pair()
        yield ForeachSampleInput(make(), *rest, ref_args=tuple(rest), scalars=values)


def sample_inputs_foreach_op(op_info, device, dtype, requires_grad, *, num_input_tensors=NUMBERS, noncontiguous=False, **kwargs):
    name = op_info.name.removeprefix("_foreach_")
    for n in num_input_tensors:
        make = lambda **more: _tensors(device, dtype, n, requires_grad and (dtype.is_floating_point or dtype.is_complex), noncontiguous, **more)
        if name in _BINARY:
            yield from _binary(name, op_info, device, dtype, n, make, requires_grad)
        elif name in _POINTWISE:
            yield from _pointwise(name, device, dtype, n, make)
        elif name == "lerp":
            for weight in (0.5, make(low=0, high=1), [0.25] * n):
                end = make()
                yield ForeachSampleInput(make(), end, weight, ref_args=(end, weight if isinstance(weight, list) else [weight] * n))
        elif name == "norm":
            for ord, out_dtype in itertools.product((0, 1, 2, -1, float("inf")), (None, torch.float64 if not dtype.is_complex else None)):
                yield ForeachSampleInput(make(), ord=ord, dtype=out_dtype)
        else:
            yield ForeachSampleInput(make())
