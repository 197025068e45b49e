# Shuffles give memory of their own, also where the order of the elements stays as it is.
import torch
import torch.nn.functional as F

x = torch.arange(4.0).reshape(1, 4, 1, 1)
for f in (lambda t: F.pixel_shuffle(t, 2), lambda t: F.pixel_shuffle(t, 1), lambda t: F.pixel_unshuffle(t, 1), lambda t: F.channel_shuffle(t, 1), lambda t: F.channel_shuffle(t, 2)):
    y = f(x)
    y.add_(10)
    print(x.flatten().tolist(), y.flatten().tolist(), y.shape, y.stride())
