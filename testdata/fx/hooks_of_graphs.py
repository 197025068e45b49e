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
