"""Integers divided by a number: rest and quotient for each sign, eager and compiled, also by numbers that are known when the code runs."""
import torch

for dtype in (torch.int64, torch.int32):
    x = torch.tensor([-7, -6, -1, 0, 1, 5, 6, 7, -2147483640, 2147483647], dtype=dtype)
    for y in (3, -3, 1, -1, 7, -7, 2**31 - 1):
        def divided(x):
            return x % y, torch.fmod(x, y), x // y
        plain = [t.tolist() for t in divided(x)]
        compiled = [t.tolist() for t in torch.compile(divided)(x)]
        print(dtype, y, plain, plain == compiled)
for f in (lambda x: x % 0, lambda x: x // 0, lambda x: torch.fmod(x, 0)):
    try:
        print(f(torch.tensor([1])))
    except RuntimeError as e:
        print(e)
by = torch.compile(lambda x, n: (x % n, x // n), dynamic=True)
x = torch.arange(10)
for n in (3, 4, -4):
    print(by(x, n))
