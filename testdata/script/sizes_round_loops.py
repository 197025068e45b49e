# Sizes that propagate over a graph are not carried round a loop; indices beyond a tuple; tensors where a bool is asked; names of one operator.
import torch


@torch.jit.script
def grown(x, n: int):
    y = x
    for _ in range(n):
        y = torch.cat([y, y])
        z = x.t() + 1
    return y


graph = grown.graph
first = next(graph.inputs())
first.setType(first.type().with_sizes([2, 3]))
torch._C._jit_pass_propagate_shapes_on_graph(graph)
print([(n.kind(), str(n.output().type())) for n in graph.findAllNodes("aten::cat") + graph.findAllNodes("aten::t") + graph.findAllNodes("prim::Loop")])

for source in ("def f(x: Tuple[int, int]):\n    return x[2]\n", "def f(x: Tuple[int, int]):\n    return x[-3]\n", "def f(x, z):\n    return torch.dropout(x, 0.5, z)\n"):
    try:
        torch.jit.CompilationUnit(source)
    except RuntimeError as e:
        print(str(e).strip().split("\n")[0])

for body in ("special.erfinv(x)", "special.i0(x)", "special.multigammaln(x, 2)", "special.xlogy(x, x)", "inverse(x)", "matrix_power(x, 2)", "matrix_exp(x)", "adjoint(x)"):
    unit = torch.jit.CompilationUnit(f"def f(x):\n    return torch.{body}\n")
    print(body, [n.kind() for n in unit.f.graph.nodes() if n.kind().startswith("aten")])

needs = torch.rand(3, 3, requires_grad=True)
for body in ("torch.cat([x, x])", "torch.stack([x, x * 2])", "x.t()", "torch.max(x)", "torch.fmod(x, 2.0)", "torch.fmod(x, x)", "(x * 2).t()"):
    unit = torch.jit.CompilationUnit(f"def f(x):\n    return {body}\n")
    torch._C._debug_set_autodiff_subgraph_inlining(False)
    for _ in range(3):
        unit.f(needs)
    print(body, len(unit.f.graph_for(needs).findAllNodes("prim::DifferentiableGraph")))
