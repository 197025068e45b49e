"""_swap_modules: a program as a module in which some modules are others."""

from torch.fx import GraphModule
from torch.fx.graph import _PyTreeCodeGen, _PyTreeInfo

from ._unlift import _argument_names
from .unflatten import unflatten

__all__ = []


def _swap_modules(ep, modules_to_swap):
    """The program as a GraphModule that calls, in the place of modules whose call signatures it has kept, those of modules_to_swap."""
    kept = {entry.fqn for entry in ep.module_call_graph if entry.fqn and entry.signature is not None}
    for path in modules_to_swap:
        if path not in kept:
            raise KeyError(path)
    tree = unflatten(ep)
    for path, module in modules_to_swap.items():
        owner, _, last = path.rpartition(".")
        setattr(tree.get_submodule(owner) if owner else tree, last, module)
    graph = tree.graph
    graph._codegen = _PyTreeCodeGen(_PyTreeInfo(_argument_names(ep), ep._in_spec, ep._out_spec), len(ep._in_spec.children_specs[0].children_specs))
    return GraphModule(tree, graph)
