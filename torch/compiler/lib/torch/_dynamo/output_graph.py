"""What a trace of one call gave. Settings are read through here."""

import dataclasses
import traceback

from torch._dynamo import config  # noqa: F401
from torch._guards import TracingContext


@dataclasses.dataclass
class GraphCompileReason:
    """Why a graph was compiled: for a graph break, or since the function returns."""

    reason: str
    user_stack: list[traceback.FrameSummary]
    graph_break: bool = True


class OutputGraph:
    """The guards of a trace, with the variables of the call that it was made for."""

    def __init__(self, code, f_locals, f_globals):
        self.root_tx = None
        self.code, self.local_scope, self.global_scope = code, f_locals, f_globals
        self.tracing_context = TracingContext()
        self.guard_manager = None
