"""Annotations in other forms than their values: as text, and with references for names that are not defined yet."""

import enum
import sys
import types
from typing import ForwardRef

__all__ = ["Format", "ForwardRef", "call_annotate_function", "call_evaluate_function", "get_annotate_from_class_namespace",
           "get_annotations", "annotations_to_string", "type_repr"]


class Format(enum.IntEnum):
    VALUE = 1
    VALUE_WITH_FAKE_GLOBALS = 2
    FORWARDREF = 3
    STRING = 4


# How tightly an expression holds together, from a tuple to a name.
_TUPLE, _TEST, _OR, _AND, _NOT, _COMPARE, _BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _TERM, _FACTOR, _POWER, _ATOM = range(15)


class _Stringifier:
    """What an undefined name is while annotations are evaluated: operations on it give the text of the expression. When
    all is done it becomes a ForwardRef."""

    def __init__(self, text, names, precedence=_ATOM, source=None):
        self.__dict__.update(_text=text, _names=names, _precedence=precedence, _source=text if source is None else source)
        names.made.append(self)

    def _new(self, make, *parts, precedence=_ATOM):
        """A new expression; make joins the texts of its parts, each a value and the precedence that it needs."""
        texts = [_as_text(value, self._names, at) for value, at in parts]
        return _Stringifier(make(*[text for text, _ in texts]), self._names, precedence, make(*[source for _, source in texts]))

    def _binary(self, symbol, left, right, precedence):
        at = (precedence + 1, precedence) if symbol == "**" else (precedence, precedence + 1)
        return self._new(lambda x, y: f"{x} {symbol} {y}", (left, at[0]), (right, at[1]), precedence=precedence)

    def __getattr__(self, name):
        if self._names.format == Format.FORWARDREF and name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return self._new(lambda x: f"{x}.{name}", (self, _ATOM))

    def __getitem__(self, key):
        inner = _TUPLE if isinstance(key, tuple) and key else _TEST
        return self._new(lambda x, k: f"{x}[{k}]", (self, _ATOM), (key, inner))

    def __call__(self, *args, **kwargs):
        def make(function, *texts):
            names = [""] * len(args) + [name + "=" for name in kwargs]
            return f"{function}({', '.join(name + text for name, text in zip(names, texts))})"
        return self._new(make, (self, _ATOM), *[(x, _TEST) for x in (*args, *kwargs.values())])

    def __iter__(self):
        yield self._new(lambda x: "*" + x, (self, _BIT_OR))

    def __hash__(self):
        return id(self)

    def __eq__(self, other):
        if isinstance(other, (int, str)):
            return self._binary("==", self, other, _COMPARE)
        return self is other  # so that unions tell their types from each other

    def __format__(self, spec):
        raise TypeError("Cannot stringify annotation containing string formatting")


def _add_operators():
    def binary(symbol, precedence):
        return (lambda self, other: self._binary(symbol, self, other, precedence),
                lambda self, other: self._binary(symbol, other, self, precedence))

    def unary(symbol):
        return lambda self: self._new(lambda x: symbol + x, (self, _FACTOR), precedence=_FACTOR)

    operators = {"add": ("+", _SUM), "sub": ("-", _SUM), "mul": ("*", _TERM), "matmul": ("@", _TERM), "truediv": ("/", _TERM),
                 "mod": ("%", _TERM), "floordiv": ("//", _TERM), "lshift": ("<<", _SHIFT), "rshift": (">>", _SHIFT),
                 "or": ("|", _BIT_OR), "xor": ("^", _BIT_XOR), "and": ("&", _BIT_AND), "pow": ("**", _POWER)}
    for name, (symbol, precedence) in operators.items():
        plain, reflected = binary(symbol, precedence)
        setattr(_Stringifier, f"__{name}__", plain)
        setattr(_Stringifier, f"__r{name}__", reflected)
    for name, symbol in {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "ne": "!="}.items():
        setattr(_Stringifier, f"__{name}__", binary(symbol, _COMPARE)[0])
    for name, symbol in {"neg": "-", "pos": "+", "invert": "~"}.items():
        setattr(_Stringifier, f"__{name}__", unary(symbol))


_add_operators()


