"""Control flow in graphs."""

from torch._higher_order_ops.cond import cond
from torch._higher_order_ops.map import map
from torch._higher_order_ops.utils import setup_compilation_env

UnsupportedAliasMutationException = RuntimeError
