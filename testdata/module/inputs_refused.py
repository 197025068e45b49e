# What modules and their functions say of inputs whose shape or type does not fit, and of what is empty.
import torch
import torch.nn as nn
import torch.nn.functional as F


def told(name, f):
    try:
        r = f()
        print(name, "->", (r.dtype, tuple(r.shape)) if isinstance(r, torch.Tensor) else r)
    except Exception as e:
        print(name, "->", type(e).__name__ + ":", str(e).split("\n")[0])


# norms: types of the parameters
half, single, double, whole = torch.bfloat16, torch.float32, torch.float64, torch.int64
for x, w, b in ((half, single, None), (half, single, single), (single, half, half), (single, single, half), (half, half, single),
                (double, single, None), (double, double, single), (single, None, double), (whole, single, None), (whole, None, None)):
    data = torch.ones(2, 3, 4, dtype=x)
    last, channels = ([None if d is None else torch.ones(n, dtype=d) for d in (w, b)] for n in (4, 3))
    told(f"layer_norm {x} {w} {b}", lambda: F.layer_norm(data, (4,), *last))
    told(f"group_norm {x} {w} {b}", lambda: F.group_norm(data, 3, *channels))
    told(f"batch_norm {x} {w} {b}", lambda: F.batch_norm(data, None, None, *channels, training=True))
    told(f"batch_norm eval {x} {w} {b}", lambda: F.batch_norm(data, torch.zeros(3), torch.ones(3), *channels))
for x in (single, double, torch.float16, whole):
    for stats in (single, double):
        told(f"statistics {x} {stats}", lambda: F.batch_norm(torch.ones(2, 3, dtype=x), torch.zeros(3, dtype=stats), torch.ones(3, dtype=stats)))
told("statistics of another size", lambda: F.batch_norm(torch.ones(2, 3, dtype=whole), torch.zeros(2), torch.ones(2)))
for shape in ((2, 0, 4), (0, 2, 4), (2, 2, 0)):
    told(f"nothing to normalise {shape}", lambda: nn.BatchNorm1d(4)(torch.ones(shape)))

# convolutions: types and ranks
for x in (torch.bool, double, torch.float16, half, torch.complex64, torch.uint8):
    for name in ("conv1d", "conv_transpose1d", "conv2d", "conv_transpose3d"):
        k = int(name[-2])
        data, weight = torch.ones((1, 2) + (4,) * k, dtype=x), torch.ones((2, 2) + (3,) * k)
        f = getattr(F, name)
        told(f"{name} {x}", lambda: f(data, weight))
        told(f"{name} {x} bias", lambda: f(data, weight, torch.ones(2)))
        told(f"{name} {x} flat", lambda: f(data.flatten(), weight, torch.ones(2)))
        if not x.is_complex:
            told(f"{name} bias {x}", lambda: f(data.float(), weight, torch.ones(2, dtype=x)))
told("same padding", lambda: F.conv1d(torch.ones(1, 2, 4, dtype=double), torch.ones(2, 2, 3), torch.ones(2), padding="same"))

# pooling
for shape in ((0, 2, 4), (2, 0, 4), (0, 2, 4, 4), (2, 3), (4,)):
    x = torch.ones(shape)
    told(f"adaptive_max_pool2d {shape}", lambda: F.adaptive_max_pool2d(x, 3))
    told(f"adaptive_avg_pool3d {shape}", lambda: F.adaptive_avg_pool3d(x, 2))
    told(f"adaptive_max_pool3d None {shape}", lambda: F.adaptive_max_pool3d(x, (1, None, 2)))
    told(f"fractional_max_pool2d {shape}", lambda: F.fractional_max_pool2d(x, 2, output_ratio=0.5))
    told(f"max_pool1d {shape}", lambda: F.max_pool1d(x.bool(), 2))
told("fractional_max_pool3d", lambda: F.fractional_max_pool3d(torch.ones(1, 2, 5, 3), 2, (1, 2, 2)))
told("fractional_max_pool2d complex", lambda: F.fractional_max_pool2d(torch.ones(1, 4, 4, dtype=torch.complex64), 2, 2))

# resizing
for shape in ((3,), (1, 2, 4), (1, 2, 4, 4)):
    for mode in ("nearest", "linear", "bicubic", "area", "lanczos"):
        for options in (dict(size=2), dict(), dict(size=2, scale_factor=2), dict(size=(2, 2)), dict(scale_factor=(1.0, 2.0)), dict(size=2, align_corners=True),
                        dict(size=2, antialias=True), dict(size=2, recompute_scale_factor=True)):
            told(f"interpolate {shape} {mode} {options}", lambda: F.interpolate(torch.ones(shape), mode=mode, **options))

# the rest
for shape in ((), (3,), (2, 3), (3, 2, 0), (1, 4, 2, 2)):
    x = torch.ones(shape)
    told(f"pixel_shuffle {shape}", lambda: F.pixel_shuffle(x, 0))
    told(f"pixel_unshuffle {shape}", lambda: F.pixel_unshuffle(x, 2))
    told(f"feature_alpha_dropout {shape}", lambda: F.feature_alpha_dropout(x, 0.5, True))
    told(f"unfold {shape}", lambda: F.unfold(x, 2))
    told(f"CrossMapLRN2d {shape}", lambda: nn.CrossMapLRN2d(2)(x))
told("unfold of three", lambda: F.unfold(torch.ones(1, 2, 4, 4), (1, 2, 3)))
for d in (torch.bool, double, torch.int16, torch.complex64):
    x = torch.ones(2, dtype=d)
    told(f"embedding {d}", lambda: F.embedding(x, torch.ones(3, 2)))
    told(f"embedding max_norm {d}", lambda: F.embedding(x, torch.ones(3, 2), max_norm=1.0))
    told(f"embedding_bag {d}", lambda: F.embedding_bag(x, torch.ones(3, 2), torch.zeros(1, dtype=torch.int64)))
    told(f"bilinear {d}", lambda: F.bilinear(torch.ones(2, 2, dtype=d), torch.ones(2, 3, dtype=d), torch.ones(1, 2, 3), torch.ones(1)))
    told(f"prelu {d}", lambda: nn.PReLU(2)(torch.ones(2, 3, dtype=d)))
    told(f"RNN {d}", lambda: nn.RNN(3, 4)(torch.ones(2, 2, 6, dtype=d)))
told("bilinear bias", lambda: F.bilinear(torch.ones(2, 2), torch.ones(2, 3), torch.ones(1, 2, 3), torch.ones(1, dtype=double)))
told("bilinear scalars", lambda: F.bilinear(torch.ones(()), torch.ones(()), torch.ones(1, 2, 3)))
for f in (torch.empty, torch.zeros):
    told(f.__name__, lambda: f((3, "a")))
    told(f.__name__, lambda: nn.Linear(2.5, 3))
told("reshape", lambda: torch.ones(2, 3).reshape((3, 1.5)))
