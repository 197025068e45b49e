"""Tracebacks: short forms, those of code that was compiled from text, and those that are kept until they are shown."""

import contextlib
import os
import sys
import tempfile
import traceback
import types


def shorten_filename(fn, *, base=None):
    """A path without what it has in common with the folder of base, which is that of torch where none is given."""
    folder = os.path.dirname(base or sys.modules["torch"].__file__)
    prefix = os.path.commonprefix([fn, folder])
    return fn[len(prefix) + 1:] if prefix else fn


def format_frame(frame, *, base=None, line=False):
    extra = f"{frame.line}  # " if line else ""
    name = shorten_filename(frame.filename, base=base) if base else os.path.basename(frame.filename)
    return f"{extra}{name}:{frame.lineno} in {frame.name}"


def format_traceback_short(tb):
    return format_frame(traceback.extract_tb(tb)[-1])


@contextlib.contextmanager
def report_compile_source_on_error():
    """An error in code whose globals have its source as __compile_source__ is raised with a traceback that shows this source, which is put into files for the purpose."""
    try:
        yield
    except Exception as exc:
        tb = exc.__traceback__
        while tb.tb_next is not None:
            inner = tb.tb_next
            source = inner.tb_frame.f_globals.get("__compile_source__") if inner.tb_frame.f_code.co_filename.startswith("<") else None
            if source is not None:
                shown = _in_file(inner, source)
                tb.tb_next = types.TracebackType(inner.tb_next, shown.tb_frame, shown.tb_lasti, shown.tb_lineno)
            tb = tb.tb_next
        raise


def _in_file(tb, source):
    """A traceback like tb, of one frame, in a file with the source."""
    with tempfile.NamedTemporaryFile(mode="w", suffix=".py", delete=False) as f:
        f.write(source)
    name = tb.tb_frame.f_code.co_name
    body = f"def {name if name.isidentifier() else '_'}():\n    raise __inside_exception"
    code = compile("\n" * max(tb.tb_lineno - 2, 0) + body, f.name, "exec")
    env = {"__inside_exception": Exception()}
    exec(code, env)
    try:
        next(v for v in env.values() if isinstance(v, types.FunctionType))()
    except Exception as e:
        inner = e.__traceback__.tb_next
    return types.TracebackType(None, inner.tb_frame, tb.tb_lasti, tb.tb_lineno)


class CapturedTraceback:
    """The stack where it was taken; text is made of it when it is asked for. skip is how many of the innermost frames are left out."""

    __slots__ = ["tb", "skip"]

    def __init__(self, tb, skip=0):
        self.tb = tb
        self.skip = skip

    @staticmethod
    def extract(*, script=False, cpp=False, skip=0):
        return CapturedTraceback(traceback.extract_stack(sys._getframe(1)), skip)

    def cleanup(self):
        self.tb = None

    def summary(self):
        frames = list(self.tb or ())
        return traceback.StackSummary.from_list(frames[:len(frames) - self.skip])

    def format(self):
        return traceback.format_list(self.summary())

    @staticmethod
    def format_all(tbs):
        return [tb.format() for tb in tbs]

    def __getstate__(self):
        return None, {"tb": None, "skip": self.skip}  # stacks stay in their process
