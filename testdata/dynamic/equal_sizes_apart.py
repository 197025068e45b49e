# use_duck_shape: whether sizes that are equal in the example are one symbol.
import torch
from torch._dynamo.testing import CompileCounter, EagerAndRecordGraphs

for duck in (True, False):
    with torch.fx.experimental._config.patch(use_duck_shape=duck):
        torch._dynamo.reset()
        graphs = EagerAndRecordGraphs()
        torch.compile(lambda x, y: x.sum() + y.sum(), backend=graphs, dynamic=True)(torch.ones(3, 4), torch.ones(4, 3))
        print(duck, [n.meta["example_value"] for n in graphs.graphs[0].graph.nodes if n.op == "placeholder"])
        for f, options, sizes in ((lambda x, y: x.sum() + y.sum(), {"dynamic": True}, ((3, 3), (4, 4), (4, 5), (6, 7))),
                                  (lambda x, y: x.sum() + y.sum(), {}, ((3, 3), (4, 4), (4, 5), (6, 7), (7, 7))),
                                  (lambda x, y: x + y, {"dynamic": True}, ((3, 3), (4, 4), (5, 1)))):
            torch._dynamo.reset()
            counter = CompileCounter()
            compiled = torch.compile(f, backend=counter, **options)
            for a, b in sizes:
                compiled(torch.ones(a), torch.ones(b))
            print(counter.frame_count)
