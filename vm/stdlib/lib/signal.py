"""Signals: their numbers, and functions that are called when they come."""

import sys as _sys

import _signals
from enum import IntEnum as _IntEnum

Signals = _IntEnum("Signals", {
    "SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7, "SIGFPE": 8, "SIGKILL": 9, "SIGUSR1": 10,
    "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15, "SIGSTKFLT": 16, "SIGCHLD": 17, "SIGCONT": 18, "SIGSTOP": 19,
    "SIGTSTP": 20, "SIGTTIN": 21, "SIGTTOU": 22, "SIGURG": 23, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGVTALRM": 26, "SIGPROF": 27, "SIGWINCH": 28,
    "SIGIO": 29, "SIGPWR": 30, "SIGSYS": 31}, module=__name__)
Handlers = _IntEnum("Handlers", {"SIG_DFL": 0, "SIG_IGN": 1}, module=__name__)
globals().update(Signals.__members__)
globals().update(Handlers.__members__)
NSIG = 65


def default_int_handler(signalnum, frame, /):
    raise KeyboardInterrupt


_handlers = {Signals.SIGINT: default_int_handler}
_came = [0]  # counts signals that were handled


def _handle(number):
    handler = _handlers.get(number)
    if callable(handler):
        _came[0] += 1
        handler(number, _sys._getframe(1))


_signals.handle(_handle)


def _number(signalnum):
    number = int(signalnum)
    if not 1 <= number < NSIG:
        raise ValueError("signal number out of range")
    return number


def signal(signalnum, handler, /):
    number = _number(signalnum)
    if not callable(handler) and handler not in (Handlers.SIG_DFL, Handlers.SIG_IGN):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    if number in (Signals.SIGKILL, Signals.SIGSTOP):
        raise OSError(22, "Invalid argument")
    own = callable(handler) and not (handler is default_int_handler and number == Signals.SIGINT)
    _signals.want(number, 2 if own else 1 if handler == Handlers.SIG_IGN else 0)
    previous = getsignal(number)
    _handlers[number] = handler
    return previous


def getsignal(signalnum, /):
    return _handlers.get(_number(signalnum), Handlers.SIG_DFL)


def raise_signal(signalnum, /):
    """Send a signal to the process; a function set for it is called at once."""
    handler = getsignal(signalnum)
    if callable(handler):
        handler(int(signalnum), _sys._getframe(1))
    elif handler == Handlers.SIG_DFL:
        import os
        os.kill(os.getpid(), signalnum)


def strsignal(signalnum, /):
    names = {1: "Hangup", 2: "Interrupt", 3: "Quit", 4: "Illegal instruction", 5: "Trace/breakpoint trap", 6: "Aborted", 7: "Bus error",
             8: "Floating point exception", 9: "Killed", 10: "User defined signal 1", 11: "Segmentation fault", 12: "User defined signal 2",
             13: "Broken pipe", 14: "Alarm clock", 15: "Terminated", 17: "Child exited", 18: "Continued", 19: "Stopped (signal)"}
    return names.get(_number(signalnum))


def valid_signals():
    return set(Signals)


ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2


class ItimerError(OSError):
    """The times of a timer are none."""


def alarm(seconds, /):
    """SIGALRM after so many seconds, never if 0; gives the seconds that were left of an earlier one."""
    if isinstance(seconds, float):
        raise TypeError("'float' object cannot be interpreted as an integer")
    left, _ = _signals.setitimer(seconds, 0)
    return -int(-left // 1)


def setitimer(which, seconds, interval=0.0, /):
    if which != ITIMER_REAL:
        raise NotImplementedError("timers of a process's own time (ITIMER_VIRTUAL, ITIMER_PROF) are not supported")
    try:
        return _signals.setitimer(seconds, interval)
    except OSError as e:
        raise ItimerError(*e.args) from None


def getitimer(which, /):
    if which != ITIMER_REAL:
        raise NotImplementedError("timers of a process's own time (ITIMER_VIRTUAL, ITIMER_PROF) are not supported")
    return _signals.getitimer()


def pause():
    """Waits until a signal has come and its function was called."""
    before = _came[0]
    while _came[0] == before:
        _signals.pause()


def siginterrupt(signalnum, flag, /):
    _number(signalnum)
