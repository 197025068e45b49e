# foreach_map is one operator over lists; out_dtype an operator with another dtype; hints_wrapper says what it takes.
import torch
from torch._higher_order_ops.foreach_map import foreach_map
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.out_dtype import out_dtype
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
def go(n, f, *a, **k):
    print("##", n)
    torch._dynamo.reset()
    b = EagerAndRecordGraphs()
    try: print(torch.compile(f, backend=b, fullgraph=True, **k)(*a))
    except Exception as e: print(type(e).__name__, str(e).split("\nfrom user")[0])
    for g in b.graphs: print("\n".join(l for l in normalize_gm(g.print_readable(print_output=False)).split("\n") if " = L_" not in l and l.strip()))
x = torch.ones(2); y = torch.ones(3)
go("unary", lambda a: foreach_map(torch.sin, a), [x, y])
go("scalar", lambda a: foreach_map(torch.add, a, [2, 3]), [x, y])
go("scalar2", lambda a: foreach_map(torch.add, a, 2), [x, y])
go("lambda", lambda a, b: foreach_map(lambda u, v: u * v + 1, a, b), [x, y], [x, y])
print(foreach_map(torch.add, [x], [x]), foreach_map(torch.add, [x, y], 2))
go("hints", lambda x: hints_wrapper(lambda x: x, [x], {}), x)
go("hints 2", lambda x: hints_wrapper(lambda x: x.sin(), (x,), hints={"a": 1}), x)
a8 = torch.ones(2, 2, dtype=torch.int8)
go("out", lambda a: out_dtype(torch.ops.aten.mm.default, torch.int32, a, a), a8)
go("out mul", lambda a: out_dtype(torch.ops.aten.mul.Tensor, torch.int32, a, 3), a8)
print(out_dtype(torch.ops.aten.mm.default, torch.int32, a8, a8))
