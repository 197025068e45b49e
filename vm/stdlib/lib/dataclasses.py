"""Classes that mainly hold fields: the methods are made from the annotations."""

import builtins
import sys
import types
from abc import update_abstractmethods

__all__ = ["dataclass", "field", "Field", "FrozenInstanceError", "InitVar", "KW_ONLY", "MISSING", "fields", "asdict",
           "astuple", "make_dataclass", "replace", "is_dataclass"]


class FrozenInstanceError(AttributeError):
    pass


class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return "<factory>"


class _MISSING_TYPE:
    pass


class _KW_ONLY_TYPE:
    pass


_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()
MISSING = _MISSING_TYPE()
KW_ONLY = _KW_ONLY_TYPE()
_EMPTY_METADATA = types.MappingProxyType({})
_FIELDS = "__dataclass_fields__"
_PARAMS = "__dataclass_params__"
_POST_INIT = "__post_init__"


class _FieldKind:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD = _FieldKind("_FIELD")
_FIELD_CLASSVAR = _FieldKind("_FIELD_CLASSVAR")
_FIELD_INITVAR = _FieldKind("_FIELD_INITVAR")


class InitVar:
    """Annotation of a parameter of __init__ that is not kept as a field."""

    __slots__ = ("type",)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        name = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return f"dataclasses.InitVar[{name}]"

    def __class_getitem__(cls, type):
        return InitVar(type)


def _recursive_repr(function):
    running = set()

    def wrapper(self):
        key = id(self)
        if key in running:
            return "..."
        running.add(key)
        try:
            return function(self)
        finally:
            running.discard(key)

    wrapper.__wrapped__ = function
    return wrapper


class Field:
    """What is known of one field."""

    __slots__ = ("name", "type", "default", "default_factory", "repr", "hash", "init", "compare", "metadata", "kw_only",
                 "doc", "_field_type")

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only, doc=None):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = _EMPTY_METADATA if metadata is None else types.MappingProxyType(metadata)
        self.kw_only = kw_only
        self.doc = doc
        self._field_type = None

    @_recursive_repr
    def __repr__(self):
        return ("Field("
                f"name={self.name!r},"
                f"type={self.type!r},"
                f"default={self.default!r},"
                f"default_factory={self.default_factory!r},"
                f"init={self.init!r},"
                f"repr={self.repr!r},"
                f"hash={self.hash!r},"
                f"compare={self.compare!r},"
                f"metadata={self.metadata!r},"
                f"kw_only={self.kw_only!r},"
                f"doc={self.doc!r},"
                f"_field_type={self._field_type}"
                ")")

    def __set_name__(self, owner, name):
        func = getattr(type(self.default), "__set_name__", None)
        if func:
            func(self.default, owner, name)


class _DataclassParams:
    __slots__ = ("init", "repr", "eq", "order", "unsafe_hash", "frozen", "match_args", "kw_only", "slots", "weakref_slot")

    def __init__(self, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
        given = init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot
        for name, value in zip(self.__slots__, given):
            setattr(self, name, value)

    def __repr__(self):
        inner = ",".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"_DataclassParams({inner})"


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None,
          kw_only=MISSING, doc=None):
    """Describe a field beyond its annotation and default."""
    given = [value for value in (default, default_factory) if value is not MISSING]
    if len(given) > 1:
        raise ValueError("cannot specify both default and default_factory")
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only, doc)


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False,
              match_args=True, kw_only=False, slots=False, weakref_slot=False):
    """Add __init__, __repr__, __eq__ and more to a class, from its annotations."""

    options = init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot
    if cls is not None:
        return _process_class(cls, *options)
    return lambda cls: _process_class(cls, *options)


def _is_classvar(annotation, typing):
    return typing is not None and (annotation is typing.ClassVar or getattr(annotation, "__origin__", None) is typing.ClassVar)


