# The operators that make_fx records of composite functions: their order, and what is done in place.
import torch
import torch.nn.functional as F
from torch.fx.experimental.proxy_tensor import make_fx

x, y, w = torch.rand(4, 6), torch.rand(4, 6), torch.rand(6)
image = torch.rand(2, 6, 4)
for name, f, args in (
    ("group_norm", lambda x: F.group_norm(x, 2), (image,)),
    ("batch_norm", lambda x, w: F.batch_norm(x, w, w, training=True), (image, w)),
    ("instance_norm", lambda x, w: F.instance_norm(x, weight=w, bias=w), (image, w)),
    ("bilinear", lambda x, y, w: F.bilinear(x, y, w), (x, y, torch.rand(3, 6, 6))),
    ("kron", torch.kron, (torch.rand(2, 2), torch.rand(3))),
    ("trapezoid", lambda y, x: torch.trapezoid(y, x), (x, y)),
    ("cumulative_trapezoid", lambda x: torch.cumulative_trapezoid(x, dx=0.5), (x,)),
    ("gradient", lambda x: torch.gradient(x, spacing=0.3, dim=1), (x,)),
    ("avg_pool1d", lambda x: F.avg_pool1d(x, 2), (image,)),
    ("adaptive_max_pool1d", lambda x: F.adaptive_max_pool1d(x, 2, return_indices=True), (image,)),
    ("local_response_norm", lambda x: F.local_response_norm(x, 2), (image,)),
    ("tensor_split", lambda x: torch.tensor_split(x, [1, 3], 1), (x,)),
    ("cross_entropy", lambda x, t: F.cross_entropy(x, t), (image, torch.zeros(2, 4, dtype=torch.int64))),
    ("isclose", lambda x, y: torch.isclose(x, y), (x, y)),
    ("hinge_embedding_loss", lambda x, t: F.hinge_embedding_loss(x, t), (x, torch.ones(4, 6))),
    ("cosine_embedding_loss", lambda x, y, t: F.cosine_embedding_loss(x, y, t), (x, y, torch.ones(4))),
    ("embedding_bag", lambda i, v, s: F.embedding_bag(i, v, mode="sum", per_sample_weights=s), (torch.ones(2, 3, dtype=torch.int64), x, torch.ones(2, 3))),
):
    print(name, make_fx(f)(*args).code.strip())
