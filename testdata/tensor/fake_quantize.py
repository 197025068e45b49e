"""Quantising and back: values, the gradient's mask, calls that raise, under compile and vmap."""
import torch

x = torch.tensor([-1.0, -0.26, 0.0, 0.249, 0.25, 0.251, 0.5, 3.0, 100.0, float("nan"), float("inf")], requires_grad=True)
rows = torch.arange(12.0).reshape(3, 4) - 5
scale = torch.tensor([0.1, 0.5, 1.0])
point = torch.tensor([0, 1, 2], dtype=torch.int32)


def attempt(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])


def with_gradient(f, *args):
    y = f(*args)
    grad, = torch.autograd.grad(y.sum(), args[0])
    print(y.grad_fn.name(), y.detach(), grad)


with_gradient(torch.fake_quantize_per_tensor_affine, x, 0.1, 0, 0, 255)
with_gradient(torch.fake_quantize_per_tensor_affine, x, 0.5, 3, -8, 7)
with_gradient(torch.fake_quantize_per_tensor_affine, x, torch.tensor([0.1]), torch.tensor([2]), 0, 255)
with_gradient(torch.fake_quantize_per_channel_affine, rows.clone().requires_grad_(), scale, point, 0, 0, 15)
with_gradient(torch.fake_quantize_per_channel_affine, rows.clone().requires_grad_(), torch.tensor([0.1, 0.5, 1.0, 2.0]), torch.full((4,), 0.4), 1, -8, 7)
with_gradient(torch.fake_quantize_per_channel_affine, x.detach().repeat(3, 1).requires_grad_(), scale, point, 0, 0, 15)

for dtype in (torch.float64, torch.float16, torch.bfloat16):
    print(torch.fake_quantize_per_tensor_affine(rows.to(dtype), 0.3, 0, -4, 4))

attempt(lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 5, 2))
attempt(lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 9, 0, 2))
attempt(lambda: torch.fake_quantize_per_tensor_affine(torch.ones(2).int(), 0.1, 0, 0, 2))
attempt(lambda: torch.fake_quantize_per_channel_affine(rows, scale, point.long(), 0, 0, 15))
attempt(lambda: torch.fake_quantize_per_channel_affine(rows, scale[:2], point[:2], 0, 0, 15))
attempt(lambda: torch.fake_quantize_per_channel_affine(rows, scale, point, 5, 0, 15))
attempt(lambda: torch.fake_quantize_per_channel_affine(rows, scale, point + 99, 0, 0, 15))
attempt(lambda: torch.fake_quantize_per_channel_affine(rows, scale.double(), point, 0, 0, 15))


def layer(x):
    return torch.fake_quantize_per_channel_affine(x.sin(), scale, point, 0, -4, 7).sum(0) + torch.fake_quantize_per_tensor_affine(x, 0.25, 1, 0, 9)[0]


for backend in ("eager", "aot_eager"):
    inputs = rows.clone().requires_grad_()
    y = torch.compile(layer, backend=backend)(inputs)
    y.sum().backward()
    print(y.detach(), inputs.grad)
print(torch.func.vmap(lambda row: torch.fake_quantize_per_tensor_affine(row, 0.25, 1, 0, 9))(rows))
