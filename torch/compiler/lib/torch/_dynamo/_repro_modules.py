"""The text of a class for a GraphModule."""

import torch
from torch import nn

__all__ = ["MAX_CONSTANT_NUMEL_INLINE", "NNModuleToString", "UnsupportedNNModuleError"]

MAX_CONSTANT_NUMEL_INLINE = 4


class UnsupportedNNModuleError(Exception):
    pass


class NNModuleToString:
    safe_reprs = [
        nn.Linear, nn.Conv1d, nn.Conv2d, nn.Conv3d, nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.LayerNorm, nn.Dropout, nn.Softmax, nn.ReLU, nn.GELU, nn.Identity,
        nn.MaxPool2d, nn.Embedding, nn.Tanh, nn.ConvTranspose1d, nn.GLU, nn.LSTM, nn.Flatten, nn.AdaptiveAvgPool2d,
    ]

    @staticmethod
    def can_convert_to_string(gm):
        return all(type(m) in NNModuleToString.safe_reprs or isinstance(m, torch.fx.GraphModule) for _, m in gm.named_children())

    @staticmethod
    def convert(gm):
        return f"\nfrom torch.nn import *\nclass Repro(torch.nn.Module):\n{_body(gm)}\n"


def _body(gm):
    """The methods of the class of a graph, with classes of their own for the graphs that it calls."""
    lines, classes = ["    def __init__(self) -> None:", "        super().__init__()"], []
    for name, child in gm.named_children():
        if isinstance(child, torch.fx.GraphModule):
            classes.append(f"    class {name}(torch.nn.Module):\n" + "\n".join(f"    {line}" if line.strip() else line for line in _body(child).split("\n")))
            lines.append(f"        self.{name} = self.{name}()")
            continue
        if type(child) not in NNModuleToString.safe_reprs:
            raise UnsupportedNNModuleError(f"Cannot convert module to string: {child!r}")
        first = next(child.parameters(), None)
        lines.append(f"        self.{name} = {child!r}" + (".cuda()" if first is not None and first.is_cuda else ""))
    for name, b in gm._buffers.items():
        if b is not None:
            lines.append(f"        self.register_buffer('{name}', {_buffer(b)}" + (".cuda())" if b.is_cuda else ")"))
    for name, p in gm._parameters.items():
        if p is not None:
            where = ", device=\"cuda\"" if p.is_cuda else ""
            lines.append(f"        self.{name} = torch.nn.Parameter(torch.randn({list(p.shape)}, dtype={p.dtype}{where}))")
    code = "\n".join(f"    {line}" if line.strip() else line for line in gm.code.rstrip().split("\n"))
    return "\n".join(classes + lines) + f"\n{code}\n"


def _buffer(b):
    if b.numel() <= MAX_CONSTANT_NUMEL_INLINE:
        return repr(b)
    if torch.is_floating_point(b):
        return f"torch.randn({list(b.shape)}, dtype={b.dtype})"
    return f"torch.randint(1, size={list(b.shape)}, dtype={b.dtype})"
