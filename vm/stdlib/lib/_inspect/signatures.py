"""The parameters of callables."""

import functools
import sys
import types
from collections import OrderedDict, namedtuple
from enum import IntEnum as _IntEnum

from .kinds import CO_VARARGS, CO_VARKEYWORDS, isbuiltin, isclass, isfunction, ismethod, isroutine, unwrap

__name__ = "inspect"  # whose classes and functions these are


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
