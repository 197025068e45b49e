"""Handlers that change files, keep records for later, or hand them on."""

import copy
import io
import logging
import os
import queue
import re
import time

_DAY = 24 * 60 * 60


def _move(source, dest):
    """Rename a file, over another one, if it is there."""
    if os.path.exists(source):
        os.replace(source, dest)


class BaseRotatingHandler(logging.FileHandler):
    """Goes on in another file when shouldRollover says so."""

    namer = rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        super().__init__(filename, mode, encoding, delay, errors)
        self.mode, self.encoding, self.errors = mode, encoding, errors

    def emit(self, record):
        try:
            full = self.shouldRollover(record)
            if full:
                self.doRollover()
            super().emit(record)
        except Exception:
            self.handleError(record)

    def rotate(self, source, dest):
        (self.rotator if callable(self.rotator) else _move)(source, dest)

    def rotation_filename(self, default_name):
        return default_name if not callable(self.namer) else self.namer(default_name)

    def doRollover(self):
        """Close the file, put it away, and begin another one under its name."""
        if self.stream is not None:
            self.stream.close()
        self.stream = None
        self._put_away()
        if not self.delay:
            self.stream = self._open()

    def _is_special(self):
        """Tell whether the name stands for a device or a pipe, which is never put away."""
        return os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename)


