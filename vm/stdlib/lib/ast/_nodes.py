"""The classes of syntax trees, from a table: name, base, fields; behind a field's type ? marks an optional one and * a list."""

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")

_BASES = "mod stmt+ expr+ expr_context boolop operator unaryop cmpop excepthandler+ pattern+ type_ignore type_param+"

_TABLE = """
Module mod: stmt* body, type_ignore* type_ignores
Interactive mod: stmt* body
Expression mod: expr body
FunctionType mod: expr* argtypes, expr returns
FunctionDef stmt: identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params
AsyncFunctionDef stmt: identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params
ClassDef stmt: identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list, type_param* type_params
Return stmt: expr? value
Delete stmt: expr* targets
Assign stmt: expr* targets, expr value, string? type_comment
TypeAlias stmt: expr name, type_param* type_params, expr value
AugAssign stmt: expr target, operator op, expr value
AnnAssign stmt: expr target, expr annotation, expr? value, int simple
For stmt: expr target, expr iter, stmt* body, stmt* orelse, string? type_comment
AsyncFor stmt: expr target, expr iter, stmt* body, stmt* orelse, string? type_comment
While stmt: expr test, stmt* body, stmt* orelse
If stmt: expr test, stmt* body, stmt* orelse
With stmt: withitem* items, stmt* body, string? type_comment
AsyncWith stmt: withitem* items, stmt* body, string? type_comment
Match stmt: expr subject, match_case* cases
Raise stmt: expr? exc, expr? cause
Try stmt: stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody
TryStar stmt: stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody
Assert stmt: expr test, expr? msg
Import stmt: alias* names
ImportFrom stmt: identifier? module, alias* names, int? level
Global stmt: identifier* names
Nonlocal stmt: identifier* names
Expr stmt: expr value
Pass stmt:
Break stmt:
Continue stmt:
BoolOp expr: boolop op, expr* values
NamedExpr expr: expr target, expr value
BinOp expr: expr left, operator op, expr right
UnaryOp expr: unaryop op, expr operand
Lambda expr: arguments args, expr body
IfExp expr: expr test, expr body, expr orelse
Dict expr: expr?* keys, expr* values
Set expr: expr* elts
ListComp expr: expr elt, comprehension* generators
SetComp expr: expr elt, comprehension* generators
DictComp expr: expr key, expr value, comprehension* generators
GeneratorExp expr: expr elt, comprehension* generators
Await expr: expr value
Yield expr: expr? value
YieldFrom expr: expr value
Compare expr: expr left, cmpop* ops, expr* comparators
Call expr: expr func, expr* args, keyword* keywords
FormattedValue expr: expr value, int conversion, expr? format_spec
Interpolation expr: expr value, constant str, int conversion, expr? format_spec
JoinedStr expr: expr* values
TemplateStr expr: expr* values
Constant expr: constant value, string? kind
Attribute expr: expr value, identifier attr, expr_context ctx
Subscript expr: expr value, expr slice, expr_context ctx
Starred expr: expr value, expr_context ctx
Name expr: identifier id, expr_context ctx
List expr: expr* elts, expr_context ctx
Tuple expr: expr* elts, expr_context ctx
Slice expr: expr? lower, expr? upper, expr? step
Load expr_context:
Store expr_context:
Del expr_context:
And boolop:
Or boolop:
Add operator:
Sub operator:
Mult operator:
MatMult operator:
Div operator:
Mod operator:
Pow operator:
LShift operator:
RShift operator:
BitOr operator:
BitXor operator:
BitAnd operator:
FloorDiv operator:
Invert unaryop:
Not unaryop:
UAdd unaryop:
USub unaryop:
Eq cmpop:
NotEq cmpop:
Lt cmpop:
LtE cmpop:
Gt cmpop:
GtE cmpop:
Is cmpop:
IsNot cmpop:
In cmpop:
NotIn cmpop:
comprehension AST: expr target, expr iter, expr* ifs, int is_async
ExceptHandler excepthandler: expr? type, identifier? name, stmt* body
arguments AST: arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr?* kw_defaults, arg? kwarg, expr* defaults
arg AST+: identifier arg, expr? annotation, string? type_comment
keyword AST+: identifier? arg, expr value
alias AST+: identifier name, identifier? asname
withitem AST: expr context_expr, expr? optional_vars
match_case AST: pattern pattern, expr? guard, stmt* body
MatchValue pattern: expr value
MatchSingleton pattern: constant value
MatchSequence pattern: pattern* patterns
MatchMapping pattern: expr* keys, pattern* patterns, identifier? rest
MatchClass pattern: expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns
MatchStar pattern: identifier? name
MatchAs pattern: pattern? pattern, identifier? name
MatchOr pattern: pattern* patterns
TypeIgnore type_ignore: int lineno, string tag
TypeVar type_param: identifier name, expr? bound, expr? default_value
ParamSpec type_param: identifier name, expr? default_value
TypeVarTuple type_param: identifier name, expr? default_value
"""


