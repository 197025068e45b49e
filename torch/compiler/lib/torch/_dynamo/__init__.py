"""The compiler's front end: capture, guards, graph breaks."""

import sys

from . import config, exc
from .backends.registry import list_backends, lookup_backend, register_backend
from .eval_frame import (
    allow_in_graph,
    assume_constant_result,
    disable,
    disallow_in_graph,
    error_on_graph_break,
    explain,
    forbid_in_graph,
    graph_break,
    innermost as _innermost,
    is_compiling,
    mark_dynamic,
    mark_static,
    mark_static_address,
    mark_unbacked,
    maybe_mark_dynamic,
    nonstrict_trace,
    optimize,
    optimize_assert,
    reset,
    run,
    set_stance,
    skip_frame,
)

config = sys.modules["torch._dynamo.config"]


def patch_dynamo_config(*args, **kwargs):
    return config.patch(*args, **kwargs)


def __getattr__(name):
    if name == "OptimizedModule":
        from .optimized_module import OptimizedModule

        return OptimizedModule
    if name in ("testing", "utils", "backends", "optimized_module", "test_case", "eval_frame", "guards", "comptime", "decorators"):
        import importlib

        return importlib.import_module("torch._dynamo." + name)
    raise AttributeError(f"module 'torch._dynamo' has no attribute '{name}'")
