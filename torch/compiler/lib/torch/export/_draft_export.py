"""draft_export: export that goes on where the user's dims contradict the program, with a report of what it changed."""

import enum

from torch._dynamo.exc import UserError, UserErrorType
from torch.fx.experimental.symbolic_shapes import GuardOnDataDependentSymNode
from torch.utils import _pytree as pytree

from .dynamic_shapes import Dim, _DimHint
from .exported_program import export

__all__ = ["DraftExportReport", "FailureReport", "FailureType", "draft_export"]


class FailureType(enum.IntEnum):
    MISSING_FAKE_KERNEL = 1
    DATA_DEPENDENT_ERROR = 2
    GUARD_ADDED = 3
    MISMATCHED_FAKE_KERNEL = 4

    def __str__(self):
        return self.name


class FailureReport:
    """One thing that export would have refused."""

    def __init__(self, failure_type, data, xfail=False):
        self.failure_type, self.data, self.xfail = failure_type, data, xfail

    def __repr__(self):
        return f"FailureReport(failure_type={self.failure_type}, xfail={self.xfail}, data={self.data})"

    def print(self, str_to_filename=None):
        return f"""Guard Added.
    A guard was added during tracing, which might've resulted in some incorrect
    tracing or constraint violation error.
    Specifically, this guard was added: {self.data["expr"]}.
    Because of this, we have modified the dynamic shapes structure to be the following:
    ```
    dynamic_shapes = {self.data["new_dynamic_shapes"]}
    ```
"""


class DraftExportReport:
    """What draft_export changed for the program to be exported."""

    def __init__(self, failures, str_to_filename=None, expressions_created=None, op_profiles=None):
        self.failures, self.str_to_filename, self.expressions_created, self.op_profiles = failures, str_to_filename or {}, expressions_created or {}, op_profiles or {}

    def successful(self):
        return not self.failures or all(f.xfail for f in self.failures)

    def __repr__(self):
        return f"DraftExportReport({self.failures})"

    def __str__(self):
        line = "#" * 98
        if self.successful():
            return f"""
{line}
Congratulations: No issues are found during export, and it was able to soundly produce a graph.
You can now change back to torch.export.export()
{line}
"""
        text = f"""
{line}
WARNING: {len(self.failures)} issue(s) found during export, and it was not able to soundly produce a graph.
Please follow the instructions to fix the errors.
{line}

"""
        return text + "".join(f"{i}. {failure.print(self.str_to_filename)}\n" for i, failure in enumerate(self.failures, 1))


def draft_export(mod, args, kwargs=None, *, dynamic_shapes=None, preserve_module_call_signature=(), strict=False, prefer_deferred_runtime_asserts_over_guards=False):
    """The program of a module as export makes it, with a report; dims that the program contradicts are inferred instead."""
    failures = []
    options = {"strict": strict, "preserve_module_call_signature": preserve_module_call_signature,
               "prefer_deferred_runtime_asserts_over_guards": prefer_deferred_runtime_asserts_over_guards}
    try:
        ep = export(mod, args, kwargs, dynamic_shapes=dynamic_shapes, **options)
    except UserError as e:
        if e.error_type is not UserErrorType.CONSTRAINT_VIOLATION or dynamic_shapes is None:
            raise
        shapes = pytree.tree_map(_inferred, dynamic_shapes, is_leaf=lambda x: x is None or isinstance(x, (Dim, _DimHint, int)))
        ep = export(mod, args, kwargs, dynamic_shapes=shapes, **options)
        failures.append(FailureReport(FailureType.GUARD_ADDED, {"expr": str(e).split("\n\n")[0], "new_dynamic_shapes": shapes}))
    except GuardOnDataDependentSymNode as e:
        raise NotImplementedError(f"torch.export.draft_export: magneto does not go on behind conditions that depend on data: {e}") from e
    ep._report = DraftExportReport(failures)
    return ep


def _inferred(dim):
    return Dim.AUTO if isinstance(dim, Dim) or isinstance(dim, _DimHint) and dim is not Dim.STATIC else dim
