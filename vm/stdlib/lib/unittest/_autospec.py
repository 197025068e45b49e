"""Mocks made after the object that they stand for, and mocks of open files."""

import functools
import inspect
import types

from . import mock as _mock
from ._calls import DEFAULT

__unittest = True


def create_autospec(spec, spec_set=False, instance=False, _parent=None, _name=None, *, unsafe=False, **kwargs):
    """Make a mock that has the attributes of an object, and takes the calls that it takes."""
    if type(spec) in (list, tuple):
        spec = type(spec)
    is_type = isinstance(spec, type)
    if _mock._is_instance_mock(spec):
        raise _mock.InvalidSpecError(f"Cannot autospec a Mock object. [object={spec!r}]")
    options = {"spec_set": spec} if spec_set else {"spec": spec}
    if spec is None:
        options = {}  # None has nothing to specify
    if options and instance:
        options["_spec_as_instance"] = True
    if not unsafe:
        _check_arguments(kwargs)
    options["unsafe"] = unsafe
    later = {name: kwargs.pop(name) for name in list(kwargs) if "." in name}  # for when the children are there
    options.update(kwargs)
    kind = _mock.MagicMock
    if inspect.isdatadescriptor(spec):
        options = {}  # what a descriptor gives cannot be known
    elif is_type and instance and not _mock._instance_callable(spec) or not callable(spec):
        kind = _mock.NonCallableMagicMock
    name = options.pop("name", _name)
    new_name = name
    if _parent is None:
        new_name = ""
    mock = kind(parent=_parent, _new_parent=_parent, _new_name=new_name, name=name, **options)
    if isinstance(spec, _mock._FUNCTION_TYPES):
        mock = _function_like(mock, spec)
    else:
        _check_signature(spec, mock, is_type, instance)
    if _parent is not None and not instance:
        _parent._mock_children[_name] = mock
    wrapped = kwargs.get("wraps")
    if is_type and not instance and "return_value" not in kwargs:
        mock.return_value = create_autospec(spec, spec_set, instance=True, _name="()", _parent=mock, wraps=wrapped and None)
    _specify_attributes(spec, mock, spec_set, is_type, wrapped)
    if later:
        _mock._extract_mock(mock).configure_mock(**later)
    return mock


def _check_arguments(kwargs):
    for name in kwargs:
        if name in ("autospect", "auto_spec", "set_spec"):
            raise RuntimeError(f"{name} might be a typo; use unsafe=True if this is intended")


def _specify_attributes(spec, mock, spec_set, is_type, wrapped):
    for entry in dir(spec):
        if _mock._is_magic(entry):
            continue  # MagicMock takes care of these
        try:
            original = getattr(spec, entry)
        except AttributeError:
            continue
        inner = _mock._extract_mock(mock)
        child_options = {"spec_set": original} if spec_set else {"spec": original}
        if wrapped and hasattr(wrapped, entry):
            child_options["wraps"] = getattr(wrapped, entry)
        if not isinstance(original, _mock._FUNCTION_TYPES):
            new = _mock._LazySpec(spec=original, spec_set=spec_set, _parent=inner, _name=entry, instance=False)
            inner._mock_children[entry] = new
            continue
        skip_first = _must_skip(spec, entry, is_type)
        child_options["_eat_self"] = skip_first
        new = _mock.MagicMock(parent=inner, name=entry, _new_name=entry, _new_parent=inner, **child_options)
        inner._mock_children[entry] = new
        _check_signature(original, new, skip_first)


def _must_skip(spec, entry, is_type):
    """Tell whether self is not among the arguments of a call of spec.entry."""
    if not isinstance(spec, type):
        if entry in getattr(spec, "__dict__", {}):
            return False  # an attribute of the instance itself
        spec = spec.__class__
    for klass in spec.__mro__:
        found = klass.__dict__.get(entry, DEFAULT)
        if found is DEFAULT:
            continue
        if isinstance(found, (staticmethod, classmethod)):
            return False
        return is_type if isinstance(found, types.FunctionType) else False
    return is_type


