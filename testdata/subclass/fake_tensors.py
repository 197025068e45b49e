# FakeTensorMode: tensors of which only sizes, strides, dtypes and devices are known, and numbers that are.
import torch
from torch import nn
from torch._guards import detect_fake_mode
from torch._subclasses.fake_tensor import DataDependentOutputException, DynamicOutputShapeException, FakeTensor, FakeTensorMode, unset_fake_temporarily


def attempt(f):
    try:
        print(f())
    except (RuntimeError, AssertionError) as e:
        print(type(e).__name__, str(e)[:90])


mode = FakeTensorMode()
with mode:
    x = torch.ones(2, 3)
    y = x @ torch.ones(3, 4)
    print(type(y).__name__, y.shape, y.device, y.dtype, y.stride(), y.t().is_contiguous(), isinstance(y, FakeTensor))
    print(x, x.view(6).shape, x.max(1).values.shape, torch.zeros_like(x).dtype, x.new_empty(2).shape, torch.arange(5).shape)
    print(nn.functional.conv2d(torch.ones(1, 3, 8, 8), torch.ones(4, 3, 3, 3)).shape)
    x.add_(1)
    x[0] = 3
    print(x.shape, torch.tensor(3).item() + 1, torch.tensor([1, 2]).shape, detect_fake_mode() is mode)
    for f in (lambda: x.sum().item(), lambda: bool(x.sum()), lambda: x.nonzero(), lambda: x[x > 0], lambda: torch.unique(x), lambda: x.tolist(), lambda: int(x[0, 0]), lambda: x.numpy()):
        attempt(f)
    with unset_fake_temporarily():
        print(type(torch.ones(1)).__name__)
    layer = nn.Linear(3, 4)
    print(type(layer.weight).__name__, isinstance(layer.weight, nn.Parameter), layer(x).shape, layer(x).requires_grad)

real = torch.randn(2, 3, requires_grad=True)
fake = mode.from_tensor(real)
print(fake.shape, fake.requires_grad, fake.is_leaf, fake.fake_device, fake.fake_mode is mode, mode.from_tensor(real) is fake, detect_fake_mode([fake]) is mode)
print((fake.sin() + 1).shape, type(fake + 1).__name__, torch.autograd.grad(fake.sin().sum(), fake)[0].shape)
copied = torch._dynamo.utils.deepcopy_to_fake_tensor(nn.Linear(3, 4), mode)
print(type(copied.weight).__name__, len(list(copied.parameters())))
with mode:
    print(copied(torch.ones(2, 3)).shape)
    attempt(lambda: torch.ones(2, 3) + real)
with FakeTensorMode(allow_non_fake_inputs=True) as other:
    print((torch.ones(2, 3) + real).shape)
attempt(lambda: fake + other.from_tensor(torch.ones(2, 3)))
