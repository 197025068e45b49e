"""Logging: loggers form a tree by their dotted names, and pass records to handlers."""

import atexit
import io
import os
import sys
import time
import weakref
from string import Template

__all__ = ["BASIC_FORMAT", "BufferingFormatter", "CRITICAL", "DEBUG", "ERROR", "FATAL", "FileHandler", "Filter", "Formatter",
           "Handler", "INFO", "LogRecord", "Logger", "LoggerAdapter", "NOTSET", "NullHandler", "StreamHandler", "WARN",
           "WARNING", "addLevelName", "basicConfig", "captureWarnings", "critical", "debug", "disable", "error",
           "exception", "fatal", "getLevelName", "getLevelNamesMapping", "getLogger", "getLoggerClass", "info", "log",
           "makeLogRecord", "setLoggerClass", "shutdown", "warning", "getLogRecordFactory", "setLogRecordFactory",
           "lastResort", "raiseExceptions", "getHandlerByName", "getHandlerNames"]

CRITICAL = 50
FATAL = CRITICAL
ERROR = 40
WARNING = 30
WARN = WARNING
INFO = 20
DEBUG = 10
NOTSET = 0

raiseExceptions = True
logThreads = True
logMultiprocessing = True
logProcesses = True
_startTime = time.time_ns()
_own_folder = __file__.rpartition("/")[0] + "/"

_levelToName = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}
_nameToLevel = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR, "WARN": WARNING, "WARNING": WARNING, "INFO": INFO,
                "DEBUG": DEBUG, "NOTSET": NOTSET}


def getLevelNamesMapping():
    return dict(_nameToLevel)


def getLevelName(level):
    """Return the name of a level, or the level of a name."""
    known = (table[level] for table in (_levelToName, _nameToLevel) if level in table)
    return next(known, f"Level {level}")


def addLevelName(level, levelName):
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if str(level) == level:
        if level not in _nameToLevel:
            raise ValueError("Unknown level: %r" % level)
        return _nameToLevel[level]
    raise TypeError("Level not an integer or a valid string: %r" % (level,))


_own_file = (lambda: 0).__code__.co_filename


