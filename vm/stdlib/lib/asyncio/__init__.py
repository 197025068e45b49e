"""An event loop for coroutines: tasks, futures, sleeping, and what they wait on each other with.

The loop waits for times and for calls from other threads; it has no sockets, pipes or signals.
"""

import contextvars
import heapq
import inspect
import sys
import threading
import time
from inspect import iscoroutinefunction
from types import coroutine as _coroutine

from ._sync import Barrier, BrokenBarrierError, BoundedSemaphore, Condition, Event, Lock, Semaphore
from ._queues import LifoQueue, PriorityQueue, Queue, QueueEmpty, QueueFull, QueueShutDown
from ._futures import CancelledError, Future, InvalidStateError, Task, TimeoutError, _current_tasks, isfuture
from ._loop import (AbstractEventLoop, EventLoop, Handle, TimerHandle, get_event_loop, get_running_loop, new_event_loop, set_event_loop,
                    _get_running_loop, _set_running_loop)
from ._tasks import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, Runner, TaskGroup, Timeout, all_tasks, as_completed, create_task,
                     current_task, ensure_future, gather, run, run_coroutine_threadsafe, shield, sleep, timeout, timeout_at, to_thread, wait, wait_for,
                     wrap_future)

SelectorEventLoop = BaseEventLoop = EventLoop


def iscoroutine(obj):
    return inspect.iscoroutine(obj)


__all__ = [name for name in globals() if not name.startswith("_") and name not in
           ("contextvars", "heapq", "inspect", "sys", "threading", "time")]
