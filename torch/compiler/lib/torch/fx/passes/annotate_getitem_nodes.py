"""Types of what is picked from typed tuples and lists."""

import operator

__all__ = ["annotate_getitem_nodes"]


def annotate_getitem_nodes(graph):
    """Gives nodes that pick an item of a node with a type the type of the item."""
    for node in graph.nodes:
        if node.target is not operator.getitem:
            continue
        sequence, index = node.args
        of = sequence.type
        if of is None:
            continue
        parts = getattr(of, "__args__", None)
        origin = getattr(of, "__origin__", None)
        if origin is tuple and parts is not None and isinstance(index, int):
            if len(parts) == 2 and parts[1] is Ellipsis:
                node.type = parts[0]
            else:
                node.type = parts[index]
        elif origin is list:
            if len(parts) != 1:
                raise AssertionError(f"a list has one type of items, not {len(parts)}")
            node.type = parts[0]
        elif isinstance(of, type) and issubclass(of, tuple) and hasattr(of, "__annotations__"):
            node.type = list(of.__annotations__.values())[index]
