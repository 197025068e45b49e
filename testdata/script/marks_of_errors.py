# Errors of scripts show the lines around, at the depth at which they stand, and mark what went wrong.
import os

import torch

shown = print


def print(*args):
    shown(*[str(a).replace(os.path.dirname(os.path.abspath(__file__)) + "/", "") for a in args])


def outer():
    class M(torch.nn.Module):
        def forward(self, x):
            return self.foo(x)
        def foo(self, x):
            return x + \
                bar
    try: torch.jit.script(M())
    except Exception as e: print(str(e))
    def f(x: int):
        if x > 1:
            raise RuntimeError("hm")
        return [1][x]
    g = torch.jit.script(f)
    for i in (1, 2):
        try: g(i)
        except Exception as e: print(str(e))
    try:
        @torch.jit.script
        def h(x):
            return lambda y: y
    except Exception as e: print(str(e))
    class N(torch.nn.Module):
        def forward(self, x: int):
            return [1][x]
    try: torch.jit.script(N())(3)
    except Exception as e: print(str(e))
outer()


@torch.jit.script
def f(x: int):
    a = 1
    b = 2
    c = 3
    d = [1][x]
    e = 5
    g = 6
    h = 7
    i = 8
    return d
try: f(3)
except Exception as e: print(e)
def k():
    @torch.jit.script
    def f(x: int):
        a = 1
        b = 2
        c = 3
        d = [1][x]
        e = 5
        g = 6
        h = 7
        i = 8
        return d
    f(3)
try: k()
except Exception as e: print(e)
try:
  torch.jit.CompilationUnit("""
def f(x: int):
    a = 1
    b = 2
    c = 3
    d = [1][x]
    e = 5
    g = 6
    h = 7
    i = 8
    return d
""").f(3)
except Exception as e: print(e)
