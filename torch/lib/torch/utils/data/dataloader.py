"""Batches of a data set."""
import functools
import multiprocessing.context
import os
import warnings

import torch
import torch.utils.data.graph_settings
from ._utils.collate import collate, default_collate, default_convert  # noqa: F401
from ._utils.iterators import _BaseDataLoaderIter, _MultiProcessingDataLoaderIter, _SingleProcessDataLoaderIter
from ._utils.worker import WorkerInfo, get_worker_info
from .datapipes.datapipe import IterDataPipe, MapDataPipe
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler


class _DatasetKind:
    """Whether samples have indices, or come one after another."""

    Map, Iterable = 0, 1


class _InfiniteConstantSampler(Sampler):
    """What stands for the indices of samples that have none."""

    def __iter__(self):
        while True:
            yield None


def _sharding_worker_init_fn(worker_init_fn, world_size, rank_id, worker_id):
    """Each worker of a pipe has a share of its samples."""
    info = get_worker_info()
    torch.utils.data.graph_settings.apply_sharding(info.dataset, world_size * info.num_workers, rank_id * info.num_workers + info.id)
    if worker_init_fn is not None:
        worker_init_fn(worker_id)


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False,
                 drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None, generator=None, *, prefetch_factor=None,
                 persistent_workers=False, pin_memory_device="", in_order=True):
        if num_workers < 0:
            raise ValueError("num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.")
        if timeout < 0:
            raise ValueError("timeout option should be non-negative")
        if num_workers == 0 and prefetch_factor is not None:
            raise ValueError("prefetch_factor option could only be specified in multiprocessing.let num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.")
        if prefetch_factor is not None and prefetch_factor < 0:
            raise ValueError("prefetch_factor option should be non-negative")
        if persistent_workers and num_workers == 0:
            raise ValueError("persistent_workers option needs num_workers > 0")
        self._IterableDataset_len_called = None  # the length that the data set has told
        self.timeout, self.worker_init_fn, self.persistent_workers, self._iterator = timeout, worker_init_fn, persistent_workers, None
        self.prefetch_factor = 2 if prefetch_factor is None and num_workers > 0 else prefetch_factor
        self.pin_memory_device, self.in_order = pin_memory_device, in_order
        self.dataset, self.num_workers = dataset, num_workers
        self.multiprocessing_context = multiprocessing_context
        if num_workers > (most := len(os.sched_getaffinity(0))):
            warnings.warn(f"This DataLoader will create {num_workers} worker processes in total. Our suggested max number of worker in current system is {most}, "
                          "which is smaller than what this DataLoader is going to create. Please be aware that excessive worker creation might get DataLoader "
                          "running slow or even freeze, lower the worker number to avoid potential slowness/freeze if necessary.")
        self.pin_memory = pin_memory
        self.generator = generator
        iterable = isinstance(dataset, IterableDataset)
        self._dataset_kind = _DatasetKind.Iterable if iterable else _DatasetKind.Map
        if isinstance(dataset, (IterDataPipe, MapDataPipe)) and num_workers > 0:
            self.worker_init_fn = functools.partial(_sharding_worker_init_fn, worker_init_fn, 1, 0)
        if isinstance(dataset, IterDataPipe):
            if shuffle is not None:
                self.dataset = torch.utils.data.graph_settings.apply_shuffle_settings(dataset, shuffle=shuffle)
        elif iterable and shuffle:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={shuffle}")
        if iterable and sampler is not None:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified sampler option, but got sampler={sampler}")
        if iterable and batch_sampler is not None:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified batch_sampler option, but got batch_sampler={batch_sampler}")
        if sampler is not None and shuffle:
            raise ValueError("sampler option is mutually exclusive with shuffle")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError("batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last")
            batch_size = None
            drop_last = False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None option disables auto-batching and is mutually exclusive with drop_last")
        if sampler is None:
            if iterable:
                sampler = _InfiniteConstantSampler()
            else:
                sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        if collate_fn is None:
            collate_fn = default_collate if self._auto_collation else default_convert
        self.collate_fn = collate_fn
        self.__initialized = True

    __initialized = False

    def __setattr__(self, attr, val):
        if self.__initialized and attr in ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers"):
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)

    @property
    def multiprocessing_context(self):
        return self.__multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context):
        if context is not None:
            if self.num_workers == 0:
                raise ValueError(f"multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got num_workers={self.num_workers}")
            if isinstance(context, str):
                methods = torch.multiprocessing.get_all_start_methods()
                if context not in methods:
                    raise ValueError(f"multiprocessing_context option should specify a valid start method in {methods!r}, but got multiprocessing_context={context!r}")
                context = torch.multiprocessing.get_context(context)
            if not isinstance(context, multiprocessing.context.BaseContext):
                raise TypeError("multiprocessing_context option should be a valid context object or a string specifying the start method, but got "
                                f"multiprocessing_context={context}")
        self.__multiprocessing_context = context

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def _get_iterator(self):
        return _MultiProcessingDataLoaderIter(self) if self.num_workers else _SingleProcessDataLoaderIter(self)

    def __iter__(self):
        if not self.persistent_workers or not self.num_workers:
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
        return self._iterator

    def __len__(self):
        if self._dataset_kind == _DatasetKind.Iterable:
            n = self._IterableDataset_len_called = len(self.dataset)
            if self.batch_size is not None:
                n = n // self.batch_size if self.drop_last else (n + self.batch_size - 1) // self.batch_size
            return n
        return len(self._index_sampler)
