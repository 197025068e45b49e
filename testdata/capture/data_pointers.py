"""Addresses of the memory of tensors while tracing: passed on, and compared where they are known to be one."""
import torch


def e(n, f, *a):
    torch._dynamo.reset()
    try: print(n, torch.compile(f, backend="eager", fullgraph=True)(*a))
    except Exception as ex: print(n, type(ex).__name__, [l.strip() for l in str(ex).split("\n") if l.strip()][0], [l.strip() for l in str(ex).split("\n") if "context" in l])


x = torch.ones(3)
e("same", lambda x: x + (1 if x.data_ptr() == x.data_ptr() else 2), x)
e("ne", lambda x: x + (1 if x.data_ptr() != x.data_ptr() else 2), x)
e("src", lambda x, y: x + (1 if x.data_ptr() == y.data_ptr() else 2), x, x)
e("det", lambda x: x + (1 if x.data_ptr() == x.detach().data_ptr() else 2), x)
e("view", lambda x: x + (1 if x.data_ptr() == x.view(3).data_ptr() else 2), x)
e("zero", lambda x: x + (x.data_ptr() == 0), x)
e("lt", lambda x: x + (1 if x.data_ptr() < x.data_ptr() else 2), x)


def f(x):
    p = x.data_ptr()
    x.add_(1)
    return x + (1 if p == x.data_ptr() else 2)


e("inplace", f, x.clone())
e("bool", lambda x: x + (1 if x.data_ptr() else 2), x)
e("int", lambda x: x + (1 if isinstance(x.data_ptr(), int) else 2), x)
e("list", lambda x: [x.data_ptr()] and x + 1, x)


def f(x):
    p = x.data_ptr()
    torch._dynamo.graph_break()
    return x + (1 if p == x.data_ptr() else 2)


print(torch.compile(f, backend="eager")(x))
r = torch.compile(lambda x: (x.sin(), x.data_ptr()), backend="eager")(x)
print(r[1] == x.data_ptr(), type(r[1]))


def f(x):
    y = x.sin()
    return y, y.data_ptr()


r = torch.compile(f, backend="aot_eager")(x)
print(r[0].data_ptr() == r[1])
