"""Short forms of tracebacks."""

import os
import traceback


def format_frame(frame, *, base=None, line=False):
    extra = f"{frame.line}  # " if line else ""
    return f"{extra}{os.path.basename(frame.filename)}:{frame.lineno} in {frame.name}"


def format_traceback_short(tb):
    return format_frame(traceback.extract_tb(tb)[-1])
