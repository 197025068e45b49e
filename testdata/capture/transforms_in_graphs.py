# torch.func inside a compiled function: its primitives are nodes of the graph, and nested transforms agree with eager.
import torch
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vjp, vmap


def show(gm, inputs):
    print(gm.code)
    return gm


def run(name, fn, *args):
    torch._dynamo.reset()
    print("==", name)
    print(torch.compile(fn, backend=show, fullgraph=True)(*args))


x = torch.tensor([1.0, 2.0, 3.0])
m = torch.arange(6.0).reshape(2, 3)
run("vmap", lambda m: vmap(lambda r: r.sin() * 2)(m), m)
run("grad", lambda x: grad(lambda r: (r.sin() * 2).sum())(x), x)
run("vmap of grad", lambda m: vmap(grad(lambda r: (r.sin() * 2).sum()))(m), m)
run("jvp", lambda x: jvp(lambda r: r.sin(), (x,), (torch.ones_like(x),)), x)


def loss(w, x):
    return ((w * x).sum() - 1.0) ** 2


w, x = torch.tensor([2.0, -1.0]), torch.tensor([1.0, 3.0])
for outer in (jacfwd, jacrev):
    for inner in (jacfwd, jacrev):
        eager = outer(inner(loss))(w, x)
        compiled = torch.compile(outer(inner(loss)), backend="eager", fullgraph=True)(w, x)
        print(eager.tolist(), torch.equal(eager, compiled))
print(hessian(loss)(w, x).tolist())
value, pull = vjp(lambda a, b: (a * b, a + b), w, x)
print([v.tolist() for v in value], [g.tolist() for g in pull((torch.ones(2), torch.ones(2)))])
