# More of patterns of graphs: several outputs, lists, changes in place between nodes, users, modules and methods, constants, prepend.
import torch
from torch._dynamo.utils import counters
from torch._inductor.pattern_matcher import (MULTIPLE, Arg, CallFunction, CallFunctionVarArgs, CallMethod, CallModule, Ignored, KeywordArg, ListOf, MultiOutputPattern, PatternMatcherPass,
                                             filter_nodes, fwd_only, get_arg_value, register_graph_pattern, register_replacement, stable_topological_sort)
from torch.fx.experimental.proxy_tensor import make_fx

aten = torch.ops.aten


def graph_of(f, *args):
    return make_fx(f, tracing_mode="fake")(*args)


def calls(gm):
    gm.graph.lint()
    gm.recompile()
    return [getattr(n.target, "__name__", n.target) for n in gm.graph.nodes if n.op not in ("placeholder", "output")]


t = torch.linspace(-1, 1, 4)


def check(name, search, replace, f, n=2, **kw):
    p = PatternMatcherPass()
    register_replacement(search, replace, [t + i for i in range(n)], fwd_only, p, **kw)
    counters.clear()
    gm = graph_of(f, *[t + i for i in range(n)])
    before = gm(*[t + i for i in range(n)])
    print(name, p.apply(gm), calls(gm), dict(counters["inductor"]))
    after = gm(*[t + i for i in range(n)])
    print(before, after)


def two(x, y):
    s = x.sin()
    return s * y, s + 1
check("two outputs", two, lambda x, y: (x * y, x.cos()), two)
check("constant", lambda x, y: x * 2 + y, lambda x, y: x + y, lambda x, y: (x * 2 + y) + (x * 3 + y))
check("by name", lambda x, y: torch.add(x, y, alpha=2), lambda x, y: x - y, lambda x, y: (torch.add(x, y, alpha=2), x + y, torch.add(y, x, alpha=3)))
check("users", lambda x, y: (x + y).relu(), lambda x, y: x - y, lambda x, y: ((x + y).relu(), (x + y).exp()))
def shared(x, y):
    s = x + y
    return s.relu(), s.exp()
check("shared", lambda x, y: (x + y).relu(), lambda x, y: x - y, shared)
def stored(x, y):
    s = x.clone()
    u = s + y
    s.mul_(2)
    return u.relu(), s
check("in place", lambda x, y: (x + y).relu(), lambda x, y: x - y, stored)
check("twice", lambda x, y: x * y + x, lambda x, y: x - y, lambda x, y: (x * y + x, x * y + y, x * x + x))
check("extra", lambda x, y: (x + y).relu(), lambda x, y: x - y, lambda x, y: (x + y).relu(), extra_check=lambda m: m.kwargs["x"].name == "none")
check("nested", lambda x, y: (x + y).relu(), lambda x, y: x - y, lambda x, y: ((x + y).relu() + y).relu())
check("input", lambda x, y: x * 5 + y * 7, lambda x, y: x, lambda x, y: (x * 5 + y * 7).sin())
check("workaround", lambda x, y, s: x * s + y, lambda x, y, s: x - y * s, lambda x, y: (x * 0.25 + y, x * 3 + y), scalar_workaround={"s": 0.123})

p = PatternMatcherPass("mine")
log = []


@register_graph_pattern(CallFunction(aten.cat.default, ListOf(CallFunction(aten.relu.default, Arg())), Ignored()), pass_dict=p)
def cat_of_relus(match, xs):
    log.append(("cat", [[str(y) for y in x] if isinstance(x, (list, tuple)) else str(x) for x in xs]))


@register_graph_pattern(CallFunctionVarArgs([aten.relu.default, aten.exp.default]), pass_dict=p)
def any_call(match, *args, **kwargs):
    log.append(("any", str(match.output_node()), [str(a) for a in args], kwargs))


@register_graph_pattern(CallFunction(aten.relu, KeywordArg("x"), _users=MULTIPLE), pass_dict=p, prepend=True)
def first(match, x):
    log.append(("first", str(x)))


named = CallFunction(aten.sum.dim_IntList, KeywordArg("x"), dim=KeywordArg("dim"), keepdim=Ignored()), CallFunction(aten.sum.dim_IntList, KeywordArg("x"), [0])
gm = graph_of(lambda x: (x.sum(0), x.sum(0, keepdim=True), x.sum([0], True)), t)
for pattern in named:
    for node in gm.graph.find_nodes(op="call_function", target=aten.sum.dim_IntList):
        print(pattern, node.args, (m := pattern.match(node)), bool(m))

gm = graph_of(lambda x, y: torch.cat([x.relu(), y.relu()], 0).exp(), t, t + 1)
print(p.apply(gm.graph), log)
print([str(n) for n in filter_nodes(gm.graph.nodes, aten.relu)], get_arg_value(gm.graph.find_nodes(op="call_function", target=aten.cat.default)[0], 1, "dim"))
print(sorted((op, str(target), len(entries)) for (op, target), entries in p.patterns.items()))
p.clear()
print(p.apply(gm))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.ReLU()

    def forward(self, x):
        return self.a(x.view(2, 2)).sum()


traced = torch.fx.symbolic_trace(Net())
p = PatternMatcherPass()


@register_graph_pattern(CallModule(torch.nn.ReLU, CallMethod("view", KeywordArg("x"), KeywordArg("n"), Ignored())), pass_dict=p)
def relu_of_view(match, x, n):
    node = match.output_node()
    with match.graph.inserting_before(node):
        new = match.graph.call_function(torch.sigmoid, (x,))
    node.replace_all_uses_with(new)
    match.erase_nodes()
    print(x, n, [str(m) for m in match.nodes])


print(p.apply(traced), calls(traced), traced(t))

graph = torch.fx.Graph()
x = graph.placeholder("x")
a = graph.call_function(torch.sin, (x,))
b = graph.call_function(torch.cos, (x,))
graph.output((a, b))
a.args = (b,)
stable_topological_sort(graph)
print([n.name for n in graph.nodes])
try:
    p.apply(3)
except RuntimeError as e:
    print(e)
