# What operators say of unsigned integers of more than a byte and of floats of one byte.
import torch

for dtype in (torch.float8_e4m3fn, torch.uint16):
    t = torch.tensor([[1, 2], [4, 1]]).to(dtype)
    for name in "add mul div pow maximum floor_divide lt exp sqrt floor max amax square tril take nonzero gather any all sum clamp masked_fill softmax trace lerp".split():
        more = {"add": (t,), "mul": (t,), "div": (t,), "pow": (t,), "maximum": (t,), "floor_divide": (t,), "lt": (t,), "take": (torch.tensor([0]),),
                "gather": (0, torch.tensor([[0, 1]])), "clamp": (0, 1), "masked_fill": (torch.tensor([True, False]), 1), "softmax": (0,), "lerp": (t, 0.5)}
        try:
            print(name, getattr(t, name)(*more.get(name, ())).dtype)
        except Exception as error:
            print(name, type(error).__name__, error)
print(torch.addcmul(torch.tensor([True]), torch.tensor([2]), torch.tensor([3])))

# Memory as another type: no view of autograd, and only where its elements fit.
x = torch.arange(4.0, requires_grad=True) * 1
v = x.view(torch.int32)
print(v._is_view(), v.requires_grad, v.zero_()._version, x._version, x)
for f in (lambda: torch.ones(2, 4)[:, 1:3].view(torch.float64), lambda: torch.ones(3, 3)[:, :2].view(torch.float64), lambda: torch.tensor(1)[:],
          lambda: torch.zeros(3, 4)[..., ..., 0], lambda: torch.tensor(1)[torch.tensor([0])]):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)

# Softmax of half precision along a dimension that is not the last.
x = torch.linspace(-2, 2, 3 * 34).reshape(3, 34).bfloat16()
print(x.softmax(0)[:, [0, 5, 31, 32, 33]])

# Results keep the order of their operands' elements in memory; powers of two round to the larger one at the middle; float_power_ takes its own types only.
a = torch.tensor([[1, 0, 3], [4, 2, 1]]).t().contiguous().to(torch.uint16).t()
print([f(a).stride() for f in (torch.sin, lambda x: x * 2.5, lambda x: x / 1, torch.nan_to_num)], a.count_nonzero(1), a.clamp(2.5), a.float_power(a != 0))
print(torch.tensor([3.0, 5.0, 6.0, 0.75, 1.5, -3.0]).to(torch.float8_e8m0fnu).float())
for f in (lambda: torch.ones(2, dtype=torch.float16).float_power_(1), lambda: a.clamp(1), lambda: a.clamp(a), lambda: a.clamp(1, 2), lambda: a.to(torch.float8_e4m3fn) + torch.ones(4),
          lambda: torch.ones(2, 3, dtype=torch.bool).bmm(torch.ones(3, 2, dtype=torch.bool))):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