def _named_form(text, cls):
    """Return what an annotation that is a string begins with: a name, or a name in a module, that the module of cls knows."""
    import re
    match = re.match(r"\s*(\w+)(?:\s*\.\s*(\w+))?", text)
    if match is None:
        return None
    name, attribute = match.groups()
    value = getattr(sys.modules.get(cls.__module__), "__dict__", {}).get(name)
    if attribute and value in (sys.modules.get("typing"), sys.modules[__name__]):
        return getattr(value, attribute, None)
    return None if attribute else value


def _get_field(cls, name, annotation, default_kw_only):
    default = getattr(cls, name, MISSING)
    if isinstance(default, Field):
        f = default
    else:
        if isinstance(default, types.MemberDescriptorType):
            default = MISSING
        f = field(default=default)
    f.name = name
    f.type = annotation
    f._field_type = _FIELD
    form = _named_form(annotation, cls) if isinstance(annotation, str) else annotation
    if _is_classvar(form, sys.modules.get("typing")):
        f._field_type = _FIELD_CLASSVAR
    elif form is InitVar or type(form) is InitVar:
        f._field_type = _FIELD_INITVAR
    if f._field_type in (_FIELD_CLASSVAR, _FIELD_INITVAR):
        if f.default_factory is not MISSING:
            raise TypeError(f"field {f.name} cannot have a default factory")
    if f._field_type in (_FIELD, _FIELD_INITVAR):
        if f.kw_only is MISSING:
            f.kw_only = default_kw_only
    elif f.kw_only is not MISSING:
        raise TypeError(f"field {f.name} is a ClassVar but specifies kw_only")
    if f._field_type is _FIELD and f.default.__class__.__hash__ is None:
        raise ValueError(f"mutable default {type(f.default)} for field {f.name} is not allowed: use default_factory")
    return f


class _FuncBuilder:
    """Compiles the source of methods, all in one go, with the values they need as
    local names of a function around them."""

    def __init__(self, globals):
        self.globals = globals
        self.names = []
        self.src = []
        self.locals = {}
        self.overwrite_errors = {}
        self.unconditional = {}

    def add(self, name, args, body, locals=None, overwrite_error=False, unconditional=False, annotations=None):
        self.names.append(name)
        if locals:
            self.locals.update(locals)
        self.overwrite_errors[name] = overwrite_error
        self.unconditional[name] = unconditional
        lines = "\n".join("  " + line for line in body)
        self.src.append((name, f" def {name}({', '.join(args)}):\n{lines}", annotations))

    def add_to_class(self, cls):
        if not self.names:
            return
        params = ", ".join(self.locals)
        text = "\n".join(src for _, src, _ in self.src)
        text = f"def __create_fn__({params}):\n{text}\n return ({', '.join(self.names)},)"
        namespace = {}
        exec(text, self.globals, namespace)
        functions = namespace["__create_fn__"](**self.locals)
        for (name, _, annotations), function in zip(self.src, functions):
            function.__qualname__ = f"{cls.__qualname__}.{name}"
            if annotations is not None:
                if "typing" in sys.modules and _has_undefined_names(annotations):
                    function.__annotate__ = _annotate_later(cls, annotations)
                else:
                    function.__annotations__ = annotations
            if self.unconditional[name]:
                setattr(cls, name, function)
                continue
            exists = _set_new_attribute(cls, name, function)
            if exists and self.overwrite_errors[name]:
                message = f"Cannot overwrite attribute {name} in class {cls.__name__}"
                extra = self.overwrite_errors[name]
                raise TypeError(message if extra is True else f"{message} {extra}")


def _has_undefined_names(annotations):
    from _typing.annotations import _undefined_names
    return any(map(_undefined_names, annotations.values()))


def _annotate_later(cls, annotations):
    """Return the __annotate__ of a method whose parameters have the annotations of fields."""
    def __annotate__(format, /):
        import annotationlib
        known = {}
        for base in reversed(cls.__mro__):
            known.update(annotationlib.get_annotations(base, format=format))
        if format == 4:
            return {name: known.get(name) or annotationlib.type_repr(t) for name, t in annotations.items()}
        return {name: known.get(name, t) for name, t in annotations.items()}

    __annotate__.__qualname__ = f"{cls.__qualname__}.__init__.__annotate__"
    return __annotate__


