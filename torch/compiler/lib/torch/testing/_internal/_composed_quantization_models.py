"""Models that tests of quantization by graphs, and of whole networks, prepare, convert and fuse."""

import torch
from torch import nn
from torch.ao.nn.quantized import FloatFunctional
from torch.ao.quantization import (
    DeQuantStub, QuantStub, QuantWrapper, default_dynamic_qat_qconfig, default_dynamic_qconfig, default_embedding_qat_qconfig, default_qconfig, default_symmetric_qnnpack_qat_qconfig,
    float_qparams_weight_only_qconfig, fuse_modules, get_default_qat_qconfig, get_default_qconfig)
from torch.nn import functional as F
from torch.testing._internal._quantization_models import (
    LinearReluModel, ManualConvLinearQATModel, SubModelForFusion, SubModelWithoutFusion, TwoLayerLinearModel, _OfImages, _OfRows)


class FunctionalLinear(_OfRows):
    def __init__(self):
        super().__init__()
        self.weight, self.bias = torch.rand((5, 5)), torch.zeros(5)

    def forward(self, x):
        return F.linear(x, self.weight, self.bias)


class SingleLayerFunctionalLinearModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.linear1 = FunctionalLinear()

    def forward(self, x):
        return self.linear1(x)


class TwoLayerFunctionalLinearModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.linear1, self.linear2 = FunctionalLinear(), FunctionalLinear()

    def forward(self, x):
        return self.linear2(self.linear1(x))


class FunctionalLinearAddModel(TwoLayerFunctionalLinearModel):
    def forward(self, x):
        return self.linear2(torch.add(self.linear1(x), 5))


class FunctionalLinearReluModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.linear = FunctionalLinear()

    def forward(self, x):
        return F.relu(self.linear(x))


class FunctionalLinearReluLinearModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.linear1, self.relu, self.linear2 = FunctionalLinear(), nn.ReLU(), FunctionalLinear()

    def forward(self, x):
        return self.linear2(self.relu(self.linear1(x)))


class LinearAddModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2 = nn.Linear(5, 8), nn.Linear(8, 5)

    def forward(self, x):
        return self.fc2(torch.add(self.fc1(x), 5))


class LinearReluAddModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.fc1, self.relu, self.fc2 = nn.Linear(5, 5), nn.ReLU(), nn.Linear(5, 5)

    def forward(self, x):
        return self.fc2(torch.add(self.relu(self.fc1(x)), 5))


class LinearTanhModel(_OfRows):
    def __init__(self):
        super().__init__()
        self.linear, self.tanh = nn.Linear(5, 5), nn.Tanh()

    def forward(self, x):
        return self.tanh(self.linear(x))


class LinearModelWithSubmodule(nn.Module):
    def __init__(self):
        super().__init__()
        self.subm, self.fc = TwoLayerLinearModel(), nn.Linear(5, 5)

    def forward(self, x):
        return self.fc(self.subm(x))

    def get_example_inputs(self):
        return self.subm.get_example_inputs()


class FunctionalConv2d(_OfImages):
    def __init__(self):
        super().__init__()
        self.weight, self.bias = torch.rand(3, 3, 3, 3), torch.rand(3)
        self.stride, self.padding, self.dilation, self.groups = (1, 1), (0, 0), (1, 1), 1

    def forward(self, x):
        return F.conv2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class SingleLayerFunctionalConvModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv1 = FunctionalConv2d()

    def forward(self, x):
        return self.conv1(x)


class TwoLayerFunctionalConvModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = FunctionalConv2d(), FunctionalConv2d()

    def forward(self, x):
        return self.conv2(self.conv1(x))


class FunctionalConvReluModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv = FunctionalConv2d()

    def forward(self, x):
        return F.relu(self.conv(x))


class FunctionalConvReluConvModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv1, self.relu, self.conv2 = FunctionalConv2d(), nn.ReLU(), FunctionalConv2d()

    def forward(self, x):
        return self.conv2(self.relu(self.conv1(x)))


class TwoLayerConvModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(3, 5, 3, bias=False), nn.Conv2d(5, 5, 1, bias=False)

    def forward(self, x):
        return self.conv2(self.conv1(x))


class ConvReluConvModel(_OfImages):
    def __init__(self):
        super().__init__()
        self.fc1, self.relu, self.fc2 = nn.Conv2d(3, 5, 3), nn.ReLU(), nn.Conv2d(5, 5, 1)

    def forward(self, x):
        return self.fc2(self.relu(self.fc1(x)))


