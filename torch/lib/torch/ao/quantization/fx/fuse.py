"""Modules of a graph that become one."""

from torch.ao.quantization.backend_config import get_native_backend_config
from torch.ao.quantization.fx.match_utils import by_length, chain
from torch.fx import GraphModule
from torch import nn
from torch.nn import functional as F

__all__ = ["fuse"]

_AS_MODULES = {F.relu: nn.ReLU}


def fuse(model, is_qat, backend_config=None):
    """A graph in which sequences of modules that a backend joins are one module, which stands where the first of them did."""
    configs = [c for c in by_length((backend_config or get_native_backend_config()).configs) if c.fuser_method is not None]
    modules = dict(model.named_modules(remove_duplicate=False))
    taken = set()
    for node in reversed(list(model.graph.nodes)):
        if node in taken:
            continue
        for config in configs:
            nodes = chain(node, config.pattern, modules)
            if nodes and not taken.intersection(nodes) and not _qconfigs_differ(nodes, modules):
                taken.update(nodes)
                _join(model, nodes, config, is_qat, modules)
                break
    return GraphModule(model, model.graph)


def _qconfigs_differ(nodes, modules):
    given = [getattr(modules[n.target], "qconfig", None) for n in nodes if n.op == "call_module"]
    return any(q != given[0] for q in given)


def _join(model, nodes, config, is_qat, modules):
    mode = next((modules[n.target].training for n in nodes if n.op == "call_module"), True)
    parts = [modules[n.target] if n.op == "call_module" else _AS_MODULES[n.target]().train(mode) for n in nodes]
    made = config.fuser_method(is_qat, *parts)
    first = nodes[0]
    if hasattr(parts[0], "qconfig"):
        made.qconfig = parts[0].qconfig
    put_module(model, first.target, made)
    modules[first.target] = made
    for n in reversed(nodes[1:]):
        n.replace_all_uses_with(first)
        model.graph.erase_node(n)


def put_module(model, path, module):
    parent, _, name = path.rpartition(".")
    setattr(model.get_submodule(parent), name, module)
