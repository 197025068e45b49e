"""Tracebacks of a program that hangs or fails below Python. The interpreter reports its own faults, so enabling changes nothing else."""

import sys

_enabled = False


def _stream(file):
    return sys.stderr if file is None else open(file, "w", closefd=False) if isinstance(file, int) else file


def enable(file=None, all_threads=True, c_stack=True):
    global _enabled
    _stream(file)
    _enabled = True


def disable():
    global _enabled
    was, _enabled = _enabled, False
    return was


def is_enabled():
    return _enabled


def dump_traceback(file=None, all_threads=True):
    out = _stream(file)
    out.write("Stack (most recent call first):\n")
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        out.write(f'  File "{code.co_filename}", line {frame.f_lineno} in {code.co_name}\n')
        frame = frame.f_back
    out.flush()


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    raise NotImplementedError("faulthandler.dump_traceback_later() is not supported")


def cancel_dump_traceback_later():
    """Nothing is planned."""


_replaced = {}


def register(signum, file=None, all_threads=True, chain=False):
    """Write a traceback when a signal comes."""
    import signal
    out = _stream(file)

    def handler(number, frame):
        dump_traceback(out)
        if chain and callable(before):
            before(number, frame)

    before = signal.signal(signum, handler)
    _replaced.setdefault(signum, before)


def unregister(signum):
    import signal
    if signum not in _replaced:
        return False
    signal.signal(signum, _replaced.pop(signum))
    return True
