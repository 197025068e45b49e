# Classes that only annotations name, also local ones; objects in containers and states of archives; children are compiled before their parents, called or not.
import io
import warnings
from typing import Dict, List, Tuple

import torch

warnings.simplefilter("ignore")


def local():
    class In:
        def __init__(self) -> None:
            self.b = 2

    class Foo:
        def __init__(self) -> None:
            self.a = 4

        def put(self, obj: Tuple[int, In]) -> None:
            self.a = obj[0]

    torch.jit.script(In)
    torch.jit.script(Foo)

    def f(x: int):
        made = Foo()
        made.put((x, In()))
        return made.a

    print(torch.jit.script(f)(3))


local()


class P:
    def __init__(self, a: int) -> None:
        self.a = a


class S:
    def __init__(self, p: P) -> None:
        self.p = p

    def __getstate__(self) -> Tuple[int, P]:
        return (1, self.p)

    def __setstate__(self, state: Tuple[int, P]) -> None:
        self.p = state[1]


class H(torch.nn.Module):
    ps: List[P]
    d: Dict[str, P]
    t: Tuple[P, int]
    s: S

    def __init__(self):
        super().__init__()
        self.ps = [P(1), P(2)]
        self.d = {"a": P(4)}
        self.t = (P(5), 1)
        self.s = S(P(7))

    def forward(self, x):
        return x + self.ps[1].a + self.d["a"].a + self.t[0].a + self.s.p.a


s = torch.jit.script(H())
print(s(torch.ones(1)))
b = io.BytesIO()
torch.jit.save(s, b)
b.seek(0)
print(torch.jit.load(b)(torch.ones(1)))


@torch.jit.ignore
class Left:
    pass


class Uses(torch.nn.Module):
    def forward(self, x):
        return Left()


class Broken(torch.nn.Module):
    def forward(self, x):
        return x.nothing_of_that_name()


class BrokenToo(torch.nn.Module):
    def forward(self, x):
        return x.nothing_of_that_name()


class Outer(torch.nn.Module):
    def __init__(self, child):
        super().__init__()
        self.child = child
        self.sequence = torch.nn.Sequential(torch.nn.ReLU())

    def forward(self, x):
        return x


class Calls(Outer):
    def forward(self, x):
        return self.child(x)


for m in (Uses(), Outer(Broken()), Calls(BrokenToo())):
    try:
        torch.jit.script(m)
    except Exception as e:
        lines = str(e).splitlines()
        print(type(e).__name__, [line for line in lines if "File" not in line])
s = torch.jit.script(torch.nn.Sequential(torch.nn.ReLU()))
print("__add__" in dir(s), "forward" in dir(s))
for name in ("__origin__", "__self__"):
    try:
        getattr(torch.ops.nothing, name)
    except AttributeError as e:
        print(e)
