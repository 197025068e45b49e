"""How programs are made: with operators as they are called, or as they reach the kernels, or with the functions of torch as Dynamo sees them."""

import dataclasses

import torch

from .decomp_utils import CustomDecompTable
from ._wrapper_utils import _WrapperModule
from .exported_program import _LOGGING, export

__all__ = ["DEFAULT_EXPORT_DYNAMO_CONFIG", "ExportDynamoConfig"]


@dataclasses.dataclass
class ExportDynamoConfig:
    """Settings of Dynamo while it traces for an export."""

    allow_rnn: bool = True
    reorderable_logging_functions: set = dataclasses.field(default_factory=set)
    do_not_emit_runtime_asserts: bool = True
    specialize_int: bool = True
    specialize_float: bool = True
    assume_static_by_default: bool = False
    automatic_dynamic_shapes: bool = False
    capture_dynamic_output_shape_ops: bool = True
    capture_scalar_outputs: bool = True
    prefer_deferred_runtime_asserts_over_guards: bool = False
    replay_side_effects: bool = False
    side_effect_replay_policy: str = "warn"


DEFAULT_EXPORT_DYNAMO_CONFIG = ExportDynamoConfig(reorderable_logging_functions=set(_LOGGING))


def _export(
    mod, args, kwargs=None, dynamic_shapes=None, *, strict=True, preserve_module_call_signature=(), pre_dispatch=False, prefer_deferred_runtime_asserts_over_guards=False,
):
    """The program of a module: of operators as they are called with pre_dispatch, of those that they consist of without."""
    ep = export(mod, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict, preserve_module_call_signature=preserve_module_call_signature,
                prefer_deferred_runtime_asserts_over_guards=prefer_deferred_runtime_asserts_over_guards)
    if pre_dispatch:
        return ep
    table = CustomDecompTable()
    for op in list(dict.keys(table)):
        dict.pop(table, op)
    return ep.run_decompositions(table)


def _export_for_training(mod, args, kwargs=None, dynamic_shapes=None, *, strict=True, preserve_module_call_signature=(), prefer_deferred_runtime_asserts_over_guards=False):
    return export(mod, args, kwargs, dynamic_shapes=dynamic_shapes, strict=strict, preserve_module_call_signature=preserve_module_call_signature)


def _export_to_torch_ir(
    f, args, kwargs=None, dynamic_shapes=None, *, preserve_module_call_signature=(), disable_constraint_solver=False, prefer_deferred_runtime_asserts_over_guards=False,
    restore_fqn=True, _log_export_usage=True, same_signature=True,
):
    """The graph that Dynamo makes of a module or function."""
    kept = {name: value for name, value in dataclasses.asdict(DEFAULT_EXPORT_DYNAMO_CONFIG).items() if hasattr(torch._dynamo.config, name)}
    with torch._dynamo.config.patch(kept):
        return torch._dynamo.export(f, dynamic_shapes=dynamic_shapes, assume_static_by_default=True, same_signature=same_signature)(*args, **(kwargs or {})).graph_module
