# Concrete arguments keep the defaults of their parameters; make_fx names parameters, keeps switches of gradients before autograd, and needs values of data nowhere.
import torch
import torch.fx as fx
from torch.fx.experimental.proxy_tensor import make_fx


def f(x, y=None, *, k=2):
    return x * k if y is None else x + y


def g(a, b=1, c=2):
    return a + b + c


for fn, concrete in (
    (f, {"y": None}), (f, {"y": fx.PH}), (f, {"k": 3}), (f, {"y": fx.PH, "k": 3}), (g, {"b": 5}), (g, {"b": fx.PH, "c": 7}), (g, (fx.PH, 3, 4)), (g, {"a": fx.PH}), (g, {"b": True, "c": "s"}), (g, {"b": 2.5}),
):
    try:
        t = fx.symbolic_trace(fn, concrete_args=concrete)
        print(t.code, hasattr(t, "_in_spec"), [(n.name, n.args) for n in t.graph.nodes if n.op == "placeholder"])
    except TypeError as e:
        print(type(e).__name__)
print(fx.symbolic_trace(f, concrete_args={"y": None})(torch.ones(1)), fx.symbolic_trace(g, concrete_args={"b": fx.PH})(1), fx.symbolic_trace(g, concrete_args={"a": fx.PH})(4))


def switched(x):
    with torch.no_grad():
        y = x * 2
    z = y + 1
    with torch.no_grad():
        return z * 3


print(make_fx(switched, pre_dispatch=True)(torch.ones(1)).code, make_fx(switched)(torch.ones(1)).code)
m = torch.nn.Linear(2, 2)
made = make_fx(lambda x: m(x) + torch.ones(2))(torch.ones(1, 2))
print(made.code, [n for n, _ in made.named_parameters()])
try:
    make_fx(lambda x: x if x.sum() > 0 else -x)(torch.ones(1))
except RuntimeError as e:
    print(e)


# Values of any kind as concrete arguments: each has a placeholder, and what can be compared is.
import collections
import warnings


def shown(fn, values):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(fx.symbolic_trace(fn, values).code, [str(w.message)[:70] for w in caught])


class Doubles:
    def __call__(self, x):
        return x + x


def first(x, a, b):
    return a(x) if callable(a) else x


for value in (Doubles(), torch.relu, torch.ones(2), torch.float32, torch.device("cpu"), 3j, (1, Doubles()), slice(1, 2), "s", None, {1}, torch.strided, torch.ops.aten.relu.default):
    shown(first, {"a": value})
shown(lambda x, a, b=3: x, {"b": Doubles()})
