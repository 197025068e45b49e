"""One module on many devices. There are none here: DataParallel calls its module."""
from .data_parallel import DataParallel, data_parallel
from .distributed import DistributedDataParallel
from .scatter_gather import scatter, gather, replicate, parallel_apply
from . import distributed, scatter_gather
