"""Derivatives where formulas meet infinities, the complex plane, poles and absent arguments."""
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
inf = float("inf")


def brief(t):
    return [f"{v:.4g}" for v in t.detach().flatten().tolist()]


print("--- weights of convolutions that are not finite reach only what they meet")
w = torch.ones(2, 2, 3, 3, dtype=torch.float64)
w[0, 0, 0, 0], w[1, 1, 2, 1] = inf, -inf
for kw in (dict(), dict(stride=2), dict(padding=1), dict(stride=2, padding=1), dict(dilation=2)):
    x = torch.arange(50., dtype=torch.float64).reshape(1, 2, 5, 5).requires_grad_()
    y = F.conv2d(x, w, **kw)
    print(kw, brief(torch.autograd.grad(y, x, torch.ones_like(y))[0]))
x = torch.arange(1., 9., dtype=torch.float64).reshape(1, 2, 2, 2)
print(brief(F.conv_transpose2d(x, w, torch.tensor([.5, -1], dtype=torch.float64), stride=2, padding=1)))
w = torch.ones(4, 1, 2, dtype=torch.float64)
w[3, 0, 1] = inf
x = torch.arange(1., 5, dtype=torch.float64).reshape(1, 4, 1).repeat(2, 1, 3).requires_grad_()
print(brief(F.conv_transpose1d(x, w, groups=2)))
y = F.conv1d(x, w, groups=4)
print(brief(torch.autograd.grad(y, x, torch.ones_like(y))[0]))

print("--- powers of negative numbers by complex exponents")
for base in (-2.0, 2.0, -2):
    e = torch.tensor([1.5 - 1j, 2 + 0j, 0j], dtype=torch.complex128, requires_grad=True)
    x = torch.tensor(float(base), dtype=torch.float64, requires_grad=True)
    ones = torch.ones(3, dtype=torch.complex128)
    print(base, brief(torch.autograd.grad(torch.pow(base, e), e, ones)[0]))
    print(*(brief(g) for g in torch.autograd.grad(torch.pow(x, e), [x, e], ones)))
    print(torch.autograd.gradcheck(torch.pow, (x, e)))
z = torch.tensor([-1 - 1j, 2 - 3j, 1 + 1j])
for e in (0, 1, 2, 3, -1, -2, 0.5, -0.5):
    print(e, brief(z ** e))
print(torch.vander(z, 3), torch.vander(torch.tensor([1, 2, 3], dtype=torch.int8), 2, increasing=True), torch.vander(torch.ones(2), 0).shape)

print("--- variances without a degree of freedom")
for correction in (2, 3, 4):
    for v in ([1., 1., 1.], [1., 2., 3.]):
        for of in (torch.var, torch.std, lambda x, **kw: torch.var(x, dim=0, **kw)):
            x = torch.tensor(v, requires_grad=True)
            print(correction, brief(torch.autograd.grad(of(x, correction=correction), x)[0]))

print("--- zeros and poles at integers")
for x in (torch.tensor([1, 2, 0, -3]), torch.tensor([1., 2, -3, 0.3, 1e4]), torch.tensor([1., -3, .3], dtype=torch.bfloat16)):
    print(x.dtype, brief(torch.sinc(x)))
points = [-2., -1.5, -1, -.25, 0, .125, .5, 1, 2.5, 10, 100, inf, -inf, float("nan")]
for dtype in (torch.float32, torch.float64):
    for n in (1, 2, 3):
        print(dtype, n, brief(torch.polygamma(n, torch.tensor(points, dtype=dtype))))

print("--- the least of values among which one is not a number")
x = torch.tensor([[1., 2.], [3., 4.]], requires_grad=True)
s = torch.tensor([[float("nan"), 1.], [0., 7.]], requires_grad=True)
for include in (False, True):
    y = torch.index_reduce(x, 0, torch.tensor([0, 0]), s, "amin", include_self=include)
    print(brief(y), *(brief(g) for g in torch.autograd.grad(y.sum(), [x, s])))

print("--- lists with absent elements")
x = torch.arange(12., dtype=torch.float64).reshape(3, 4).requires_grad_()
values = torch.arange(1., 7., dtype=torch.float64).reshape(3, 2).requires_grad_()
at, shown = torch.tensor([1, 9]), torch.tensor([True, False])
put = torch.ops.aten._unsafe_masked_index_put_accumulate
take = torch.ops.aten._unsafe_masked_index
y = put(x, shown, [None, at], values)
print(y.grad_fn.name(), *(brief(g) for g in torch.autograd.grad((y * y).sum(), [x, values])))
print(torch.autograd.gradcheck(lambda x, v: put(x, shown, [None, at], v) ** 2, (x, values)))
print(torch.autograd.gradcheck(lambda x: take(x, shown, [None, at], 0.5) ** 2, (x,)))

# Norms at zero, where second derivatives divide by what is left out; what a row of padding moves; numbers that stay of their type.
for p in (0.5, 1.5, 2, 3, 3.5):
    x = torch.zeros(3, dtype=torch.float64, requires_grad=True)
    norm = torch.linalg.norm(x, p)
    seed = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
    (gradient,) = torch.autograd.grad(norm, x, seed, create_graph=True)
    (second,) = torch.autograd.grad(gradient, x, torch.arange(1.0, 4).double())
    print(p, gradient.tolist(), second.tolist())
with torch.autograd.forward_ad.dual_level():
    weight = torch.autograd.forward_ad.make_dual(torch.arange(10.0).view(5, 2), torch.ones(5, 2))
    rows = torch.nn.functional.embedding(torch.tensor([[1, 2], [2, 0]]), weight, padding_idx=2)
    print(torch.autograd.forward_ad.unpack_dual(rows).tangent)
for name, call in {
    "tolerance": lambda t: torch.linalg.pinv(torch.eye(2), rtol=t),
    "weight": lambda t: torch.nn.functional.binary_cross_entropy_with_logits(torch.ones(2), torch.ones(2), pos_weight=t),
}.items():
    try:
        call(torch.tensor(0.5, requires_grad=True))
    except RuntimeError as e:
        print(name, e)
    try:
        with torch.autograd.forward_ad.dual_level():
            t = torch.autograd.forward_ad.make_dual(torch.tensor(0.5), torch.tensor(1.0))
            print(name, torch.autograd.forward_ad.unpack_dual(call(t)).tangent)
    except RuntimeError as e:
        print(name, str(e)[:80])
print(torch.tensordot(torch.ones(2, 2, 1, dtype=torch.int32), torch.ones(2, 1, 2, dtype=torch.int32), dims=((0, 1), (2, 0))))