class RotatingFileHandler(BaseRotatingHandler):
    """Keeps files below a size; older ones get the suffixes .1, .2 and so on."""

    def __init__(self, filename, mode="a", maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        super().__init__(filename, mode if maxBytes <= 0 else "a", encoding, delay, errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def shouldRollover(self, record):
        self.stream = self.stream or self._open()
        if self.maxBytes <= 0 or self._is_special():
            return False
        try:
            written = self.stream.tell()
        except io.UnsupportedOperation:
            return False
        # The first record goes into a file even if it is too long for any.
        return written > 0 and written + len(self.format(record)) + 1 >= self.maxBytes

    def _put_away(self):
        if self.backupCount <= 0:
            return
        names = [self.rotation_filename(f"{self.baseFilename}.{number}") for number in range(1, self.backupCount + 1)]
        for newer, older in zip(names[-2::-1], names[:0:-1]):
            _move(newer, older)
        if os.path.exists(names[0]):
            os.remove(names[0])
        self.rotate(self.baseFilename, names[0])


class TimedRotatingFileHandler(BaseRotatingHandler):
    """Begins another file at certain times; older ones get the time as suffix."""

    _KINDS = {"S": (1, "%Y-%m-%d_%H-%M-%S"), "M": (60, "%Y-%m-%d_%H-%M"), "H": (3600, "%Y-%m-%d_%H"), "D": (_DAY, "%Y-%m-%d"),
              "MIDNIGHT": (_DAY, "%Y-%m-%d"), "W": (7 * _DAY, "%Y-%m-%d")}

    def __init__(self, filename, when="h", interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None, errors=None):
        super().__init__(filename, "a", io.text_encoding(encoding), delay, errors)
        self.when, self.utc, self.atTime, self.backupCount = when.upper(), utc, atTime, backupCount
        kind = self.when[:1] if self.when.startswith("W") else self.when
        if kind == "W":
            self.dayOfWeek = self._week_day()
        if kind not in self._KINDS:
            raise ValueError("Invalid rollover interval specified: %s" % self.when)
        seconds, self.suffix = self._KINDS[kind]
        self.interval = seconds * interval
        digits = re.sub("%.", r"\\d+", re.escape(self.suffix).replace("\\%", "%"))
        self.extMatch = re.compile(rf"(?<!\d){digits}(?!\d)")
        begun = os.stat(self.baseFilename).st_mtime if os.path.exists(self.baseFilename) else time.time()
        self.rolloverAt = self.computeRollover(int(begun))

    def _week_day(self):
        if len(self.when) != 2:
            raise ValueError("You must specify a day for weekly rollover from 0 to 6 (0 is Monday): %s" % self.when)
        if self.when[1] not in "0123456":
            raise ValueError("Invalid day specified for weekly rollover: %s" % self.when)
        return int(self.when[1])

    def _clock(self, moment):
        return time.gmtime(moment) if self.utc else time.localtime(moment)

    def computeRollover(self, currentTime):
        weekly = self.when.startswith("W")
        if not weekly and self.when != "MIDNIGHT":
            return currentTime + self.interval
        now = self._clock(currentTime)
        passed = (now.tm_hour * 60 + now.tm_min) * 60 + now.tm_sec
        at = _DAY if self.atTime is None else (self.atTime.hour * 60 + self.atTime.minute) * 60 + self.atTime.second
        tomorrow = at <= passed
        wait = at - passed + tomorrow * _DAY
        if weekly:
            wait += (self.dayOfWeek - now.tm_wday - tomorrow) % 7 * _DAY
        return currentTime + wait + self.interval - (7 * _DAY if weekly else _DAY)

    def shouldRollover(self, record):
        now = int(time.time())
        due = now >= self.rolloverAt
        if due and self._is_special():
            self.rolloverAt = self.computeRollover(now)
            return False
        return due

    def getFilesToDelete(self):
        folder, base = os.path.split(self.baseFilename)
        dated = sorted(name for name in os.listdir(folder) if name.startswith(base + ".") and self.extMatch.fullmatch(name, len(base) + 1))
        return [os.path.join(folder, name) for name in dated[:max(len(dated) - self.backupCount, 0)]]

    def doRollover(self):
        date = time.strftime(self.suffix, self._clock(self.rolloverAt - self.interval))
        self._dest = self.rotation_filename(f"{self.baseFilename}.{date}")
        if os.path.exists(self._dest):
            return  # another process was quicker
        now = int(time.time())
        super().doRollover()
        self.rolloverAt = self.computeRollover(now)
        missed = now - self.rolloverAt
        if missed >= 0:
            self.rolloverAt += (missed // self.interval + 1) * self.interval

    def _put_away(self):
        self.rotate(self.baseFilename, self._dest)
        for path in self.getFilesToDelete() if self.backupCount > 0 else ():
            os.remove(path)


class WatchedFileHandler(logging.FileHandler):
    """Opens its file again when another program has put another one in its place."""

    def reopenIfNeeded(self):
        if self.stream is None:
            return
        try:
            same = os.path.samestat(os.stat(self.baseFilename), os.fstat(self.stream.fileno()))
        except FileNotFoundError:
            same = False
        if not same:
            self.stream.close()
            self.stream = self._open()

    def emit(self, record):
        self.reopenIfNeeded()
        super().emit(record)


class BufferingHandler(logging.Handler):
    """Keeps records until there are enough of them."""

    def __init__(self, capacity):
        super().__init__()
        self.capacity, self.buffer = capacity, []

    def emit(self, record):
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity

    def flush(self):
        self.buffer.clear()

    def close(self):
        try:
            self.flush()
        finally:
            super().close()


class MemoryHandler(BufferingHandler):
    """Keeps records and hands them to another handler, at once when one is serious."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        super().__init__(capacity)
        self.target, self.flushLevel, self.flushOnClose = target, flushLevel, flushOnClose

    def setTarget(self, target):
        self.target = target

    def shouldFlush(self, record):
        serious = record.levelno >= self.flushLevel
        return serious or super().shouldFlush(record)

    def flush(self):
        if self.target is None:
            return
        for record in self.buffer:
            self.target.handle(record)
        self.buffer.clear()

    def close(self):
        if self.flushOnClose:
            self.flush()
        self.target = None
        super().close()


class QueueHandler(logging.Handler):
    """Puts records into a queue."""

    listener = None

    def __init__(self, queue):
        super().__init__()
        self.queue = queue

    def prepare(self, record):
        """Make a record fit for other processes: its message put together, its exception as text."""
        portable = copy.copy(record)
        portable.message = portable.msg = self.format(record)
        for name in ("args", "exc_info", "exc_text", "stack_info"):
            setattr(portable, name, None)
        return portable

    def enqueue(self, record):
        self.queue.put_nowait(record)

    def emit(self, record):
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener:
    """Takes records from a queue and gives them to handlers.

    Threads run one after another here: what is in the queue is handled when the
    listener stops.
    """

    _sentinel = None
    _running = False

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue, self.handlers = queue, handlers
        self.respect_handler_level = respect_handler_level

    def start(self):
        if self._running:
            raise RuntimeError("Listener already started")
        self._running = True

    def stop(self):
        if self._running:
            self._running = False
            self.enqueue_sentinel()
            for record in iter(self._next, self._sentinel):
                self.handle(record)

    def _next(self):
        try:
            return self.dequeue(False)
        except queue.Empty:
            return self._sentinel

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *exc_info):
        self.stop()

    def enqueue_sentinel(self):
        self.queue.put_nowait(self._sentinel)

    def dequeue(self, block):
        return self.queue.get(block)

    def prepare(self, record):
        return record

    def handle(self, record):
        prepared = self.prepare(record)
        for handler in self.handlers:
            if prepared.levelno >= handler.level or not self.respect_handler_level:
                handler.handle(prepared)
