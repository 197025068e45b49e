# Attributes that are not there, and tensors that are no number, as tracing words it.
import torch
def tr(f, *a):
    try: print(torch.compile(f, backend="eager", fullgraph=True)(*a))
    except Exception as e: print(type(e).__name__, "\n".join(str(e).splitlines()[:7]))
x = torch.ones(3)
tr(lambda x: torch.foo(x), x)
tr(lambda x: getattr(5, "foo"), x)
tr(lambda x: x.foo, x)
class A: pass
a = A()
tr(lambda x: a.foo, x)
tr(lambda x: A.foo, x)
tr(lambda x: A().foo, x)
tr(lambda x: (lambda: 1).foo, x)
import math
tr(lambda x: math.foo, x)
tr(lambda x: "a".foo, x)
tr(lambda x: (1).foo, x)
tr(lambda x: None.foo, x)
tr(lambda x: torch.nn.foo, x)
m = torch.nn.Linear(1, 1)
tr(lambda x: m.foo, x)
tr(lambda x: {}.popitem(), x)
tr(lambda x: x.item(), x)
tr(lambda x: float(x), x)
tr(lambda x: int(x), x)
