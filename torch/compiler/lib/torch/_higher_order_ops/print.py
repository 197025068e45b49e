"""Printing of values that a graph computes."""

import builtins

from torch._higher_order import graph_operator


@graph_operator("Print", "print")
def print(format_str, *args, **kwargs):
    """Prints a format filled with arguments; in compiled code a node of the graph, which prints when it runs."""
    builtins.print(format_str.format(*args, **kwargs))
