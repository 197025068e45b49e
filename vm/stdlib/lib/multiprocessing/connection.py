"""Pipes between processes."""

import _processes
import io
import pickle
import time
import weakref

from .reduction import ForkingPickler, share

__all__ = ["Connection", "Pipe", "wait"]


_open = weakref.WeakValueDictionary()


def _close_all():
    for connection in list(_open.values()):
        connection.close()


@share
class Connection:
    """One end of a pipe."""

    def __init__(self, incoming, outgoing):
        self._in, self._out, self._closed = incoming, outgoing, False
        _open[id(self)] = self

    def _shared(self):
        self._check()
        if self._out is not None:
            self._out.hold(1)  # for the one that it will be in the other process
        return self._in, self._out

    _over = classmethod(lambda cls, *held: cls(*held))

    @property
    def closed(self):
        return self._closed

    @property
    def readable(self):
        return self._in is not None

    @property
    def writable(self):
        return self._out is not None

    def fileno(self):
        self._check()
        return id(self._in or self._out)

    def _check(self, end="x"):
        if self._closed:
            raise OSError("handle is closed")
        if end is None:
            raise OSError("connection is write-only" if self._in is None else "connection is read-only")

    def send(self, obj):
        self._check(self._out)
        self._put(ForkingPickler.dumps(obj))

    def recv(self):
        self._check(self._in)
        return pickle.loads(self._in.get(None))

    def send_bytes(self, buf, offset=0, size=None):
        self._check(self._out)
        view = memoryview(buf).cast("B")
        if offset < 0:
            raise ValueError("offset is negative")
        if offset > len(view):
            raise ValueError("buffer length < offset")
        if size is None:
            size = len(view) - offset
        elif size < 0:
            raise ValueError("size is negative")
        elif offset + size > len(view):
            raise ValueError("buffer length < offset + size")
        self._put(view[offset:offset + size])

    def recv_bytes(self, maxlength=None):
        self._check(self._in)
        if maxlength is not None and maxlength < 0:
            raise ValueError("negative maxlength")
        data = self._in.get(None)
        if maxlength is not None and len(data) > maxlength:
            self.close()
            raise OSError("bad message length")
        return data

    def recv_bytes_into(self, buf, offset=0):
        from . import BufferTooShort

        data = self.recv_bytes()
        view = memoryview(buf).cast("B")
        if offset < 0:
            raise ValueError("negative offset")
        if offset + len(data) > len(view):
            raise BufferTooShort(data)
        view[offset:offset + len(data)] = data
        return len(data)

    def _put(self, data):
        if not self._out.put(data):
            raise BrokenPipeError(32, "Broken pipe")

    def poll(self, timeout=0.0):
        self._check(self._in)
        return self._in.poll(timeout)

    def close(self):
        """Close this end in this process. The other end sees it once no process has this one any more."""
        if not self._closed:
            self._closed = True
            _open.pop(id(self), None)
            if self._out is not None:
                self._out.hold(-1)

    def __del__(self):
        self.close()

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.close()


def Pipe(duplex=True):
    a, b = _processes.channel(), _processes.channel()
    a.hold(1)
    if duplex:
        b.hold(1)
        return Connection(a, b), Connection(b, a)
    return Connection(a, None), Connection(None, a)


def wait(object_list, timeout=None):
    """The objects that are ready, once there are some or the time is over."""
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        ready = [o for o in object_list if (o._popen.wait(0.0) if hasattr(o, "_popen") else o.poll())]
        if ready or end is not None and time.monotonic() >= end:
            return ready
        time.sleep(0.002)
