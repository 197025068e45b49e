"""Operators that a program gives torch.Tensor may keep their operands."""

import torch

kept = []


def keeping(name):
    plain = getattr(torch.Tensor, name)

    def operator(*operands):
        kept.append(operands)
        return plain(*operands)

    setattr(torch.Tensor, name, operator)
    return plain


names = ["__getitem__", "__setitem__", "__add__", "__radd__", "__iadd__", "__lt__", "__eq__", "__neg__", "__bool__", "__matmul__"]
plain = {name: keeping(name) for name in names}


def operators(n):
    x = torch.arange(float(n)) + torch.ones(n)
    y = x[1:] + 2
    y += x[0]
    z = 3 + y
    z[0] = 7
    z[:1] = x.sum()
    if (x[2] < 9).all():
        z = -z
    same = (z == z).all()
    if torch.ones(()) * 5:
        z = z.reshape(1, -1) @ torch.ones(n - 1, 1)
    while torch.zeros(()):
        pass
    return z.tolist(), bool(same)


for n in (4, 5):
    print(operators(n))
for name, function in plain.items():
    setattr(torch.Tensor, name, function)
print(len(kept))
for operands in kept:
    print([o.tolist() if isinstance(o, torch.Tensor) else o for o in operands])
