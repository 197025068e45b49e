"""Small models that tests of quantization prepare, convert and fuse."""
import torch
from torch import nn
from torch.ao.nn.quantized import FloatFunctional
from torch.ao.quantization import DeQuantStub, QuantStub, QuantWrapper, default_dynamic_qconfig, default_per_channel_qconfig, default_qconfig, get_default_qat_qconfig, get_default_qconfig

_IMAGE = (1, 3, 5, 5)


class _OfRows(nn.Module):
    def get_example_inputs(self):
        return (torch.rand(1, 5),)


class _OfImages(nn.Module):
    def get_example_inputs(self):
        return (torch.rand(*_IMAGE),)


class SingleLayerLinearModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 5)

    def forward(self, x):
        return self.fc1(x)


class AnnotatedSingleLayerLinearModel(_OfRows):
    def __init__(self, qengine="fbgemm"):
        super().__init__()
        self.qconfig = get_default_qconfig(qengine)
        self.fc1 = QuantWrapper(nn.Linear(5, 5))

    def forward(self, x):
        return self.fc1(x)


class SingleLayerLinearDynamicModel(_OfRows):
    def __init__(self, qengine="fbgemm"):
        super().__init__()
        self.qconfig = get_default_qconfig(qengine)
        self.fc1 = nn.Linear(5, 5)

    def forward(self, x):
        return self.fc1(x)


class LinearReluModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 5)
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(self.fc(x))


class LinearReluLinearModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 8)
        self.relu = nn.ReLU()
        self.fc2 = nn.Linear(8, 5)

    def forward(self, x):
        return self.fc2(self.relu(self.fc1(x)))


class LinearBnLeakyReluModel(_OfRows):
    def __init__(self, with_bn=True):
        super().__init__()
        self.linear = nn.Linear(5, 5)
        self.bn1d = nn.BatchNorm1d(5)
        self.leaky_relu = nn.LeakyReLU(0.01)
        self.with_bn = with_bn

    def forward(self, x):
        x = self.linear(x)
        return self.leaky_relu(self.bn1d(x) if self.with_bn else x)


class TwoLayerLinearModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 8)
        self.fc2 = nn.Linear(8, 5)

    def forward(self, x):
        return self.fc2(self.fc1(x))


class AnnotatedTwoLayerLinearModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 8)
        self.fc2 = QuantWrapper(nn.Linear(8, 5))
        self.fc2.qconfig = get_default_qconfig("fbgemm")

    def forward(self, x):
        return self.fc2(self.fc1(x))


class ConvModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 5, 3, bias=False)

    def forward(self, x):
        return self.conv(x)


class ConvTransposeModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv = nn.ConvTranspose2d(3, 5, 3, bias=False)

    def forward(self, x):
        return self.conv(x)


class AnnotatedConvModel(_OfImages):
    def __init__(self, qengine):
        super().__init__()
        self.qconfig = get_default_qconfig(qengine)
        self.conv = nn.Conv2d(3, 5, 3, bias=False)
        self.quant, self.dequant = QuantStub(), DeQuantStub()

    def forward(self, x):
        return self.dequant(self.conv(self.quant(x)))


class ConvBnModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 5, 3, bias=False)
        self.bn = nn.BatchNorm2d(5)

    def forward(self, x):
        return self.bn(self.conv(x))


class AnnotatedConvBnModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.qconfig = default_qconfig
        self.conv = nn.Conv2d(3, 5, 3, bias=False)
        self.bn = nn.BatchNorm2d(5)
        self.quant, self.dequant = QuantStub(), DeQuantStub()

    def forward(self, x):
        return self.dequant(self.bn(self.conv(self.quant(x))))


class ConvBnReLUModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 5, 3, bias=False)
        self.bn = nn.BatchNorm2d(5)
        self.relu = nn.ReLU(inplace=True)

    def forward(self, x):
        return self.relu(self.bn(self.conv(x)))


