# Operators that give lists and numbers beside tensors: called, recorded, exported, and checked.
import torch
from torch.export import Dim, export
from torch.fx.experimental.proxy_tensor import make_fx
from torch.library import custom_op, opcheck


@custom_op("kinds::halves", mutates_args=())
def halves(x: torch.Tensor) -> tuple[list[torch.Tensor], int]:
    return [x[:1].clone(), x[1:].clone()], 2


@halves.register_fake
def _(x):
    return [x[:1].clone(), x[1:].clone()], 2


@custom_op("kinds::found", mutates_args=())
def found(x: torch.Tensor) -> torch.Tensor:
    return x.nonzero()


@found.register_fake
def _(x):
    return x.new_empty([torch.library.get_ctx().new_dynamic_size(), x.dim()], dtype=torch.long)


torch.library.define("kinds::with_size", "(Tensor x) -> (Tensor, SymInt)", tags=torch.Tag.pt2_compliant_tag)


@torch.library.impl("kinds::with_size", "cpu")
@torch.library.register_fake("kinds::with_size")
def with_size(x):
    return x.clone(), x.shape[0]


print(halves(torch.arange(3)))
for mode in ("real", "fake"):
    print(make_fx(lambda x: halves(x), tracing_mode=mode)(torch.arange(3)).code)


class Sized(torch.nn.Module):
    def forward(self, x):
        y, n = torch.ops.kinds.with_size(x)
        return y * n


print(export(Sized(), (torch.ones(3, 4),)).graph_module.code)
program = export(Sized(), (torch.ones(3, 4),), dynamic_shapes={"x": {0: Dim.DYNAMIC}})
print(program.module()(torch.ones(2, 4)))
for op in (halves, found):
    print(opcheck(op, (torch.arange(3),), test_utils=("test_schema", "test_faketensor")))
