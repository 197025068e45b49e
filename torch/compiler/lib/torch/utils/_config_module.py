"""Modules of settings: attributes that can be changed, for a while too, and are refused when unknown."""

import contextlib
import copy
import functools
import hashlib
import inspect
import sys


class ConfigModule:
    """Takes the place of a module. Names with dots are settings of a section: config.triton.cudagraphs.

    effective names the settings that are read; setting another one is accepted and logged as without effect. compile_ignored names those on which compiled code does not depend.
    """

    def __init__(self, name, defaults, aliases=(), effective=None, compile_ignored=()):
        own = self.__dict__
        own["__name__"] = name
        own["_values"] = defaults
        own["_defaults"] = copy.deepcopy(defaults)
        own["_aliases"] = dict(aliases)
        own["_effective"] = effective
        own["_compile_ignored_keys"] = set(compile_ignored)
        own["_told"] = set()
        own["_hidden"] = set()
        own["_is_dirty"] = False

    def install(self):
        """Enters the settings into sys.modules and into the package."""
        name = self.__name__
        sys.modules[name] = self
        package, _, last = name.rpartition(".")
        if package in sys.modules:
            setattr(sys.modules[package], last, self)
        return self

    def _target(self, name):
        """The module and name behind an alias."""
        path = self._aliases.get(name)
        if path is None:
            return self, name
        module, _, last = path.rpartition(".")
        if module == self.__name__:
            return self, last
        import importlib

        return importlib.import_module(module), last

    def __getattr__(self, name):
        own = self.__dict__
        if name in own["_values"] and name not in own["_hidden"]:
            return own["_values"][name]
        if name in own["_aliases"]:
            module, last = self._target(name)
            return getattr(module, last)
        prefix = name + "."
        if any(key.startswith(prefix) for key in own["_values"]):
            return _Section(self, prefix)
        raise AttributeError(f"{own['__name__']}.{name} does not exist")

    def __setattr__(self, name, value):
        own = self.__dict__
        if name in own["_aliases"]:
            module, last = self._target(name)
            setattr(module, last, value)
            return
        if name not in own["_values"]:
            if name.startswith("__"):
                own[name] = value
                return
            raise AttributeError(f"{own['__name__']}.{name} does not exist")
        own["_hidden"].discard(name)
        own["_values"][name] = value
        effective = own["_effective"]
        if effective is not None and name not in effective and name not in own["_told"] and value != own["_defaults"][name]:
            own["_told"].add(name)
            import logging

            logging.getLogger(own["__name__"]).info("%s.%s has no effect in magneto", own["__name__"], name)

    def __delattr__(self, name):
        if name not in self._values:
            raise AttributeError(f"{self.__name__}.{name} does not exist")
        self._values[name] = copy.deepcopy(self._defaults[name])
        self._hidden.add(name) # mock.patch deletes what it puts back then

    def __dir__(self):
        return sorted({key.split(".")[0] for key in self._values} | set(self._aliases) | {"patch", "save_config", "load_config", "get_config_copy"})

    def patch(self, arg1=None, arg2=None, **kwargs):
        """Context manager and decorator that sets values and puts the old ones back."""
        if arg1 is not None and arg2 is not None:
            if not isinstance(arg1, str):
                raise AssertionError("first argument must be a string when passing 2 positional args to patch")
            arg1 = {arg1: arg2}
        if arg1 is not None and kwargs:
            raise AssertionError("cannot pass both positional and keyword arguments to patch")
        changes = kwargs if arg1 is None else arg1
        if not isinstance(changes, dict):
            raise AssertionError("first argument must be a dict when passing a single positional arg to patch")
        return ConfigPatch(self, changes)

    def _make_closure_patcher(self, **changes):
        """A function that sets values and returns the one that puts the old ones back."""
        def change():
            prior = {name: self._read(name) for name in changes}
            for name, value in changes.items():
                setattr(self, name, value)

            def revert():
                for name, value in prior.items():
                    setattr(self, name, value)

            return revert

        return change

    def _read(self, name):
        if "." in name and name in self._values and name not in self._hidden:
            return self._values[name]
        return getattr(self, name)

    def save_config(self):
        """The values as bytes, for load_config."""
        import pickle

        return pickle.dumps(self._portable(), protocol=2)

    def _portable(self):
        ignored = self._values.get("_save_config_ignore", ())
        return {name: value for name, value in self._values.items() if name not in ignored}

    def save_config_portable(self, *, ignore_private_configs=True):
        return {k: v for k, v in self._portable().items() if not (ignore_private_configs and k.startswith("_"))}

    def load_config(self, maybe_pickled_config):
        import pickle

        values = maybe_pickled_config
        if not isinstance(values, dict):
            values = pickle.loads(values)
        self._values.update(values)

    def get_config_copy(self):
        return copy.deepcopy(self._values)

    get_serializable_config_copy = get_config_copy

    def shallow_copy_dict(self):
        return dict(self._values)

    def to_dict(self):
        return self.shallow_copy_dict()

    def get_hash(self):
        return hashlib.md5(repr(sorted((name, value) for name, value in self._values.items() if name not in self._compile_ignored_keys)).encode("utf-8")).digest()

    def codegen_config(self):
        lines = []
        for name, value in self._values.items():
            if value != self._defaults.get(name) and not name.startswith("_"):
                lines.append(f"{self.__name__}.{name} = {value!r}")
        return "\n".join(lines)

    def get_type(self, name):
        return type(self._defaults[name])

    def is_default(self, name):
        return self._values[name] == self._defaults[name]

    def reset(self):
        for name, value in self._defaults.items():
            self._values[name] = copy.deepcopy(value)


