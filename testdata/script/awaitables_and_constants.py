# Annotations for futures and awaitables, attributes of what is awaited, what passes between Python and scripts; constants of modules and what is none.
import io
import re
import warnings
from typing import Any, Final, List

import torch
from torch._jit_internal import _Await
from torch.jit import Future

warnings.simplefilter("ignore")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, re.sub(r" \(of Python.*?\)", "", str(e).strip().split("\n")[0]))


def plus(x):
    return x + 1


def total(x: int, y: int):
    return x + y


def forked(x: torch.Tensor) -> Future[torch.Tensor]:
    return torch.jit.fork(plus, x)


def number(x: int) -> int:
    return x + 1


def any_future(x: int) -> Future[Any]:
    return torch.jit.fork(number, x)


def waits(x: Future[torch.Tensor]):
    return torch.jit.wait(x)


made = torch.futures.Future()
made.set_result(torch.ones(3))
f, w = torch.jit.script(forked), torch.jit.script(waits)
print(Future is torch.futures.Future, Future, Future[int], type(f(torch.ones(1))), w(f(torch.ones(1))), w(made))
print(torch.jit.script(any_future).schema)
futures = torch.jit.annotate(List[torch.jit.Future[torch.Tensor]], [torch.jit.fork(plus, torch.ones(1))])
print([torch.jit.wait(x) for x in futures], isinstance(futures[0], Future), isinstance(futures[0], torch._C.Future))


def bare(x: torch.jit.Future):
    return x


def bare_inside(x):
    return torch.jit.annotate(List[torch.jit.Future], [])


attempt(lambda: torch.jit.script(bare))
attempt(lambda: torch.jit.script(bare_inside))


class Pair:
    def __init__(self, a: torch.Tensor, b: torch.Tensor):
        self.a = a
        self.b = b

    def shifted(self, n: int) -> torch.Tensor:
        return self.a + n


def pair(x: torch.Tensor) -> Pair:
    return Pair(x + 1, x * 2)


def fields(x: torch.Tensor):
    aw: _Await[Pair] = torch.jit._awaitable(pair, x)
    return aw.a + aw.b + aw.shifted(2)


def awaits(x: _Await[torch.Tensor]):
    return torch.jit._awaitable_wait(x)


def awaited(x: torch.Tensor) -> _Await[torch.Tensor]:
    return torch.jit._awaitable(plus, x)


def both(x: torch.Tensor, y: int):
    a = torch.jit._awaitable(total, y, 4)
    b = torch.jit._awaitable_nowait(x)
    return torch.jit._awaitable_wait(a), torch.jit._awaitable_wait(b)


def as_tensor(x: torch.Tensor):
    aw = torch.jit._awaitable(plus, x)
    return torch.neg(aw)


s = torch.jit.script(fields)
print(s.code, s(torch.ones(2)))
s = torch.jit.script(both)
print(s.code, s(torch.ones(2), 3))
buffer = io.BytesIO()
torch.jit.save(s, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(loaded.code, loaded(torch.ones(1), 2))
a = torch.jit._awaitable(plus, torch.ones(1))
n = torch.jit._awaitable_nowait(33)
print(_Await[int], type(a), a.args(), a.is_nowait(), n.args(), n.is_nowait(), torch.jit._awaitable_wait(n))
print(torch.jit.script(awaits)(a), torch.jit._awaitable_wait(torch.jit.script(awaited)(torch.ones(1))))
attempt(n.fn)
attempt(lambda: torch.jit._awaitable_wait(3))
attempt(lambda: torch.jit.script(as_tensor))


@torch.jit.interface
class Neg:
    def neg(self, x: torch.Tensor) -> torch.Tensor:
        pass


@torch.jit.script
class Plain:
    def __init__(self, x: int):
        self.x = x


def called(i: Neg, x: torch.Tensor):
    return i(x)


def summed(i: Neg, x: torch.Tensor):
    return i + x


def plain(x: int):
    return Plain(x) + 1


def plain_called(x: int):
    return Plain(x)(1)


for g in (called, summed, plain, plain_called):
    attempt(lambda: torch.jit.script(g))


class Constant(torch.nn.Module):
    __constants__ = ["w"]

    def __init__(self, w):
        super().__init__()
        self.w = w

    def forward(self, x):
        y = self.w
        return x, y


class Finals(torch.nn.Module):
    a: Final[List[int]]
    b: Final[int]
    c: Final = 3
    d: Final[int]

    def __init__(self):
        super().__init__()
        self.a = [1, 2]
        self.b = 2

    def forward(self, x):
        return x.view(self.a) + self.a[1], self.a, self.b, self.c


def shown(m):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        try:
            print(re.sub(r" # .*", "", str(torch.jit.script(m).graph).split(":\n", 1)[1]))
        except TypeError as e:
            print(e)
        print([str(w.message) for w in found if "3.14" not in str(w.message)])


for value in (2, (1, 2), [1, 2], (1, (2, 3.0)), (), "a", [1.0], {"a": 1}, [1, {2}], torch.ones(1), plus, torch.nn.Linear(1, 1), torch.nn.Parameter(torch.ones(1))):
    shown(Constant(value))
shown(Finals())

DTYPE, DEVICE, NOTHING = torch.float32, torch.device("cpu"), None


def dtype_outside(x):
    return x.to(DTYPE)


def device_outside(x):
    return x.to(DEVICE)


def nothing_outside(x):
    return NOTHING


for g in (dtype_outside, device_outside, nothing_outside):
    attempt(lambda: torch.jit.script(g))
