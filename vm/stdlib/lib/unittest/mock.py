"""Objects that stand for others in tests and remember how they were used."""

__all__ = ["Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY", "call", "create_autospec", "FILTER_DIR", "NonCallableMock",
           "NonCallableMagicMock", "mock_open", "PropertyMock", "seal"]

import inspect
import types
from functools import partial
from operator import attrgetter, eq

from ._calls import ANY, DEFAULT, _Call, _CallList, call, format_call, sentinel
from .util import safe_repr, unorderable_list_difference

__unittest = True

FILTER_DIR = True

_missing = sentinel.MISSING
_deleted = sentinel.DELETED

_FUNCTION_TYPES = (types.FunctionType, types.MethodType)
_ASSERT_TYPOS = ("assert", "assret", "asert", "aseert", "assrt")
_CONTAINERS = (list, tuple, set, frozenset)

_numeric = "add sub mul matmul truediv floordiv mod lshift rshift and xor or pow".split()
_magics = {"__%s__" % name for name in (
    "lt gt le ge eq ne getitem setitem delitem len contains str sizeof enter exit divmod rdivmod neg pos abs invert complex int float "
    "index round trunc floor ceil bool next fspath hash iter").split() + _numeric + ["i" + n for n in _numeric] + ["r" + n for n in _numeric]}
_other_magics = {"__%s__" % name for name in (
    "get set delete reversed missing reduce reduce_ex getinitargs getnewargs getstate setstate getformat repr dir subclasses format "
    "getnewargs_ex").split()}
_all_magics = _magics | _other_magics
_unsupported_magics = {"__%s__" % name for name in "getattr setattr init new prepare instancecheck subclasscheck del".split()}


class InvalidSpecError(Exception):
    """A mock was given as a specification."""


def _is_magic(name):
    return "__%s__" % name[2:-2] == name


def _is_instance_mock(obj):
    # The type tells: __class__ may be that of the specification.
    return issubclass(type(obj), NonCallableMock)


def _is_exception(obj):
    return isinstance(obj, BaseException) or isinstance(obj, type) and issubclass(obj, BaseException)


def _instance_callable(obj):
    """Tell whether the instances of a class, or the object itself, can be called."""
    if not isinstance(obj, type):
        return getattr(obj, "__call__", None) is not None
    return any(base.__dict__.get("__call__") is not None for base in obj.__mro__)


def _extract_mock(obj):
    """Return the mock behind a function that create_autospec made."""
    return getattr(obj, "mock", obj) if isinstance(obj, _FUNCTION_TYPES) else obj


def _signature_of(spec, as_instance, eat_self):
    """Return what is called when spec is called, and its signature; None where that cannot be known."""
    if isinstance(spec, type) and not as_instance:
        spec = spec.__init__
        eat_self = True
    elif isinstance(spec, (classmethod, staticmethod)):
        if isinstance(spec, classmethod):
            eat_self = True
        spec = spec.__func__
    elif not isinstance(spec, _FUNCTION_TYPES):
        try:
            spec = spec.__call__
        except AttributeError:
            return None
    try:
        return spec, inspect.signature(partial(spec, None) if eat_self else spec)
    except (ValueError, TypeError):
        return None


def _delegating(name):
    """Make a property that lives in the mock itself or in the one that it passes calls to."""
    own = "_mock_" + name

    def get(self):
        delegate = self._mock_delegate
        return self.__dict__[own] if delegate is None else getattr(delegate, name)

    def set(self, value):
        delegate = self._mock_delegate
        if delegate is None:
            self.__dict__[own] = value
        else:
            setattr(delegate, name, value)

    return property(get, set)


