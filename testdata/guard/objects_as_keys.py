"""Objects and tensors as keys of dicts and members of sets: code is compiled again where other ones are equal, not where they are other ones."""
import torch
from torch._dynamo.testing import CompileCounter


class Thing:
    pass


a, b, t, u = Thing(), Thing(), torch.ones(1), torch.zeros(1)
m, n = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)


def calls(f, *calls):
    counter = CompileCounter()
    compiled = torch.compile(f, backend=counter)
    print([(str(compiled(*c)[0]), counter.frame_count) for c in calls])


calls(lambda x: (len({x}), x + 1), (t,), (u,))
calls(lambda x: (len(frozenset({x})), x + 1), (t,), (u,))
calls(lambda x: (len({x: 1}), x + 1), (t,), (u,))
calls(lambda x, y: (len({x, y}), x + y), (t, u), (u, t), (t, t), (u, u))
calls(lambda l: (len(set(l)), l[0] + 1), ([t, u],), ([u, t],), ([t, t],), ([u, u],))
calls(lambda x, y: ({x: 1, y: 2}[x], x + y), (t, t), (u, u), (t, u), (u, t))
calls(lambda d, x: (d[x], x + 1), ({t: 1}, t), ({u: 2}, u), ({t: 1, u: 2}, u))
calls(lambda x, t: (len({x}), t + 1), (a, t), (b, t))
calls(lambda d, x, t: (d.get(x, 3), t + 1), ({a: 1}, a, t), ({a: 1}, b, t), ({b: 2}, b, t))
calls(lambda x, t: (len({x}), t + 1), (m, t), (n, t))
calls(lambda x, t: (len(set(x.modules())), t + 1), (m, t), (n, t))
calls(lambda x, t: (len(list(x.named_parameters())), x(t)), (m, t), (n, t))
