"""Pickles of what is sent to another process: locks, queues and shared memory go with it."""

import _processes
import copyreg
import io
import pickle
import sys

__all__ = ["ForkingPickler", "dump", "register"]

_SHARING = {"torch": "torch.multiprocessing"}  # packages whose objects have memory that processes share, and the modules that tell how


class ForkingPickler(pickle.Pickler):
    """A pickler with reducers of its own, which only objects on their way to another process are reduced by."""

    _extra_reducers = {}
    _copyreg_dispatch = copyreg.dispatch_table

    def __init__(self, *args):
        super().__init__(*args)
        for package, module in _SHARING.items():
            if package in sys.modules and module not in sys.modules:
                __import__(module)
        self.dispatch_table = {**self._copyreg_dispatch, **self._extra_reducers}

    @classmethod
    def register(cls, type, reduce):
        cls._extra_reducers[type] = reduce

    @classmethod
    def dumps(cls, obj, protocol=None):
        buffer = io.BytesIO()
        cls(buffer, protocol).dump(obj)
        return buffer.getbuffer()

    loads = pickle.loads


register = ForkingPickler.register


def dump(obj, file, protocol=None):
    ForkingPickler(file, protocol).dump(obj)


def share(cls):
    """Decorate a class whose objects go to other processes by what they hold: ``_shared`` gives it, ``_over`` makes an object of it."""
    def refuse(self, protocol=None):
        raise RuntimeError(f"{type(self).__name__} objects should only be shared between processes through inheritance")

    cls.__reduce_ex__ = refuse
    register(cls, lambda obj: (_take, (cls, *_leave(obj._shared()))))
    return cls


def _leave(held):
    return tuple((_processes.leave(h),) if type(h) in _KINDS else h for h in held)


def _take(cls, *held):
    return cls._over(*(_processes.take(h[0]) if type(h) is tuple and len(h) == 1 else h for h in held))


_KINDS = (_processes.channel, _processes.semaphore, _processes.memory, _processes.board)
