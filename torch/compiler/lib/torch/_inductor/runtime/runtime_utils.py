"""What running needs of the inductor's directories."""

from torch._inductor.runtime.cache_dir_utils import cache_dir, default_cache_dir  # noqa: F401
