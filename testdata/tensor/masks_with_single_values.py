# x[mask] = one value of any type, x[True] = values, and by which place errors name an index.
import torch


def told(label, f):
    try:
        print(label, f())
    except Exception as e:
        print(label, type(e).__name__, e)


def put(dtype, index, value):
    x = torch.arange(6).view(2, 3).to(dtype)
    x[index(x)] = value
    return x.tolist()


values = [torch.tensor(7), torch.tensor([7.9]), torch.tensor(300.0), torch.tensor([[2]], dtype=torch.int8), torch.tensor(1j), torch.tensor(1e10), torch.tensor(-1), torch.tensor(float("nan"))]
for dtype in (torch.float, torch.long, torch.uint8, torch.bool, torch.half):
    for v in values:
        told((dtype, v), lambda: put(dtype, lambda x: x > 2, v))
        told("rows", lambda: put(dtype, lambda x: x[:, 0] > 2, v))
        told("function", lambda: torch.arange(6).to(dtype).index_put_((torch.arange(6) > 2,), v).tolist())
    for v in (torch.tensor(7.5), torch.ones(3, dtype=torch.double) * 2, torch.ones(1, 2, 3, dtype=torch.int8), torch.ones(2), 4):
        told("all", lambda: put(dtype, lambda x: True, v))
        told("nothing", lambda: put(dtype, lambda x: False, v))
told("places", lambda: put(torch.float, lambda x: torch.tensor([1]), torch.tensor([[1, 2, 3]])))
told("bytes", lambda: put(torch.float, lambda x: torch.tensor([1, 0], dtype=torch.uint8), torch.tensor([1.0])))

v = torch.tensor(2.0, requires_grad=True)
y = torch.zeros(3, dtype=torch.float64)
y[torch.tensor([True, False, True])] = v
print(y)

x = torch.zeros(2, 3, 4)
for i, index in enumerate([(None, 2), (0, None, 3), (None, None, slice(None), 5), (0, 0, 7), (..., 9), (True, 4), (torch.tensor([0]), 5), (torch.ones(2, 3) > 0, 7), (0, ..., 5)]):
    told(i, lambda: x[index])
told("out", lambda: torch.xlogy(2, torch.tensor([1.0, 2.0]), out=torch.empty(2)))
told("keywords", lambda: torch.eq(2, 2, foo=1, out=x))
told("keywords", lambda: torch.lerp(x, 2, foo=1, out=x, bar=2))
told("types", lambda: x.clamp(x, "a"))
