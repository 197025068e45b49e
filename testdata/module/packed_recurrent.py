"""Recurrent networks over packed sequences: values, last states, dropout between layers, gradients."""
import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_padded_sequence, pack_sequence, pad_packed_sequence

torch.manual_seed(0)
x, lengths = torch.randn(3, 4, 2), torch.tensor([2, 4, 1])
for kind in (nn.LSTM, nn.GRU, nn.RNN):
    for options in ({}, {"bidirectional": True}, {"bias": False, "num_layers": 1}):
        net = kind(2, 3, **{"num_layers": 2, "dropout": 0.0 if "bias" in options else 0.5, "batch_first": True, **options})
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        torch.manual_seed(1)
        out, state = net(packed)
        states = state if isinstance(state, tuple) else (state,)
        print(kind.__name__, options, out.data.round(decimals=3), [s.sum(-1) for s in states], pad_packed_sequence(out, batch_first=True)[1])
        (out.data.sum() + sum(s.pow(2).sum() for s in states)).backward()
        print([round(p.grad.abs().sum().item(), 2) for p in net.parameters()], torch.rand(1))
        count = (2 if "bidirectional" in options else 1) * net.num_layers
        start = torch.arange(float(count * 9)).reshape(count, 3, 3) / 50
        net.eval()
        out, state = net(packed, (start, -start) if kind is nn.LSTM else start)
        print(out.data.sum(1).round(decimals=3), [s[:, :, 0] for s in (state if isinstance(state, tuple) else (state,))])
net = nn.LSTM(2, 4, 2, proj_size=3, bidirectional=True)
out, (h, c) = net(pack_sequence([x[0], x[1, :2]]))
print(out.data.sum(), h.shape, c.shape, h.sum(), c.sum())
net = nn.GRU(2, 3)
for run in (lambda: net(pack_sequence([torch.ones(2, 5)])), lambda: net(pack_sequence([x[0]]), torch.zeros(1, 2, 3)), lambda: net(pack_sequence([x[0].double()]))):
    try:
        run()
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)
packed = pack_sequence([x[0], x[1, :2]])
h0 = torch.zeros(1, 2, 3)
print(torch.gru(packed.data, packed.batch_sizes, h0, net._flat_weights, True, 1, 0.0, False, False))
