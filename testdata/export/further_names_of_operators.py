# Operators that have several names are exported and traced by that which the program uses, and are taken apart to the one that they stand for;
# what exports refuse to give; numbers in programs that were read from archives.
import io
import warnings

import torch
from torch.export import Dim, export, load, save

warnings.simplefilter("ignore")
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])


class Calls(torch.nn.Module):
    def __init__(self, f):
        super().__init__()
        self.f = f

    def forward(self, x):
        return self.f(x)


for f in [torch.absolute, lambda x: x.negative().multiply(x).divide(2), lambda x: torch.clip(x, 0, 1), lambda x: x.greater_equal(1).logical_and(x.less(x)), lambda x: torch.concat([x, torch.row_stack([x, x])]),
          lambda x: torch.moveaxis(x, 0, 1).swapdims(0, 1), lambda x: torch.arccos(x / 9).arctan2(x), lambda x: torch.special.expit(torch.special.log1p(x)), lambda x: torch.ger(x[0], x[1]),
          lambda x: torch.special.xlogy(x, x), lambda x: x.clone().absolute_().subtract_(x, alpha=2), lambda x: (torch.std_mean(x), torch.var_mean(x, 0), x.std())]:
    program = export(Calls(f), (x,))
    print(program.graph_module.code.strip())
    print(program.run_decompositions().graph_module.code.strip())
    print(program.module()(x))

for name in ["absolute", "negative", "special_expit", "ger", "multiply_", "moveaxis"]:
    packet = getattr(torch.ops.aten, name)
    print(packet, sorted(packet.overloads()), [str(getattr(packet, o)._schema) for o in sorted(packet.overloads())])
print(torch.ops.aten.absolute.default(-x), torch.ops.aten.special_expit(x))

traced = torch.jit.trace(lambda x: torch.rsub(torch.absolute(x), x).clip(0, 1).greater(torch.det(x)), (x,))
print("\n".join(line.split(" # ")[0] for line in str(traced.graph).split("\n")))
print("\n".join(line.split(" # ")[0] for line in str(torch.jit.trace(Calls(lambda x: torch.absolute(x).clip(0, 1)), (x,)).graph).split("\n")[1:]))

for f in [lambda x: x.dtype, lambda x: x.device, lambda x: 1j, lambda x: {1}, lambda x: (x, 1, "a", None, 2.5, True)]:
    try:
        print(export(Calls(f), (x,)).graph_module.code.strip())
    except RuntimeError as e:
        print(str(e)[:70])

program = export(Calls(lambda x: (x.sum().item() + 1, x.long().sum().item() * x)), (x,), dynamic_shapes=({0: Dim("n", min=2, max=9)},))
stream = io.BytesIO()
save(program, stream)
stream.seek(0)
read = load(stream)
print(program.graph_signature == read.graph_signature, program.graph_signature.output_specs[0], read.graph_signature.output_specs[0])
print(sorted(map(str, program.range_constraints.values())), sorted(set(map(str, read.range_constraints.values()))))
print([(r.is_int, r.is_float, r.is_bool) for _, r in sorted(program.range_constraints.items(), key=str)], read.module()(x))