def _set_new_attribute(cls, name, value):
    if name in cls.__dict__:
        return True
    setattr(cls, name, value)
    return False


def _default_name(f):
    return f"__dataclass_dflt_{f.name}__"


def _field_init(f, frozen, globals, self_name, slots):
    """Return the statement of __init__ that sets a field, or None."""
    default = _default_name(f)
    if f.default_factory is not MISSING:
        if f.init:
            value = f"{default}() if {f.name} is __dataclass_HAS_DEFAULT_FACTORY__ else {f.name}"
        else:
            value = f"{default}()"
    elif f.init:
        value = f.name
    elif slots and f.default is not MISSING:
        value = default
    else:
        return None
    if f._field_type is _FIELD_INITVAR:
        return None
    if frozen:
        return f"__dataclass_builtins_object__.__setattr__({self_name},{f.name!r},{value})"
    return f"{self_name}.{f.name}={value}"


def _init_param(f):
    if f.default is MISSING and f.default_factory is MISSING:
        return f.name
    if f.default is not MISSING:
        return f"{f.name}={_default_name(f)}"
    return f"{f.name}=__dataclass_HAS_DEFAULT_FACTORY__"


def _init_fn(fields, std_fields, kw_only_fields, frozen, has_post_init, self_name, builder, slots):
    seen_default = None
    for f in std_fields:
        if f.init:
            if not (f.default is MISSING and f.default_factory is MISSING):
                seen_default = f
            elif seen_default:
                raise TypeError(f"non-default argument {f.name!r} follows default argument {seen_default.name!r}")
    locals = {"__dataclass_HAS_DEFAULT_FACTORY__": _HAS_DEFAULT_FACTORY, "__dataclass_builtins_object__": object}
    annotations = {}
    for f in fields:
        if f.default_factory is not MISSING:
            locals[_default_name(f)] = f.default_factory
        elif f.default is not MISSING:
            locals[_default_name(f)] = f.default
    body = []
    for f in fields:
        line = _field_init(f, frozen, locals, self_name, slots)
        if line:
            body.append(line)
    if has_post_init:
        params = ",".join(f.name for f in fields if f._field_type is _FIELD_INITVAR)
        body.append(f"{self_name}.{_POST_INIT}({params})")
    if not body:
        body = ["pass"]
    params = [_init_param(f) for f in std_fields]
    if kw_only_fields:
        params += ["*"] + [_init_param(f) for f in kw_only_fields]
    for f in std_fields + kw_only_fields:
        annotations[f.name] = f.type.type if isinstance(f.type, InitVar) else f.type
    annotations["return"] = None
    builder.add("__init__", [self_name] + params, body, locals, annotations=annotations)


def _frozen_methods(cls, fields, builder):
    locals = {"__dataclass_cls__": cls, "__dataclass_FrozenInstanceError__": FrozenInstanceError}
    condition = "type(self) is __dataclass_cls__"
    if fields:
        condition += " or name in {" + ", ".join(repr(f.name) for f in fields) + "}"
    builder.add("__setattr__", ["self", "name", "value"],
                [f"if {condition}:",
                 ' raise __dataclass_FrozenInstanceError__(f"cannot assign to field {name!r}")',
                 "super(__dataclass_cls__, self).__setattr__(name, value)"], locals, overwrite_error=True)
    builder.add("__delattr__", ["self", "name"],
                [f"if {condition}:",
                 ' raise __dataclass_FrozenInstanceError__(f"cannot delete field {name!r}")',
                 "super(__dataclass_cls__, self).__delattr__(name)"], locals, overwrite_error=True)


