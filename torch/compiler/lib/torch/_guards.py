"""Identities of compilations."""

import contextlib
import dataclasses

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
    """What a trace knows; scripts run outside of traces."""

    @staticmethod
    def get():
        raise RuntimeError("TracingContext.get() must be called within an ongoing trace.")

    @staticmethod
    def try_get():
        return None


@contextlib.contextmanager
def tracing(context):
    yield context


def detect_fake_mode(inputs=None):
    return None
