"""fork and wait from Python: the call runs at once, and a trace has it as a node with a graph of its own."""
from torch._C import _script


def fork(func, *args, **kwargs):
    token = _script.trace_fork_enter()
    if token is None:
        return _script.future(func(*args, **kwargs))
    try:
        return _script.trace_fork_leave(token, func(*args, **kwargs))
    except BaseException:
        _script.trace_fork_leave(token)
        raise


def wait(future):
    return _script.wait(future)


_fork, _wait = fork, wait
