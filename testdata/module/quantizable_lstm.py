"""Long short-term memory that is watched, then quantised."""
import warnings

import torch
import torch.ao.nn.quantizable as nnqa
import torch.ao.quantization as tq
from torch import nn

warnings.simplefilter("ignore")
for options in ({}, {"num_layers": 2}, {"bidirectional": True, "num_layers": 2}, {"batch_first": True}, {"bias": False}):
    torch.manual_seed(0)
    plain, x = nn.LSTM(4, 3, **options).eval(), torch.randn(5, 2, 4)
    plain.qconfig = tq.default_qconfig
    for split in (False, True):
        watched = nnqa.LSTM.from_float(plain, split_gates=split)
        (a, (h, c)), (b, (i, j)) = plain(x), watched(x)
        k, m = torch.randn(2, *h.shape)
        print(options, split, a.shape == b.shape, *(torch.allclose(p, q, atol=1e-5) for p, q in ((h, i), (c, j))), torch.allclose(plain(x, (k, m))[1][1], watched(x, (k, m))[1][1], atol=1e-5))
    quantised = torch.ao.nn.quantized.LSTM.from_observed(watched)
    q = torch.quantize_per_tensor(x, 0.02, 128, torch.quint8)
    print(type(quantised).__name__, quantised._get_name(), quantised(q)[0].is_quantized, bool((quantised(q)[0].dequantize() - b).abs().max() < 0.1))


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.quant, self.lstm, self.dequant = tq.QuantStub(), nn.LSTM(4, 3), tq.DeQuantStub()

    def forward(self, x):
        return self.dequant(self.lstm(self.quant(x))[0])


torch.manual_seed(0)
m = M().eval()
m.qconfig = tq.default_qconfig
x = torch.randn(5, 2, 4)
there = {"float_to_observed_custom_module_class": {nn.LSTM: nnqa.LSTM}}
back = {"observed_to_quantized_custom_module_class": {nnqa.LSTM: torch.ao.nn.quantized.LSTM}}
p = tq.prepare(m, prepare_custom_config_dict=there)
p(x)
q = tq.convert(p, convert_custom_config_dict=back)
print(type(p.lstm), type(q.lstm), bool((q(x) - m(x)).abs().max() < 0.1))
cell = nnqa.LSTMCell(4, 3)
print([tuple(v.shape) for v in cell(x[0])], cell)
for bad in (lambda: nnqa.LSTM(4, 3, dropout=2), lambda: nnqa.LSTM.from_float(nn.Linear(2, 2)), lambda: nnqa.LSTM.from_observed(m), lambda: nnqa.LSTMCell.from_params(torch.ones(4, 1), torch.ones(4, 1), torch.ones(4))):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, str(e).split(" object at")[0])
