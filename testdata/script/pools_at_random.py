# Pools whose windows begin at random, and upsampling under its old name, in scripts.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")


def flat(x):
    return F.fractional_max_pool2d(x, 3, output_size=(2, 3))


def deep(x):
    return F.fractional_max_pool3d(x, 2, output_ratio=0.5, return_indices=True)


def larger(x):
    return F.upsample(x, scale_factor=2.0), F.upsample(x, size=[3, 3]), torch.tensordot(x, x, 4)


x = torch.arange(64.0)
for f, shape in ((flat, (1, 1, 8, 8)), (deep, (1, 1, 4, 4, 4)), (larger, (1, 1, 8, 8))):
    scripted = torch.jit.script(f)
    torch.manual_seed(0)
    plain = f(x.reshape(shape))
    torch.manual_seed(0)
    out = scripted(x.reshape(shape))
    pairs = [(plain, out)] if isinstance(plain, torch.Tensor) else list(zip(plain, out))
    print([(torch.equal(a, b), tuple(a.shape)) for a, b in pairs])
