"""Looking at live objects: signatures, members, source."""

import functools
import sys
import types
from collections import OrderedDict, namedtuple
from enum import IntEnum as _IntEnum

__all__ = ["Parameter", "Signature", "BoundArguments", "signature", "getmembers", "getsource", "getsourcelines", "getdoc", "cleandoc",
           "isclass", "isfunction", "ismethod", "ismodule", "isbuiltin", "isgenerator", "isgeneratorfunction", "iscoroutinefunction", "isroutine",
           "isabstract", "isdatadescriptor", "getmro", "currentframe", "stack", "unwrap", "getfullargspec", "getcallargs", "getfile", "getmodule"]

CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 128, 256, 512
CO_NOFREE, CO_HAS_DOCSTRING, CO_METHOD = 64, 0x4000000, 0x8000000
TPFLAGS_IS_ABSTRACT = 1 << 20


def ismodule(object):
    return isinstance(object, types.ModuleType)


def ispackage(object):
    return ismodule(object) and hasattr(object, "__path__")


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def ismethodwrapper(object):
    return isinstance(object, types.MethodWrapperType)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isawaitable(object):
    from collections.abc import Awaitable
    if isinstance(object, types.GeneratorType):
        return bool(object.gi_code.co_flags & CO_ITERABLE_COROUTINE)
    return isinstance(object, Awaitable)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def isasyncgenfunction(obj):
    return _has_flag(obj, CO_ASYNC_GENERATOR)


def iscoroutinefunction(obj):
    return _has_flag(obj, CO_COROUTINE) or getattr(obj, "_is_coroutine_mark", None) is _is_coroutine_mark


_is_coroutine_mark = object()


def markcoroutinefunction(func):
    """Make iscoroutinefunction say yes about a function that is not written with async def."""
    getattr(func, "__func__", func)._is_coroutine_mark = _is_coroutine_mark
    return func


def _has_flag(f, flag):
    while ismethod(f) or isinstance(f, functools.partial):
        f = f.__func__ if ismethod(f) else f.func
    return isfunction(f) and bool(f.__code__.co_flags & flag)


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def ismethoddescriptor(obj):
    if isclass(obj) or ismethod(obj) or isfunction(obj):
        return False
    return hasattr(type(obj), "__get__") and not hasattr(type(obj), "__set__")


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__set__") or hasattr(type(object), "__delete__")


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object) or ismethodwrapper(object)


def isabstract(object):
    return isinstance(object, type) and bool(getattr(object, "__abstractmethods__", None))


def _unwrap_partial(func):
    while isinstance(func, functools.partial):
        func = func.func
    return func


def isgeneratorfunction(obj):
    f = _unwrap_partial(obj.__func__ if ismethod(obj) else obj)
    return isfunction(f) and bool(f.__code__.co_flags & CO_GENERATOR)


def getmro(cls):
    return cls.__mro__


def getmembers(object, predicate=None):
    results = []
    names = dir(object)
    for key in names:
        try:
            value = getattr(object, key)
        except AttributeError:
            for base in getattr(object, "__mro__", ()):
                if key in base.__dict__:
                    value = base.__dict__[key]
                    break
            else:
                continue
        if not predicate or predicate(value):
            results.append((key, value))
    results.sort(key=lambda pair: pair[0])
    return results


def getmembers_static(object, predicate=None):
    """Return the members as they are stored: no descriptor is asked."""
    results = []
    for key in dir(object):
        value = getattr_static(object, key, _missing)
        if value is not _missing and (not predicate or predicate(value)):
            results.append((key, value))
    return sorted(results, key=lambda pair: pair[0])


Attribute = namedtuple("Attribute", "name kind defining_class object")


def classify_class_attrs(cls):
    """Return, for each attribute of a class, its name, its kind, the class that defines it and what that class holds."""
    bases = getmro(cls) + tuple(b for b in getmro(type(cls)) if b not in (type, object))
    names = set(dir(cls)) | {name for base in bases for name in base.__dict__ if base is not type}
    result = []
    for name in sorted(names):
        home = next((base for base in bases if name in base.__dict__), None)
        if home is None:
            continue
        value = home.__dict__[name]
        if isinstance(value, (staticmethod, types.BuiltinMethodType)):
            kind = "static method"
        elif isinstance(value, (classmethod, types.ClassMethodDescriptorType)):
            kind = "class method"
        elif isinstance(value, property):
            kind = "property"
        elif isroutine(value):
            kind = "method"
        else:
            kind = "data"
        result.append(Attribute(name, kind, home, value))
    return result


