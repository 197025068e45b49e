# Dynamic shapes written as plain values, and read back.
import torch
from torch._export.serde.dynamic_shapes import _dump_dynamic_shapes as dump
from torch._export.serde.dynamic_shapes import _load_dynamic_shapes as load
from torch.export import Dim


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


dx, dy = Dim("dx", min=4, max=16), Dim("dy", max=32)
shapes = (dx, 2 * dx + 1), [{0: dx, 1: dy}]
args = torch.randn(8, 17), [torch.randn(8, 3)]
spec = dump(shapes, args)
print(spec)
attempt(load, spec)
plain = dump({"x": shapes[0], "y": shapes[1]}, args, to_dict=True)
print(plain)
attempt(load, plain, from_dict=True)
attempt(dump, {"x": (Dim.AUTO, Dim.DYNAMIC, Dim.STATIC)}, (torch.randn(2, 3, 4),), to_dict=True)
attempt(dump, {"x": None, "y": {0: dx}}, (torch.randn(2, 3), torch.randn(5)), to_dict=True)
attempt(dump, {"x": {0: dx}, "k": {0: dx * 3 - 1}}, (torch.randn(2, 3),), {"k": torch.randn(5)}, to_dict=True)
attempt(dump, {"x": {0: dx}, "n": None}, (torch.randn(2, 3), 4), to_dict=True)
attempt(dump, None, (torch.randn(2, 3),), to_dict=True)
attempt(dump, {"x": {0: dx}}, (torch.randn(2, 3), torch.randn(3)))
attempt(dump, {"x": {0: dx}, "y": {0: Dim("dx", min=2)}}, (torch.randn(2, 3), torch.randn(3)))

known = {"min": 4, "max": 16, "derived": ["dx + 1"]}
for dims, asked in [
    ({"dx": known}, ["dx", "dx + 1"]),
    ({"dx": known}, ["dz"]),
    ({}, ["_DimHint.AUTO", "_DimHint.STATIC", None, 3]),
    ({"dx": {"min": 4, "derived": []}}, ["dx"]),
    ({"dx": {"min": 4.5, "max": 16, "derived": []}}, ["dx"]),
    ({"dx": {"min": 20, "max": 16, "derived": []}}, ["dx"]),
]:
    attempt(load, {"dynamic_shapes": [asked], "dims": dims}, from_dict=True)
attempt(load, {"dims": {}}, from_dict=True)
attempt(load, plain)
attempt(load, spec, from_dict=True)
for bounds in ({}, {"min": 1}, {"min": 2}, {"min": 3}, {"max": 5}, {"min": 2, "max": 5}):
    print(Dim("d", **bounds))