class AST:
    """A node of a syntax tree."""

    _fields = ()
    _attributes = ()
    _kinds = {}  # of fields: "?", "*" or the type of one that must be there
    __match_args__ = ()
    __module__ = "ast"

    def __init__(self, /, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            name, n = type(self).__name__, len(fields)
            raise TypeError(f"{name} constructor takes at most {n} positional argument{'' if n == 1 else 's'}")
        given = dict(zip(fields, args))
        for name, value in kwargs.items():
            if name in given:
                raise TypeError(f"{type(self).__name__} got multiple values for argument {name!r}")
            given[name] = value
            if name not in fields and name not in self._attributes:
                _deprecated(f"{type(self).__name__}.__init__ got an unexpected keyword argument {name!r}. Support for arbitrary keyword arguments "
                            "is deprecated and will be removed in Python 3.15.")
        for name, value in given.items():
            setattr(self, name, value)
        for name in fields:
            if name in given:
                continue
            kind = self._kinds.get(name)
            if kind == "*":
                setattr(self, name, [])
            elif kind == "expr_context":
                setattr(self, name, _classes["Load"]())
            elif kind is not None and kind != "?":
                _deprecated(f"{type(self).__name__}.__init__ missing 1 required positional argument: {name!r}. This will become an error in Python 3.15.")

    def __repr__(self, depth=3):
        parts = []
        for name in self._fields:
            try:
                parts.append(f"{name}={_shown(getattr(self, name), depth - 1)}")
            except AttributeError:
                continue
        return f"{type(self).__name__}({', '.join(parts)})"

    def __reduce__(self):
        return type(self), (), self.__dict__.copy()

    def __replace__(self, /, **changes):
        known = set(self._fields) | set(self._attributes)
        for name in changes:
            if name not in known:
                raise TypeError(f"{type(self).__name__}.__replace__ got an unexpected keyword argument {name!r}.")
        values = {name: value for name, value in self.__dict__.items() if name in known}
        return type(self)(**(values | changes))


def _deprecated(message):
    import warnings
    warnings.warn(message, DeprecationWarning, stacklevel=3)


def _shown(value, depth):
    if isinstance(value, AST):
        if depth <= 0:
            return f"{type(value).__name__}(...)"
        return AST.__repr__(value, depth)
    if isinstance(value, list):
        shown = [_shown(item, depth) for item in value]
        if len(shown) > 2:
            shown = [shown[0], "...", shown[-1]]
        return f"[{', '.join(shown)}]"
    return repr(value)


def _make(name, base, fields, place):
    kinds, described = {}, []
    for field in filter(None, fields.split(", ")):
        kind, field_name = field.split()
        described.append(field)
        kinds[field_name] = "*" if kind.endswith("*") else "?" if kind.endswith("?") else kind
    names = tuple(kinds)
    doc = f"{name}({', '.join(described)})" if names else name
    namespace = {"__module__": "ast", "__doc__": doc, "_fields": names, "__match_args__": names, "_kinds": kinds}
    if place:
        namespace["_attributes"] = _PLACE
    for field_name, kind in kinds.items():
        if kind == "?":
            namespace[field_name] = None
    if place and name not in ("TypeIgnore",):
        namespace["end_lineno"] = namespace["end_col_offset"] = None
    return type(name, (base,), namespace)


_classes = {"AST": AST}
for _name in _BASES.split():
    _classes[_name.rstrip("+")] = _make(_name.rstrip("+"), AST, "", _name.endswith("+"))
for _line in _TABLE.strip().splitlines():
    _head, _, _fields = _line.partition(":")
    _name, _base = _head.split()
    _classes[_name] = _make(_name, _classes[_base.rstrip("+")], _fields.strip(), _base.endswith("+"))
for _name, _class in _classes.items():  # a base shows the forms that it has
    if _class.__base__ is AST and not _class._fields and _name in _BASES.replace("+", "").split():
        _class.__doc__ = f"{_name} = " + " | ".join(c.__doc__ for c in _classes.values() if c.__base__ is _class)