class NonCallableMock:
    """A mock that cannot be called."""

    def __new__(cls, spec=None, *args, **kw):
        # A class for each mock, so that magic methods can be set on one of them.
        return object.__new__(type(cls.__name__, (cls,), {"__doc__": cls.__doc__, "__module__": cls.__module__, **cls._own_magics}))

    _own_magics = {}

    def __init__(self, spec=None, wraps=None, name=None, spec_set=None, parent=None, _spec_state=None, _new_name="", _new_parent=None,
                 _spec_as_instance=False, _eat_self=None, unsafe=False, **kwargs):
        if _new_parent is None:
            _new_parent = parent
        self.__dict__.update(
            _mock_parent=parent, _mock_name=name, _mock_new_name=_new_name, _mock_new_parent=_new_parent, _mock_sealed=False,
            _mock_children={}, _mock_wraps=wraps, _mock_delegate=None, _mock_called=False, _mock_call_args=None, _mock_call_count=0,
            _mock_call_args_list=_CallList(), _mock_mock_calls=_CallList(), method_calls=_CallList(), _mock_unsafe=unsafe,
            _mock_return_value=DEFAULT, _mock_side_effect=None)
        if spec_set is not None:
            spec = spec_set
            spec_set = True
        if _eat_self is None:
            _eat_self = parent is not None
        self._mock_add_spec(spec, spec_set, _spec_as_instance, _eat_self)
        if kwargs:
            self.configure_mock(**kwargs)

    called = _delegating("called")
    call_count = _delegating("call_count")
    call_args = _delegating("call_args")
    call_args_list = _delegating("call_args_list")
    mock_calls = _delegating("mock_calls")

    def attach_mock(self, mock, attribute):
        """Make a mock an attribute of this one, which then records its calls."""
        inner = _extract_mock(mock)
        inner._mock_parent = inner._mock_new_parent = inner._mock_new_name = None
        inner._mock_name = ""
        setattr(self, attribute, mock)

    def mock_add_spec(self, spec, spec_set=False):
        """Let the mock have the attributes of another object only."""
        return self._mock_add_spec(spec=spec, spec_set=spec_set)

    def _mock_add_spec(self, spec, spec_set, _spec_as_instance=False, _eat_self=False):
        if _is_instance_mock(spec):
            raise InvalidSpecError(f"Cannot spec a Mock object. [object={spec!r}]")
        spec_class = signature = None
        if spec is not None and type(spec) not in (list, tuple):
            spec_class = spec if isinstance(spec, type) else type(spec)
            found = _signature_of(spec, _spec_as_instance, _eat_self)
            signature = found and found[1]
            names = set(dir(spec))
            for base in getattr(spec, "__mro__", ()):
                names.update(getattr(base, "__annotations__", ()))
            if "__dataclass_fields__" in names:
                names.update(spec.__dataclass_fields__)
            spec = list(names)
        self.__dict__.update(_spec_class=spec_class, _spec_set=spec_set, _spec_signature=signature, _mock_methods=spec)

    @property
    def return_value(self):
        delegate = self._mock_delegate
        value = self._mock_return_value if delegate is None else delegate.return_value
        if value is DEFAULT and self._mock_wraps is None:
            value = self._get_child_mock(_new_parent=self, _new_name="()")
            self.return_value = value
        return value

    @return_value.setter
    def return_value(self, value):
        if self._mock_delegate is not None:
            self._mock_delegate.return_value = value
        else:
            self.__dict__["_mock_return_value"] = value
            _adopt(self, value, None, "()")

    @property
    def __class__(self):
        return type(self) if self._spec_class is None else self._spec_class

    @property
    def side_effect(self):
        delegate = self._mock_delegate
        if delegate is None:
            return self._mock_side_effect
        delegate.side_effect = effect = _try_iter(delegate.side_effect)
        return effect

    @side_effect.setter
    def side_effect(self, value):
        value = _try_iter(value)
        if self._mock_delegate is None:
            self.__dict__["_mock_side_effect"] = value
        else:
            self._mock_delegate.side_effect = value

    def reset_mock(self, visited=None, *, return_value=False, side_effect=False):
        """Forget all calls, and with the arguments what was set up."""
        visited = [] if visited is None else visited
        if id(self) in visited:
            return
        visited.append(id(self))
        self.called, self.call_count, self.call_args = False, 0, None
        for record in ("call_args_list", "method_calls", "mock_calls"):
            setattr(self, record, _CallList())
        if return_value:
            self.__dict__["_mock_return_value"] = DEFAULT
        if side_effect:
            self.__dict__["_mock_side_effect"] = None
        for child in self._mock_children.values():
            if child is not _deleted and not isinstance(child, _LazySpec):
                child.reset_mock(visited, return_value=return_value, side_effect=side_effect)
        result = self._mock_return_value
        if _is_instance_mock(result) and result is not self:
            result.reset_mock(visited)

    def configure_mock(self, /, **kwargs):
        """Set attributes, those of children too, by names with dots."""
        for name in sorted(kwargs, key=lambda name: name.count(".")):
            path, _, final = name.rpartition(".")
            owner = attrgetter(path)(self) if path else self
            setattr(owner, final, kwargs[name])

    def __getattr__(self, name):
        if name in ("_mock_methods", "_mock_unsafe"):
            raise AttributeError(name)
        allowed = self._mock_methods
        if allowed is None and _is_magic(name):
            raise AttributeError(name)
        if allowed is not None and (name in _all_magics or name not in allowed):
            raise AttributeError(f"Mock object has no attribute {name!r}")
        if not (self._mock_unsafe or allowed and name in allowed):
            if name.startswith(_ASSERT_TYPOS) or name in _ASSERTIONS:
                raise AttributeError(f"{name!r} is not a valid assertion. Use a spec for the mock if {name!r} is meant to be an attribute.")
        children = self._mock_children
        child = children.get(name)
        if child is _deleted:
            raise AttributeError(name)
        if isinstance(child, _LazySpec):
            children[name] = child.make()
        elif child is None:
            wrapped = None if self._mock_wraps is None else getattr(self._mock_wraps, name)
            children[name] = self._get_child_mock(name=name, _new_name=name, parent=self, _new_parent=self, wraps=wrapped)
        return children[name]

    def _extract_mock_name(self):
        names = [self._mock_new_name]
        parent, last = self._mock_new_parent, self
        dot = "" if names == ["()"] else "."
        while parent is not None:
            last = parent
            names.append(parent._mock_new_name + dot)
            dot = "" if parent._mock_new_name == "()" else "."
            parent = parent._mock_new_parent
        names.reverse()
        first = last._mock_name or "mock"
        if len(names) > 1 and names[1] not in ("()", "()."):
            first += "."
        names[0] = first
        return "".join(names)

    def __repr__(self):
        name = self._extract_mock_name()
        text = "" if name in ("mock", "mock.") else " name=%r" % name
        if self._spec_class is not None:
            text += " %s=%r" % ("spec_set" if self._spec_set else "spec", self._spec_class.__name__)
        return "<%s%s id='%s'>" % (type(self).__name__, text, id(self))

    def __dir__(self):
        if not FILTER_DIR:
            return object.__dir__(self)
        own = [name for name in self.__dict__ if not name.startswith("_") or _is_magic(name)]
        of_type = [name for name in dir(type(self)) if not name.startswith("_") or _is_magic(name)]
        children = [name for name, child in self._mock_children.items() if child is not _deleted]
        return sorted(set(list(self._mock_methods or []) + of_type + own + children))

    def __setattr__(self, name, value):
        if name in _PROPERTIES or name.startswith("_mock_") or name == "method_calls":
            return object.__setattr__(self, name, value)
        if self._spec_set and self._mock_methods is not None and name not in self._mock_methods and name not in self.__dict__:
            raise AttributeError("Mock object has no attribute '%s'" % name)
        if name in _unsupported_magics:
            raise AttributeError("Attempting to set unsupported magic method %r." % name)
        if name in _all_magics:
            if self._mock_methods is not None and name not in self._mock_methods:
                raise AttributeError("Mock object has no attribute '%s'" % name)
            if not _is_instance_mock(value):
                setattr(type(self), name, _as_method(name, value))
                original = value
                value = lambda *args, **kw: original(self, *args, **kw)
            else:
                # Looked up on the type by the interpreter, and called without self.
                _adopt(self, value, None, name)
                setattr(type(self), name, value)
                self._mock_children[name] = value
        elif name == "__class__":
            self.__dict__["_spec_class"] = value
            return
        elif _adopt(self, value, name, name):
            self._mock_children[name] = value
        if self._mock_sealed and not hasattr(self, name):
            raise AttributeError(f"Cannot set {self._extract_mock_name()}.{name}")
        if isinstance(value, PropertyMock):
            self.__dict__[name] = value
            return
        object.__setattr__(self, name, value)

    def __delattr__(self, name):
        kind = type(self)
        if name in _all_magics and name in vars(kind):
            delattr(kind, name)
            if name not in vars(self):
                return  # a magic method that was not used yet
        child = self._mock_children.get(name, _missing)
        if name in self.__dict__:
            object.__delattr__(self, name)
        elif child is _deleted:
            raise AttributeError(name)
        self._mock_children[name] = _deleted

    def _format_mock_call_signature(self, args, kwargs):
        return format_call(self._mock_name or "mock", args, kwargs)

    def _failure_message(self, args, kwargs):
        actual = self._format_mock_call_signature(*self.call_args)
        return "expected call not found.\nExpected: %s\n  Actual: %s" % (self._format_mock_call_signature(args, kwargs), actual)

    def _signature_for(self, name):
        """Return the signature of a child by its name, such as "method().attribute"."""
        if not name:
            return self._spec_signature
        children, signature = self._mock_children, None
        for part in name.replace("()", "").split("."):
            child = children.get(part)
            if child is None or isinstance(child, _LazySpec) or child is _deleted:
                break
            child = _extract_mock(child)
            children, signature = child._mock_children, child._spec_signature
        return signature

    def _call_matcher(self, a_call):
        """Return a call in a form that is equal for calls with the same effect, or the TypeError that it would raise."""
        if isinstance(a_call, tuple) and len(a_call) > 2:
            signature = self._signature_for(a_call[0])
        else:
            signature = self._spec_signature
        if signature is None:
            return a_call
        if len(a_call) == 2:
            name, (args, kwargs) = "", a_call
        else:
            name, args, kwargs = a_call
        try:
            bound = signature.bind(*args, **kwargs)
            return call(name, bound.args, bound.kwargs)
        except TypeError as e:
            return e.with_traceback(None)

    def assert_not_called(self):
        if self.call_count != 0:
            raise AssertionError("Expected '%s' to not have been called. Called %s times.%s" % (
                self._mock_name or "mock", self.call_count, self._calls_repr()))

    def assert_called(self):
        if self.call_count == 0:
            raise AssertionError("Expected '%s' to have been called." % (self._mock_name or "mock"))

    def assert_called_once(self):
        if self.call_count != 1:
            raise AssertionError("Expected '%s' to have been called once. Called %s times.%s" % (
                self._mock_name or "mock", self.call_count, self._calls_repr()))

    def assert_called_with(self, /, *args, **kwargs):
        if self.call_args is None:
            expected = self._format_mock_call_signature(args, kwargs)
            raise AssertionError("expected call not found.\nExpected: %s\n  Actual: %s" % (expected, "not called."))
        expected = self._call_matcher(_Call((args, kwargs), two=True))
        actual = self._call_matcher(self.call_args)
        if actual != expected:
            cause = expected if isinstance(expected, Exception) else None
            raise AssertionError(self._failure_message(args, kwargs)) from cause

    def assert_called_once_with(self, /, *args, **kwargs):
        if self.call_count == 1:
            return self.assert_called_with(*args, **kwargs)
        who = self._mock_name or "mock"
        raise AssertionError(f"Expected '{who}' to be called once. Called {self.call_count} times.{self._calls_repr()}")

    def assert_has_calls(self, calls, any_order=False):
        expected = list(map(self._call_matcher, calls))
        errors = [e if isinstance(e, Exception) else None for e in expected]
        cause = next(filter(None, errors), None)
        all_calls = _CallList(map(self._call_matcher, self.mock_calls))
        if not any_order:
            if expected not in all_calls:
                problem = "Calls not found." if cause is None else f"Error processing expected calls.\nErrors: {errors}"
                raise AssertionError(f"{problem}\nExpected: {_CallList(calls)}\n  Actual: {safe_repr(self.mock_calls)}") from cause
            return
        rest = list(all_calls)
        not_found, _ = unorderable_list_difference(expected[::-1], rest)
        if not_found:
            raise AssertionError("%r does not contain all of %r in its call list, found %r instead" % (
                self._mock_name or "mock", tuple(not_found), all_calls)) from cause

    def assert_any_call(self, /, *args, **kwargs):
        wanted = self._call_matcher(_Call((args, kwargs), two=True))
        cause = None
        if isinstance(wanted, Exception):
            cause = wanted
        else:
            for made in map(self._call_matcher, self.call_args_list):
                if not isinstance(made, Exception) and all(map(eq, wanted, made)):
                    return
        raise AssertionError(self._format_mock_call_signature(args, kwargs) + " call not found") from cause

    def _get_child_mock(self, /, **kw):
        """Make the mock for an attribute or a result; a class of one's own may make another."""
        if self._mock_sealed:
            attribute = f".{kw['name']}" if "name" in kw else "()"
            raise AttributeError(self._extract_mock_name() + attribute)
        kind = type(self).__mro__[1]
        if issubclass(kind, NonCallableMagicMock):
            kind = MagicMock if not issubclass(kind, CallableMixin) or kind is MagicMock else kind
        elif not issubclass(kind, CallableMixin):
            kind = Mock
        return kind(**kw)

    def _calls_repr(self):
        return f"\nCalls: {safe_repr(self.mock_calls)}." if self.mock_calls else ""


