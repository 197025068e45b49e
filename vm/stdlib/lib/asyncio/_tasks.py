"""Running coroutines: alone, side by side, with a limit of time."""

import contextvars
import functools
import inspect
from types import coroutine

from ._futures import CancelledError, Future, Task, _all_tasks, _current_tasks, isfuture
from ._loop import _get_running_loop, get_event_loop, get_running_loop, new_event_loop, set_event_loop

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class Runner:
    """An event loop for several calls of run, closed at the end of the with block."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._debug, self._factory, self._loop = debug, loop_factory, None

    def __enter__(self):
        self.get_loop()
        return self

    def __exit__(self, *exc):
        self.close()

    def get_loop(self):
        if self._loop is None:
            self._loop = (self._factory or new_event_loop)()
            if self._debug is not None:
                self._loop.set_debug(self._debug)
        return self._loop

    def run(self, coro, *, context=None):
        if _get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        if not inspect.iscoroutine(coro):
            if not inspect.isawaitable(coro):
                raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
            coro = _awaited(coro)
        loop = self.get_loop()
        return loop.run_until_complete(loop.create_task(coro, context=context))

    def close(self):
        if self._loop is None or self._loop.is_closed():
            return
        left = all_tasks(self._loop)
        for task in left:
            task.cancel()
        if left:
            self._loop.run_until_complete(_settle(left))
        self._loop.close()


async def _awaited(awaitable):
    return await awaitable


async def _settle(tasks):
    for task in tasks:
        try:
            await task
        except BaseException:
            pass


def run(main, *, debug=None, loop_factory=None):
    """Run a coroutine in a new event loop."""
    if _get_running_loop() is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    with Runner(debug=debug, loop_factory=loop_factory) as runner:
        return runner.run(main)


def create_task(coro, **kwargs):
    return get_running_loop().create_task(coro, **kwargs)


def current_task(loop=None):
    return _current_tasks.get(get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    loop = get_running_loop() if loop is None else loop
    return {task for task in _all_tasks if task._loop is loop and not task.done()}


def ensure_future(obj, *, loop=None):
    if isfuture(obj):
        return obj
    if not inspect.iscoroutine(obj):
        if not inspect.isawaitable(obj):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
        obj = _awaited(obj)
    return (loop or get_event_loop()).create_task(obj)


@coroutine
def _once():
    yield


async def sleep(delay, result=None):
    if delay <= 0:
        await _once()
        return result
    loop = get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, lambda: future.done() or future.set_result(None))
    try:
        await future
    finally:
        handle.cancel()
    return result


class _Gathering(Future):
    def __init__(self, children, loop):
        super().__init__(loop=loop)
        self._children, self._asked = children, False

    def cancel(self, msg=None):
        if self.done():
            return False
        some = False
        for child in self._children:
            some = child.cancel(msg) or some
        self._asked = self._asked or some
        return some


def gather(*coros_or_futures, return_exceptions=False):
    """A future of the results of all, in their order."""
    if not coros_or_futures:
        future = get_event_loop().create_future()
        future.set_result([])
        return future
    known = {}
    children = []
    for item in coros_or_futures:
        if item not in known:
            known[item] = ensure_future(item)
        children.append(known[item])
    outer = _Gathering(list(known.values()), children[0].get_loop())
    left = len(known)

    def done(child):
        nonlocal left
        left -= 1
        if outer.done():
            return
        if not return_exceptions:
            if child.cancelled():
                outer.set_exception(child._made_cancelled())
                return
            if child.exception() is not None:
                outer.set_exception(child.exception())
                return
        if left:
            return
        results = []
        for c in children:
            error = c._made_cancelled() if c.cancelled() else c.exception()
            results.append(c.result() if error is None else error)
        if outer._asked:
            outer.set_exception(CancelledError())
        else:
            outer.set_result(results)

    for child in known.values():
        child.add_done_callback(done)
    return outer


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for futures; the sets of those that are done and that are not."""
    fs = set(fs)
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    if any(inspect.iscoroutine(f) for f in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    loop = get_running_loop()
    waiter = loop.create_future()

    def enough():
        done = [f for f in fs if f.done()]
        failed = any(not f.cancelled() and f.exception() is not None for f in done)
        return len(done) == len(fs) or done and return_when == FIRST_COMPLETED or failed and return_when == FIRST_EXCEPTION

    def release(*_):
        if not waiter.done():
            waiter.set_result(None)

    def check(_):
        if enough():
            release()

    if not enough():
        timer = None if timeout is None else loop.call_later(timeout, release)
        for f in fs:
            f.add_done_callback(check)
        try:
            await waiter
        finally:
            if timer is not None:
                timer.cancel()
            for f in fs:
                f.remove_done_callback(check)
    return {f for f in fs if f.done()}, {f for f in fs if not f.done()}


def as_completed(fs, *, timeout=None):
    """Awaitables of the results, those first that are there first."""
    from ._queues import Queue
    done = Queue()
    todo = {ensure_future(f) for f in fs}
    for f in todo:
        f.add_done_callback(done.put_nowait)

    async def one():
        return (await wait_for(done.get(), timeout)).result()

    for _ in range(len(todo)):
        yield one()


class Timeout:
    """Cancels the block when its time is over, and makes TimeoutError of that."""

    def __init__(self, when):
        self._when, self._handle, self._expired, self._task = when, None, False, None

    def when(self):
        return self._when

    def expired(self):
        return self._expired

    def reschedule(self, when):
        if self._handle is not None:
            self._handle.cancel()
        self._when = when
        loop = get_running_loop()
        self._handle = None if when is None else loop.call_at(when, self._expire)

    def _expire(self):
        self._expired = True
        self._task.cancel()

    async def __aenter__(self):
        self._task = current_task()
        if self._task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._cancelling = self._task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, typ, value, traceback):
        if self._handle is not None:
            self._handle.cancel()
        if self._expired and self._task.uncancel() <= self._cancelling and typ is not None and issubclass(typ, CancelledError):
            raise TimeoutError from value


