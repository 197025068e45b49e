"""The event loop: calls that are due, in order, and calls at times."""

import collections
import heapq
import threading
import time

from ._futures import CancelledError, Future, Task, _all_tasks, isfuture

_local = threading.local()


class Handle:
    """A call that is planned."""

    def __init__(self, callback, args, context):
        self._callback, self._args, self._context, self._cancelled = callback, args, context, False

    def cancel(self):
        self._cancelled = True

    def cancelled(self):
        return self._cancelled

    def _run(self):
        if self._cancelled:
            return
        if self._context is None:
            self._callback(*self._args)
        else:
            self._context.run(self._callback, *self._args)


class TimerHandle(Handle):
    """A call at a time."""

    def __init__(self, when, callback, args, context):
        super().__init__(callback, args, context)
        self._when = when

    def when(self):
        return self._when


class AbstractEventLoop:
    """What event loops derive from."""


class EventLoop(AbstractEventLoop):
    def __init__(self):
        self._ready, self._timers, self._planned = collections.deque(), [], 0
        self._closed = self._stopping = self._running = self._debug = False
        self._wake = threading.Event()
        self._exception_handler = None

    def __repr__(self):
        return f"<{type(self).__name__} running={self._running} closed={self._closed} debug={self._debug}>"

    def time(self):
        return time.monotonic()

    def is_running(self):
        return self._running

    def is_closed(self):
        return self._closed

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = enabled

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def call_soon(self, callback, *args, context=None):
        self._check_closed()
        handle = Handle(callback, args, context)
        self._ready.append(handle)
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        handle = self.call_soon(callback, *args, context=context)
        self._wake.set()
        return handle

    def call_later(self, delay, callback, *args, context=None):
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        self._check_closed()
        handle = TimerHandle(when, callback, args, context)
        self._planned += 1
        heapq.heappush(self._timers, (when, self._planned, handle))
        return handle

    def create_future(self):
        return Future(loop=self)

    def create_task(self, coro, **kwargs):
        self._check_closed()
        return Task(coro, loop=self, **kwargs)

    def run_in_executor(self, executor, func, *args):
        done = self.create_future()

        def deliver(set, value):
            if not done.done():
                set(value)

        def work():
            try:
                answer = (done.set_result, func(*args))
            except BaseException as error:
                answer = (done.set_exception, error)
            self.call_soon_threadsafe(deliver, *answer)

        if executor is None:
            threading.Thread(target=work, daemon=True).start()
        else:
            executor.submit(work)
        return done

    def set_exception_handler(self, handler):
        self._exception_handler = handler

    def get_exception_handler(self):
        return self._exception_handler

    def call_exception_handler(self, context):
        if self._exception_handler is not None:
            self._exception_handler(self, context)

    def stop(self):
        self._stopping = True

    def _run_once(self):
        now = self.time()
        while self._timers and (self._timers[0][0] <= now or self._timers[0][2].cancelled()):
            self._ready.append(heapq.heappop(self._timers)[2])
        if not self._ready and not self._stopping:
            self._wake.wait(self._timers[0][0] - now if self._timers else None)
            self._wake.clear()
            return
        for _ in range(len(self._ready)):
            self._ready.popleft()._run()

    def run_forever(self):
        self._check_closed()
        if self._running:
            raise RuntimeError("This event loop is already running")
        if _get_running_loop() is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")
        self._running = True
        _set_running_loop(self)
        try:
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = self._running = False
            _set_running_loop(None)

    def run_until_complete(self, future):
        self._check_closed()
        if self._running:
            raise RuntimeError("This event loop is already running")
        if not isfuture(future):
            future = self.create_task(future)
        future.add_done_callback(self._stop_for)
        try:
            self.run_forever()
        finally:
            future.remove_done_callback(self._stop_for)
        if not future.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return future.result()

    def _stop_for(self, future):
        self.stop()

    async def shutdown_asyncgens(self):
        pass

    async def shutdown_default_executor(self, timeout=None):
        pass

    def close(self):
        if self._running:
            raise RuntimeError("Cannot close a running event loop")
        self._closed = True
        self._ready.clear()
        self._timers.clear()


def _get_running_loop():
    return getattr(_local, "running", None)


def _set_running_loop(loop):
    _local.running = loop


def get_running_loop():
    loop = _get_running_loop()
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def get_event_loop():
    loop = _get_running_loop() or getattr(_local, "loop", None)
    if loop is None:
        raise RuntimeError(f"There is no current event loop in thread {threading.current_thread().name!r}.")
    return loop


def set_event_loop(loop):
    _local.loop = loop


def new_event_loop():
    return EventLoop()
