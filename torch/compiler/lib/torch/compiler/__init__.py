"""The public face of the compiler."""

import torch
from torch._dynamo.decorators import allow_in_graph, assume_constant_result, nonstrict_trace, set_stance as _set_stance, substitute_in_graph as _substitute
from torch._dynamo.backends.registry import get_default_backend, set_default_backend
from torch._dynamo.eval_frame import compile, is_compiling, is_dynamo_compiling, is_exporting, reset

__all__ = ["compile", "config", "assume_constant_result", "reset", "nonstrict_trace", "allow_in_graph", "substitute_in_graph", "list_backends", "disable", "set_default_backend",
           "get_default_backend", "set_stance", "set_enable_guard_collectives", "cudagraph_mark_step_begin", "cudagraph_mark_warmup_incomplete", "load_compiled_function",
           "precompile", "PrecompileError", "wrap_numpy", "is_compiling", "is_dynamo_compiling", "is_exporting", "save_cache_artifacts", "load_cache_artifacts",
           "keep_portable_guards_unsafe", "skip_guard_on_inbuilt_nn_modules_unsafe", "skip_guard_on_all_nn_modules_unsafe", "keep_tensor_guards_unsafe",
           "skip_guard_on_globals_unsafe", "skip_all_guards_unsafe", "nested_compile_region"]
_guard_collectives = False


def set_enable_guard_collectives(enabled):
    """Whether processes agree on the guards that hold before compiled code runs, which one process always does; gives what it was."""
    global _guard_collectives
    was, _guard_collectives = _guard_collectives, enabled
    return was


def set_stance(stance="default", *, skip_guard_eval_unsafe=False, force_backend=None):
    """Sets how compiled functions behave from now on, or inside a with block or function."""
    return _set_stance(stance, skip_guard_eval_unsafe=skip_guard_eval_unsafe, force_backend=force_backend)


set_stance._dynamo_forbidden = True


def disable(fn=None, recursive=True, *, reason=None):
    """Keeps fn, and with recursive what it calls, out of compilation."""
    return torch._dynamo.eval_frame.disable(fn, recursive, reason=reason)


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
    return [not g.orig_guard_builtin_module for g in guard_entries]


def keep_portable_guards_unsafe(guard_entries):
    """Drops guards on the identity of objects, which another process does not have."""
    return [g.guard_type not in ("ID_MATCH", "CLOSURE_MATCH", "CLASS_MATCH", "BUILTIN_MATCH", "FUNCTION_MATCH", "MODULE_MATCH") for g in guard_entries]


def skip_all_guards_unsafe(guard_entries):
    return [False for _ in guard_entries]


def cudagraph_mark_step_begin():
    pass


def cudagraph_mark_warmup_incomplete():
    pass


def wrap_numpy(fn):
    return fn


def nested_compile_region(fn=None, **options):
    """Calls of fn in compiled code share one graph, which is compiled once."""
    from torch._higher_order_ops.invoke_subgraph import mark_compile_region

    return mark_compile_region(fn, options)


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False, is_embedded_type=False):
    """The decorated function is traced wherever original_fn is called."""
    return _substitute(original_fn, can_constant_fold_through=can_constant_fold_through, skip_signature_check=skip_signature_check,
                       is_embedded_type=is_embedded_type)


def load_compiled_function(file, *, f_globals=None, external_data=None):
    """The function that save_compiled_function of what aot_compile gave has written to a file that is open."""
    from torch._dynamo.aot_compile import AOTCompiledFunction

    return AOTCompiledFunction.deserialize(file.read(), f_globals, external_data)


def save_cache_artifacts():
    """What caches of compilations have, as bytes, with its keys; None if there is nothing."""
    from ._cache import CacheArtifactManager

    return CacheArtifactManager.serialize()


def load_cache_artifacts(serialized_artifacts):
    """Puts into the caches what save_cache_artifacts gave; None where the bytes are no such."""
    from ._cache import CacheArtifactManager

    artifacts = CacheArtifactManager.deserialize(serialized_artifacts)
    return None if artifacts is None else CacheArtifactManager.populate_caches(artifacts)


def __dir__():
    return sorted({*globals(), *__all__})


def __getattr__(name):
    if name == "config":
        import torch.compiler.config as config

        return config
    if name in ("precompile", "PrecompileError"):
        from torch import _precompile

        return getattr(_precompile, name)
    raise AttributeError(f"module 'torch.compiler' has no attribute '{name}'")
