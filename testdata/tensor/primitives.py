# The primitives of references: operators that neither broadcast nor promote.
import torch
import torch._prims as prims
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.proxy_tensor import make_fx

x = torch.tensor([1.0, 4.0])
print(prims.add, torch.ops.prims.add, torch.ops.prims.add.default._schema, prims.RETURN_TYPE.NEW, "sin" in prims.__all__)
for n in "abs acos asinh bessel_i0 bessel_j1 ceil cos digamma erf erf_inv erfcx exp2 isfinite lgamma log1p ndtri neg reciprocal round rsqrt sign signbit sqrt tan trunc".split():
    print(n, getattr(prims, n)(x / 10))
print(prims.cbrt(torch.tensor([8.0, -27.0])))
for n in "add atan2 div eq fmax fmod ge hypot igamma maximum mul nextafter pow remainder sub zeta".split():
    print(n, getattr(prims, n)(x, x + 1))
i = torch.tensor([5, 6])
print(prims.div(i, i - 3), prims.bitwise_and(i, i + 1), prims.gcd(i, i * 2), prims.shift_left(i, torch.ones_like(i)))
x = torch.arange(6.0).view(2, 3)
on = dict(device="cpu", requires_grad=False)
print(prims.broadcast_in_dim(x, [2, 4, 3], [0, 2]).shape, prims.collapse(x, 0, 1), prims.collapse_view(x, 0, 1).shape, prims.split_dim(x, 1, 3).shape)
print(prims.squeeze(x.view(2, 1, 3), [1]).shape, prims.transpose(x, [1, 0]).stride(), prims.cat([x, x], 0).shape, prims.reshape(x, [6]), prims.rev(x, [0]), prims.expand_dims(x, [0, 1]).shape)
print(prims.where(x > 2, x, -x), prims.convert_element_type(x, torch.int32), prims.view_of(x).shape, prims.clone(x).shape)
print(prims.sum(x, [0]), prims.amax(x, [1]), prims.prod(x, [0, 1]), prims.var(x, [0], correction=1), prims.var(x, [0], correction=0))
print(prims.iota(4, start=1, step=2, dtype=torch.int64, **on), prims.full([2], 3.0, dtype=torch.float32, **on), prims.empty_strided([2, 2], [1, 2], dtype=torch.float32, **on).stride())
print(prims.maximum_value(torch.int8), prims.minimum_value(torch.float32), prims.item(torch.tensor(3)), list(prims.frexp(torch.tensor([3.0]))), prims.scalar_tensor(2.0, dtype=torch.float32, device="cpu"), prims.svd(torch.eye(2), full_matrices=False)[1])
print(prims.fft_r2c(torch.ones(4), dim=[0], onesided=True), prims.fft_c2c(torch.ones(4, dtype=torch.cfloat), dim=[0], forward=False), prims.fft_c2r(torch.ones(3, dtype=torch.cfloat), dim=[0], last_dim_size=4))
target = torch.zeros(2)
print(prims.copy_to(target, torch.ones(2)), target)
print(make_fx(lambda a, b: prims.mul(prims.add(a, b), a))(torch.ones(2), torch.ones(2)).code)
with FakeTensorMode():
    print(prims.add(torch.empty(2), torch.empty(2)), prims.sum(torch.empty(2, 3), [0]).shape)
print(prims.sin(torch.empty(2, device="meta")))
for a, b in ((torch.ones(2), torch.ones(3)), (torch.ones(2), torch.ones(2, dtype=torch.int))):
    try:
        prims.add(a, b)
    except Exception as e:
        print(type(e).__name__, e)
