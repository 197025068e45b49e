# Tensors with a mask: printing, arithmetic, reductions, views and gradients.
import torch
from torch.masked import MaskedTensor, as_masked_tensor, is_masked_tensor, masked_tensor

data = torch.arange(6.0).reshape(2, 3)
mask = torch.tensor([[True, False, True], [False, False, True]])
m = masked_tensor(data, mask)
print(m, masked_tensor(torch.tensor([1, 2]), torch.tensor([True, False])), masked_tensor(torch.tensor(1.0), torch.tensor(True)), m > 1, sep="\n")
print(is_masked_tensor(m), isinstance(m, torch.Tensor), m.shape, m.dtype, m.get_data(), m.get_mask(), m.to_tensor(-1))
for name in ("exp", "sqrt", "neg", "floor", "isnan"):
    print(name, getattr(torch, name)(m))
for name in ("add", "div", "maximum", "eq"):
    print(name, getattr(torch, name)(m, m), getattr(torch, name)(m, data))
print(m + 2, 2 * m, torch.softmax(m, 0))
for name in ("sum", "mean", "amax", "amin", "prod", "argmax", "var", "std", "all"):
    print(name, getattr(m, name)(), getattr(m, name)(0), getattr(m, name)(dim=1, keepdim=True))
print(m.t(), m.view(3, 2), m[0], m[0, 1], m.unsqueeze(0).shape, torch.cat([m, m]), m.split(1))
calls = [lambda: masked_tensor(data, mask.int()), lambda: masked_tensor(data, mask[0]), lambda: masked_tensor([1], mask), lambda: masked_tensor(m, mask),
         lambda: m + masked_tensor(data, ~mask), lambda: torch.relu(m), lambda: torch.cumsum(m, 0), lambda: torch.pow(m, m), lambda: m.tolist()]
for call in calls:
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])

leaf = masked_tensor(data, mask, requires_grad=True)
(leaf * leaf).sum().backward()
print(leaf.grad)
leaf = masked_tensor(data, mask, requires_grad=True)
leaf.mean().backward()
print(leaf.grad)
plain = data.clone().requires_grad_()
as_masked_tensor(plain, mask).exp().sum().backward()
print(plain.grad)
