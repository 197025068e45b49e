# Patterns of graphs: their texts, matches, why there is none, handlers and replacements.
import torch
import torch._inductor.pattern_matcher as pm
from torch._inductor.pattern_matcher import PatternMatcherPass, register_graph_pattern, CallFunction, KeywordArg, Arg, Match, register_replacement, fwd_only, Ignored, ListOf, MultiOutputPattern, CallFunctionVarArgs, CallMethod, stable_topological_sort
from torch.fx.experimental.proxy_tensor import make_fx
aten=torch.ops.aten
p=PatternMatcherPass(pass_name="mine")
seen=[]
@register_graph_pattern(CallFunction(aten.add.Tensor, CallFunction(aten.mm.default, KeywordArg("a"), KeywordArg("b")), Arg()), pass_dict=p)
def repl(match, c, a, b):
    seen.append((len(match.nodes), repr(match.args), sorted(match.kwargs), str(match.output_node()), match.targets))
    def r(a,b,c): return torch.addmm(c,a,b)
    match.replace_by_example(r,[a,b,c])
def f(x,y,z,w):
    return (x@y + z) * w, (y@x)+z
gm=make_fx(f,tracing_mode="fake")(torch.randn(3,3),torch.randn(3,3),torch.randn(3,3),torch.randn(3,3))
print(gm.code)
print(p.apply(gm.graph)); gm.recompile(); print(gm.code); print(seen)
gm.graph.lint()
n=[x for x in gm.graph.nodes if x.target is aten.addmm.default]
print([x.meta["val"].shape for x in n if "val" in x.meta])
# replacement
def search(x,y): return torch.relu(x+y)
def rep(x,y): return torch.sigmoid(x)*y
p2=PatternMatcherPass()
print(register_replacement(search,rep,[torch.randn(4),torch.randn(4)],fwd_only,p2))
def g(a,b,c): return torch.relu(a+b)-c, torch.relu(a*b)
gm=make_fx(g,tracing_mode="fake")(torch.randn(4),torch.randn(4),torch.randn(4))
print(p2.apply(gm.graph)); gm.recompile(); print(gm.code)
print(p2.apply(gm)); print(dict(p2.patterns).keys())
# extra check, prepend, users
p3=PatternMatcherPass()
@register_graph_pattern(CallFunction(aten.mul.Tensor, KeywordArg("x"), 2), extra_check=lambda m: m.kwargs["x"].op=="placeholder", pass_dict=p3)
def h(match,x):
    with match.graph.inserting_before(match.output_node()):
        n=match.graph.call_function(aten.add.Tensor,(x,x))
        n.meta.update(match.output_node().meta)
    match.output_node().replace_all_uses_with(n); match.erase_nodes()
gm=make_fx(lambda x: (x*2).sin()*2 + x*3,tracing_mode="fake")(torch.randn(4))
print(p3.apply(gm)); gm.recompile(); print(gm.code)
print(repr(CallFunction(aten.mul.Tensor, KeywordArg("x"), 2)), CallFunction([aten.mul.Tensor,aten.add.Tensor], Arg(), Ignored(), _users=2, alpha=KeywordArg("z")), ListOf(Arg()), CallFunctionVarArgs(aten.cat.default), CallMethod("view",Arg(),1), MultiOutputPattern([CallFunction(aten.relu.default,Arg()),None]))
m=CallFunction(aten.mul.Tensor, KeywordArg("x"), 2).match(list(gm.graph.nodes)[0]); print(bool(m), type(m).__name__, m)
m=CallFunction(aten.mul.Tensor, KeywordArg("x"), 3).match([n for n in gm.graph.nodes if n.target is aten.mul.Tensor][-1]); print(bool(m), type(m).__name__, m)
m=CallFunction(aten.mul.Tensor, KeywordArg("x"), 7).match([n for n in gm.graph.nodes if n.target is aten.mul.Tensor][-1]); print(bool(m), type(m).__name__, m)
m=CallFunction(aten.add.Tensor, CallFunction(aten.mul.Tensor, KeywordArg("x"), KeywordArg("y")), CallFunction(aten.mul.Tensor, KeywordArg("x"), KeywordArg("y"))).match([n for n in gm.graph.nodes if n.target is aten.add.Tensor][-1]); print(bool(m), m)
gm=make_fx(lambda x,y: torch.cat([x.relu(),y.relu()]),tracing_mode="fake")(torch.randn(4),torch.randn(4))
m=CallFunction(aten.cat.default, ListOf(CallFunction(aten.relu.default,KeywordArg("x")))).match(list(gm.graph.nodes)[-2]); print(bool(m), m, m.kwargs, m.args)
m=CallFunctionVarArgs(aten.cat.default).match(list(gm.graph.nodes)[-2]); print(bool(m), m)
print(pm.fwd_only(lambda x: x.relu()+1,[torch.randn(3)]).code)
print(pm.gen_pattern(search,[torch.randn(3),torch.randn(3)],fwd_only))
# topological sort
gm=make_fx(g,tracing_mode="fake")(torch.randn(4),torch.randn(4),torch.randn(4))
stable_topological_sort(gm.graph); print(gm.code)
