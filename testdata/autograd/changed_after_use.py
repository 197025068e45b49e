# A tensor whose sizes alone count for a derivative may still not change before it.
import torch
import torch.nn.functional as F

functions = {
    "max_pool1d": lambda y: F.max_pool1d(y, 2), "max_pool2d": lambda y: F.max_pool2d(y.unsqueeze(0), (1, 2)), "adaptive_max_pool1d": lambda y: F.adaptive_max_pool1d(y, 2),
    "gather": lambda y: y.gather(-1, torch.tensor([[[0]]])), "sgn": torch.sgn, "avg_pool1d": lambda y: F.avg_pool1d(y, 2), "sort": lambda y: y.sort()[0],
    "index_select": lambda y: y.index_select(-1, torch.tensor([0])), "reflect": lambda y: F.pad(y, (1, 1), "reflect"), "cumsum": lambda y: y.cumsum(-1),
}
for name, f in functions.items():
    x = torch.rand(1, 1, 4, requires_grad=True)
    y = x * 1
    z = f(y)
    y.add_(1)
    try:
        z.sum().backward()
        print(name, x.grad.shape)
    except RuntimeError as e:
        print(name, str(e)[:88])
