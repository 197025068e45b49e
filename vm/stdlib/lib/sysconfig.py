"""Where things are installed, and how the interpreter was built: it was not, it is one binary."""

import os
import sys

__all__ = ["get_config_var", "get_config_vars", "get_default_scheme", "get_path", "get_path_names", "get_paths", "get_platform", "get_preferred_scheme",
           "get_python_version", "get_scheme_names", "is_python_build"]

_SCHEME = "posix_prefix"
_PATHS = {"stdlib": "{base}/lib/python{version}", "platstdlib": "{base}/lib/python{version}", "purelib": "{base}/lib/python{version}/site-packages",
          "platlib": "{base}/lib/python{version}/site-packages", "include": "{base}/include/python{version}", "platinclude": "{base}/include/python{version}",
          "scripts": "{base}/bin", "data": "{base}"}


def get_python_version():
    return "%d.%d" % sys.version_info[:2]


def get_platform():
    host = os.uname()
    return f"{host.sysname.lower()}-{host.machine}"


def get_config_vars(*names):
    """Return all variables, or the values of some, None for those there are not."""
    variables = {"prefix": sys.prefix, "exec_prefix": sys.exec_prefix, "installed_base": sys.base_prefix, "base": sys.prefix, "platbase": sys.exec_prefix,
                 "py_version": ".".join(map(str, sys.version_info[:3])), "py_version_short": get_python_version(), "py_version_nodot": "%d%d" % sys.version_info[:2],
                 "VERSION": get_python_version(), "EXT_SUFFIX": None, "SOABI": None, "Py_DEBUG": 0, "Py_GIL_DISABLED": 0}
    return [variables.get(name) for name in names] if names else variables


def get_config_var(name):
    return get_config_vars(name)[0]


def get_scheme_names():
    return (_SCHEME,)


def get_default_scheme():
    return _SCHEME


def get_preferred_scheme(key):
    if key not in ("prefix", "home", "user"):
        raise KeyError(key)
    return _SCHEME


def get_path_names():
    return tuple(_PATHS)


def get_paths(scheme=_SCHEME, vars=None, expand=True):
    if scheme != _SCHEME:
        raise KeyError(scheme)
    if not expand:
        return dict(_PATHS)
    values = {"base": sys.prefix, "version": get_python_version(), **(vars or {})}
    return {name: text.format(**values) for name, text in _PATHS.items()}


def get_path(name, scheme=_SCHEME, vars=None, expand=True):
    return get_paths(scheme, vars, expand)[name]


def is_python_build(check_home=None):
    return False
