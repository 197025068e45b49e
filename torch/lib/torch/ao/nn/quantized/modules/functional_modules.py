"""Modules for functions of two tensors, so that observers have a place."""

from typing import List

import torch
from torch import Tensor

__all__ = ["FloatFunctional", "FXFloatFunctional", "QFunctional"]


class FXFloatFunctional(torch.nn.Module):
    """The functions, for graphs, which have observers of their own."""

    def forward(self, x):
        raise RuntimeError("FloatFunctional is not intended to use the " + "'forward'. Please use the underlying operation")

    def _watched(self, x):
        return x

    def add(self, x, y):
        return self._watched(torch.add(x, y))

    def mul(self, x, y):
        return self._watched(torch.mul(x, y))

    def cat(self, x: list[torch.Tensor], dim: int = 0) -> torch.Tensor:
        return self._watched(torch.cat(x, dim=dim))

    def add_relu(self, x, y):
        return self._watched(torch.nn.functional.relu(torch.add(x, y)))

    def matmul(self, x, y):
        return self._watched(torch.matmul(x, y))

    def add_scalar(self, x: torch.Tensor, y: float) -> torch.Tensor:
        """Not watched: the quantised operator needs no scale."""
        return torch.add(x, y)

    def mul_scalar(self, x: torch.Tensor, y: float) -> torch.Tensor:
        return torch.mul(x, y)


class FloatFunctional(torch.nn.Module):
    """The functions, with what they give going through activation_post_process."""

    def __init__(self):
        super().__init__()
        self.activation_post_process = torch.nn.Identity()

    def _watched(self, x):
        return self.activation_post_process(x)

    forward, add, mul, cat, add_relu, matmul, add_scalar, mul_scalar = (
        getattr(FXFloatFunctional, name) for name in ("forward", "add", "mul", "cat", "add_relu", "matmul", "add_scalar", "mul_scalar"))


class QFunctional(torch.nn.Module):
    """The functions on quantised tensors, with the scale of what they give."""

    def __init__(self):
        super().__init__()
        self.scale, self.zero_point = 1.0, 0
        self.activation_post_process = torch.nn.Identity()

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination.update({prefix + name: torch.tensor(getattr(self, name)) for name in ("scale", "zero_point")})

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        self.scale, self.zero_point = float(state_dict.pop(prefix + "scale")), int(state_dict.pop(prefix + "zero_point"))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    def _get_name(self):
        return "QFunctional"

    def extra_repr(self):
        return f"scale={self.scale}, zero_point={self.zero_point}"

    def forward(self, x):
        raise RuntimeError("Functional is not intended to use the " + "'forward'. Please use the underlying operation")

    def add(self, x: Tensor, y: Tensor) -> Tensor:
        return self.activation_post_process(torch.ops.quantized.add(x, y, scale=self.scale, zero_point=self.zero_point))

    def mul(self, x: Tensor, y: Tensor) -> Tensor:
        return self.activation_post_process(torch.ops.quantized.mul(x, y, scale=self.scale, zero_point=self.zero_point))

    def cat(self, x: List[Tensor], dim: int = 0) -> Tensor:
        return self.activation_post_process(torch.ops.quantized.cat(x, scale=self.scale, zero_point=self.zero_point, dim=dim))

    def add_relu(self, x: Tensor, y: Tensor) -> Tensor:
        return self.activation_post_process(torch.ops.quantized.add_relu(x, y, scale=self.scale, zero_point=self.zero_point))

    def matmul(self, x: Tensor, y: Tensor) -> Tensor:
        return torch.ops.quantized.matmul(x, y, scale=self.scale, zero_point=self.zero_point)

    def add_scalar(self, x: Tensor, y: float) -> Tensor:
        return torch.ops.quantized.add_scalar(x, y)

    def mul_scalar(self, x: Tensor, y: float) -> Tensor:
        return torch.ops.quantized.mul_scalar(x, y)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        if type(mod) is not FloatFunctional:
            raise AssertionError(f"QFunctional.from_float expects an instance of FloatFunctional, got {type(mod).__name__}")
        scale, zero_point = mod.activation_post_process.calculate_qparams()
        made = QFunctional()
        made.scale, made.zero_point = float(scale), int(zero_point)
        return made
