# Recurrent networks and cells are one operator of an exported program each, which run_decompositions takes apart.
import torch
from torch import nn
x = torch.arange(12.).view(2, 3, 2) / 7
for mk in (lambda: nn.LSTM(2, 3, 2, batch_first=True, bidirectional=True), lambda: nn.GRU(2, 3, bias=False), lambda: nn.RNN(2, 3, nonlinearity='relu'), lambda: nn.LSTM(2, 3, proj_size=2), lambda: nn.GRUCell(2, 3), lambda: nn.RNNCell(2, 3)):
    m = mk()
    for p in m.parameters(): p.data.fill_(0.1)
    a = x[0] if 'Cell' in type(m).__name__ else x
    for s in (False, True):
        e = torch.export.export(m, (a,), strict=s)
        print(e.graph_module.code)
    d = e.run_decompositions()
    print({str(n.target) for n in d.graph.nodes if n.op == 'call_function'} & {'aten.lstm.input', 'aten.gru.input', 'aten.rnn_relu.input', 'aten.gru_cell.default'})
    f = lambda t: [u for v in (t if isinstance(t, tuple) else (t,)) for u in (v if isinstance(v, tuple) else (v,))]
    print([torch.allclose(a, b) for a, b in zip(f(d.module()(a)), f(m(a)))])
    print([torch.allclose(a, b) for a, b in zip(f(e.module()(a)), f(m(a)))])
