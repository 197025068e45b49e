# Flags of torch.nn.functional that are only tested take any value.
import torch
import torch.nn.functional as F

a = torch.tensor([-0.5, 0.25, 1.5])
for f in (lambda: F.relu(a, 2), lambda: F.relu(a.clone(), inplace="x"), lambda: F.leaky_relu(a, 0.1, None), lambda: F.hardtanh(a.clone(), 0, 1, 5), lambda: F.max_pool1d(a[None], 2, return_indices=1),
          lambda: F.gumbel_softmax(a, hard=1).sum(), lambda: F.selu(a, 0), lambda: F.threshold(a.clone(), 0.3, 1, 1)):
    print(f())
for f in (lambda: F.dropout(a, 0.5, None), lambda: F.layer_norm(a, (3,), eps="x")):
    try:
        f()
    except TypeError as e:
        print(type(e).__name__)
