"""Types that backends, tests and callbacks on frames name."""

import dataclasses
import enum
import types
import typing

from torch._dynamo.guards import GuardBuilder, GuardedCode, GuardFail
from torch._guards import CompileId, Guard

DynamoFrameType = types.FrameType
CompilerFn = typing.Callable


class FrameAction(enum.IntEnum):
    """What becomes of a frame."""

    DEFAULT = 0
    SKIP = 1
    RUN_ONLY = 2


class FrameExecStrategy:
    """What becomes of a frame, and of those that it calls."""

    def __init__(self, cur_action=FrameAction.DEFAULT, recursive_action=FrameAction.DEFAULT):
        self.cur_action, self.recursive_action = cur_action, recursive_action


@dataclasses.dataclass
class ConvertFrameReturn:
    """The answer of a callback on a frame (torch._C._dynamo.eval_frame.set_eval_frame)."""

    frame_exec_strategy: FrameExecStrategy = dataclasses.field(default_factory=FrameExecStrategy)
    apply_to_code: bool = True
    guarded_code: GuardedCode = None
    skip_reason: str = None

    @property
    def _skips(self):
        """Whether frames of this code are left alone from now on: those for which there is no other code are."""
        return self.guarded_code is None and self.apply_to_code


@dataclasses.dataclass
class GuardFilterEntry:
    """A guard as guard_filter_fn sees it."""

    name: str
    has_value: bool
    value: object
    guard_type: str
    derived_guard_types: tuple
    is_global: bool
    orig_guard: Guard


_NO_VALUE = object()
_BY_IDENTITY = ("BUILTIN_MATCH", "CLASS_MATCH", "FUNCTION_MATCH", "MODULE_MATCH")
_UNDERIVED = ("CLOSURE_MATCH", "DETERMINISTIC_ALGORITHMS", "EMPTY_NN_MODULE_HOOKS_DICT", "GLOBAL_STATE", "GRAD_MODE", "NOT_PRESENT_IN_GENERIC_DICT", "SHAPE_ENV", "TORCH_FUNCTION_STATE")


def _derived(kind, value):
    """The kinds of the checks that a guard is made of."""
    if kind in _BY_IDENTITY:
        return ("ID_MATCH",)
    if kind in _UNDERIVED:
        return ()
    if kind == "CONSTANT_MATCH":
        return ("BOOL_MATCH" if isinstance(value, bool) else "NONE_MATCH" if value is None else "EQUALS_MATCH",)
    if kind == "SEQUENCE_LENGTH" and isinstance(value, list | tuple):
        return "TYPE_MATCH", kind
    return (kind,)


def _filter_entry(name, has_value, value, kind, is_global, of_module, of_library_module):
    entry = GuardFilterEntry(name, has_value, value if has_value else _NO_VALUE, kind, _derived(kind, value), is_global, Guard(None, getattr(GuardBuilder, kind, None)))
    entry.orig_guard_module, entry.orig_guard_builtin_module = of_module, of_library_module
    return entry


def wrap_guarded_code(guarded_code):
    return ConvertFrameReturn(guarded_code=guarded_code)
