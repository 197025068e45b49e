"""Settings of the executor."""
import contextlib
import warnings

from torch.jit import _settings as executor

_settings = {"onednn": False}


def enable_onednn_fusion(enabled):
    _settings["onednn"] = bool(enabled)


def onednn_fusion_enabled():
    return _settings["onednn"]


def set_fusion_strategy(strategy):
    return executor.function("_jit_set_fusion_strategy")(list(strategy))


@contextlib.contextmanager
def optimized_execution(should_optimize):
    switch = executor.function("_get_graph_executor_optimize")
    before = switch(should_optimize)
    try:
        yield
    finally:
        switch(before)


# What the fusers by name set: whether to fuse on cpu and on gpu, and expressions of tensors.
_FUSERS = {"fuser0": (True, True, False), "fuser1": (True, True, True), "fuser2": (False, False, False), "fuser3": (True, False, True), "none": (False, False, False)}


@contextlib.contextmanager
def fuser(name):
    """The executor with another fuser."""
    if name not in _FUSERS:
        raise Exception(f"unrecognized fuser option (name: {name})")
    readers = [executor.function(f) for f in ("_jit_can_fuse_on_cpu", "_jit_can_fuse_on_gpu", "_jit_texpr_fuser_enabled")]
    setters = [executor.function(f) for f in ("_jit_override_can_fuse_on_cpu", "_jit_override_can_fuse_on_gpu", "_jit_set_texpr_fuser_enabled")]
    before = [read() for read in readers]
    for write, value in zip(setters, _FUSERS[name]):
        write(value)
    try:
        yield
    finally:
        for write, value in zip(setters, before):
            write(value)


class strict_fusion:
    def __enter__(self):
        return None

    def __exit__(self, type, value, tb):
        return None


def last_executed_optimized_graph():
    """The graph that ran last, with the functions that it calls in it."""
    from torch._C import _script

    return _script.last_executed_graph()


class ArgumentSpec:
    """The kind of the arguments that a plan is for."""

    def __init__(self, text):
        self._text = text


ArgumentSpec.__module__ = "torch"


class Code:
    """The instructions of a plan."""

    def __init__(self, text):
        self._text = text

    def __str__(self):
        return self._text

    def grad_executor_states(self):
        return []

    def differentiable_op_executor_states(self):
        return []

    def num_bailouts(self):
        return 0


class ExecutionPlan:
    def __init__(self, graph, code):
        self.graph, self.code = graph, code


class GraphExecutorState:
    """What an executor has made of a graph."""

    def __init__(self, graph, plans):
        self.graph, self.execution_plans, self.fallback = graph, plans, None


def executor_state(graph, plans):
    if not plans:
        raise RuntimeError("the function has not been called, so there is no plan of it")
    return GraphExecutorState(graph, {ArgumentSpec(spec): ExecutionPlan(g, Code(code)) for spec, g, code in plans})


def set_module(obj, mod):
    obj.__module__ = mod


class EnabledProxy:
    """Whether torch.jit compiles: PYTORCH_JIT=0 in the environment leaves functions and modules as they are."""

    def __init__(self):
        import os

        self.enabled = os.environ.get("PYTORCH_JIT", "1").strip() != "0"

    def __bool__(self):
        return self.enabled


_enabled = EnabledProxy()


def warn_of_deprecation(name, instead="`torch.compile` or `torch.export`"):
    """What PyTorch says of a function of torch.jit under this version of Python."""
    warnings.warn(f"`torch.jit.{name}` is not supported in Python 3.14+ and may break. Please switch to {instead}.", FutureWarning, stacklevel=2)


def disable():
    _enabled.enabled = False


def enable():
    _enabled.enabled = True
