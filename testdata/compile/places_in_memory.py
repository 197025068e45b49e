"""Compiled code that shows memory by as_strided is called with tensors that begin at other places of it."""
import torch

BACKENDS = ("aot_eager", "inductor")


def at_own_place(x):
    return torch.as_strided(x, (2,), (1,)) + 0


def at_given_place(x):
    return torch.as_strided(x, (2,), (1,), 1) + 0


def view_at_given_place(x):
    return torch.as_strided(x, (2,), (1,), 1)


def of_something_new(x):
    return torch.as_strided(x * 2, (2,), (1,), 1) + 0


def of_a_part(x):
    return torch.as_strided(x[1:], (2,), (1,)) + 0


def summed(x):
    return torch.as_strided(x.view(2, 5), (2, 2), (5, 1), 3).sum(0)


def written(x):
    x.as_strided((2,), (1,)).add_(100)
    return x + 0


def written_at_given_place(x):
    x.as_strided((2,), (1,), 4).add_(100)
    return x + 0


def written_in_something_new(x):
    y = x * 1
    z = y.as_strided((2,), (1,), 4)
    y.mul_(2)
    z.add_(1000)
    return y


for f in (at_own_place, at_given_place, view_at_given_place, of_something_new, of_a_part, summed, written, written_at_given_place, written_in_something_new):
    for begin in (2, 3, 0):
        memory = torch.arange(30.0)
        print(f.__name__, begin, f(memory[begin : begin + 10]).tolist())
    for backend in BACKENDS:
        torch._dynamo.reset()
        compiled = torch.compile(f, backend=backend)
        for begin in (2, 3, 0):
            memory, other = torch.arange(30.0), torch.arange(30.0)
            expected, found = f(memory[begin : begin + 10]), compiled(other[begin : begin + 10])
            if not torch.equal(expected, found) or not torch.equal(memory, other):
                print("differs:", backend, begin, found.tolist())
