"""What running needs of the inductor's directories."""

from torch._inductor.runtime.cache_dir_utils import cache_dir, default_cache_dir  # noqa: F401


def next_power_of_2(n):
    """The least power of two that is no less."""
    return 1 << max(n - 1, 0).bit_length()
