# What operators say of sizes that do not fit, while tracing: PyTorch's words for tensors without data.
import torch

a, b, c, d = torch.ones(2), torch.ones(2, 3), torch.ones(4, 5), torch.ones(2, 2, 2)


def show(fn, *args):
    torch._dynamo.reset()
    try:
        print(torch.compile(fn, backend="eager", fullgraph=True)(*args))
    except Exception as e:
        print(str(e).split("**{}): ")[-1].split("\n")[0])


show(torch.mm, a, b), show(torch.mm, b, a), show(torch.mm, b, c), show(torch.mm, d, b)
show(torch.bmm, b, d), show(torch.bmm, d, torch.ones(3, 2, 2))
show(torch.mv, b, a), show(torch.mv, a, b), show(torch.dot, a, torch.ones(3))
show(torch.addmm, a, b, c), show(torch.matmul, a, c), show(torch.addr, b, c, a), show(torch.outer, b, a)
show(torch.stack, [a, b]), show(torch.add, torch.ones(3), torch.ones(4)), show(torch.where, a > 0, b, c)
show(lambda x: x.view(7), b), show(lambda x: x.expand(7), b), show(lambda x: x.squeeze(5), b), show(lambda x: x.transpose(0, 3), b)
show(lambda x: x.unflatten(0, (3, 3)), b), show(lambda x: x.chunk(0), b), show(lambda x: x[5], b), show(lambda x: x.narrow(0, 1, 5), b)
show(lambda x: x.unfold(0, 5, 1), b), show(lambda x: x.diagonal(0, 0, 0), b), show(torch.trace, a), show(torch.tril, a)
show(lambda x: x.repeat(1), b), show(lambda x: x.t(), d), show(lambda x: x.topk(5), b), show(lambda x: torch.nn.functional.layer_norm(x, [4]), b)
