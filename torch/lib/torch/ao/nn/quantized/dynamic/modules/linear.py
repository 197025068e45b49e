"""Linear layers with quantised weights."""

import torch
import torch.ao.nn.intrinsic as nni
import torch.ao.nn.quantized as nnq
from torch.ao.nn.quantized.modules.utils import _quantize_weight

__all__ = ["Linear"]


class Linear(nnq.Linear):
    """A linear layer of numbers, with weights of 8 bits, or of half precision."""

    _version = 4
    _NAME = "DynamicQuantizedLinear"

    def __init__(self, in_features, out_features, bias_=True, dtype=torch.qint8):
        super().__init__(in_features, out_features, bias_, dtype=dtype)
        self.version = 4

    def forward(self, x):
        packed = self._packed_params._packed_params
        if self._packed_params.dtype == torch.float16:
            y = torch.ops.quantized.linear_dynamic_fp16(x, packed)
        else:
            y = torch.ops.quantized.linear_dynamic(x, packed, reduce_range=self.version is not None and self.version >= 4)
        return y.to(x.dtype)

    def extra_repr(self):
        told = f"in_features={self.in_features}, out_features={self.out_features}, dtype={self._packed_params.dtype}"
        return told + (f", qscheme={self.weight().qscheme()}" if self._packed_params.dtype == torch.qint8 else "")

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, strict, *lists):
        self.version = local_metadata.get("version", None)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, False, *lists)

    @classmethod
    def from_float(cls, mod, use_precomputed_fake_quant=False):
        kinds = [torch.nn.Linear, torch.nn.modules.linear.NonDynamicallyQuantizableLinear, nni.LinearReLU, torch.ao.nn.qat.dynamic.Linear]
        if type(mod) not in kinds:
            raise AssertionError(f"nn.quantized.dynamic.Linear.from_float only works for one of{[kind.__name__ for kind in kinds]}, got {type(mod)}")
        if not hasattr(mod, "qconfig"):
            raise AssertionError("Input float module must have qconfig defined")
        if type(mod) is nni.LinearReLU:
            mod = mod[0]
        observer = weight_observer(mod)
        if observer.dtype not in (torch.qint8, torch.float16):
            raise AssertionError(f"The only supported dtypes for dynamic quantized linear are qint8 and float16, got: {observer.dtype}")
        observer(mod.weight)
        made = cls(mod.in_features, mod.out_features, dtype=observer.dtype)
        made.set_weight_bias(_quantize_weight(mod.weight.float(), observer) if observer.dtype == torch.qint8 else mod.weight.float(), mod.bias)
        return made

    @classmethod
    def from_reference(cls, ref_qlinear):
        made = cls(ref_qlinear.in_features, ref_qlinear.out_features, dtype=ref_qlinear.weight_dtype)
        made.set_weight_bias(ref_qlinear.get_quantized_weight(), ref_qlinear.bias)
        return made


def weight_observer(mod):
    """The observer that a module's qconfig has for weights, else the usual one."""
    qconfig = mod.qconfig
    if qconfig is None or qconfig.weight is None:
        qconfig = torch.ao.quantization.qconfig.default_dynamic_qconfig
    return qconfig.weight()
