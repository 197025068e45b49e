import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__(); self.w=3
    def forward(self,x): return x*self.w
def j(x): return M()(x)
def be(gm, inp):
    print(gm.code)
    return gm
print(torch.compile(j,backend=be)(torch.ones(3)))
torch._dynamo.reset()
print(torch.compile(j)(torch.ones(3)))
