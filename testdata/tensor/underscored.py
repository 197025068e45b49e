# Operators with an underscore in front, which libraries and tests call for themselves.
import torch
from torch.utils._python_dispatch import TorchDispatchMode

torch.manual_seed(0)
rows = torch.tensor([0, 0, 1, 3, 3])
print(torch._convert_indices_from_coo_to_csr(rows, 4), torch._convert_indices_from_coo_to_csr(rows, 4, out_int32=True))
print(torch._convert_indices_from_csr_to_coo(torch.tensor([0, 2, 3, 3, 5]), torch.tensor([0, 1, 1, 0, 2])))
print(torch._convert_indices_from_csr_to_coo(torch.tensor([[0, 1, 2], [0, 0, 2]]), torch.tensor([[0, 1], [1, 0]]), transpose=True, out_int32=True))
print(torch._shape_as_tensor(torch.ones(2, 3)))
x, y = torch.randint(-100, 100, (17, 8), dtype=torch.int8), torch.randint(-100, 100, (8, 16), dtype=torch.int8)
print(torch._int_mm(x, y).equal(x.int() @ y.int()), torch._int_mm(x, y).dtype)
for call in (
    lambda: torch._int_mm(x.float(), y.float()),
    lambda: torch._int_mm(x[0], y),
    lambda: torch._int_mm(x, y[:3]),
    lambda: torch._convert_indices_from_coo_to_csr(rows.float(), 4),
    lambda: torch._convert_indices_from_coo_to_csr(rows.view(1, 5), 4),
):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)

a, b, c = torch.randn(3, 4), torch.randn(3, 5), torch.randn(5, 4)
product = torch.addmm(a, b, c)
print(torch.allclose(torch._addmm_activation(a, b, c), product.relu()))
print(torch.allclose(torch._addmm_activation(a, b, c, use_gelu=True), torch.nn.functional.gelu(product)))
print(torch._add_relu(a, -a * 0.5, alpha=1).sum(), torch._add_relu(a, 0.5, 2).sum())
print(torch._aminmax(a), torch._aminmax(a, 1, True))
print(torch._stack([a, a], 1).shape, torch._cast_Long(a), torch._logcumsumexp(a, 1).sum())

q, k, v = (torch.randn(2, 3, 5, 4, requires_grad=True) for _ in range(3))
out, weights = torch._scaled_dot_product_attention_math(q, k, v, is_causal=True)
print(out.sum(), weights[0, 0])
out, weights = torch._scaled_dot_product_attention_math(q, k, v, torch.ones(5, 5, dtype=torch.bool).tril(), scale=0.3)
print(out.sum(), weights[0, 0])
print(torch._fused_sdp_choice(q, k, v), torch._fused_sdp_choice(q, k, v, dropout_p=0.5))
print([t.sum() for t in torch._transform_bias_rescale_qkv(torch.randn(2, 5, 12), torch.randn(12), 2)])

image, kernel = torch.randn(1, 2, 5, 5), torch.randn(3, 2, 3, 3, requires_grad=True)
out = torch._convolution(image, kernel, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1, False, False, True, True)
out.sum().backward()
print(out.sum(), kernel.grad.sum())


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(" ", func)
        return func(*args, **(kwargs or {}))


with Seen():
    torch._stack([a, a], 1)
    torch._cast_Long(a)
    torch._aminmax(a)
    torch._add_relu(a, a)
    torch._addmm_activation(a, b, c)
    torch._convolution(image, kernel, None, [1, 1], [1, 1], [1, 1], False, [0, 0], 1, False, False, True, True)
    torch._logcumsumexp(a, 1)
    torch._int_mm(x, y)
    torch._convert_indices_from_coo_to_csr(rows, 4)
