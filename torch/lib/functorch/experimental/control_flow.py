"""Control flow as operators, under the names that functorch gave it."""
from torch._higher_order_ops.cond import cond, cond_op
from torch._higher_order_ops.map import map, map_impl
