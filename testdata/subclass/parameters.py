"""Operations on parameters of classes that scripts derive give plain tensors."""
import torch
class P(torch.nn.Parameter): pass
p = P(torch.ones(2))
print(type(p), type(p+1), type(p.sin()), type(torch.add(p, 1)), type(p.data), type(p.detach()), type(p[0]))
class S(torch.Tensor): pass
s = torch.ones(2).as_subclass(S)
print(type(s+p), type(p+s), type(p.clone()))
