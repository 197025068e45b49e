# Indexing: basic, advanced, masks, mixtures, assignment, and what becomes a view.
import torch

x = torch.arange(24).reshape(2, 3, 4)
rows, cols = torch.tensor([0, 2]), torch.tensor([1, 3])
cases = {
    "int": x[1], "negative": x[-1, -1, -1], "slice": x[:, ::2, 1:3], "ellipsis": x[..., 0], "none": x[:, None, 0].shape,
    "list": x[:, [0, 2]], "two lists": x[:, rows, cols], "apart": x[rows[:1], :, cols], "outer": x[:, rows[:, None], cols],
    "mask": x[x % 5 == 0], "row mask": x[torch.tensor([True, False])], "mask and int": x[:, torch.tensor([True, False, True]), 2],
    "bool": x[True].shape, "tensor scalar": x[torch.tensor(1), 0], "empty": x[:, []].shape, "bool false": x[False].shape,
}
for name, value in cases.items():
    print(f"{name:<14}", value.tolist() if isinstance(value, torch.Tensor) else tuple(value))
y = torch.zeros(3, 4)
y[1] = torch.arange(4.0)
y[:, 0] = 7
y[rows, cols] = torch.tensor([-1.0, -2.0])
y[y == 7] += 0.5
y[0, 1:3], y[2] = 9, y[1] * 10
print(y)
y[torch.tensor([0, 0, 1]), 0] += 1
print(y[:, 0])
y.index_put_((torch.tensor([0, 0, 1]), torch.tensor([0, 0, 0])), torch.ones(3), accumulate=True)
print(y[:, 0])
print(y.gather(1, torch.tensor([[3, 0], [1, 1], [2, 0]])), torch.zeros(2, 3).scatter(1, torch.tensor([[2], [0]]), 5.0))
print(torch.zeros(4).scatter_add(0, torch.tensor([1, 1, 3]), torch.ones(3)), y.index_select(1, cols), y.take(torch.tensor([0, 5])))
print(torch.where(y > 1, y, -y)[0], torch.nonzero(y[1] > 0).flatten(), y.masked_fill(y > 5, 0)[0], torch.masked_select(y[2], y[2] > 10))
for bad in (lambda: x[2], lambda: x[:, :, :, 0], lambda: x[rows, torch.tensor([0, 1, 2])], lambda: x[torch.tensor([5])], lambda: x[torch.ones(3, dtype=torch.bool)], lambda: x["a"]):
    try:
        bad()
    except (IndexError, TypeError) as e:
        print(type(e).__name__, str(e)[:90])
