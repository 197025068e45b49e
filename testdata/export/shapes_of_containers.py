# Sizes of what registered containers hold, arithmetic of dims, shapes that do not fit the structure; constants of programs are no state.
import torch, dataclasses
from typing import *
from torch import nn
from torch.export import *
def show(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, str(e)[:300])
d, y = Dim('d', min=3, max=10), Dim('y')
for f in (lambda: d * d, lambda: d + y, lambda: d - y, lambda: d * 2.5, lambda: d * 0, lambda: d * -1, lambda: d + 1.5, lambda: y - 'a', lambda: 2 - d, lambda: d // 2, lambda: -d, lambda: d * True, lambda: 3 * d + 1, lambda: (2 * d) * 2, lambda: (2 * d) + d, lambda: d * None): show(f)
@dataclasses.dataclass
class D:
    a: torch.Tensor
    b: torch.Tensor
    c: Optional[int] = None
register_dataclass(D, serialized_type_name='D_')
class M(nn.Module):
    def forward(self, d, x): return D(d.a + 1, d.b * x[0].a, 3)
args = (D(torch.ones(2), torch.ones(3)), [D(torch.ones(3), torch.ones(3))])
for s in (False, True):
    e = export(M(), args, dynamic_shapes={'d': [{0: Dim('z')}, {0: Dim('w')}], 'x': [[{0: Dim('w')}, None]]}, strict=s); print(e.graph_module.code, len(e.range_constraints))
sc = ShapesCollection(); sc[args[0].a] = {0: Dim('q')}
e = export(M(), args, dynamic_shapes=sc); print(len(e.range_constraints))
show(lambda: export(M(), args, dynamic_shapes={'d': {'a': {0: Dim('z')}, 'b': None}, 'x': None}).range_constraints)
class B(nn.Module):
    def __init__(self): super().__init__(); self.register_buffer('b', torch.zeros(2)); self.register_buffer('n', torch.zeros(1)); self.c = torch.ones(1)
    def forward(self, x):
        return x + self.b + self.c
e = export(B(), (torch.ones(2),)); print(e.graph_module.code, list(e.module().state_dict()), list(dict(e.module().named_buffers())))
def show(f):
    try: print(f())
    except BaseException as e: print(type(e).__name__, str(e)[:200])
class M(torch.nn.Module):
    def forward(self, x): return x[0] + x[1]
class Named(torch.nn.Module):
    def forward(self, x): return x['a'] + x['b']
a = ([torch.ones(2), torch.ones(2)],)
show(lambda: export(M(), a, dynamic_shapes={'x': None}).range_constraints)
show(lambda: export(M(), a, dynamic_shapes=(None,)).range_constraints)
show(lambda: export(M(), a, dynamic_shapes=([None, None],)).range_constraints)
show(lambda: export(M(), a, dynamic_shapes=((None, None),)).range_constraints)
show(lambda: export(Named(), ({'a': torch.ones(2), 'b': torch.ones(2)},), dynamic_shapes=(None,)).range_constraints)
show(lambda: export(Named(), ({'a': torch.ones(2), 'b': torch.ones(2)},), dynamic_shapes=({'a': None},)).range_constraints)
show(lambda: export(M(), ([torch.ones(2), 3],), dynamic_shapes=(None,)).range_constraints)
show(lambda: export(M(), ((torch.ones(2), 3),), dynamic_shapes=(None,)).range_constraints)
show(lambda: export(M(), ([torch.ones(2), [3]],), dynamic_shapes=([None, None],)).range_constraints)
