"""Guards of compiled code."""

import dataclasses

from torch._dynamo.eval_frame import Guard
from torch._dynamo.source import GuardSource


@dataclasses.dataclass(frozen=True)
class GuardFail:
    """Why an entry did not serve a call."""

    reason: str
    orig_code: object


@dataclasses.dataclass
class GuardedCode:
    code: object
    guard_manager: object = None
    compile_id: object = None


class CacheEntry:
    """One compiled version of a function."""
