"""Pooling that gives indices as well, under names of its own; graphs have each as one operator."""

from torch._C import _functional

__all__ = ["adaptive_max_pool1d_with_indices", "adaptive_max_pool2d_with_indices", "adaptive_max_pool3d_with_indices",
           "max_pool1d_with_indices", "max_pool2d_with_indices", "max_pool3d_with_indices"]


def _enter():
    for name in __all__:
        pool = getattr(_functional, name.removesuffix("_with_indices"))

        def pooled(input, *args, pool=pool, return_indices=False, **kwargs):
            return pool(input, *args, return_indices=True, **kwargs)

        pooled.__name__ = pooled.__qualname__ = name
        pooled.__module__ = "torch.nn.functional"
        globals()[name] = pooled


_enter()
