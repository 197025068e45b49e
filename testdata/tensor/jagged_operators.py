# What operators do with jagged nested tensors, and what they refuse, forwards and backwards.
import torch
from torch.testing._internal.common_utils import NestedTensorTestCase
from torch.testing._internal.opinfo.core import SkipRule, XFailRule, sample_skips_and_xfails
from torch.testing._internal.opinfo.definitions.nested import njt_op_db

for op in njt_op_db:
    if op.full_name in ("abs", "chunk", "select", "where", "sum", "index_put", "__rsub__", "special.zeta", "matmul", "narrow", "masked.sum"):
        told = {}
        for sample in op.sample_inputs("cpu", torch.float32, requires_grad=True):
            inputs = [x for x in (sample.input, *sample.args, *sample.kwargs.values()) if isinstance(x, torch.Tensor) and x.requires_grad]
            try:
                out = op.op(sample.input, *sample.args, **sample.kwargs)
                NestedTensorTestCase().assertEqualIgnoringNestedInts(out, op.ref(op, sample))
                found = "same"
                if isinstance(out, torch.Tensor) and out.requires_grad:
                    torch.autograd.grad(out, inputs, torch.ones_like(out), allow_unused=True)
                    found = "same, with gradients"
            except Exception as error:
                found = type(error).__name__
            told.setdefault(sample.name.split("_seqlen")[0].split("D_")[1], set()).add(found)
        print(op.full_name, {kind: sorted(found) for kind, found in told.items()})

a = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)], layout=torch.jagged, requires_grad=True)
print((2 - a).values()[0], torch.autograd.grad(a * 2, a, torch.ones_like(a))[0].values()[0], a.sum((0, 1, 2), keepdim=True).shape)
s = torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(1, 3)], requires_grad=True)
s[0].sum().backward()
print(s.grad, s.unbind()[0].grad_fn.name())
for f in (lambda: s[0:1], lambda: s.chunk(2, -1), lambda: s.view(2, 2, 3), lambda: s @ s, lambda: s.unsqueeze(0), lambda: a[0:1], lambda: a.sum((1, 2))):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, str(error)[:80])
