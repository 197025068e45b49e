# Traces, scripts and graphs know every element type by its number.
import io
import warnings
import torch

warnings.simplefilter("ignore")
names = ["complex32", "complex64", "float16", "bfloat16", "float8_e5m2", "float8_e4m3fn", "float8_e5m2fnuz", "float8_e4m3fnuz", "uint8", "uint16", "uint32", "uint64", "int8", "bool"]


@torch.jit.script
def number(x: torch.Tensor):
    return x.dtype


for name in names:
    dtype = getattr(torch, name)
    moved = torch.jit.trace(lambda x: x.to(dtype), torch.ones(2), check_trace=False)
    made = torch.jit.trace(lambda x: torch.zeros(x.shape, dtype=dtype), torch.ones(2), check_trace=False)
    data = io.BytesIO()
    torch.jit.save(moved, data)
    data.seek(0)
    again = torch.jit.load(data)
    x = torch.full((2,), 3.0)
    print(name, moved(x).dtype, made(x).dtype, again(x).dtype, number(x.to(dtype)), moved(x).float().tolist() if not dtype.is_complex else "")


@torch.jit.script
def small(x: torch.Tensor):
    return x.to(torch.complex32), x.to(torch.uint16), x.to(torch.float8_e5m2)


print([y.dtype for y in small(torch.ones(2))], small.code)
print(torch._C.parse_ir("graph(%x : Float8_e5m2(2), %y : UInt16(*)):\n  return (%x, %y)\n"))