_PROPERTIES = {"called", "call_count", "call_args", "call_args_list", "mock_calls", "return_value", "side_effect"}
_ASSERTIONS = {name.removeprefix("assert_") for name in dir(NonCallableMock) if name.startswith("assert_")}


def _try_iter(obj):
    if obj is None or _is_exception(obj) or callable(obj):
        return obj
    try:
        return iter(obj)
    except TypeError:
        return obj  # something that is neither called nor iterated over


def _as_method(name, func):
    def method(self, /, *args, **kw):
        return func(self, *args, **kw)

    method.__name__ = name
    return method


def _adopt(parent, value, name, new_name):
    """Make parent record the calls of a mock that has no name nor parent yet."""
    value = _extract_mock(value)
    if not _is_instance_mock(value):
        return False
    if value._mock_name or value._mock_new_name or value._mock_parent is not None or value._mock_new_parent is not None:
        return False
    ancestor = parent
    while ancestor is not None:
        if ancestor is value:
            return False  # a mock that returns itself, for instance
        ancestor = ancestor._mock_new_parent
    if new_name:
        value._mock_new_parent = parent
        value._mock_new_name = new_name
    if name:
        value._mock_parent = parent
        value._mock_name = name
    return True


class CallableMixin:
    """What makes mocks callable."""

    def __init__(self, spec=None, side_effect=None, return_value=DEFAULT, wraps=None, name=None, spec_set=None, parent=None,
                 _spec_state=None, _new_name="", _new_parent=None, **kwargs):
        super().__init__(spec, wraps, name, spec_set, parent, _spec_state, _new_name, _new_parent, **kwargs)
        self.__dict__["_mock_return_value"] = return_value
        if return_value is not DEFAULT:
            self.return_value = return_value
        self.side_effect = side_effect

    def _mock_check_sig(self, /, *args, **kwargs):
        """Replaced where the signature is known."""

    def _mock_call(self, /, *args, **kwargs):
        return self._execute_mock_call(*args, **kwargs)

    def __call__(self, /, *args, **kwargs):
        for step in (self._mock_check_sig, self._increment_mock_call):
            step(*args, **kwargs)
        return self._mock_call(*args, **kwargs)

    def _increment_mock_call(self, /, *args, **kwargs):
        """Record a call, here and in all that this mock is a part of."""
        this = _Call((args, kwargs), two=True)
        self.call_count += 1
        self.called, self.call_args = True, this
        self.mock_calls.append(_Call(("", args, kwargs)))
        self.call_args_list.append(this)
        is_method = self._mock_parent is not None
        method_name = self._mock_name
        name = self._mock_new_name
        is_result = name == "()"
        parent = self._mock_new_parent
        while parent is not None:
            if is_method:
                parent.method_calls.append(_Call((method_name, args, kwargs)))
                is_method = parent._mock_parent is not None
                if is_method:
                    method_name = parent._mock_name + "." + method_name
            parent.mock_calls.append(_Call((name, args, kwargs)))
            if parent._mock_new_name:
                name = parent._mock_new_name + ("" if is_result else ".") + name
                is_result = parent._mock_new_name == "()"
            parent = parent._mock_new_parent

    def _execute_mock_call(self, /, *args, **kwargs):
        effect = self.side_effect
        result = DEFAULT if effect is None else effect
        if callable(effect) and not _is_exception(effect):
            result = effect(*args, **kwargs)
        else:
            if result is not DEFAULT and not _is_exception(effect):
                result = next(effect)
            if _is_exception(result):
                raise result
        if result is not DEFAULT:
            return result
        if self._mock_return_value is not DEFAULT:
            return self.return_value
        if self._mock_delegate is not None and self._mock_delegate.return_value is not DEFAULT:
            return self._mock_delegate.return_value
        if self._mock_wraps is not None:
            return self._mock_wraps(*args, **kwargs)
        return self.return_value


