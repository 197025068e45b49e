# An operator that fails is an error of the compiler; where a block of the program has seen it, it is an exception of the program.
import torch
from torch._dynamo.testing import CompileCounter


def t(f):
    for fullgraph in (False, True):
        torch._dynamo.reset()
        counter = CompileCounter()
        try:
            out = torch.compile(f, backend=counter, fullgraph=fullgraph)(torch.ones(3))
        except Exception as e:
            out = type(e).__name__, str(e).split("\n")[0]
        print(f.__name__, fullgraph, out, counter.frame_count, counter.op_count)


def no_block(x):
    return x.view(7)


def caught(x):
    try:
        return x.view(7)
    except RuntimeError:
        return x + 1


def another_class(x):
    try:
        return x.view(7)
    except ValueError:
        return x + 1


def its_text(x):
    y = x * 2
    try:
        return y.view(7)
    except RuntimeError as e:
        return y + 1, str(e)


def behind(x):
    try:
        return x.view(7)
    finally:
        x.add_(1)


def block_of_a_mode(x):
    with torch.no_grad():
        y = x + 1
        return y @ torch.ones(7)


def in_a_function(x):
    def g(z):
        return z.view(7)

    try:
        return g(x)
    except Exception:
        return x - 1


def several(x):
    for size in (7, 3):
        try:
            return x.view(size)
        except RuntimeError:
            continue


for f in (no_block, caught, another_class, its_text, behind, block_of_a_mode, in_a_function, several):
    t(f)


@torch.compile(backend="eager", fullgraph=True)
def resumes_itself(x):
    def generator():
        yield next(it)

    it = generator()
    try:
        next(it)
    except ValueError as e:
        return x + 1, str(e)


print(resumes_itself(torch.ones(1)))


class Own(Exception):
    def __init__(self):
        raise KeyError("own")


@torch.compile(backend="eager", fullgraph=True)
def cause_that_fails(x):
    try:
        raise IndexError from Own
    except KeyError:
        return x + 1


print(cause_that_fails(torch.ones(1)))
