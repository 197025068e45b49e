# The table of calls of torch.nn.functional that PyTorch's own tests script, and functions that are scripted in words of their own.
import warnings

import torch
import torch.testing._internal.jit_metaprogramming_utils as tools

warnings.filterwarnings("ignore")
torch.manual_seed(0)
tests = tools.get_nn_functional_tests()
print(len(tests), sorted({t[0] for t in tests})[:8])
for test in tests:
    if test[0] in ("linear", "softmax", "pad", "embedding") and len(test) < 5:
        fn, inputs = tools.get_nn_functional_compiled_fn_and_inputs(*test)
        print(test[0], fn.schema, tuple(fn(*inputs).shape))


def unpool1(x, i):
    return torch.nn.functional.max_unpool1d(x, i, 2, 2)


def unpool3(x, i):
    return torch.nn.functional.max_unpool3d(x, i, 2)


def resample(x, theta):
    return torch.nn.functional.grid_sample(x, torch.nn.functional.affine_grid(theta, [1, 1, 3, 3], False), align_corners=False)


def weighted(x, y, w):
    return torch.nn.functional.mse_loss(x, y, weight=w) + torch.nn.functional.l1_loss(x, y, reduction="sum", weight=w)


x = torch.arange(8.0).reshape(1, 1, 8)
print(torch.jit.script(unpool1)(*torch.nn.functional.max_pool1d(x, 2, 2, return_indices=True)).tolist())
y = torch.arange(8.0).reshape(1, 1, 2, 2, 2)
print(torch.jit.script(unpool3)(*torch.nn.functional.max_pool3d(y, 2, return_indices=True)).flatten().tolist())
image = torch.arange(9.0).reshape(1, 1, 3, 3)
print(torch.jit.script(resample)(image, torch.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]])).flatten().tolist())
a, b, w = torch.tensor([1.0, 2.0]), torch.tensor([0.0, 4.0]), torch.tensor([1.0, 3.0])
print(torch.jit.script(weighted)(a, b, w).item())
