"""Groups of which only this process is there."""
from torch.distributed._stores import FakeStore
from torch.distributed.distributed_c10d import FakeProcessGroup

__all__ = ["FakeProcessGroup", "FakeStore"]
