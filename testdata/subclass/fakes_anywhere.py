import torch
from torch._subclasses.fake_tensor import FakeTensor, FakeTensorMode
from torch.fx.experimental.symbolic_shapes import ShapeEnv


def attempt(f):
    try:
        print("  ", f())
    except Exception as e:
        print("  ", type(e).__name__, str(e).split("\n")[0])


mode = FakeTensorMode()
print("devices")
with mode:
    x, s = torch.ones(2, device="cuda"), torch.tensor(1.0)
    print(x, x + s, x.cpu(), torch.empty_like(x), x.new_zeros(3), torch.rand(2, device="cuda:1"), torch.arange(3, device="mps"), torch.ones(2, device="xpu"))
    print(torch.tensor([1.0], device="cuda"), x.to("cpu", torch.float64), x.to(torch.ones(2)), mode.is_our_fake(x), mode.is_our_fake(s.constant), x.is_cuda, s.is_cuda, x.is_meta)
    attempt(lambda: x + torch.ones(2))
    attempt(lambda: torch.ones(2, device="cuda:1") * x)

print("what depends on data")
with mode:
    y = torch.ones(2, 3)
    attempt(lambda: torch.repeat_interleave(torch.tensor([1, 2])))
    attempt(lambda: torch.repeat_interleave(torch.tensor([1, 2]), output_size=3))
    attempt(lambda: torch.linalg.lstsq(torch.ones(3, 2), torch.ones(3, 1)))
    attempt(lambda: y[y > 0])
    attempt(lambda: torch.tensor([3]).tolist())
    attempt(lambda: torch.tensor([[1], [2]])[0].tolist())
    attempt(lambda: torch.equal(y, y))

print("mixing")
attempt(lambda: torch.cat([y, torch.ones(2, 3)]))
attempt(lambda: FakeTensor(mode, torch.ones(2), "cpu"))
attempt(lambda: FakeTensor(mode, torch.ones(2, device="meta"), None))

print("views")
base = torch.ones(4)
for env in (None, ShapeEnv()):
    m = FakeTensorMode(shape_env=env)
    view, whole = m.from_tensor(base[1:3]), m.from_tensor(base)
    print(view._base is not None, view._is_view(), view.untyped_storage()._cdata == whole.untyped_storage()._cdata, view.storage_offset())
    w = torch.ones(2, 3, requires_grad=True)
    of_leaf = m.from_tensor(w.t())
    print(of_leaf.requires_grad, of_leaf.is_leaf, of_leaf._is_view(), of_leaf._base is m.from_tensor(w), type(of_leaf.grad_fn).__name__)

print("masks")
m = FakeTensorMode(shape_env=ShapeEnv())
z = m.from_tensor(torch.ones(4, 5))
with m:
    print(z[z > 0].shape, z.masked_select(z > 0).shape, torch.repeat_interleave(z.int().view(-1)).shape)
FakeTensorMode.cache_clear()
with FakeTensorMode():
    x = torch.ones(2, 3)
    x + x, x + x
    print(FakeTensorMode.cache_info())
