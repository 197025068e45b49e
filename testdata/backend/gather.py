# Elements picked by an index, in compiled graphs: fused with what surrounds them, indices out of range, sizes that change, gradients.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
table, ids = torch.randn(10, 6), torch.tensor([[1, 0, 9], [3, 3, 5]])
x, rows = torch.randn(5, 4), torch.tensor([4, 0, 2])
index = torch.tensor([[3, 0, 1], [2, 2, 0]])


@torch.compile
def embed(ids, table):
    return F.layer_norm(F.embedding(ids, table) * 2 + 1, (6,))


@torch.compile
def pick(x, rows, index):
    a = torch.index_select(torch.relu(x), 0, rows) + 1
    b = x[rows - 5].sum(1)
    c = torch.gather(x, 1, index) * 0.5
    return a, b, c, x[:, rows % 4].exp()


print(embed(ids, table))
for y in pick(x, rows, index):
    print(y)
for n in (7, 8):
    print(embed(torch.arange(n), table).sum().abs() < 1e-4)
for bad in (torch.tensor([[1, 10]]), torch.tensor([[-1, 0]])):
    try:
        print(embed(bad, table))
    except (IndexError, RuntimeError):
        print("out of range")
leaf = table.clone().requires_grad_()
embed(ids, leaf).square().sum().backward()
plain = table.clone().requires_grad_()
F.layer_norm(F.embedding(ids, plain) * 2 + 1, (6,)).square().sum().backward()
print(torch.allclose(leaf.grad, plain.grad, atol=1e-5))