class _Section:
    """The settings of a module whose names begin with a prefix."""

    def __init__(self, config, prefix):
        self.__dict__["_config"] = config
        self.__dict__["_prefix"] = prefix

    def __getattr__(self, name):
        return self._config._read(self._prefix + name)

    def __setattr__(self, name, value):
        setattr(self._config, self._prefix + name, value)

    def __delattr__(self, name):
        delattr(self._config, self._prefix + name)


class ConfigPatch(contextlib.ContextDecorator):
    """Values that hold inside a block, a function or the tests of a class."""

    def __init__(self, config, changes):
        self.config = config
        self.changes = changes
        self.prior = []

    def __enter__(self):
        self.prior.append({name: self.config._read(name) for name in self.changes})
        for name, value in self.changes.items():
            setattr(self.config, name, value)

    def __exit__(self, *exc_info):
        for name, value in self.prior.pop().items():
            setattr(self.config, name, value)
        return False

    def __call__(self, fn):
        if not _is_test_case(fn):
            @functools.wraps(fn)
            def patched(*args, **kwargs):
                with ConfigPatch(self.config, self.changes):
                    return fn(*args, **kwargs)

            return patched
        patch = self

        class ConfigPatchedTestCase(fn):
            @classmethod
            def setUpClass(cls):
                patch.__enter__()
                try:
                    super().setUpClass()
                except BaseException:
                    patch.__exit__(None, None, None)
                    raise

            @classmethod
            def tearDownClass(cls):
                try:
                    super().tearDownClass()
                finally:
                    patch.__exit__(None, None, None)

        ConfigPatchedTestCase.__name__ = fn.__name__
        ConfigPatchedTestCase.__qualname__ = fn.__qualname__
        ConfigPatchedTestCase.__module__ = fn.__module__
        return ConfigPatchedTestCase


def install_config_module(module):
    """Makes a module of plain assignments one of settings."""
    _config_entries.install_entries(module)


def _is_test_case(fn):
    """Whether fn is a class of tests; who has one has imported unittest, which is large."""
    unittest = sys.modules.get("unittest")
    return unittest is not None and inspect.isclass(fn) and issubclass(fn, unittest.TestCase)


def patch_object(obj, name, value):
    import unittest.mock

    return unittest.mock.patch.object(obj, name, value)


from torch.utils import _config_entries  # its classes derive from those above
from torch.utils._config_entries import (_UNSET_SENTINEL, Config, SubConfigProxy, _Config, _ConfigEntry, _read_env_variable,
                                         get_assignments_with_compile_ignored_comments, get_tristate_env)
