"""Names that are not there: submodules that are parameters, overloads, operators that out_dtype does not take."""
import torch
from torch import nn
from torch._higher_order_ops.out_dtype import out_dtype

aten, ones, linear = torch.ops.aten, torch.ones(1, 2), nn.Sequential(nn.Linear(2, 2))
cases = [
    lambda: torch.func.functional_call(linear, {"0.weight.x": ones}, ones), lambda: torch.func.functional_call(linear, {"foo.x": ones}, ones),
    lambda: torch.func.functional_call(linear, {"0.foo": ones}, ones).shape, lambda: out_dtype(aten.sum.default, torch.int32, ones),
    lambda: out_dtype(aten.add_.Tensor, torch.int32, ones, ones), lambda: out_dtype(aten.topk.default, torch.int32, ones, 1), lambda: out_dtype(3, torch.int32, ones),
    lambda: out_dtype(aten.mm.default, torch.int32, torch.ones(2, 2, dtype=torch.int8), torch.ones(2, 2, dtype=torch.int8)),
    lambda: aten.add.nope, lambda: hasattr(aten.add, "nope"), lambda: nn.GRU(2, 3)(torch.ones(2)), lambda: nn.LSTM(2, 3)(torch.ones(2)), lambda: nn.RNN(2, 3)(torch.ones(2)),
]
for case in cases:
    try:
        print(case())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
