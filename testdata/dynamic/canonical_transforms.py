# Transforms over dimensions of symbolic size keep their place when nodes are put into canonical order.
import torch
import torch._dynamo
from torch._dynamo.testing import EagerAndRecordGraphs
def go(fn, *a, **k):
  torch._dynamo.reset()
  b = EagerAndRecordGraphs()
  with torch._dynamo.config.patch(assume_static_by_default=False, specialize_int=False, canonicalize_output_graph_node_order=True):
    try: print(torch.compile(fn, backend=b, **k)(*a)); 
    except Exception as e: print(repr(e))
  print(b.graphs[0].code)
go(lambda x: torch.func.vmap(lambda x: x.sum(0)+x.sum(1))(x), torch.ones(3,3,3))
go(lambda x: x.view(x.shape[0]*x.shape[1]) + x.shape[1], torch.ones(3,4))
