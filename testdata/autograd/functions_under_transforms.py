# Custom functions under transforms of torch.func, compiled.
import torch


class Twice(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x * 2

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(inputs[0])

    @staticmethod
    def backward(ctx, g):
        return g * 2 + ctx.saved_tensors[0] * 0


def gradient(x):
    return torch.func.grad(lambda x: Twice.apply(x).sum())(x)


x = torch.ones(2) * 3
for backend in ("eager", "aot_eager", "inductor"):
    torch._dynamo.reset()
    print(backend, torch.compile(gradient, backend=backend, fullgraph=True)(x))
    print(backend, torch.compile(gradient, backend=backend, fullgraph=True)(x.clone().requires_grad_()).detach())
