# Compilers that get the captured graphs of forward and backward: their text, and what they compute.
import torch
from functorch.compile import aot_function, aot_module, make_boxed_func, min_cut_rematerialization_partition, nop
from torch._dynamo.backends.common import aot_autograd


def show(kind):
    def compiler(gm, example_inputs):
        print(kind, len(example_inputs), gm.code.strip())
        return make_boxed_func(gm.forward)

    return compiler


def run(name, fn, *args, **options):
    print("---", name)
    out = aot_function(fn, fw_compiler=show("forward"), bw_compiler=show("backward"), **options)(*args)
    print(out.detach().tolist(), out.requires_grad)
    if out.requires_grad:
        out.sum().backward()
    print([a.grad.tolist() if a.grad is not None else None for a in args if isinstance(a, torch.Tensor)])


def leaf(*shape):
    n = 1
    for s in shape:
        n *= s
    return (torch.arange(float(n)).reshape(shape) - 2).requires_grad_()


def mutates(x, y):
    x.add_(y)
    return x * 2


run("linear", lambda x, w, b: torch.nn.functional.linear(x, w, b), leaf(3, 2), leaf(4, 2), leaf(4))
run("view and transpose", lambda x: x.view(3, 2).t() * 2, leaf(2, 3))
run("broadcast", lambda x, y: x + y * 3, leaf(2, 3), leaf(3))
run("inference", lambda x: (x + 1).relu(), torch.ones(2))
x = torch.ones(2)
run("mutation", mutates, x, torch.ones(2))
print(x)
run("a dict", lambda x, d: x * d["y"], leaf(2), {"y": torch.ones(2)})

print("--- a backend of torch.compile, without a graph break")
f = torch.compile(lambda x, y: (x * y).sin(), backend=aot_autograd(fw_compiler=show("forward"), bw_compiler=show("backward")), fullgraph=True)
x = torch.zeros(2, requires_grad=True)
f(x, torch.ones(2)).sum().backward()
print(x.grad)

print("--- a module")
m = torch.nn.Linear(2, 1)
with torch.no_grad():
    m.weight.fill_(0.5)
    m.bias.fill_(1)
aot_module(m, nop)(torch.ones(1, 2)).sum().backward()
print(m.weight.grad, m.bias.grad)

print("--- an error of a compiler")


def fails(gm, example_inputs):
    raise ValueError("no")


try:
    aot_function(lambda x: x + 1, fails)(torch.ones(1))
except ValueError as e:
    print(e)
