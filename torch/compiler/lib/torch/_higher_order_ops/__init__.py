"""Operators that take functions: in compiled code their functions are graphs of their own."""

from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.cond import cond
from torch._higher_order_ops.flex_attention import flex_attention
from torch._higher_order_ops.foreach_map import foreach_map
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.invoke_subgraph import invoke_subgraph
from torch._higher_order_ops.map import map
from torch._higher_order_ops.out_dtype import out_dtype
from torch._higher_order_ops.print import print
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.strict_mode import strict_mode
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.wrap import dynamo_bypassing_wrapper, tag_activation_checkpoint, wrap_activation_checkpoint