def _hash_action(unsafe_hash, eq, frozen, has_explicit_hash, cls):
    """Decide about __hash__: "" leaves it, "none" makes it None, "add" adds one."""
    if unsafe_hash:
        if has_explicit_hash:
            raise TypeError(f"Cannot overwrite attribute __hash__ in class {cls.__name__}")
        return "add"
    if not eq or has_explicit_hash:
        return ""
    return "add" if frozen else "none"


def _process_class(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot):
    all_fields = {}
    module = sys.modules.get(cls.__module__)
    globals = {} if module is None else vars(module)
    setattr(cls, _PARAMS, _DataclassParams(init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots, weakref_slot))
    any_frozen_base, all_frozen_bases, has_dataclass_bases = False, None, False
    for base in cls.__mro__[-1:0:-1]:
        base_fields = getattr(base, _FIELDS, None)
        if base_fields is None or _FIELDS not in base.__dict__:
            continue
        has_dataclass_bases = True
        all_fields.update(base_fields)
        if all_frozen_bases is None:
            all_frozen_bases = True
        base_frozen = getattr(base, _PARAMS).frozen
        all_frozen_bases = all_frozen_bases and base_frozen
        any_frozen_base = any_frozen_base or base_frozen

    cls_annotations = _own_annotations(cls)
    cls_fields = []
    marker = None  # the name whose annotation is KW_ONLY
    for name, annotation in cls_annotations.items():
        form = _named_form(annotation, cls) if isinstance(annotation, str) else annotation
        if form is not KW_ONLY:
            cls_fields.append(_get_field(cls, name, annotation, kw_only))
        elif marker is None:
            marker, kw_only = name, True
        else:
            raise TypeError(f"{name!r} is KW_ONLY, but KW_ONLY has already been specified")
    all_fields.update((f.name, f) for f in cls_fields)
    # Class attributes that are Fields become the defaults, or go.
    for f in (f for f in cls_fields if isinstance(getattr(cls, f.name, None), Field)):
        if f.default is not MISSING:
            setattr(cls, f.name, f.default)
        else:
            delattr(cls, f.name)
    forgotten = [name for name, value in vars(cls).items() if isinstance(value, Field) and name not in cls_annotations]
    if forgotten:
        raise TypeError(f"{forgotten[0]!r} is a field but has no type annotation")
    if has_dataclass_bases:
        if any_frozen_base and not frozen:
            raise TypeError("cannot inherit non-frozen dataclass from a frozen one")
        if all_frozen_bases is False and frozen:
            raise TypeError("cannot inherit frozen dataclass from a non-frozen one")
    setattr(cls, _FIELDS, all_fields)

    class_hash = cls.__dict__.get("__hash__", MISSING)
    has_explicit_hash = not (class_hash is MISSING or class_hash is None and "__eq__" in cls.__dict__)
    if order and not eq:
        raise ValueError("eq must be true if order is true")

    everything = [f for f in all_fields.values() if f._field_type in (_FIELD, _FIELD_INITVAR)]
    std_init = [f for f in everything if f.init and not f.kw_only]
    kw_init = [f for f in everything if f.init and f.kw_only]
    builder = _FuncBuilder(globals)
    if init:
        self_name = "__dataclass_self__" if "self" in all_fields else "self"
        _init_fn(everything, std_init, kw_init, frozen, hasattr(cls, _POST_INIT), self_name, builder, slots)
    setattr(cls, "__replace__", _replace)
    field_list = [f for f in all_fields.values() if f._field_type is _FIELD]
    if repr:
        shown = ", ".join(f"{f.name}={{self.{f.name}!r}}" for f in field_list if f.repr)
        builder.add("__repr__", ["self"], [f'return f"{{self.__class__.__qualname__}}({shown})"'])
    if eq:
        terms = [f"self.{f.name}==other.{f.name}" for f in field_list if f.compare]
        builder.add("__eq__", ["self", "other"],
                    ["if self is other:", " return True", "if other.__class__ is self.__class__:",
                     f" return {' and '.join(terms) or 'True'}", "return NotImplemented"])
    if order:
        mine = _tuple_of("self", [f for f in field_list if f.compare])
        theirs = _tuple_of("other", [f for f in field_list if f.compare])
        for name, op in (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">=")):
            builder.add(name, ["self", "other"],
                        ["if other.__class__ is self.__class__:", f" return {mine}{op}{theirs}", "return NotImplemented"],
                        overwrite_error="Consider using functools.total_ordering")
    if frozen:
        _frozen_methods(cls, field_list, builder)
    action = _hash_action(unsafe_hash, eq, frozen, has_explicit_hash, cls)
    if action == "add":
        hashed = [f for f in field_list if (f.compare if f.hash is None else f.hash)]
        builder.add("__hash__", ["self"], [f"return hash({_tuple_of('self', hashed)})"], unconditional=True)
    builder.add_to_class(cls)
    if repr and "__repr__" in builder.names and getattr(cls.__dict__.get("__repr__"), "__qualname__", "") == f"{cls.__qualname__}.__repr__" \
            and "__repr__" not in cls_annotations and _made_here(cls, "__repr__"):
        wrapped = _recursive_repr(cls.__dict__["__repr__"])
        wrapped.__qualname__ = f"{cls.__qualname__}.__repr__"
        wrapped.__name__ = "__repr__"
        setattr(cls, "__repr__", wrapped)
    if action == "none":
        cls.__hash__ = None
    if not getattr(cls, "__doc__"):
        cls.__doc__ = _signature_text(cls)
    if match_args:
        _set_new_attribute(cls, "__match_args__", tuple(f.name for f in std_init))
    if weakref_slot and not slots:
        raise TypeError("weakref_slot is True but slots is False")
    if slots:
        cls = _add_slots(cls, frozen, weakref_slot, field_list)
    update_abstractmethods(cls)
    return cls


