# Operators of scripts whose results are lists of tensors: recorded, checked, mapped; and the operators that tests share.
import torch
from torch.fx.experimental.proxy_tensor import make_fx
from torch.testing._internal import optests
from torch.testing._internal.custom_op_db import custom_op_db, numpy_cat, numpy_mul, numpy_nms, numpy_split_copy

x = torch.arange(18.0).reshape(2, 9)
print(make_fx(lambda x: numpy_split_copy(x, [1, 3, 6], 1), tracing_mode="fake")(x).code)
both = torch.ops._torch_testing.numpy_split_copy_with_int(x, [1, 3], 1)
print(type(both).__name__, type(both[0]).__name__, [t.shape for t in both[0]], both[1])
print([t.shape for t in torch.func.vmap(lambda y: numpy_split_copy(y, [1, 3, 6], 0))(x)])
leaf = x.clone().requires_grad_()
numpy_cat([numpy_mul(p, p) for p in numpy_split_copy(leaf, [2, 5], 1)], 1).sum().backward()
print(torch.equal(leaf.grad, 2 * x))
boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30], [0, 0, 9, 9]])
print(numpy_nms(boxes, torch.tensor([0.9, 0.8, 0.7, 0.95]), 0.5))
for info in custom_op_db:
    for sample in info.sample_inputs("cpu", torch.float64, requires_grad=info.supports_autograd):
        op = info.op.default if isinstance(info.op, torch._ops.OpOverloadPacket) else info.op
        args = (sample.input, *sample.args)
        optests.fake_check(op, args, sample.kwargs)
        if info.supports_autograd and "WithInt" not in info.name:
            optests.aot_autograd_check(op, args, sample.kwargs, False)
            print(info.name, sorted(torch.library.opcheck(op, args, sample.kwargs).values()))
