"""How tensors are printed."""

import contextlib
import dataclasses

import torch


@dataclasses.dataclass
class __PrinterOptions:
    precision: int = 4
    threshold: float = 1000
    edgeitems: int = 3
    linewidth: int = 80
    sci_mode: bool | None = None


def __getattr__(name):
    if name == "PRINT_OPTS":
        return __PrinterOptions(*torch._C._print_options())
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def get_printoptions():
    return dataclasses.asdict(__PrinterOptions(*torch._C._print_options()))


def set_printoptions(*args, **kwargs):
    return torch.set_printoptions(*args, **kwargs)


@contextlib.contextmanager
def printoptions(**kwargs):
    """A block with other options."""
    before = get_printoptions()
    set_printoptions(**kwargs)
    try:
        yield
    finally:
        set_printoptions(**before)


def _str(self, *, tensor_contents=None):
    if tensor_contents is not None:
        raise NotImplementedError("magneto: torch._tensor_str with tensor_contents")
    return repr(self)


def _str_intern(inp, *, tensor_contents=None):
    return _str(inp, tensor_contents=tensor_contents)
