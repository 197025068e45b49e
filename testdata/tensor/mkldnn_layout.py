"""Tensors in the layout of MKL-DNN: what they are, what computes with them, gradients, modules, and what is refused."""
import copy
import io

import torch
import torch.nn.functional as F
from torch.utils import mkldnn as mkldnn_utils

torch.manual_seed(0)
x = torch.arange(12.0).reshape(3, 4) / 4 - 1
m = x.to_mkldnn()
print(m)
print(m.layout, m.is_mkldnn, x.is_mkldnn, m.dtype, m.size(), m.dim(), m.is_contiguous(), m.element_size(), len(m), type(m), isinstance(m, torch.Tensor))
print(x.to_mkldnn(torch.bfloat16), m.to_dense(torch.bfloat16).dtype)
print(torch.tensor([1, 2], dtype=torch.int8).to_mkldnn(), torch.empty(2, 3, layout=torch._mkldnn).shape, torch.zeros(2, layout=torch._mkldnn))
for made in (m + m, m * m, m * 2, m.reshape(2, 6), m.flatten(), m.transpose(0, 1), m.t(), torch.relu(m), torch.sigmoid(m), torch.tanh(m), F.gelu(m), m.softmax(1), m.clone().zero_()):
    print(made.layout, made.to_dense().sum().item().__round__(4), tuple(made.shape))
y = m.clone()
y += m
y *= 0.5
print(torch.equal(y.to_dense(), x), torch.add(m, m, alpha=2, out=y) is y, torch.equal(y.to_dense(), 3 * x), torch.equal(y.copy_(m).to_dense(), x))


def learnt(f, *shape):
    a = torch.rand(shape) - 0.5
    p, q = a.clone().requires_grad_(), a.clone().to_mkldnn().requires_grad_()
    f(p).sum().backward()
    made = f(q)
    made.to_dense().sum().backward()
    print(type(made.grad_fn).__name__ if made.grad_fn.name().startswith("Mkldnn") else made.grad_fn.name(), q.grad.layout, torch.allclose(p.grad, q.grad.to_dense(), atol=1e-5))


linear, conv, norm = torch.nn.Linear(4, 3), torch.nn.Conv2d(2, 3, 3, padding=1), torch.nn.BatchNorm2d(2)
learnt(torch.relu, 3, 4)
learnt(lambda t: torch.relu_(t.clone()), 3, 4)
learnt(F.gelu, 3, 4)
learnt(lambda t: t.reshape(2, 6), 3, 4)
learnt(linear, 3, 4)
learnt(conv, 1, 2, 5, 5)
learnt(norm, 2, 2, 5, 5)
learnt(lambda t: F.avg_pool2d(t, 2, 2), 1, 2, 6, 6)
learnt(lambda t: F.max_pool3d(t, 2, 2), 1, 2, 4, 4, 4)
learnt(lambda t: F.adaptive_avg_pool2d(t, 2), 1, 2, 6, 6)
learnt(torch.nn.PReLU(), 3, 4)
a = torch.rand(2, 2, requires_grad=True)
print(a.to_mkldnn().grad_fn.name(), a.to_mkldnn().to_dense().grad_fn.name(), a.to_mkldnn())
(a.to_mkldnn() * a.to_mkldnn()).to_dense().sum().backward()
print(torch.allclose(a.grad, 2 * a))
print(torch.mkldnn_max_pool2d(torch.rand(1, 2, 4, 4).to_mkldnn(), 2, 2).shape, torch.mkldnn_convolution(torch.ones(1, 1, 1, 24), torch.ones(1, 1, 1, 24), torch.ones(1), [0, 0], [1, 1], [1, 1], 1))


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.norm, self.act, self.fc = torch.nn.Conv2d(2, 3, 3, padding=1), torch.nn.Identity(), torch.nn.PReLU(3), torch.nn.Linear(3, 2)

    def forward(self, t):
        t = F.adaptive_avg_pool2d(torch.relu(self.norm(self.conv(t))), 1)
        return self.fc(torch.flatten(t, 1))


block = Block().eval()
other = mkldnn_utils.to_mkldnn(copy.deepcopy(block))
t = torch.rand(2, 2, 6, 6)
print(other, [name for name, _ in other.named_parameters()], sorted(name for name, _ in other.named_buffers()))
print(torch.allclose(block(t), other(t.to_mkldnn()).to_dense(), atol=1e-5), torch.allclose(block.act(t[:, :1].expand(2, 3, 6, 6)), other.act(t[:, :1].expand(2, 3, 6, 6)), atol=1e-5))
for part, given in ((other.fc, torch.rand(2, 3)), (other.conv, t)):
    buffer = io.BytesIO()
    torch.jit.save(part, buffer)
    buffer.seek(0)
    again, traced = torch.jit.load(buffer), torch.jit.trace(part, (given.to_mkldnn(),))
    print(torch.allclose(part(given.to_mkldnn()).to_dense(), again(given.to_mkldnn()).to_dense()), torch.allclose(part(given.to_mkldnn()).to_dense(), traced(given.to_mkldnn()).to_dense()))


class Converting(torch.jit.ScriptModule):
    @torch.jit.script_method
    def forward(self, x):
        if not x.is_mkldnn:
            x = x.to_mkldnn()
        return x


print(Converting()(x).is_mkldnn, Converting()(m).is_mkldnn)
empty = torch.rand(2, 0).to_mkldnn()
print((empty + empty).to_dense().shape)


def refused(f):
    try:
        print("given", f())
    except Exception as e:
        print(type(e).__name__, str(e).partition(". This could be")[0])


for f in (lambda: x.double().to_mkldnn(), lambda: m.view(12), lambda: m + x, lambda: x + m, lambda: m + 1, lambda: m * torch.rand(4).to_mkldnn(), lambda: m[0], lambda: m.sum(), lambda: m.data_ptr(),
          lambda: m.storage(), lambda: m.numpy(), lambda: m.to(torch.double), lambda: m.to_dense(torch.double), lambda: x.copy_(m), lambda: m.copy_(x), lambda: m.copy_(torch.rand(2, 2).to_mkldnn()),
          lambda: torch.mm(m, m.t()), lambda: m.permute(1, 0), lambda: m.unsqueeze(0), lambda: m.type(), lambda: m.new([6]), lambda: torch.ones(2, layout=torch._mkldnn), lambda: torch.rand(2, layout=torch._mkldnn),
          lambda: m.to_mkldnn(), lambda: m.transpose(3, 5), lambda: setattr(x.clone(), "data", m), lambda: torch.max_pool3d(torch.rand(1, 2, 4, 4, 4).to_mkldnn(), 3, dilation=2),
          lambda: torch.mkldnn_max_pool2d(torch.rand(1, 2, 4, 4).to_mkldnn(), 2, stride=0), lambda: a.to_mkldnn() + torch.rand(2, 0).to_mkldnn(),
          lambda: torch.mkldnn_convolution(torch.ones(1, 1, 1, 4), torch.ones(1, 1, 1, 4), torch.ones(1), [-1, 0], [1, 1], [1, 1], 1), lambda: mkldnn_utils.to_mkldnn(torch.nn.BatchNorm2d(2)),
          lambda: mkldnn_utils.to_mkldnn(torch.nn.Linear(2, 2), torch.int8)):
    refused(f)
