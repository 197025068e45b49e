"""Settings of the compiler: attributes of this module, with `patch` to change them for a while."""

import functools
import sys

_DEFAULTS = {
    "verbose": False,
    "recompile_limit": 8,
    "accumulated_recompile_limit": 256,
    "fail_on_recompile_limit_hit": False,
    "skip_code_recursive_on_recompile_limit_hit": True,
    "error_on_recompile": False,
    "specialize_int": False,
    "specialize_float": False,
    "allow_unspec_int_on_nn_module": False,
    "assume_static_by_default": True,
    "automatic_dynamic_shapes": True,
    "automatic_dynamic_shapes_mark_as": "dynamic",
    "force_parameter_static_shapes": True,
    "force_nn_module_property_static_shapes": True,
    "capture_scalar_outputs": False,
    "capture_dynamic_output_shape_ops": False,
    "prefer_deferred_runtime_asserts_over_guards": False,
    "guard_nn_modules": True,
    "skip_nnmodule_hook_guards": True,
    "disable": False,
    "suppress_errors": False,
    "verify_correctness": False,
    "rewrite_assert_with_torch_assert": True,
    "inline_inbuilt_nn_modules": True,
    "nested_graph_breaks": False,
    "allow_empty_graphs": False,
    "trace_numpy": True,
    "reorderable_logging_functions": set(),
    "ignore_logging_functions": set(),
    "replay_side_effects": True,
    "side_effect_replay_policy": "info",
    "report_guard_failures": True,
    "raise_on_ctx_manager_usage": True,
    "enable_faithful_generator_behavior": True,
    "traceable_tensor_subclasses": set(),
    "optimize_ddp": True,
    "compiled_autograd": False,
    "minimum_call_count": 1,
    "dont_skip_tracing": False,
    "debug_dir_root": "./torch_compile_debug",
    "graph_break_on_nn_param_ctor": True,
    "error_on_nested_fx_trace": True,
    "canonicalize_output_graph_node_order": False,
    "enable_trace_contextlib": True,
    "fake_tensor_cache_enabled": True,
    "allow_rnn": False,
}

_ALIASES = {"cache_size_limit": "recompile_limit", "accumulated_cache_size_limit": "accumulated_recompile_limit"}


class _Patch:
    """Context manager and decorator that sets values and puts the old ones back."""

    def __init__(self, config, changes):
        self.config = config
        self.changes = changes
        self.prior = []

    def __enter__(self):
        self.prior.append({name: getattr(self.config, name) for name in self.changes})
        for name, value in self.changes.items():
            setattr(self.config, name, value)
        return self

    def __exit__(self, *exc_info):
        for name, value in self.prior.pop().items():
            setattr(self.config, name, value)
        return None

    def __call__(self, fn):
        if isinstance(fn, type):
            for name, value in list(vars(fn).items()):
                if name.startswith("test") and callable(value):
                    setattr(fn, name, self(value))
            return fn

        @functools.wraps(fn)
        def patched(*args, **kwargs):
            with _Patch(self.config, self.changes):
                return fn(*args, **kwargs)

        return patched


class _Config:
    def __init__(self):
        object.__setattr__(self, "_values", dict(_DEFAULTS))
        object.__setattr__(self, "__name__", "torch._dynamo.config")

    def __getattr__(self, name):
        values = object.__getattribute__(self, "_values")
        name = _ALIASES.get(name, name)
        if name in values:
            return values[name]
        raise AttributeError(f"torch._dynamo.config.{name} does not exist")

    def __setattr__(self, name, value):
        name = _ALIASES.get(name, name)
        if name not in self._values:
            raise AttributeError(f"torch._dynamo.config.{name} does not exist")
        self._values[name] = value

    def patch(self, arg1=None, arg2=None, **kwargs):
        if arg1 is not None:
            changes = {arg1: arg2} if isinstance(arg1, str) else dict(arg1)
            changes.update(kwargs)
        else:
            changes = kwargs
        for name in changes:
            getattr(self, name)
        return _Patch(self, changes)

    def load_config(self, saved):
        self._values.update(saved)

    def shallow_copy_dict(self):
        return dict(self._values)


_config = _Config()
sys.modules["torch._dynamo.config"] = _config
from torch._C._dynamo import eval_frame as _c

_c.attach_config(_config._values)
