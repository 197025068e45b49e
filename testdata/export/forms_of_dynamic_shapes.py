# The forms of dynamic_shapes, what is refused of them, dims, and shapes by tensors and by further inputs.
import torch, dataclasses
from torch import nn
from torch.export import *
from torch.export.dynamic_shapes import *
class M(nn.Module):
    def forward(s, x, y, z=None): return x + y[:x.shape[0]]
class V(nn.Module):
    def forward(s, *a, **k): return a[0] + k["b"]
d = Dim("d")
def t(ds, m=M(), a=(torch.ones(3, 2), torch.ones(3, 2)), k=None):
    try: ep = export(m, a, k, dynamic_shapes=ds); print("ok", ep.range_constraints)
    except Exception as e: print(type(e).__name__, str(e)[:260])
print("=== forms")
for ds in [None, {"x": {0: d}}, {"x": {0: d}, "y": None}, {"x": {0: d}, "y": {0: d}}, {"x": {0: d}, "y": {0: d}, "z": None}, ({0: d}, {0: d}), [{0: d}, None], ((d, None), (d, None)), ({0: d, 1: Dim.AUTO}, {0: Dim.AUTO}), ({0: Dim.AUTO}, {0: Dim.STATIC}), ({0: Dim.DYNAMIC}, {0: Dim.DYNAMIC}), ({0: Dim.DYNAMIC}, {0: 3}), ({0: Dim.DYNAMIC(min=2, max=4)}, {0: Dim.AUTO}), ({0: Dim.DYNAMIC(min=4)}, {0: Dim.AUTO}),({0: Dim.AUTO(max=2)}, None), ({"0": d}, None), ({5: d}, None), (d, None), 3, "abc", ({0: "d"}, None), ({0: 4}, None), ({0: -1}, None), ({0: 3.0}, None), ({0: d}, {0: Dim("d", min=4)}), ({0: Dim("e", min=4)}, None), ({0: Dim("e", max=2)}, None),
           ({0: d}, {0: Dim("f")}), ({0: d}, {0: 2*d}), ({0: d}, {0: d + 1}), ({0: Dim("q", min=3, max=8)}, {0: Dim.AUTO}), ({}, {}), ((), ()), ([d, None], [d, None]), ([3, 2], [3, None]), ((d,), None)]:
    t(ds)
print("=== kw")
t({"x": {0: d}, "y": {0: d}}, a=(torch.ones(3, 2),), k={"y": torch.ones(3, 2)})
t({"y": {0: d}, "x": {0: d}}, a=(torch.ones(3, 2),), k={"y": torch.ones(3, 2)})
t({"a": ({0: d}, {0: d}), "b": {0: d}}, m=V(), k={"b": torch.ones(3, 2)})
t({"a": ({0: d}, {0: d}), "k": {"b": {0: d}}}, m=V(), k={"b": torch.ones(3, 2)})
t((({0: d}, {0: d}), {"b": {0: d}}), m=V(), k={"b": torch.ones(3, 2)})
t({"args": ({0: d}, {0: d})}, m=V(), k={"b": torch.ones(3, 2)})
print("=== dims")
for f in [lambda: Dim("a b"), lambda: Dim("a", min=3, max=2), lambda: Dim("a", min=3, max=3), lambda: Dim("a", min=-1), lambda: Dim("a")*2.0, lambda: Dim("a")-1, lambda: 1 - Dim("a"), lambda: -Dim("a"), lambda: Dim("a")*0, lambda: Dim("a")*-2, lambda: 2*Dim("a")+1, lambda: (2*Dim("a")+1)*3, lambda: Dim("a")//2, lambda: Dim("a")+Dim("b"), lambda: dims("a","b",min=2,max=5), lambda: Dim("a",max=10), lambda: Dim.AUTO, lambda: Dim.DYNAMIC(min=2), lambda: Dim.STATIC(min=1), lambda: Dim("a", min=2) == Dim("a", min=2), lambda: Dim("a").min, lambda: Dim("a").max, lambda: (Dim("a", min=2, max=4)*3-1).max, lambda: Dim(3), lambda: Dim("a")]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print("=== sc")
sc = ShapesCollection(); x, y = torch.ones(3, 2), torch.ones(3, 2)
sc[x] = {0: d}
print(sc.dynamic_shapes(M(), (x, y)), len(sc)); sc[y][0] = Dim.AUTO; print(sc.dynamic_shapes(M(), (x, y)))
def q(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:200])
q(lambda: sc.__setitem__(x, {0: Dim("k")})); q(lambda: sc.__setitem__(3, {0: d})); q(lambda: sc.dynamic_shapes(M(), (x, torch.ones(3)))); 
t(sc, a=(x, y)); sc2 = ShapesCollection(); sc2[torch.ones(9)] = (d,); t(sc2, a=(x, y)); q(lambda: sc2.dynamic_shapes(M(), (x, y)))
ai = AdditionalInputs(); ai.add((torch.ones(5, 2), torch.ones(5, 2))); print(ai.dynamic_shapes(M(), (x, y))); t(ai, a=(x, y)); 
q(lambda: ai.add([x, y])); q(lambda: ai.add((x,), [3]));
ep = export(M(), (x, y), dynamic_shapes=ai); q(lambda: ai.verify(ep)); ai.add((torch.ones(5, 3), torch.ones(5, 3))); q(lambda: ai.verify(ep))
ai.add((torch.ones(5), torch.ones(5))); q(lambda: ai.dynamic_shapes(M(), (x, y)))
