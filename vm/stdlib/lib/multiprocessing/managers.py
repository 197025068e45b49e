"""Objects that live in a process of their own, and that other processes use through proxies."""

import itertools
import queue
import threading
import types

from . import process
from .connection import Pipe
from .queues import SimpleQueue
from .reduction import share

__all__ = ["BaseManager", "BaseProxy", "Namespace", "SyncManager", "Token"]


class Namespace:
    """Attributes of the user's."""

    def __init__(self, **kwds):
        self.__dict__.update(kwds)

    def __repr__(self):
        shown = sorted(f"{name}={value!r}" for name, value in self.__dict__.items() if not name.startswith("_"))
        return f"{type(self).__name__}({', '.join(shown)})"


class Value:
    """A value of the user's."""

    def __init__(self, typecode, value, lock=True):
        self._typecode, self.value = typecode, value

    def get(self):
        return self.value

    def set(self, value):
        self.value = value

    def __repr__(self):
        return f"{type(self).__name__}({self._typecode!r}, {self.value!r})"


def _serve(requests, makers):
    """Make objects and call their methods, each caller in a thread of its own, until None comes."""
    objects, numbers = {}, itertools.count(1)

    def answer(reply, number, method, args, kwds):
        try:
            if number is None:
                made = makers[method](*args, **kwds)
                number = next(numbers)
                objects[number] = made
                result = number
            elif method == "#value":
                result = objects[number]
            else:
                result = getattr(objects[number], method)(*args, **kwds)
                if isinstance(result, (types.GeneratorType, type(iter([])), type({}.keys()), type({}.values()), type({}.items()))):
                    result = list(result)
            reply.send((True, result))
        except Exception as error:
            reply.send((False, error))

    while (request := requests.get()) is not None:
        threading.Thread(target=answer, args=request, daemon=True).start()


@share
class BaseProxy:
    """What stands for an object of a manager."""

    _exposed_ = ()

    def __init__(self, requests, number):
        self._requests, self._number = requests, number

    def _shared(self):
        return self._requests, self._number

    _over = classmethod(lambda cls, *held: cls(*held))

    def _callmethod(self, method, args=(), kwds={}):
        return _request(self._requests, self._number, method, args, kwds)

    def _getvalue(self):
        return self._callmethod("#value")

    def __repr__(self):
        return f"<{type(self).__name__} object, typeid {type(self).__name__.removesuffix('Proxy')!r} at {id(self):#x}>"

    def __str__(self):
        return self._callmethod("__repr__")


def _request(requests, number, method, args, kwds):
    here, there = Pipe(False)
    requests.put((there, number, method, args, kwds))
    success, result = here.recv()
    if success:
        return result
    raise result


def _calls(name, methods, base=BaseProxy):
    """A class of proxies with methods that the object answers."""
    def method(called):
        def call(self, /, *args, **kwds):
            return self._callmethod(called, args, kwds)
        call.__name__ = called
        return call

    return share(type(name, (base,), {m: method(m) for m in methods.split()} | {"_exposed_": tuple(methods.split()), "__module__": __name__}))


def MakeProxyType(name, exposed):
    return _calls(name, " ".join(exposed))


_Items = _calls("_Items", "__contains__ __delitem__ __getitem__ __len__ __setitem__")


class _InPlace(_Items):
    def __iter__(self):
        return iter(self._getvalue())


DictProxy = _calls("DictProxy", "__contains__ __delitem__ __getitem__ __len__ __setitem__ clear copy get items keys pop popitem setdefault update values __or__", _InPlace)
_List = _calls("_List", "__add__ __mul__ __rmul__ __reversed__ append clear copy count extend index insert pop remove reverse sort", _InPlace)


@share
class ListProxy(_List):
    def __iadd__(self, value):
        self._callmethod("extend", (value,))
        return self

    def __imul__(self, value):
        self._callmethod("__imul__", (value,))
        return self


_SetBase = _calls("_SetBase", "__contains__ __len__ add clear copy difference discard intersection issubset issuperset pop remove union update", BaseProxy)


