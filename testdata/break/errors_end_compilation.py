"""After an error of the compiler that the program catches, nothing more is compiled up to the end of the call that turned compilation on."""
import torch
from torch._dynamo.testing import CompileCounter

x = torch.ones(2, 3)
counter = CompileCounter()


def product(x):
    return x @ x


def joined(x):
    return torch.cat([x, x.t()])


def one(x):
    return x + 1


def two(x):
    return x + 2


def attempt(f, x):
    try:
        return type(f(x)).__name__
    except Exception as e:
        return type(e).__name__


def script(x):
    exec("results = [(attempt(f, x), counter.frame_count) for f in functions]", globals())


def broken(x):
    results = []
    torch._dynamo.graph_break()
    for f in one, product, joined, two:
        torch._dynamo.graph_break()
        results.append((attempt(f, x), counter.frame_count))
    return results


compiled = torch.compile(one, backend=counter)
for functions in [one, product, joined, two, product], [product, one, compiled, joined, two]:
    torch._dynamo.reset()
    counter.clear()
    for _ in range(2):
        torch.compile(script, backend=counter)(x)
        print(results, counter.frame_count)
torch._dynamo.reset()
print(torch.compile(broken, backend=counter)(x))
