import torch, io
import torch.nn as nn
from typing import *
class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(3,3), nn.ReLU(), nn.Dropout(0.1))
    def forward(self, x, k: int = 2):
        for i in range(k):
            x = self.seq(x)
        return x
def helper(x: torch.Tensor, n: int) -> torch.Tensor:
    if n > 2:
        return x * n
    return x
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = Cell()
        self.cells = nn.ModuleList([nn.Linear(3,3), nn.Tanh()])
        self.register_buffer("offset", torch.tensor([1.0, -1.0, 2.0]))
        self.n = 3
        self.words: List[str] = ["a"]
        self.d: Dict[str,int] = {"k": 1}
        self.t = (1, 2.5)
        self.ints = [1,2]
    def forward(self, x, bias: Optional[torch.Tensor] = None) -> Tuple[torch.Tensor, int]:
        y = self.cell(x, 3)
        for c in self.cells:
            y = c(y)
        total = 0
        for q in self.ints:
            if q == 1:
                continue
            total += q
        if bias is not None:
            y = y + bias
        return helper(y + self.offset * self.n + len(self.words), self.d["k"]), total
torch.manual_seed(0)
net = torch.jit.script(Net().eval())
b = io.BytesIO()
torch.jit.save(net, b)
b.seek(0)
l = torch.jit.load(b)
x = torch.ones(2,3)
print(net(x), l(x), net.code == l.code)
print(l)
