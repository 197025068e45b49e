"""Threads in tests."""

import contextlib
import functools
import threading

can_start_thread = True


def requires_working_threading(*, module=False):
    return None if module else (lambda test: test)


def reap_threads(func):
    return func


def threading_setup():
    return (threading.active_count(),)


def threading_cleanup(*original):
    pass


@contextlib.contextmanager
def wait_threads_exit(timeout=None):
    yield


def join_thread(thread, timeout=None):
    thread.join(timeout)
    if thread.is_alive():
        raise AssertionError(f"failed to join the thread in {timeout:.1f} seconds")


@contextlib.contextmanager
def start_threads(threads, unlock=None):
    threads = list(threads)
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        if unlock:
            unlock()
        for thread in threads:
            thread.join()


class catch_threading_exception:
    """Keeps the exception that ends a thread."""

    def __enter__(self):
        self.exc_type = self.exc_value = self.exc_traceback = self.thread = None
        self._old, threading.excepthook = threading.excepthook, self._keep
        return self

    def _keep(self, args):
        self.exc_type, self.exc_value, self.exc_traceback, self.thread = args.exc_type, args.exc_value, args.exc_traceback, args.thread

    def __exit__(self, *exc_info):
        threading.excepthook = self._old