class LogRecord:
    """One event."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = time.time_ns()
        self.name, self.msg = name, msg
        named = len(args or ()) == 1 and isinstance(args[0], dict) and args[0]
        self.args = named or args
        self.levelno, self.levelname = level, getLevelName(level)
        self.pathname, self.filename, self.module = pathname, pathname, "Unknown module"
        if isinstance(pathname, (str, bytes, os.PathLike)):
            self.filename = os.path.basename(pathname)
            self.module, _ = os.path.splitext(self.filename)
        self.lineno, self.funcName = lineno, func
        self.exc_info, self.stack_info, self.exc_text = exc_info, sinfo, None
        self.created = now / 1e9
        self.msecs = now % 1000000000 // 1000000 + 0.0
        if int(self.created) != now // 1000000000:
            self.msecs = 0.0  # the seconds were rounded up
        self.relativeCreated = (now - _startTime) / 1e6
        threading = sys.modules.get("threading")
        self.thread = self.threadName = None
        if logThreads:
            self.thread = 1 if threading is None else threading.get_ident()
            self.threadName = "MainThread" if threading is None else threading.current_thread().name
        self.processName = "MainProcess" if logMultiprocessing else None
        self.process = os.getpid() if logProcesses else None
        self.taskName = None

    def getMessage(self):
        """Return the message with its arguments put in."""
        return str(self.msg) % self.args if self.args else str(self.msg)

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'


_logRecordFactory = LogRecord


def getLogRecordFactory():
    return _logRecordFactory


def setLogRecordFactory(factory):
    """Let records be made by another class or function."""
    global _logRecordFactory
    _logRecordFactory = factory


def makeLogRecord(dict):
    record = _logRecordFactory(None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record


class PercentStyle:
    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self.asctime_search in self._fmt

    def validate(self):
        import re
        if not re.search(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", self._fmt, re.I):
            raise ValueError("Invalid format '%s' for '%s' style" % (self._fmt, self.default_format[0]))

    def _values(self, record):
        return {**self._defaults, **record.__dict__} if self._defaults else record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        try:
            return self._format(record)
        except KeyError as e:
            raise ValueError("Formatting field not found in record: %s" % e)


class StrFormatStyle(PercentStyle):
    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"

    def validate(self):
        import re
        from string import Formatter as fields_of
        found = set()
        try:
            for _, name, spec, conversion in fields_of().parse(self._fmt):
                if name:
                    if not re.match(r"(\d+|\w+)(\.\w+|\[[^]]+\])*$", name):
                        raise ValueError("invalid field name/expression: %r" % name)
                    found.add(name)
                if conversion and conversion not in "rsa":
                    raise ValueError("invalid conversion: %r" % conversion)
                if spec and not re.match(r"(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$", spec, re.I):
                    raise ValueError("bad specifier: %r" % spec)
        except ValueError as e:
            raise ValueError("invalid format: %s" % e)
        if not found:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._fmt.format(**self._values(record))


class StringTemplateStyle(PercentStyle):
    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def __init__(self, fmt, *, defaults=None):
        super().__init__(fmt, defaults=defaults)
        self._tpl = Template(self._fmt)

    def usesTime(self):
        return self._fmt.find("$asctime") >= 0 or self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        found = set()
        for m in Template.pattern.finditer(self._fmt):
            if m["named"] or m["braced"]:
                found.add(m["named"] or m["braced"])
            elif m.group(0) == "$":
                raise ValueError("invalid format: bare '$' not allowed")
        if not found:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"

_STYLES = {"%": (PercentStyle, BASIC_FORMAT), "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
           "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}


class Formatter:
    """Turns records into text."""

    converter = time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in _STYLES:
            raise ValueError("Style must be one of: %s" % ",".join(_STYLES))
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate and fmt:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        moment = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, moment)
        text = time.strftime(self.default_time_format, moment)
        if self.default_msec_format:
            text = self.default_msec_format % (text, record.msecs)
        return text

    def formatException(self, ei):
        import traceback
        text = "".join(traceback.format_exception(ei[0], ei[1], ei[2]))
        return text[:-1] if text[-1:] == "\n" else text

    def format(self, record):
        """Return the text of a record: the line, then its exception, then its stack."""
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        parts = [self.formatMessage(record)]
        if not record.exc_text and record.exc_info:
            record.exc_text = self.formatException(record.exc_info)
        if record.exc_text:
            parts.append(record.exc_text)
        if record.stack_info:
            parts.append(self.formatStack(record.stack_info))
        *before, last = parts
        return "".join(part if part.endswith("\n") else part + "\n" for part in before) + last

    def formatMessage(self, record):
        return self._style.format(record)

    def usesTime(self):
        return self._style.usesTime()

    def formatStack(self, stack_info):
        return stack_info


_defaultFormatter = Formatter()


class BufferingFormatter:
    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _defaultFormatter

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        return self.formatHeader(records) + "".join(self.linefmt.format(r) for r in records) + self.formatFooter(records)


class Filter:
    """Lets records pass whose logger has a name, or one below it."""

    def __init__(self, name=""):
        self.name = name
        self.nlen = len(name)

    def filter(self, record):
        if self.nlen == 0 or self.name == record.name:
            return True
        return record.name.startswith(self.name + ".")


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for f in self.filters:
            result = f.filter(record) if hasattr(f, "filter") else f(record)
            if not result:
                return False
            if isinstance(result, LogRecord):
                record = result
        return record


_handlers = weakref.WeakValueDictionary()
_handlerList = []  # weak references, in the order in which the handlers were made


def _forget(reference):
    if reference in _handlerList:
        _handlerList.remove(reference)


class Handler(Filterer):
    """Does something with records; subclasses define emit."""

    def __init__(self, level=NOTSET):
        super().__init__()
        self._name = None
        self.level = _checkLevel(level)
        self.formatter = None
        self._closed = False
        _handlerList.append(weakref.ref(self, _forget))

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = name
        if name:
            _handlers[name] = self

    def get_name(self):
        return self._name

    def set_name(self, name):
        self.name = name

    def createLock(self):
        self.lock = None

    def acquire(self):
        pass

    def release(self):
        pass

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def format(self, record):
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        passed = self.filter(record)
        if isinstance(passed, LogRecord):
            record = passed
        if passed:
            self.emit(record)
        return passed

    def setFormatter(self, fmt):
        self.formatter = fmt

    def flush(self):
        pass

    def close(self):
        self._closed = True
        _handlers.pop(self._name, None)

    def handleError(self, record):
        if raiseExceptions and sys.stderr:
            import traceback
            sys.stderr.write("--- Logging error ---\n")
            sys.stderr.write("".join(traceback.format_exception(sys.exception())))
            sys.stderr.write("Call stack:\n")
            frame = sys.exception().__traceback__.tb_frame
            while frame is not None and frame.f_code.co_filename.startswith(_own_folder):
                frame = frame.f_back
            if frame is not None:
                traceback.print_stack(frame, file=sys.stderr)
            else:
                sys.stderr.write("Logged from file %s, line %s\n" % (record.filename, record.lineno))
            try:
                sys.stderr.write("Message: %r\nArguments: %s\n" % (record.msg, record.args))
            except Exception:
                sys.stderr.write("Unable to print the message and arguments - possible formatting error.\n"
                                 "Use the traceback above to help find the error.\n")

    def __repr__(self):
        return "<%s (%s)>" % (self.__class__.__name__, getLevelName(self.level))


class StreamHandler(Handler):
    """Writes records to a stream."""

    terminator = "\n"

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        if self.stream and hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        if stream is self.stream:
            return None
        old = self.stream
        self.flush()
        self.stream = stream
        return old

    def __repr__(self):
        name = getattr(self.stream, "name", "")
        name = str(name)
        return "<%s %s(%s)>" % (self.__class__.__name__, name + " " if name else "", getLevelName(self.level))


class FileHandler(StreamHandler):
    """Writes records to a file."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        self.baseFilename = os.path.abspath(os.fspath(filename))
        self.mode = mode
        self.encoding = encoding
        if "b" not in mode:
            self.encoding = io.text_encoding(encoding)
        self.errors = errors
        self.delay = delay
        if delay:
            Handler.__init__(self)
            self.stream = None
        else:
            super().__init__(self._open())

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self.stream is None and not self._closed:
            self.stream = self._open()
        if self.stream:
            super().emit(record)

    def close(self):
        if self.stream:
            self.flush()
            self.stream.close()
            self.stream = None
        super().close()


