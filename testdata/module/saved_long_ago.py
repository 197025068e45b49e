# Modules whose state is of an earlier version, and the steps of recurrent networks that subclasses call.
from collections import OrderedDict

import torch
from torch import nn


def revived(module, *names):
    state = {k: v for k, v in module.__dict__.items() if k not in names}
    made = type(module).__new__(type(module))
    made.__setstate__(state)
    return made


conv = revived(nn.Conv2d(1, 1, 1), "padding_mode", "_forward_pre_hooks", "_non_persistent_buffers_set")
print(conv, conv(torch.ones(1, 1, 2, 2)).shape)
print(revived(nn.Upsample(2), "recompute_scale_factor").recompute_scale_factor, revived(nn.Softmax(), "dim").dim)
print(revived(nn.MultiheadAttention(4, 2), "_qkv_same_embed_dim")._qkv_same_embed_dim)

torch.manual_seed(0)
m = nn.utils.spectral_norm(nn.Linear(3, 2), n_power_iterations=20)
m.train()(torch.ones(1, 3))
state = m.state_dict()
print(list(state), dict(state._metadata[""]))
old = OrderedDict((k, v.clone()) for k, v in state.items() if k != "weight_v")
try:
    m.load_state_dict(old)
except RuntimeError as e:
    print(e)
old["weight"] = m.weight.detach().clone()
n = nn.utils.spectral_norm(nn.Linear(3, 2))
print(n.load_state_dict(old), torch.allclose(n.weight_v, m.weight_v, atol=1e-4))
with torch.no_grad():
    print(torch.allclose(n.eval()(torch.ones(1, 3)), m.eval()(torch.ones(1, 3)), atol=1e-5))
nn.utils.remove_spectral_norm(n)
print(list(n.state_dict()), len(n._state_dict_hooks), len(n._load_state_dict_pre_hooks))

lstm = nn.LSTM(3, 4, 2, bidirectional=True, proj_size=2)
x = torch.zeros(5, 7, 3)
print(lstm.get_expected_hidden_size(x, None), lstm.get_expected_cell_size(x, None), lstm.get_expected_hidden_size(x[0], torch.tensor([3, 2])))
for f in [lambda: lstm.check_input(x[0], None), lambda: lstm.check_hidden_size(x, (1, 2, 3)), lambda: lstm.check_forward_args(x, (x, x), None),
          lambda: nn.GRU(3, 4).check_forward_args(x, x, None), lambda: nn.RNN(), lambda: nn.LSTMCell(3, 4)(x[0], torch.zeros(7, 4)),
          lambda: nn.ConvTranspose2d(1, 1, 3, 2)._output_padding(torch.zeros(1, 1, 4, 4), [10, 9], [2, 2], [0, 0], [3, 3], 2)]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
h = torch.arange(6.0).view(1, 3, 2)
print(nn.GRU(3, 2).permute_hidden(h, torch.tensor([2, 0, 1])), lstm.permute_hidden((h, h), None)[0] is h)
rnn = nn.RNN(3, 2, 1, "relu")
weights = [torch.ones_like(w) for w in rnn._flat_weights]
rnn._flat_weights = weights
print(rnn(torch.ones(1, 1, 3))[0])
