"""The nodes of a joint graph by what their descriptors say."""

from .descriptors import (
    BufferAOTInput, DifferentiableAOTInput, DifferentiableAOTOutput, GradAOTOutput, ParamAOTInput, PlainAOTInput, PlainAOTOutput, TangentAOTInput,
)

__all__ = [
    "get_all_input_and_grad_nodes", "get_all_output_and_tangent_nodes", "get_buffer_nodes", "get_named_buffer_nodes", "get_named_param_nodes", "get_param_and_grad_nodes",
    "get_param_nodes", "get_plain_input_and_grad_nodes", "get_plain_output_and_tangent_nodes",
]


def _inputs(graph, kind):
    """The inputs of a kind, with their descriptors."""
    return [(n.meta["desc"], n) for n in graph.nodes if n.op == "placeholder" and isinstance(n.meta["desc"], kind)]


def _outputs(graph, kind):
    output = graph.output_node()
    return [(desc, n) for n, desc in zip(output.args[0], output.meta["desc"]) if isinstance(desc, kind)]


def get_all_input_and_grad_nodes(graph):
    """Each input that may have a gradient by its descriptor, with the node of the gradient or None. Tangents are inputs, too."""
    gradients = {desc.grad_of: n for desc, n in _outputs(graph, GradAOTOutput)}
    return {desc: (n, gradients.get(desc)) for desc, n in _inputs(graph, DifferentiableAOTInput)}


def get_all_output_and_tangent_nodes(graph):
    """Each output that may have a tangent by its descriptor, with the node of the tangent or None. Gradients are outputs, too."""
    tangents = {desc.output: n for desc, n in _inputs(graph, TangentAOTInput)}
    return {desc: (n, tangents.get(desc)) for desc, n in _outputs(graph, DifferentiableAOTOutput)}


def _of_kind(pairs, kind):
    return {desc: pair for desc, pair in pairs.items() if isinstance(desc, kind)}


def get_param_and_grad_nodes(graph):
    """The parameters, with the nodes of their gradients or None."""
    return _of_kind(get_all_input_and_grad_nodes(graph), ParamAOTInput)


def get_plain_input_and_grad_nodes(graph):
    """The arguments, with the nodes of their gradients or None."""
    return _of_kind(get_all_input_and_grad_nodes(graph), PlainAOTInput)


def get_plain_output_and_tangent_nodes(graph):
    """The results, with the nodes of their tangents or None."""
    return _of_kind(get_all_output_and_tangent_nodes(graph), PlainAOTOutput)


def get_named_param_nodes(graph):
    """The nodes of parameters by their names."""
    return {desc.target: n for desc, n in _inputs(graph, ParamAOTInput)}


def get_param_nodes(graph):
    """The nodes of parameters."""
    return list(get_named_param_nodes(graph).values())


def get_named_buffer_nodes(graph):
    """The nodes of buffers by their names."""
    return {desc.target: n for desc, n in _inputs(graph, BufferAOTInput)}


def get_buffer_nodes(graph):
    """The nodes of buffers."""
    return list(get_named_buffer_nodes(graph).values())