def _made_here(cls, name):
    code = getattr(cls.__dict__.get(name), "__code__", None)
    return code is not None and code.co_filename == "<string>"


def _own_annotations(cls):
    """Return the annotations of a class without those of its bases."""
    if "__annotations__" in cls.__dict__ or "__annotate_func__" in cls.__dict__ or "__annotations_cache__" in cls.__dict__:
        try:
            return dict(cls.__annotations__)
        except NameError:  # not defined yet, as the class itself
            import annotationlib
            return annotationlib.get_annotations(cls, format=annotationlib.Format.FORWARDREF)
    return {}


def _tuple_of(name, fields):
    if not fields:
        return "()"
    return "(" + ",".join(f"{name}.{f.name}" for f in fields) + ",)"


def _annotation_text(annotation):
    """An annotation as signatures show it."""
    if isinstance(annotation, type):
        if annotation.__module__ == "builtins":
            return annotation.__qualname__
        return f"{annotation.__module__}.{annotation.__qualname__}"
    if type(annotation).__name__ == "ForwardRef":
        return annotation.__forward_arg__
    if getattr(annotation, "__module__", None) == "typing":
        return builtins.repr(annotation).replace("typing.", "")
    return builtins.repr(annotation)


def _signature_text(cls):
    """The class as it is called: the text that stands in for a missing documentation."""
    init = cls.__dict__.get("__init__", cls.__init__)
    code = getattr(init, "__code__", None)
    if code is None:
        return cls.__name__ + ("()" if init is object.__init__ else "")
    try:
        annotations = init.__annotations__
    except NameError:
        annotations = init.__annotate__(3)
    defaults = init.__defaults__ or ()
    positional = code.co_varnames[1:code.co_argcount]
    first = len(positional) - len(defaults)

    def one(name, default=MISSING):
        text = name
        if name in annotations:
            text += ": " + _annotation_text(annotations[name])
        if default is not MISSING:
            text += (" = " if name in annotations else "=") + builtins.repr(default)
        return text

    params = [one(name, defaults[i - first] if i >= first else MISSING) for i, name in enumerate(positional)]
    keyword_only = code.co_varnames[code.co_argcount:code.co_argcount + code.co_kwonlyargcount]
    if code.co_flags & 0x04:
        params.append("*" + code.co_varnames[code.co_argcount + code.co_kwonlyargcount])
    elif keyword_only:
        params.append("*")
    params += [one(name, (init.__kwdefaults__ or {}).get(name, MISSING)) for name in keyword_only]
    return f"{cls.__name__}({', '.join(params)})"


