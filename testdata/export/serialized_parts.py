# What the serializers of graphs make of operators, arguments and notes; constants that are lifted; modules that run as code.
import json

import torch
from torch._export.converter import TS2EPConverter
from torch._export.passes.lift_constants_pass import ConstantAttrMap, lift_constants_pass
from torch._export.serde.serialize import EnumEncoder, ExportedProgramSerializer, GraphModuleSerializer, SerializeError
from torch._export.serde.schema import ArgumentKind
from torch.export.graph_signature import ExportGraphSignature, InputKind, InputSpec, OutputKind, OutputSpec, TensorArgument
from torch.export.unflatten import _disable_interpreter

ep = torch.export.export(torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU()), (torch.ones(1, 2),))
gs = GraphModuleSerializer(ep.graph_signature, ep.module_call_graph)
print(gs.serialize_operator(torch.ops.aten.add.Tensor), gs.serialize_operator(torch.ops.higher_order.cond))
print(gs.serialize(ep.graph_module).graph.nodes[0].target, gs.serialize_signature(ep.graph_signature).input_specs[0])
for value in (3, [1, 2], "a", torch.float32, None, torch.device("cpu"), True, [1.5], ["a"], object(), [None, 1]):
    try:
        print(gs.serialize_input(value))
    except SerializeError as e:
        print(e)
print(json.dumps({"kind": ArgumentKind.POSITIONAL}, cls=EnumEncoder))
print([sorted(n.metadata) for n in ExportedProgramSerializer().serialize(ep).exported_program.graph_module.graph.nodes])

g = torch.fx.Graph()
x = g.placeholder("x")
g.output((g.call_function(torch.ops.aten.add.Tensor, (x, g.get_attr("c0"))),))
root = torch.nn.Module()
root.c0 = torch.ones(2)
gm = torch.fx.GraphModule(root, g)
with torch._subclasses.FakeTensorMode():
    fake = torch.ones(2)
for n in g.nodes:
    n.meta["val"], n.meta["nn_module_stack"] = fake, {}
user = InputSpec(InputKind.USER_INPUT, TensorArgument("x"), None)
signature = ExportGraphSignature([user], [OutputSpec(OutputKind.USER_OUTPUT, TensorArgument("add_tensor"), None)])
names = ConstantAttrMap()
names.add(root.c0, "c0")
print(list(lift_constants_pass(gm, signature, names)), [s.kind.name for s in signature.input_specs], gm.graph)

u = torch.export.unflatten(ep)
with _disable_interpreter():
    print(torch.equal(u(torch.ones(1, 2)), ep.module()(torch.ones(1, 2))))
print(TS2EPConverter(torch.jit.trace(torch.sin, torch.ones(1)), (torch.ones(1),)).explain(print_output=False))
print(torch.ops.higher_order.cond.name(), torch.ops.higher_order.cond.namespace)
