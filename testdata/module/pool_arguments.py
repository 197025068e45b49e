# What pooling and convolution ask of windows, and pooling by the norm of infinity.
import torch
import torch.nn.functional as F

x, y, z = torch.arange(16.0).reshape(1, 1, 4, 4) - 8.5, torch.ones(1, 1, 4, 4, 4), torch.ones(1, 1, 4)


def show(f, *args, **kwargs):
    try:
        r = f(*args, **kwargs)
        print(tuple(r.shape), r.flatten()[:6].tolist())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


for f, i, n in ((F.max_pool2d, x, 2), (F.avg_pool2d, x, 2), (F.max_pool3d, y, 3), (F.avg_pool3d, y, 3), (F.max_pool1d, z, 1), (F.avg_pool1d, z, 1)):
    for numbers in ([], [2] * (n + 1)):
        show(f, i, numbers)
        show(f, i, 2, stride=numbers)
        show(f, i, 2, padding=numbers)
    for window in ({"padding": -1}, {"padding": 2}, {"stride": 0}, {"kernel_size": 0}, {"kernel_size": -1}):
        show(f, i, **{"kernel_size": 2, **window})
    show(f, i[:0], 2)
    show(f, i[:, :, :0], 2)
    show(f, i[0, 0], 2)
    if "max" in f.__name__:
        show(f, i, 2, dilation=0)
for f, i, n in ((F.adaptive_max_pool1d, z, 1), (F.adaptive_max_pool2d, x, 2), (F.adaptive_avg_pool2d, x, 2), (F.adaptive_avg_pool3d, y, 3)):
    show(f, i, [2] * (n + 1))
    show(f, i[:, :0], 2)
    show(f, i[:, :, :0], 2)
for f, i, w in ((F.conv1d, z, torch.ones(1, 1, 2)), (F.conv2d, x, torch.ones(1, 1, 2, 2)), (F.conv_transpose2d, x, torch.ones(1, 1, 2, 2))):
    for name in ("stride", "padding", "dilation"):
        for numbers in (0, -1, [1] * (i.dim() - 1), []):
            show(f, i, w, **{name: numbers})
    show(f, i, w.double())
    show(f, i, w, torch.ones(1, 1))
for norm in (float("inf"), -float("inf"), 0.0):
    show(F.lp_pool1d, x[0], norm, 2)
    show(F.lp_pool2d, x, norm, (2, 3), stride=1, ceil_mode=True)
    show(F.lp_pool3d, x.reshape(1, 1, 2, 2, 4), float(norm), 2)
show(F.max_unpool2d, torch.ones(1, 1, 2, 2), torch.full((1, 1, 2, 2), 99), 2)
show(F.max_unpool2d, torch.ones(1, 1, 2, 2), torch.zeros(1, 1, 2, 2).long(), 2, output_size=(9, 9))
show(F.max_unpool2d, torch.ones(2, 2), torch.zeros(2, 2).long(), 2)
