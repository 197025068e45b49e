"""What tasks of one loop wait on: locks, events, conditions, semaphores, barriers."""

import collections

from ._futures import CancelledError
from ._loop import get_running_loop


class _Waiters:
    """Futures of who waits, in order."""

    def __init__(self):
        self._waiters = collections.deque()

    async def _wait(self):
        future = get_running_loop().create_future()
        self._waiters.append(future)
        try:
            await future
        finally:
            self._waiters.remove(future)

    def _wake(self, n=1):
        for future in self._waiters:
            if n <= 0:
                return
            if not future.done():
                future.set_result(True)
                n -= 1


class _Acquired:
    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *exc):
        self.release()


class Lock(_Waiters, _Acquired):
    def __init__(self):
        super().__init__()
        self._locked = False

    def locked(self):
        return self._locked

    async def acquire(self):
        while self._locked or any(not f.cancelled() and not f.done() for f in self._waiters):
            await self._wait()
            if not self._locked:
                break
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._wake()


class Event(_Waiters):
    def __init__(self):
        super().__init__()
        self._value = False

    def is_set(self):
        return self._value

    def set(self):
        self._value = True
        self._wake(len(self._waiters))

    def clear(self):
        self._value = False

    async def wait(self):
        if not self._value:
            await self._wait()
        return True


class Condition(_Waiters, _Acquired):
    def __init__(self, lock=None):
        super().__init__()
        self._lock = Lock() if lock is None else lock
        self.locked, self.acquire, self.release = self._lock.locked, self._lock.acquire, self._lock.release

    async def wait(self):
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        self.release()
        try:
            await self._wait()
            return True
        finally:
            await self.acquire()

    async def wait_for(self, predicate):
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        self._wake(n)

    def notify_all(self):
        self.notify(len(self._waiters))


class Semaphore(_Waiters, _Acquired):
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        super().__init__()
        self._value = value

    def locked(self):
        return self._value == 0

    async def acquire(self):
        while self._value <= 0:
            await self._wait()
        self._value -= 1
        return True

    def release(self):
        self._value += 1
        self._wake()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._bound = value

    def release(self):
        if self._value >= self._bound:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


class BrokenBarrierError(RuntimeError):
    """Barrier is broken by barrier.abort() call."""


class Barrier:
    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be >= 1")
        self._condition, self._parties, self._count, self._round, self.broken = Condition(), parties, 0, 0, False

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *exc):
        pass

    async def wait(self):
        async with self._condition:
            if self.broken:
                raise BrokenBarrierError("Barrier aborted")
            index, mine = self._count, self._round
            self._count += 1
            if self._count == self._parties:
                self._count, self._round = 0, mine + 1
                self._condition.notify_all()
            else:
                await self._condition.wait_for(lambda: self._round != mine or self.broken)
                if self.broken:
                    raise BrokenBarrierError("Abort or reset of barrier")
            return index

    async def abort(self):
        async with self._condition:
            self.broken = True
            self._condition.notify_all()