_HEAP_TYPE = 1 << 9


def _dataclass_getstate(self):
    return [getattr(self, f.name) for f in fields(self)]


def _dataclass_setstate(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)  # a frozen class refuses any other way


def _add_slots(cls, frozen, weakref_slot, field_list):
    if "__slots__" in cls.__dict__:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    namespace = dict(cls.__dict__)
    inherited = set()
    for base in cls.__mro__[1:-1]:
        slots = base.__dict__.get("__slots__")
        if slots is None:
            inherited.update({"__dict__", "__weakref__"} if base.__flags__ & _HEAP_TYPE else ())
        elif isinstance(slots, str):
            inherited.add(slots)
        elif hasattr(slots, "__next__"):
            raise TypeError(f"Slots of '{base.__name__}' cannot be determined")
        else:
            inherited.update(slots)
    docs = {f.name: f.doc for f in field_list if f.name not in inherited}
    if weakref_slot and "__weakref__" not in inherited:
        docs["__weakref__"] = None
    namespace["__slots__"] = tuple(docs) if all(doc is None for doc in docs.values()) else docs
    for f in field_list:
        namespace.pop(f.name, None)
    namespace.pop("__dict__", None)
    namespace.pop("__weakref__", None)
    qualname = getattr(cls, "__qualname__", None)
    if frozen:
        # Without a dictionary, copy and pickle would set the attributes one by one.
        if "__getstate__" not in namespace:
            namespace["__getstate__"] = _dataclass_getstate
        if "__setstate__" not in namespace:
            namespace["__setstate__"] = _dataclass_setstate
    new = type(cls)(cls.__name__, cls.__bases__, namespace)
    if qualname is not None:
        new.__qualname__ = qualname
    # Methods that use super() or __class__ refer to the class that is replaced: in their cells.
    for value in new.__dict__.values():
        for function in _functions_of(value):
            _replace_class_cell(function, cls, new)
    return new


def _functions_of(member):
    """Return the functions behind a member of a class."""
    members = [member.fget, member.fset, member.fdel] if isinstance(member, property) else [member]
    for member in members:
        while hasattr(member, "__wrapped__"):
            member = member.__wrapped__
        member = getattr(member, "__func__", member)
        if isinstance(member, types.FunctionType):
            yield member


def _replace_class_cell(function, old, new):
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            if name in ("__class__", "__dataclass_cls__") and cell.cell_contents is old:
                cell.cell_contents = new
        except ValueError:
            pass


def fields(class_or_instance):
    """Return the fields of a dataclass or an instance of one."""
    try:
        all_fields = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError("must be called with a dataclass type or instance") from None
    return tuple(f for f in all_fields.values() if f._field_type is _FIELD)


def _is_dataclass_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    """Return whether obj is a dataclass or an instance of one."""
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)


_ATOMIC = frozenset({type(None), bool, int, float, str, complex, bytes, type(...), type(NotImplemented), type,
                     types.FunctionType, range, property})


def asdict(obj, *, dict_factory=dict):
    """Return the fields of an instance as a dict, recursively."""
    if not _is_dataclass_instance(obj):
        raise TypeError("asdict() should be called on dataclass instances")
    return _asdict(obj, dict_factory)


