# Code that takes its arguments in one list, names of nodes that cannot be made, and scripts of traced functions whose annotations are unions.
import typing

import torch
import torch.fx as fx
from torch.fx.graph import _BoxedCodeGen


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor, y: int = 3, *, z: typing.Optional[int] = None):
        return x + y, {"a": x}


m = fx.symbolic_trace(M())
m.graph.set_codegen(_BoxedCodeGen())
m.recompile()
given = [torch.ones(1), 2, None]
print(m.code, m(given), given)
m.print_readable()
codegen = m.graph._codegen
print(codegen.process_inputs([1, 2]), codegen.process_outputs(3), codegen.additional_globals())
m = fx.symbolic_trace(lambda: torch.ones(1))
m.graph.set_codegen(_BoxedCodeGen())
m.recompile()
print(m.code, m([]))

g = fx.Graph()
for arguments in [("nope", "x"), ("call_function", "x", 3), ("call_function", "x"), ("get_attr", None), ("placeholder", 3), ("call_function", "y", (), {}, "given")]:
    try:
        print(g.create_node(*arguments))
    except Exception as e:
        print(type(e).__name__, e)
print(g.placeholder("x"), g.call_function(torch.relu, (1,)), g.create_node("call_function", torch.add, (1,), {}, "given"))


def f(x: torch.Tensor, y: typing.List[int], z: typing.Optional[typing.Dict[str, torch.Tensor]] = None) -> typing.Tuple[torch.Tensor, int]:
    return x + y[0], 3


print(torch.jit.script(fx.symbolic_trace(f))(torch.ones(1), [1], {}))
