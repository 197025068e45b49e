# Edits of graphs: inserting, moving, replacing, erasing, copying; what lint and erase refuse; order and users stay right.
import copy
import operator

import torch
from torch import fx, nn

gm = fx.symbolic_trace(lambda x, y: torch.relu(x + y) * (x - y))
g = gm.graph
x, y, add, relu, sub, mul, out = g.nodes
print([n.name for n in g.nodes], len(g.nodes), add < relu, mul > out, relu in g.nodes)
with g.inserting_after(add):
    neg = g.call_function(torch.neg, (add,))
relu.replace_input_with(add, neg)
mul.append(g.call_method("cos", (mul,)))
cos = mul.next
out.args = (cos,)
sub.prepend(neg)
print([n.name for n in g.nodes], [u.name for u in add.users], relu.args, out.all_input_nodes)
try:
    g.lint()
except RuntimeError as e:
    print(str(e).splitlines()[0])
relu.prepend(neg)
g.lint()
gm.recompile()
print(gm.code, gm(torch.tensor(-3.0), torch.tensor(1.0)))
for bad in (lambda: g.erase_node(add), lambda: g.create_node("call", "x"), lambda: g.call_function("text"), lambda: fx.Graph().erase_node(add)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0][:100])
other = fx.Graph()
table = {}
end = other.graph_copy(g, table)
other.output(end)
print([n.name for n in other.nodes] == [n.name for n in g.nodes], table[relu].name, table[relu].args)
node = other.node_copy(relu, lambda n: table[n])
print(node.name, node.args, node.users)
twin = copy.deepcopy(gm)
for n in list(twin.graph.nodes):
    if n.target is torch.relu:
        with twin.graph.inserting_before(n):
            new = twin.graph.call_function(torch.nn.functional.gelu, n.args)
        n.replace_all_uses_with(new)
        twin.graph.erase_node(n)
twin.recompile()
print(twin.code.count("gelu"), gm.code.count("gelu"), twin.graph.find_nodes(op="call_function", target=torch.relu))
relu.update_arg(0, add)
mul.kwargs = {}
sub.update_kwarg("alpha", 3)
print(relu.args, sub.kwargs, sub.format_node())
print(fx.node.map_arg((relu, [sub, {"k": mul}], slice(add, None)), lambda n: n.name))
with torch.no_grad():
    holder = nn.Module()
    holder.scale = nn.Parameter(torch.tensor(2.0))
    made = fx.Graph()
    p = made.placeholder("p", type_expr=torch.Tensor)
    made.output(made.call_function(operator.mul, (p, made.get_attr("scale"))), type_expr=torch.Tensor)
    print(fx.GraphModule(holder, made, "Scaled").code)


# what stands for a node may be a constant
from torch.fx import Graph

g = Graph()
x = g.placeholder("x")
y = g.call_function(torch.relu, (x,))
g.output(y)
print(x.replace_all_uses_with(3), g)
for wrong in (lambda: x.append(3), lambda: x.prepend(None), lambda: g.create_node("call_function", torch.relu, 3), lambda: g.create_node("call_function", torch.relu, (), 3)):
    try:
        wrong()
    except (TypeError, AssertionError) as e:
        print(type(e).__name__, e)