class ConvReluAddModel(ConvReluConvModel):
    def forward(self, x):
        return self.fc2(torch.add(self.relu(self.fc1(x)), 5))


class AnnotatedConvTransposeModel(_OfImages):
    def __init__(self, qengine):
        super().__init__()
        self.qconfig = get_default_qconfig(qengine)
        self.conv = nn.ConvTranspose2d(3, 5, 3, bias=False)
        self.quant, self.dequant = QuantStub(), DeQuantStub()

    def forward(self, x):
        return self.dequant(self.conv(self.quant(x)))


class ConvBnAddReluModel(nn.Module):
    """A sum of a convolution, which may be normalised, with an input or another convolution, on either side."""

    def __init__(self, with_bn=True, with_relu=True, left_conv=True, two_conv=True, use_torch_add=True):
        super().__init__()
        self.conv, self.conv2 = nn.Conv2d(5, 5, (2, 2)), nn.Conv2d(5, 5, (2, 2))
        self.bn, self.relu = nn.BatchNorm2d(5), nn.ReLU()
        self.with_bn, self.with_relu, self.two_conv, self.left_conv, self.use_torch_add = with_bn, with_relu, two_conv, left_conv, use_torch_add

    def forward(self, x1, x2):
        first = self.bn(self.conv(x1)) if self.with_bn else self.conv(x1)
        second = self.conv2(x1) if self.two_conv else x2
        left, right = (first, second) if self.left_conv else (second, first)
        y = torch.add(left, right) if self.use_torch_add else left + right
        return self.relu(y) if self.with_relu else y

    def get_example_inputs(self):
        return torch.rand((1, 5, 3, 3)), torch.rand((1, 5, 2, 2))


class AnnotatedCustomConfigNestedModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.sub1, self.sub2, self.fc3 = LinearReluModel(), TwoLayerLinearModel(), nn.Linear(5, 5)
        self.fc3.qconfig = default_qconfig
        self.sub2.qconfig = default_qconfig
        self.sub2.fc1.qconfig = type(default_qconfig)(
            activation=default_qconfig.activation.with_args(dtype=torch.quint8, qscheme=torch.per_tensor_affine), weight=default_qconfig.weight)
        self.sub2.fc1, self.sub2.fc2, self.fc3 = QuantWrapper(self.sub2.fc1), QuantWrapper(self.sub2.fc2), QuantWrapper(self.fc3)

    def forward(self, x):
        return self.fc3(self.sub2(self.sub1(x)))


class ManualConvLinearSymmQATModel(ManualConvLinearQATModel):
    def __init__(self):
        super().__init__(default_symmetric_qnnpack_qat_qconfig)


class ManualLinearDynamicQATModel(nn.Module):
    def __init__(self, qconfig=None):
        super().__init__()
        self.qconfig = qconfig or default_dynamic_qat_qconfig
        self.fc1, self.fc2 = nn.Linear(5, 1), nn.Linear(1, 10)

    def forward(self, x):
        return self.fc2(self.fc1(x))


class _BagThenLinear(nn.Module):
    def __init__(self, emb):
        super().__init__()
        self.emb = emb
        self.emb.qconfig = default_embedding_qat_qconfig
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.linear = nn.Linear(12, 1).to(dtype=torch.float)
        self.qconfig = get_default_qat_qconfig("qnnpack")


class ManualEmbeddingBagLinear(_BagThenLinear):
    def __init__(self):
        super().__init__(nn.EmbeddingBag(num_embeddings=10, embedding_dim=12, mode="sum"))

    def forward(self, input: torch.Tensor, offsets: torch.Tensor | None = None, per_sample_weights: torch.Tensor | None = None):
        return self.dequant(self.linear(self.quant(self.emb(input, offsets, per_sample_weights))))


class DeFusedEmbeddingBagLinear(_BagThenLinear):
    """An embedding summed afterwards, which is what a bag computes at once."""

    def __init__(self):
        super().__init__(nn.Embedding(num_embeddings=10, embedding_dim=12))
        self.bagging_op = torch.sum

    def forward(self, input: torch.Tensor) -> torch.Tensor:
        return self.dequant(self.linear(self.quant(self.bagging_op(self.emb(input), dim=1))))