class Mock(CallableMixin, NonCallableMock):
    """An object that has every attribute, can be called, and remembers its calls."""


class _MagicProxy:
    """Stands for a magic method until it is used."""

    def __init__(self, name):
        self.name = name

    def __get__(self, obj, _type=None):
        if obj is None:
            return self
        method = obj._get_child_mock(name=self.name, _new_name=self.name, _new_parent=obj)
        setattr(obj, self.name, method)
        _set_default(obj, method, self.name)
        return method


def _eq_effect(self):
    def __eq__(other):
        value = self.__eq__._mock_return_value
        if value is not DEFAULT:
            return value
        return True if self is other else NotImplemented

    return __eq__


def _ne_effect(self):
    def __ne__(other):
        if self.__ne__._mock_return_value is not DEFAULT:
            return DEFAULT
        return False if self is other else NotImplemented

    return __ne__


def _iter_effect(self):
    def __iter__():
        value = self.__iter__._mock_return_value
        return iter([]) if value is DEFAULT else iter(value)

    return __iter__


_results = {"__lt__": NotImplemented, "__gt__": NotImplemented, "__le__": NotImplemented, "__ge__": NotImplemented, "__int__": 1,
            "__contains__": False, "__len__": 0, "__exit__": False, "__complex__": 1j, "__float__": 1.0, "__bool__": True, "__index__": 1}
