"""Data sets and loaders."""
from .dataset import Dataset, IterableDataset, TensorDataset, ConcatDataset, ChainDataset, Subset, StackDataset, random_split
from .sampler import Sampler, SequentialSampler, RandomSampler, BatchSampler, SubsetRandomSampler, WeightedRandomSampler
from .distributed import DistributedSampler
from .dataloader import DataLoader, default_collate, default_convert, get_worker_info
from . import _utils
from .datapipes.datapipe import DataChunk, DFIterDataPipe, IterDataPipe, MapDataPipe, functional_datapipe, guaranteed_datapipes_determinism, non_deterministic
from . import datapipes
