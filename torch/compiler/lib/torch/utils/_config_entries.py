"""Modules of settings in which each assignment becomes an entry: a default, an override for each thread, variables of the environment, another name."""
import copy
import inspect
import os
import pickle
import sys
import types
import typing
import warnings
from contextvars import ContextVar

from torch.utils._config_module import ConfigModule

_UNSET_SENTINEL = object()
_IMMUTABLE = (int, float, bool, str, type(None), tuple)


def _read_env_variable(name):
    value = os.environ.get(name)
    return {"0": False, "1": True}.get(value, value)


def get_tristate_env(name, default=None):
    value = os.environ.get(name)
    return {"1": True, "0": False}.get(value, default)


class _Config:
    """What an assignment of Config(...) says of a setting."""

    def __init__(self, default=_UNSET_SENTINEL, justknob=None, env_name_default=None, env_name_force=None, value_type=None, alias=None, deprecated=False,
                 deprecation_message=None):
        self.default = default
        self.justknob = justknob
        self.env_name_default = self.string_or_list_of_string_to_list(env_name_default)
        self.env_name_force = self.string_or_list_of_string_to_list(env_name_force)
        self.value_type = value_type
        self.alias = alias
        self.deprecated = deprecated
        self.deprecation_message = deprecation_message
        if alias is not None and not (default is _UNSET_SENTINEL and justknob is None and env_name_default is None and env_name_force is None):
            raise AssertionError(
                "if alias is set, none of {default, justknob,                         env_name_default and env_name_force} can be set")

    @staticmethod
    def string_or_list_of_string_to_list(val):
        if val is None or isinstance(val, list):
            return val
        if isinstance(val, str):
            return [val]
        raise AssertionError(f"val is not a list, got {type(val)}")


def Config(default=_UNSET_SENTINEL, justknob=None, env_name_default=None, env_name_force=None, value_type=None, alias=None, deprecated=False,
           deprecation_message=None):
    return _Config(default, justknob, env_name_default, env_name_force, value_type, alias, deprecated, deprecation_message)


class _ConfigEntry:
    """A setting of a module: the values that it may have, the strongest first, and whether its use is warned of."""

    def __init__(self, config, name):
        self.name = name
        self.default = config.default
        self.value_type = config.value_type if config.value_type is not None else type(self.default)
        self.justknob = config.justknob
        self.alias = config.alias
        self.env_value_default = self._of_environment(config.env_name_default)
        self.env_value_force = self._of_environment(config.env_name_force)
        self.deprecated = config.deprecated
        self.deprecation_message = config.deprecation_message
        self._deprecation_warned = False
        self.user_override = ContextVar(name, default=_UNSET_SENTINEL)
        self.hide = False

    @staticmethod
    def _of_environment(names):
        for name in names or ():
            value = _read_env_variable(name)
            if value is not None:
                return value
        return _UNSET_SENTINEL

    def value(self):
        for candidate in (self.env_value_force, self.user_override.get(), self.env_value_default):
            if candidate is not _UNSET_SENTINEL:
                return candidate
        if not isinstance(self.default, _IMMUTABLE):
            self.user_override.set(copy.deepcopy(self.default))  # what a program changes in place is its own
            return self.user_override.get()
        return self.default

    def is_default(self):
        overridden = self.user_override.get() is not _UNSET_SENTINEL
        if overridden and not isinstance(self.default, _IMMUTABLE):
            overridden = self.user_override.get() != self.default
        return not overridden and self.env_value_default is _UNSET_SENTINEL and self.env_value_force is _UNSET_SENTINEL


class SubConfigProxy:
    """The settings of a class in a module of settings: names with its name in front."""

    def __init__(self, config, prefix):
        object.__setattr__(self, "_config", config)
        object.__setattr__(self, "_prefix", prefix)

    def __getattr__(self, name):
        return getattr(self._config, self._prefix + name)

    def __setattr__(self, name, value):
        setattr(self._config, self._prefix + name, value)

    def __delattr__(self, name):
        delattr(self._config, self._prefix + name)


