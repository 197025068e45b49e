"""Counters and comparisons."""

from collections import Counter, defaultdict

import torch
from torch._C._dynamo import eval_frame as _c

counters = defaultdict(Counter)
_c.attach_counters(counters)


def same(ref, res, fp64_ref=None, cos_similarity=False, tol=1e-4, equal_nan=False, **kwargs):
    """Tells whether two results agree."""
    if isinstance(ref, (list, tuple)):
        return len(ref) == len(res) and all(same(a, b, tol=tol, equal_nan=equal_nan) for a, b in zip(ref, res))
    if isinstance(ref, dict):
        return set(ref) == set(res) and all(same(ref[k], res[k], tol=tol, equal_nan=equal_nan) for k in ref)
    if isinstance(ref, torch.Tensor):
        if ref.dtype == torch.bool:
            return bool(torch.equal(ref, res))
        return bool(torch.allclose(ref, res, atol=tol, rtol=tol, equal_nan=equal_nan))
    return ref == res


def ifdynstaticdefault(count1, count2):
    if torch._dynamo.config.assume_static_by_default:
        return count1
    return count2


def reset_graph_break_dup_checker():
    pass
