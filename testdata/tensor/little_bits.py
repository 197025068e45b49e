"""Products of weights in few bits, resizing by the Lanczos filter, and reductions over no dimension."""
import torch
import torch.nn.functional as F


def shown(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e).splitlines()[0])


torch.manual_seed(0)
w = torch.randint(0, 16, (80, 32), dtype=torch.int32)
packed = torch._convert_weight_to_int4pack_for_cpu(w, 2)
print(packed[0, :6], packed[70, :6])
x, pairs = torch.randint(-3, 4, (2, 32)).float(), torch.randint(1, 3, (1, 80, 2)).float()
print(torch._weight_int4pack_mm_for_cpu(x, packed, 32, pairs)[:, 60:68])
block = torch._dyn_quant_pack_4bit_weight(torch.arange(64, dtype=torch.uint8).reshape(4, 16), torch.ones(4), None, 32, 32, 4)
print(torch._dyn_quant_matmul_4bit(torch.full((1, 32), 255.0), block, 32, 32, 4))
a, b = torch.ones(16, 32).to(torch.float8_e4m3fn), torch.full((16, 32), 2.0).to(torch.float8_e4m3fn).t()
one = torch.tensor(1.0)
print(torch._scaled_mm(a, b, one * 2, one / 4, out_dtype=torch.bfloat16)[0, :3])
print(F.scaled_mm(a, b, torch.ones(16, 1), F.ScalingType.RowWise, torch.full((1, 16), 3.0), F.ScalingType.RowWise)[0, :3])
shown("scales", lambda: torch._scaled_mm(a, b, one, torch.ones(16)))
shown("rows", lambda: torch._convert_weight_to_int4pack_for_cpu(w[:7], 2))
image = torch.arange(16.0).reshape(1, 1, 4, 4)
print(F.interpolate(image, size=(2, 3), mode="lanczos", antialias=True))
shown("lanczos", lambda: F.interpolate(image, size=(2, 3), mode="lanczos"))
print(torch.any(torch.eye(2), dim=()), torch.all(torch.eye(2), dim=[], keepdim=True))
shown("pinv", lambda: torch.linalg.pinv(torch.eye(2), rcond=torch.tensor(1j)))
print(torch.linalg.pinv(torch.eye(2), rcond=torch.tensor(1e-3)), torch.linalg._powsum(torch.tensor([1.0, -2.0]), 3))
shown("addmm_", lambda: torch.ones(1, 2).addmm_(torch.ones(3, 3), torch.ones(3, 2)))
shown("addr_", lambda: torch.ones(1, 2).addr_(torch.ones(3), torch.ones(2)))
shown("abs_", lambda: torch.ones(2, dtype=torch.cfloat).abs_())
shown("norm", lambda: torch.norm(torch.ones(2), "foo"))
x = torch.full((2,), 0.5, requires_grad=True)
shown("atanh_", lambda: x.clone().atanh_().sum().backward())
z = x * 1
r = torch.cdist(z[None], torch.zeros(1, 2))
z.add_(1)
shown("cdist", lambda: r.sum().backward())
shown("einsum", lambda: torch.einsum(torch.ones(2), [52]))
shown("stft", lambda: torch.stft(torch.ones(40), 8, hop_length=0, return_complex=True))
