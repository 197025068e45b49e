# torch.tensor of what the graph computes, named tuples of torch, disabled hooks of saved tensors, grad modes around breaks.
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
def run(f,*a,**k):
    torch._dynamo.reset(); b=EagerAndRecordGraphs()
    try: r=torch.compile(f,backend=b,**k)(*a); print(r)
    except Exception as e: print(type(e).__name__, str(e).split("\n")[0])
    for g in b.graphs: print(g.code)
run(lambda x: torch.tensor([x, x+1], dtype=torch.float32), torch.tensor(2))
run(lambda x: torch.tensor([[x.sum(), 2.0]]), torch.ones(3))
run(lambda x: torch.tensor(x), torch.ones(3))
run(lambda x: torch.tensor([x]), torch.ones(1))
run(lambda x: torch.tensor(x.shape[0]), torch.ones(3), dynamic=True)
run(lambda x: torch.tensor([x.shape[0], 2]), torch.ones(3), dynamic=True)
run(lambda x: torch.return_types.max((x, x+1)), torch.ones(3))
def g(x):
    with torch.autograd.graph.disable_saved_tensors_hooks("no"): return x+1
run(g, torch.ones(2))
def ng(x):
    before = torch.is_grad_enabled()
    with torch.set_grad_enabled(False):
        torch._dynamo.graph_break()
        with torch.set_grad_enabled(True):
            x = torch.mul(x, 5); torch._dynamo.graph_break(); x = torch.sqrt(x)
            assert torch.is_grad_enabled()
        assert not torch.is_grad_enabled()
    assert torch.is_grad_enabled() == before
    return x
run(ng, torch.ones(2))