def _check_signature(spec, mock, skip_first, instance=False):
    """Let a mock refuse calls that the object would refuse."""
    found = _mock._signature_of(spec, instance, skip_first)
    if found is None:
        return
    signature = found[1]

    def check(self, /, *args, **kwargs):
        signature.bind(*args, **kwargs)

    own = type(mock)
    own._mock_check_sig = check
    own.__signature__ = signature


def _function_like(mock, spec):
    """Make a function that passes its calls to a mock and has the mock's methods."""
    found = _mock._signature_of(spec, False, False)
    signature = found and found[1]

    def funcopy(*args, **kwargs):
        if signature is not None:
            signature.bind(*args, **kwargs)
        return mock(*args, **kwargs)

    function = funcopy
    for name in () if spec.__name__ == "<lambda>" else ("__name__", "__qualname__"):
        setattr(function, name, getattr(spec, name))
    for name in ("__doc__", "__module__", "__defaults__", "__kwdefaults__"):
        try:
            setattr(function, name, getattr(spec, name))
        except (AttributeError, TypeError):
            pass
    if signature is not None:
        function.__signature__ = signature
        function.__wrapped__ = spec
    function.mock = mock
    for name in ("assert_called_with", "assert_called_once_with", "assert_has_calls", "assert_any_call", "assert_called",
                 "assert_not_called", "assert_called_once"):
        setattr(function, name, functools.partial(getattr(mock, name)))

    def reset_mock():
        for name in ("called", "call_count", "call_args"):
            setattr(function, name, {"called": False, "call_count": 0, "call_args": None}[name])
        function.method_calls = _mock._CallList()
        function.mock_calls = _mock._CallList()
        function.call_args_list = _mock._CallList()
        result = function.return_value
        if _mock._is_instance_mock(result) and result is not mock:
            result.reset_mock()

    function.reset_mock = reset_mock
    function.called = False
    function.call_count = 0
    function.call_args = None
    function.call_args_list = _mock._CallList()
    function.method_calls = _mock._CallList()
    function.mock_calls = _mock._CallList()
    function.return_value = mock.return_value if mock._mock_wraps is None else DEFAULT
    function.side_effect = mock.side_effect
    function._mock_children = mock._mock_children
    mock.__dict__["_mock_delegate"] = function
    return function


def mock_open(mock=None, read_data=""):
    """Make a mock of the function open, whose files contain read_data."""
    import io
    make = io.BytesIO if isinstance(read_data, bytes) else io.StringIO
    state = {"file": make(read_data)}
    if mock is None:
        mock = _mock.MagicMock(name="open", spec=open)
    handle = _mock.MagicMock(spec=_file_attributes())
    handle.__enter__.return_value = handle

    def reading(name):
        def effect(*args, **kwargs):
            method = getattr(handle, name)
            if method.return_value is not None:
                return method.return_value
            return getattr(state["file"], name)(*args, **kwargs)

        return effect

    def lines():
        while True:
            if handle.readline.return_value is not None:
                yield handle.readline.return_value
            line = state["file"].readline()
            if not line:
                return
            yield line

    def next_line():
        if handle.readline.return_value is not None:
            return handle.readline.return_value
        return next(state["file"])

    def leave(exctype, excinst, exctb):
        handle.close()

    handle.write.return_value = None
    for name in ("read", "readline", "readlines"):
        getattr(handle, name).return_value = None
        getattr(handle, name).side_effect = reading(name)
    handle.__iter__.side_effect = lines
    handle.__next__.side_effect = next_line
    handle.__exit__.side_effect = leave

    def opened(*args, **kwargs):
        state["file"] = make(read_data)  # each file is read from its start
        return DEFAULT

    mock.side_effect = opened
    mock.return_value = handle
    return mock


def _file_attributes():
    import io
    return list(set(dir(io.TextIOWrapper)) | set(dir(io.BytesIO)))
