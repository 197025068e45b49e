"""The module multiprocessing, whose processes share the memory of tensors that are sent to them."""
from multiprocessing import *
from multiprocessing import __all__ as _names
from multiprocessing import active_children, get_context

from .reductions import init_reductions
from .spawn import ProcessContext, ProcessException, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes

_STRATEGIES = {"file_descriptor", "file_system"}
_strategy = "file_descriptor"


def get_all_sharing_strategies():
    return set(_STRATEGIES)


def get_sharing_strategy():
    return _strategy


def set_sharing_strategy(new_strategy):
    global _strategy
    if new_strategy not in _STRATEGIES:
        raise AssertionError(f"invalid sharing strategy {new_strategy!r}, expected one of {_STRATEGIES}")
    _strategy = new_strategy


def _set_thread_name(name):
    pass


def _get_thread_name():
    return "MainThread"


init_reductions()

__all__ = _names + ["get_all_sharing_strategies", "get_sharing_strategy", "set_sharing_strategy", "ProcessContext", "ProcessExitedException", "ProcessRaisedException",
                    "SpawnContext", "spawn", "start_processes"]
