# Functions of large arguments, and of zeros, infinities and NaN, of all floating types.
import torch

def show(name, r):
    values = torch.view_as_real(r) if r.is_complex() else r
    print(name, r.dtype, [float("%.3g" % v) if isinstance(v, float) else v for v in values.flatten().tolist()])

x = torch.tensor([1e10, -1e10, 3e38, 1e15, 1e5, float("inf"), 0.5])
for dtype in (torch.float32, torch.float64, torch.bfloat16):
    for f in (torch.sin, torch.cos, torch.tan):
        show(f.__name__, f(x.to(dtype)))
        show(f.__name__, f(x.to(dtype)[::2]))
for dtype in (torch.float32, torch.float16, torch.bfloat16):
    a = torch.tensor([0.0, -0.0, 1.0, 2.0, -1.0, 1.5, float("inf"), float("nan")], dtype=dtype)
    for b in (3.0, -3.0, float("inf"), 0.0):
        show("nextafter", torch.nextafter(a, torch.tensor(b, dtype=dtype)))
    show("angle", torch.angle(a))
z = torch.tensor([complex(1e10, 0), complex(1e10, 1), complex(-1e10, 2), complex(3, 4)])
for f in (torch.asin, torch.acos, torch.asinh, torch.acosh, torch.tanh):
    show(f.__name__, f(z))
for f in (torch.exp, torch.cosh, torch.sinh):
    show(f.__name__, f(torch.tensor([complex(1e10, 0), complex(1, 2)])))
print(torch.isnan(torch.tensor([complex(float("nan"), float("inf")), complex(0, float("nan")), complex(float("inf"), 0)])))
print(torch.trapezoid(torch.tensor([100, 100, 50], dtype=torch.int8)), torch.trapezoid(torch.tensor([[1.0, 2, 4]]), dx=2), torch.trapezoid(torch.zeros(2, 0)))

show("pow", torch.pow(torch.tensor([-float("inf"), 4.0, 0.0], dtype=torch.float64), torch.tensor([-0.5, 0.5, 0.5])))
