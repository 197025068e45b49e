"""Passes over the data of a loader: in its own process, and with workers."""
import copy
import itertools
import queue
import warnings

import torch
from torch._utils import ExceptionWrapper
from torch.autograd.profiler import record_function
from torch.utils.data.datapipes.datapipe import IterDataPipe, MapDataPipe

from . import fetch, worker as workers

_CHECK_INTERVAL = 0.2  # seconds after which it is looked whether a worker has died


class _BaseDataLoaderIter:
    """One pass over the data."""

    def __init__(self, loader):
        self._dataset, self._dataset_kind, self._auto_collation = loader.dataset, loader._dataset_kind, loader._auto_collation
        self._shared_seed = self._pg = None
        self._world_size, self._rank = 1, 0
        if isinstance(self._dataset, IterDataPipe):
            self._shared_seed = _drawn(loader.generator)
            generator = torch.Generator()
            generator.manual_seed(self._shared_seed)
            self._dataset = torch.utils.data.graph_settings.apply_random_seed(self._dataset, generator)
        self._drop_last, self._index_sampler, self._num_workers = loader.drop_last, loader._index_sampler, loader.num_workers
        self._timeout, self._collate_fn = loader.timeout, loader.collate_fn
        self._pin_memory, self._pin_memory_device, self._persistent_workers = False, loader.pin_memory_device, loader.persistent_workers
        if loader.pin_memory:
            warnings.warn("'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.", stacklevel=2)
        self._sampler_iter = iter(self._index_sampler)
        self._base_seed = _drawn(loader.generator)
        self._num_yielded, self._IterableDataset_len_called = 0, loader._IterableDataset_len_called
        self._profile_name = f"enumerate(DataLoader)#{type(self).__name__}.__next__"

    def __iter__(self):
        return self

    def _reset(self, loader, first_iter=False):
        self._sampler_iter = iter(self._index_sampler)
        self._num_yielded, self._IterableDataset_len_called = 0, loader._IterableDataset_len_called
        if isinstance(self._dataset, IterDataPipe):
            self._shared_seed = _drawn(loader.generator)

    def _next_index(self):
        return next(self._sampler_iter)

    def _next_data(self):
        raise NotImplementedError

    def __next__(self):
        with record_function(self._profile_name):
            data = self._next_data()
            self._num_yielded += 1
            told = self._IterableDataset_len_called
            if self._dataset_kind == 1 and told is not None and self._num_yielded > told:
                text = (f"Length of IterableDataset {self._dataset} was reported to be {told}(when accessing len(dataloader)), but {self._num_yielded} samples have been "
                        "fetched. ")
                if self._num_workers > 0:
                    text += ("For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset replica at each worker. Please see "
                             "https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for examples.")
                warnings.warn(text, stacklevel=2)
            return data

    def __len__(self):
        return len(self._index_sampler)

    def __getstate__(self):
        raise NotImplementedError("{} cannot be pickled", type(self).__name__)


