# The entries that PyTorch's generated tests are made of build modules that
# script, and the script computes what the module does.
import torch
from torch.testing._internal.jit_metaprogramming_utils import (
    get_all_nn_module_tests,
    get_nn_mod_test_name,
    try_get_nn_module_compiled_mod_and_inputs,
)

WANTED = [
    "Linear",
    "Conv1d",
    "Conv2d_groups",
    "ConvTranspose2d",
    "BatchNorm2d",
    "Embedding",
    "LayerNorm_1d_elementwise_affine",
    "TransformerEncoderLayer_relu_activation",
    "Unfold",
]


def short(test):
    return get_nn_mod_test_name(**test).removeprefix("test_nn_")


torch.set_default_dtype(torch.double)
torch.manual_seed(0)
for test in sorted(get_all_nn_module_tests(), key=short):
    if short(test) not in WANTED:
        continue
    result = try_get_nn_module_compiled_mod_and_inputs(**test)
    if result is None:
        print(short(test), "is not compiled")
        continue
    module, inputs = result
    out = module(*inputs)
    print(short(test), type(module).__name__, [tuple(i.shape) for i in inputs], tuple(out.shape), out.dtype)
