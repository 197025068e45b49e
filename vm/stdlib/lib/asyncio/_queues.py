"""Queues between tasks of one loop."""

import collections
import heapq

from ._sync import Event, _Waiters


class QueueEmpty(Exception):
    """Raised when Queue.get_nowait() is called on an empty Queue."""


class QueueFull(Exception):
    """Raised when Queue.put_nowait() is called on a full Queue."""


class QueueShutDown(Exception):
    """Raised when putting on to or getting from a shut-down Queue."""


class Queue:
    def __init__(self, maxsize=0):
        self._maxsize, self._items, self._getters, self._putters, self._unfinished = maxsize, self._new(), _Waiters(), _Waiters(), 0
        self._finished, self._is_shutdown = Event(), False
        self._finished.set()

    def _new(self):
        return collections.deque()

    def _put(self, item):
        self._items.append(item)

    def _get(self):
        return self._items.popleft()

    @property
    def maxsize(self):
        return self._maxsize

    def qsize(self):
        return len(self._items)

    def empty(self):
        return not self._items

    def full(self):
        return 0 < self._maxsize <= len(self._items)

    async def put(self, item):
        while self.full() and not self._is_shutdown:
            await self._putters._wait()
        self.put_nowait(item)

    def put_nowait(self, item):
        if self._is_shutdown:
            raise QueueShutDown
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished += 1
        self._finished.clear()
        self._getters._wake()

    async def get(self):
        while self.empty() and not self._is_shutdown:
            await self._getters._wait()
        return self.get_nowait()

    def get_nowait(self):
        if self.empty():
            raise QueueShutDown if self._is_shutdown else QueueEmpty
        item = self._get()
        self._putters._wake()
        return item

    def task_done(self):
        if self._unfinished <= 0:
            raise ValueError("task_done() called too many times")
        self._unfinished -= 1
        if not self._unfinished:
            self._finished.set()

    async def join(self):
        if self._unfinished:
            await self._finished.wait()

    def shutdown(self, immediate=False):
        self._is_shutdown = True
        if immediate:
            while self._items:
                self._get()
                self.task_done()
        self._getters._wake(len(self._getters._waiters))
        self._putters._wake(len(self._putters._waiters))


class PriorityQueue(Queue):
    def _new(self):
        return []

    def _put(self, item):
        heapq.heappush(self._items, item)

    def _get(self):
        return heapq.heappop(self._items)


class LifoQueue(Queue):
    def _put(self, item):
        self._items.append(item)

    def _get(self):
        return self._items.pop()
