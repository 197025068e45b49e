# Dimensions as objects: binding, order, packs, reductions, expansion, indices that are dimensions, lists of them, assignment, gradients, and what is refused.
import math

import torch
import torch.nn.functional as F
from functorch.dim import Dim, DimensionBindError, DimList, cat, dimlists, dims, stack
from torch import nn


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
A, B = torch.arange(12.0).view(3, 4), torch.arange(20.0).view(4, 5)
i, j, k = dims()
print(i, type(i), Dim.__mro__, A[i, k], A[i], A[i].shape, A[i].ndim, A[i].dims)
print(torch.equal((A[i, k] * B[k, j]).sum(k).order(i, j), A @ B), torch.equal((A[i, k].expand(j) * B[k, j].expand(i)).sum(k).order(i, j), A @ B))
print(A[i].sum((0, i)), A[i].sum((-1, i)), A[i].sum(0, keepdim=True).sum((0, i)), A[i].std(i, True), A[i, k].max(i), A[i, k].sort(k)[0].order(i, k))
print(A[i].renorm(1, i, 7).order(i), A[i, k].cumsum(k).order(i, k), torch.softmax(A[i, k], dim=k).order(k, i), A[i].unbind(i)[1], A[i].amax((i, -1)))
kk = dims()
print(stack([A[i, k], A[i, k]], kk, k).order(i, kk, k).shape)
k2 = dims()
print(cat((A[i, k], A[i, k]), k, k2).order(i, k2).shape, k2.size)
o, l = dims()
o.size = 2
r = A[i, k].index(k, (o, l))
print(r.order(i, o, l), r.index((o, l), k).order(i, k), l.size)
z = dims()
print(A[i, k].index(k, torch.arange(2)[z]).order(i, z), (i + k - 1).order(i, k), A[..., k].order(k).shape)
a_, b_ = dimlists()
print(a_, A[i, a_].order(*a_, i).shape, a_, A[i, b_, k].order(i, k, *b_).shape, b_, DimList(2), DimList())
c, d = dims()
c.size = 2
print(A[i, [c, d]].order(i, c, d).shape, A[c + 1, c + 0].order(c), A[i, [c, d]].order(i, [c, d]).shape, A[i, k].order((i, k)).shape)
x, y = dims()
x.size = 1
print([t.dims for t in A[i].split((x, y), dim=0)], y.size)
m = dims()
square = A[:, :3]
print(square[m, m].order(m), square[m, m].sum(m), (m == m).order(m), torch.where(m > 1, square[m, m], 0.0).order(m))


def attention(x, q, k, v, heads):
    b, s, t, h, f = dims()
    h.size = heads
    queries, keys, values = q(x)[b, s, [h, f]], k(x)[b, t, [h, f]], v(x)[b, t, [h, f]]
    weights = torch.softmax((queries * keys).sum(f) / math.sqrt(f.size), dim=t)
    return (weights * values).sum(t).order(b, s, [h, f])


layers = [nn.Linear(6, 6) for _ in range(3)]
given = torch.rand(2, 4, 6)
q, k_, v = (layer(given).view(2, 4, 3, 2).transpose(1, 2) for layer in layers)
print(torch.allclose(attention(given, *layers, 3), F.scaled_dot_product_attention(q, k_, v).transpose(1, 2).reshape(2, 4, 6), atol=1e-6))
g, n = dims(sizes=[2, None])
split = torch.arange(8.0)[[n, g],]
print(split.dims, split.sum(n).order(g), dims(2), dims(sizes=[3, 4])[1].size)
target = torch.zeros(3, 4)
target[i, k] = A[i, k] * 2
target[i, 0] = i
target[i].add_(1)
print(target)
w = torch.ones(3, 4, requires_grad=True)
(w[i, k] * A[i, k]).sum((i, k)).backward()
print(w.grad)
q_ = dims()
for f in (
    lambda: A[i, j, k],
    lambda: A[i].order(j),
    lambda: A[i].sum(q_),
    lambda: q_.size,
    lambda: A[i, k].order(i, i),
    lambda: A[..., i, ...],
    lambda: setattr(i, "size", 7),
    lambda: DimList(3)[5],
    lambda: len(DimList()),
    lambda: dims(sizes=[1, 2], n=3),
    lambda: A.split((i, 2), dim=1),
    lambda: stack([], q_),
):
    attempt(f)