class NullHandler(Handler):
    """Does nothing."""

    def handle(self, record):
        pass

    def emit(self, record):
        pass


class _StderrHandler(StreamHandler):
    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


lastResort = _defaultLastResort = _StderrHandler(WARNING)
_lastResortReference = _handlerList[-1]


class PlaceHolder:
    """Stands in the tree for a logger that is not asked for yet."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap[alogger] = None


class Manager:
    """Keeps the tree of loggers."""

    def __init__(self, rootnode):
        self.root = rootnode
        self.disable = 0
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = None
        self.logRecordFactory = None

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        known = self.loggerDict.get(name)
        if known is not None and not isinstance(known, PlaceHolder):
            return known
        logger = (self.loggerClass or _loggerClass)(name)
        logger.manager = self
        self.loggerDict[name] = logger
        if known is not None:
            for child in known.loggerMap:
                if not child.parent.name.startswith(name):
                    logger.parent = child.parent
                    child.parent = logger
        self._fixupParents(logger)
        return logger

    def _fixupParents(self, logger):
        name, parent = logger.name, None
        i = name.rfind(".")
        while i > 0 and parent is None:
            above = name[:i]
            found = self.loggerDict.get(above)
            if found is None:
                self.loggerDict[above] = PlaceHolder(logger)
            elif isinstance(found, Logger):
                parent = found
            else:
                found.append(logger)
            i = name.rfind(".", 0, i)
        logger.parent = parent or self.root

    def setLoggerClass(self, klass):
        if klass is not Logger and not issubclass(klass, Logger):
            raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        self.logRecordFactory = factory

    def _clear_cache(self):
        pass


def _logs_at(level):
    """Make the method of Logger that logs at a level."""

    def method(self, msg, *args, **kwargs):
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    method.__name__ = _levelToName[level].lower()
    method.__qualname__ = "Logger." + method.__name__
    return method


class Logger(Filterer):
    """Where a program logs to."""

    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name = name
        self.level = _checkLevel(level)
        self.parent = None
        self.propagate = True
        self.handlers = []
        self.disabled = False

    def __reduce__(self):
        if getLogger(self.name) is not self:
            import pickle
            raise pickle.PicklingError("logger cannot be pickled")
        return getLogger, (self.name,)

    def setLevel(self, level):
        self.level = _checkLevel(level)

    debug, info, warning, error, critical = map(_logs_at, (DEBUG, INFO, WARNING, ERROR, CRITICAL))
    warn, fatal = warning, critical

    def exception(self, msg, *args, exc_info=True, **kwargs):
        kwargs["exc_info"] = exc_info
        self.error(msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        """Return file, line and function of the call outside of this module."""
        try:
            frame = sys._getframe(1)
        except (AttributeError, ValueError):
            return "(unknown file)", 0, "(unknown function)", None
        while stacklevel > 0 and frame.f_back is not None:
            frame = frame.f_back
            if frame.f_code.co_filename != _own_file:
                stacklevel -= 1
        sinfo = None
        if stack_info:
            import traceback
            sinfo = "Stack (most recent call last):\n" + "".join(traceback.format_stack(frame)).removesuffix("\n")
        return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, sinfo

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = _logRecordFactory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key in extra or ():
            if key in ("message", "asctime") or key in record.__dict__:
                raise KeyError("Attempt to overwrite %r in LogRecord" % key)
            record.__dict__[key] = extra[key]
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        fn, lno, func, sinfo = self.findCaller(stack_info, stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, fn, lno, msg, args, exc_info, func, extra, sinfo))

    def handle(self, record):
        if self.disabled:
            return
        passed = self.filter(record)
        if not passed:
            return
        if isinstance(passed, LogRecord):
            record = passed
        self.callHandlers(record)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        logger = self
        while logger:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False

    def callHandlers(self, record):
        logger, found = self, 0
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if found == 0:
            if lastResort:
                if record.levelno >= lastResort.level:
                    lastResort.handle(record)
            elif raiseExceptions and not self.manager.emittedNoHandlerWarning:
                sys.stderr.write("No handlers could be found for logger \"%s\"\n" % self.name)
                self.manager.emittedNoHandlerWarning = True

    def getEffectiveLevel(self):
        nearest = self
        while not nearest.level and nearest.parent:
            nearest = nearest.parent
        return nearest.level

    def isEnabledFor(self, level):
        if self.disabled or self.manager.disable >= level:
            return False
        return level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        if self.root is not self:
            suffix = ".".join((self.name, suffix))
        return self.manager.getLogger(suffix)

    def getChildren(self):
        depth = 1 if self is self.manager.root else self.name.count(".") + 2
        return {x for x in self.manager.loggerDict.values() if isinstance(x, Logger) and x.parent is self and x.name.count(".") + 1 == depth}

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__("root", level)

    def __reduce__(self):
        return getLogger, ()


_loggerClass = Logger


def setLoggerClass(klass):
    global _loggerClass
    if klass is not Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
    _loggerClass = klass


def getLoggerClass():
    return _loggerClass


def _adapted(level, **more):
    """Make the method of LoggerAdapter that logs at a level; more is passed on unless the call says otherwise."""

    def method(self, msg, *args, **kwargs):
        self.log(level, msg, *args, **(more | kwargs))

    return method


def _handed_on(name):
    """Make the method of LoggerAdapter that is the logger's own."""

    def method(self, *args, **kwargs):
        return getattr(self.logger, name)(*args, **kwargs)

    method.__name__ = name
    method.__qualname__ = "LoggerAdapter." + name
    return method


