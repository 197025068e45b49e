from torch.ao.nn.intrinsic.quantized.dynamic.modules.linear_relu import LinearReLU

__all__ = ["LinearReLU"]
