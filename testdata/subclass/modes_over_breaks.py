# Modes that see functions are entered again behind graph breaks, as the objects that they are; the stack of modes; attributes of classes that see functions.
import torch
from torch.overrides import BaseTorchFunctionMode, TorchFunctionMode, _get_current_function_mode_stack, _len_torch_function_stack


def show(fn, *args, fullgraph=False):
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    graphs = []

    def backend(gm, inputs):
        graphs.append(gm)
        return gm

    print("==", fn.__name__)
    try:
        print(torch.compile(fn, backend=backend, fullgraph=fullgraph)(*args))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
    for gm in graphs:
        print(gm.code.strip())
    print(len(torch._dynamo.utils.counters["graph_break"]))


class Mul(TorchFunctionMode):
    def __init__(self):
        self.n = 0

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.n += 1
        if func is torch.add:
            return torch.mul(*args)
        return func(*args, **(kwargs or {}))


outer = Mul()


def broken(x):
    with Mul():
        torch._dynamo.graph_break()
        y = torch.add(x, 7)
    return y


def of_the_caller(x):
    with outer:
        y = torch.add(x, 3)
        torch._dynamo.graph_break()
        y = torch.add(y, 7)
    return y.sin()


def named(x):
    m = Mul()
    kept = [m]
    with m:
        torch._dynamo.graph_break()
        y = torch.add(x, 7)
    return y, kept[0] is m, m.n


def stack(x):
    with BaseTorchFunctionMode(), Mul():
        return len(_get_current_function_mode_stack()), _len_torch_function_stack(), torch.add(x, 2)


class Over(torch.Tensor):
    attr = 9

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func in (torch.Tensor.add, torch.add):
            return torch.zeros(1)
        return super().__torch_function__(func, types, args, kwargs or {})

    def triple(self):
        return self * 3

    @property
    def five(self):
        return 5

    def sum(self):
        return 7


class Plain(torch.Tensor):
    pass


def members(x):
    return x.triple(), x.five, x.sum(), x.attr, x + 1


def own_attributes(x):
    return x * x.extra + x.t


def transposed(x):
    return x.T, x.T.T + 1


def gradient(x):
    return x.grad


x = torch.ones(3)
show(broken, x)
show(of_the_caller, x)
print(outer.n)
show(named, x)
show(stack, x, fullgraph=True)
over = torch.ones(3).as_subclass(Over)
over.extra, over.t = 3, torch.ones(3)
show(members, over, fullgraph=True)
show(own_attributes, over, fullgraph=True)
show(transposed, torch.ones(2, 3).as_subclass(Plain), fullgraph=True)
show(gradient, torch.ones(2, 3).as_subclass(Plain), fullgraph=True)
