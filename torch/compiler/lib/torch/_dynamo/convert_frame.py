"""Compilation of frames."""

import logging
import threading

from torch._C._dynamo import eval_frame as _c

log = logging.getLogger(__name__)
compile_lock = threading.RLock()
initial_global_state = None


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