def _as_text(value, names, at=_TEST):
    """A value as it is written in an annotation: the text to show, and the one to evaluate."""
    if isinstance(value, _Stringifier):
        if value._precedence < at:
            return f"({value._text})", f"({value._source})"
        return value._text, value._source
    if value is None or type(value) in (str, bytes, int, float, complex, bool):
        return (repr(value),) * 2
    if value is ...:
        return "...", "..."
    if type(value) is slice:
        parts = [value.start, value.stop] + [value.step] * (value.step is not None)
        texts = [("", "") if p is None else _as_text(p, names) for p in parts]
        return ":".join(t for t, _ in texts), ":".join(s for _, s in texts)
    if type(value) is dict:
        texts = [(_as_text(k, names), _as_text(v, names)) for k, v in value.items()]
        return tuple("{" + ", ".join(f"{k[i]}: {v[i]}" for k, v in texts) + "}" for i in (0, 1))
    if type(value) in (tuple, list, set) and (value or type(value) is not set):
        texts = [_as_text(x, names) for x in value]
        opened, closed = {list: "[]", set: "{}", tuple: "()"}[type(value)]
        if type(value) is tuple and at == _TUPLE:
            opened = closed = ""
        comma = "," if type(value) is tuple and len(value) == 1 else ""
        return tuple(opened + ", ".join(t[i] for t in texts) + comma + closed for i in (0, 1))
    return type_repr(value), names.name_for(value)


class _Names(dict):
    """Globals in which every name is defined."""

    def __init__(self, format, namespace=()):
        super().__init__(namespace)
        self.format, self.made, self.extra, self.cells = format, [], {}, {}

    def __missing__(self, name):
        return _Stringifier(name, self)

    def name_for(self, value):
        if self.format == Format.STRING:
            return type_repr(value)
        name = f"__annotationlib_name_{len(self.extra) + 1}__"
        self.extra[name] = value
        return name


# The name of the set that tells which annotated variables have been reached.
_REACHED = "__conditional_annotations__"


def _with_names(annotate, names, values):
    """Make annotate over with other globals. values tells whether variables of functions around keep theirs."""
    closure = []
    for name, cell in zip(annotate.__code__.co_freevars, annotate.__closure__ or ()):
        if name == "__classdict__" and not values:
            cell = types.CellType(names)
        elif name != _REACHED and name != "__classdict__":
            names.cells[name] = cell
            try:
                value = cell.cell_contents if values else _Stringifier(name, names)
            except ValueError:
                value = _Stringifier(name, names)
            cell = types.CellType(value)
        closure.append(cell)
    return types.FunctionType(annotate.__code__, names, closure=tuple(closure), argdefs=annotate.__defaults__, kwdefaults=annotate.__kwdefaults__)


def call_annotate_function(annotate, format, *, owner=None):
    """Call an __annotate__ function in a format that it may not support itself."""
    return _call(annotate, format, owner)


def call_evaluate_function(evaluate, format, *, owner=None):
    """As call_annotate_function, for the functions that evaluate an alias, a bound or a default."""
    return _call(evaluate, format, owner, single=True)


def _call(annotate, format, owner, single=False):
    if format == Format.VALUE_WITH_FAKE_GLOBALS:
        raise ValueError("The VALUE_WITH_FAKE_GLOBALS format is for internal use only")
    try:
        return annotate(format)
    except NotImplementedError:
        pass
    if format == Format.STRING:
        names = _only_text(annotate, format)
        result = _with_names(annotate, names, False)(Format.VALUE_WITH_FAKE_GLOBALS)
        show = lambda value: value if isinstance(value, str) else _as_text(value, names)[0]
        return show(result) if single else {key: show(value) for key, value in result.items()}
    if format == Format.FORWARDREF:
        builtins = sys.modules["builtins"].__dict__
        names = _Names(format, {**builtins, **annotate.__globals__})
        try:
            result = _with_names(annotate, names, True)(Format.VALUE_WITH_FAKE_GLOBALS)
        except Exception:
            return _each_alone(annotate, owner, single)
        _to_references(names, annotate.__globals__, owner)
        return result
    if format == Format.VALUE:
        raise RuntimeError("annotate function does not support VALUE format")
    raise ValueError(f"Invalid format: {format!r}")


def _only_text(annotate, format):
    names = _Names(format)
    if _REACHED in annotate.__globals__:
        names[_REACHED] = annotate.__globals__[_REACHED]
    return names


