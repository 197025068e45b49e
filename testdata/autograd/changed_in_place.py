# Errors of a backward pass that finds a saved tensor changed: where it came from, and what hint the mode gives.
import torch


def attempt(f):
    try:
        print(f.__name__, f())
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e).partition("operation: ")[2])


def rows_written_later():
    x = torch.randn(4, 3, requires_grad=True)
    o = torch.zeros(4, 3)
    o[0] = x[0]
    z = o[0] * o[0]
    o[1] = x[1]
    z.sum().backward()


def view_kept():
    x = torch.randn(4, 3, requires_grad=True)
    o = torch.zeros(4, 3)
    v = o[:, 0]
    v.copy_(x[:, 0])
    z = v * v
    o[:, 1] = x[:, 1]
    z.sum().backward()


def result_changed():
    x = torch.randn(3, requires_grad=True)
    y = x.exp()
    y.mul_(2)
    y.sum().backward()


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0]


def function_changed():
    x = torch.randn(3, requires_grad=True).cos()
    y = Double.apply(x)
    x.add_(1)
    y.sum().backward()


for f in (rows_written_later, view_kept, result_changed, function_changed):
    attempt(f)
    with torch.autograd.set_detect_anomaly(False):
        attempt(f)

import warnings

warnings.simplefilter("ignore")
with torch.autograd.set_detect_anomaly(True, check_nan=False):
    attempt(result_changed)
    attempt(function_changed)
try:
    torch.randn(3, 4).split([1, 2], -1)
except RuntimeError as e:
    print(e)
