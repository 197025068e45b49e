# Plans of the profiling executor: for the sizes that were seen, then for any sizes, behind checks; what no plan is for runs as it was compiled.
import re

import torch

torch._C._jit_set_texpr_fuser_enabled(True)
torch._C._jit_override_can_fuse_on_cpu(True)
torch._C._jit_set_te_must_use_llvm_cpu(False)


def body(a, b, k: float):
    c = a * b
    d = torch.sigmoid(c) + b
    return d.tanh() * k, c


def same(f, a, b, k=0.5):
    return all(torch.allclose(x, y) and x.stride() == y.stride() for x, y in zip(f(a, b, k), body(a, b, k)))


def shown(strategy, *sizes):
    """Runs a plan of its own, and prints its checks and groups."""
    before = torch.jit.set_fusion_strategy(strategy)
    print("before", before)
    f = torch.jit.CompilationUnit("""
def body(a, b, k: float):
    c = a * b
    d = torch.sigmoid(c) + b
    return d.tanh() * k, c
""").body
    with torch.no_grad():
        for size in sizes:
            a, b = torch.rand(size), torch.rand(size)
            print(size, [same(f, a, b, k) for k in (0.5, 0.5, 2.0)])
        a, b = torch.rand(4, 3).t(), torch.rand(3, 4)
        print("turned", same(f, a, b), "double", same(f, a.double(), b.double()), "wide", same(f, torch.rand(1, 4), b))
        f(torch.rand(sizes[0]), torch.rand(sizes[0]), 0.5)
    g = str(torch.jit.last_executed_optimized_graph())
    for kind in ("TypeCheck", "TensorExprDynamicGuard"):
        for types in re.findall(r"prim::" + kind + r"\[types=\[(.*)\]", g):
            print(kind, sorted(set(re.findall(r"Float\([^()]*\)", types))))
    print(len(re.findall(r"= prim::TensorExprGroup", g)), len(re.findall(r"fallback_function", g)), "symbolic_shape_inputs" in g)


print("== D35")
several = [(3, 4), (3, 4), (5, 4), (5, 4), (6, 7), (8, 8), (9, 2), (1, 4), (2, 1), (3,), (0, 5), (2, 3, 4), (3, 4)]
shown([("STATIC", 2), ("DYNAMIC", 10)], *several)
shown([("DYNAMIC", 2)], *several)
shown([("STATIC", 1)], *several)
shown([], *several)
torch.jit.set_fusion_strategy([("STATIC", 2), ("DYNAMIC", 10)])

# gradients where the plan was made without
f = torch.jit.CompilationUnit("""
def body(a, b, k: float):
    c = a * b
    d = torch.sigmoid(c) + b
    return d.tanh() * k, c
""").body
with torch.no_grad():
    for _ in range(3):
        f(torch.rand(3, 4), torch.rand(3, 4), 1.0)
a, b = torch.rand(3, 4, requires_grad=True), torch.rand(3, 4)
for _ in range(3):
    a.grad = None
    f(a, b, 0.5)[0].sum().backward()
    first = a.grad
    a.grad = None
    body(a, b, 0.5)[0].sum().backward()
    print(torch.allclose(first, a.grad), first.abs().sum().item() > 0)

# places of errors stay those of the script
broken = torch.jit.CompilationUnit("""
def inner(x, y):
    a = torch.relu(x * 2)
    return (a + y) * a

def outer(x, y):
    return inner(x, y) + 1
""").outer
with torch.no_grad():
    for n in (4, 4, 4, 5, 5, 5):
        try:
            print(broken(torch.ones(3, 4), torch.ones(n)).sum().item())
        except RuntimeError as e:
            print(e)
