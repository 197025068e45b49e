# Attributes that a method of a dict's subclass sets through super() are there after the compiled function.
import torch
from collections import OrderedDict
from dataclasses import dataclass, fields
class A(OrderedDict): pass
class B(OrderedDict):
    def __setattr__(self, n, v): super().__setattr__(n, v)
class C(OrderedDict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v); super().__setattr__(k, v)
class D(dict):
    def __setitem__(self, k, v):
        super().__setitem__(k, v); super().__setattr__(k, v)
@dataclass
class E(OrderedDict):
    a: torch.Tensor = None
@dataclass
class F(OrderedDict):
    a: torch.Tensor = None
    def __post_init__(self): self["a"] = self.a
@dataclass
class G(OrderedDict):
    a: torch.Tensor = None
    def __setattr__(self, n, v): super().__setattr__(n, v)
@dataclass
class H(dict):
    a: torch.Tensor = None
@dataclass
class I:
    a: torch.Tensor = None
    def __setattr__(self, n, v): super().__setattr__(n, v)
def mk(cls):
    def f(x):
        o = cls(); o.a = x + 1; return o
    def g(x):
        o = cls(); o["a"] = x + 1; return o
    def h(x): return cls(a=x + 1)
    return f, g, h
x = torch.ones(1)
for cls in [A,B,C,D,E,F,G,H,I]:
    for f in mk(cls)[: 2 if cls is C else 3]:  # the reference calls __setitem__ for C(a=...)
        torch._dynamo.reset()
        def show(f):
            try: o = f(x); return vars(o), list(o.items()) if isinstance(o, dict) else None, getattr(o, "a", "none")
            except Exception as e: return type(e).__name__, str(e)[:80]
        a, b = show(f), show(torch.compile(f, backend="eager"))
        print(cls.__name__, f.__name__, "same" if str(a) == str(b) else ("DIFF", a, b))
