# What is read for the device "meta", what files may name, and states of generators.
import copy
import collections
import io

import torch
from torch import nn


def read(o, **options):
    file = io.BytesIO()
    torch.save(o, file)
    file.seek(0)
    return torch.load(file, **options)


def told(label, f):
    try:
        print(label, f())
    except Exception as e:
        text = str(e)
        print(label, type(e).__name__, text[text.find("Unsupported"):][:120] if "Unsupported" in text else text[:120])


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 3)
        self.register_buffer("seen", torch.ones(2) + 1j)


def of(t):
    return type(t).__name__, t.device.type, tuple(t.shape), t.stride(), t.requires_grad, t.is_leaf, t.is_conj(), vars(t)


net = read(Net(), map_location="meta", weights_only=False)
for name, t in net.state_dict(keep_vars=True).items():
    print(name, of(t))
x = torch.arange(6.0).view(2, 3)
noted = x.clone()
noted.note = 3
for t in (x.t(), x[1], x.clone().requires_grad_(), (x + 1j).conj(), torch._neg_view(x), noted, nn.Parameter(x)):
    print(of(read([t], map_location="meta", weights_only=False)[0]))
print(read(torch.distributions.Normal(0.0, x + 1), map_location="meta", weights_only=False).loc.device)

conjugated = copy.deepcopy((x + 1j).conj())
print(conjugated.is_conj(), conjugated[0], copy.deepcopy(torch._neg_view(x)).is_neg())

objects = [{1}, frozenset({1}), range(3), slice(1), int, collections.defaultdict(int), collections.Counter("a"), ValueError("x"), 1j, bytearray(b"a"), len,
           torch.nested.nested_tensor([x, x[:1]], layout=torch.jagged), x.to_sparse(), x.to_sparse_csr(), torch.float8_e5m2, x.t().to(torch.uint16)]
for o in objects:
    told(type(o).__name__, lambda: type(read(o)).__name__)
with torch.serialization.safe_globals([range, int]):
    print(read(range(3)), read(int))
print(type(read(x.untyped_storage())).__name__)
told("names", lambda: ValueError in torch.serialization.get_safe_globals())


def names(o):
    file = io.BytesIO()
    torch.save(o, file)
    file.seek(0)
    return torch.serialization.get_unsafe_globals_in_checkpoint(file)


print(names(range(3)), names(len), names(frozenset({1})), names(ValueError("x")), sorted(names(collections.defaultdict(int))))
old = io.BytesIO()
torch.save(x.to_sparse_csr(), old, _use_new_zipfile_serialization=False)
old.seek(0)
print(torch.load(old).values())

g = torch.Generator()
s = g.get_state()
for state in (s.to("meta"), s.float(), s[:10], 3, None, s.clone()):
    told("state", lambda: type(g.set_state(state)).__name__)
