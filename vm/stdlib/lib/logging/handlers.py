"""Handlers that change files, keep records for later, or hand them on."""

import copy
import io
import logging
import os
import queue
import re
import time

DEFAULT_TCP_LOGGING_PORT = 9020
DEFAULT_UDP_LOGGING_PORT = 9021
DEFAULT_HTTP_LOGGING_PORT = 9022
DEFAULT_SOAP_LOGGING_PORT = 9023
SYSLOG_UDP_PORT = 514
SYSLOG_TCP_PORT = 514

_MIDNIGHT = 24 * 60 * 60


class BaseRotatingHandler(logging.FileHandler):
    """Goes on in another file when shouldRollover says so."""

    namer = None
    rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        logging.FileHandler.__init__(self, filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self.mode = mode
        self.encoding = encoding
        self.errors = errors

    def emit(self, record):
        try:
            if self.shouldRollover(record):
                self.doRollover()
            logging.FileHandler.emit(self, record)
        except Exception:
            self.handleError(record)

    def rotation_filename(self, default_name):
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.rename(source, dest)


class RotatingFileHandler(BaseRotatingHandler):
    """Keeps files below a size; older ones get the suffixes .1, .2 and so on."""

    def __init__(self, filename, mode="a", maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        if maxBytes > 0:
            mode = "a"
        BaseRotatingHandler.__init__(self, filename, mode, encoding=encoding, delay=delay, errors=errors)
        self.maxBytes = maxBytes
        self.backupCount = backupCount

    def doRollover(self):
        if self.stream:
            self.stream.close()
            self.stream = None
        if self.backupCount > 0:
            for i in range(self.backupCount - 1, 0, -1):
                older, newer = (self.rotation_filename("%s.%d" % (self.baseFilename, n)) for n in (i + 1, i))
                if os.path.exists(newer):
                    if os.path.exists(older):
                        os.remove(older)
                    os.rename(newer, older)
            first = self.rotation_filename(self.baseFilename + ".1")
            if os.path.exists(first):
                os.remove(first)
            self.rotate(self.baseFilename, first)
        if not self.delay:
            self.stream = self._open()

    def shouldRollover(self, record):
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes > 0:
            try:
                pos = self.stream.tell()
            except io.UnsupportedOperation:
                return False  # not a regular file
            if not pos:
                return False  # a record that is too long for any file
            msg = "%s\n" % self.format(record)
            if pos + len(msg) >= self.maxBytes:
                return not os.path.exists(self.baseFilename) or os.path.isfile(self.baseFilename)
        return False


class TimedRotatingFileHandler(BaseRotatingHandler):
    """Begins another file at certain times; older ones get the time as suffix."""

    _INTERVALS = {"S": (1, "%Y-%m-%d_%H-%M-%S"), "M": (60, "%Y-%m-%d_%H-%M"), "H": (3600, "%Y-%m-%d_%H"), "D": (_MIDNIGHT, "%Y-%m-%d"),
                  "MIDNIGHT": (_MIDNIGHT, "%Y-%m-%d"), "W": (7 * _MIDNIGHT, "%Y-%m-%d")}

    def __init__(self, filename, when="h", interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None, errors=None):
        encoding = io.text_encoding(encoding)
        BaseRotatingHandler.__init__(self, filename, "a", encoding=encoding, delay=delay, errors=errors)
        self.when = when.upper()
        self.backupCount = backupCount
        self.utc = utc
        self.atTime = atTime
        kind = self.when
        if kind.startswith("W"):
            if len(kind) != 2:
                raise ValueError("You must specify a day for weekly rollover from 0 to 6 (0 is Monday): %s" % self.when)
            if not "0" <= kind[1] <= "6":
                raise ValueError("Invalid day specified for weekly rollover: %s" % self.when)
            self.dayOfWeek = int(kind[1])
            kind = "W"
        if kind not in self._INTERVALS:
            raise ValueError("Invalid rollover interval specified: %s" % self.when)
        self.interval, self.suffix = self._INTERVALS[kind]
        self.interval *= interval
        pattern = re.sub("%.", r"\\d+", re.escape(self.suffix).replace("\\%", "%"))
        self.extMatch = re.compile(rf"(?<!\d){pattern}(?!\d)")
        start = int(os.stat(self.baseFilename).st_mtime) if os.path.exists(self.baseFilename) else int(time.time())
        self.rolloverAt = self.computeRollover(start)

    def computeRollover(self, currentTime):
        if self.when != "MIDNIGHT" and not self.when.startswith("W"):
            return currentTime + self.interval
        t = time.gmtime(currentTime) if self.utc else time.localtime(currentTime)
        at = _MIDNIGHT if self.atTime is None else (self.atTime.hour * 60 + self.atTime.minute) * 60 + self.atTime.second
        rest = at - ((t[3] * 60 + t[4]) * 60 + t[5])
        day = t[6]
        if rest <= 0:
            rest += _MIDNIGHT
            day = (day + 1) % 7
        result = currentTime + rest
        if self.when.startswith("W"):
            result += (self.dayOfWeek - day) % 7 * _MIDNIGHT
        return result + self.interval - (_MIDNIGHT * 7 if self.when.startswith("W") else _MIDNIGHT)

    def shouldRollover(self, record):
        if int(time.time()) < self.rolloverAt:
            return False
        if os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename):
            self.rolloverAt = self.computeRollover(int(time.time()))
            return False
        return True

    def getFilesToDelete(self):
        folder, base = os.path.split(self.baseFilename)
        found = [name for name in os.listdir(folder) if name.startswith(base + ".") and self.extMatch.fullmatch(name[len(base) + 1:])]
        found.sort()
        return [os.path.join(folder, name) for name in found[:max(len(found) - self.backupCount, 0)]]

    def doRollover(self):
        now = int(time.time())
        begin = self.rolloverAt - self.interval
        t = time.gmtime(begin) if self.utc else time.localtime(begin)
        dest = self.rotation_filename(self.baseFilename + "." + time.strftime(self.suffix, t))
        if os.path.exists(dest):
            return
        if self.stream:
            self.stream.close()
            self.stream = None
        self.rotate(self.baseFilename, dest)
        if self.backupCount > 0:
            for name in self.getFilesToDelete():
                os.remove(name)
        if not self.delay:
            self.stream = self._open()
        self.rolloverAt = self.computeRollover(now)
        while self.rolloverAt <= now:
            self.rolloverAt += self.interval


class WatchedFileHandler(logging.FileHandler):
    """Opens its file again when another program has put another one in its place."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        logging.FileHandler.__init__(self, filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self.dev, self.ino = -1, -1
        self._statstream()

    def _statstream(self):
        if self.stream is not None:
            st = os.fstat(self.stream.fileno())
            self.dev, self.ino = st.st_dev, st.st_ino

    def reopenIfNeeded(self):
        if self.stream is None:
            return
        try:
            st = os.stat(self.baseFilename)
            same = (st.st_dev, st.st_ino) == (self.dev, self.ino)
        except FileNotFoundError:
            same = False
        if not same:
            self.stream.flush()
            self.stream.close()
            self.stream = self._open()
            self._statstream()

    def emit(self, record):
        self.reopenIfNeeded()
        logging.FileHandler.emit(self, record)


class BufferingHandler(logging.Handler):
    """Keeps records until there are enough of them."""

    def __init__(self, capacity):
        logging.Handler.__init__(self)
        self.capacity = capacity
        self.buffer = []

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        self.acquire()
        try:
            self.buffer.clear()
        finally:
            self.release()

    def close(self):
        try:
            self.flush()
        finally:
            logging.Handler.close(self)


class MemoryHandler(BufferingHandler):
    """Keeps records and hands them to another handler, at once when one is serious."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        BufferingHandler.__init__(self, capacity)
        self.flushLevel = flushLevel
        self.target = target
        self.flushOnClose = flushOnClose

    def shouldFlush(self, record):
        return len(self.buffer) >= self.capacity or record.levelno >= self.flushLevel

    def setTarget(self, target):
        self.target = target

    def flush(self):
        self.acquire()
        try:
            if self.target:
                for record in self.buffer:
                    self.target.handle(record)
                self.buffer.clear()
        finally:
            self.release()

    def close(self):
        try:
            if self.flushOnClose:
                self.flush()
        finally:
            self.target = None
            BufferingHandler.close(self)


class QueueHandler(logging.Handler):
    """Puts records into a queue."""

    def __init__(self, queue):
        logging.Handler.__init__(self)
        self.queue = queue
        self.listener = None

    def enqueue(self, record):
        self.queue.put_nowait(record)

    def prepare(self, record):
        """Make a record fit for other processes: its message put together, its exception as text."""
        msg = self.format(record)
        record = copy.copy(record)
        record.message = record.msg = msg
        record.args = record.exc_info = record.exc_text = record.stack_info = None
        return record

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

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue = queue
        self.handlers = handlers
        self._running = False
        self.respect_handler_level = respect_handler_level

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.stop()

    def dequeue(self, block):
        return self.queue.get(block)

    def start(self):
        if self._running:
            raise RuntimeError("Listener already started")
        self._running = True

    def prepare(self, record):
        return record

    def handle(self, record):
        record = self.prepare(record)
        for handler in self.handlers:
            if not self.respect_handler_level or record.levelno >= handler.level:
                handler.handle(record)

    def enqueue_sentinel(self):
        self.queue.put_nowait(self._sentinel)

    def stop(self):
        if not self._running:
            return
        self._running = False
        self.enqueue_sentinel()
        while True:
            try:
                record = self.dequeue(False)
            except queue.Empty:
                return
            if record is self._sentinel:
                return
            self.handle(record)


def _without_network(name):
    def __init__(self, *args, **kwargs):
        raise NotImplementedError(f"logging.handlers.{name}: there is no network access")

    return type(name, (logging.Handler,), {"__init__": __init__, "__module__": __name__})


SocketHandler = _without_network("SocketHandler")
DatagramHandler = _without_network("DatagramHandler")
SysLogHandler = _without_network("SysLogHandler")
SMTPHandler = _without_network("SMTPHandler")
HTTPHandler = _without_network("HTTPHandler")
NTEventLogHandler = _without_network("NTEventLogHandler")
