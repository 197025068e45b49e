"""fork and wait from Python: the call runs at once."""
from torch._C import _script


def fork(func, *args, **kwargs):
    return _script.future(func(*args, **kwargs))


def wait(future):
    return _script.wait(future)


_fork, _wait = fork, wait
