# Structures in texts are named as they were registered; dataclasses leave out fields that are None; what export does not know is refused.
import dataclasses
import io
from collections import OrderedDict, defaultdict, deque, namedtuple
from typing import Optional

import torch
import torch.utils._pytree as pytree
from torch.export import export

Point = namedtuple("Point", ["x", "y"])


class Named:
    def __init__(self, x):
        self.x = x


class Unnamed(Named):
    pass


class Other(Named):
    pass


pytree.register_pytree_node(Named, lambda a: ([a.x], {"k": 1}), lambda v, c: Named(*v), serialized_type_name="my.Named", to_dumpable_context=lambda c: c["k"],
                            from_dumpable_context=lambda k: {"k": k})
pytree.register_pytree_node(Unnamed, lambda a: ([a.x], None), lambda v, c: Unnamed(*v))
pytree.register_pytree_node(Other, lambda a: ([a.x], {1, 2}), lambda v, c: Other(*v), serialized_type_name="my.Other")


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


def there_and_back(value):
    spec = pytree.tree_structure(value)
    text = pytree.treespec_dumps(spec)
    return text, pytree.treespec_loads(text) == spec


for v in ([1], {"a": 1}, (1, 2), Point(1, 2), OrderedDict(a=1), defaultdict(list, {"a": 1}), deque([1, 2], maxlen=3), Named(1), Unnamed(1), Other(1), None):
    attempt(lambda: there_and_back(v))
attempt(lambda: pytree.treespec_loads('[1, {"type": "nope.X", "context": "null", "children_spec": []}]'))
attempt(lambda: pytree.treespec_loads("[2, {}]"))


@dataclasses.dataclass
class Pair:
    a: torch.Tensor
    b: Optional[torch.Tensor] = None


torch.export.register_dataclass(Pair, serialized_type_name="my.Pair")
leaves, spec = pytree.tree_flatten(Pair(torch.ones(1)))
print(spec, len(leaves), pytree.tree_unflatten(leaves, spec), pytree.treespec_dumps(spec))


class Module(torch.nn.Module):
    def forward(self, p, more=None):
        return Pair(p.a + 1) if more is None else Unknown()


class Unknown:
    pass


ep = export(Module(), (Pair(torch.ones(2)),))
print(ep.call_spec.out_spec, ep.module()(Pair(torch.ones(2))))
file = io.BytesIO()
torch.export.save(ep, file)
file.seek(0)
print(torch.export.load(file).module()(Pair(torch.ones(2))))
attempt(lambda: export(Module(), (Unknown(),)))
attempt(lambda: export(Module(), (Pair(torch.ones(2)), 1)))