def _each_alone(annotate, owner, single):
    """The annotations in the format FORWARDREF where one of them cannot be evaluated at all: that one is a reference."""
    names = _only_text(annotate, Format.FORWARDREF)
    result = _with_names(annotate, names, False)(Format.VALUE_WITH_FAKE_GLOBALS)
    _to_references(names, annotate.__globals__, owner)
    value = lambda x: x.evaluate(format=Format.FORWARDREF) if isinstance(x, ForwardRef) else x
    return value(result) if single else {key: value(x) for key, x in result.items()}


def _to_references(names, globals, owner):
    """Turn each _Stringifier into the ForwardRef that it stands for."""
    for made in names.made:
        text, source = made._text, made._source
        made.__dict__.clear()
        made.__class__ = ForwardRef
        made._fill(text, None, True, owner, isinstance(owner, type))
        made._scope = (globals, source, names.extra, names.cells)


def get_annotate_from_class_namespace(namespace):
    """The __annotate__ function in the namespace of a class body, or None."""
    try:
        return namespace["__annotate__"]
    except KeyError:
        return namespace.get("__annotate_func__")


def get_annotations(obj, *, globals=None, locals=None, eval_str=False, format=Format.VALUE):
    """Return the annotations of a class, function or module as a new dict."""
    if eval_str and format != Format.VALUE:
        raise ValueError("eval_str=True is only supported with format=Format.VALUE")
    if format == Format.VALUE_WITH_FAKE_GLOBALS:
        raise ValueError("The VALUE_WITH_FAKE_GLOBALS format is for internal use only")
    if format == Format.VALUE:
        annotations = _own(obj)
        if annotations is None and callable(obj) is False and not isinstance(obj, types.ModuleType):
            raise TypeError(f"{obj!r} does not have annotations")
    elif format == Format.FORWARDREF:
        try:
            annotations = _own(obj)
        except Exception:
            annotations = None
        if annotations is None:
            annotations = _by_annotate(obj, format)
    elif format == Format.STRING:
        annotations = _by_annotate(obj, format)
        if annotations is None:
            annotations = _own(obj)
            if annotations is not None:
                annotations = annotations_to_string(annotations)
    else:
        raise ValueError(f"Unsupported format {format!r}")
    if annotations is None:
        if isinstance(obj, type) or callable(obj):
            return {}
        raise TypeError(f"{obj!r} does not have annotations")
    if not annotations or not eval_str:
        return dict(annotations)
    return _evaluated(obj, annotations, globals, locals)


def _own(obj):
    annotations = obj.__dict__.get("__annotations__") if isinstance(obj, type) and not obj.__flags__ & 1 << 9 else \
        getattr(obj, "__annotations__", None)
    if annotations is not None and not isinstance(annotations, dict):
        raise ValueError(f"{obj!r}.__annotations__ is neither a dict nor None")
    return annotations


def _by_annotate(obj, format):
    annotate = getattr(obj, "__annotate__", None)
    if annotate is None:
        return None
    annotations = call_annotate_function(annotate, format, owner=obj)
    if not isinstance(annotations, dict):
        raise ValueError(f"{obj!r}.__annotate__ returned a non-dict")
    return annotations


def _evaluated(obj, annotations, globals, locals):
    """The annotations with those that are strings evaluated."""
    target = obj
    if isinstance(obj, type):
        own_globals, own_locals = vars(sys.modules.get(obj.__module__)) if obj.__module__ in sys.modules else {}, dict(vars(obj))
    elif isinstance(obj, types.ModuleType):
        own_globals, own_locals = vars(obj), None
    else:
        while True:
            if hasattr(target, "__wrapped__"):
                target = target.__wrapped__
            elif hasattr(target, "func") and hasattr(target, "keywords"):
                target = target.func
            else:
                break
        own_globals, own_locals = getattr(target, "__globals__", {}), None
    globals = own_globals if globals is None else globals
    locals = dict((own_locals if locals is None else locals) or {})
    for parameter in getattr(obj, "__type_params__", ()):
        locals.setdefault(parameter.__name__, parameter)
    return {key: eval(value, globals, locals) if isinstance(value, str) else value for key, value in annotations.items()}


def type_repr(value):
    """A value as annotations show it."""
    if isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType)):
        if value.__module__ == "builtins":
            return value.__qualname__
        return f"{value.__module__}.{value.__qualname__}"
    return "..." if value is ... else repr(value)


def annotations_to_string(annotations):
    return {name: value if isinstance(value, str) else type_repr(value) for name, value in annotations.items()}
