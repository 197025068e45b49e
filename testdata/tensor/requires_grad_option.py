# requires_grad is an option of functions that make tensors, and of no others.
import torch

x = torch.ones(2)
for make in (
    lambda: torch.zeros(2, requires_grad=True),
    lambda: torch.arange(3.0, requires_grad=True),
    lambda: torch.zeros_like(x, requires_grad=True),
    lambda: x.new_zeros(2, requires_grad=True),
    lambda: torch.eye(2, requires_grad=False),
    lambda: torch.hann_window(4, requires_grad=True),
    lambda: torch.scalar_tensor(2.0, requires_grad=True),
    lambda: torch.relu(x, requires_grad=True),
    lambda: torch.add(x, 1, requires_grad=True),
    lambda: torch.cat([x], requires_grad=False),
    lambda: torch.complex(x, x, requires_grad=True),
):
    try:
        print(make())
    except TypeError as e:
        print(str(e).split("\n")[0])
