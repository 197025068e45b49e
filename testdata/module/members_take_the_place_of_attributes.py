"""Compiled code gives modules members where plain attributes were, takes members away, and reads them again."""
import torch
from torch._dynamo.testing import CompileCounter

linear = torch.nn.Linear(3, 3)
scale = torch.nn.Parameter(torch.ones(3))


class GetsModule(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = None

    def forward(self, x):
        self.inner = linear
        return self.inner(x), self.inner is None, "inner" in self.__dict__, "inner" in self._modules, getattr(self, "inner", 3) is linear, hasattr(self, "inner")


class GetsParameter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = None

    def forward(self, x):
        self.scale = scale
        return x * self.scale, self.scale is None, "scale" in self.__dict__, "scale" in self._parameters, len(list(self.parameters()))


class LosesModule(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = linear

    def forward(self, x):
        self.inner = None
        empty = self.inner is None
        del self.inner
        there = hasattr(self, "inner")
        self.inner = 5
        return x + self.inner, empty, there, "inner" in self.__dict__, "inner" in self._modules


class LosesAll(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 2)
        self.register_buffer("buffer", torch.ones(2))
        self.weight = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        del self.buffer
        del self.layer
        del self.weight
        there = hasattr(self, "buffer"), hasattr(self, "layer"), hasattr(self, "weight"), [k for k, _ in self.named_parameters()]
        self.layer = torch.relu
        self.buffer = 3
        return self.layer(x) + self.buffer, there


class Moves(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.act = torch.nn.ReLU()
        self.kept = None

    def forward(self, x):
        self.kept = self.act
        del self.act
        self.act = self.kept
        self.kept = None
        return self.act(x), list(self._modules)


class BetweenBreaks(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = None

    def forward(self, x):
        torch._dynamo.graph_break()
        self.inner = linear
        y = self.inner(x)
        torch._dynamo.graph_break()
        return y + (self.inner is None), "inner" in self.__dict__


for cls in (GetsModule, GetsParameter, LosesModule, LosesAll, Moves, BetweenBreaks):
    torch._dynamo.reset()
    plain, compiled, counter, x = cls(), cls(), CompileCounter(), torch.ones(3 if cls not in (LosesAll, Moves) else 2)
    expected, got = plain(x), torch.compile(compiled, backend=counter)(x)
    torch.testing.assert_close(got[0], expected[0])
    print(cls.__name__, got[1:] == expected[1:], got[1:], counter.frame_count if cls is not GetsParameter else "")
    print("  ", sorted(set(compiled.__dict__) - set(torch.nn.Module().__dict__) - {"_is_torch_compile"}), list(compiled._modules), list(compiled._parameters), list(compiled._buffers))


class Logged:
    """Has an own way to delete attributes, and a default on the class."""

    level = 7

    def __init__(self):
        self.level = 1
        self.extra = 2

    def __delattr__(self, name):
        self.__dict__["deleted"] = self.__dict__.get("deleted", 0) + 1
        super().__delattr__(name)


class Made:
    def __getattr__(self, name):
        if name == "made":
            return 3
        raise AttributeError(name)


def with_default(x, thing):
    del thing.level
    return x + thing.level, hasattr(thing, "level")


def counted(x, thing):
    del thing.extra
    return x + getattr(thing, "extra", 9), hasattr(thing, "extra"), thing.deleted


def made_again(x, thing):
    thing.made = 5
    stored = thing.made
    del thing.made
    return x + stored + thing.made, hasattr(thing, "made")


for fn, cls in ((with_default, Logged), (counted, Logged), (made_again, Made)):
    torch._dynamo.reset()
    plain, compiled, x = cls(), cls(), torch.ones(2)
    print(fn.__name__, torch.compile(fn, backend="eager", fullgraph=True)(x, compiled), fn(x, plain), vars(compiled) == vars(plain), vars(compiled))
