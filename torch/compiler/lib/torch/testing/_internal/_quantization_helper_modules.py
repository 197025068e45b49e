"""TestHelperModules: modules that tests of quantization of exported programs annotate."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.testing._internal._quantization_models import LinearReluModel as _LinearReluModel

_CONV = {1: nn.Conv1d, 2: nn.Conv2d}
_CONV_TRANSPOSE = {1: nn.ConvTranspose1d, 2: nn.ConvTranspose2d}
_NORM = {1: nn.BatchNorm1d, 2: nn.BatchNorm2d}


class _ThenNormed(nn.Module):
    """A convolution, its normalisation and activation where they are asked for."""

    def __init__(self, kinds, dim, relu, bn, bias):
        super().__init__()
        setattr(self, self._name, kinds[dim](3, 3, 3, bias=bias))
        self.bn = _NORM[dim](3) if bn else nn.Identity()
        self.relu = nn.ReLU() if relu else nn.Identity()

    def forward(self, x):
        return self.relu(self.bn(getattr(self, self._name)(x)))


class _TwoConvolutions(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.conv2 = nn.Conv2d(3, 3, 3), nn.Conv2d(3, 3, 3)


class TestHelperModules:
    class ControlFlow(nn.Module):
        def forward(self, xs, pred1, pred2, y):
            def less(y):
                y = y + y
                return torch.mm(y, y)

            def more(y):
                return torch.mm(y, y) - 1

            def row(x, pred, y):
                return torch.cond(pred, lambda y: torch.mm(y, y) + torch.mm(y, y), lambda y: torch.mm(y, y) - 1, [y]) + x

            y = torch.cond(pred1, less, more, [y])
            from torch._higher_order_ops.map import map as mapped

            return mapped(row, xs, pred2, y) + torch.mm(y, y)

        def example_inputs(self):
            return torch.ones(2, 2), torch.tensor([False]), torch.tensor([False]), torch.ones(2, 2)

    class Conv2dPropAnnotaton(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.linear = nn.Conv2d(3, 3, 3), nn.Linear(3, 3)

        def forward(self, x):
            return self.linear(F.hardtanh(self.conv(x).view(-1, 3), -0.5, 0.5))

    class Conv2dWithObsSharingOps(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.hardtanh, self.adaptive_avg_pool2d = nn.Conv2d(3, 3, 3), nn.Hardtanh(), nn.AdaptiveAvgPool2d((1, 1))

        def forward(self, x):
            return torch.mean(self.hardtanh(self.adaptive_avg_pool2d(self.conv(x))))

    class Conv2dWithTwoLinearPermute(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.linear1, self.linear2 = nn.Conv2d(3, 16, 3), nn.Linear(16, 8, bias=False), nn.Linear(8, 8)

        def forward(self, x):
            return self.linear2(self.linear1(torch.permute(self.conv(x), (0, 2, 3, 1))))

    class Conv2dWithTwoLinear(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.linear1, self.linear2 = nn.Conv2d(3, 16, 3), nn.Linear(64, 8, bias=False), nn.Linear(8, 8)

        def forward(self, x):
            return self.linear2(self.linear1(torch.reshape(self.conv(x), (2, 64))))

    class ConvLinearWPermute(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.linear1 = nn.Conv2d(3, 8, 3), nn.Linear(8, 8)

        def forward(self, x):
            return self.linear1(torch.permute(self.conv(x), (0, 2, 3, 1)))

    class TwoLinearModule(nn.Module):
        def __init__(self):
            super().__init__()
            self.linear1, self.linear2 = nn.Linear(8, 16, bias=False), nn.Linear(16, 8)

        def forward(self, x):
            return self.linear2(self.linear1(x))

        def example_inputs(self):
            return (torch.randn(2, 8),)

    class ConvMaxPool2d(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.pool = nn.Conv2d(2, 2, 1), nn.MaxPool2d(1, 1)

        def forward(self, x):
            return self.pool(self.conv(x))

    class ConvWithAdaptiveAvgPool2d(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.adaptive_avg_pool2d = nn.Conv2d(3, 3, 3), nn.AdaptiveAvgPool2d((1, 1))

        def forward(self, x):
            return self.adaptive_avg_pool2d(self.conv(x))

    class ConvWithBNRelu(_ThenNormed):
        _name = "conv"

        def __init__(self, relu, dim=2, bn=True, bias=True):
            super().__init__(_CONV, dim, relu, bn, bias)

    class ConvTWithBNRelu(_ThenNormed):
        _name = "convt"

        def __init__(self, relu, dim=2, bn=True, bias=True):
            super().__init__(_CONV_TRANSPOSE, dim, relu, bn, bias)

    class Conv2dThenConv1d(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv1d, self.conv2d = nn.Conv1d(3, 3, 3), nn.Conv2d(3, 3, 3)

        def forward(self, x):
            return self.conv1d(self.conv2d(x).squeeze(0))

        def example_inputs(self):
            return (torch.randn(1, 3, 5, 5),)

    class Conv2dWithCat(_TwoConvolutions):
        def forward(self, x, y):
            return torch.cat([self.conv1(x), self.conv2(y)], dim=1)

    class Conv2dWithTwoCat(_TwoConvolutions):
        def forward(self, x1, x2, x3, x4):
            convolved = torch.cat([self.conv1(x1), self.conv2(x2)], dim=1)
            return torch.cat([x3 + x4, convolved])

    class Conv2dWithSplit(_TwoConvolutions):
        def forward(self, x):
            first, second = torch.split(self.conv1(x), 2, dim=1)
            return torch.cat([first, second], dim=1)

        def example_inputs(self):
            return (torch.randn(1, 3, 16, 16),)

    class ThreeAdd(nn.Module):
        def forward(self, x1, x2, x3, x4):
            return (x1 + x2) + (x3 + x4)

    class EmbeddingModule(nn.Module):
        def __init__(self):
            super().__init__()
            self.emb = nn.Embedding(num_embeddings=10, embedding_dim=12)

        def forward(self, indices):
            return self.emb(indices)

    class EmbeddingConvLinearModule(nn.Module):
        def __init__(self):
            super().__init__()
            self.emb, self.conv, self.linear = nn.Embedding(num_embeddings=10, embedding_dim=8), nn.Conv2d(8, 16, (1, 3)), nn.Linear(16, 8)

        def forward(self, indices):
            x = torch.permute(torch.unsqueeze(self.emb(indices), dim=0), (0, 3, 1, 2))
            return self.linear(torch.squeeze(torch.permute(self.conv(x), (0, 2, 3, 1)), dim=0))

    class AddInplaceAdd(nn.Module):
        def forward(self, x, y):
            x = x + y
            x += y
            return x

    class MulInplaceMul(nn.Module):
        def forward(self, x, y):
            x = x * y
            x *= y
            return x

    class AddMulScalar(nn.Module):
        def forward(self, x):
            x = (x + 3) * 3
            x += 3
            x *= 3
            return x

    class ConvBnReLU2dAndLinearReLU(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv_bn_relu = TestHelperModules.ConvWithBNRelu(relu=True)
            self.linear, self.relu = nn.Linear(3, 8, bias=False), nn.ReLU()

        def forward(self, x):
            return self.linear(torch.permute(self.conv_bn_relu(x), (0, 2, 3, 1)))

    class GroupwiseConv2d(nn.Module):
        def __init__(self):
            super().__init__()
            self.conv = nn.Conv2d(4, 4, 3, groups=2)

        def forward(self, x):
            return self.conv(x)

        def example_inputs(self):
            return (torch.randn(2, 4, 10, 10),)

    LinearReluModel = _LinearReluModel
