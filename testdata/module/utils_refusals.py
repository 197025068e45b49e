# Packed and padded sequences that cannot be, parametrizations passed on and not pickled, and pruning methods, each a class of its own.
import copy
import pickle

import torch
import torch.nn as nn
import torch.nn.utils.parametrize as parametrize
import torch.nn.utils.prune as prune
import torch.nn.utils.rnn as rnn


def attempt(make):
    try:
        print(make())
    except Exception as e:
        print(f"{type(e).__name__}: {str(e).splitlines()[0][:110]}")


pair = [torch.ones(3, 2), torch.ones(2, 2) * 2]
attempt(lambda: rnn.pack_padded_sequence(torch.ones(3, 2, 1), [3]))
attempt(lambda: rnn.pack_padded_sequence(torch.ones(3, 0, 1), []))
attempt(lambda: rnn.pack_padded_sequence(torch.ones(3, 2, 1), torch.tensor([3, 1]), batch_first=True))
for given in ([], (), [1, 2], 5):
    attempt(lambda: rnn.pad_sequence(given))
attempt(lambda: rnn.pad_sequence(pair, padding_side="z"))
attempt(lambda: rnn.pad_sequence(torch.ones(2, 3)).shape)
attempt(lambda: rnn.pad_sequence(iter(pair)).shape)
attempt(lambda: rnn.PackedSequence(torch.ones(2)))
print([c.__name__ for c in rnn.PackedSequence.__mro__[:3]])


class Double(nn.Module):
    def forward(self, x):
        return x * 2

    def right_inverse(self, x):
        return x / 2


first, second = nn.Linear(3, 3), nn.Linear(3, 3)
parametrize.register_parametrization(first, "weight", Double())
parametrize.transfer_parametrizations_and_params(first, second)
print(type(second).__name__, torch.equal(first.weight, second.weight), second.parametrizations.weight.original is first.parametrizations.weight.original)
print(type(parametrize.transfer_parametrizations_and_params(first, nn.Identity())).__name__)
attempt(lambda: pickle.dumps(first))
twin = copy.deepcopy(first)
print(torch.equal(twin.weight, first.weight), twin.parametrizations.weight.original is first.parametrizations.weight.original)
for method in (prune.L1Unstructured(0.5), prune.LnStructured(0.5, n=2, dim=0)):
    print(type(method).__name__, [c.__name__ for c in type(method).__mro__[1:-2]], method.PRUNING_TYPE)
    print(method.compute_mask(torch.arange(6.0).view(2, 3), torch.ones(2, 3)))
print(torch.ones(1, requires_grad=True).round(decimals=2).grad_fn.name())
