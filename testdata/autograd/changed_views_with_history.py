# A view of an input that begins in the middle of it, changed by what requires a gradient: captured ahead of time, the change keeps the view's layout.
import torch


def transposed(a, c):
    v = a[..., 1:].transpose(0, 1)
    torch._dynamo.graph_break()
    v += c
    return v, v


for f in (transposed, torch.compile(transposed, backend="aot_eager")):
    a, c = torch.arange(6.0).view(2, 3), torch.full((2, 2), 2.0, requires_grad=True)
    v, w = f(a, c)
    print(a.tolist(), a.storage_offset(), v.tolist(), v.storage_offset(), v.stride(), v is w)
    (a.sum() + v.sum()).backward()
    print(c.grad.tolist())
