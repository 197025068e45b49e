"""The settings of the executor of scripts: torch._C has functions that set and read them. What they choose between computes the same. The choice of
the simple executor, of profiling and of what is fused is followed; the others are kept for those who read them."""

__all__ = ["function"]

_values = {
    "profiling_executor": True, "profiling_mode": True, "graph_executor_optimize": True, "num_profiled_runs": 1, "texpr_fuser": True, "fuse_on_cpu": True, "fuse_on_gpu": False,
    "fusion_group_inlining": True, "te_must_use_llvm_cpu": True, "texpr_fallback": False, "texpr_reductions": False, "texpr_dynamic_shape": False,
    "inline_everything": False, "autodiff_subgraph_inlining": True, "emit_hooks": (None, None), "logging_option": "", "cat_wo_conditionals": False, "symbolic_shapes_test_mode": False,
    "tracer_state_warn": True, "autocast_mode": True, "fusion_strategy": [("STATIC", 2), ("DYNAMIC", 10)],
}


def setting(key):
    return _values[key]


def _reader(key):
    return lambda: _values[key]


def _setter(key):
    def set_value(value):
        _values[key] = value

    return set_value


def _exchanger(key):
    def exchange(value):
        old, _values[key] = _values[key], value
        return old

    return exchange


def _set_profiling_executor(value):
    from torch._C import _script

    old, _values["profiling_executor"] = _values["profiling_executor"], value
    _script.choose_simple_executor(not value)
    return old


def _optimize(*new):
    old = _values["graph_executor_optimize"]
    if new and new[0] is not None:
        _values["graph_executor_optimize"] = new[0]
    return old


def _set_bailout_depth(depth):
    before = sum(count for _, count in _values["fusion_strategy"])
    _values["fusion_strategy"] = [("STATIC", depth)]
    return before


def _set_logging_option(option):
    from torch._C import _script

    _values["logging_option"] = option
    _script.set_logging_option(option)


def _set_logging_stream(name):
    import sys

    from torch._C import _script

    streams = {"stdout": sys.__stdout__, "stderr": sys.__stderr__}
    _script.set_logging_stream(streams[name] if name in streams else open(name, "a"))


def _set_emit_hooks(module_hook, function_hook):
    _values["emit_hooks"] = (module_hook, function_hook)


_FUNCTIONS = {
    "_jit_set_profiling_executor": _set_profiling_executor, "_jit_set_profiling_mode": _exchanger("profiling_mode"), "_get_graph_executor_optimize": _optimize,
    "_set_graph_executor_optimize": _setter("graph_executor_optimize"), "_jit_get_num_profiled_runs": _reader("num_profiled_runs"), "_jit_set_num_profiled_runs": _exchanger("num_profiled_runs"),
    "_jit_set_texpr_fuser_enabled": _setter("texpr_fuser"), "_jit_texpr_fuser_enabled": _reader("texpr_fuser"), "_jit_can_fuse_on_cpu": _reader("fuse_on_cpu"),
    "_jit_override_can_fuse_on_cpu": _setter("fuse_on_cpu"), "_jit_can_fuse_on_gpu": _reader("fuse_on_gpu"), "_jit_override_can_fuse_on_gpu": _setter("fuse_on_gpu"),
    "_debug_set_fusion_group_inlining": _setter("fusion_group_inlining"), "_debug_get_fusion_group_inlining": _reader("fusion_group_inlining"),
    "_jit_set_te_must_use_llvm_cpu": _setter("te_must_use_llvm_cpu"), "_jit_get_te_must_use_llvm_cpu": _reader("te_must_use_llvm_cpu"), "_jit_texpr_fallback_allowed": _reader("texpr_fallback"),
    "_jit_texpr_set_fallback_allowed": _exchanger("texpr_fallback"), "_jit_set_texpr_reductions_enabled": _exchanger("texpr_reductions"), "_jit_texpr_reductions_enabled": _reader("texpr_reductions"),
    "_jit_set_texpr_dynamic_shape_enabled": _setter("texpr_dynamic_shape"), "_jit_texpr_dynamic_shape_enabled": _reader("texpr_dynamic_shape"), "_jit_set_bailout_depth": _set_bailout_depth,
    "_jit_get_inline_everything_mode": _reader("inline_everything"), "_jit_set_inline_everything_mode": _setter("inline_everything"),
    "_debug_set_autodiff_subgraph_inlining": _setter("autodiff_subgraph_inlining"), "_jit_get_emit_hooks": _reader("emit_hooks"), "_jit_set_emit_hooks": _set_emit_hooks,
    "_jit_get_logging_option": _reader("logging_option"), "_jit_set_logging_option": _set_logging_option, "_jit_set_logging_stream": _set_logging_stream, "_jit_cat_wo_conditionals": _setter("cat_wo_conditionals"),
    "_jit_set_symbolic_shapes_test_mode": _exchanger("symbolic_shapes_test_mode"), "_jit_symbolic_shapes_test_mode_enabled": _reader("symbolic_shapes_test_mode"),
    "_jit_set_tracer_state_warn": _setter("tracer_state_warn"), "_jit_get_tracer_state_warn": _reader("tracer_state_warn"), "_jit_set_autocast_mode": _exchanger("autocast_mode"),
    "_jit_set_fusion_strategy": _exchanger("fusion_strategy"), "_get_max_operator_version": lambda: 10, "_llvm_enabled": lambda: True,
}


class InferredType:
    """The type of a value for scripts, or why it has none."""

    def __init__(self, kind, why):
        self._kind, self._why = kind, why

    def success(self):
        return self._kind is not None

    def type(self):
        return self._kind

    def reason(self):
        return self._why


def _try_infer_type(value):
    from torch._C import _script

    return InferredType(*_script.infer_type(value))


def _get_operation(name):
    import torch

    space, _, operator = name.partition("::")
    try:
        packet = getattr(getattr(torch.ops, space), operator)
    except AttributeError:
        return None, None
    return packet, packet.overloads()


def _last_executed():
    from torch.jit._state import last_executed_optimized_graph

    return last_executed_optimized_graph()


def _is_tracing():
    from torch._C import _script

    return _script.is_tracing()


_FUNCTIONS.update(_jit_try_infer_type=_try_infer_type, _jit_get_operation=_get_operation, _last_executed_optimized_graph=_last_executed, _is_tracing=_is_tracing)


def function(name):
    """What torch._C has under a name: a function on the settings, or what says something of scripts; None for other names."""
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    from torch.jit import _names

    return _names.named(name)
