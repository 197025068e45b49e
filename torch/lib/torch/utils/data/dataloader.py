"""Batches of a data set."""
import copy
import itertools
import os
import random
import traceback
import warnings

import torch
from .dataset import IterableDataset
from .sampler import BatchSampler, RandomSampler, SequentialSampler


_workers = []  # the one whose samples are made


class WorkerInfo:
    """Which worker makes the samples: id, num_workers, seed, dataset."""

    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        return f"WorkerInfo({', '.join(f'{k}={v}' for k, v in vars(self).items())})"


def get_worker_info():
    return _workers[-1] if _workers else None


from ._utils.collate import collate, default_collate, default_convert  # noqa: E402,F401  (the package around it takes the names above)

class _BaseDataLoaderIter:
    """One pass over the data."""

    def __init__(self, loader):
        self.loader = loader
        self.seed = torch.empty((), dtype=torch.int64).random_(generator=loader.generator).item()
        self._num_yielded = 0

    def __iter__(self):
        return self

    def __len__(self):
        return len(self.loader)

    def __next__(self):
        batch = self._next_data()
        self._num_yielded += 1
        told = self.loader._IterableDataset_len_called
        if self.loader._iterable and told is not None and self._num_yielded > told:
            text = (f"Length of IterableDataset {self.loader.dataset} was reported to be {told}(when accessing len(dataloader)), but {self._num_yielded} samples have been "
                    "fetched. ")
            if self.loader.num_workers > 0:
                text += ("For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset replica at each worker. Please see "
                         "https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for examples.")
            warnings.warn(text, stacklevel=2)
        return batch


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """One pass without workers."""

    def __init__(self, loader):
        super().__init__(loader)
        if loader._iterable:
            self.source = iter(loader.dataset)
        else:
            self.samples = iter(loader._index_sampler)

    def _next_data(self):
        loader = self.loader
        return _taken(loader, self.source) if loader._iterable else _fetched(loader, loader.dataset, next(self.samples))


def _taken(loader, source):
    """The next batch of an iterable data set."""
    if loader.batch_size is None:
        return loader.collate_fn(next(source))
    batch = list(itertools.islice(source, loader.batch_size))
    if not batch or loader.drop_last and len(batch) < loader.batch_size:
        raise StopIteration
    return loader.collate_fn(batch)


def _fetched(loader, dataset, index):
    """The samples at an index, or at the indices of a batch."""
    if loader.batch_sampler is None:
        return loader.collate_fn(dataset[index])
    if getattr(dataset, "__getitems__", None):
        return loader.collate_fn(dataset.__getitems__(index))
    return loader.collate_fn([dataset[i] for i in index])


class _Worker:
    """What would be a process: a copy of the data set, and generators of its own."""

    def __init__(self, loader, number, seed):
        try:
            dataset = copy.deepcopy(loader.dataset)
        except Exception:  # what cannot be copied is shared, as by a forked process that does not change it
            dataset = loader.dataset
        self.loader, self.number = loader, number
        self.info = WorkerInfo(id=number, num_workers=loader.num_workers, seed=seed + number, dataset=dataset)
        self.states = None
        self.restart()

    def restart(self):
        self.done = False
        self.source = self.run(lambda: iter(self.info.dataset)) if self.loader._iterable else None

    def run(self, work):
        """Calls work as code of the worker."""
        outside = random.getstate(), torch.get_rng_state()
        _workers.append(self.info)
        try:
            if self.states is None:
                random.seed(self.info.seed)
                torch.manual_seed(self.info.seed)
                if self.loader.worker_init_fn is not None:
                    self.loader.worker_init_fn(self.number)
            else:
                random.setstate(self.states[0])
                torch.set_rng_state(self.states[1])
            return work()
        except StopIteration:
            raise
        except Exception as e:
            raise _carried(e, f"in DataLoader worker process {self.number}") from None
        finally:
            _workers.pop()
            self.states = random.getstate(), torch.get_rng_state()
            random.setstate(outside[0])
            torch.set_rng_state(outside[1])


class _Message(str):
    """The message of a KeyError, which is to be read as it is."""

    def __repr__(self):
        return str(self)