_computed = {"__hash__": lambda self: object.__hash__(self), "__str__": lambda self: object.__str__(self),
             "__sizeof__": lambda self: object.__sizeof__(self),
             "__fspath__": lambda self: f"{type(self).__name__}/{self._extract_mock_name()}/{id(self)}"}
_effects = {"__eq__": _eq_effect, "__ne__": _ne_effect, "__iter__": _iter_effect}


def _set_default(mock, method, name):
    if name in _results:
        method.return_value = _results[name]
    elif name in _computed:
        method.return_value = _computed[name](mock)
    elif name in _effects:
        method.side_effect = _effects[name](mock)


_proxies = {name: _MagicProxy(name) for name in _magics}


class MagicMixin:
    """What gives mocks the magic methods, with sensible results."""

    _own_magics = _proxies

    def __init__(self, /, *args, **kw):
        super().__init__(*args, **kw)
        self._only_magics_of_spec()

    def _only_magics_of_spec(self):
        methods = getattr(self, "_mock_methods", None)
        if methods is not None:
            own = type(self)
            for name in _magics:
                if name not in methods and name in own.__dict__:
                    delattr(own, name)

    def mock_add_spec(self, spec, spec_set=False):
        self._mock_add_spec(spec, spec_set)
        self._only_magics_of_spec()


