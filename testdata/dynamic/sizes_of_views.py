# What views ask of sizes that vary: graphs are for sizes that answer alike.
import torch
from torch._dynamo.testing import CompileCounter

for f, shapes in (
    (lambda x: x.view(-1, 2), [(4, 2), (4, 4), (6, 8)]),
    (lambda x: x.reshape(-1, 4), [(4, 2), (4, 4), (6, 8), (3, 4)]),
    (lambda x: x.view(x.shape[0], -1), [(4, 2), (4, 4), (6, 8)]),
    (lambda x: x.view(-1), [(4, 2), (4, 4)]),
    (lambda x: x.flatten(1), [(4, 2, 3), (4, 4, 1)]),
    (lambda x: x.view(x.shape[1], x.shape[0]), [(4, 2), (3, 6), (5, 5)]),
    (lambda x: x.reshape(2, -1), [(2, 4), (4, 4), (6, 8)]),
    (lambda x: x.view(-1, 2), [(6,), (8,), (10,)]),
    (lambda x: x.view(3, 2, -1), [(6, 2), (3, 4), (2, 9)]),
):
    torch._dynamo.reset()
    counter = CompileCounter()
    compiled = torch.compile(f, backend=counter, dynamic=True)
    counts = []
    for shape in shapes:
        x = torch.arange(float(torch.Size(shape).numel())).reshape(shape)
        assert torch.equal(compiled(x), f(x))
        counts.append(counter.frame_count)
    print(counts)

torch._dynamo.reset()
try:
    torch.compile(lambda x: x.view(-1, 5), backend="eager", dynamic=True)(torch.ones(4, 2))
except Exception as e:
    print(type(e).__name__)