class AnnotatedConvBnReLUModel(_OfImages):
    def __init__(self, qengine="fbgemm"):
        super().__init__()
        self.qconfig = get_default_qconfig(qengine)
        self.conv = nn.Conv2d(3, 5, 3, bias=False)
        self.bn = nn.BatchNorm2d(5)
        self.relu = nn.ReLU(inplace=True)
        self.quant, self.dequant = QuantStub(), DeQuantStub()

    def forward(self, x):
        return self.dequant(self.relu(self.bn(self.conv(self.quant(x)))))

    def fuse_model(self):
        fuse = torch.ao.quantization.fuse_modules_qat if self.training else torch.ao.quantization.fuse_modules
        fuse(self, [["conv", "bn", "relu"]], inplace=True)


class ConvReluModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.fc = nn.Conv2d(3, 5, 3)
        self.relu = nn.ReLU()

    def forward(self, x):
        return self.relu(self.fc(x))


class InnerModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(5, 8)
        self.relu1 = nn.ReLU()
        self.fc2 = nn.Linear(8, 5)
        self.relu2 = nn.ReLU()

    def forward(self, x):
        return self.relu2(self.fc2(self.relu1(self.fc1(x))))

    def fuse_modules(self):
        """Fuses each linear layer with the activation behind it."""
        names = [name for name, child in self.named_children() if isinstance(child, (nn.Linear, nn.ReLU))]
        for i, name in enumerate(names):
            if isinstance(getattr(self, name), nn.Linear) and i + 1 < len(names):
                if isinstance(getattr(self, names[i + 1]), nn.ReLU):
                    torch.ao.quantization.fuse_modules(self, [[name, names[i + 1]]], inplace=True)


class NestedModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub1 = LinearReluModel()
        self.sub2 = TwoLayerLinearModel()
        self.fc3 = nn.Linear(5, 5)

    def forward(self, x):
        return self.fc3(self.sub2(self.sub1(x)))


class AnnotatedNestedModel(NestedModel):
    def __init__(self, qengine):
        super().__init__()
        self.fc3 = QuantWrapper(self.fc3)
        self.fc3.qconfig = default_qconfig
        self.sub2.fc1 = QuantWrapper(self.sub2.fc1)
        self.sub2.fc1.qconfig = default_per_channel_qconfig if qengine == "fbgemm" else default_qconfig


class AnnotatedSubNestedModel(NestedModel):
    def __init__(self):
        super().__init__()
        self.sub2, self.fc3 = QuantWrapper(self.sub2), QuantWrapper(self.fc3)
        self.fc3.qconfig = self.sub2.qconfig = default_qconfig


class QuantSubModel(NestedModel):
    def __init__(self):
        super().__init__()
        self.sub2 = QuantWrapper(self.sub2)
        self.sub2.qconfig = self.fc3.qconfig = default_qconfig


class SkipQuantModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = InnerModule()
        self.fc = nn.Linear(5, 5)

    def forward(self, x):
        return self.fc(self.sub(x))

    def fuse_modules(self):
        self.sub.fuse_modules()


class AnnotatedSkipQuantModel(nn.Module):
    def __init__(self, qengine):
        super().__init__()
        self.qconfig = get_default_qconfig(qengine)
        self.sub = QuantWrapper(InnerModule())
        self.fc = nn.Linear(5, 5)
        self.fc.qconfig = None

    def forward(self, x):
        return self.fc(self.sub(x))

    def fuse_modules(self):
        self.sub.module.fuse_modules()


class QuantStubModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.qconfig = get_default_qconfig("qnnpack")
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.fc = nn.Linear(5, 5)

    def forward(self, x):
        return self.dequant(self.fc(self.quant(x)))


class ManualLinearQATModel(nn.Module):
    def __init__(self, qengine):
        super().__init__()
        self.qconfig = get_default_qat_qconfig(qengine)
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.fc1 = nn.Linear(5, 1)
        self.fc2 = nn.Linear(1, 10)

    def forward(self, x):
        return self.dequant(self.fc2(self.fc1(self.quant(x))))


