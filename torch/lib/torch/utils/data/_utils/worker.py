"""Workers."""

from torch.utils.data.dataloader import WorkerInfo, get_worker_info
