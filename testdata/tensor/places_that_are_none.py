"""What tensors are indexed with besides numbers: ranges, and what is refused, plainly and compiled."""
import torch


def at(x, place):
    try:
        found = x[place]
    except Exception as e:
        found = type(e).__name__, str(e)
    return x + 1, found


for place in ((2, "p"), "p", ("p",), b"a", ["p"], ["1", 2], {"a": 1}, 2.5, 1j, range(2), range(0, 3, 2), range(0), range(5), [0, 2]):
    torch._dynamo.reset()
    x = torch.arange(9.0).view(3, 3)
    print(place, at(x, place)[1], torch.compile(at, backend="eager")(x, place)[1])


def of(x, data):
    try:
        made = torch.tensor(data)
    except Exception as e:
        made = type(e).__name__, str(e)
    return x + 1, made


for data in ({"a": 3}, {3}, [3, "a"], [[3], {"a": 3}], [3, None], [3, 2.5]):
    for dynamic in (None, True):
        torch._dynamo.reset()
        print(data, of(torch.ones(1), data)[1], torch.compile(of, backend="eager", dynamic=dynamic)(torch.ones(1), data)[1])