@share
class SetProxy(_SetBase):
    def __iter__(self):
        return iter(self._getvalue())


@share
class NamespaceProxy(BaseProxy):
    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self._callmethod("__getattribute__", (name,))

    def __setattr__(self, name, value):
        if name.startswith("_"):
            return object.__setattr__(self, name, value)
        return self._callmethod("__setattr__", (name, value))

    def __delattr__(self, name):
        return self._callmethod("__delattr__", (name,))


@share
class ValueProxy(BaseProxy):
    def get(self):
        return self._callmethod("get")

    def set(self, value):
        return self._callmethod("set", (value,))

    value = property(get, set)


ArrayProxy = _calls("ArrayProxy", "__len__ __getitem__ __setitem__", BaseProxy)
QueueProxy = _calls("QueueProxy", "put get put_nowait get_nowait qsize empty full task_done join")
EventProxy = _calls("EventProxy", "is_set set clear wait")
BarrierProxy = _calls("BarrierProxy", "wait abort reset")
_Acquired = _calls("_Acquired", "acquire release")


@share
class AcquirerProxy(_Acquired):
    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc):
        self.release()


class _FreeLock:
    """A lock that any thread of the manager may release."""

    def __init__(self, value=1):
        self._semaphore = threading.Semaphore(value)
        self.acquire, self.release = self._semaphore.acquire, self._semaphore.release


class BaseManager:
    """A process with objects that others use."""

    _registry = {}

    def __init__(self, address=None, authkey=None, serializer="pickle", ctx=None, *, shutdown_timeout=1.0):
        self._process = None

    @classmethod
    def register(cls, typeid, callable=None, proxytype=None, exposed=None, method_to_typeid=None, create_method=True):
        if "_registry" not in cls.__dict__:
            cls._registry = dict(cls._registry)
        if proxytype is None:
            names = exposed or [n for n in dir(callable) if not n.startswith("_")]
            proxytype = MakeProxyType(f"AutoProxy[{typeid}]", names)
        cls._registry[typeid] = callable, proxytype
        if create_method:
            def make(self, /, *args, **kwds):
                return self._create(typeid, *args, **kwds)
            make.__name__ = typeid
            setattr(cls, typeid, make)

    def _create(self, typeid, /, *args, **kwds):
        if self._process is None:
            raise AssertionError("server not yet started")
        return self._registry[typeid][1](self._requests, _request(self._requests, None, typeid, args, kwds))

    def start(self, initializer=None, initargs=()):
        if self._process is not None:
            raise process.ProcessError("Already started server")
        from . import Process

        self._requests = SimpleQueue()
        makers = {name: made for name, (made, _) in self._registry.items()}
        self._process = Process(target=_serve, args=(self._requests, makers), name=f"{type(self).__name__}-1", daemon=True)
        self._process.start()

    def shutdown(self):
        if self._process is not None and self._process.is_alive():
            self._requests.put(None)
            self._process.join()

    def join(self, timeout=None):
        self._process.join(timeout)

    def __enter__(self):
        if self._process is None:
            self.start()
        return self

    def __exit__(self, *exc):
        self.shutdown()


class SyncManager(BaseManager):
    """The manager of multiprocessing.Manager()."""


def _array(typecode, sequence, lock=True):
    import array

    return array.array(typecode, sequence)


for _name, _made, _proxy in (
        ("Queue", queue.Queue, QueueProxy), ("JoinableQueue", queue.Queue, QueueProxy), ("Event", threading.Event, EventProxy), ("Lock", _FreeLock, AcquirerProxy),
        ("RLock", _FreeLock, AcquirerProxy), ("Semaphore", _FreeLock, AcquirerProxy), ("BoundedSemaphore", _FreeLock, AcquirerProxy),
        ("Barrier", threading.Barrier, BarrierProxy), ("list", list, ListProxy), ("dict", dict, DictProxy), ("set", set, SetProxy), ("Value", Value, ValueProxy),
        ("Array", _array, ArrayProxy), ("Namespace", Namespace, NamespaceProxy)):
    SyncManager.register(_name, _made, _proxy)
