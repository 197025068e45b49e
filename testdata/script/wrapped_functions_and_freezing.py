# The text of functions that wrap others, dataclasses that pass on what they do not keep, calls of Python that fail, modules frozen through interfaces.
import functools
import re
import warnings
from dataclasses import InitVar, dataclass
from typing import Optional

import torch
import torch.nn.functional as F
from torch import Tensor, nn

warnings.simplefilter("ignore")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).strip().split("\n")[0].replace("attribute lookup is not defined on python value of type 'TypeVar'", "object has no attribute relu"))


def helper(x):
    return x * 2


def plain(graph):
    return re.sub(r" # .*|___torch_mangle_\d+\.", "", str(graph))


class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)

    @torch.no_grad()
    def once(self, x):
        return self.l(x)

    @torch.enable_grad()
    @torch.jit.export
    def other(self, x):
        return self.l(x)

    @torch.inference_mode()
    def forward(self, x: torch.Tensor, n: int = 3):
        return self.once(x) + n


s = torch.jit.script(Keeps())
print(s.code, s.other.code, s(torch.ones(1, 2)).requires_grad)


class Names(nn.Module):
    @torch.no_grad()
    def forward(self, x):
        return torch.relu(x)


class Aliases(nn.Module):
    @torch.no_grad()
    def forward(self, x):
        return F.relu(x)


def adds(fn):
    @functools.wraps(fn)
    def w(*args, **kwargs):
        return fn(*args, **kwargs) + 5

    return w


@adds
def wrapped(x, y: int = 2):
    return helper(x) + y


def calls(x):
    return wrapped(x) + 1


def without_name(fn):
    def w(x):
        return fn(x) + 5

    return w


@without_name
def renamed(x):
    return helper(x)


attempt(lambda: torch.jit.script(Names()).code)
attempt(lambda: torch.jit.script(Aliases()).code)
attempt(lambda: torch.jit.script(wrapped).code)
attempt(lambda: torch.jit.script(calls)(torch.ones(1)))
attempt(lambda: torch.jit.script(renamed).code)
attempt(lambda: torch.jit.script(functools.partial(helper)))
attempt(lambda: torch.jit.script(3))
attempt(lambda: torch.jit.script(len))


@torch.jit.script
@dataclass(order=True)
class Point:
    x: float
    y: float
    power: InitVar[int] = 2
    norm: Optional[torch.Tensor] = None

    def __post_init__(self, power: int):
        self.norm = (torch.tensor(self.x) ** power + torch.tensor(self.y) ** power) ** (1 / power)


def norm(x: float, y: float, p: int):
    return Point(x, y, p).norm, Point(x, y).norm


print(torch.jit.script(norm)(3.0, 4.0, 3), norm(3.0, 4.0, 3))


@torch.jit.ignore
def fails(x: Tensor) -> Tensor:
    raise ValueError("oh " + str(x.shape))


def calls_python(x: Tensor):
    return fails(x)


try:
    torch.jit.script(calls_python)(torch.ones(2))
except Exception as e:
    print(type(e), re.sub(r'[^ ]*\.py', "file.py", "\n".join(str(e).split("\n")[3:10])))

for t in (torch.tensor([-0.6247, 0.2838]), torch.tensor([[0.1, 0.2], [0.3, 0.4]]), torch.tensor([0.0, 0.5]), torch.tensor([0.5, 1.5]), torch.tensor([0.01, 0.02])):
    print(plain(torch.jit.trace(lambda x: x + t, torch.zeros(1), check_trace=False).graph).split("\n")[1])


@torch.jit.interface
class Layer(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        pass


class Plus(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.ones(1)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.w


class Times(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.ones(1) * 3
        self.sub = Plus()

    def forward(self, x: Tensor) -> Tensor:
        return self.sub(x) * self.w


class Held(nn.Module):
    p: Layer
    q: Layer

    def __init__(self):
        super().__init__()
        self.p = Plus()
        self.q = Times()

    def forward(self, x: Tensor) -> Tensor:
        return self.p.forward(x) + self.q.forward(x)


class Assigned(nn.Module):
    p: Layer

    def __init__(self):
        super().__init__()
        self.p = Plus()

    def forward(self, x: Tensor) -> Tensor:
        self.p = self.p
        return self.p.forward(x)


class Same(nn.Module):
    def __init__(self):
        super().__init__()
        self.k = 2

    def forward(self, x):
        a = (x + self.k) * (x + self.k)
        b = x + self.k
        b.add_(1)
        return a + b + (x + self.k)


s = torch.jit.script(Held().eval())
f = torch.jit.freeze(s)
print(plain(f.graph), f(torch.ones(1)))
print(plain(torch.jit.freeze(torch.jit.script(Same().eval())).graph))
for module, interfaces in ((s, False), (torch.jit.script(Assigned().eval()), True)):
    try:
        torch._C._freeze_module(module._c, [], interfaces)
    except RuntimeError as e:
        print(re.sub(r".* INTERNAL ASSERT FAILED .* bug to PyTorch. ", "", str(e)))
