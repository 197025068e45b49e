"""Compilation of frames."""

import logging
import threading

from torch._C._dynamo import eval_frame as _c
from torch._C._dynamo.guards import GlobalStateGuard  # noqa: F401
from torch.utils.hooks import RemovableHandle

log = logging.getLogger(__name__)
compile_lock = threading.RLock()
initial_global_state = None


class Tracker:
    """Code objects that compilation has met."""

    def __init__(self):
        self.seen = []
        self.seen_ids = set()

    def add(self, strong_obj):
        if id(strong_obj) not in self.seen_ids:
            self.seen.append(strong_obj)
            self.seen_ids.add(id(strong_obj))

    def __contains__(self, item):
        return id(item) in self.seen_ids

    def clear(self):
        self.seen.clear()
        self.seen_ids.clear()


input_codes, output_codes = Tracker(), Tracker()
_bytecode_hooks = {}


def register_bytecode_hook(hook):
    """Calls hook(code, new code) for each frame that is converted; the code that it gives, if any, runs in the place of the new one."""
    handle = RemovableHandle(_bytecode_hooks)
    _bytecode_hooks[handle.id] = hook
    return handle


def _converted(code, new_code):
    for hook in list(_bytecode_hooks.values()):
        other = hook(code, new_code)
        if other is not None:
            new_code = other
    input_codes.add(code)
    output_codes.add(new_code)
    return new_code


def reset_graph_break_dup_checker():
    pass


def has_tensor_in_frame(frame):
    import torch

    return any(isinstance(v, torch.Tensor) for v in frame.f_locals.values())


def convert_frame(compiler_fn, hooks=None, **kwargs):
    raise NotImplementedError("torch._dynamo.convert_frame.convert_frame: frames are converted by native code")


convert_frame_assert = convert_frame


def _tell_warning(text):
    """A warning, which has been shown, for the handlers that a script has put on the loggers of torch."""
    if not log.isEnabledFor(logging.WARNING):
        return
    record = log.makeRecord(log.name, logging.WARNING, "torch/_dynamo/convert_frame.py", 2008, text, (), None)
    logger = log
    while logger is not None and logger.name.startswith("torch"):
        for handler in logger.handlers:
            if record.levelno >= handler.level:
                handler.handle(record)
        logger = logger.parent if logger.propagate else None


def fullgraph_capture(mod, args, kwargs=None, *, constraints=None, _is_export_deprecated_do_not_use=False):
    """A function, method or module captured as one graph for some arguments; nothing of it runs."""
    from torch._dynamo import fullgraph

    return fullgraph.capture(mod, args, kwargs)


def get_traced_fn(mod):
    """The function that is traced for a function, method or module, with the object that it is called on."""
    from torch._dynamo import fullgraph

    return fullgraph.get_traced_fn(mod)


def __getattr__(name):
    if name == "FRAME_COUNTER":  # how many frames were looked at
        from torch._dynamo.utils import counters

        return counters["frames"]["total"]
    raise AttributeError(f"module 'torch._dynamo.convert_frame' has no attribute '{name}'")
