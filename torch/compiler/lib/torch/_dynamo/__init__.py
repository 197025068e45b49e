"""The compiler's front end: capture, guards, graph breaks."""

import sys

from . import config, exc
from .backends.registry import list_backends, lookup_backend, register_backend
from .callback import callback_handler, on_compile_end, on_compile_start
from .decorators import (
    allow_in_graph,
    assume_constant_result,
    disable_nested_graph_breaks,
    disallow_in_graph,
    dont_skip_tracing,
    error_on_graph_break,
    forbid_in_graph,
    mark_dynamic,
    mark_static,
    mark_static_address,
    mark_unbacked,
    maybe_mark_dynamic,
    nonstrict_trace,
    override_cudagraphs,
    override_optimization_hint,
    patch_dynamo_config,
    set_stance,
    substitute_in_graph,
)
from .eval_frame import (
    disable,
    graph_break,
    innermost as _innermost,
    is_dynamo_disable_recursive,
    is_dynamo_supported,
    is_inductor_supported,
    optimize,
    optimize_assert,
    reset,
    reset_code,
    run,
    skip_frame,
    step_unsupported,
)
from .explanation import explain
from .external_utils import is_compiling

config = sys.modules["torch._dynamo.config"]


_RECURSION_LIMIT = [sys.getrecursionlimit()]


def set_recursion_limit(limit):
    """How deep calls that are traced may nest."""
    _RECURSION_LIMIT[0] = limit


def get_recursion_limit():
    return _RECURSION_LIMIT[0]


def reset_recompile_user_contexts():
    utils._recompile_user_contexts.clear()


def register_hook_for_recompile_user_context(hook):
    utils._recompile_user_contexts.append(hook)


def __getattr__(name):
    if name in ("export", "ExportResult"):
        from . import _export

        return getattr(_export, name)
    if name == "OptimizedModule":
        from .optimized_module import OptimizedModule

        return OptimizedModule
    import importlib

    try:
        return importlib.import_module("torch._dynamo." + name)
    except ModuleNotFoundError as e:
        if e.name != "torch._dynamo." + name:
            raise
    raise AttributeError(f"module 'torch._dynamo' has no attribute '{name}'")