def getclasstree(classes, unique=False):
    """Arrange classes in nested lists: after the pair of a class and its bases, a list of those derived from it."""
    children, roots = {}, []
    for cls in classes:
        for parent in cls.__bases__:
            known = children.setdefault(parent, [])
            if cls not in known:
                known.append(cls)
            if unique and parent in classes:
                break
        if not cls.__bases__ and cls not in roots:
            roots.append(cls)
    roots += [parent for parent in children if parent not in classes]
    return walktree(roots, children, None)


def walktree(classes, children, parent):
    results = []
    for cls in sorted(classes, key=lambda c: (c.__module__, c.__name__)):
        results.append((cls, cls.__bases__))
        if cls in children:
            results.append(walktree(children[cls], children, cls))
    return results


_missing = object()


def getattr_static(obj, attr, default=_missing):
    """Look an attribute up without asking descriptors, __getattr__ or __getattribute__."""
    cls = obj if isinstance(obj, type) else type(obj)
    held = _missing
    if not isinstance(obj, type):
        try:
            held = object.__getattribute__(obj, "__dict__").get(attr, _missing)
        except AttributeError:
            pass
    found = next((base.__dict__[attr] for base in type.__dict__["__mro__"].__get__(cls) if attr in base.__dict__), _missing)
    if held is not _missing:
        # As when attributes are looked up, a data descriptor of the class wins.
        if found is not _missing and hasattr(type(found), "__set__") and hasattr(type(found), "__get__"):
            return found
        return held
    if found is not _missing:
        return found
    if obj is cls:
        for base in type(cls).__mro__:
            if attr in base.__dict__:
                return base.__dict__[attr]
    if default is not _missing:
        return default
    raise AttributeError(attr)


def unwrap(func, *, stop=None):
    seen = {id(func)}
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        func = func.__wrapped__
        if id(func) in seen:
            raise ValueError(f"wrapper loop when unwrapping {func!r}")
        seen.add(id(func))
    return func


def cleandoc(doc):
    first, *others = doc.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in others if line.strip(" ")), default=0)
    lines = [first.lstrip(" "), *(line[margin:] for line in others)]
    shown = [number for number, line in enumerate(lines) if line]
    return "\n".join(lines[shown[0]:shown[-1] + 1]) if shown else ""


def getdoc(object):
    doc = getattr(object, "__doc__", None)
    if doc is None and isclass(object):
        for base in object.__mro__[1:]:
            if base is not __builtins_object and base.__doc__:
                doc = base.__doc__
                break
    return cleandoc(doc) if isinstance(doc, str) else None


__builtins_object = object


def getfile(object):
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError(f"{object!r} is a built-in module")
    if isclass(object):
        module = sys.modules.get(object.__module__)
        if getattr(module, "__file__", None):
            return module.__file__
        raise TypeError(f"{object!r} is a built-in class")
    # From what has code to the code, in the order in which one leads to the other.
    for leads, attribute in ((ismethod, "__func__"), (isfunction, "__code__"), (istraceback, "tb_frame"), (isframe, "f_code")):
        object = getattr(object, attribute) if leads(object) else object
    if iscode(object):
        return object.co_filename
    raise TypeError(f"module, class, method, function, traceback, frame, or code object was expected, got {type(object).__name__}")


def getsourcefile(object):
    """Return the file that the source is in, None if there is none."""
    import linecache
    import os
    filename = getfile(object)
    if os.path.exists(filename) or linecache.getlines(filename):
        return filename
    return None


def getabsfile(object, _filename=None):
    import os
    return os.path.normcase(os.path.abspath(_filename or getsourcefile(object) or getfile(object)))


def getcomments(object):
    """Return the lines of comments right before the source of an object; None if there are none."""
    try:
        lines, number = findsource(object)
    except (OSError, TypeError):
        return None
    if ismodule(object):
        start = 1 if lines and lines[0].startswith("#!") else 0
        while start < len(lines) and lines[start].strip() in ("", "#"):
            start += 1
        if start >= len(lines) or not lines[start].startswith("#"):
            return None
        end = start
        while end < len(lines) and lines[end].startswith("#"):
            end += 1
        return "".join(line.expandtabs() for line in lines[start:end])
    indent = len(lines[number]) - len(lines[number].lstrip())
    start = number
    while start > 0 and lines[start - 1].lstrip().startswith("#") and len(lines[start - 1]) - len(lines[start - 1].lstrip()) == indent:
        start -= 1
    return "".join(line.expandtabs().lstrip() for line in lines[start:number]) or None


def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    if hasattr(object, "__module__"):
        return sys.modules.get(object.__module__)
    try:
        filename = _filename or getfile(object)
    except TypeError:
        return None
    return next((m for m in list(sys.modules.values()) if ismodule(m) and getattr(m, "__file__", None) == filename), None)


