"""What TensorBoard reads: SummaryWriter and the files that it writes."""

from torch.utils.tensorboard._records import RecordWriter
from torch.utils.tensorboard.writer import FileWriter, SummaryWriter

__all__ = ["SummaryWriter", "FileWriter", "RecordWriter"]
