# Hooks that do not fit the forward of their module are refused when it is scripted.
from typing import *

import torch
from torch import Tensor, nn


def t(f):
    try:
        print("==", f.__name__, ":", f())
    except RuntimeError as e:
        print("==", f.__name__, "!", e)


class One(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return x * 2


@t
def e1():
    def h(self, input: Tuple[Tensor], output: int):
        return output
    m=One()
    m.register_forward_hook(h)
    torch.jit.script(m)
@t
def e2():
    def h(self, input: Tuple[Tensor]):
        return 3
    m=One()
    m.register_forward_hook(h)
    torch.jit.script(m)
@t
def e3():
    def h(self, input: Tuple[int], output: Tensor):
        return output
    m=One()
    m.register_forward_hook(h)
    torch.jit.script(m)
@t
def e4():
    def h(self, input: Tuple[Tensor]):
        return None
    m=One()
    m.register_forward_pre_hook(h)
    torch.jit.script(m)
@t
def e5():
    def h(self, input: Tensor) -> None:
        return None
    m=One()
    m.register_forward_pre_hook(h)
    torch.jit.script(m)
@t
def e6():
    def h(self, input: Tuple[Tensor], z: int) -> None:
        return None
    m=One()
    m.register_forward_pre_hook(h)
    torch.jit.script(m)
@t
def e7():
    def h(self, input: Tuple[Tensor], output: Tensor) -> int:
        return output
    m=One()
    m.register_forward_hook(h)
    torch.jit.script(m)
@t
def e8():
    def h(self, input: Tuple[Tensor]) -> Tuple[int]:
        return (1,)
    m=One()
    m.register_forward_pre_hook(h)
    torch.jit.script(m)
@t
def e9():
    def h(self, input: Tuple[Tensor,Tensor], output: Tensor):
        return output
    m=One()
    m.register_forward_hook(h)
    torch.jit.script(m)
@t
def e10():
    def h(self, input, output):
        return output
    m=One()
    m.register_forward_hook(h)
    torch.jit.script(m)