class ManualDropoutQATModel(nn.Module):
    def __init__(self, qengine):
        super().__init__()
        self.qconfig = get_default_qat_qconfig(qengine)
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.fc1 = nn.Linear(5, 1)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x):
        return self.dequant(self.dropout(self.fc1(self.quant(x))))


class ManualConvLinearQATModel(nn.Module):
    def __init__(self, qconfig=None):
        super().__init__()
        self.qconfig = qconfig if qconfig else get_default_qat_qconfig("qnnpack")
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.conv = nn.Conv2d(3, 1, 3)
        self.fc1 = nn.Linear(64, 10)
        self.fc2 = nn.Linear(10, 10)

    def forward(self, x):
        x = self.conv(self.quant(x)).view(-1, 64).contiguous()
        return self.dequant(self.fc2(self.fc1(x)))


class LSTMwithHiddenDynamicModel(nn.Module):
    def __init__(self, qengine="fbgemm"):
        super().__init__()
        self.qconfig = get_default_qconfig(qengine)
        self.lstm = nn.LSTM(2, 2)

    def forward(self, x, hid):
        return self.lstm(x, hid)


class RNNDynamicModel(nn.Module):
    def __init__(self, mod_type):
        super().__init__()
        self.qconfig = default_dynamic_qconfig
        if mod_type in ("GRU", "LSTM"):
            self.mod = getattr(nn, mod_type)(2, 2)

    def forward(self, x):
        return self.mod(x)


class ModelForLinearBNFusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(20, 10)
        self.bn = nn.BatchNorm1d(10)
        nn.init.uniform_(self.bn.weight)
        nn.init.uniform_(self.bn.bias)

    def forward(self, x):
        return self.bn(self.fc(x))


class SubModelForFusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 1, bias=False)
        self.bn = nn.BatchNorm2d(2)

    def forward(self, x):
        return self.bn(self.conv(x))


class SubModelWithoutFusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 2, 1, bias=False)
        self.relu = nn.ReLU(inplace=False)

    def forward(self, x):
        return self.relu(self.conv(x))


class ModelForFusionWithBias(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 2, 5, bias=True)
        self.bn1 = nn.BatchNorm2d(2)
        self.relu1 = nn.ReLU(inplace=True)
        self.conv2 = nn.Conv2d(2, 2, 1, bias=True)
        self.bn2 = nn.BatchNorm2d(2)
        self.quant, self.dequant = QuantStub(), DeQuantStub()

    def forward(self, x):
        x = self.relu1(self.bn1(self.conv1(self.quant(x))))
        return self.dequant(self.bn2(self.conv2(x)))


class ModelWithFunctionals(nn.Module):
    def __init__(self):
        super().__init__()
        self.mycat, self.myadd, self.myadd_relu, self.mymatmul = (FloatFunctional() for _ in range(4))

    def forward(self, x):
        y = self.mycat.cat([x, x, x])
        z = self.myadd.add(y, y)
        w = self.myadd_relu.add_relu(z, z)
        return self.mymatmul.matmul(w, w.T)


class DummyObserver(nn.Module):
    def calculate_qparams(self):
        return 1.0, 0

    def forward(self, x):
        return x


class EmbeddingModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(10, 12)

    def forward(self, indices):
        return self.emb(indices)


class EmbeddingBagModule(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.EmbeddingBag(10, 12, include_last_offset=True, scale_grad_by_freq=False, mode="sum")

    def forward(self, indices, offsets, per_sample_weights):
        return self.emb(indices, offsets, per_sample_weights)


class ActivationsTestModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.qconfig = get_default_qconfig("fbgemm")
        self.quant = QuantStub()
        self.hardswish = nn.Hardswish()
        self.elu = nn.ELU()
        self.dequant = DeQuantStub()

    def forward(self, x):
        return self.dequant(self.elu(self.hardswish(self.quant(x))))
