"""The names of threads and locks below module threading."""

from threading import Lock, RLock, Thread, TIMEOUT_MAX, current_thread, get_ident, get_native_id, local as _local

error = RuntimeError
LockType = lock = allocate_lock = allocate = Lock


def start_new_thread(function, args, kwargs={}, /):
    """Run a function as a thread of its own and return the thread's number."""
    if not callable(function):
        raise TypeError("first arg must be callable")
    if not isinstance(args, tuple):
        raise TypeError("2nd arg must be a tuple")
    if not isinstance(kwargs, dict):
        raise TypeError("optional 3rd arg must be a dictionary")
    thread = Thread(target=_until_exit, args=(function, args, kwargs), daemon=True)
    thread.start()
    return thread.ident


start_new = start_new_thread


def _until_exit(function, args, kwargs):
    try:
        function(*args, **kwargs)
    except SystemExit:
        pass


def exit():
    """End the thread."""
    raise SystemExit


exit_thread = exit


def interrupt_main(signum=2, /):
    """Do what the signal would do to the main thread."""
    import signal
    signal.raise_signal(signum)


def stack_size(size=0, /):
    return 0
