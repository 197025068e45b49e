# Passes over graphs, each alone; each part under the name of its row in docs/torchscript.md.
import torch


def row(name):
    print("==", name)


def after(run, text):
    g = torch._C.parse_ir(text)
    run(g)
    print(torch._C._jit_pass_canonicalize(g))


row("D5")


def small(x):
    return x + 1


tree = torch.jit.frontend.get_jit_def(small, "small")
traced = torch.jit.trace(small, torch.ones(2))
scripted = torch.jit.script(small)
built = torch._C._create_function_from_graph("built", scripted.graph)
print(type(tree).__name__, torch.equal(traced(torch.ones(2)), scripted(torch.ones(2))), built(torch.ones(2)))

row("D30")
after(torch._C._jit_pass_constant_propagation, """graph(%x : Tensor):
  %a : int = prim::Constant[value=2]()
  %b : int = prim::Constant[value=3]()
  %c : int = aten::add(%a, %b)
  prim::Print(%c)
  %r : Tensor = aten::mul(%x, %c)
  return (%r)""")
row("D31")
dead = """graph(%x : Tensor):
  %unused : Tensor = aten::mul(%x, %x)
  prim::Print(%x)
  %y : Tensor = aten::relu(%x)
  return (%y)"""
after(torch._C._jit_pass_dce, dead)
after(torch._C._jit_pass_dce_allow_deleting_nodes_with_side_effects, dead)
row("D32")
after(torch._C._jit_pass_cse, """graph(%x : Tensor):
  %one : int = prim::Constant[value=1]()
  %a : Tensor = aten::add(%x, %x, %one)
  %b : Tensor = aten::add(%x, %x, %one)
  %c : Tensor = aten::mul(%a, %b)
  return (%c)""")

row("D16")


def precedence(a, b, c):
    return a + b * c, a ** -b, not a in b


print(torch.jit.frontend.get_jit_def(precedence, "precedence"))
row("D17")
tree = torch.jit.frontend.get_jit_def(precedence, "precedence")
print(tree.name().name, type(tree).__name__)