def getmodulename(path):
    name = path.rsplit("/", 1)[-1]
    return name[:-3] if name.endswith(".py") else None


def findsource(object):
    import linecache
    lines = linecache.getlines(getfile(object))
    if not lines:
        raise OSError("could not get source code")
    if ismodule(object):
        return lines, 0
    if isclass(object):
        try:
            return lines, object.__firstlineno__ - 1
        except AttributeError:
            raise OSError("source code not available")
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        object = object.__code__
    if istraceback(object):
        object = object.tb_frame
    if isframe(object):
        object = object.f_code
    return lines, object.co_firstlineno - 1


class EndOfBlock(Exception):
    """The tokens of a definition are over."""


class BlockFinder:
    """Is fed the tokens of a definition and what follows; last is the number of its last line once EndOfBlock is raised."""

    def __init__(self):
        self.indent = 0
        self.islambda = False
        self.started = False
        self.passline = False
        self.indecorator = False
        self.last = 1
        self.body_col0 = None

    def tokeneater(self, type, token, srowcol, erowcol, line):
        import tokenize as t
        if not self.started and not self.indecorator:
            if type in (t.INDENT, t.COMMENT, t.NL):
                return
            if token == "async":
                return
            if token == "@":
                self.indecorator = True
            else:
                self.started = self.passline = True
                self.islambda = token not in ("def", "class")
        elif type == t.NEWLINE:
            self.last = srowcol[0]
            self.passline = self.indecorator = False
            if self.islambda:
                raise EndOfBlock
        elif self.passline:
            return
        elif type == t.INDENT:
            if self.body_col0 is None and self.started:
                self.body_col0 = erowcol[1]
            self.indent += 1
            self.passline = True
        elif type == t.DEDENT:
            self.indent -= 1
            if self.indent <= 0:
                raise EndOfBlock
        elif type == t.COMMENT:
            if self.body_col0 is not None and srowcol[1] >= self.body_col0:
                self.last = srowcol[0]
        elif self.indent == 0 and type != t.NL and not self.indecorator:
            raise EndOfBlock


def getblock(lines):
    """The lines of the definition that the first line begins."""
    depth = 0
    indent = None
    started = False
    last = 0
    quote = None
    for number, line in enumerate(lines):
        text = line.strip()
        if quote is None and depth == 0 and started and text and not text.startswith("#"):
            if len(line) - len(line.lstrip()) <= indent:
                break
        if indent is None:
            indent = len(line) - len(line.lstrip())
        i = 0
        while i < len(line):
            ch = line[i]
            if quote is not None:
                if ch == "\\":
                    i += 1
                elif line.startswith(quote, i):
                    i += len(quote) - 1
                    quote = None
            elif ch in "\"'":
                quote = line[i:i + 3] if line[i:i + 3] in ('"""', "'''") else ch
                i += len(quote) - 1
            elif ch == "#":
                break
            elif ch in "([{":
                depth += 1
            elif ch in ")]}":
                depth -= 1
            i += 1
        if quote is not None and len(quote) == 1 and not line.endswith(("\\\n", "\\\r\n")):
            quote = None
        if text and (quote is not None or not text.startswith("#") or len(line) - len(line.lstrip()) > indent):
            last = number
        if not started and depth == 0 and quote is None and not text.startswith("@") and text:
            started = True
    return lines[:last + 1]


def getsourcelines(object):
    object = unwrap(object)
    lines, lnum = findsource(object)
    if ismodule(object):
        return lines, 0
    return getblock(lines[lnum:]), lnum + 1


def getsource(object):
    lines, _ = getsourcelines(object)
    return "".join(lines)


def currentframe():
    return sys._getframe(1)


class Traceback(namedtuple("Traceback", ["filename", "lineno", "function", "code_context", "index"])):
    """Where a frame or a traceback is, with lines of source around it."""

    positions = None

    def __new__(cls, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, filename, lineno, function, code_context, index)
        self.positions = positions
        return self


class FrameInfo(namedtuple("FrameInfo", ["frame", "filename", "lineno", "function", "code_context", "index"])):
    """A frame and where it is, with lines of source around that."""

    positions = None

    def __new__(cls, frame, filename, lineno, function, code_context, index, *, positions=None):
        self = super().__new__(cls, frame, filename, lineno, function, code_context, index)
        self.positions = positions
        return self


