"""A bfloat16 tensor and a complex number are of type bcomplex32, with which kernels do not compute."""

import torch


def tell(f):
    try:
        print(f())
    except (NotImplementedError, RuntimeError) as e:
        print(type(e).__name__, e)


b = torch.ones(4, dtype=torch.bfloat16)
B = torch.bcomplex32
tell(lambda: (B.is_complex, B.itemsize, B.to_real(), torch.bfloat16.to_complex(), torch.zeros(2, dtype=B)))
for other in "bool uint8 int64 float16 bfloat16 float32 float64 complex32 complex64 complex128".split():
    other = getattr(torch, other)
    print(other, torch.promote_types(B, other), torch.can_cast(B, other), torch.can_cast(other, B))
tell(lambda: torch.result_type(b, 1j))
tell(lambda: torch.result_type(b, torch.tensor(1j)))
for f in (lambda: b + 1j, lambda: b * 1j, lambda: 1j - b, lambda: b**1j, lambda: b == 1j, lambda: b + torch.tensor([1j]), lambda: torch.where(b > 0, b, 1j),
          lambda: b.to(B), lambda: torch.ones(2, dtype=torch.complex64).to(B).to(torch.complex128), lambda: torch.tensor([1 + 2j], dtype=B).tolist(), lambda: b.to(B).real,
          lambda: torch.cat([b.to(B), b.to(B)])[4:6], lambda: torch.complex(b, b), lambda: torch.polar(b, b), lambda: torch.view_as_complex(b.view(2, 2)), lambda: torch.fft.fft(b)):
    tell(f)
torch.set_default_dtype(torch.bfloat16)
tell(lambda: torch.linspace(0, 1j, 3).dtype)
tell(lambda: torch.full((2,), 1j))
