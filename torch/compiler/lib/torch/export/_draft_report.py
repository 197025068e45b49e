"""What draft_export tells of the program that it made: what export would have refused, and what was done about it."""

import dataclasses
import enum

_KERNELS = "https://docs.google.com/document/d/1_W62p8WJOQQUzPsJYa7s701JXt0qf2OfLub2sbkHOaU/edit#heading=h.ahugy69p2jmz"
_CONDITIONS = "https://docs.google.com/document/d/1kZ_BbB3JnoLbUZleDT6635dHs88ZVYId8jT-yTFgf3A/edit#heading=h.boi2xurpqa0o"


class FailureType(enum.IntEnum):
    MISSING_FAKE_KERNEL = 1
    DATA_DEPENDENT_ERROR = 2
    GUARD_ADDED = 3
    MISMATCHED_FAKE_KERNEL = 4

    def __str__(self):
        return self.name


def prettify_stack(stack, str_to_filename):
    """The frames of a stack, a line each, and the text of the last one."""
    lines = [f"        File {str_to_filename.get(f['filename'], '')}, lineno {f['line']}, in {f['name']}" for f in stack]
    return "\n" + "\n".join([*lines, f"            {stack[-1]['loc']}"]) if stack else ""


def prettify_frame_locals(loc, locals, symbols):
    """The variables where a guard was added."""
    return "\n".join([f"            {k}: {v}" for k, v in {**locals, **symbols}.items()])


@dataclasses.dataclass
class FailureReport:
    """One thing that export would have refused."""

    failure_type: FailureType
    data: dict
    xfail: bool = False

    def __repr__(self):
        return f"FailureReport(failure_type={self.failure_type}, xfail={self.xfail}, data={self.data})"

    def print(self, str_to_filename):
        data, kind = self.data, self.failure_type
        if kind == FailureType.MISSING_FAKE_KERNEL:
            return (f"Missing fake kernel.\n    torch.ops.{data['op']} is missing a fake kernel implementation.\n\n"
                    f"    Please refer to {_KERNELS} for more detailed instructions on how to write a meta implementation.\n")
        if kind == FailureType.MISMATCHED_FAKE_KERNEL:
            return (f"Mismatched fake kernel.\n    torch.ops.{data['op']} has a fake kernel implementation, but it has incorrect behavior, based on the real kernel.\n"
                    f"    The reason for the mismatch is: {data['reason']}.\n\n"
                    f"    Please refer to {_KERNELS} for more detailed instructions on how to write a fake implementation.\n")
        user, all_frames = (prettify_stack(data.get(key, ()), str_to_filename) for key in ("user_stack", "stack"))
        known = "        \n        Locals:\n" + prettify_frame_locals(**data["frame_locals"]) if "frame_locals" in data else ""
        if kind == FailureType.DATA_DEPENDENT_ERROR:
            return (f"Data dependent error.\n    When exporting, we were unable to evaluate the value of `{data['expr']}`.\n    This was encountered {data['occurrences']} times.\n"
                    f"    This occurred at the following user stacktrace: {user}\n{known}\n\n    And the following framework stacktrace: {all_frames}\n\n"
                    f"    As a result, it was specialized to a constant (e.g. `{data['result']}` in the 1st occurrence), and asserts were inserted into the graph.\n\n"
                    f"    Please add `torch._check(...)` to the original code to assert this data-dependent assumption.\n"
                    f"    Please refer to {_CONDITIONS} for more details.\n")
        sources = f", where {data['symbol_to_sources']}" if data.get("symbol_to_sources") else ""
        return (f"Guard Added.\n    A guard was added during tracing, which might've resulted in some incorrect\n    tracing or constraint violation error.\n"
                f"    Specifically, this guard was added: {data['expr']}{sources}.\n    This occurred at the following stacktrace: {user}:\n{known}\n\n"
                f"    And the following framework stacktrace: {all_frames}\n\n"
                f"    Because of this, we have modified the dynamic shapes structure to be the\n    following. You can also use torch.export.Dim.AUTO instead to specify your\n"
                f"    dynamic shapes, and we will automatically infer the dynamism for you.\n    ```\n    dynamic_shapes = {data['new_dynamic_shapes']}\n    ```\n")


class DraftExportReport:
    """What draft_export changed for the program to be exported."""

    def __init__(self, failures, str_to_filename=None, expressions_created=None, op_profiles=None):
        self.failures, self.str_to_filename, self.expressions_created, self.op_profiles = failures, str_to_filename or {}, expressions_created or {}, op_profiles or {}

    def successful(self):
        return not self.failures or all(f.xfail for f in self.failures)

    def __repr__(self):
        return f"DraftExportReport({self.failures})"

    def __str__(self):
        if self.successful():
            line = "#" * 94
            return f"""\x1b[32m
{line}
Congratulations: No issues are found during export, and it was able to soundly produce a graph.
You can now change back to torch.export.export()
{line}
\x1b[0m"""
        line = "#" * 99
        text = f"""\x1b[31m
{line}
WARNING: {len(self.failures)} issue(s) found during export, and it was not able to soundly produce a graph.
Please follow the instructions to fix the errors.
{line}

\x1b[0m
"""
        return text + "".join(f"{i}. {failure.print(self.str_to_filename)}\n" for i, failure in enumerate(self.failures, 1))

    def apply_suggested_fixes(self):
        raise NotImplementedError("Not implemented yet")
