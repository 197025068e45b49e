"""torch.autocast as scripts know it: the region is an object whose attributes a pass over the graph reads."""
from typing import Any, Optional

import torch


class autocast:
    __module__ = "torch.amp.autocast_mode"

    def __init__(self, device_type: str, dtype: Optional[torch.dtype] = None, enabled: bool = True, cache_enabled: Optional[bool] = None):
        if dtype is None:
            dtype = torch.get_autocast_dtype(device_type)
        self.fast_dtype = dtype
        self._enabled = enabled
        self.device = device_type

    def __enter__(self):
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any):
        return None
