"""Compilation of frames."""

import threading

from torch._C._dynamo import eval_frame as _c

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
