"""Types that backends, tests and callbacks on frames name."""

import dataclasses
import enum
import types
import typing

from torch._dynamo.guards import GuardedCode, GuardFail
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


def wrap_guarded_code(guarded_code):
    return ConvertFrameReturn(guarded_code=guarded_code)
