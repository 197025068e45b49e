"""Automatic mixed precision."""
from .autocast_mode import autocast, custom_bwd, custom_fwd, is_autocast_available
from .grad_scaler import GradScaler

__all__ = ["autocast", "is_autocast_available", "custom_fwd", "custom_bwd", "GradScaler"]
