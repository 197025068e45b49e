"""The values of a nested tensor and nested tensors over values, as steps of the graph."""
import torch
from torch.nested._internal.nested_tensor import ViewNestedFromBuffer, ViewBufferFromNested, buffer_from_jagged, jagged_from_list, NestedTensor, nested_view_from_values_offsets, get_tensor_symint
v=torch.randn(5,3,requires_grad=True); o=torch.tensor([0,2,5])
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:200])
a=torch.randn(2,3,requires_grad=True); b=torch.randn(4,3,requires_grad=True)
n,off=jagged_from_list([a,b],None)
buf=buffer_from_jagged(n); print(buf.shape, type(buf.grad_fn).__name__); buf.sum().backward(); print(a.grad)
print(ViewBufferFromNested, torch.autograd.gradcheck(lambda v: buffer_from_jagged(ViewNestedFromBuffer.apply(v,o,None)), (v.detach().double().requires_grad_(),)))