class EntryModule(ConfigModule):
    """A module whose settings are entries."""

    def __getattr__(self, name):
        entry = self._entry(name)
        if entry.hide:
            self._unknown(name)
        self._warn_if_deprecated(name, entry)
        target = self._get_alias_module_and_name(entry)
        return getattr(*target) if target else entry.value()

    def __setattr__(self, name, value):
        entry = self._entry(name)
        self._warn_if_deprecated(name, entry)
        target = self._get_alias_module_and_name(entry)
        if target:
            setattr(*target, value)
        else:
            entry.user_override.set(value)
            entry.hide = False

    def __delattr__(self, name):
        entry = self._entry(name)
        entry.user_override.set(_UNSET_SENTINEL)
        entry.hide = True  # mock.patch deletes what it puts back then

    def __dir__(self):
        return sorted(self.__dict__)

    def __repr__(self):
        return f"<module {self.__name__!r} from {self.__dict__.get('__file__', '')!r}>"

    def _entry(self, name):
        entries = self.__dict__["_config"]
        return entries[name] if name in entries else self._unknown(name)

    def _unknown(self, name):
        raise AttributeError(f"{self.__name__}.{name} does not exist")

    def _warn_if_deprecated(self, name, entry):
        if entry.deprecated and not entry._deprecation_warned:
            entry._deprecation_warned = True
            note = f" and {entry.deprecation_message}" if entry.deprecation_message else ""
            warnings.warn(f"{self.__name__}.{name} is deprecated{note}. It will be removed in a future version of PyTorch.", FutureWarning, stacklevel=3)

    def _get_alias_module_and_name(self, entry):
        if entry.alias is None:
            return None
        import importlib

        module, _, last = entry.alias.rpartition(".")
        return importlib.import_module(module), last

    def _is_default(self, name):
        return self._entry(name).is_default()

    def _read(self, name):
        return getattr(self, name)

    def _get_dict(self, ignored_keys=None, ignored_prefixes=None, skip_default=False, readonly_values=False):
        found = {}
        for name, entry in self._config.items():
            if name in (ignored_keys or ()) or name.startswith(tuple(ignored_prefixes or ())) or entry.alias is not None or entry.hide:
                continue
            if not (skip_default and entry.is_default()):
                found[name] = copy.deepcopy(entry.value())
        return found

    def _saved(self, *prefixes):
        ignored = self._get_dict().get("_save_config_ignore", ())
        return self._get_dict(ignored_keys=ignored, ignored_prefixes=prefixes)

    def save_config(self):
        return pickle.dumps(self._saved(), protocol=2)

    def save_config_portable(self, *, ignore_private_configs=True, readonly_values=False):
        prefixes = ["_"] if ignore_private_configs else []
        return self._get_dict(ignored_prefixes=prefixes + list(self._get_dict().get("_cache_config_ignore_prefix", ())))

    def load_config(self, maybe_pickled_config):
        values = maybe_pickled_config if isinstance(maybe_pickled_config, dict) else pickle.loads(maybe_pickled_config)
        for name, value in values.items():
            if name in self._config:
                setattr(self, name, value)
            else:
                warnings.warn(f"key {name} with value {value} is not understood by this config", stacklevel=2)

    def get_config_copy(self):
        return self._get_dict()

    def get_serializable_config_copy(self):
        return self._get_dict(ignored_keys=self._get_dict().get("_save_config_ignore", []))

    def shallow_copy_dict(self):
        return self._get_dict()

    def get_hash(self):
        import hashlib

        kept = self._get_dict(ignored_keys=list(self._compile_ignored_keys))
        return hashlib.md5(repr(sorted(kept.items())).encode("utf-8")).digest()

    def get_type(self, config_name):
        return self._entry(config_name).value_type

    def codegen_config(self):
        ignored = self._get_dict().get("_save_config_ignore", ())
        lines, imports = [], set()
        for name, value in self._get_dict(ignored_keys=ignored, skip_default=True).items():
            lines.append(f"{self.__name__}.{name} = {_source_of(value, imports)}")
        return "\n".join([f"import {module}" for module in sorted(imports)] + lines)


def _source_of(value, imports):
    """An expression for a value; the modules that it needs are added to imports."""
    if inspect.isroutine(value) or inspect.isclass(value):
        if value.__module__ == "builtins":
            return value.__name__
        imports.add(value.__module__)
        return f"{value.__module__}.{value.__name__}"
    if isinstance(value, (set, frozenset)) and any(map(callable, value)):
        return "{ " + ", ".join(_source_of(x, imports) for x in value) + " }"
    return repr(value)


def get_assignments_with_compile_ignored_comments(module):
    """The settings of a module whose line, or the comment in front of it, says that they change nothing of what is compiled."""
    found, marked = set(), False
    for line in inspect.getsource(module).splitlines():
        code, _, comment = line.strip().partition("#")
        marked = marked or comment.strip().startswith("@compile_ignored")
        name, assigned, _ = code.partition("=")
        if assigned:
            if marked:
                found.add(name.partition(":")[0].strip())
            marked = False
    return found


for _class in (_Config, _ConfigEntry, SubConfigProxy):
    _class.__module__ = ConfigModule.__module__


def install_entries(module):
    """Makes a module of assignments one of entries, in place: classes in it are sections of their own."""
    entries = {}

    def visit(source, dest, prefix):
        hints = getattr(source, "__annotations__", {})
        for key, value in list(source.__dict__.items()):
            if key.startswith("__") or isinstance(value, (types.ModuleType, types.FunctionType)) or getattr(value, "__module__", None) == "typing":
                continue
            if isinstance(value, type) and value.__module__ == module.__name__:
                proxy = SubConfigProxy(module, f"{prefix}{key}.")
                setattr(dest, key, proxy)
                visit(value, proxy, f"{prefix}{key}.")
                continue
            if isinstance(value, type) or not isinstance(value, _Config) and not isinstance(value, (*_IMMUTABLE, list, set, dict)):
                continue
            config = value if isinstance(value, _Config) else _Config(default=value)
            if config.value_type is None and key in hints:
                config.value_type = hints[key]
            entries[prefix + key] = _ConfigEntry(config, prefix + key)
            if dest is module:
                delattr(module, key)

    visit(module, module, "")
    ignored = get_assignments_with_compile_ignored_comments(module)
    own = module.__dict__
    own["_config"] = entries
    own["_compile_ignored_keys"] = ignored

    class ConfigModuleInstance(EntryModule):
        pass

    made = ConfigModuleInstance.__new__(ConfigModuleInstance)
    made.__dict__.update(own)
    for name, value in own.items():
        if isinstance(value, SubConfigProxy):
            object.__setattr__(value, "_config", made)
    ConfigModuleInstance.__module__ = ConfigModule.__module__
    ConfigModuleInstance.__qualname__ = "install_config_module.<locals>.ConfigModuleInstance"
    sys.modules[module.__name__] = made
    package, _, last = module.__name__.rpartition(".")
    if package in sys.modules:
        setattr(sys.modules[package], last, made)
