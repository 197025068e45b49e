# Constants of math and of modules are values like others: variables that branches and loops set may be one, infinity in archives too.
import io
import math
import warnings
import torch

warnings.simplefilter("ignore")

class Choice(torch.nn.Module):
    k: torch.jit.Final[float] = 2.5

    def forward(self, b: float):
        if b > 0:
            r = math.tau
        else:
            r = 1.0
        s = 3.0
        if b > 1:
            s = math.pi
        t = self.k if b > 0 else float("inf")
        u = torch.float64
        if b > 1:
            u = torch.float32
        v = 0.5
        for i in range(3):
            v = self.k
            if i == 1:
                v = math.inf
                break
        while b > 5:
            b = math.e
        return r, s, t, u, v, b, float("nan") if b < -5 else -math.inf


module = torch.jit.script(Choice())
print(module.code)
for b in 2.0, -1.0, 9.0:
    print(module(b))
data = io.BytesIO()
torch.jit.save(module, data)
data.seek(0)
loaded = torch.jit.load(data)
print(loaded(2.0), loaded(-1.0) == module(-1.0), loaded.code == module.code)
