# Products of matrices become one operator; the lengths of lists follow from conditions.
import re
from typing import List

import torch


def tree(T1, T2, T3, T4, T5, T6, T7, T8):
    return (torch.mm(T1, T2) + torch.mm(T3, T4) + torch.mm(T5, T6) + torch.mm(T7, T8))


g = torch.jit.script(tree).graph
torch._C._jit_pass_batch_mm(g)
print(re.sub(" # .*", "", str(g)))


def side(A, T1, T2, T3, T4, T5, T6, T7, T8):
    return (torch.mm(A, T1), torch.mm(A, T2), torch.mm(A, T3), torch.mm(A, T4), torch.mm(A, T5), torch.mm(A, T6), torch.mm(A, T7), torch.mm(A, T8))


f = torch.jit.script(side)


g = f.graph
torch._C._jit_pass_batch_mm(g)
print(re.sub(" # .*", "", str(g)))
ts = [torch.randn(3,3) for _ in range(9)]
print(all(torch.allclose(a,b) for a,b in zip(f(*ts), side(*ts))))


def side2(A, T1, T2, T3, T4, T5, T6, T7, T8):
    return (torch.mm(T1, A), torch.mm(T2, A), torch.mm(T3, A), torch.mm(T4, A), torch.mm(T5, A), torch.mm(T6, A), torch.mm(T7, A), torch.mm(T8, A)) 


g = torch.jit.script(side2).graph
torch._C._jit_pass_batch_mm(g)
print(re.sub(" # .*", "", str(g)))


def few(A, T1, T2):
    return torch.mm(A, T1) + torch.mm(A, T2), torch.mm(A, T1)


g = torch.jit.script(few).graph
torch._C._jit_pass_batch_mm(g)
print(re.sub(" # .*", "", str(g)))


def lens(x: List[int], y: List[int]):
    if len(x) == 3:
        a, b, c = x
        if len(y) == 2 and len(x) == 3:
            return a + len(x) + len(y)
        return len(x) + len(y)
    else:
        if 1 == len(y):
            return len(y) + len(x)
    return len(x)


g = torch.jit.script(lens).graph
torch._C._jit_pass_peephole_list_idioms(g, refine_list_len=True)
print(re.sub(" # .*", "", str(g)))


def lens2(x: List[int]):
    if len(x) != 3:
        return len(x)
    assert len(x) == 3
    return len(x)


g = torch.jit.script(lens2).graph
torch._C._jit_pass_peephole_list_idioms(g, refine_list_len=True)
print(re.sub(" # .*", "", str(g)))


def lens3(x: List[int]):
    b = len(x) == 4
    if b:
        return x[len(x) - 1]
    x.append(1)
    return len(x)


g = torch.jit.script(lens3).graph
torch._C._jit_pass_peephole_list_idioms(g, refine_list_len=True)
print(re.sub(" # .*", "", str(g)))
