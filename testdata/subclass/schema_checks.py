# What the mode that holds operators to their schemas notes and refuses.
import torch
from torch._subclasses.schema_check_mode import SchemaCheckMode, Mutation, Aliasing
from torch.utils._pytree import tree_map
def tr(n, f):
    s = SchemaCheckMode()
    try:
        with s: f()
    except Exception as e: print(n, 'ERR', type(e).__name__, str(e).split('\n')[0][:150])
    print(n, s.ops, s.mutated, s.aliasing)
x = torch.rand(3, 3)
tr('order', lambda: x.relu().sin())
tr('mut', lambda: x.clone().sinh_())
tr('resize', lambda: torch.rand(3, 3).resize_(1))
y = x
tr('aliasin', lambda: x.clone().add_(y))
def f():
    z = torch.rand(3, 3); z.add_(z)
tr('self', f)
tr('strided', lambda: x.as_strided((2,), (1,)).as_strided_((1,), (1,)))
tr('multi', lambda: torch.aminmax(x, dim=0))
def f():
    m, e = torch.zeros(3, 3), torch.zeros(3, 3, dtype=torch.int32); torch.frexp(x, out=(m, e))
tr('frexp', f)
tr('split', lambda: x.split(1))
tr('unbind', lambda: x.unbind())
tr('view', lambda: x.view(-1))
tr('t', lambda: x.t())
tr('dropout', lambda: torch.dropout(x, .5, True))
tr('kw', lambda: torch.mm(x, mat2=x))
tr('out', lambda: torch.mm(x, x, out=torch.rand(3, 3)))
tr('einsum', lambda: torch.einsum('i,j->ij', x[0], x[1]))
tr('cat', lambda: torch.cat([x, x]))
tr('contig', lambda: x.contiguous())
tr('reshape', lambda: x.reshape(9))
tr('to', lambda: x.to(torch.float))
tr('to2', lambda: x.to(torch.double))
tr('setitem', lambda: x.clone().__setitem__(0, 1))
tr('idx', lambda: x[0])
tr('native_bn', lambda: torch.native_batch_norm(torch.rand(1, 1, 2), None, None, torch.zeros(1), torch.ones(1), True, .1, 1e-5))
tr('tensor', lambda: torch.tensor([1.]))
s = SchemaCheckMode()
with s: x.relu()
s.display_ops(); s.reset_cache(); print(s.ops)
lib = torch.library.Library('bad', 'DEF')
lib.define('mutates(Tensor x) -> Tensor'); lib.impl('mutates', lambda x: x.add_(1).clone(), 'CPU')
lib.define('alias(Tensor x) -> Tensor'); lib.impl('alias', lambda x: x.view(-1), 'CPU')
lib.define('same(Tensor x) -> Tensor'); lib.impl('same', lambda x: x, 'CPU')
lib.define('two(Tensor x) -> (Tensor, Tensor)'); 
def two(x): a = x + 1; return a, a
lib.impl('two', two, 'CPU')
lib.define('two2(Tensor x) -> (Tensor, Tensor)'); 
def two2(x): a = x + 1; return a, a.view(-1)
lib.impl('two2', two2, 'CPU')
lib.define('nomut(Tensor(a!) x) -> Tensor(a!)'); lib.impl('nomut', lambda x: x, 'CPU')
lib.define('lst(Tensor[] x) -> Tensor'); lib.impl('lst', lambda x: x[0].add_(1).clone(), 'CPU')
for n in ('mutates', 'alias', 'same', 'two', 'two2', 'nomut'): tr(n, lambda: getattr(torch.ops.bad, n)(torch.zeros(2, 2)))
tr('lst', lambda: torch.ops.bad.lst([torch.zeros(2)]))
print(Mutation("a", "b"), Aliasing("a", "b", "c"))
