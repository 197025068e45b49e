"""Compiles the parts of a graph whose nodes are annotated with "compile_with_inductor", and leaves the rest to eager."""

import torch
from torch.fx import GraphModule
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import create_op_support
from torch.fx.passes.utils.fuser_utils import fuse_by_partitions
from torch.fx.traceback import _set_regional_inductor_subgraph_name, preserve_node_meta

__all__ = ["regional_inductor"]

_MARK = "compile_with_inductor"
_PREFIX = "__marked_inductor_submod"


def regional_inductor(gm, *example_args):
    """The graph with its annotated parts compiled: for fw_compiler and bw_compiler of aot_autograd."""
    with preserve_node_meta(enable=False):
        return _compile(_scoop(gm, set()), set())


def _said(node):
    return node.meta.get("custom") or {}


def _marked(node):
    return node.op not in ("placeholder", "output") and _MARK in _said(node)


def _bodies(gm):
    """The graphs that nodes of a graph take as operands."""
    for node in gm.graph.find_nodes(op="get_attr"):
        if not _marked(node) and isinstance(body := getattr(gm, node.target), GraphModule):
            yield body


def _scoop(gm, seen):
    """Moves annotated nodes into modules of the graph; a region keeps to itself, and what has no name for it is one region."""
    for body in _bodies(gm):
        if id(body) not in seen:
            seen.add(id(body))
            _scoop(body, seen)
    regions = {}
    for node in gm.graph.nodes:
        if _marked(node):
            said = _said(node)[_MARK]
            named = isinstance(said, dict) and "inductor_region" in said
            regions.setdefault((named, said["inductor_region"] if named else None), set()).add(node)
    partitions = []
    for nodes in regions.values():
        support = create_op_support(lambda _, node, nodes=nodes: node in nodes)
        proposed = CapabilityBasedPartitioner(gm, support, allows_single_node_partition=True).propose_partitions()
        partitions.extend(partition.nodes for partition in proposed)
    return fuse_by_partitions(gm, partitions, prefix=_PREFIX, always_return_tuple=True) if partitions else gm


def _options(part):
    """The settings that the first annotation of a part that has some asks for."""
    from torch._inductor import config

    for node in part.graph.nodes:
        said = _said(node).get(_MARK) if _marked(node) else None
        if isinstance(said, dict) and "inductor_configs" in said:
            for name in said["inductor_configs"]:
                if not hasattr(config, name):
                    raise ValueError(f"Invalid inductor config key '{name}' in regional_inductor annotation. Available config keys can be found in torch._inductor.config")
            return said["inductor_configs"]
    return {}


def _compile(gm, seen):
    for body in _bodies(gm):
        if id(body) not in seen:
            seen.add(id(body))
            _compile(body, seen)
    for node in gm.graph.find_nodes(op="call_module"):
        if not node.target.startswith(_PREFIX):
            continue
        inputs = [source.meta.get("val") for source in node.all_input_nodes]
        for source, value in zip(node.all_input_nodes, inputs):
            if value is None:
                raise RuntimeError(f"Partition is bad because non fake tensor value is seen {source}")
        part = getattr(gm, node.target)
        with _set_regional_inductor_subgraph_name(node.target):
            compiled = torch._inductor.standalone_compile(part, inputs, dynamic_shapes="from_tracing_context", options=_options(part), aot=True)
        _replace(gm, node, compiled)
    gm.recompile()
    return gm


def _replace(gm, node, compiled):
    def compiled_region(*args):
        return compiled(*args)

    compiled_region.__module__ = "__compiled__"  # code names functions of torch's modules by their place, and this one has none
    with gm.graph.inserting_after(node):
        call = gm.graph.call_function(compiled_region, args=node.args, kwargs=node.kwargs)
    call.meta = node.meta
    node.replace_all_uses_with(call)
    gm.graph.erase_node(node)
    delattr(gm, node.target)