class EmbeddingWithStaticLinear(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb, self.fc = nn.EmbeddingBag(num_embeddings=10, embedding_dim=12), nn.Linear(4, 2)
        self.emb.qconfig, self.qconfig = float_qparams_weight_only_qconfig, default_qconfig
        self.quant, self.dequant = QuantStub(), DeQuantStub()

    def forward(self, indices, offsets, linear_in):
        emb = self.emb(indices, offsets)
        return torch.cat([self.dequant(self.fc(self.quant(linear_in))), emb], dim=1)


class DenseTopMLP(nn.Module):
    def __init__(self, dense_dim, dense_out, embedding_dim, top_out_in, top_out_out):
        super().__init__()
        self.dense_mlp = nn.Sequential(nn.Linear(dense_dim, dense_out))
        self.top_mlp = nn.Sequential(nn.Linear(dense_out + embedding_dim, top_out_in), nn.Linear(top_out_in, top_out_out))

    def forward(self, sparse_feature: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
        return self.top_mlp(torch.cat([self.dense_mlp(dense), sparse_feature], dim=1))


class EmbBagWrapper(nn.Module):
    def __init__(self, num_embeddings, embedding_dim):
        super().__init__()
        self.emb_bag = nn.EmbeddingBag(num_embeddings, embedding_dim, mode="sum")

    def forward(self, indices, offsets):
        return self.emb_bag(indices, offsets)


class SparseNNModel(nn.Module):
    """What a recommender is made of: embeddings of sparse features beside dense ones."""

    _NUM_EMBEDDINGS, _EMBEDDING_DIM, _DENSE_DIM, _DENSE_OUTPUT, _TOP_OUT_IN, _TOP_OUT_OUT, _TOP_MLP_DIM = 10, 5, 4, 2, 2, 2, 1

    def __init__(self):
        super().__init__()
        self.model_sparse = EmbBagWrapper(self._NUM_EMBEDDINGS, self._EMBEDDING_DIM)
        self.dense_top = DenseTopMLP(self._DENSE_DIM, self._DENSE_OUTPUT, self._EMBEDDING_DIM, self._TOP_OUT_IN, self._TOP_OUT_OUT)

    def forward(self, sparse_indices: torch.Tensor, sparse_offsets: torch.Tensor, dense: torch.Tensor) -> torch.Tensor:
        return self.dense_top(self.model_sparse(sparse_indices, sparse_offsets), dense)


class RNNCellDynamicModel(nn.Module):
    def __init__(self, mod_type):
        super().__init__()
        self.qconfig = default_dynamic_qconfig
        if mod_type in ("GRUCell", "LSTMCell"):
            self.mod = getattr(nn, mod_type)(2, 2)
        elif mod_type in ("RNNReLU", "RNNTanh"):
            self.mod = nn.RNNCell(2, 2, nonlinearity=mod_type.removeprefix("RNN").lower())
        if hasattr(self, "mod"):
            self.mod = self.mod.to(dtype=torch.float)

    def forward(self, x):
        return self.mod(x)


class ModelForConvTransposeBNFusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.bn1 = nn.ConvTranspose1d(3, 3, 1), nn.BatchNorm1d(3)
        self.conv2, self.bn2 = nn.ConvTranspose2d(3, 3, 1), nn.BatchNorm2d(3)
        self.conv3, self.bn3 = nn.ConvTranspose3d(3, 3, 1), nn.BatchNorm3d(3)

    def forward(self, x):
        x = self.bn1(self.conv1(x)).unsqueeze(2)
        x = self.bn2(self.conv2(x)).unsqueeze(2)
        return self.bn3(self.conv3(x))


class ModelForFusion(nn.Module):
    """Has parts that fuse, parts that do not, and parts that are not quantised."""

    def __init__(self, qconfig):
        super().__init__()
        self.conv1, self.bn1, self.relu1 = nn.Conv2d(3, 2, 1, bias=None), nn.BatchNorm2d(2), nn.ReLU(inplace=True)
        self.sub1, self.sub2 = SubModelForFusion(), SubModelWithoutFusion()
        self.fc = nn.Linear(36, 10)
        self.quant, self.dequant = QuantStub(), DeQuantStub()
        self.qconfig = qconfig
        self.conv2, self.relu2 = nn.Conv3d(3, 2, (1, 1, 1), bias=None), nn.ReLU(inplace=False)
        self.bn2, self.relu3 = nn.BatchNorm3d(2), nn.ReLU(inplace=True)
        self.conv3, self.bn3, self.relu4 = nn.Conv1d(3, 3, 2), nn.BatchNorm1d(3), nn.ReLU(inplace=True)
        self.sub2.qconfig = self.fc.qconfig = None

    def forward(self, x):
        x = self.quant(x.squeeze(2))
        x = self.relu4(self.bn3(self.conv3(x))).unsqueeze(2)
        y = x.unsqueeze(2)
        x = self.relu1(self.bn1(self.conv1(x)))
        x = self.dequant(self.sub1(x))
        x = self.sub2(x).reshape(-1, 36).contiguous()
        x = self.fc(x)
        self.dequant(self.relu3(self.bn2(self.relu2(self.conv2(y)))))
        return x


class ConvBNReLU(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Conv2d(3, 3, 1, 1, bias=False), nn.BatchNorm2d(3), nn.ReLU(inplace=False))


class ModelWithSequentialFusion(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.relu1 = nn.Conv2d(3, 3, 1), nn.ReLU(inplace=False)
        self.features = nn.Sequential(*(ConvBNReLU() for _ in range(3)))
        self.classifier = nn.Sequential(nn.Linear(300, 10), nn.ReLU(inplace=False))
        self.seq = nn.Sequential()
        self.quant, self.dequant = QuantStub(), DeQuantStub()

    def forward(self, x):
        x = self.features(self.relu1(self.conv1(self.quant(x))))
        return self.dequant(self.seq(self.classifier(torch.reshape(x, (-1, 3 * 10 * 10)))))


class ResNetBase(nn.Module):
    """One residual block and a classifier."""

    def __init__(self):
        super().__init__()
        self.conv1, self.bn1 = nn.Conv2d(3, 3, (1, 1), bias=False), nn.BatchNorm2d(3)
        self.relu1, self.relu2 = nn.ReLU(), nn.ReLU()
        self.downsample = nn.Identity()
        self.myop = FloatFunctional()
        self.avgpool, self.fc = nn.AdaptiveAvgPool2d((1, 1)), nn.Linear(3, 1)

    def forward(self, x):
        y = self.relu1(self.bn1(self.conv1(x)))
        y = self.relu2(self.myop.add(y, self.downsample(x)))
        return self.fc(torch.flatten(self.avgpool(y), 1))

    def fuse_model(self):
        if self.training:
            torch.ao.quantization.fuse_modules_qat(self, [["conv1", "bn1", "relu1"]], inplace=True)
        else:
            fuse_modules(self, [["conv1", "bn1", "relu1"]], inplace=True)


class _MultipleOps(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(3, 3, (1, 1), bias=False), nn.Conv2d(3, 3, (1, 1), bias=False)
        self.bn1 = nn.BatchNorm2d(3)
        self.relu1, self.relu2 = nn.ReLU(), nn.ReLU()

    def _ended(self, x):
        x = F.max_pool2d(self.conv2(x), 2, 2)
        return self.fc(self.cat.cat([x, x]).reshape(-1, 3 * 2 * 2))


class ModelMultipleOps(_MultipleOps):
    def __init__(self):
        super().__init__()
        self.downsample = nn.Identity()
        self.skip_add, self.cat = FloatFunctional(), FloatFunctional()
        self.avgpool, self.fc = nn.AdaptiveAvgPool2d((4, 4)), nn.Linear(12, 6)

    def forward(self, x):
        y = self.relu1(self.bn1(self.conv1(x)))
        y = self.relu2(self.skip_add.add(y, self.downsample(x)))
        return self._ended(self.avgpool(y))


class ModelMultipleOpsNoAvgPool(_MultipleOps):
    """The model above for the passes that have no rule for averages."""

    def __init__(self):
        super().__init__()
        self.skip_add, self.cat = FloatFunctional(), FloatFunctional()
        self.maxpool, self.fc = nn.MaxPool2d((4, 4)), nn.Linear(12, 6)

    def forward(self, x):
        y = self.relu1(self.bn1(self.conv1(x)))
        return self._ended(self.maxpool(self.relu2(self.skip_add.add(y, self.conv2(x)))))


class NormalizationTestModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant, self.fc1 = QuantStub(), nn.Linear(5, 8)
        self.layer_norm, self.group_norm = nn.LayerNorm(8), nn.GroupNorm(2, 8)
        self.instance_norm1d, self.instance_norm2d, self.instance_norm3d = nn.InstanceNorm1d(8), nn.InstanceNorm2d(8), nn.InstanceNorm3d(8)

    def forward(self, x):
        x = self.layer_norm(self.fc1(self.quant(x)))
        x = self.group_norm(x.unsqueeze(-1).repeat(1, 1, 3))
        x = self.instance_norm1d(x)
        x = self.instance_norm2d(x.unsqueeze(-1))
        return self.instance_norm3d(x.unsqueeze(-1))
