"""Compiled versions of functions and their guards, as programs look at them."""

import sys


class _CacheEntry:
    """One compiled version of a function."""

    isolate_recompiles_id = -1  # of no region of its own

    def __init__(self, code, compile_id, backend, guards, check, differing, parts):
        from torch._guards import CompileId

        self.code = code
        self.compile_id = CompileId.from_string(compile_id)
        self.backend = backend
        self.guard_manager = GuardManagerWrapper(guards, check, differing, parts)
        self.trace_annotation = f"Torch-Compiled Region: {compile_id}"


class GuardDebugInfo:
    """What a check of guards came to: the first that failed, with the line that relies on it."""

    def __init__(self, result, verbose_code_parts, num_guards_executed):
        self.result = result
        self.verbose_code_parts = verbose_code_parts
        self.num_guards_executed = num_guards_executed

    def __str__(self):
        return f"GuardDebugInfo(\nresult={int(self.result)},\nverbose_code_parts={self.verbose_code_parts},\nnum_guards_executed={self.num_guards_executed},\nuser_stack=None)\n"


class GuardManagerWrapper:
    """The guards of one compiled version; its text is the tree that TORCH_LOGS=guards shows."""

    def __init__(self, guards, check, differing, parts=tuple):
        self._guards = guards
        self._check = check
        self._differing = differing
        self._parts = parts
        self.scope = None  # the globals that are looked at, where they are not the caller's
        self.collect_diff_guard_sources()

    def __str__(self):
        return self._guards

    def check(self, f_locals):
        """Whether the version serves a call with these locals, in the globals of the caller."""
        return not self._check(f_locals, self.scope or sys._getframe(1).f_globals)

    def check_verbose(self, f_locals):
        failure = self._check(f_locals, self.scope or sys._getframe(1).f_globals)
        return GuardDebugInfo(not failure, [failure] if failure else [], None)

    def collect_diff_guard_sources(self):
        """The sources that told versions apart so far, those of tensors, and the paths to them."""
        self.diff_guard_sources = set(self._differing())
        return self.diff_guard_sources
