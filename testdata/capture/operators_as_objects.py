"""Operators that take functions are objects: what a module exports, what torch.ops.higher_order has and what a graph's node calls are one."""
import copy
import pickle

import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.associative_scan import associative_scan_op
from torch._higher_order_ops.auto_functionalize import auto_functionalized, auto_functionalized_v2
from torch._higher_order_ops.cond import cond_op
from torch._higher_order_ops.flex_attention import flex_attention
from torch._higher_order_ops.foreach_map import _foreach_map
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.invoke_subgraph import invoke_subgraph
from torch._higher_order_ops.map import map_impl
from torch._higher_order_ops.out_dtype import out_dtype
from torch._higher_order_ops.print import print as print_op
from torch._higher_order_ops.scan import scan_op
from torch._higher_order_ops.strict_mode import strict_mode_op
from torch._higher_order_ops.while_loop import while_loop_op
from torch._higher_order_ops.wrap import tag_activation_checkpoint, wrap, wrap_activation_checkpoint, wrap_with_autocast, wrap_with_set_grad_enabled
from torch._ops import HigherOrderOperator, _higher_order_ops

for op in (wrap, wrap_with_set_grad_enabled, wrap_with_autocast, wrap_activation_checkpoint, tag_activation_checkpoint, cond_op, while_loop_op, map_impl, scan_op, associative_scan_op,
           hints_wrapper, strict_mode_op, out_dtype, flex_attention, invoke_subgraph, auto_functionalized, auto_functionalized_v2, _foreach_map, print_op):
    print(op, type(op).__module__, type(op).__name__, op.__name__, op.name(), op.namespace, getattr(torch.ops.higher_order, op.name()) is op,
          _higher_order_ops[op.name()] is op, isinstance(op, HigherOrderOperator), copy.deepcopy(op) is op)


def first(gm, target):
    return next((n for n in gm.graph.nodes if n.target is target), None)


def captured(fn, *args):
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    torch.testing.assert_close(torch.compile(fn, backend=backend, fullgraph=True)(*args), fn(*args))
    return backend.graphs[0]


x, y = torch.randn(3), torch.randn(3)
gm = captured(lambda x: wrap(lambda x: wrap(lambda x: x + y, x), x.sin()), x)
print(len(first(gm, wrap).args), normalize_gm(gm.print_readable(print_output=False)))
gm = captured(lambda x: wrap(lambda x: (x.sin(), {"a": [x.cos()]}, 3), x), x)
print(len(first(gm, wrap).args), len(first(gm, wrap).users))
gm = captured(lambda x: torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,)), x)
print(first(gm, cond_op).args[1:3], len(gm.graph.find_nodes(op="call_function", target=torch.ops.higher_order.cond)))
gm = captured(lambda x: torch.utils.checkpoint.checkpoint(lambda x: x.sin(), x, use_reentrant=False), x)
print(first(gm, tag_activation_checkpoint).kwargs)

print(wrap(lambda a: [a + 1], torch.zeros(1)), cond_op(True, lambda a: a + 1, lambda a: a - 1, (torch.zeros(1),)), wrap_with_set_grad_enabled(False, lambda a: (a * 2).requires_grad, torch.ones(1, requires_grad=True)))
try:
    HigherOrderOperator("none")
except TypeError as e:
    print(e)
