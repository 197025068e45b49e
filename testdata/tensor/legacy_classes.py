# The classes from before dtypes, torch.FloatTensor and its kin: they make tensors, convert them, and are asked about them.
from collections import deque

import torch


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, str(e)[:100])


x = torch.tensor([1.5, 2.7])
print(x.type(), x.type(torch.LongTensor), x.type(torch.DoubleTensor).dtype, x.type(torch.BFloat16Tensor), x.type(x.type()), x.type(dtype=torch.CharTensor))
print(torch.FloatTensor, torch.cuda.FloatTensor, type(torch.FloatTensor), torch.FloatTensor.__name__, torch.FloatTensor.__module__)
print(isinstance(x, torch.FloatTensor), isinstance(x, torch.LongTensor), isinstance(x.long(), torch.LongTensor), isinstance(3, torch.FloatTensor))
print(isinstance(x, torch.cuda.FloatTensor), isinstance(x, (torch.cuda.FloatTensor, torch.FloatTensor)), isinstance(torch.nn.Parameter(x), torch.FloatTensor))
print(torch.FloatTensor([1, 2]), torch.LongTensor(2, 3).shape, torch.ByteTensor([1, 2]), torch.HalfTensor([1]), torch.BoolTensor([True]), torch.ShortTensor([3]))
print(torch.FloatTensor.dtype, torch.LongTensor.is_cuda, torch.cuda.LongTensor.is_cuda, torch.LongTensor.is_sparse, torch.LongTensor.layout)
print({torch.FloatTensor: 1}[torch.FloatTensor], issubclass(torch.FloatTensor, torch.Tensor), torch.FloatTensor(torch.Size([2])).shape)
print(torch.FloatTensor(), torch.FloatTensor(range(3)), torch.FloatTensor(deque([1])), torch.LongTensor([1.5]))
attempt(lambda: torch.cuda.FloatTensor(1))
attempt(lambda: x.type(torch.cuda.FloatTensor))
attempt(lambda: x.type("torch.cuda.FloatTensor"))
attempt(lambda: x.type("foo"))
attempt(lambda: x.type(3))
attempt(lambda: torch.FloatTensor(torch.ones(2).long()))
attempt(lambda: torch.FloatTensor(2.5))

print(torch.tensor(deque([1, 2])), torch.tensor(deque([1.0, 2], maxlen=3)), torch.tensor(deque([[1, 2], [3, 4]])), torch.as_tensor(deque([1])))
print(torch.tensor(deque([torch.tensor(1), torch.tensor(2)])))
attempt(lambda: torch.tensor({1, 2}))

torch.set_default_tensor_type(torch.DoubleTensor)
print(torch.ones(1).dtype, torch.Tensor([1, 2]).type(torch.Tensor))
torch.set_default_tensor_type("torch.FloatTensor")
print(torch.ones(1).dtype)
attempt(lambda: torch.set_default_tensor_type("torch.cuda.FloatTensor"))
attempt(lambda: torch.set_default_tensor_type(torch.LongTensor))
attempt(lambda: torch.set_default_tensor_type(torch.cuda.FloatTensor))


@torch.compile
def traced(x):
    return x.type(torch.LongTensor) + 1


print(traced(x))
