# The operators that functions of torch.nn.functional and losses are made of, in their order, as a mode sees them.
import torch
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        names.append(str(func).removeprefix("aten.").removesuffix(".default"))
        return func(*args, **(kwargs or {}))


x, image = torch.ones(2, 3), torch.ones(1, 2, 3, 3)
for name, function in {
    "softsign": lambda: F.softsign(x), "tanhshrink": lambda: F.tanhshrink(x), "softmin": lambda: F.softmin(x, 0), "gumbel_softmax": lambda: F.gumbel_softmax(x),
    "local_response_norm": lambda: F.local_response_norm(image, 2), "local_response_norm 3d": lambda: F.local_response_norm(image[0], 2), "lp_pool2d": lambda: F.lp_pool2d(image, 2, 2),
    "kl_div": lambda: F.kl_div(x, x), "kl_div of logarithms": lambda: F.kl_div(x, x, log_target=True), "margin_ranking_loss": lambda: F.margin_ranking_loss(x, x, x),
    "poisson_nll_loss": lambda: F.poisson_nll_loss(x, x), "mse_loss": lambda: F.mse_loss(x, x), "huber_loss": lambda: F.huber_loss(x, x), "soft_margin_loss": lambda: F.soft_margin_loss(x, x),
    "binary_cross_entropy": lambda: F.binary_cross_entropy(x, x), "cross_entropy": lambda: F.cross_entropy(x, torch.zeros(2, dtype=torch.long)),
    "layer_norm": lambda: F.layer_norm(x, (3,)), "group_norm": lambda: F.group_norm(torch.ones(2, 4), 2), "linear": lambda: F.linear(x, x), "gelu": lambda: F.gelu(x),
    "max_pool2d": lambda: F.max_pool2d(image, 2), "avg_pool1d": lambda: F.avg_pool1d(x, 2), "interpolate": lambda: F.interpolate(image, scale_factor=2), "pad": lambda: F.pad(x, (1, 1), mode="circular"),
    "normalize": lambda: F.normalize(x), "pixel_shuffle": lambda: F.pixel_shuffle(torch.ones(1, 4, 2, 2), 2), "unfold": lambda: F.unfold(image, 2),
}.items():
    names = []
    with Seen():
        function()
    print(name, *names)
