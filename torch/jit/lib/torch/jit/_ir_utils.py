"""Help with graphs."""

from torch.jit._script import InsertPoint as _InsertPoint

__all__ = ["insert_point_guard"]


def insert_point_guard(graph, insert_pt):
    """A with block in which nodes are inserted at another place."""
    return _InsertPoint(graph, insert_pt)
