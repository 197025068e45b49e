"""Programs that change tensors in place as recordings without such changes have them, and as they are changed in place again."""
import torch
from torch._subclasses.functional_tensor import dispatch_functionalize
from torch.fx.experimental.proxy_tensor import make_fx
from torch.fx.passes.reinplace import reinplace


def shown(f, *inputs, again=True):
    for remove in ("mutations", "mutations_and_views"):
        print(make_fx(torch.func.functionalize(f, remove=remove))(*[x.clone() for x in inputs]).code.strip())
    if not again:
        return
    functional = make_fx(dispatch_functionalize(f))(*[x.clone() for x in inputs])
    again = reinplace(functional, *[x.clone() for x in inputs])
    print(again.code.strip())
    try:
        same = [torch.equal(a, b) for a, b in zip(torch.utils._pytree.tree_leaves(again(*[x.clone() for x in inputs])), torch.utils._pytree.tree_leaves(f(*[x.clone() for x in inputs])))]
    except RuntimeError as e:
        same = e
    print(same)


def diagonals(x):
    y = x.clone()
    y.diagonal().add_(1)
    y.select(0, 1).mul_(2)
    return y, x.expand(3, 2, 2).sum(0)


def parts(x):
    y = x.clone()
    a, b = y.unbind(0)
    a.add_(1)
    y.split_with_sizes([1, 1], 1)[1].mul_(2)
    return y, b


def complexes(x):
    y = x.clone()
    torch.view_as_real(y).add_(1)
    return y * 2, torch.conj(y)


def permuted(x):
    y = x.clone()
    y.permute(1, 0)[0, 1].add_(3)
    y.movedim(0, 1).div_(2)
    return y


def squeezed(x):
    y = x.clone()
    w = y[1:3, 0:1].squeeze(-1)
    w.mul_(2)
    return y


def transposed(x):
    x.transpose_(1, 0)
    return x + 0


def transposed_part(x):
    y, z = x.chunk(2)
    y[0].add_(1)
    x.transpose_(1, 0)
    return x + 0, y


def drawn(x):
    y = x.clone()
    y.bernoulli_(0.5)
    y.normal_(0, 1)
    return x * 2


shown(diagonals, torch.ones(2, 2))
shown(parts, torch.ones(2, 2))
shown(complexes, torch.ones(2, dtype=torch.cfloat), again=False)
shown(permuted, torch.ones(2, 2), again=False)
shown(squeezed, torch.ones(4, 2), again=False)
shown(drawn, torch.ones(2), again=False)
for f in (transposed, transposed_part):
    x = torch.arange(8.0).reshape(4, 2)
    print(make_fx(torch.func.functionalize(f))(x.clone()).code.strip())
    print(torch.func.functionalize(f)(x), x, x.stride())
