"""Workers."""

from dataclasses import dataclass

from torch.utils.data.dataloader import WorkerInfo, get_worker_info


@dataclass(frozen=True)
class _IterableDatasetStopIteration:
    """A worker has come to the end of its data."""

    worker_id: int
