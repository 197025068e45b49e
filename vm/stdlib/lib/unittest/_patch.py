"""Replacing attributes and dictionary items for a while: unittest.mock.patch."""

import builtins
import contextlib
import sys
import types
from functools import partial, wraps

from . import mock as _mock
from ._calls import DEFAULT

__unittest = True

_builtin_names = {name for name in dir(builtins) if not name.startswith("_")}


def _resolve(path):
    """Import what a dotted path names: a module, or an attribute of one."""
    from pkgutil import resolve_name
    return resolve_name(path)


def _get_target(target):
    path, dot, attribute = target.rpartition(".") if isinstance(target, str) else ("", "", "")
    if not dot:
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}")
    return partial(_resolve, path), attribute


class _patch:
    """A replacement: a decorator, a context manager, or by start and stop."""

    attribute_name = None
    _active_patches = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        for other, given in (("new", new is not DEFAULT), ("autospec", autospec is not None)):
            if given and new_callable is not None:
                raise ValueError(f"Cannot use '{other}' and 'new_callable' together")
        if not unsafe:
            from ._autospec import _check_arguments
            _check_arguments(kwargs)
        for name, value in (("spec", spec), ("spec_set", spec_set)):
            if _mock._is_instance_mock(value):
                raise _mock.InvalidSpecError(f"Cannot spec attr {attribute!r} as the {name} has already been mocked out. [{name}={value!r}]")
        self.getter, self.attribute, self.kwargs = getter, attribute, kwargs
        self.new, self.new_callable, self.create = new, new_callable, create
        self.spec, self.spec_set, self.autospec = spec, spec_set, autospec
        self.has_local = self.is_started = False
        self.additional_patchers = []

    def copy(self):
        """Return a replacement of its own for each function that is decorated."""
        settings = {name: getattr(self, name) for name in ("new", "spec", "create", "spec_set", "autospec", "new_callable")}
        twin = _patch(self.getter, self.attribute, kwargs=self.kwargs, **settings)
        twin.attribute_name = self.attribute_name
        twin.additional_patchers += map(_patch.copy, self.additional_patchers)
        return twin

    def __call__(self, func):
        decorate = self.decorate_class if isinstance(func, type) else self.decorate_callable
        return decorate(func)

    def decorate_class(self, klass):
        for attr in dir(klass):
            if attr.startswith(patch.TEST_PREFIX):
                method = getattr(klass, attr)
                if hasattr(method, "__call__"):
                    setattr(klass, attr, self.copy()(method))
        return klass

    def decorate_callable(self, func):
        if hasattr(func, "patchings"):
            func.patchings.append(self)  # one wrapper for all decorators, the mocks in their order
            return func

        @wraps(func)
        def patched(*args, **keywargs):
            with contextlib.ExitStack() as stack:
                extra = []
                for patching in patched.patchings:
                    arg = stack.enter_context(patching)
                    if patching.attribute_name is not None:
                        keywargs.update(arg)
                    elif patching.new is DEFAULT:
                        extra.append(arg)
                return func(*args, *extra, **keywargs)

        patched.patchings = [self]
        return patched

    def get_original(self):
        target, name = self.target, self.attribute
        local = False
        try:
            original = target.__dict__[name]
            local = True
        except (AttributeError, KeyError):
            original = getattr(target, name, DEFAULT)
        if name in _builtin_names and isinstance(target, types.ModuleType):
            self.create = True  # a module need not have a builtin for it to be hidden
        if not self.create and original is DEFAULT:
            raise AttributeError("%s does not have the attribute %r" % (target, name))
        return original, local

    def __enter__(self):
        if self.is_started:
            raise RuntimeError("Patch is already started")
        self.target = self.getter()
        original, local = self.get_original()
        new = self._replacement(original)
        self.temp_original = original
        self.is_local = local
        self._exit_stack = contextlib.ExitStack()
        self.is_started = True
        try:
            setattr(self.target, self.attribute, new)
            if self.attribute_name is None:
                return new
            extra = {}
            if self.new is DEFAULT:
                extra[self.attribute_name] = new
            for patching in self.additional_patchers:
                arg = self._exit_stack.enter_context(patching)
                if patching.new is DEFAULT:
                    extra.update(arg)
            return extra
        except:
            if not self.__exit__(*sys.exc_info()):
                raise

    def _replacement(self, original):
        new, autospec = self.new, self.autospec
        spec, spec_set = (None if s is False else s for s in (self.spec, self.spec_set))
        autospec = None if autospec is False else autospec
        if spec is not None and autospec is not None:
            raise TypeError("Can't specify spec and autospec")
        if (spec is not None or autospec is not None) and spec_set not in (True, None):
            raise TypeError("Can't provide explicit spec_set *and* spec or autospec")
        if new is DEFAULT and autospec is None:
            return self._new_mock(original, spec, spec_set)
        if autospec is not None:
            if new is not DEFAULT:
                raise TypeError("autospec creates the mock for you. Can't specify autospec and new.")
            if original is DEFAULT:
                raise TypeError("Can't use 'autospec' with create=True")
            if autospec is True:
                autospec = original
            if _mock._is_instance_mock(self.target):
                raise _mock.InvalidSpecError(f"Cannot autospec attr {self.attribute!r} as the patch target has already been mocked out. "
                                             f"[target={self.target!r}, attr={autospec!r}]")
            if _mock._is_instance_mock(autospec):
                target_name = getattr(self.target, "__name__", self.target)
                raise _mock.InvalidSpecError(f"Cannot autospec attr {self.attribute!r} from target {target_name!r} as it has already been "
                                             f"mocked out. [target={self.target!r}, attr={autospec!r}]")
            return _mock.create_autospec(autospec, spec_set=bool(spec_set), _name=self.attribute, **self.kwargs)
        if self.kwargs:
            raise TypeError("Can't pass kwargs to a mock we aren't creating")
        return new

    def _new_mock(self, original, spec, spec_set):
        if spec is True:
            spec = original
            if spec_set is True:
                spec_set, spec = original, None
        elif spec is not None:
            if spec_set is True:
                spec_set, spec = spec, None
        elif spec_set is True:
            spec_set = original
        given = spec if spec is not None else spec_set
        inherit = False
        if given is not None:
            if original is DEFAULT:
                raise TypeError("Can't use 'spec' with create=True")
            inherit = isinstance(original, type)
        klass = _mock.MagicMock
        options = {}
        if self.new_callable is not None:
            klass = self.new_callable
        elif given is not None and not ("__call__" in given if type(given) in (list, tuple) else callable(given)):
            klass = _mock.NonCallableMagicMock
        if spec is not None:
            options["spec"] = spec
        if spec_set is not None:
            options["spec_set"] = spec_set
        if isinstance(klass, type) and issubclass(klass, _mock.NonCallableMock) and self.attribute:
            options["name"] = self.attribute
        options.update(self.kwargs)
        new = klass(**options)
        if inherit and _mock._is_instance_mock(new):
            # What the mock of a class returns stands for an instance.
            if type(given) not in (list, tuple) and not _mock._instance_callable(given):
                klass = _mock.NonCallableMagicMock
            options.pop("name")
            new.return_value = klass(_new_parent=new, _new_name="()", **options)
        return new

    def __exit__(self, *exc_info):
        if not self.is_started:
            return None
        if self.is_local and self.temp_original is not DEFAULT:
            setattr(self.target, self.attribute, self.temp_original)
        else:
            delattr(self.target, self.attribute)
            if not self.create and not hasattr(self.target, self.attribute):
                setattr(self.target, self.attribute, self.temp_original)
        del self.temp_original, self.is_local, self.target
        stack = self._exit_stack
        del self._exit_stack
        self.is_started = False
        return stack.__exit__(*exc_info)

    def start(self):
        """Put the replacement in place, until stop or patch.stopall."""
        return _start(self)

    def stop(self):
        return _stop(self)


