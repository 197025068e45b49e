# Passes that scripts call by themselves: activations in place and back, linear layers of products, forks inlined, idioms of lists.
import torch
from torch import Tensor

C = torch._C


def show(name, g):
    print("==", name)
    print(C._jit_pass_canonicalize(C.parse_ir(g.str(False))))


def activations(x, y):
    a = x + 1
    b = torch.relu(a)
    c = torch.sigmoid(b)
    d = torch.tanh(c)
    e = torch.relu(x.view(-1))
    f = torch.mm(x, y)
    g = torch.relu(f)
    return d + b, e, g + f


g = torch.jit.script(activations).graph
C._jit_pass_functional_to_inplace_activation(g)
show("in place", g)
C._jit_pass_inplace_to_functional_activation(g)
show("functional", g)


def changes(x, y):
    a = x + 1
    b = torch.relu_(a)
    c = torch.sigmoid_(b)
    d = c.tanh_()
    return d, torch.relu_(x)


g = torch.jit.script(changes).graph
C._jit_pass_inplace_to_functional_activation(g)
show("functional", g)

for text in ("""graph(%input, %weight, %bias):
  %one : int = prim::Constant[value=1]()
  %t : Tensor = aten::t(%weight)
  %out : Tensor = aten::matmul(%input, %t)
  %res : Tensor = aten::add(%out, %bias, %one)
  return (%res)""", """graph(%input, %weight, %bias, %beta):
  %t : Tensor = aten::t(%weight)
  %res : Tensor = aten::addmm(%bias, %input, %t, %beta, %beta)
  return (%res)"""):
    g = C.parse_ir(text)
    C._jit_pass_fuse_linear(g)
    show("linear", g)

g = C.parse_ir("""graph(%a, %b, %c):
  %one : int = prim::Constant[value=1]()
  %r : Tensor = aten::addmm(%c, %a, %b, %one, %one)
  return (%r)""")
C._jit_pass_decompose_ops(g)
show("addmm", g)



def lists(x: int, y: list[int]):
    a = [x, 2, 3]
    b = [4] + a
    d, e, f = a
    k = [1, 2]
    k.append(3)
    return b[0], len(a), d, e, f, a[1:], a[-1], len(y), len(k)


g = torch.jit.script(lists).graph
C._jit_pass_peephole_list_idioms(g, refine_list_len=False)
C._jit_pass_constant_propagation(g)
show("lists", g)
made = torch._C._create_function_from_graph("lists", g)
print(made(7, [1]), lists(7, [1]))
