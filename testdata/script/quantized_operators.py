"""Operators that make, read and add quantised tensors in scripts."""
import torch
@torch.jit.script
def f(x):
    return torch.quantize_per_tensor(x, 0.1, 3, torch.quint8)
try: q=f(torch.randn(3)); print(type(q), q.dtype)
except Exception as e: print(type(e), str(e)[:300])
@torch.jit.script
def g(x):
    return torch.dequantize(x)
try: print(g(torch.quantize_per_tensor(torch.ones(3),0.1,3,torch.quint8)))
except Exception as e: print(type(e), str(e)[:300])
@torch.jit.script
def h(x):
    return torch.relu(x), x.q_scale(), x.q_zero_point(), x.int_repr(), x.is_quantized, x.reshape(3,1).size(0)
try: print(h(torch.quantize_per_tensor(torch.ones(3),0.1,3,torch.quint8)))
except Exception as e: print(type(e), str(e)[:300])
@torch.jit.script
def k(x):
    return torch.ops.quantized.add(x,x,0.2,1)
try: print(k(torch.quantize_per_tensor(torch.ones(3),0.1,3,torch.quint8)))
except Exception as e: print(type(e), str(e)[:300])
print(torch.ops.quantized.add.default._schema)
print(torch.ops.quantized.linear_prepack)
