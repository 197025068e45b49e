"""Samples of operators, compiled and plain: values, types, sizes, strides, gradients and whether there is an error have to be the same.

Arguments: which part of the operators, of how many parts. Prints a line for each difference and one with the number of samples.
"""
import sys
import warnings

import torch
import torch._dynamo
from torch.testing._internal.common_methods_invocations import op_db
from torch.utils._pytree import tree_flatten, tree_map

DTYPES = (torch.float32, torch.int64, torch.bool, torch.complex64, torch.float16, torch.bfloat16)
TOLERANCE = {torch.float16: 2e-2, torch.bfloat16: 6e-2}
MOST = 6  # samples of an operator and type

# Random numbers are drawn in another order, and memory that is not set holds anything.
RANDOM = ("dropout", "rand", "normal", "bernoulli", "multinomial", "exponential", "cauchy", "geometric", "uniform", "poisson", "empty", "rrelu",
          "lowrank")


def copied(sample):
    def copy(x):
        return x.detach().clone(memory_format=torch.preserve_format).requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x

    return tree_map(copy, (sample.input, tuple(sample.args), dict(sample.kwargs)))


def tensors(tree):
    return [t for t in tree_flatten(tree)[0] if isinstance(t, torch.Tensor)]


def outcome(f, sample):
    """The results and the gradients of the arguments, or the error."""
    given, args, kwargs = copied(sample)
    try:
        results = f(given, *args, **kwargs)
        leaves = [t for t in tensors((given, args, kwargs)) if t.requires_grad]
        roots = [t for t in tensors(results) if t.requires_grad and t.layout == torch.strided]
        gradients = torch.autograd.grad(roots, leaves, [torch.ones_like(t) for t in roots], allow_unused=True) if leaves and roots else ()
    except Exception as error:
        return error
    return tree_map(lambda x: x.detach() if isinstance(x, torch.Tensor) else x, (results, gradients))


def difference(plain, compiled):
    if isinstance(plain, Exception) or isinstance(compiled, Exception):
        return "" if isinstance(plain, Exception) and isinstance(compiled, Exception) else f"plain {plain!r} compiled {compiled!r}"
    a, structure = tree_flatten(plain)
    b, other = tree_flatten(compiled)
    if structure != other:
        return f"{structure} and {other}"
    return next(filter(None, map(leaf_difference, a, b)), "")


def leaf_difference(x, y):
    if not isinstance(x, torch.Tensor) or not isinstance(y, torch.Tensor):
        return "" if x is y or x == y or x != x and y != y else f"{x!r} and {y!r}"
    if (x.dtype, x.shape, x.layout) != (y.dtype, y.shape, y.layout):
        return f"{x.dtype} {tuple(x.shape)} {x.layout} and {y.dtype} {tuple(y.shape)} {y.layout}"
    if x.layout != torch.strided or x.numel() == 0:
        return ""
    if x.stride() != y.stride():
        return f"strides {x.stride()} and {y.stride()}"
    tolerance = TOLERANCE.get(x.dtype, 2e-4)
    wide = torch.complex128 if x.is_complex() else torch.float64
    return "" if torch.allclose(x.to(wide), y.to(wide), rtol=tolerance, atol=tolerance, equal_nan=True) else f"values {x} and {y}"


def main(part, parts):
    count = 0
    for info in op_db[part::parts]:
        if any(name in info.name for name in RANDOM):
            continue
        for dtype in filter(lambda dtype: info.supports_dtype(dtype, "cpu"), DTYPES):
            try:
                samples = list(info.sample_inputs("cpu", dtype, requires_grad=info.supports_autograd and dtype.is_floating_point))[:MOST]
            except Exception:  # there are none of this type
                continue
            for i, sample in enumerate(samples):
                torch._dynamo.reset()
                text = difference(outcome(info.op, sample), outcome(torch.compile(lambda *args, **kwargs: info.op(*args, **kwargs)), sample))
                if text:
                    print(info.name, info.variant_test_name, dtype, i, text, flush=True)
                count += 1
    print(count, "samples", flush=True)


warnings.simplefilter("ignore")
main(int(sys.argv[1]), int(sys.argv[2]))
