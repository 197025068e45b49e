"""The public face of the compiler."""

import torch
from torch._dynamo.eval_frame import (
    allow_in_graph,
    assume_constant_result,
    compile,
    disable,
    get_default_backend,
    is_compiling,
    is_dynamo_compiling,
    is_exporting,
    nonstrict_trace,
    reset,
    set_default_backend,
    set_stance,
)


def list_backends(exclude_tags=("debug", "experimental")):
    """The names that torch.compile(backend=...) takes.

    "inductor", the default, captures forward and backward ahead of time and compiles both to machine code; "aot_eager" runs the
    same graphs operator by operator, "eager" the graph of the tracer.
    """
    from torch._dynamo.backends.registry import list_backends

    return list_backends(exclude_tags)


def keep_tensor_guards_unsafe(guard_entries, keep_parameters=False):
    return [g.guard_type == "TENSOR_MATCH" for g in guard_entries]


def skip_guard_on_globals_unsafe(guard_entries):
    return [not g.is_global for g in guard_entries]


def skip_guard_on_all_nn_modules_unsafe(guard_entries):
    return [not g.orig_guard_module for g in guard_entries]


def skip_guard_on_inbuilt_nn_modules_unsafe(guard_entries):
    return [not g.orig_guard_module for g in guard_entries]


def skip_all_guards_unsafe(guard_entries):
    return [False for _ in guard_entries]


def cudagraph_mark_step_begin():
    pass


def wrap_numpy(fn):
    return fn


def nested_compile_region(fn=None):
    if fn is None:
        return nested_compile_region
    return fn
