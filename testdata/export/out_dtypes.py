"""out_dtype in recordings: one node that holds the operator and the type of its result."""
import torch
from torch._higher_order_ops.out_dtype import out_dtype
from torch.fx.experimental.proxy_tensor import make_fx


class Product(torch.nn.Module):
    def forward(self, x, w):
        return out_dtype(torch.ops.aten.mm.default, torch.int32, x, w) + 1


x, w = torch.arange(-4, 5, dtype=torch.int8).view(3, 3), torch.full((3, 3), 100, dtype=torch.int8)
print(Product()(x, w))
for program in (make_fx(Product())(x, w), make_fx(Product(), tracing_mode="fake")(x, w), make_fx(torch.func.functionalize(Product()))(x, w)):
    print(program.code.strip(), torch.equal(program(x, w), Product()(x, w)))
for strict in (True, False):
    program = torch.export.export(Product(), (x, w), strict=strict)
    print(program.graph, torch.equal(program.module()(x, w), Product()(x, w)))
print(program.run_decompositions().graph)
