# Passes over graphs: managers, partitions that a backend supports, subexpressions, parts by tags, folded constants, normal forms of calls, types.
import operator

import torch
import torch.fx
from torch.fx import GraphModule, symbolic_trace
from torch.fx.experimental.const_fold import split_const_subgraphs
from torch.fx.experimental.merge_matmul import merge_matmul
from torch.fx.experimental.normalize import NormalizeArgs, NormalizeOperators
from torch.fx.experimental.optimization import fuse, optimize_for_inference, remove_dropout
from torch.fx.experimental.rewriter import RewritingTracer
from torch.fx.operator_schemas import create_type_hint, get_signature_for_torch_op, normalize_function, type_matches
from torch.fx.passes.dialect.common.cse_pass import CSEPass, get_CSE_banned_ops
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.infra.pass_base import PassBase, PassResult
from torch.fx.passes.infra.pass_manager import PassManager, pass_result_wrapper, this_before_that_pass_constraint
from torch.fx.passes.operator_support import OperatorSupport, any_chain, chain, create_op_support
from torch.fx.passes.shape_prop import ShapeProp
from torch.fx.passes.split_utils import split_by_tags
from torch.fx.passes.tools_common import get_node_target, legalize_graph
from torch.fx.passes.utils.common import compare_graphs
from torch.fx.passes.utils.fuser_utils import fuse_by_partitions


def show(title, gm):
    print("==", title)
    for name, module in gm.named_modules():
        if isinstance(module, GraphModule):
            print(name, module.code.strip())


class MulToDiv(PassBase):
    def call(self, gm):
        changed = False
        for node in gm.graph.nodes:
            if node.target in (operator.mul, torch.mul):
                node.target, changed = torch.div, True
        return PassResult(gm, changed)


def add_to_mul(gm):
    for node in gm.graph.nodes:
        if node.target in (operator.add, torch.add):
            node.target = torch.mul


def f(x, y):
    a = x + y
    b = torch.relu(a)
    c = torch.sigmoid(b)
    d = b + c
    return torch.tanh(d) * x


first = pass_result_wrapper(add_to_mul)
manager = PassManager([MulToDiv(), first], [this_before_that_pass_constraint(first, None)], steps=2)
result = manager(symbolic_trace(f))
print(result.modified, [str(n.target).split(" ")[2 if "built-in method" in str(n.target) else -1].strip(">") for n in result.graph_module.graph.nodes if n.op == "call_function"])
for bad in (lambda gm: gm, pass_result_wrapper(lambda gm: 1 / 0)):
    try:
        PassManager([bad])(symbolic_trace(f))
    except Exception as e:
        print(type(e).__name__, str(e)[:60])


class Supports(OperatorSupport):
    def is_node_supported(self, submodules, node):
        return node.op == "call_function" and node.target in (operator.add, torch.relu, torch.sigmoid)


gm = symbolic_trace(f)
partitioner = CapabilityBasedPartitioner(gm, Supports(), allows_single_node_partition=True)
partitions = partitioner.propose_partitions()
print([[n.name for n in p.nodes] for p in partitions], partitions[0].size())
show("partitioned", partitioner.fuse_partitions(partitions))
print(torch.equal(gm(torch.ones(2), torch.ones(2)), f(torch.ones(2), torch.ones(2))))
supports = OperatorSupport({"torch.relu": None})
gm = symbolic_trace(f)
subs = dict(gm.named_modules())
node = {n.name: n for n in gm.graph.nodes}
print(supports.is_node_supported(subs, node["relu"]), supports.is_node_supported(subs, node["tanh"]), get_node_target(subs, node["add"]))
no = create_op_support(lambda modules, n: n.name != "relu")
print(chain(supports, no).is_node_supported(subs, node["relu"]), any_chain(supports, no).is_node_supported(subs, node["relu"]))

gm = symbolic_trace(f)
node = {n.name: n for n in gm.graph.nodes}
show("fused", fuse_by_partitions(gm, [[node["relu"], node["sigmoid"]]]))


def common(x):
    a = x.sin() + 1
    b = x.sin() + 1
    return a * b + torch.cos(x) * torch.cos(x)


result = CSEPass()(symbolic_trace(common))
show("cse", result.graph_module)
print(result.modified, torch.ops.aten.rand_like in get_CSE_banned_ops())
print(compare_graphs(symbolic_trace(common).graph, symbolic_trace(common).graph), compare_graphs(symbolic_trace(common).graph, symbolic_trace(f).graph))

gm = symbolic_trace(f)
for n in gm.graph.nodes:
    if n.op == "call_function":
        n.tag = "front" if n.name in ("add", "relu", "sigmoid") else "back"
split = split_by_tags(gm, ["front", "back"])
show("tags", split)
print(torch.equal(split(torch.ones(2), torch.ones(2)), f(torch.ones(2), torch.ones(2))))


class Const(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.ones(2, 2))
        self.lin = torch.nn.Linear(2, 2)

    def forward(self, x):
        v = self.w + self.w
        return self.lin(x) @ v.t() + x


m = Const()
folded = split_const_subgraphs(m)
x = torch.ones(1, 2)
print(torch.equal(folded(x), m(x)), folded.has_folding_been_run)
show("folded", folded)


class Products(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.r = torch.nn.Parameter(torch.ones(2, 3))

    def forward(self, a, b):
        return torch.matmul(a, self.r), torch.matmul(b, self.r)


m = Products()
gm = merge_matmul(m)
a, b = torch.ones(1, 2), torch.ones(3, 2)
print([torch.equal(p, q) for p, q in zip(gm(a, b), m(a, b))], sum(n.target is torch.matmul for n in gm.graph.nodes))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn, self.drop = torch.nn.Conv2d(1, 2, 3), torch.nn.BatchNorm2d(2), torch.nn.Dropout(0.5)

    def forward(self, x):
        assert x.shape[0] == 1, "one image"
        return self.drop(torch.nn.functional.relu(self.bn(self.conv(x))))


class Plain(Net):
    def forward(self, x):
        return self.drop(torch.nn.functional.relu(self.bn(self.conv(x)), inplace=True))


torch.manual_seed(0)
net = Plain().eval()
x = torch.ones(1, 1, 4, 4)
fused = fuse(net)
print([n.name for n in fused.graph.nodes], torch.allclose(fused(x), net(x)), [n.name for n in remove_dropout(net).graph.nodes])
tracer = RewritingTracer()
graph = tracer.trace(Net())
print([n.name for n in graph.nodes])
gm = symbolic_trace(net)
ShapeProp(gm).propagate(x)
show("normal", NormalizeArgs(symbolic_trace(torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU()))).transform())
show("operators", NormalizeOperators(symbolic_trace(lambda x, y: torch.add(x, y) * torch.sub(x, y))).transform())
print(get_signature_for_torch_op(torch.relu), get_signature_for_torch_op(len))
print(normalize_function(torch.add, (1, 2), {}, (torch.Tensor, torch.Tensor)), create_type_hint([int, int]), create_type_hint((int, str)), type_matches(int, bool))
for asked in ({"mkldnn_layout_optimize": False}, {"remove_dropout": False, "mkldnn_layout_optimize": False}, {"conv_bn_fuse": False, "mkldnn_layout_optimize": False}, {"mkldnn_layout_optimize": True}, {"mkldnn_layout_optimize": {}}):
    try:
        made = optimize_for_inference(net, pass_config=asked)
        print([n.name for n in made.graph.nodes], torch.allclose(made(x), net(x)))
    except RuntimeError as e:
        print(e)
