"""Operators that take functions: what they do when a graph runs, and the functions that scripts call."""
from torch._higher_order_ops.operators import HigherOrderOperator
from torch._higher_order_ops.cond import cond
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.map import map
from torch._higher_order_ops.wrap import wrap

__all__ = ["HigherOrderOperator", "cond", "while_loop", "scan", "map", "wrap"]
