import torch
import torch.nn as nn
from torch.ao.pruning._experimental.activation_sparsifier.activation_sparsifier import ActivationSparsifier
from torch.ao.pruning._experimental.data_sparsifier import DataNormSparsifier
from torch.ao.pruning._experimental.pruner import SaliencyPruner


def go(m, names, x, prune_bias):
    p = SaliencyPruner({"sparsity_level": 0.5})
    p.prepare(m, [{"tensor_fqn": name, "prune_bias": prune_bias} for name in names])
    p.step()
    a = m(x)
    q = p.prune()
    print(q, [(k, tuple(v.shape)) for k, v in q.state_dict().items()])
    print(torch.allclose(a, q(x), atol=1e-5), round(q(x).sum().item(), 2))


torch.manual_seed(0)
for pb in (True, False):
    go(nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 5), nn.Linear(5, 3)), ["0.weight", "2.weight"], torch.ones(2, 4), pb)
    go(nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 6, 3, padding=1), nn.Conv2d(6, 2, 3)), ["0.weight", "2.weight"], torch.rand(1, 1, 8, 8), pb)
    go(nn.Sequential(nn.Conv2d(1, 4, 3), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(16, 3)), ["0.weight"], torch.rand(1, 1, 8, 8), pb)
s = DataNormSparsifier([("a", torch.randn(5, 7))], sparsity_level=0.3, zeros_per_block=2)
s.step()
print(s, s.get_mask("a"))
m = nn.Sequential(nn.Conv2d(1, 2, 1), nn.Conv2d(2, 3, 1))
a = ActivationSparsifier(m, aggregate_fn=torch.add, reduce_fn=lambda x: x.mean(0, keepdim=True), mask_fn=lambda d, t=0.5: (d > t).float(), t=0.1)
a.register_layer(m[1], features=[0], feature_dim=1, t=0.2)
x = torch.rand(2, 1, 3, 3)
m(x)
a.step()
print(a.get_mask(layer=m[1]))
a.squash_mask()
print(round(m(x).sum().item(), 2))
