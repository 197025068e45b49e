# Views share storage; strides and offsets say how.
import torch

base = torch.arange(12.0)
m = base.view(3, 4)


def show(name, t):
    print(f"{name:<12}", tuple(t.shape), t.stride(), t.storage_offset(), t.is_contiguous(), t._is_view())


show("view", m)
show("transpose", m.t())
show("row", m[1])
show("column", m[:, 2])
show("step", m[::2, 1::2])
show("narrow", m.narrow(1, 1, 2))
show("unsqueeze", m.unsqueeze(1))
show("expand", m[:1].expand(3, 4))
show("permute", m.reshape(3, 2, 2).permute(2, 0, 1))
show("diagonal", m.diagonal())
show("unfold", base.unfold(0, 4, 2))
show("as_strided", base.as_strided((2, 2), (1, 3), 2))
show("reshape", m.t().reshape(-1))
show("contiguous", m.t().contiguous())
show("clone", m.t().clone())
m[:, 2].mul_(10)
m.t()[0].fill_(-1)
print(base)
m.diagonal().zero_()
print(m.data_ptr() == base.data_ptr(), m.t().reshape(-1).data_ptr() == base.data_ptr())
print(base)
for part in base.split([5, 7]):
    part[0] = 100
a, b = base.chunk(2)
b.copy_(a)
print(base)
try:
    m.t().view(-1)
except RuntimeError as e:
    print(e)
