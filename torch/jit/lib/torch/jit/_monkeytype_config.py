"""What watches the types of arguments for scripts, if there were MonkeyType to watch with."""
import inspect

import torch

_IS_MONKEYTYPE_INSTALLED = False

__all__ = ["JitTypeTraceConfig", "JitTypeTraceStore", "JitTypeTraceStoreLogger", "get_qualified_name", "is_torch_native_class", "jit_code_filter", "monkeytype_trace"]


def is_torch_native_class(cls):
    """Whether a class was made by torch.classes."""
    return getattr(cls, "__module__", "") == "torch.classes" or isinstance(cls, torch._classes._Classes)


def get_qualified_name(func):
    return func.__qualname__


class JitTypeTraceStoreLogger:
    def __init__(self):
        pass


class JitTypeTraceStore:
    def __init__(self):
        self.trace_records = None


class JitTypeTraceConfig:
    def __init__(self):
        pass


monkeytype_trace = None


def jit_code_filter(code):
    """Whether calls of a code object are to be watched: those of files outside of the standard library and of packages."""
    return not code.co_filename.startswith("<") and inspect.getmodulename(code.co_filename) is not None
