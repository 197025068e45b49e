"""Packed sequences in scripted, traced and loaded modules."""
import torch, io
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence, PackedSequence, pack_sequence, pad_sequence
from typing import Tuple, List
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4, batch_first=True, bidirectional=True)
        self.gru = nn.GRU(8, 5, batch_first=True)
    def forward(self, x: torch.Tensor, lens: torch.Tensor) -> torch.Tensor:
        p = pack_padded_sequence(x, lens, batch_first=True, enforce_sorted=False)
        o, (h, c) = self.lstm(p)
        q, h2 = self.gru(o)
        y, l = pad_packed_sequence(q, batch_first=True, total_length=x.size(1))
        return y
class N(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 4)
    def forward(self, x: torch.Tensor, lens: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        p = pack_padded_sequence(x, lens)
        o, _ = self.lstm(p)
        return pad_packed_sequence(o)
class P(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.RNN(3, 4)
    def forward(self, p: PackedSequence) -> PackedSequence:
        return self.rnn(p)[0]
def run(n, fn):
    try: print(n, fn())
    except Exception as e: print(n, type(e).__name__, str(e).strip().split("\n")[0])
torch.manual_seed(0)
x, l = torch.randn(3, 5, 3), torch.tensor([3, 5, 2])
m = M()
run("e", lambda: m(x, l).sum())
run("s", lambda: torch.jit.script(m)(x, l).sum())
run("t", lambda: torch.jit.trace(m, (x, l))(x, l).sum())
n = N()
x2, l2 = torch.randn(5, 3, 3), torch.tensor([5, 3, 2])
run("e", lambda: [t.sum() for t in n(x2, l2)])
run("s", lambda: [t.sum() for t in torch.jit.script(n)(x2, l2)])
run("t", lambda: [t.sum() for t in torch.jit.trace(n, (x2, l2))(x2, l2)])
p = P()
ps = pack_sequence([torch.randn(3, 3), torch.randn(2, 3)])
run("e", lambda: p(ps).data.sum())
run("s", lambda: torch.jit.script(p)(ps).data.sum())
def sl(m, *a):
    b = io.BytesIO(); torch.jit.save(torch.jit.script(m), b); b.seek(0); return torch.jit.load(b)(*a)
run("sl", lambda: sl(m, x, l).sum())
run("sl", lambda: sl(n, x2, l2)[0].sum())
def tl(m, *a):
    b = io.BytesIO(); torch.jit.save(torch.jit.trace(m, a), b); b.seek(0); return torch.jit.load(b)(*a)
run("tl", lambda: tl(m, x, l).sum())
@torch.jit.script
def f(xs: List[torch.Tensor]):
    return pad_sequence(xs, True, 1.0)
run("f", lambda: f([torch.ones(2), torch.ones(3)]))
