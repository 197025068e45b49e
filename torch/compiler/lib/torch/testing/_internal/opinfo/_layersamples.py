"""Arguments for functions of layers, as tests of graphs take them: each with and without the dimension of the batch."""
from functools import partial

from torch.testing import make_tensor
from torch.testing._internal.opinfo.core import SampleInput

__all__ = ["sample_inputs_adaptive_avg_pool2d", "sample_inputs_conv2d", "sample_inputs_linear"]

# Sizes of the input, the weight and the bias, and the rest.
_CONV2D = """
1 3 4 4 | 3 3 3 3 | 3 | stride=(2, 2), padding=2, groups=1
2 4 8 8 | 2 2 3 3 | 2 | stride=(3, 2), padding=(2, 1), groups=2, dilation=(4, 4)
1 4 5 5 | 1 4 2 3 | 1 | stride=2, padding=1, groups=1, dilation=(2, 3)
1 4 5 5 | 1 4 2 3 | 1 | stride=2, padding=1, groups=1, dilation=(2, 3)
1 2 4 3 | 4 2 3 4 |   | stride=2, padding=1, groups=1
1 4 5 5 | 1 4 2 3 | 1 | stride=2, padding="valid"
1 4 5 5 | 1 4 2 3 | 1 | stride=1, padding="same", dilation=3
2 4 6 6 | 4 1 3 3 | 4 | groups=4
2 4 6 6 | 8 1 3 3 | 8 | groups=4
2 4 6 6 | 8 1 3 3 |   | groups=4
2 4 6 6 | 4 1 3 3 | 4 | groups=4, stride=(3, 2)
2 4 6 6 | 4 1 3 3 | 4 | groups=4, padding=(1, 1)
2 4 5 5 | 4 1 2 2 | 4 | groups=4, dilation=(2, 2)
2 4 6 5 | 6 2 3 2 | 6 | groups=2
1 4 5 5 | 3 4 3 3 |   |
"""
# Sizes of inputs by the size of the result.
_POOLS = {(5, 7): "1 8 8 8", (None, 7): "2 8 8 8", (5, None): "1 8 4 3", (None, None): "1 8 4 3", 5: "1 8 4 3"}


def _maker(device, dtype, requires_grad):
    return partial(make_tensor, device=device, dtype=dtype, requires_grad=requires_grad)


def sample_inputs_conv2d(op_info, device, dtype, requires_grad, jit_fail_sample=False, **kwargs):
    made = _maker(device, dtype, requires_grad)
    for line in _CONV2D.strip().splitlines():
        *shapes, more = line.split("|")
        shape, weight, bias = (tuple(map(int, sizes.split())) for sizes in shapes)
        for x in (shape, shape[1:]):
            yield SampleInput(made(x), args=(made(weight), made(bias) if bias else None), kwargs=eval(f"dict({more})"))


def sample_inputs_adaptive_avg_pool2d(op_info, device, dtype, requires_grad, **kwargs):
    made = _maker(device, dtype, requires_grad)
    for size, sizes in _POOLS.items():
        shape = tuple(map(int, sizes.split()))
        yield SampleInput(made(shape), args=(size,))
        yield SampleInput(made(shape[1:]), args=(size,))


def sample_inputs_linear(self, device, dtype, requires_grad, include_empty=True, **kwargs):
    make = _maker(device, dtype, requires_grad)
    empty = [(0,)] if include_empty else []
    for biased in (True, False):
        for features, out in ((3, 4), (8, 8)):
            for batch in ((), *empty, (8,), (2, 3)):
                yield SampleInput(make((*batch, features)), args=(make((out, features)), *([make(out)] if biased else [])))
    for biased in (False, True):
        yield SampleInput(make((2, 1, 2, 1, 2)), args=(make((4, 2)), *([make(4)] if biased else [])))
    for biased in (False, True) if include_empty else ():
        yield SampleInput(make((3, 4, 0)), args=(make((5, 0)), *([make(5)] if biased else [])))
