"""Signals: their numbers; handlers are kept but, save for Ctrl-C, not called."""

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
    previous = getsignal(number)
    _handlers[number] = handler
    return previous


def getsignal(signalnum, /):
    return _handlers.get(_number(signalnum), Handlers.SIG_DFL)


def raise_signal(signalnum, /):
    """Send a signal to the process; a handler set for it is called at once."""
    handler = getsignal(signalnum)
    if callable(handler):
        handler(int(signalnum), None)
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


def alarm(seconds, /):
    raise NotImplementedError("signal.alarm is not supported")


def setitimer(which, seconds, interval=0.0, /):
    raise NotImplementedError("signal.setitimer is not supported")
