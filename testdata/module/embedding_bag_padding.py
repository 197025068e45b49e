# The row of an EmbeddingBag that counts for nothing, and names of weights in an older form.
import torch
from torch import nn

torch.manual_seed(0)
bag = nn.EmbeddingBag(4, 3, norm_type=3, scale_grad_by_freq=True, padding_idx=-1)
print(bag, bag.padding_idx, bag.weight[3])
for f in (lambda: nn.EmbeddingBag(4, 3, padding_idx=4), lambda: nn.EmbeddingBag(4, 3, _weight=torch.ones(3, 3)),
          lambda: nn.EmbeddingBag(4, 3, include_last_offset=True)(torch.tensor([1]), torch.tensor([], dtype=torch.long))):
    try:
        f()
    except Exception as error:
        print(type(error).__name__, error)

old = nn.utils.weight_norm(nn.Linear(3, 4))
new = nn.utils.parametrizations.weight_norm(nn.Linear(3, 4))
print(new.load_state_dict(old.state_dict()), torch.equal(new.weight, old.weight))


class Word(nn.Module):
    def forward(self, x):
        return x

    def right_inverse(self, x):
        return "a"


try:
    nn.utils.parametrize.register_parametrization(nn.Linear(3, 3), "weight", Word())
except ValueError as error:
    print(error)
