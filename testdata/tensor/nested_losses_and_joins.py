# Losses and softmax of jagged tensors, joins of strided nested ones along the last dimension, and what both tell of their memory.
import torch
import torch.nn.functional as F

a, b = torch.arange(6.).reshape(2, 3), torch.arange(9.).reshape(3, 3)
x, j = torch.nested.nested_tensor([a, b]), torch.nested.nested_tensor([a, b], layout=torch.jagged)


def show(f):
    try:
        r = f()
        print([t.tolist() for t in r.unbind()] if isinstance(r, torch.Tensor) and r.is_nested else r)
    except Exception as e:
        print(type(e).__name__, str(e).split(" with arguments")[0])


for f in (lambda: torch.cat([x, x], 2), lambda: torch.cat([x, x * 2], -1), lambda: torch.cat([x, x], 3), lambda: torch.cat([x, torch.nested.nested_tensor([a, a])], -1),
          lambda: torch.cat([x, a], -1), lambda: x.data, lambda: (x.nbytes, j.nbytes, x.untyped_storage().nbytes(), j.untyped_storage().nbytes()), lambda: (x > 0).all(-1),
          lambda: F.log_softmax(j, -1).values().sum(), lambda: F.softmin(j, -1).values().sum(0), lambda: F.l1_loss(j, j * 2, reduction="sum"), lambda: F.l1_loss(j, j * 2),
          lambda: F.l1_loss(j, j * 2, reduction="none"), lambda: F.kl_div(j, j.softmax(-1), reduction="sum"), lambda: j.clone().apply_(lambda v: v + 1)):
    show(f)
