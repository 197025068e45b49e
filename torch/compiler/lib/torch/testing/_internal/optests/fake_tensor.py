"""An operator's fake implementation beside its kernel."""

from torch.testing._opcheck import test_faketensor

__all__ = ["fake_check"]


def fake_check(op, args, kwargs):
    """Raises where the fake implementation describes other results than the kernel gives."""
    test_faketensor(op, args, kwargs)
