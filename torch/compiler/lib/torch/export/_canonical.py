"""Orders and names nodes by what they compute, where config.canonicalize_output_graph_node_order asks for it, as Dynamo does with its graphs."""
import torch
from torch.fx import GraphModule


def canonicalize(gm):
    """Bring the nodes of a recorded program, and of the bodies in it, into their order; gives the new names of its nodes by their old ones. A node is fixed, so
    that nothing moves over it, that changes something, draws random numbers, gives nothing, or is the first that runs in a module after another one."""
    if not torch._dynamo.config.canonicalize_output_graph_node_order:
        return {}
    renamed = {}
    for module in gm.modules():
        if not isinstance(module, GraphModule):
            continue
        fixed, stack = set(), None
        for node in module.graph.nodes:
            if node.op != "call_function":
                continue
            now = node.meta.get("nn_module_stack", stack)
            if now != stack or _keeps_place(node):
                fixed.add(node)
            stack = now
        before = [(node, node.name) for node in module.graph.nodes]
        module.graph._canonicalize(fixed.__contains__)
        read = dict.fromkeys(node.target for node in module.graph.find_nodes(op="get_attr") if node.target in module._modules)
        for name in read:  # submodules are in the order in which the graph reads them
            module._modules[name] = module._modules.pop(name)
        if module is gm:
            renamed = {name: node.name for node, name in before}
        module.recompile()
    return renamed


_RANDOM = {"rand", "randn", "randint", "randperm", "rand_like", "randn_like", "randint_like", "bernoulli", "bernoulli_", "dropout", "native_dropout", "alpha_dropout",
           "feature_dropout", "feature_alpha_dropout", "multinomial", "normal", "poisson", "rrelu", "rrelu_with_noise"}


def _keeps_place(node):
    name = str(node.target)
    if not name.startswith("aten."):
        schema = getattr(node.target, "_schema", None)
        return schema is not None and schema.is_mutable
    name = name.split(".")[1]
    return name.startswith("_assert") or name in _RANDOM or name.endswith("_") and not name.endswith("__")
