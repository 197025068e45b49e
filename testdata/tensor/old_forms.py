"""Deprecated forms with factors before tensors, further names in torch.ops.aten, copies of generators, sizes as trees."""
import copy
import pickle

import torch
from torch.utils import _pytree

x, y, eye = torch.arange(6.).reshape(2, 3), torch.ones(2, 3), torch.eye(3)
print(torch.add(x, 2, y), x.sub(2, y), x.clone().add_(2, y))
print(torch.addcmul(x, 2, x, y), x.addcdiv(2, x, y), x.clone().addcmul_(2, x, y))
print(torch.addmm(2, x, 3, x, eye), torch.addmm(2, x, x, eye), x.addmm(2, x, eye), x.addmm(2, 3, x, eye))
print(torch.addmv(2, torch.ones(2), 3, x, torch.ones(3)), torch.addr(2, x, 3, torch.ones(2), torch.ones(3)))
print(torch.baddbmm(2, x[None], 3, x[None], eye[None]), torch.addbmm(2, x, 3, x[None], eye[None]))
for wrong in (lambda: torch.add(x, y, 2), lambda: torch.addmm(x, 2, x), lambda: torch.add(x, 2, 3)):
    try:
        print(wrong())
    except TypeError as e:
        print(str(e).splitlines()[0])

aten = torch.ops.aten
print(aten.multiply(x, y), aten.divide.Tensor(x, y + 1), aten.greater.Scalar(x, 1), aten.concat([x, y]), aten.clip(x, 1, 2), aten.fix(x / 2))
print(aten.special_expit(y), aten.ger(y[0], y[0]), aten.moveaxis.int(x, 0, 1).shape)

g = torch.Generator().manual_seed(5)
torch.rand(3, generator=g)
for other in (pickle.loads(pickle.dumps(g)), copy.deepcopy(g)):
    print(other.initial_seed(), torch.equal(other.get_state(), g.get_state()), torch.rand(2, generator=other))
print(_pytree.tree_flatten(x.shape)[0], _pytree.tree_map(lambda n: n + 1, (x.shape, {"a": x.shape})))