def timeout(delay):
    return Timeout(None if delay is None else get_running_loop().time() + delay)


def timeout_at(when):
    return Timeout(when)


async def wait_for(fut, timeout):
    if timeout is not None and timeout <= 0:
        fut = ensure_future(fut)
        if fut.done():
            return fut.result()
        fut.cancel()
        try:
            return await fut
        except CancelledError as error:
            raise TimeoutError from error
    async with Timeout(None if timeout is None else get_running_loop().time() + timeout):
        return await fut


def shield(arg):
    """What cancels the future that is returned does not cancel the one inside."""
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner.get_loop().create_future()

    def done(_):
        if outer.done():
            return
        if inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    inner.add_done_callback(done)
    return outer


async def to_thread(func, /, *args, **kwargs):
    context = contextvars.copy_context()
    return await get_running_loop().run_in_executor(None, functools.partial(context.run, func, *args, **kwargs))


def run_coroutine_threadsafe(coro, loop):
    """A future, for another thread, of a coroutine that the loop runs."""
    import concurrent.futures
    answer = concurrent.futures.Future()

    def finish(task):
        if task.cancelled():
            answer.cancel()
        elif task.exception() is not None:
            answer.set_exception(task.exception())
        else:
            answer.set_result(task.result())

    loop.call_soon_threadsafe(lambda: ensure_future(coro, loop=loop).add_done_callback(finish))
    return answer


def wrap_future(future, *, loop=None):
    """A future of this loop for one of another thread."""
    if isfuture(future):
        return future
    loop = loop or get_event_loop()
    mine = loop.create_future()

    def deliver():
        if mine.done():
            return
        if future.cancelled():
            mine.cancel()
        elif future.exception() is not None:
            mine.set_exception(future.exception())
        else:
            mine.set_result(future.result())

    future.add_done_callback(lambda _: loop.call_soon_threadsafe(deliver))
    return mine


class TaskGroup:
    """Tasks that end with the block; a failure cancels the others."""

    def __init__(self):
        self._tasks, self._errors, self._parent, self._waiter, self._aborting = set(), [], None, None, False
        self._cancelled_parent = False

    async def __aenter__(self):
        self._parent = current_task()
        return self

    def create_task(self, coro, **kwargs):
        if self._parent is None:
            raise RuntimeError(f"TaskGroup {self!r} has not been entered")
        task = self._parent.get_loop().create_task(coro, **kwargs)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            task.cancel()

    def _done(self, task):
        self._tasks.discard(task)
        if not self._tasks and self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        if task.cancelled() or task.exception() is None:
            return
        self._errors.append(task.exception())
        if not self._aborting:
            self._abort()
            if self._waiter is None:
                self._cancelled_parent = True
                self._parent.cancel()

    async def __aexit__(self, typ, value, traceback):
        if value is not None:
            if self._cancelled_parent and issubclass(typ, CancelledError):
                self._parent.uncancel()
                value = None
            if not self._aborting:
                self._abort()
        cancelled = value if typ is not None and issubclass(typ, CancelledError) else None
        while self._tasks:
            self._waiter = self._parent.get_loop().create_future()
            try:
                await self._waiter
            except CancelledError as error:
                cancelled = error
                if not self._aborting:
                    self._abort()
        if cancelled is not None and not self._errors:
            raise cancelled
        if value is not None and not isinstance(value, CancelledError):
            self._errors.append(value)
        if self._errors:
            raise BaseExceptionGroup("unhandled errors in a TaskGroup", self._errors) from None
