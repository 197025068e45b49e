# Arguments that a break finds under another name, or on the stack, are looked at and guarded; those in their own place are not.
import torch
from torch._dynamo.utils import get_compilation_metrics, clear_compilation_metrics
def t(f, *argss):
    torch._dynamo.reset(); clear_compilation_metrics()
    c = torch.compile(f, backend="eager"); out = []
    for a in argss: c(*a); out.append([m.co_name.replace("torch_dynamo_resume_in_", "R") for m in get_compilation_metrics()]); clear_compilation_metrics()
    print(out)
o = torch.ones
def f1(x, n):
    m = n
    torch._dynamo.graph_break()
    return m
t(f1, (o(2), 2), (o(2), 3), (o(2), 4))
def f2(x, y):
    m = y
    torch._dynamo.graph_break()
    return m
t(f2, (o(2), o(3)), (o(2), o(4)))
def f3(x, l):
    m = l[0]
    torch._dynamo.graph_break()
    return m
t(f3, (o(2), [o(3)]), (o(2), [o(4)]))
def f4(x, l):
    m = l
    torch._dynamo.graph_break()
    return m
t(f4, (o(2), [o(3)]), (o(2), [o(4)]), (o(2), (o(4),)), (o(2), 3))
@torch._dynamo.disable
def g(a, b): return a
def f5(x, y):
    return g(x, g(y, 1))
t(f5, (o(2), o(3)), (o(2), o(4)), (o(3), o(4)))
def f6(x, s):
    m = s
    torch._dynamo.graph_break()
    return m
t(f6, (o(2), "a"), (o(2), "b"), (o(2), None))


from torch._dynamo.utils import counters
def branchy(x):
    if x.sum() > 0:
        x = g(x + 1, 1)
    torch._dynamo.graph_break()
    return x.cos()
counters.clear()
torch.compile(branchy, backend="eager")(o(2))
print(dict(counters["resumes"]))
