# Inputs for graphs that are known by their text, and models in double precision.
import os

import torch
from torch._dynamo.debug_utils import aot_graph_input_parser, backend_accuracy_fails, cast_to_fp64, generate_env_vars_string, same_two_models
from torch.fx.experimental.proxy_tensor import make_fx


def forward(self, a: "f32[3, 2]", b: "i64[4]", c: "bf16[]"):
    _tensor_constant0: "i64[5]" = self._tensor_constant0
    _tensor_constant1: "f64[2, 2]" = self._tensor_constant1
    index = torch.ops.aten.index.Tensor(a, [b % 3])
    return _tensor_constant0, _tensor_constant1, index, c


def symbolic(x: "f32[s0, 7]", n: "Sym(s0)", y: "f32[s1]") -> "f32[s0]":
    return x, n, y


def shown(kwargs):
    return {k: (tuple(v.shape), v.dtype, getattr(v, "_dynamo_dynamic_indices", None)) if isinstance(v, torch.Tensor) else type(v).__name__ for k, v in kwargs.items() if k != "self"}


kwargs = aot_graph_input_parser(forward, device="cpu")
print(shown(kwargs), sorted(vars(kwargs["self"])))
print([(tuple(x.shape), x.dtype) for x in forward(**kwargs)])
print(shown(aot_graph_input_parser(symbolic, device="cpu", sym_shapes={"s0": 3, "s1": 5})))
print(shown(aot_graph_input_parser(symbolic, device="cpu", sym_shapes={"s0": 3}, default_sym_shape=4)))
try:
    aot_graph_input_parser(symbolic, device="cpu", sym_shapes={"s0": 3})
except Exception as e:
    print(type(e).__name__, e)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)

    def forward(self, x, n):
        y = torch.ops.prims.convert_element_type.default(self.linear(x), torch.float32)
        return torch.ops.aten.sum.default(y, dtype=torch.float32) + torch.ops.aten.full.default([2], 1.0, dtype=torch.float32) + n


model = torch.fx.symbolic_trace(Model())
model, inputs = cast_to_fp64(model, (torch.ones(1, 2), torch.tensor(3)))
print([x.dtype for x in inputs], model.linear.weight.dtype, model(*inputs).dtype)
for node in model.graph.nodes:
    print(node.op, node.args[1:] if node.op == "call_function" and len(node.args) > 1 and not isinstance(node.args[1], torch.fx.Node) else "", dict(node.kwargs))
gm = torch.fx.symbolic_trace(torch.nn.ReLU())
linear = torch.nn.Linear(2, 2)
other = torch.nn.Linear(2, 2)
print(same_two_models(linear, linear, [torch.ones(1, 2)]), same_two_models(linear, other, [torch.ones(1, 2)]))
print(same_two_models(gm, gm, [torch.ones(2)]), same_two_models(gm, torch.nn.Sigmoid(), [torch.ones(2)]))
print(backend_accuracy_fails(gm, [torch.ones(2)], lambda gm, inputs: gm), backend_accuracy_fails(gm, [torch.ones(2)], lambda gm, inputs: torch.nn.Sigmoid()))
for key in list(os.environ):
    if any(word in key for word in ("TORCH", "DYNAMO", "INDUCTOR", "TRITON")):
        del os.environ[key]
os.environ["TORCH_OWN"] = "it's"
os.environ["TORCHDYNAMO_REPRO_LEVEL"] = "3"
print(generate_env_vars_string(), generate_env_vars_string(stable_output=True))
