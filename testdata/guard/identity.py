# id() of what a function is given is a constant of its code, so guards hold the object.
import torch
from torch._dynamo.testing import CompileCounter


class Plain:
    pass


class Module(torch.nn.Module):
    def forward(self, x):
        return x


def first():
    pass


def second():
    pass


def chosen(x, value, number):
    return x * 2 if id(value) == number else x * 3


pairs = {
    "object": (Plain(), Plain()), "module": (Module(), Module()), "list": ([1], [1]), "dict": ({1: 2}, {1: 2}),
    "tensor": (torch.ones(2), torch.ones(2)), "tuple": ((1,), tuple([1])), "function": (first, second), "class": (Plain, Module), "set": ({1}, {1}),
}
for name, (a, b) in pairs.items():
    torch._dynamo.reset()
    counter = CompileCounter()
    compiled = torch.compile(chosen, backend=counter)
    print(name, compiled(torch.ones(1), a, id(a)), compiled(torch.ones(1), b, id(a)), counter.frame_count)
