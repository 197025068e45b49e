# A weight is cast once in a region of autocast: gradients of its uses are added in the lower type
import torch
from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
x = torch.randn(4, 4, requires_grad=True)
def show(n,o): 
    o.float().sum().backward(); print(n, x.grad[0]); x.grad=None
with torch.autocast("cpu", torch.bfloat16): o=torch.mm(x,x).sin()
show("plain",o)
with torch.autocast("cpu", torch.bfloat16): o=checkpoint(lambda x: torch.mm(x,x).sin(), x, use_reentrant=False)
show("ckpt",o)
with torch.autocast("cpu", torch.bfloat16): o=checkpoint(lambda x: torch.mm(x,x).sin(), x, use_reentrant=True)
show("re",o)
def f(x):
    with torch.autocast("cpu", torch.bfloat16): return torch.mm(x,x).sin()
show("in",checkpoint(f, x, use_reentrant=False))
with torch.autocast("cpu", torch.bfloat16, cache_enabled=False): o=torch.mm(x,x).sin()
show("nocache",o)
with torch.autocast("cpu", torch.bfloat16):
    o=torch.mm(x,x).sin()
    with torch.no_grad(): p=torch.mm(x,x)
    o=o+torch.mm(x,x)
show("nograd",o)
with torch.autocast("cpu", torch.bfloat16):
    with torch.no_grad(): p=torch.mm(x,x)
    o=torch.mm(x,x)
show("nograd2",o)
l = torch.nn.Linear(4, 4)
with torch.autocast("cpu", torch.bfloat16):
    with torch.autograd.graph.saved_tensors_hooks(lambda x:x, lambda x:x): o=l(l(x))
o.float().sum().backward(); print(l.weight.grad[0]); l.zero_grad()
with torch.autocast("cpu", torch.bfloat16): o=checkpoint(lambda x: l(l(x)), x, use_reentrant=False)
o.float().sum().backward(); print(l.weight.grad[0]); l.zero_grad()
with torch.autocast("cpu", torch.bfloat16): o=checkpoint(lambda x: l(l(x)), x, use_reentrant=True)
o.float().sum().backward(); print(l.weight.grad[0])
opt = torch.optim.SGD(l.parameters(), lr=.1)
with torch.autocast("cpu", torch.bfloat16):
    for i in range(3):
        loss=l(l(x)).float().pow(2).mean(); loss.backward(); print(loss, l.weight.grad[0]); opt.step(); opt.zero_grad()
for i in range(3):
    with torch.autocast("cpu", torch.bfloat16):
        loss=l(l(x)).float().pow(2).mean()
    loss.backward(); print(loss, l.weight.grad[0]); opt.step(); opt.zero_grad()
big = torch.nn.Linear(200, 200)
y = torch.randn(50, 200)
with torch.autocast("cpu", torch.bfloat16):
    for i in range(4):
        o=big(torch.relu(big(y))).float().sum(); o.backward(); print(big.weight.grad.abs().sum()); big.zero_grad()
    with torch.autocast("cpu", enabled=False): print(big(y).dtype)
    print(torch.clear_autocast_cache(), big(y).dtype)
rnn = torch.nn.LSTMCell(4,4)
with torch.autocast("cpu", torch.bfloat16):
    h=None
    for i in range(5): h=rnn(x.detach(),h)
    h[0].sum().backward()
print(rnn.weight_hh.grad[0])

# Products of matrices inside of other operators are cast, and nothing else of these; cubes in bfloat16 are rounded product by product
y, v = torch.randn(4, 4), torch.randn(4)
with torch.autocast("cpu", torch.bfloat16):
    for made in (torch.einsum("ij,jk->ik", y, y), torch.einsum("i,i->i", v, v), torch.einsum("ij->i", y), torch.tensordot(y, y, 1), torch.inner(y, y), torch.inner(v, v), torch.linalg.multi_dot([y, y, y]),
                 torch.linalg.matrix_power(y, 3), torch.cov(y), torch.outer(v, v), torch.dot(v, v), torch.nn.functional.cosine_similarity(y, y)):
        print(made.dtype, end=" ")
print()
halves = torch.linspace(-2, 2, 9).bfloat16()
print((halves**3).tolist(), (halves[5:] ** -2).tolist(), torch.equal(halves**3, halves * halves * halves))
