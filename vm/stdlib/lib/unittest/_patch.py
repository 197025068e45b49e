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
    try:
        path, attribute = target.rsplit(".", 1)
    except (TypeError, ValueError, AttributeError):
        raise TypeError(f"Need a valid target to patch. You supplied: {target!r}")
    return partial(_resolve, path), attribute


class _patch:
    """A replacement: a decorator, a context manager, or by start and stop."""

    attribute_name = None
    _active_patches = []

    def __init__(self, getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, *, unsafe=False):
        if new_callable is not None:
            if new is not DEFAULT:
                raise ValueError("Cannot use 'new' and 'new_callable' together")
            if autospec is not None:
                raise ValueError("Cannot use 'autospec' and 'new_callable' together")
        if not unsafe:
            from ._autospec import _check_arguments
            _check_arguments(kwargs)
        if _mock._is_instance_mock(spec):
            raise _mock.InvalidSpecError(f"Cannot spec attr {attribute!r} as the spec has already been mocked out. [spec={spec!r}]")
        if _mock._is_instance_mock(spec_set):
            raise _mock.InvalidSpecError(f"Cannot spec attr {attribute!r} as the spec_set has already been mocked out. [spec_set={spec_set!r}]")
        self.getter = getter
        self.attribute = attribute
        self.new = new
        self.new_callable = new_callable
        self.spec = spec
        self.create = create
        self.has_local = False
        self.spec_set = spec_set
        self.autospec = autospec
        self.kwargs = kwargs
        self.additional_patchers = []
        self.is_started = False

    def copy(self):
        patcher = _patch(self.getter, self.attribute, self.new, self.spec, self.create, self.spec_set, self.autospec, self.new_callable,
                         self.kwargs)
        patcher.attribute_name = self.attribute_name
        patcher.additional_patchers = [p.copy() for p in self.additional_patchers]
        return patcher

    def __call__(self, func):
        if isinstance(func, type):
            return self.decorate_class(func)
        return self.decorate_callable(func)

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
        result = self.__enter__()
        self._active_patches.append(self)
        return result

    def stop(self):
        try:
            self._active_patches.remove(self)
        except ValueError:
            return None  # not started
        return self.__exit__(None, None, None)


class _patch_dict:
    """Other items in a dictionary for a while."""

    def __init__(self, in_dict, values=(), clear=False, **kwargs):
        self.in_dict = in_dict
        self.values = dict(values)
        self.values.update(kwargs)
        self.clear = clear
        self._original = None

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
        try:
            original = self.in_dict.copy()
        except AttributeError:
            original = {key: self.in_dict[key] for key in self.in_dict}  # a mapping without copy
        self._original = original
        if self.clear:
            _clear(self.in_dict)
        try:
            self.in_dict.update(self.values)
        except AttributeError:
            for key in self.values:
                self.in_dict[key] = self.values[key]
        return self.in_dict

    def __exit__(self, *args):
        if self._original is not None:
            _clear(self.in_dict)
            try:
                self.in_dict.update(self._original)
            except AttributeError:
                for key in self._original:
                    self.in_dict[key] = self._original[key]
            self._original = None
        return False

    def start(self):
        result = self.__enter__()
        _patch._active_patches.append(self)
        return result

    def stop(self):
        try:
            _patch._active_patches.remove(self)
        except ValueError:
            return None
        return self.__exit__(None, None, None)


def _clear(in_dict):
    try:
        in_dict.clear()
    except AttributeError:
        for key in list(in_dict):
            del in_dict[key]


def patch(target, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *, unsafe=False, **kwargs):
    """Replace what a dotted name leads to, by a mock if nothing is given."""
    getter, attribute = _get_target(target)
    return _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_object(target, attribute, new=DEFAULT, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, *,
                  unsafe=False, **kwargs):
    if type(target) is str:
        raise TypeError(f"{target!r} must be the actual object to be patched, not a str")
    return _patch(lambda: target, attribute, new, spec, create, spec_set, autospec, new_callable, kwargs, unsafe=unsafe)


def _patch_multiple(target, spec=None, create=False, spec_set=None, autospec=None, new_callable=None, **kwargs):
    getter = partial(_resolve, target) if type(target) is str else lambda: target
    if not kwargs:
        raise ValueError("Must supply at least one keyword argument with patch.multiple")
    patchers = []
    for attribute, new in kwargs.items():
        patcher = _patch(getter, attribute, new, spec, create, spec_set, autospec, new_callable, {})
        patcher.attribute_name = attribute
        patchers.append(patcher)
    first, *rest = patchers
    first.additional_patchers.extend(rest)
    return first


def _stop_all():
    for patcher in reversed(_patch._active_patches[:]):
        patcher.stop()


patch.object = _patch_object
patch.dict = _patch_dict
patch.multiple = _patch_multiple
patch.stopall = _stop_all
patch.TEST_PREFIX = "test"
