# A call of an object looks for __call__ on its class alone.
import torch
class A:
    def __call__(self, x): return x + 1
a = A(); a.__dict__["__call__"] = lambda x: x * 100
print(torch.compile(lambda x: a(x), backend="eager")(torch.ones(1)))
class M(torch.nn.Module):
    def forward(self, x): return x + 1
m = M(); m.__dict__["__call__"] = lambda x: x * 100
print(torch.compile(lambda x: m(x), backend="eager")(torch.ones(1)))