class LoggerAdapter:
    """Adds information to what is logged."""

    def __init__(self, logger, extra=None, merge_extra=False):
        self.logger, self.extra, self.merge_extra = logger, extra, merge_extra

    def process(self, msg, kwargs):
        """Return message and keyword arguments of a call as they reach the logger."""
        given = kwargs.get("extra") if self.merge_extra else None
        kwargs["extra"] = self.extra if given is None else dict(self.extra or (), **given)
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if not self.isEnabledFor(level):
            return
        msg, kwargs = self.process(msg, kwargs)
        self.logger.log(level, msg, *args, **kwargs)

    exception = _adapted(ERROR, exc_info=True)
    critical, error, warning, info, debug = map(_adapted, (CRITICAL, ERROR, WARNING, INFO, DEBUG))
    isEnabledFor, setLevel, getEffectiveLevel, hasHandlers, _log = map(
        _handed_on, ("isEnabledFor", "setLevel", "getEffectiveLevel", "hasHandlers", "_log"))

    def __repr__(self):
        return f"<{type(self).__name__} {self.logger.name} ({getLevelName(self.logger.getEffectiveLevel())})>"

    name = property(lambda self: self.logger.name)
    manager = property(lambda self: self.logger.manager, lambda self, manager: setattr(self.logger, "manager", manager))


