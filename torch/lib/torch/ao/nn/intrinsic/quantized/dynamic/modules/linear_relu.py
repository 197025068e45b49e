"""Linear layers with the positive part, with quantised weights."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.quantized.dynamic as nnqd

__all__ = ["LinearReLU"]


class LinearReLU(nnqd.Linear):
    _FLOAT_MODULE, _NAME = (nni.LinearReLU,), "DynamicQuantizedLinearReLU"

    def forward(self, x):
        packed = self._packed_params._packed_params
        if self._packed_params.dtype == torch.float16:
            return torch.ops.quantized.linear_relu_dynamic_fp16(x, packed).to(x.dtype)
        return torch.ops.quantized.linear_relu_dynamic(x, packed, reduce_range=True).to(x.dtype)
