"""Signals: the numbers; handlers are kept but not called."""

SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGKILL, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM = 1, 2, 3, 6, 9, 10, 12, 13, 14, 15
SIG_DFL, SIG_IGN = 0, 1
_handlers = {}


def signal(signalnum, handler):
    previous = _handlers.get(signalnum, SIG_DFL)
    _handlers[signalnum] = handler
    return previous


def getsignal(signalnum):
    return _handlers.get(signalnum, SIG_DFL)