root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(root)
root.manager = Logger.manager


def getLogger(name=None):
    """Return the logger of a name, or the root of all loggers."""
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def basicConfig(**kwargs):
    """Give the root logger a handler, unless it has one."""
    force = kwargs.pop("force", False)
    encoding = kwargs.pop("encoding", None)
    errors = kwargs.pop("errors", "backslashreplace")
    if force:
        for h in root.handlers[:]:
            root.removeHandler(h)
            h.close()
    if root.handlers:
        return
    handlers = kwargs.pop("handlers", None)
    if handlers is None:
        if "stream" in kwargs and "filename" in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
    elif "stream" in kwargs or "filename" in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if handlers is None:
        filename = kwargs.pop("filename", None)
        mode = kwargs.pop("filemode", "a")
        if filename:
            if "b" in mode:
                errors = None
            else:
                encoding = io.text_encoding(encoding)
            handlers = [FileHandler(filename, mode, encoding=encoding, errors=errors)]
        else:
            handlers = [StreamHandler(kwargs.pop("stream", None))]
    dfs = kwargs.pop("datefmt", None)
    style = kwargs.pop("style", "%")
    if style not in _STYLES:
        raise ValueError("Style must be one of: %s" % ",".join(_STYLES))
    formatter = Formatter(kwargs.pop("format", _STYLES[style][1]), dfs, style)
    for h in handlers:
        if h.formatter is None:
            h.setFormatter(formatter)
        root.addHandler(h)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError("Unrecognised argument(s): %s" % ", ".join(kwargs.keys()))


def _root_log(level, msg, args, kwargs):
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def critical(msg, *args, **kwargs):
    _root_log(CRITICAL, msg, args, kwargs)


fatal = critical


def error(msg, *args, **kwargs):
    _root_log(ERROR, msg, args, kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    _root_log(WARNING, msg, args, kwargs)


def info(msg, *args, **kwargs):
    _root_log(INFO, msg, args, kwargs)


def debug(msg, *args, **kwargs):
    _root_log(DEBUG, msg, args, kwargs)


def log(level, msg, *args, **kwargs):
    _root_log(level, msg, args, kwargs)


def disable(level=CRITICAL):
    """Switch off records of a level and below, everywhere."""
    root.manager.disable = _checkLevel(level)


def getHandlerByName(name):
    return _handlers.get(name)


def getHandlerNames():
    return frozenset(_handlers)


def shutdown(handlerList=None):
    """Flush and close all handlers, the newest first."""
    for reference in reversed(list(_handlerList if handlerList is None else handlerList)):
        handler = _defaultLastResort if reference is _lastResortReference else reference()  # asking a reference has the collector run
        if not handler:
            continue
        try:
            handler.acquire()
            # MemoryHandlers may be told to keep their records to themselves.
            if getattr(handler, "flushOnClose", True):
                handler.flush()
            handler.close()
        except (OSError, ValueError):
            pass
        except Exception:
            if raiseExceptions:
                raise
        finally:
            handler.release()


atexit.register(shutdown)

_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    import warnings
    if file is not None:
        if _warnings_showwarning is not None:
            _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning("%s", warnings.formatwarning(message, category, filename, lineno, line))


def captureWarnings(capture):
    """Log warnings instead of printing them."""
    global _warnings_showwarning
    import warnings
    if capture:
        if _warnings_showwarning is None:
            _warnings_showwarning = warnings.showwarning
            warnings.showwarning = _showwarning
    elif _warnings_showwarning is not None:
        warnings.showwarning = _warnings_showwarning
        _warnings_showwarning = None
