# How tensors print: dtypes, widths, scientific notation, summaries, nested brackets.
import torch

print(torch.tensor(3), torch.tensor(2.5), torch.tensor(True), torch.tensor([]), torch.empty(0, 3))
print(torch.tensor([1, -20, 300]), torch.tensor([1.0, 2.0]), torch.tensor([1e-8, 1.0]), torch.tensor([1e10, 1.0]))
print(torch.tensor([0.1, float("nan"), float("inf"), -float("inf")]))
print(torch.tensor([True, False]), torch.tensor([1, 2], dtype=torch.uint8), torch.tensor([1.5], dtype=torch.float64))
print(torch.tensor([[1.5, 2], [3, 4]], dtype=torch.float16))
print(torch.tensor([1 + 2j, 3.25 - 1j]))
print(torch.arange(2000))
print(torch.arange(24).reshape(2, 3, 4))
print(torch.ones(3, requires_grad=True), (torch.ones(2, requires_grad=True) * 2).sum())
print(torch.zeros(2, 1500).shape, torch.zeros(2, 1500))
torch.set_printoptions(precision=2, sci_mode=False)
print(torch.tensor([1.23456, 1000.5]))
torch.set_printoptions(profile="default")
print([torch.result_type(torch.tensor(1, dtype=a), torch.tensor([1], dtype=b)) for a, b in ((torch.int64, torch.int8), (torch.float32, torch.int32), (torch.float64, torch.float16), (torch.bool, torch.uint8))])
print((torch.tensor([1]) + 1.5).dtype, (torch.tensor([1]) / 2).dtype, (torch.tensor([True]) + True).dtype, torch.tensor([7]) // 2, torch.tensor([-7]) % 3)
