"""draft_export: export that goes on where it would refuse, with a report of what it took for granted."""

from torch._dynamo.exc import UserError, UserErrorType
from torch._export.passes.insert_custom_op_guards import insert_custom_op_guards
from torch._library.fake_profile import following
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.utils import _pytree as pytree

from ._draft_report import DraftExportReport, FailureReport, FailureType
from ._real_run import watched
from .dynamic_shapes import Dim, _DimHint
from .exported_program import _export, export

__all__ = ["DraftExportReport", "FailureReport", "FailureType", "draft_export"]


def draft_export(mod, args, kwargs=None, *, dynamic_shapes=None, preserve_module_call_signature=(), strict=False, prefer_deferred_runtime_asserts_over_guards=False):
    """The program of a module as export makes it, with a report. Dims that the program contradicts are inferred instead; what depends on data is what it was for the
    arguments; operators without fake kernels are followed by what they gave."""
    def made(shapes, real=None):
        if real is None:
            return export(mod, args, kwargs, dynamic_shapes=shapes, strict=strict, preserve_module_call_signature=preserve_module_call_signature,
                          prefer_deferred_runtime_asserts_over_guards=prefer_deferred_runtime_asserts_over_guards)
        with following(real.profiles):
            return _export(mod, args, kwargs or {}, shapes, strict, set(preserve_module_call_signature), prefer_deferred_runtime_asserts_over_guards, real)

    failures, real = [], None
    try:
        ep = made(dynamic_shapes)
    except UserError as e:
        if e.error_type is not UserErrorType.CONSTRAINT_VIOLATION or dynamic_shapes is None:
            raise
        shapes = pytree.tree_map(_inferred, dynamic_shapes, is_leaf=lambda x: x is None or isinstance(x, (Dim, _DimHint, int)))
        ep = made(shapes)
        failures.append(FailureReport(FailureType.GUARD_ADDED, {"expr": str(e).split("\n\n")[0], "new_dynamic_shapes": shapes}))
    except (GuardOnDataDependentSymNode, RuntimeError) as e:
        if not isinstance(e, GuardOnDataDependentSymNode) and "fake" not in str(e):
            raise
        real = watched(mod, args, kwargs)
        ep = made(dynamic_shapes, real)
    else:
        real = watched(mod, args, kwargs)
        if real.mismatched:
            ep = made(dynamic_shapes, real)
    report = DraftExportReport(failures)
    if real is not None and real.replay is not None:
        _tell(report, real)
        insert_custom_op_guards(ep.graph_module, set(real.profiles))
    ep._report = report
    return ep


def _tell(report, real):
    """Puts into a report what a recording asked of the run."""
    names = {}

    def written(frames):
        return [{"line": f.lineno, "name": f.name, "filename": names.setdefault(f.filename, len(names)), "loc": f.line} for f in frames]

    for operator in real.profiles:
        real.replay.meet(operator)
    for key in real.replay.order:
        if key in real.mismatched:
            report.failures.append(FailureReport(FailureType.MISMATCHED_FAKE_KERNEL, {"op": key, "reason": real.mismatched[key]}))
        elif key in real.missing:
            report.failures.append(FailureReport(FailureType.MISSING_FAKE_KERNEL, {"op": key}))
        else:
            met = real.replay.conditions[key]
            data = {"expr": met["expr"], "result": met["result"], "expr_node_id": id(met), "user_stack": written(met["frames"]), "stack": written(met["frames"]),
                    "symbol_to_sources": {}, "frame_locals": {"loc": None, "locals": {}, "symbols": {}}, "occurrences": met["occurrences"]}
            report.failures.append(FailureReport(FailureType.DATA_DEPENDENT_ERROR, data))
            report.expressions_created[data["expr_node_id"]] = data
    report.str_to_filename = {number: name for name, number in names.items()}
    report.op_profiles = real.profiles


def _inferred(dim):
    return Dim.AUTO if isinstance(dim, Dim) or isinstance(dim, _DimHint) and dim is not Dim.STATIC else dim
