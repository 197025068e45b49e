"""How the traces of two runs of a function differ, in the words of TracingCheckError."""
import difflib
import re

import torch

__all__ = ["canonical", "constant_difference", "graph_difference"]


def canonical(traced):
    """The graph of a trace as two are compared: inlined, without sizes, its values named anew."""
    graph = torch._C._jit_pass_canonicalize(traced.graph)
    torch._C._jit_pass_inline(graph)
    torch._C._jit_pass_erase_shape_information(graph)
    return graph


def _text(node_or_graph):
    return re.sub(r"___torch_mangle_[0-9]+\.", "", str(node_or_graph))


def _indented(text):
    return "".join("\t" + line if line.strip() else line for line in text.splitlines(True))


def _lines(first, second):
    return "".join(difflib.ndiff(first.splitlines(True), second.splitlines(True)))


def graph_difference(first, second):
    """What differs between two graphs, with the first nodes that do; None for equal ones."""
    a, b = _text(first), _text(second)
    if a == b:
        return None
    message = "Graphs differed across invocations!\n" + _indented("Graph diff:\n" + _indented(_lines(a, b)))
    for m, n in zip(first.nodes(), second.nodes()):
        if str(m) == str(n):
            continue
        message = message.rstrip("\n") + "\n" + _indented("First diverging operator:\nNode diff:\n" + _indented(_lines(str(m), str(n))))
        for label, node in (("Trace", m), ("Check", n)):
            place = node.sourceRange()
            if place:
                message = message.rstrip("\n") + "\n" + _indented(f"{label} source location:\n{_indented(place)}")
        break
    return "ERROR: " + message.rstrip("\n")


def constant_difference(first, second):
    """The first tensor that is a constant in both graphs, but not the same; None if there is none."""
    for m, n in zip(first.nodes(), second.nodes()):
        if m.kind() != n.kind():
            return None
        if m.kind() != "prim::Constant" or m.mustBeNone() or not m.hasAttribute("value") or m.kindOf("value") != "t" or n.kindOf("value") != "t":
            continue
        try:
            torch.testing.assert_close(m.t("value"), n.t("value"), equal_nan=True)
        except (AssertionError, RuntimeError) as error:
            message = "Tensor-valued Constant nodes differed in value across invocations. This often indicates that the tracer has encountered untraceable code.\n"
            message += _indented(f"Node:\n{_indented(str(m))}")
            if m.sourceRange():
                message += _indented(f"Source Location:\n{_indented(m.sourceRange())}")
            return "ERROR: " + message.rstrip("\n") + "\n\tComparison exception: " + _indented(str(error))
    return None