def _drawn(generator):
    return torch.empty((), dtype=torch.int64).random_(generator=generator).item()


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """One pass without workers."""

    def __init__(self, loader):
        super().__init__(loader)
        if self._timeout != 0 or self._num_workers != 0:
            raise AssertionError("_SingleProcessDataLoaderIter requires timeout == 0")
        if isinstance(self._dataset, (IterDataPipe, MapDataPipe)):
            torch.utils.data.graph_settings.apply_sharding(self._dataset, self._world_size, self._rank)
        self._dataset_fetcher = fetch.fetcher("iterable" if self._dataset_kind == 1 else "map", self._dataset, self._auto_collation, self._collate_fn, self._drop_last)

    def _next_data(self):
        return self._dataset_fetcher.fetch(self._next_index())


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """One pass with workers. Tasks have numbers and go to the workers in turn, ``prefetch_factor`` to each before the first batch is asked for, and one more for each
    batch that has come. ``_task_info`` tells of each task that is under way which worker has it, and the data where they have come before their turn."""

    def __init__(self, loader):
        super().__init__(loader)
        if loader.prefetch_factor <= 0:
            raise AssertionError("prefetch_factor must be greater than 0 for MultiProcessingDataLoaderIter")
        self._prefetch_factor = loader.prefetch_factor
        self._in_order, self._worker_init_fn, self._shutdown = loader.in_order, loader.worker_init_fn, False
        self._index_queues, self._workers = [], []
        self._start(loader.multiprocessing_context or torch.multiprocessing)
        self._data_queue, self._worker_pids_set = self._worker_result_queue, True
        self._reset(loader, first_iter=True)

    def _start(self, context):
        forked = context.get_start_method() == "fork"
        self._worker_result_queue = workers.ForkedQueue() if forked else context.Queue()
        self._workers_done_event = context.Event()
        for k in range(self._num_workers):
            job = workers.Job("iterable" if self._dataset_kind == 1 else "map", self._dataset, self._auto_collation, self._collate_fn, self._drop_last, self._base_seed,
                              self._worker_init_fn, k, self._num_workers, self._shared_seed)
            if forked:
                worker = workers.Forked(job)
                job.dataset = _copied(self._dataset)
                messages = self._worker_result_queue.to(worker)
            else:
                messages = context.Queue()
                worker = context.Process(target=workers._worker_loop, args=(job, messages, self._worker_result_queue, self._workers_done_event))
                worker.daemon = True
                worker.start()
            self._index_queues.append(messages)
            self._workers.append(worker)

    def _reset(self, loader, first_iter=False):
        super()._reset(loader, first_iter)
        self._send_idx = self._rcvd_idx = self._tasks_outstanding = 0
        self._task_info = {}
        self._workers_status, self._workers_num_tasks = [True] * self._num_workers, [0] * self._num_workers
        self._worker_queue_idx_cycle = itertools.cycle(range(self._num_workers))
        if not first_iter:
            for messages in self._index_queues:
                messages.put(workers._ResumeIteration(self._shared_seed))
            waiting = self._num_workers
            while waiting:  # behind answers of the pass before, if that has not come to its end
                if isinstance(self._get_data()[0], workers._ResumeIteration):
                    waiting -= 1
        for _ in range(self._prefetch_factor * self._num_workers):
            self._try_put_index()

    def _try_put_index(self):
        """Gives the next task to the next worker that has not come to its end."""
        try:
            index = self._next_index()
        except StopIteration:
            return
        for _ in range(self._num_workers):
            k = next(self._worker_queue_idx_cycle)
            if self._workers_status[k] and (self._in_order or self._workers_num_tasks[k] < self._prefetch_factor):
                break
        else:
            return
        self._index_queues[k].put((self._send_idx, index))
        self._task_info[self._send_idx] = (k,)
        self._workers_num_tasks[k] += 1
        self._tasks_outstanding += 1
        self._send_idx += 1

    def _next_data(self):
        while True:
            self._pass_over()
            if self._rcvd_idx >= self._send_idx:
                if not self._persistent_workers:
                    self._shutdown_workers()
                raise StopIteration
            if len(self._task_info[self._rcvd_idx]) == 2:
                k, data = self._task_info.pop(self._rcvd_idx)
                self._rcvd_idx += 1
                return self._process_data(data, k)
            number, data = self._get_data()
            self._tasks_outstanding -= 1
            if isinstance(data, workers._IterableDatasetStopIteration):
                self._end(data.worker_id)
            elif number == self._rcvd_idx or not self._in_order:
                (k,) = self._task_info.pop(number)
                self._rcvd_idx += number == self._rcvd_idx
                return self._process_data(data, k)
            else:
                self._task_info[number] += (data,)

    def _pass_over(self):
        """Passes over tasks that will not be done: those of workers that have come to their end, and those that were given out of order."""
        while self._rcvd_idx < self._send_idx:
            info = self._task_info.get(self._rcvd_idx)
            if info is not None and (len(info) == 2 or self._workers_status[info[0]]):
                return
            self._task_info.pop(self._rcvd_idx, None)
            self._rcvd_idx += 1

    def _end(self, k):
        """A worker of an iterable data set has come to its end."""
        self._workers_status[k] = False
        if not self._persistent_workers:
            self._index_queues[k].put(None)
        self._try_put_index()

    def _process_data(self, data, k):
        self._workers_num_tasks[k] -= 1
        self._try_put_index()
        if isinstance(data, ExceptionWrapper):
            data.reraise()
        return data

    def _get_data(self):
        """The next answer of any worker; an error where none comes in time, or where one has died."""
        waited = 0
        while True:
            interval = min(_CHECK_INTERVAL, self._timeout - waited) if self._timeout else _CHECK_INTERVAL
            try:
                return self._worker_result_queue.get(timeout=interval)
            except queue.Empty:
                waited += interval
            died = [w for k, w in enumerate(self._workers) if self._workers_status[k] and not w.is_alive()]
            if died:
                for k, w in enumerate(self._workers):
                    self._workers_status[k] &= w.is_alive()
                raise RuntimeError(f"DataLoader worker (pid(s) {', '.join(str(w.pid) for w in died)}) exited unexpectedly")
            if self._timeout and waited >= self._timeout:
                raise RuntimeError(f"DataLoader timed out after {self._timeout} seconds")

    def _shutdown_workers(self):
        if self._shutdown:
            return
        self._shutdown = True
        self._workers_done_event.set()
        for messages in self._index_queues:
            messages.put(None)
        for w in self._workers:
            w.join(timeout=5.0)
            if w.is_alive():
                w.terminate()

    def __del__(self):
        if getattr(self, "_workers", None):
            self._shutdown_workers()


def _copied(dataset):
    """The data set as a forked worker has it. What cannot be copied is shared: no worker that does not change it can tell."""
    try:
        return copy.deepcopy(dataset)
    except Exception:
        return dataset
