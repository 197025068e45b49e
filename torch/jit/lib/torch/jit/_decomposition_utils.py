"""Operators that graphs of scripts may be rid of: the graphs that stand for them, by their declarations."""

import torch

__all__ = []

_graphs = {}


def _jit_register_decomposition_for_schema(schema, graph):
    _graphs[str(schema)] = graph


def _register_decomposition(op, graph):
    """Let a graph stand for an operator."""
    if not isinstance(op, torch._ops.OpOverload):
        raise AssertionError(f"Expected OpOverload, got {type(op)}")
    _jit_register_decomposition_for_schema(op._schema, graph)


def _jit_decomposition_graph_for_node(node):
    """The graph that stands for the operator of a node; None without one."""
    from torch.jit import _decompositions  # which registers those that PyTorch has

    return _graphs.get(str(node.schema())) or _decompositions._graph_of(str(node.schema()))


def _decompose(graph, block):
    for node in list(block.nodes()):
        for inner in node.blocks():
            _decompose(graph, inner)
        if not node.kind().startswith("aten::") or node.schema() == "(no schema)":
            continue
        body = _jit_decomposition_graph_for_node(node)
        if body is None:
            continue
        with graph.insert_point_guard(node):
            results = graph.insertGraph(body, list(node.inputs()))
        for old, new in zip(node.outputs(), results if isinstance(results, (list, tuple)) else [results]):
            old.replaceAllUsesWith(new)
        node.destroy()


def _jit_pass_run_decompositions(graph):
    """Put the graphs that stand for operators in the places of these."""
    _decompose(graph, graph)
    for _ in range(2):
        torch._C._jit_pass_peephole(graph, True)
        torch._C._jit_pass_constant_propagation(graph)
        torch._C._jit_pass_constant_pooling(graph)
    torch._C._jit_pass_dce(graph)
