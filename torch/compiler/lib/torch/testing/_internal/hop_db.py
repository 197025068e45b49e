"""Operators that take functions, as entries like those of op_db: each is called by a function of tensors that hands it its bodies."""

import functools

import torch
from functorch.experimental.control_flow import map
from torch._higher_order_ops.invoke_subgraph import mark_compile_region
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch.testing import make_tensor
from torch.testing._internal.common_dtype import all_types_and
from torch.testing._internal.opinfo.core import OpInfo, SampleInput

__all__ = ["hop_db"]

_MUTATING = "testlib::mutating_custom_op"


def _define_mutating():
    """An operator that adds one to its first argument and gives it, for calls that are made functional."""
    torch.library.define(_MUTATING, "(Tensor(a!) x, Tensor(b!) z) -> (Tensor, Tensor, Tensor)", tags=torch.Tag.pt2_compliant_tag)

    @torch.library.impl(_MUTATING, "cpu")
    def run(x, z):
        x.add_(5)
        z.add_(5)
        return x.clone(), z.clone(), x + z

    @torch.library.register_fake(_MUTATING)
    def describe(x, z):
        return torch.empty_like(x), torch.empty_like(z), x + z


_define_mutating()


def inner_f(x, y0, y1):
    return [x[0].cos().add_(1.0) * y0, (x[1] + y1.sin()).cos_().view(x[1].size())]


def simple_map(xs, y0, y1):
    return map(lambda x, y0, y1: inner_f(x, y0, y1), xs, y0, y1)


def nested_map(xs, y0, y1):
    return map(lambda xx, y0, y1: simple_map(xx, y0, y1), xs, y0, y1)


def triple_nested_map(xs, y0, y1):
    return map(lambda xs, y0, y1: nested_map(xs, y0, y1), xs, y0, y1)


def simple_cond(x):
    return torch.cond(x.sum() > 2, lambda x: (x.cos(),), lambda x: (x.sin(),), [x])


def simple_invoke_subgraph(x):
    @mark_compile_region
    def region(x):
        return torch.sin(x)

    return region(x)


def simple_auto_functionalize(x, z):
    return torch.ops.testlib.mutating_custom_op(x, z)


def simple_while_loop(i, x):
    return while_loop(lambda i, x: i > 0, lambda i, x: (i - 1, x + 1), (i, x))


def simple_scan(init, xs):
    return scan(lambda carry, x: (carry + x, carry * x), init, xs)


def _sampled(sample):
    def of(opinfo, device, dtype, requires_grad, **kwargs):
        first, *others = sample(functools.partial(make_tensor, device=device, dtype=dtype, requires_grad=requires_grad))
        yield SampleInput(first, args=tuple(others))

    return of


def _pair(make):
    return [make(2, 2, 2, low=0.1, high=2), make(2, 2, 2, low=0.1, high=2)], make(1, low=0.1, high=2), make(1, low=0.1, high=2)


def _one(make):
    return (make(2, 2, 2, low=0.1, high=2),)


def _entry(name, op, sample, variant="simple", supports_autograd=True):
    return OpInfo(name, variant_test_name=variant, op=op, sample_inputs_func=_sampled(sample), dtypes=all_types_and(torch.bool, torch.half), supports_out=False, supports_autograd=supports_autograd,
                  check_batched_grad=False, check_batched_gradgrad=False, check_batched_forward_grad=False, check_inplace_batched_forward_grad=False)


hop_db = [
    _entry("scan", simple_scan, lambda make: (make(2, 2, low=0.1, high=2), make(2, 2, 2, low=0.1, high=2)), supports_autograd=False),
    _entry("invoke_subgraph", simple_invoke_subgraph, _one),
    _entry("map", simple_map, _pair),
    _entry("map", nested_map, _pair, "nested"),
    _entry("map", triple_nested_map, _pair, "triple_nested"),
    _entry("cond", simple_cond, _one),
    _entry("while_loop", simple_while_loop, lambda make: (torch.tensor(3), make(2, 3, 4, low=0.1, high=2)), supports_autograd=False),
    _entry("auto_functionalize", simple_auto_functionalize, lambda make: (make(2, 2, 2, low=0.1, high=2).detach(), make(2, 2, 2, low=0.1, high=2).detach()), supports_autograd=False),
]
