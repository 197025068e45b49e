# What graphs make of numpy.random: arrays come from torch's generator, numbers and what graphs do not know from numpy's.
import numpy as np
import torch
from torch._dynamo.testing import EagerAndRecordGraphs
from torch._dynamo.utils import counters


def show(name, f, breaks=True):
    torch._dynamo.reset()
    counters.clear()
    torch.manual_seed(0)
    np.random.seed(0)
    backend = EagerAndRecordGraphs()
    result = torch.compile(f, backend=backend)(torch.ones(2))
    after = torch.rand(1).item(), np.random.rand()
    print(name, result, "%.4f %.4f" % after, [[n.name for n in g.graph.nodes if n.op != "placeholder"] for g in backend.graphs],
          [k.partition("\n")[0] for k in counters["graph_break"]] if breaks else "")


def branch(x):
    return x * 2 if np.random.uniform(0, 1) < 0.5 else x * 3


normal = np.random.normal
show("uniform", lambda x: x + np.random.uniform(0, 1))
show("uniform array", lambda x: x + torch.from_numpy(np.random.uniform(0, 1, 2)))
show("uniform without size", lambda x: x + np.random.uniform(size=None))
show("branch", branch)
show("randn", lambda x: x + torch.from_numpy(np.random.randn(2)))
show("randint", lambda x: x + np.random.randint(0, 10))
show("rand", lambda x: x + float(np.random.rand()))
show("random", lambda x: x + torch.tensor(np.random.random(2)))
show("sample", lambda x: (x, np.random.sample(2)))
show("permutation", lambda x: (x + 1, np.random.permutation(4)))
show("choice", lambda x: x + np.random.choice([1, 2, 3]))
show("exponential", lambda x: x + np.random.exponential(2.0))
show("closure", lambda x: x + normal(0.0, 1.0))
show("closure array", lambda x: x + torch.from_numpy(normal(0.0, 1.0, 2)))
show("generator", lambda x: x + np.random.default_rng(0).random(), breaks=False)
with torch._dynamo.config.patch(use_numpy_random_stream=True):
    show("stream of numpy", lambda x: x + torch.from_numpy(np.random.randn(2)))
for name, args in {"logseries": [(1.0,), (-0.5,)], "zipf": [(1,)], "negative_binomial": [(0, 0.5), (1, 2)], "triangular": [(0, -1, 1), (0, 2, 1), (1, 1, 1)], "binomial": [(3, 1.5)]}.items():
    for a in args:
        try:
            print(getattr(np.random, name)(*a))
        except ValueError as e:
            print(name, a, e)
