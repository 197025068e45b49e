# Bodies of regions and of operators of scripts change nothing in place, with gradients and without.
import torch
from torch._dynamo.testing import AotEagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.base_hop import BaseHOP
from torch._higher_order_ops.invoke_subgraph import mark_compile_region


class Scheme(BaseHOP):
    def __init__(self):
        super().__init__("changes_in_regions")

    def __call__(self, subgraph, *operands, scheme):
        return super().__call__(subgraph, *operands, scheme=scheme)


scheme = Scheme()


@mark_compile_region
def region(x, y):
    return torch.mul(x, y).sin_().add_(1).cos()


def show(f):
    for requires_grad in (False, True):
        torch._dynamo.reset()
        backend = AotEagerAndRecordGraphs()
        out = torch.compile(f, backend=backend, fullgraph=True)(torch.ones(3, 3, requires_grad=requires_grad), torch.ones(3, 3, requires_grad=requires_grad))
        print(normalize_gm(backend.fw_graphs[0].print_readable(print_output=False)))
        if requires_grad:
            out.sum().backward()
            print(normalize_gm(backend.bw_graphs[0].print_readable(print_output=False)))


show(lambda x, y: region(x, y) + region(x, y))
show(lambda x, y: scheme(lambda x, y: (x @ y).sin_().cos(), x, y, scheme="nf4"))