class NonCallableMagicMock(MagicMixin, NonCallableMock):
    """A mock with magic methods that cannot be called."""


class MagicMock(MagicMixin, Mock):
    """A mock with magic methods."""

    def reset_mock(self, /, *args, return_value=False, **kwargs):
        if return_value and self._mock_name and _is_magic(self._mock_name):
            super().reset_mock(*args, return_value=False, **kwargs)  # of a magic method, the default is kept
        else:
            super().reset_mock(*args, return_value=return_value, **kwargs)


class PropertyMock(Mock):
    """A mock for a property: reading and writing are calls."""

    def __set__(self, obj, val):
        self(val)

    def __get__(self, obj, obj_type=None):
        return self()

    def _get_child_mock(self, /, **kwargs):
        return MagicMock(**kwargs)


def seal(mock):
    """Let a mock and its children make no more attributes by themselves."""
    mock._mock_sealed = True
    for name in dir(mock):
        try:
            child = getattr(mock, name)
        except AttributeError:
            continue
        if not isinstance(child, NonCallableMock) or isinstance(child._mock_children.get(name), _LazySpec):
            continue  # an attribute such as int.real, which has itself without end
        if child._mock_new_parent is mock:
            seal(child)


class _LazySpec:
    """Makes the autospec of an attribute when it is asked for."""

    def __init__(self, **arguments):
        self.arguments = arguments

    def make(self):
        return create_autospec(**self.arguments)


from ._autospec import create_autospec, mock_open
from ._patch import _get_target, _patch, patch
