"""What a worker of a data loader does: it answers the numbers of tasks with batches."""
import queue
import random
from dataclasses import dataclass

import torch
from torch._utils import ExceptionWrapper

from . import fetch


class WorkerInfo:
    """Which worker makes the samples: id, num_workers, seed, dataset."""

    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
        self.__dict__["_WorkerInfo__initialized"] = True

    def __setattr__(self, key, val):
        raise RuntimeError(f"Cannot assign attributes to {type(self).__name__} objects")

    def __repr__(self):
        return f"WorkerInfo({', '.join(f'{k}={v}' for k, v in vars(self).items() if not k.startswith('_'))})"


_worker_info = None


def get_worker_info():
    """The WorkerInfo of the worker whose code runs, None in the process of the loader."""
    return _worker_info


def set_worker_info(info):
    global _worker_info
    _worker_info = info


@dataclass(frozen=True)
class _IterableDatasetStopIteration:
    """A worker has come to the end of its data."""

    worker_id: int


@dataclass(frozen=True)
class _ResumeIteration:
    """A worker that was kept is to begin a new pass."""

    seed: int | None = None


@dataclass
class Job:
    """What a worker is told when it starts."""

    kind: str
    dataset: object
    auto_collation: bool
    collate_fn: object
    drop_last: bool
    base_seed: int
    init_fn: object
    worker_id: int
    num_workers: int
    shared_seed: int | None


class Worker:
    """A worker that has begun. What goes wrong while it begins is its first answer."""

    def __init__(self, job):
        self.job, self.ended, self.failure = job, False, None
        seed = job.base_seed + job.worker_id
        random.seed(seed)
        torch.manual_seed(seed)
        _seed_numpy(job.base_seed, job.worker_id)
        self.share(job.shared_seed)
        self.info = WorkerInfo(id=job.worker_id, num_workers=job.num_workers, seed=seed, dataset=job.dataset)
        set_worker_info(self.info)
        try:
            if job.init_fn is not None:
                job.init_fn(job.worker_id)
            self.open()
        except Exception:
            self.failure = self.wrapped()

    def open(self):
        self.fetcher = fetch.fetcher(self.job.kind, self.job.dataset, self.job.auto_collation, self.job.collate_fn, self.job.drop_last)

    def share(self, seed):
        """Pipes draw from a generator that is the same in all workers."""
        if seed is not None:
            generator = torch.Generator()
            generator.manual_seed(seed)
            self.job.dataset = torch.utils.data.graph_settings.apply_random_seed(self.job.dataset, generator)

    def wrapped(self):
        return ExceptionWrapper(where=f"in DataLoader worker process {self.job.worker_id}")

    def answer(self, message):
        """The answer to a message, None where it has none."""
        if isinstance(message, _ResumeIteration):
            self.ended = False
            self.share(message.seed)
            self.open()
            return message, None
        if self.ended:
            return None
        number, index = message
        if self.failure is not None:
            data, self.failure = self.failure, None
            return number, data
        try:
            return number, self.fetcher.fetch(index)
        except Exception as e:
            if isinstance(e, StopIteration) and self.job.kind == "iterable":
                self.ended = True
                return number, _IterableDatasetStopIteration(self.job.worker_id)
            return number, self.wrapped()


def _seed_numpy(base_seed, worker_id):
    """Each worker has a stream of its own in NumPy's global generator, too (O'Neill, "Developing a seed_seq Alternative")."""
    import numpy

    entropy = [worker_id, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
    numpy.random.seed(numpy.random.SeedSequence(entropy).generate_state(4))


def _worker_loop(job, index_queue, data_queue, done_event):
    """Run in the process of a worker until it is told to end."""
    torch.set_num_threads(1)
    worker = Worker(job)
    try:
        while True:
            message = index_queue.get()
            if message is None or done_event.is_set():
                return
            answer = worker.answer(message)
            if answer is not None:
                data_queue.put(answer)
    except KeyboardInterrupt:
        pass


class Forked:
    """A worker as a forked process would be: it has a copy of the data set and random states of its own, and takes its turn in this process, so that nothing has
    to be pickled. Its place in the loader is that of a process."""

    daemon, exitcode = True, None

    def __init__(self, job):
        self.job, self.states, self.worker, self.alive, self.name = job, None, None, True, f"ForkProcess-{job.worker_id + 1}"

    def answer(self, message):
        outside, info = _random_states(), get_worker_info()
        try:
            if self.worker is None:
                self.worker = Worker(self.job)
            else:
                _restore(self.states)
                set_worker_info(self.worker.info)
            return self.worker.answer(message)
        finally:
            self.states = _random_states()
            _restore(outside)
            set_worker_info(info)

    @property
    def pid(self):
        import os

        return os.getpid()

    def is_alive(self):
        return self.alive

    def kill(self):
        self.alive = False

    terminate = kill

    def join(self, timeout=None):
        self.alive = False


class ForkedQueue:
    """The messages for a forked worker, or the answers of all of them, which are made when they are asked for."""

    def __init__(self):
        self.waiting = []

    def to(self, worker):
        """The queue of one worker, whose messages are dealt with in the order of all."""
        return _Turn(self, worker)

    def get(self, timeout=None):
        while self.waiting:
            worker, message = self.waiting.pop(0)
            answer = worker.answer(message) if worker.is_alive() else None
            if answer is not None:
                return answer
        raise queue.Empty


class _Turn:
    def __init__(self, turns, worker):
        self.turns, self.worker = turns, worker

    def put(self, message):
        if message is not None:
            self.turns.waiting.append((self.worker, message))

    def close(self):
        pass


def _random_states():
    import numpy

    return random.getstate(), torch.get_rng_state(), numpy.random.get_state()


def _restore(states):
    import numpy

    random.setstate(states[0])
    torch.set_rng_state(states[1])
    numpy.random.set_state(states[2])
