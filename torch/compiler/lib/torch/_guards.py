"""Identities of compilations."""

import contextlib
import dataclasses

from torch._C._dynamo import eval_frame
from torch._dynamo.source import ChainedSource, GuardSource, Source


@dataclasses.dataclass(frozen=True)
class CompileId:
    frame_id: int = None
    frame_compile_id: int = None
    compiled_autograd_id: int = None

    def __str__(self):
        return f"{self.frame_id}/{self.frame_compile_id}"

    @classmethod
    def from_string(cls, text):
        if text is None:
            return None
        frame, _, compile = text.partition("/")
        return cls(int(frame), int(compile))


class CompileContext:
    @staticmethod
    def current_compile_id():
        return None

    @staticmethod
    def try_get():
        return None


class TracingContext:
    """What a trace knows, while a backend compiles its graph."""

    def __init__(self, fake_mode=None):
        self.fake_mode = fake_mode
        self.guards_context = self.module_context = self.global_context = None
        self.params_flat = self.fw_metadata = self.output_strides = None

    @staticmethod
    def get():
        context = TracingContext.try_get()
        if context is None:
            raise RuntimeError("TracingContext.get() must be called within an ongoing trace.")
        return context

    @staticmethod
    def try_get():
        if _tracing:
            return _tracing[-1]
        token = eval_frame.tracing_context()
        if token is None:
            return None
        if token not in _contexts:
            from torch._subclasses.fake_tensor import FakeTensorMode
            from torch.fx.experimental.symbolic_shapes import ShapeEnv
            _contexts.clear()
            _contexts[token] = TracingContext(FakeTensorMode(shape_env=ShapeEnv()))
        return _contexts[token]


_tracing, _contexts = [], {}  # by tracing(); by the number of the compilation, the last one


@contextlib.contextmanager
def tracing(context):
    _tracing.append(context)
    try:
        yield context
    finally:
        _tracing.pop()


def detect_fake_mode(inputs=None):
    """The one FakeTensorMode of the trace, of the block around, and of the tensors given; None if there is none."""
    from torch._subclasses import fake_tensor
    from torch.utils import _pytree as pytree

    context = TracingContext.try_get()
    if context is not None and context.fake_mode is not None:
        return context.fake_mode
    active = fake_tensor.active_fake_mode()
    modes = [] if active is None else [active]
    modes += [x.fake_mode for x in pytree.tree_leaves(inputs) if isinstance(x, fake_tensor.FakeTensor)]
    for mode in modes[1:]:
        if mode is not modes[0]:
            raise AssertionError(f"fake mode ({modes[0]}) from active fake mode 0 doesn't match mode ({mode}) from fake tensor input 0")
    return modes[0] if modes else None


def active_fake_mode():
    from torch._subclasses import fake_tensor

    return fake_tensor.active_fake_mode()