def getframeinfo(frame, context=1):
    if istraceback(frame):
        lineno, frame = frame.tb_lineno, frame.tb_frame
    else:
        lineno = frame.f_lineno
    if not isframe(frame):
        raise TypeError(f"{frame!r} is not a frame or traceback object")
    import linecache
    filename = frame.f_code.co_filename
    lines = linecache.getlines(filename, frame.f_globals) if context > 0 else []
    context_lines = index = None
    if lines:
        start = max(0, min(lineno - 1 - context // 2, len(lines) - context))
        context_lines = lines[start:start + context]
        index = lineno - 1 - start
    return Traceback(filename, lineno, frame.f_code.co_name, context_lines, index)


def getlineno(frame):
    return frame.f_lineno


def getinnerframes(tb, context=1):
    """Return what is known of the frames of a traceback, the innermost last."""
    out = []
    while tb:
        out.append(FrameInfo(tb.tb_frame, *getframeinfo(tb, context)))
        tb = tb.tb_next
    return out


def trace(context=1):
    """Return what is known of the frames between this one and where the exception was raised."""
    error = sys.exception()
    return getinnerframes(None if error is None else error.__traceback__, context)


Arguments = namedtuple("Arguments", "args, varargs, varkw")
ArgInfo = namedtuple("ArgInfo", "args varargs keywords locals")


def getargs(co):
    """Return the names of the parameters of a code object."""
    if not iscode(co):
        raise TypeError(f"{co!r} is not a code object")
    names = list(co.co_varnames)
    count = co.co_argcount + co.co_kwonlyargcount
    varargs = varkw = None
    position = count
    if co.co_flags & CO_VARARGS:
        varargs = names[position]
        position += 1
    if co.co_flags & CO_VARKEYWORDS:
        varkw = names[position]
    return Arguments(names[:count], varargs, varkw)


def getargvalues(frame):
    """Return the names of the parameters of a frame, and its variables."""
    return ArgInfo(*getargs(frame.f_code), frame.f_locals)


def formatargvalues(args, varargs, varkw, locals, formatarg=str, formatvarargs=lambda name: "*" + name,
                    formatvarkw=lambda name: "**" + name, formatvalue=lambda value: "=" + repr(value)):
    parts = [formatarg(name) + formatvalue(locals[name]) for name in args]
    if varargs:
        parts.append(formatvarargs(varargs) + formatvalue(locals[varargs]))
    if varkw:
        parts.append(formatvarkw(varkw) + formatvalue(locals[varkw]))
    return "(" + ", ".join(parts) + ")"


def getouterframes(frame, context=1):
    out = []
    while frame:
        out.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return out


def stack(context=1):
    return getouterframes(sys._getframe(1), context)


def getgeneratorstate(generator):
    if generator.gi_running:
        return GEN_RUNNING
    if generator.gi_suspended:
        return GEN_SUSPENDED
    if generator.gi_frame is None:
        return GEN_CLOSED
    return GEN_CREATED


GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"


def getgeneratorlocals(generator):
    return generator.gi_frame.f_locals if generator.gi_frame is not None else {}


ClosureVars = namedtuple("ClosureVars", "nonlocals globals builtins unbound")


def getclosurevars(func):
    if ismethod(func):
        func = func.__func__
    if not isfunction(func):
        raise TypeError(f"{func!r} is not a Python function")
    code = func.__code__
    nonlocals = {n: c.cell_contents for n, c in zip(code.co_freevars, func.__closure__ or ())}
    import builtins
    found, built, unbound = {}, {}, set()
    for name in code.co_names:
        if name in func.__globals__:
            found[name] = func.__globals__[name]
        elif hasattr(builtins, name):
            built[name] = getattr(builtins, name)
        else:
            unbound.add(name)
    return ClosureVars(nonlocals, found, built, unbound)


class _empty:
    pass


_empty.__module__ = "inspect"


class _ParameterKind(_IntEnum):
    POSITIONAL_ONLY = 0
    POSITIONAL_OR_KEYWORD = 1
    VAR_POSITIONAL = 2
    KEYWORD_ONLY = 3
    VAR_KEYWORD = 4

    def __str__(self):
        return self.name

    @property
    def description(self):
        return ("positional-only", "positional or keyword", "variadic positional", "keyword-only", "variadic keyword")[self]


def formatannotation(annotation, base_module=None):
    if getattr(annotation, "__module__", None) == "typing":
        return repr(annotation).replace("typing.", "")
    if isinstance(annotation, types.GenericAlias):
        return str(annotation)
    if isinstance(annotation, type):
        if annotation.__module__ in ("builtins", base_module):
            return annotation.__qualname__
        return annotation.__module__ + "." + annotation.__qualname__
    return repr(annotation)


class Parameter:
    __slots__ = ("_name", "_kind", "_default", "_annotation")

    POSITIONAL_ONLY = _ParameterKind.POSITIONAL_ONLY
    POSITIONAL_OR_KEYWORD = _ParameterKind.POSITIONAL_OR_KEYWORD
    VAR_POSITIONAL = _ParameterKind.VAR_POSITIONAL
    KEYWORD_ONLY = _ParameterKind.KEYWORD_ONLY
    VAR_KEYWORD = _ParameterKind.VAR_KEYWORD
    empty = _empty

    def __init__(self, name, kind, *, default=_empty, annotation=_empty):
        self._kind = _ParameterKind(kind)
        if default is not _empty and self._kind in (_ParameterKind.VAR_POSITIONAL, _ParameterKind.VAR_KEYWORD):
            raise ValueError(f"{self._kind.description} parameters cannot have default values")
        if not isinstance(name, str):
            raise TypeError(f"name must be a str, not a {type(name).__name__}")
        if not name.isidentifier():
            raise ValueError(f"{name!r} is not a valid parameter name")
        self._name = name
        self._default = default
        self._annotation = annotation

    name = property(lambda self: self._name)
    kind = property(lambda self: self._kind)
    default = property(lambda self: self._default)
    annotation = property(lambda self: self._annotation)

    def replace(self, *, name=..., kind=..., annotation=..., default=...):
        return type(self)(self._name if name is ... else name, self._kind if kind is ... else kind,
                          default=self._default if default is ... else default,
                          annotation=self._annotation if annotation is ... else annotation)

    __replace__ = replace

    def __str__(self):
        formatted = self._name
        if self._annotation is not _empty:
            formatted += ": " + formatannotation(self._annotation)
        if self._default is not _empty:
            formatted += (" = " if self._annotation is not _empty else "=") + repr(self._default)
        if self._kind == _ParameterKind.VAR_POSITIONAL:
            formatted = "*" + formatted
        elif self._kind == _ParameterKind.VAR_KEYWORD:
            formatted = "**" + formatted
        return formatted

    def __repr__(self):
        return f'<{type(self).__name__} "{self}">'

    def __hash__(self):
        return hash((self._name, self._kind, self._annotation, self._default))

    def __eq__(self, other):
        if not isinstance(other, Parameter):
            return NotImplemented
        return (self._name, self._kind, self._default, self._annotation) == (other._name, other._kind, other._default, other._annotation)


class BoundArguments:
    __slots__ = ("arguments", "_signature")

    def __init__(self, signature, arguments):
        self.arguments = arguments
        self._signature = signature

    @property
    def signature(self):
        return self._signature

    @property
    def args(self):
        args = []
        for name, param in self._signature.parameters.items():
            if param.kind in (_ParameterKind.VAR_KEYWORD, _ParameterKind.KEYWORD_ONLY):
                break
            if name not in self.arguments:
                break
            if param.kind == _ParameterKind.VAR_POSITIONAL:
                args.extend(self.arguments[name])
            else:
                args.append(self.arguments[name])
        return tuple(args)

    @property
    def kwargs(self):
        kwargs = {}
        keyword = False
        for name, param in self._signature.parameters.items():
            if not keyword:
                if param.kind in (_ParameterKind.VAR_KEYWORD, _ParameterKind.KEYWORD_ONLY):
                    keyword = True
                elif name not in self.arguments:
                    keyword = True
                    continue
            if not keyword or name not in self.arguments:
                continue
            if param.kind == _ParameterKind.VAR_KEYWORD:
                kwargs.update(self.arguments[name])
            else:
                kwargs[name] = self.arguments[name]
        return kwargs

    def apply_defaults(self):
        new = []
        for name, param in self._signature.parameters.items():
            if name in self.arguments:
                new.append((name, self.arguments[name]))
            elif param.default is not _empty:
                new.append((name, param.default))
            elif param.kind is _ParameterKind.VAR_POSITIONAL:
                new.append((name, ()))
            elif param.kind is _ParameterKind.VAR_KEYWORD:
                new.append((name, {}))
        self.arguments = dict(new)

    def __eq__(self, other):
        if not isinstance(other, BoundArguments):
            return NotImplemented
        return self.signature == other.signature and self.arguments == other.arguments

    def __repr__(self):
        return f"<BoundArguments ({', '.join(f'{k}={v!r}' for k, v in self.arguments.items())})>"


class Signature:
    __slots__ = ("_return_annotation", "_parameters")

    empty = _empty

    def __init__(self, parameters=None, *, return_annotation=_empty, __validate_parameters__=True):
        params = OrderedDict()
        top_kind = _ParameterKind.POSITIONAL_ONLY
        seen_default = False
        for param in parameters or ():
            if param.kind < top_kind:
                raise ValueError(f"wrong parameter order: {top_kind.description} parameter before {param.kind.description} parameter")
            if param.kind > top_kind:
                top_kind = param.kind
            if param.kind in (_ParameterKind.POSITIONAL_ONLY, _ParameterKind.POSITIONAL_OR_KEYWORD):
                if param.default is _empty:
                    if seen_default:
                        raise ValueError("non-default argument follows default argument")
                else:
                    seen_default = True
            if param.name in params:
                raise ValueError(f"duplicate parameter name: {param.name!r}")
            params[param.name] = param
        self._parameters = types.MappingProxyType(params)
        self._return_annotation = return_annotation

    @classmethod
    def from_callable(cls, obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False):
        return signature(obj, follow_wrapped=follow_wrapped, eval_str=eval_str)

    parameters = property(lambda self: self._parameters)
    return_annotation = property(lambda self: self._return_annotation)

    def replace(self, *, parameters=..., return_annotation=...):
        return type(self)(self.parameters.values() if parameters is ... else parameters,
                          return_annotation=self._return_annotation if return_annotation is ... else return_annotation)

    __replace__ = replace

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return list(self.parameters.values()) == list(other.parameters.values()) and self.return_annotation == other.return_annotation

    def __hash__(self):
        return hash((tuple(self.parameters.values()), self.return_annotation))

    def _bind(self, args, kwargs, partial=False):
        arguments = {}
        params = list(self.parameters.values())
        kwargs = dict(kwargs)
        args = list(args)
        i = 0
        kinds = {_ParameterKind.POSITIONAL_ONLY: " positional-only", _ParameterKind.KEYWORD_ONLY: " keyword-only"}
        for index, param in enumerate(params):
            kind, name = param.kind, param.name
            if kind in (_ParameterKind.POSITIONAL_ONLY, _ParameterKind.POSITIONAL_OR_KEYWORD):
                if i < len(args):
                    if name in kwargs and kind is _ParameterKind.POSITIONAL_OR_KEYWORD:
                        raise TypeError(f"multiple values for argument {name!r}")
                    arguments[name] = args[i]
                    i += 1
                elif name in kwargs and kind is _ParameterKind.POSITIONAL_OR_KEYWORD:
                    arguments[name] = kwargs.pop(name)
                elif name in kwargs and not any(p.kind is _ParameterKind.VAR_KEYWORD for p in params):
                    raise TypeError(f"{name!r} parameter is positional only, but was passed as a keyword")
                elif param.default is _empty and not partial:
                    raise TypeError(f"missing a required{kinds.get(kind, '')} argument: {name!r}")
                if i <= index:
                    kinds = {}  # from here on, as CPython, messages do not name the kind
            elif kind is _ParameterKind.VAR_POSITIONAL:
                kinds = {}
                if i < len(args):
                    arguments[name] = tuple(args[i:])
                    i = len(args)
            elif kind is _ParameterKind.KEYWORD_ONLY:
                if i < len(args):
                    raise TypeError("too many positional arguments")
                if name in kwargs:
                    arguments[name] = kwargs.pop(name)
                elif param.default is _empty and not partial:
                    raise TypeError(f"missing a required{kinds.get(kind, '')} argument: {name!r}")
            else:
                if i < len(args):
                    raise TypeError("too many positional arguments")
                if kwargs:
                    arguments[name] = kwargs
                    kwargs = {}
        if i < len(args):
            raise TypeError("too many positional arguments")
        if kwargs:
            raise TypeError(f"got an unexpected keyword argument {next(iter(kwargs))!r}")
        return BoundArguments(self, arguments)

    def bind_partial(self, /, *args, **kwargs):
        return self._bind(args, kwargs, partial=True)

    def bind(self, /, *args, **kwargs):
        return self._bind(args, kwargs)

    def format(self, *, max_width=None, quote_annotation_strings=True):
        result = []
        render_pos_only = False
        render_kw_only = True
        for param in self.parameters.values():
            kind = param.kind
            if kind == _ParameterKind.POSITIONAL_ONLY:
                render_pos_only = True
            elif render_pos_only:
                result.append("/")
                render_pos_only = False
            if kind == _ParameterKind.VAR_POSITIONAL:
                render_kw_only = False
            elif kind == _ParameterKind.KEYWORD_ONLY and render_kw_only:
                result.append("*")
                render_kw_only = False
            result.append(str(param))
        if render_pos_only:
            result.append("/")
        rendered = f"({', '.join(result)})"
        if self.return_annotation is not _empty:
            rendered += f" -> {formatannotation(self.return_annotation)}"
        return rendered

    __str__ = format

    def __repr__(self):
        return f"<{type(self).__name__} {self}>"


Signature.__str__ = lambda self: self.format()


def _signature_of_function(func, globals=None, locals=None, eval_str=False, annotation_format=None):
    code = func.__code__
    names = code.co_varnames
    npos, nposonly, nkw = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount
    if eval_str or annotation_format is not None:
        hints = get_annotations(func, globals=globals, locals=locals, eval_str=eval_str, format=annotation_format or 1)
    else:
        hints = func.__annotations__
    defaults = func.__defaults__ or ()
    kwdefaults = func.__kwdefaults__ or {}
    first_default = npos - len(defaults)
    params = []
    for i, name in enumerate(names[:npos]):
        kind = _ParameterKind.POSITIONAL_ONLY if i < nposonly else _ParameterKind.POSITIONAL_OR_KEYWORD
        params.append(Parameter(name, kind, default=defaults[i - first_default] if i >= first_default else _empty, annotation=hints.get(name, _empty)))
    index = npos + nkw
    if code.co_flags & CO_VARARGS:
        params.append(Parameter(names[index], _ParameterKind.VAR_POSITIONAL, annotation=hints.get(names[index], _empty)))
        index += 1
    for name in names[npos:npos + nkw]:
        params.append(Parameter(name, _ParameterKind.KEYWORD_ONLY, default=kwdefaults.get(name, _empty), annotation=hints.get(name, _empty)))
    if code.co_flags & CO_VARKEYWORDS:
        params.append(Parameter(names[index], _ParameterKind.VAR_KEYWORD, annotation=hints.get(names[index], _empty)))
    return Signature(params, return_annotation=hints.get("return", _empty))


def _without_first(sig):
    params = list(sig.parameters.values())
    if not params or params[0].kind in (_ParameterKind.VAR_KEYWORD, _ParameterKind.KEYWORD_ONLY):
        raise ValueError("invalid method signature")
    if params[0].kind is not _ParameterKind.VAR_POSITIONAL:
        params = params[1:]
    return sig.replace(parameters=params)


def _signature_of_text(obj, text):
    """From a text signature such as ($self, object, /)."""
    text = text.strip().replace("$self, ", "").replace("$self", "").replace("$module, ", "")
    inner, arrow, returned = text[1:].partition(") ->")
    body = (inner if arrow else text[1:text.rindex(")")]).strip()
    if body.startswith("/"):
        body = body[1:].lstrip(", ")
    namespace = {name: module for name, module in sys.modules.items() if "." not in name}  # annotations name things from their modules on
    namespace.update(vars(sys.modules[obj.__module__]) if getattr(obj, "__module__", None) in sys.modules else {}, NoneType=type(None))
    if "Any" in text:
        from typing import Any
        namespace.setdefault("Any", Any)
    exec(f"def f({body}){arrow[1:]}{returned}: pass", namespace)
    return _signature_of_function(namespace["f"])


def _signature_of_partial(sig, call):
    params = OrderedDict(sig.parameters)
    bound = sig.bind_partial(*call.args, **call.keywords)
    keyword = False
    out = []
    for name, param in params.items():
        if name in bound.arguments and param.kind not in (_ParameterKind.VAR_POSITIONAL, _ParameterKind.VAR_KEYWORD):
            if name in call.keywords:
                keyword = True
                param = param.replace(kind=_ParameterKind.KEYWORD_ONLY, default=call.keywords[name])
            else:
                continue
        elif keyword and param.kind is _ParameterKind.POSITIONAL_OR_KEYWORD:
            param = param.replace(kind=_ParameterKind.KEYWORD_ONLY)
        elif keyword and param.kind is _ParameterKind.VAR_POSITIONAL:
            continue
        out.append(param)
    return sig.replace(parameters=out)


def signature(obj, *, follow_wrapped=True, globals=None, locals=None, eval_str=False, annotation_format=None):
    """Return how an object is called."""
    how = {"follow_wrapped": follow_wrapped, "globals": globals, "locals": locals, "eval_str": eval_str, "annotation_format": annotation_format}
    if not callable(obj):
        raise TypeError(f"{obj!r} is not a callable object")
    if ismethod(obj):
        return _without_first(signature(obj.__func__, **how))
    if follow_wrapped:
        obj = unwrap(obj, stop=lambda f: hasattr(f, "__signature__") or ismethod(f))
        if ismethod(obj):
            return signature(obj, **how)
    sig = getattr(obj, "__signature__", None)
    if isinstance(sig, Signature):
        return sig
    if isinstance(obj, functools.partial):
        return _signature_of_partial(signature(obj.func, **how), obj)
    if isfunction(obj):
        return _signature_of_function(obj, globals, locals, eval_str, annotation_format)
    if isclass(obj):
        return _signature_of_class(obj, how)
    text = getattr(obj, "__text_signature__", None)
    if text:
        return _signature_of_text(obj, text)
    if isroutine(obj):
        raise ValueError(f"no signature found for builtin {obj!r}")
    call = _user_method(type(obj), "__call__")
    if call is not None:
        return _signature_of_bound(call, obj, how)
    raise ValueError(f"callable {obj!r} is not supported by signature")


def _signature_of_class(cls, how):
    call = _user_method(type(cls), "__call__")
    if call is not None:
        return _signature_of_bound(call, cls, how)
    for base in cls.__mro__:
        new, init = base.__dict__.get("__new__"), base.__dict__.get("__init__")
        if isinstance(new, staticmethod) and not isbuiltin(new.__func__):
            return _without_first(signature(new.__func__, **how))
        if new is not None and not isinstance(new, staticmethod) and not isbuiltin(new):
            return _without_first(signature(getattr(cls, "__new__"), **how))
        if init is not None and not _is_native(init):
            return _signature_of_bound(init, cls, how)
    if cls.__init__ is object.__init__ and cls.__new__ is object.__new__:
        return Signature([])
    raise ValueError(f"no signature found for builtin type {cls!r}")


def _signature_of_bound(method, owner, how):
    """Return how what a class holds is called through an instance of the class."""
    if isfunction(method) or isinstance(method, functools.partial):
        return _without_first(signature(method, **how))
    if isinstance(method, staticmethod):
        return signature(method.__func__, **how)
    if isinstance(method, classmethod):
        return _without_first(signature(method.__func__, **how))
    get = getattr(type(method), "__get__", None)
    if get is None or ismethod(method):
        return signature(method, **how)
    return signature(get(method, owner, type(owner)), **how)


def _user_method(cls, name):
    """Return what a class that is not built in holds under a name, None if only a built-in one does."""
    for base in cls.__mro__:
        if name in base.__dict__:
            method = base.__dict__[name]
            return None if _is_native(method) else method
    return None


def _is_native(method):
    return isinstance(method, (types.WrapperDescriptorType, types.MethodWrapperType, types.MethodDescriptorType, types.BuiltinFunctionType))


FullArgSpec = namedtuple("FullArgSpec", "args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations")


def getfullargspec(func):
    sig = signature(func, follow_wrapped=False)
    if ismethod(func):
        sig = _signature_of_function(func.__func__)
    args, kwonly, defaults, kwdefaults, annotations = [], [], (), {}, {}
    varargs = varkw = None
    if sig.return_annotation is not _empty:
        annotations["return"] = sig.return_annotation
    for p in sig.parameters.values():
        if p.kind in (_ParameterKind.POSITIONAL_ONLY, _ParameterKind.POSITIONAL_OR_KEYWORD):
            args.append(p.name)
            if p.default is not _empty:
                defaults += (p.default,)
        elif p.kind is _ParameterKind.VAR_POSITIONAL:
            varargs = p.name
        elif p.kind is _ParameterKind.KEYWORD_ONLY:
            kwonly.append(p.name)
            if p.default is not _empty:
                kwdefaults[p.name] = p.default
        else:
            varkw = p.name
        if p.annotation is not _empty:
            annotations[p.name] = p.annotation
    return FullArgSpec(args, varargs, varkw, defaults or None, kwonly, kwdefaults or None, annotations)


def getcallargs(func, /, *positional, **named):
    """Return which parameters a call would give which values; the errors are those of the call."""
    if ismethod(func):
        positional = (func.__self__, *positional)
        func = func.__func__
    sig = signature(func)
    try:
        bound = sig.bind(*positional, **named)
    except TypeError:
        parameters = [p.replace(annotation=_empty, default=p.default if p.default is _empty else None) for p in sig.parameters.values()]
        namespace = {}
        exec(f"def stub{Signature(parameters)}: pass", namespace)
        namespace["stub"].__qualname__ = func.__name__
        try:
            namespace["stub"](*positional, **named)
        except TypeError as e:
            raise TypeError(str(e).replace(", and ", " and ")) from None
        raise
    bound.apply_defaults()
    return dict(bound.arguments)


def get_annotations(obj, *, globals=None, locals=None, eval_str=False, format=1):
    import annotationlib
    return annotationlib.get_annotations(obj, globals=globals, locals=locals, eval_str=eval_str, format=format)
