"""Forward mode: what is constant has a tangent of zeros where an operator is differentiable, none where not; refusals; layouts of tangents."""
import torch
import torch.autograd.forward_ad as fwAD

x = torch.tensor([1.5, -2.0])
functions = {
    "ceil": torch.ceil, "sign": torch.sign, "round": torch.round, "trunc": torch.trunc, "isnan": torch.isnan, "argmax": torch.argmax,
    "zeros_like": torch.zeros_like, "rand_like": torch.rand_like, "bernoulli": torch.bernoulli, "logical_not": torch.logical_not,
    "div floor": lambda v: torch.div(v, 2, rounding_mode="floor"), "equal": lambda v: v == 0, "long": lambda v: v.long(),
    "detach": lambda v: v.detach(), "max index": lambda v: v.max(0)[1], "zero_": lambda v: v.clone().zero_(), "fill_": lambda v: v.clone().fill_(1),
    "floor_": lambda v: v.clone().floor_(), "remainder": lambda v: v % 1, "copy_": lambda v: v.clone().copy_(torch.ones(2)),
    "bernoulli_": lambda v: v.clone().bernoulli_(), "masked_fill": lambda v: v.masked_fill(torch.tensor([True, True]), 0),
    "gather": lambda v: torch.gather(v, 0, torch.tensor([], dtype=torch.long)), "threshold": lambda v: torch.threshold(v, 9, 0),
    "heaviside": lambda v: torch.heaviside(v, torch.ones(2)), "floor_divide": lambda v: v // 1, "zeta": lambda v: torch.special.zeta(v, torch.ones(2)),
    "igamma": lambda v: torch.igamma(v, torch.ones(2)), "after the errors": torch.exp,
}
with fwAD.dual_level():
    d = fwAD.make_dual(x, torch.ones(2))
    for name, f in functions.items():
        try:
            print(name, fwAD.unpack_dual(f(d)).tangent)
        except Exception as e:
            print(name, type(e).__name__, str(e).split(". ")[0])

a, b = torch.rand(3, requires_grad=True), torch.rand(3, requires_grad=True)
with fwAD.dual_level():
    t = fwAD.unpack_dual(torch.polar(fwAD.make_dual(a, torch.ones(3)), fwAD.make_dual(b, torch.ones(3)))).tangent
    print("polar", t.is_conj(), t.requires_grad, torch.view_as_real(t).shape)

for f in (torch.ceil, lambda v: torch.ones(2)):
    try:
        print(torch.func.jvp(f, (x,), (torch.ones(2),), strict=True))
    except RuntimeError as e:
        print(e)