def _asdict(obj, dict_factory):
    cls = type(obj)
    if cls in _ATOMIC:
        return obj
    if hasattr(cls, _FIELDS):
        return dict_factory([(f.name, _asdict(getattr(obj, f.name), dict_factory)) for f in fields(obj)])
    if cls is list:
        return [_asdict(v, dict_factory) for v in obj]
    if cls is dict:
        return {_asdict(k, dict_factory): _asdict(v, dict_factory) for k, v in obj.items()}
    if issubclass(cls, tuple):
        items = [_asdict(v, dict_factory) for v in obj]
        return cls(*items) if hasattr(obj, "_fields") else cls(items)
    if issubclass(cls, dict):
        pairs = [(_asdict(k, dict_factory), _asdict(v, dict_factory)) for k, v in obj.items()]
        if hasattr(obj, "default_factory"):
            result = cls(obj.default_factory)
            for k, v in pairs:
                result[k] = v
            return result
        return cls(pairs)
    if issubclass(cls, list):
        return cls(_asdict(v, dict_factory) for v in obj)
    return _deepcopy(obj)


def _deepcopy(obj):
    import copy  # rarely needed, and slow to load
    return copy.deepcopy(obj)


def astuple(obj, *, tuple_factory=tuple):
    """Return the fields of an instance as a tuple, recursively."""
    if not _is_dataclass_instance(obj):
        raise TypeError("astuple() should be called on dataclass instances")
    return _astuple(obj, tuple_factory)


def _astuple(obj, tuple_factory):
    if type(obj) in _ATOMIC:
        return obj
    if _is_dataclass_instance(obj):
        return tuple_factory([_astuple(getattr(obj, f.name), tuple_factory) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, "_fields"):
        return type(obj)(*[_astuple(v, tuple_factory) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)(_astuple(v, tuple_factory) for v in obj)
    if isinstance(obj, dict):
        if hasattr(obj, "default_factory"):
            converted = type(obj)(obj.default_factory)
            converted.update((_astuple(k, tuple_factory), _astuple(v, tuple_factory)) for k, v in obj.items())
            return converted
        return type(obj)((_astuple(k, tuple_factory), _astuple(v, tuple_factory)) for k, v in obj.items())
    return _deepcopy(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False,
                   unsafe_hash=False, frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False,
                   module=None, decorator=dataclass):
    """Make a dataclass from names, (name, type) pairs and (name, type, field) triples."""
    import keyword
    namespace = {} if namespace is None else dict(namespace)
    annotations = {}
    for item in fields:
        if isinstance(item, str):
            from typing import Any
            name, tp = item, Any
        elif len(item) == 2:
            name, tp = item
        elif len(item) == 3:
            name, tp, namespace[item[0]] = item
        else:
            raise TypeError(f"Invalid field: {item!r}")
        if not isinstance(name, str) or not name.isidentifier():
            raise TypeError(f"Field names must be valid identifiers: {name!r}")
        if keyword.iskeyword(name):
            raise TypeError(f"Field names must not be keywords: {name!r}")
        if name in annotations:
            raise TypeError(f"Field name duplicated: {name!r}")
        annotations[name] = tp
    namespace["__annotations__"] = annotations
    cls = types.new_class(cls_name, bases, {}, lambda ns: ns.update(namespace))
    if module is None:
        try:
            module = sys._getframe(1).f_globals.get("__name__", "__main__")
        except (AttributeError, ValueError):
            pass
    if module is not None:
        cls.__module__ = module
    return decorator(cls, init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)


def replace(obj, /, **changes):
    """Return a copy of an instance with some fields changed."""
    if not _is_dataclass_instance(obj):
        raise TypeError("replace() should be called on dataclass instances")
    return _replace(obj, **changes)


def _replace(self, /, **changes):
    for name, f in getattr(self, _FIELDS).items():
        given = name in changes
        if f._field_type is _FIELD_CLASSVAR or given and f.init:
            pass
        elif given:
            raise TypeError(f"field {name} is declared with init=False, it cannot be specified with replace()")
        elif f.init and f._field_type is _FIELD_INITVAR and f.default is MISSING:
            raise TypeError(f"InitVar {name!r} must be specified with replace()")
        elif f.init:
            changes[name] = getattr(self, name)
    return type(self)(**changes)
