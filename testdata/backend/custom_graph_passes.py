# Passes of users over the graphs that the default backend compiles: they are called, and what they put in is what runs.
import torch
import torch._inductor.config as config
from torch._inductor.custom_graph_pass import CustomGraphPass
from torch._inductor.pattern_matcher import Arg, CallFunction, PatternMatcherPass, fwd_only, register_graph_pattern, register_replacement

aten = torch.ops.aten
found = PatternMatcherPass()
register_replacement(lambda x, y: torch.relu(x + y), lambda x, y: torch.sigmoid(x) * y, [torch.randn(4), torch.randn(4)], fwd_only, found)


class Pass(CustomGraphPass):
    def __init__(self):
        self.seen = []

    def __call__(self, graph):
        before = [str(n.target) for n in graph.nodes if n.op == "call_function"]
        self.seen.append((type(graph).__name__, before, found.apply(graph)))

    def uuid(self):
        return "relu"


def f(a, b, c):
    return torch.relu(a + b) - c, torch.relu(a * b)


a = torch.linspace(-1, 1, 4)
for name in ("post_grad_custom_pre_pass", "post_grad_custom_post_pass", "joint_custom_pre_pass", "joint_custom_post_pass"):
    torch._dynamo.reset()
    mine = Pass()
    with config.patch({name: mine}):
        print(name, torch.compile(f)(a, a * 2, a * 3))
    print(mine.seen)

# with derivatives: the pass sees the forward graph when it runs first
for name in ("post_grad_custom_pre_pass", "post_grad_custom_post_pass"):
    torch._dynamo.reset()
    mine = Pass()
    x = a.clone().requires_grad_()
    with config.patch({name: mine}):
        out = torch.compile(f)(x, a * 2, a * 3)
        out[1].sum().backward()
    print(name, [o.detach() for o in out], x.grad, mine.seen[0][2])

# before operators are taken apart
torch._dynamo.reset()


def doubled(graph):
    for node in graph.nodes:
        if node.op == "call_function" and node.target is torch.relu:
            node.target = torch.sigmoid


def g(x):
    return torch.relu(x) + 1


with config.patch(pre_grad_custom_pass=doubled):
    print(torch.compile(g)(a), torch.compile(g)(a.clone().requires_grad_()).detach())
torch._dynamo.reset()
print(torch.compile(g)(a), config.post_grad_custom_pre_pass)
