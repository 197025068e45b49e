# Functions that are told of nodes that a graph module gets, loses and replaces.
import torch
import torch.fx as fx

gm = fx.symbolic_trace(lambda a, b: torch.add(a, b) * 2)
log = []


def created(node):
    log.append(("created", node.name))


def erased(node):
    log.append(("erased", node.name))


def replaced(old, new, user):
    log.append(("replaced", old.name, new, user.name))


gm._register_create_node_hook(created)
gm._register_erase_node_hook(erased)
gm._register_replace_node_hook(replaced)
add = next(n for n in gm.graph.nodes if n.op == "call_function")
with gm.graph.inserting_after(add):
    relu = gm.graph.create_node("call_function", torch.relu, (add,))
    sin = gm.graph.call_method("sin", (relu,))
add.replace_all_uses_with(relu)
relu.args = (add,)
gm.graph.erase_node(sin)
print(log)
gm._unregister_create_node_hook(created)
gm._unregister_erase_node_hook(erased)
gm._unregister_replace_node_hook(replaced)
gm.graph.placeholder("z")
print(len(log))
for register in (gm._register_create_node_hook, gm._register_erase_node_hook, gm._register_replace_node_hook):
    try:
        register(3)
    except AssertionError as e:
        print(e)


# Names that are given twice, and what a pass has made of nodes: where each of them comes from, be a pass run on what another one has made.
import copy
import re

from torch.fx.passes.graph_transform_observer import GraphTransformObserver
from torch.fx.traceback import NodeSource, NodeSourceAction

numbers = {}


def shown(value):
    return re.sub(r"\d{8,}", lambda m: "graph%d" % numbers.setdefault(m.group(0), len(numbers)), str(value))


def made(name="relu"):
    gm = fx.symbolic_trace(lambda x: torch.relu(x + 1) * 2)
    return gm, next(n for n in gm.graph.nodes if n.name == name)


def replace(gm, name, function):
    old = next(n for n in gm.graph.nodes if n.name == name)
    with gm.graph.inserting_before(old):
        new = gm.graph.call_function(function, old.args)
    old.replace_all_uses_with(new)
    gm.graph.erase_node(old)
    return new


def report(title, gm):
    print(title)
    for node in gm.graph.nodes:
        print(" ", node.name, shown(node.meta.get("from_node")))


torch._inductor.config.trace.provenance_tracking_level = 1
gm, _ = made()
for name, function in (("relu", torch.tanh), ("tanh", torch.sin)):
    with GraphTransformObserver(gm, "after_" + name):
        replace(gm, name, function)
report("twice", gm)
with GraphTransformObserver(gm, "dropped") as observer:
    sin = next(n for n in gm.graph.nodes if n.name == "sin")
    sin.replace_all_uses_with(sin.args[0])
    gm.graph.erase_node(sin)
report("by one that is there", gm)
print(observer.created_nodes, observer.erased_nodes)
gm, relu = made()
with GraphTransformObserver(gm, "one_input"):
    next(iter(relu.users)).replace_input_with(relu, relu.args[0])
    gm.graph.call_function(torch.tan)
report("one input", gm)
gm, relu = made()
with GraphTransformObserver(gm, "copied"):
    other = copy.deepcopy(gm)
    replace(other, "relu", torch.tanh)
report("of a copy", other)
print(gm._replace_hooks, other._replace_hooks, other._create_node_hooks)
torch._inductor.config.trace.provenance_tracking_level = 0
gm, relu = made()
relu.meta["from_node"] = [NodeSource(relu, "first", NodeSourceAction.CREATE)]
source = NodeSource(relu, "second", [NodeSourceAction.REPLACE, NodeSourceAction.CREATE])
again = NodeSource._from_dict(source.to_dict())
print(again == source, again.action, shown(again.print_readable(1)), NodeSource._from_dict(None), NodeSource._from_dict({}))
for wrong in (lambda: NodeSource(relu, "x", 5), lambda: NodeSource._from_dict([])):
    try:
        wrong()
    except AssertionError as e:
        print(e)
relu.name = "add"
try:
    gm.graph.lint()
except RuntimeError as e:
    print(relu.name, e)
