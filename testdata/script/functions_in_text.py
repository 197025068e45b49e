# What the text of a compilation unit may have: functions with defaults, also of parameters by keyword only; what else it refuses.
import torch


def compiled(text, *args, **kwargs):
    try:
        print(torch.jit.CompilationUnit(text + "\n").f(*args, **kwargs))
    except RuntimeError as e:
        print(e)


compiled("def f(a: int, *, b: int = 2) -> int: return a + b", 3)
compiled("def f(a: int, b: int = 4, *, c: int, d: float = 1.5): return a + b + c, d", 3, c=7)
compiled("def f(a: int): return 1 << -1, 1 << (a + 62), -8 >> 65", 1)
compiled("class f: pass")
compiled("async def f(a: int): return a")
compiled("x = 3")
compiled("@foo\ndef f(a: int): return a", 3)
compiled("def f(a: int, *b): return a", 3)
compiled("def f(a: int, **k): return a", 3)
compiled("def f(a: int, /): return a", 3)
compiled("def f(a: int): return a\n\ndef f(a: int): return a + 1", 3)
