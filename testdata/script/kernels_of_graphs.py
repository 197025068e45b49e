# Kernels of traced graphs: what they are made of, what they refuse, and that they give what the functions give.
import torch

for f, args in ((lambda x, y: (x * y + 1).tanh(), (torch.ones(2, 3), torch.arange(3.0))), (lambda x: x.relu().sum(1), (torch.eye(3),)), (lambda x: torch.where(x > 1, x, -x), (torch.arange(4),))):
    kernel = torch._C._te.TensorExprKernel(torch.jit.trace(f, args).graph)
    print(kernel.run(args), torch.equal(kernel.fallback(args), f(*args)))
for f in (torch.digamma, lambda x: torch.div(x, x, rounding_mode="floor"), lambda x: x.split(1), torch.max):
    try:
        torch._C._te.TensorExprKernel(torch.jit.trace(f, (torch.eye(3) + 1,)).graph)
    except RuntimeError as e:
        print(str(e).split("\n")[0])
