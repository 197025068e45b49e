# Which calls give back the tensor itself, and which a view of it.
import torch
from torch.distributions import Normal

x = torch.ones(2, requires_grad=True)
for name, given in (("broadcast_tensors", torch.broadcast_tensors(x, torch.ones(1))[0]), ("of one size", torch.broadcast_tensors(x, x)[1]), ("expand", x.expand(2)),
                    ("contiguous", x.contiguous()), ("flatten", x.flatten()), ("reshape", x.reshape(2)), ("to", x.to(torch.float32)), ("view", x.view(2)),
                    ("conj", x.conj()), ("real", x.real), ("squeeze", x.squeeze()), ("atleast_1d", torch.atleast_1d(x)), ("positive", x.positive())):
    print(name, given is x, given._is_view())
print(torch.broadcast_tensors(x, torch.ones(1))[1]._is_view(), torch.broadcast_tensors(x, torch.ones(3, 1))[0].shape)
location = torch.tensor([0.0], requires_grad=True)
Normal(location, 1.0).rsample().sum().backward()
print(Normal(location, 1.0).loc is location, location.grad)
