"""Models from elsewhere: local folders with a hubconf.py; nothing is downloaded."""

import importlib.util
import os
import re
import sys

import torch

try:
    from tqdm import tqdm
except ImportError:
    class tqdm:
        """Counts without showing a bar: what a download reports to where tqdm is not installed."""

        def __init__(self, total=None, disable=False, **kwargs):
            self.total, self.disable, self.n = total, disable, 0

        def update(self, n):
            self.n += n

        def close(self):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *exc):
            self.close()

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")  # the start of a file's hash, in its name
MODULE_HUBCONF, VAR_DEPENDENCY = "hubconf.py", "dependencies"
ENV_TORCH_HOME, ENV_XDG_CACHE_HOME, DEFAULT_CACHE_DIR, ENV_GITHUB_TOKEN = "TORCH_HOME", "XDG_CACHE_HOME", "~/.cache", "GITHUB_TOKEN"
READ_DATA_CHUNK = 128 * 1024
_TRUSTED_REPO_OWNERS = ("facebookresearch", "facebookincubator", "pytorch", "fairinternal")
_dir = [None]


def _get_torch_home():
    return os.path.expanduser(os.getenv("TORCH_HOME", os.path.join(os.getenv("XDG_CACHE_HOME", "~/.cache"), "torch")))


def get_dir():
    if _dir[0] is not None:
        return _dir[0]
    return os.path.join(_get_torch_home(), "hub")


def set_dir(d):
    _dir[0] = os.path.expanduser(d)


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    raise RuntimeError(f"magneto downloads nothing (asked for {url})")


def _hubconf(repo, source):
    if source not in ("github", "local"):
        raise ValueError(f'Unknown source: "{source}". Allowed values: "github" | "local".')
    if source == "github":
        raise RuntimeError(f"magneto downloads nothing (asked for the repository {repo}); use source='local'")
    path = os.path.join(repo, MODULE_HUBCONF)
    sys.path.insert(0, repo)
    try:
        spec = importlib.util.spec_from_file_location(MODULE_HUBCONF, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        _check_dependencies(module)
    finally:
        sys.path.remove(repo)
    return module


def _parse_repo_info(github):
    """Owner, name and branch of "owner/name:branch"."""
    if ":" in github:
        repo, ref = github.split(":")
    else:
        repo, ref = github, "main"
    owner, name = repo.split("/")
    return owner, name, ref


def _git_archive_link(repo_owner, repo_name, ref):
    return f"https://github.com/{repo_owner}/{repo_name}/zipball/{ref}"


def _check_module_exists(name):
    return importlib.util.find_spec(name) is not None


def _load_attr_from_module(module, func_name):
    return getattr(module, func_name, None)


def _check_dependencies(m):
    """Raises for modules that a hubconf names and that are not there."""
    missing = [name for name in _load_attr_from_module(m, VAR_DEPENDENCY) or () if not _check_module_exists(name)]
    if missing:
        raise RuntimeError(f"Missing dependencies: {', '.join(missing)}")


def _entry(module, name):
    if not isinstance(name, str):
        raise ValueError("Invalid input: model should be a str of function name")
    func = getattr(module, name, None)
    if func is None or not callable(func):
        raise RuntimeError(f"Cannot find callable {name} in hubconf")
    return func


def list(github, force_reload=False, skip_validation=False, trust_repo=None, verbose=True, source="local"):
    module = _hubconf(github, source)
    return [n for n in dir(module) if callable(getattr(module, n)) and not n.startswith("_")]


def help(github, model, force_reload=False, skip_validation=False, trust_repo=None, source="local"):
    return _entry(_hubconf(github, source), model).__doc__


def load(repo_or_dir, model, *args, source="github", trust_repo=None, force_reload=False, verbose=True, skip_validation=False, **kwargs):
    return _entry(_hubconf(repo_or_dir, source), model)(*args, **kwargs)


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None, weights_only=True):
    """The state of a file that is in the cache already."""
    folder = model_dir or os.path.join(get_dir(), "checkpoints")
    path = os.path.join(folder, file_name or os.path.basename(url.split("?")[0]))
    if not os.path.exists(path):
        download_url_to_file(url, path)
    return torch.load(path, map_location=map_location, weights_only=weights_only)


def _import_module(name, path):
    """The module in a file, under a name."""
    import importlib.util

    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
