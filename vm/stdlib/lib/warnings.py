"""Warnings: filters, and where the messages go."""

import sys

_RAN_WITH_IGNORE = False
filters = [("default", None, DeprecationWarning, "__main__", 0), ("ignore", None, DeprecationWarning, None, 0),
           ("ignore", None, PendingDeprecationWarning, None, 0), ("ignore", None, ImportWarning, None, 0), ("ignore", None, ResourceWarning, None, 0)]
defaultaction = "default"
onceregistry = {}
_version = 0


class WarningMessage:
    """What showwarning was called with."""

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message, self.category, self.source = message, category, source
        self.filename, self.lineno, self.file, self.line = filename, lineno, file, line
        self._category_name = category and category.__name__

    _WARNING_DETAILS = "message", "category", "filename", "lineno", "file", "line", "source"

    def __str__(self):
        return (f"{{message : {self.message!r}, category : {self._category_name!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")

    def __repr__(self):
        return f"<{type(self).__qualname__} {self}>"


def formatwarning(message, category, filename, lineno, line=None):
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    if line is None:
        import linecache
        line = linecache.getline(filename, lineno)
    if line:
        text += "  " + line.strip() + "\n"
    return text


def showwarning(message, category, filename, lineno, file=None, line=None):
    if file is None:
        file = sys.stderr
        if file is None:
            return
    file.write(formatwarning(message, category, filename, lineno, line))


_original_showwarning = showwarning


def _show(msg):
    show = showwarning
    if _recorder is not None and show is _original_showwarning:
        _recorder.append(msg)
        return
    show(msg.message, msg.category, msg.filename, msg.lineno, msg.file, msg.line)


_recorder = None


def _changed():
    global _version
    _version += 1


