"""A module whose gradients are averaged over processes. It needs the process group that torch.distributed cannot make here."""
from ..modules.module import Module


class DistributedDataParallel(Module):
    def __init__(self, module, *args, **kwargs):
        super().__init__()
        process_group = kwargs.get("process_group")
        if process_group is not None and kwargs.get("device_mesh") is not None:
            raise RuntimeError("Cannot specify both process_group and device_mesh arguments.")
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
