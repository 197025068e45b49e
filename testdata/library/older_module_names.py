"""Modules whose names are those of another: the older places of quantization, functions of numpy over tensors, bytes that grow."""
import torch
import torch.nn.intrinsic.qat.modules.conv_fused as fused
import torch.nn.quantized.modules
from torch._numpy._ufuncs import *
from torch._numpy._ufuncs import _binary, _unary
from torch.nn.quantized._reference.modules.conv import Conv2d as Reference
from torch.quantization.fx.graph_module import ObservedGraphModule
from torch.quantization.observer import MinMaxObserver
from torch.utils._appending_byte_serializer import AppendingByteSerializer
from torch.utils.data.datapipes.iter.grouping import BatcherIterDataPipe

print(torch.nn.quantized.modules.conv.Conv2d, fused.ConvBn2d, Reference, ObservedGraphModule)
print(MinMaxObserver is torch.ao.quantization.MinMaxObserver, BatcherIterDataPipe.__name__)
print(len(_unary), len(_binary), cos([1.0]), add([1, 2], 2.5), ldexp(1.0, 3))


def write(writer, pair):
    writer.write_uint64(pair[0])
    writer.write_str(pair[1])


def read(reader):
    return reader.read_uint64(), reader.read_str()


pairs = AppendingByteSerializer(serialize_fn=write)
pairs.append((1, "a"))
pairs.extend([(2, "é"), (3, "")])
data = pairs.to_bytes()
print(data, AppendingByteSerializer.to_list(data, deserialize_fn=read))
try:
    AppendingByteSerializer.to_list(data[:-1], deserialize_fn=read)
except RuntimeError as e:
    print(e)