def _check(action, category, lineno):
    if action not in ("error", "ignore", "always", "all", "default", "module", "once"):
        raise ValueError(f"invalid action: {action!r}")
    if not isinstance(category, type) or not issubclass(category, Warning):
        raise TypeError("category must be a Warning subclass")
    if not isinstance(lineno, int):
        raise TypeError("lineno must be an int")
    if lineno < 0:
        raise ValueError("lineno must be an int >= 0")


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    if action not in ("error", "ignore", "always", "all", "default", "module", "once"):
        raise ValueError(f"invalid action: {action!r}")
    if not isinstance(message, str):
        raise TypeError("message must be a string")
    _check(action, category, 0)
    if not isinstance(module, str):
        raise TypeError("module must be a string")
    _check(action, category, lineno)
    import re
    _add((action, re.compile(message, re.I) if message else None, category, re.compile(module) if module else None, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    _check(action, category, lineno)
    _add((action, None, category, None, lineno), append)


def _add(item, append):
    if append:
        if item not in filters:
            filters.append(item)
    else:
        if item in filters:
            filters.remove(item)
        filters.insert(0, item)
    _changed()


def resetwarnings():
    filters[:] = []
    _changed()


def warn(message, category=None, stacklevel=1, source=None, *, skip_file_prefixes=()):
    if isinstance(message, Warning):
        category = type(message)
    category = UserWarning if category is None else category
    known = isinstance(category, type) and issubclass(category, Warning)
    if not known:
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    try:
        frame = sys._getframe(stacklevel)
    except ValueError:
        globals, filename, lineno = sys.__dict__, "<sys>", 0
    else:
        globals, filename, lineno = frame.f_globals, frame.f_code.co_filename, frame.f_lineno
    module = globals.get("__name__", "<string>")
    registry = globals.setdefault("__warningregistry__", {})
    warn_explicit(message, category, filename, lineno, module, registry, globals, source)


def _matches(pattern, text):
    return pattern is None or (pattern == text if isinstance(pattern, str) else pattern.match(text) is not None)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    if module is None:
        module = filename or "<unknown>"
        if module.endswith(".py"):
            module = module[:-3]
    if registry is None:
        registry = {}
    if registry.get("version", 0) != _version:
        registry.clear()
        registry["version"] = _version
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        text = message
        message = category(message)
    key = (text, category, lineno)
    if registry.get(key):
        return
    for action, msg, cat, mod, ln in filters:
        if _matches(msg, text) and issubclass(category, cat) and _matches(mod, module) and (ln == 0 or lineno == ln):
            break
    else:
        action = defaultaction
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action == "once":
        registry[key] = 1
        oncekey = (text, category)
        if onceregistry.get(oncekey):
            return
        onceregistry[oncekey] = 1
    elif action == "module":
        registry[key] = 1
        altkey = (text, category, 0)
        if registry.get(altkey):
            return
        registry[altkey] = 1
    elif action == "default":
        registry[key] = 1
    _show(WarningMessage(message, category, filename, lineno, source=source))


class catch_warnings:
    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        args = []
        if self._record:
            args.append("record=True")
        if self._module is not None and self._module is not sys.modules["warnings"]:
            args.append("module=" + repr(self._module))
        return "%s(%s)" % (type(self).__name__, ", ".join(args))

    def __enter__(self):
        global _recorder, showwarning
        if self._entered:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        self._entered = True
        self._saved = (filters[:], showwarning, _recorder)
        _changed()
        if self._filter is not None:
            simplefilter(*self._filter)
        if self._record:
            _recorder = log = []
            showwarning = _original_showwarning
            return log
        return None

    def __exit__(self, *exc_info):
        global _recorder, showwarning
        if not self._entered:
            raise RuntimeError(f"Cannot exit {self!r} without entering first")
        filters[:], showwarning, _recorder = self._saved
        _changed()


def deprecated_impl(msg, category, stacklevel, arg):
    import functools
    if isinstance(arg, type):
        original_new = arg.__new__

        def __new__(cls, /, *args, **kwargs):
            if cls is arg:
                warn(msg, category=category, stacklevel=stacklevel + 1)
            if original_new is not object.__new__:
                return original_new(cls, *args, **kwargs)
            return original_new(cls)

        arg.__new__ = staticmethod(__new__)
        arg.__deprecated__ = msg
        return arg

    @functools.wraps(arg)
    def wrapper(*args, **kwargs):
        warn(msg, category=category, stacklevel=stacklevel + 1)
        return arg(*args, **kwargs)

    arg.__deprecated__ = wrapper.__deprecated__ = msg
    return wrapper


class deprecated:
    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        self.message = message
        self.category = category
        self.stacklevel = stacklevel

    def __call__(self, arg, /):
        if self.category is None:
            arg.__deprecated__ = self.message
            return arg
        return deprecated_impl(self.message, self.category, self.stacklevel, arg)


class _OptionError(Exception):
    """A -W option is wrong."""


def _setoption(option):
    """Adds the filter of a -W option: action:message:category:module:lineno, what is left out matching all."""
    fields = [field.strip() for field in option.split(":")]
    if len(fields) > 5:
        raise _OptionError(f"too many fields (max 5): {option!r}")
    action, message, category, module, lineno = fields + [""] * (5 - len(fields))
    try:
        lineno = int(lineno or 0)
        if lineno < 0:
            raise ValueError
    except ValueError:
        raise _OptionError(f"invalid lineno {lineno!r}") from None
    if message or module:
        import re
        message = re.escape(message)
        module = re.escape(module) + r"\Z" if module else ""
    filterwarnings(_getaction(action), message, _getcategory(category), module, lineno)


def _getaction(action):
    for name in "default", "always", "all", "ignore", "module", "once", "error":
        if name.startswith(action):
            return name
    raise _OptionError(f"invalid action: {action!r}")


def _getcategory(name):
    if not name:
        return Warning
    home, _, tail = name.rpartition(".")
    try:
        category = getattr(__import__(home or "builtins", fromlist=[tail]), tail)
    except ImportError:
        raise _OptionError(f"invalid module name: {home!r}") from None
    except AttributeError:
        raise _OptionError(f"unknown warning category: {name!r}") from None
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise _OptionError(f"invalid warning category: {name!r}")
    return category


for _option in sys.warnoptions:
    try:
        _setoption(_option)
    except _OptionError as e:
        print("Invalid -W option ignored:", e, file=sys.stderr)
