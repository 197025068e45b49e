"""Settings of the executor."""
import contextlib

_settings = {"onednn": False, "strategy": [("STATIC", 2), ("DYNAMIC", 10)]}


def enable_onednn_fusion(enabled):
    _settings["onednn"] = bool(enabled)


def onednn_fusion_enabled():
    return _settings["onednn"]


def set_fusion_strategy(strategy):
    before = _settings["strategy"]
    _settings["strategy"] = list(strategy)
    return before


@contextlib.contextmanager
def optimized_execution(should_optimize):
    yield


@contextlib.contextmanager
def fuser(name):
    yield


class strict_fusion:
    def __enter__(self):
        return None

    def __exit__(self, type, value, tb):
        return None


def last_executed_optimized_graph():
    """The graph that ran last, with the functions that it calls in it: the executor runs graphs as they were compiled."""
    from torch._C import _script

    return _script.last_executed_graph()


def set_module(obj, mod):
    obj.__module__ = mod
