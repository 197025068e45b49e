# Numbers of elements are calls in graphs; what programs refuse to be set to, and what their verifier finds.
import torch
from torch import nn
from torch.export import Dim, export
from torch.export.graph_signature import OutputKind, TensorArgument
from torch.fx.experimental.proxy_tensor import make_fx


def exported(f):
    class M(nn.Module):
        def forward(self, x):
            return f(x)

    for strict in (False, True):
        print(export(M(), (torch.ones(4, 6),), dynamic_shapes={"x": {0: Dim("d")}}, strict=strict).graph)


for f in (
    lambda x: x.numel(),
    lambda x: torch.numel(x) + 1,
    lambda x: x.reshape(x.numel()),
    lambda x: x.view(x.numel() // 2, 2),
    lambda x: x.shape[1] * x.nelement(),
    lambda x: x / x.numel(),
    lambda x: torch.zeros(x.numel()),
):
    exported(f)
print(make_fx(lambda x: x.new_ones(x.numel()), tracing_mode="symbolic")(torch.ones(4, 5)).code)
print(make_fx(lambda x: (x + x.numel(), x.numel() * 2), tracing_mode="symbolic")(torch.ones(4, 5)).code)
print(make_fx(lambda x: x.view(x.numel() // 2, 2), tracing_mode="symbolic")(torch.ones(4, 6)).code)


class Adds(nn.Module):
    def __init__(self):
        super().__init__()
        self.p = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return x + self.p


def attempt(f):
    try:
        f()
        print("ok")
    except Exception as e:
        print(type(e).__name__, str(e).split("\nValid builtin")[0])


ep = export(Adds(), (torch.ones(2),))
for name in ("graph", "graph_module", "graph_signature", "state_dict", "range_constraints", "module_call_graph", "example_inputs", "call_spec", "verifier", "dialect", "verifiers", "tensor_constants", "constants"):
    attempt(lambda: setattr(ep, name, 3))
attempt(lambda: export(Adds(), (torch.ones(2),), preserve_module_call_signature=("zz",)))


def checked(change):
    ep = export(Adds(), (torch.ones(2),)).run_decompositions()
    call = next(n for n in ep.graph.nodes if n.op == "call_function")
    change(ep, call)
    attempt(ep._validate)


def mutates(ep, call):
    ep.graph_signature.output_specs[0].kind = OutputKind.BUFFER_MUTATION
    ep.graph_signature.output_specs[0].target = "zz"


def calls(ep, call):
    with ep.graph.inserting_before(ep.graph.output_node()):
        ep.graph.call_method("add", (call, 1))


checked(lambda ep, call: setattr(call, "target", torch.ops.aten.add_.Tensor))
checked(lambda ep, call: setattr(call, "target", len))
checked(lambda ep, call: setattr(ep.graph_signature.input_specs[0], "target", "bad"))
checked(lambda ep, call: setattr(ep.graph_signature.output_specs[0], "arg", TensorArgument("bad")))
checked(lambda ep, call: ep.graph_signature.input_specs.pop())
checked(lambda ep, call: [n.meta.pop("val", None) for n in ep.graph.nodes])
checked(mutates)
checked(calls)
