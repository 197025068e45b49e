# Views of dicts that tracing made, or works on, live across graph breaks.
import torch
@torch.compile(backend="eager")
def f(x, d):
    y = x * 2
    own = {"a": y}
    ks, vs, its, ks2 = own.keys(), own.values(), own.items(), d.keys()
    print(list(ks), len(vs), ks2)
    own["b"] = 2
    return own, ks, vs, its, ks2
d = {"q": 1}
r = f(torch.ones(2), d)
d["z"] = 2; r[0]["c"] = 3
print(r)
class S:
    pass

s = S()
s.a, s.b = 1, torch.ones(2)
def show(name, f, *a):
    try: print(name, torch.compile(f, backend="eager")(torch.ones(2), *a))
    except BaseException as e: print(name, type(e), e)
def a1(x):
    d = {"a": x + 1, "b": x}
    return {k: v.tolist() for k, v in d.items()}
def a2(x, s):
    return {k: v.tolist() if isinstance(v, torch.Tensor) else v for k, v in s.__dict__.items()}
def a3(x, d):
    return {k: v.tolist() if isinstance(v, torch.Tensor) else v for k, v in d.items()}
def a4(x, d):
    y = x + 1
    return {k: v.tolist() if isinstance(v, torch.Tensor) else v for k, v in d.items()}, y
def a5(x, s):
    y = x + 1
    return {k: v.tolist() if isinstance(v, torch.Tensor) else v for k, v in s.__dict__.items()}, y
def a6(x, s):
    y = x + 1
    d = vars(s)
    print("hi")
    return d, y
def a7(x, s):
    y = x + 1
    d = iter(vars(s).items())
    print("hi")
    return list(d), y
def a8(x, s):
    y = x + 1
    d = {k: v for k, v in vars(s).items()}
    print("hi")
    return d, y
show("a1", a1); show("a3", a3, {"a": 1, "b": torch.ones(2)}); show("a4", a4, {"a": 1, "b": torch.ones(2)})
for f in (a6, a7, a8, a2, a5): show(f.__name__, f, s)
