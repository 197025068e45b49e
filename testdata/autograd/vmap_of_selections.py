# vmap of selections by one mask, of blocks, and of the gradient of adaptive pooling.
import torch
from torch.func import vmap, vjp

x, mask = torch.arange(6.0).reshape(2, 3), torch.tensor([True, False, True])
print(vmap(lambda t: torch.masked_select(t, mask))(x), vmap(lambda t: t.masked_scatter(mask, t * 2))(x))
print(vmap(lambda t: torch.block_diag(t, t, torch.ones(1)))(x)[0])
try:
    vmap(torch.masked_select)(x, x > 1)
except RuntimeError as e:
    print(str(e)[:80])
image = torch.arange(16.0).reshape(1, 4, 4)
out, back = vjp(lambda t: torch.nn.functional.adaptive_avg_pool2d(t, 3), image)
print(vmap(back)(torch.stack([torch.ones_like(out), 2 * torch.ones_like(out)]))[0][:, 0])
print(torch.block_diag(torch.ones(2, 3), torch.tensor(2), torch.zeros(0)), torch.block_diag())
