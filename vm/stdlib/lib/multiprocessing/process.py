"""Processes: virtual machines of their own, each with its modules, streams and environment."""

import _processes
import itertools
import os
import sys
import threading

__all__ = ["BaseProcess", "active_children", "current_process", "parent_process"]

_children = set()


class BaseProcess:
    """What ``Process`` of all contexts has: a function that runs in a process of its own."""

    _start_method = None  # that of the module
    _inheriting = False  # its main module is being imported

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        if group is not None:
            raise AssertionError("group argument must be None for now")
        parent = current_process()
        self._identity = parent._identity + (next(parent._counter),)
        self._parent_pid, self._parent_name = os.getpid(), parent.name
        self._popen, self._closed = None, False
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs)
        self._name = name or type(self).__name__ + "-" + ":".join(map(str, self._identity))
        self._daemon = parent.daemon if daemon is None else bool(daemon)
        self._authkey = parent.authkey

    def run(self):
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        self._check_open()
        if self._popen is not None:
            raise AssertionError("cannot start a process twice")
        if self._parent_pid != os.getpid():
            raise AssertionError("can only start a process object created by current process")
        if current_process()._daemon:
            raise AssertionError("daemonic processes are not allowed to have children")
        from . import spawn

        _reap()
        self._popen = spawn.start(self)
        self._target = self._args = self._kwargs = None
        _children.add(self)

    def terminate(self):
        self._signal(15)

    def kill(self):
        self._signal(9)

    def interrupt(self):
        self._signal(2)

    def _signal(self, number):
        self._check_started("terminate")
        if self._popen.exitcode() is None:
            self._popen.kill(number)

    def join(self, timeout=None):
        self._check_started("join")
        if self._popen.wait(timeout):
            _children.discard(self)

    def is_alive(self):
        self._check_open()
        if self is _current:
            return True
        if self._parent_pid != os.getpid():
            raise AssertionError("can only test a child process")
        alive = self._popen is not None and self._popen.exitcode() is None
        if not alive:
            _children.discard(self)
        return alive

    def close(self):
        if self._popen is not None:
            if self._popen.exitcode() is None:
                raise ValueError("Cannot close a process while it is still running. You should first call join() or terminate().")
            _children.discard(self)
            self._popen = None
        self._closed = True

    def _check_open(self):
        if self._closed:
            raise ValueError("process object is closed")

    def _check_started(self, what):
        self._check_open()
        if self._parent_pid != os.getpid():
            raise AssertionError("can only join a child process")
        if self._popen is None:
            if what == "terminate":
                raise AttributeError("'NoneType' object has no attribute 'terminate'")
            raise AssertionError("can only join a started process")

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        if not isinstance(name, str):
            raise AssertionError("name must be a string")
        self._name = name

    @property
    def daemon(self):
        return self._daemon

    @daemon.setter
    def daemon(self, daemonic):
        if self._popen is not None:
            raise AssertionError("process has already started")
        self._daemon = daemonic

    @property
    def authkey(self):
        return self._authkey

    @authkey.setter
    def authkey(self, key):
        self._authkey = bytes(key)

    @property
    def exitcode(self):
        self._check_open()
        if self is _current or self._popen is None:
            return None
        return self._popen.exitcode()

    @property
    def ident(self):
        self._check_open()
        if self is _current:
            return os.getpid()
        return self._popen and self._popen.pid()

    pid = ident

    @property
    def sentinel(self):
        self._check_open()
        if self._popen is None:
            raise ValueError("process not started")
        return Sentinel(self._popen)

    def __repr__(self):
        status = "closed" if self._closed else None
        if status is None:
            if self is _current:
                status = "started"
            elif self._parent_pid != os.getpid():
                status = "unknown"
            elif self._popen is None:
                status = "initial"
            else:
                code = self._popen.exitcode()
                status = "started" if code is None else f"stopped exitcode={_exit_names.get(code, code)}"
        parts = [type(self).__name__, f"name={self._name!r}"]
        if self._popen is not None:
            parts.append(f"pid={self._popen.pid()}")
        parts += [f"parent={self._parent_pid}", status]
        if self._daemon:
            parts.append("daemon")
        return "<" + " ".join(parts) + ">"

    def __getstate__(self):
        return {k: v for k, v in self.__dict__.items() if k != "_popen"} | {"_popen": None}

    def _bootstrap(self):
        """Run in the new process; the status that it ends with."""
        import traceback

        global _current
        _current, self._counter = self, itertools.count(1)
        _children.clear()
        threading.main_thread().name = "MainThread"
        try:
            try:
                self.run()
                code = 0
            finally:
                _finish()
        except SystemExit as error:
            if error.code is None:
                code = 0
            elif isinstance(error.code, int):
                code = error.code
            else:
                sys.stderr.write(str(error.code) + "\n")
                code = 1
        except BaseException:
            code = 1
            sys.stderr.write(f"Process {self.name}:\n")
            traceback.print_exc()
        return code


_exit_names = {-2: "-SIGINT", -9: "-SIGKILL", -15: "-SIGTERM"}


class Sentinel:
    """What becomes ready when a process ends."""

    def __init__(self, popen):
        self._popen = popen

    def poll(self, timeout=0.0):
        return self._popen.wait(timeout)


class _Elsewhere(BaseProcess):
    """A process that this one has not started: its parent."""

    def __init__(self, name, pid):
        self._identity, self._name, self._pid, self._daemon, self._authkey = (), name, pid, False, b""
        self._parent_pid, self._popen, self._closed = None, None, False

    @property
    def ident(self):
        return self._pid

    pid = ident

    def is_alive(self):
        return True

    def join(self, timeout=None):
        raise AssertionError("can only join a child process")


class _MainProcess(BaseProcess):
    def __init__(self):
        self._identity, self._name, self._parent_pid = (), "MainProcess", None
        self._popen, self._closed, self._daemon = None, False, False
        self._counter, self._authkey = itertools.count(1), os.urandom(32)

    def close(self):
        pass


_current = _MainProcess()
_parent = None


def current_process():
    return _current


def parent_process():
    return _parent


def active_children():
    _reap()
    return list(_children)


def _reap():
    for p in list(_children):
        if p._popen is None or p._popen.exitcode() is not None:
            _children.discard(p)


def _finish():
    """What ends a process: its daemons end, and it waits for its other children."""
    for p in active_children():
        if p.daemon:
            p._popen.kill(15)
    for p in active_children():
        p.join()
    connection = sys.modules.get("multiprocessing.connection")
    if connection is not None:
        connection._close_all()


def _at_exit():
    import atexit

    atexit.register(_finish)


_at_exit()
