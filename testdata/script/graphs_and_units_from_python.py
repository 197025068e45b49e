# What Python sees of compiled functions, of nodes that are gone, and of memory that values of a graph share.
import warnings

import torch

warnings.simplefilter("ignore")


@torch.jit.script
def doubled(x: torch.Tensor):
    return x * 2


unit = torch.jit._state._python_cu
print(type(unit), [f.name for f in unit.get_functions()], unit.find_function("nothing"), unit.find_function("__torch__.doubled")(torch.ones(1)))
own = torch._C.CompilationUnit()
own.create_function("made", doubled.graph)
print(own.find_function("made")(torch.ones(1)), own.made(torch.ones(1)), own.find_function("doubled"))
graph = doubled.graph.copy()
node = graph.insertNode(graph.create("prim::profile"))
value = node.output()
torch._C._jit_pass_dce(graph)
for f in (lambda: str(node), lambda: str(value), lambda: node.kind(), lambda: value.type(), lambda: graph.create("prim::Constant", [None])):
    try:
        print(f())
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, "invalidated" in str(e))
db = graph.alias_db()
print("%x.1 points to: WILDCARD for type Tensor" in str(db), "digraph" in db.to_graphviz_str())


def assigned(x: tuple[int, int]):
    x[0] = 2
    return x


try:
    torch.jit.script(assigned)
except RuntimeError as e:
    print(str(e).strip().split("\n")[0])
