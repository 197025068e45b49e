"""What the reader and the writer of pickles share: errors, protocols, and the names that Python 2 had for what Python 3 keeps elsewhere."""

HIGHEST_PROTOCOL = 5


class PickleError(Exception):
    __module__ = "_pickle"


class PicklingError(PickleError):
    __module__ = "_pickle"


class UnpicklingError(PickleError):
    __module__ = "_pickle"


# The first name of a row is the one that is written for the new module, all are read.
_MODULES = """builtins __builtin__,copyreg copy_reg,queue Queue,socketserver SocketServer,configparser ConfigParser,winreg _winreg,
    reprlib repr,_thread thread,_dummy_thread dummy_thread,html.parser HTMLParser,http.cookies Cookie,http.cookiejar cookielib,
    xmlrpc.client xmlrpclib,urllib.robotparser robotparser,collections UserString,_markupbase markupbase,
    pickle cPickle,io cStringIO,io StringIO,collections UserDict,collections UserList"""
_WRITTEN_AS_BEFORE = {"pickle", "io", "collections"}  # which Python 2 had, too

_NAMES = """builtins.range __builtin__.xrange,functools.reduce __builtin__.reduce,sys.intern __builtin__.intern,
    builtins.chr __builtin__.unichr,builtins.str __builtin__.unicode,builtins.int __builtin__.long,
    itertools.zip_longest itertools.izip_longest,itertools.filterfalse itertools.ifilterfalse,builtins.zip itertools.izip,
    builtins.map itertools.imap,builtins.filter itertools.ifilter,builtins.input __builtin__.raw_input,
    collections.UserDict UserDict.IterableUserDict,collections.UserList UserList.UserList,
    collections.UserString UserString.UserString"""

_EXCEPTIONS = """ArithmeticError AssertionError AttributeError BaseException BufferError BytesWarning DeprecationWarning EOFError EnvironmentError
    Exception FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError KeyError
    KeyboardInterrupt LookupError MemoryError NameError NotImplementedError OSError OverflowError PendingDeprecationWarning ReferenceError
    RuntimeError RuntimeWarning StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TypeError UnboundLocalError
    UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning
    ZeroDivisionError""".split()


def _pairs(text):
    return [entry.split() for entry in text.split(",")]


_OLD_MODULES = {new: old for new, old in _pairs(_MODULES) if new not in _WRITTEN_AS_BEFORE}
_NEW_MODULES = {old: new for new, old in _pairs(_MODULES)}
_OLD_NAMES = {tuple(new.split(".")): tuple(old.split(".")) for new, old in _pairs(_NAMES)}
_OLD_NAMES |= {("builtins", name): ("exceptions", name) for name in _EXCEPTIONS}
_NEW_NAMES = {old: new for new, old in _OLD_NAMES.items()} | {("UserDict", "UserDict"): ("collections", "UserDict")}


def old_place(module, name):
    """Where Python 2 has what is found in a module of Python 3."""
    if (module, name) in _OLD_NAMES:
        return _OLD_NAMES[module, name]
    return _OLD_MODULES.get(module, module), name


def new_place(module, name):
    """Where Python 3 has what was found in a module of Python 2."""
    if (module, name) in _NEW_NAMES:
        return _NEW_NAMES[module, name]
    return _NEW_MODULES.get(module, module), name