class _patch_dict:
    """Other items in a dictionary for a while."""

    _original = None

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict, self.clear = in_dict, clear
        self.values = dict(values, **kwargs)

    def __call__(self, f):
        if isinstance(f, type):
            for attr in dir(f):
                value = getattr(f, attr)
                if attr.startswith(patch.TEST_PREFIX) and hasattr(value, "__call__"):
                    setattr(f, attr, _patch_dict(self.in_dict, self.values, self.clear)(value))
            return f

        @wraps(f)
        def inner(*args, **kw):
            with self:
                return f(*args, **kw)

        return inner

    def __enter__(self):
        if isinstance(self.in_dict, str):
            self.in_dict = _resolve(self.in_dict)
        held = self.in_dict
        if hasattr(held, "copy"):
            self._original = held.copy()
        else:
            self._original = {key: held[key] for key in held}
        if self.clear:
            _clear(held)
        _fill(held, self.values)
        return held

    def __exit__(self, *args):
        before, self._original = self._original, None
        if before is not None:
            _clear(self.in_dict)
            _fill(self.in_dict, before)
        return False

    def start(self):
        return _start(self)

    def stop(self):
        return _stop(self)


# Dictionaries need have no more methods than those of items.

def _clear(mapping):
    if hasattr(mapping, "clear"):
        mapping.clear()
    else:
        for key in [*mapping]:
            del mapping[key]


def _fill(mapping, values):
    if hasattr(mapping, "update"):
        mapping.update(values)
    else:
        for key in values:
            mapping[key] = values[key]


def _start(replacement):
    entered = replacement.__enter__()
    _patch._active_patches.append(replacement)
    return entered


def _stop(replacement):
    if replacement not in _patch._active_patches:
        return None  # not started
    _patch._active_patches.remove(replacement)
    return replacement.__exit__(None, None, None)


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    """Replace what a dotted name leads to, by a mock if nothing is given."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new=new, new_callable=new_callable, kwargs=kwargs, unsafe=unsafe,
                  spec=spec, spec_set=spec_set, autospec=autospec, create=create)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
                  unsafe=False, **kwargs):
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new=new, new_callable=new_callable, kwargs=kwargs, unsafe=unsafe,
                  spec=spec, spec_set=spec_set, autospec=autospec, create=create)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    getter = partial(_resolve, target) if isinstance(target, str) else lambda: target
    first = None
    for name in kwargs:
        one = _patch(getter, name, new=kwargs[name], new_callable=new_callable, kwargs={},
                     spec=spec, spec_set=spec_set, autospec=autospec, create=create)
        one.attribute_name = name
        if first is None:
            first = one
        else:
            first.additional_patchers.append(one)
    return first


def _stop_all():
    for patcher in reversed(_patch._active_patches[:]):
        patcher.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _stop_all
patch.TEST_PREFIX = "test"
