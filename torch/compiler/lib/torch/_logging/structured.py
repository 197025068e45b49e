"""What records of the structured trace are made of: file names by numbers, and stacks."""

import inspect
import os
import traceback

INTERN_TABLE = {}
DUMPED_FILES = set()


def intern_string(s):
    """The number of a string; the first time it is met, a record tells which string has the number."""
    if s is None:
        return -1
    number = INTERN_TABLE.get(s)
    if number is None:
        number = len(INTERN_TABLE)
        INTERN_TABLE[s] = number
        from ._internal import trace_structured

        trace_structured("str", lambda: (s, number), suppress_context=True)
    return number


def dump_file(filename):
    """Puts the text of a file into the trace, once."""
    if "eval_with_key" not in filename or filename in DUMPED_FILES:
        return
    DUMPED_FILES.add(filename)
    from ._internal import trace_structured

    import linecache

    trace_structured("dump_file", metadata_fn=lambda: {"name": filename}, payload_fn=lambda: "".join(linecache.getlines(filename)))


def from_traceback(tb):
    """The frames of a stack as dicts, outermost first."""
    return [{"line": frame.lineno, "name": frame.name, "filename": intern_string(frame.filename), "loc": frame.line} for frame in tb]


def get_user_stack(num_frames):
    from torch._guards import TracingContext

    return from_traceback(TracingContext.extract_stack())[-num_frames:]


def get_framework_stack(num_frames=25, cpp=False):
    frames = traceback.extract_stack(inspect.currentframe())
    return from_traceback([f for f in frames if os.sep + "torch" + os.sep in f.filename][-num_frames:])
