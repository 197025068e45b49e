# The lengths of segments have to fill the dimension.
import torch

data = torch.arange(12.0).reshape(2, 6)


def shown(call):
    try:
        print(call())
    except Exception as e:
        print(type(e).__name__, e)


shown(lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([1, 2, 3])))
shown(lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([1])))
shown(lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([1, -1, 2])))
shown(lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([1, 1.0])))
shown(lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([[1, 1]])))
shown(lambda: torch.segment_reduce(data, "sum", lengths=torch.tensor([1]), unsafe=True))
shown(lambda: torch.segment_reduce(data, "mean", lengths=torch.tensor([[2, 3], [6, 0]]), axis=1))
shown(lambda: torch.segment_reduce(data, "max", lengths=torch.tensor([[2, 4], [3, 3]]), axis=1))
shown(lambda: torch.segment_reduce(torch.zeros(0, 3), "mean", lengths=torch.tensor([0, 0])))
shown(lambda: torch.segment_reduce(data, "sum"))
shown(lambda: torch.segment_reduce(data, "other", lengths=torch.tensor([1, 1])))