def _carried(error, where):
    """An error of a worker as the one that the script gets."""
    kind = type(error)
    text = f"Caught {kind.__name__} {where}.\nOriginal {traceback.format_exc()}"
    try:
        return kind(_Message(text) if kind is KeyError else text)
    except Exception:
        return RuntimeError(text)


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """One pass with workers, which take turns: batch i is made by worker i modulo their number when it is asked for."""

    def __init__(self, loader):
        super().__init__(loader)
        if loader.persistent_workers and loader._kept:
            self.workers = loader._kept
            for w in self.workers:
                w.restart()
        else:
            self.workers = [_Worker(loader, k, self.seed) for k in range(loader.num_workers)]
            loader._kept = self.workers if loader.persistent_workers else None
        self.samples = None if loader._iterable else iter(loader._index_sampler)
        self.turn = 0

    def _next_data(self):
        if self.samples is not None:
            index = next(self.samples)
            worker = self.workers[self.turn % len(self.workers)]
            self.turn += 1
            return worker.run(lambda: _fetched(self.loader, worker.info.dataset, index))
        while any(not w.done for w in self.workers):
            worker = self.workers[self.turn % len(self.workers)]
            self.turn += 1
            if worker.done:
                continue
            try:
                return worker.run(lambda: _taken(self.loader, worker.source))
            except StopIteration:
                worker.done = True
        raise StopIteration


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
        if multiprocessing_context is not None and num_workers == 0:
            raise ValueError(f"multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got num_workers={num_workers}")
        if isinstance(multiprocessing_context, str):
            if multiprocessing_context not in ("forkserver", "fork", "spawn"):
                raise ValueError("multiprocessing_context option should specify a valid start method in ['forkserver', 'fork', 'spawn'], but got "
                                 f"multiprocessing_context={multiprocessing_context!r}")
        elif multiprocessing_context is not None and not hasattr(multiprocessing_context, "Process"):
            raise TypeError("multiprocessing_context option should be a valid context object or a string specifying the start method, but got "
                            f"multiprocessing_context={multiprocessing_context}")
        self._IterableDataset_len_called = None  # the length that the data set has told
        self.timeout, self.worker_init_fn, self.persistent_workers, self._kept = timeout, worker_init_fn, persistent_workers, None
        self.prefetch_factor = 2 if prefetch_factor is None and num_workers > 0 else prefetch_factor
        self.multiprocessing_context, self.pin_memory_device, self.in_order = multiprocessing_context, pin_memory_device, in_order
        self.dataset = dataset
        self.num_workers = num_workers
        if num_workers > (most := len(os.sched_getaffinity(0))):
            warnings.warn(f"This DataLoader will create {num_workers} worker processes in total. Our suggested max number of worker in current system is {most}, "
                          "which is smaller than what this DataLoader is going to create. Please be aware that excessive worker creation might get DataLoader "
                          "running slow or even freeze, lower the worker number to avoid potential slowness/freeze if necessary.")
        self.pin_memory = pin_memory
        self.generator = generator
        self._iterable = isinstance(dataset, IterableDataset)
        if self._iterable and shuffle:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified shuffle option, but got shuffle={shuffle}")
        if self._iterable and sampler is not None:
            raise ValueError(f"DataLoader with IterableDataset: expected unspecified sampler option, but got sampler={sampler}")
        if self._iterable and batch_sampler is not None:
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
        if sampler is None and not self._iterable:
            sampler = RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)
        if batch_size is not None and batch_sampler is None and not self._iterable:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.sampler = sampler
        self.batch_sampler = batch_sampler
        if collate_fn is None:
            batched = batch_sampler is not None or self._iterable and batch_size is not None
            collate_fn = default_collate if batched else default_convert
        self.collate_fn = collate_fn
        self._initialized = True

    _initialized = False

    def __setattr__(self, attr, val):
        if self._initialized and attr in ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset", "persistent_workers"):
            raise ValueError(f"{attr} attribute should not be set after {type(self).__name__} is initialized")
        super().__setattr__(attr, val)

    @property
    def _index_sampler(self):
        return self.batch_sampler if self.batch_sampler is not None else self.sampler

    def __iter__(self):
        return _MultiProcessingDataLoaderIter(self) if self.num_workers else _SingleProcessDataLoaderIter(self)

    def __len__(self):
        if self._iterable:
            n = self._IterableDataset_len_called = len(self.dataset)
            if self.batch_size is not None:
                n = n // self.batch_size if self.drop_last else (n + self.batch_size - 1) // self.batch_size
            return n
        return len(self.batch_sampler) if self.batch_sampler is not None else len(self.sampler)
