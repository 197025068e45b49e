"""Functions with an underscore of torch.nn.functional that tests and libraries call: projections of attention, looks at shapes, sizes of unpooling; sums without nan of whole numbers."""
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")


def show(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, str(e)[:150])


def parts(made):
    return [(x.flatten()[:3].tolist(), tuple(x.shape), x.stride()) for x in made]


q = torch.arange(8.0).reshape(2, 1, 4) / 8
k, v, w, b = q + 1, q - 1, torch.arange(48.0).reshape(12, 4), torch.arange(12.0)
show("one for all", lambda: parts(F._in_projection_packed(q, q, q, w, b)))
show("two", lambda: parts(F._in_projection_packed(q, k, k, w, b)))
show("three", lambda: parts(F._in_projection_packed(q, k, v, w)))
good = [w[:4], w[4:8], w[8:], b[:4], b[4:8], b[8:]]
show("weights", lambda: parts(F._in_projection(q, k, v, *good)))
for at, bad in ((0, w[:5]), (1, w[:4, :3]), (2, w[:4, :2]), (3, b[:3]), (4, b[:2]), (5, b[:1])):
    show(f"weight {at}", lambda: F._in_projection(q, k, v, *good[:at], bad, *good[at + 1:]))
z = torch.zeros
for given in (((4,),) * 3, ((2, 1, 4), (2, 4), (2, 4)), ((2, 4),) * 3, ((2, 1, 4),) * 3):
    show(f"shapes {given}", lambda: F._mha_shape_check(*map(z, given), None, None, 1))
show("mask of keys", lambda: F._mha_shape_check(z(2, 4), z(2, 4), z(2, 4), z(1, 2), None, 1))
show("mask of heads", lambda: F._mha_shape_check(z(2, 4), z(2, 4), z(2, 4), None, z(3, 2, 2), 1))
for size in ([1, 3, 1, 1], [2, 3], [1, 3, 2]):
    show(f"batch {size}", lambda: F._verify_batch_size(size))
    show(f"space {size}", lambda: F._verify_spatial_size(size))
for rank in range(5):
    show(f"dim of softmax {rank}", lambda: F._get_softmax_dim("softmax", rank, 3))
for size in (None, [5, 5], [9, 9], [5], [1, 1, 3, 3]):
    show(f"unpooled {size}", lambda: F._unpool_output_size(z(1, 1, 2, 2), [2, 2], [2, 2], [0, 0], size))
for dtype in (torch.uint8, torch.uint16, torch.uint32, torch.uint64, torch.bool, torch.int32):
    x = torch.tensor([[1, 2], [3, 4]], dtype=dtype)
    show(f"nansum {dtype}", lambda: (torch.nansum(x), x.nansum(1, True).tolist(), torch.nansum(x, 0, dtype=torch.float32)))
