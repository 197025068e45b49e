# Passes over graphs: changes of new values are removed, differentiable stretches get graphs of their own, and what may share memory.
import re

import torch


def show(graph):
    print(re.sub(r" # .*", "", str(graph)))


def appended(x):
    y = []
    y.append(x)
    y.append(x + 1)
    return y


def used_between():
    a = [1, 2]
    b = len(a)
    a.append(3)
    return a, b


g = torch.jit.script(appended).graph
torch._C._jit_pass_remove_mutation(g)
show(g)
g = torch.jit.script(used_between).graph
torch._C._jit_pass_remove_mutation(g)
print("aten::append" in str(g))


def changed(x):
    y = x + 1
    y.add_(2)
    return y.relu_()


def changed_view(x):
    y = x + 1
    z = y.view(-1)
    y.add_(2)
    return z


for f in (changed, changed_view):
    g = torch.jit.script(f).graph
    torch._C._jit_pass_remove_mutation(g)
    print(sorted(n.kind() for n in g.nodes() if n.kind() != "prim::Constant" and n.kind() != "prim::ListConstruct"))


@torch.jit.script
def stretches(x, y):
    z = x * y
    w = torch.relu(z).tanh().sum()
    return torch.mm(z, w.expand(2, 2)) + torch.cos(z)


g = stretches.graph.copy()
torch._C._jit_pass_create_autodiff_subgraphs(g)
print([(n.kind(), len(list(n.inputs())), len(list(n.outputs()))) for n in g.nodes() if "Diff" in n.kind()])
print([[m.kind() for m in n.g("Subgraph").nodes() if m.kind() != "prim::Constant"] for n in g.nodes() if "Diff" in n.kind()])


@torch.jit.script
def aliases():
    a = torch.rand(2)
    b = a.view(-1)
    c = torch.rand(2)
    b.add_(1)
    return a, b, c


db = aliases.graph.alias_db()
a, b, c = next(aliases.graph.outputs()).node().inputs()
print(db.may_contain_alias(a, b), db.may_contain_alias(a, c), db.has_writers(a), db.has_writers(c))


@torch.jit.script
def same(x):
    return x + x, x + x


@torch.jit.script
def same_numbers(x: int):
    return x + x, x + x


for f in (same, same_numbers):
    g = f.graph
    torch._C._jit_pass_cse(g)
    print(str(g).count("aten::add("))
