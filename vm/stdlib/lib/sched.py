"""A scheduler: actions at times, in order of time and priority."""

import heapq
import time
from collections import namedtuple
from itertools import count
from time import monotonic as _time

__all__ = ["scheduler"]

Event = namedtuple("Event", "time, priority, sequence, action, argument, kwargs")


class scheduler:
    """Runs actions when the clock timefunc has reached their times; delayfunc waits until then."""

    def __init__(self, timefunc=_time, delayfunc=time.sleep):
        self._queue = []
        self._numbers = count()
        self.timefunc = timefunc
        self.delayfunc = delayfunc

    def enterabs(self, time, priority, action, argument=(), kwargs={}):
        event = Event(time, priority, next(self._numbers), action, argument, dict(kwargs))
        heapq.heappush(self._queue, (event.time, event.priority, event.sequence, event))
        return event

    def enter(self, delay, priority, action, argument=(), kwargs={}):
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Take an event out; ValueError if it is not there."""
        for i, entry in enumerate(self._queue):
            if entry[3] is event:
                del self._queue[i]
                heapq.heapify(self._queue)
                return
        raise ValueError("list.remove(x): x not in list")

    def empty(self):
        return not self._queue

    def run(self, blocking=True):
        """Run events until there are no more; if blocking is false, those whose time has come, and return the time to the next."""
        while self._queue:
            due, event = self._queue[0][0], self._queue[0][3]
            now = self.timefunc()
            if due > now:
                if not blocking:
                    return due - now
                self.delayfunc(due - now)
                continue
            heapq.heappop(self._queue)
            event.action(*event.argument, **event.kwargs)
            self.delayfunc(0)  # others may run in between

    @property
    def queue(self):
        """The events to come, in order."""
        return [entry[3] for entry in sorted(self._queue, key=lambda entry: entry[:3])]
