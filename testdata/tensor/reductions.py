# Reductions and scans: dims, keepdim, dtypes, ties, nan, empty inputs.
import torch

x = torch.tensor([[3.0, 1.0, 2.0], [1.0, float("nan"), 1.0]])
print(x.sum(), x.nansum(0), x.mean(1, keepdim=True), torch.nanmean(x, 1))
print(x[0].max(), x[0].argmax(), x.max(1), x.min(dim=0, keepdim=True).indices)
print(x[0].std(), x[0].var(unbiased=False), torch.std_mean(x[0]), x[0].norm(), x[0].norm(1), torch.linalg.vector_norm(x[0], ord=float("inf")))
print(torch.tensor([2, 1, 2, 1]).mode(), torch.tensor([4.0, 2.0, 2.0, 5.0]).median(), torch.tensor([1.0, 2.0, 3.0, 4.0]).quantile(0.4))
print(torch.tensor([True, False]).sum(), torch.tensor([1, 2], dtype=torch.uint8).sum().dtype, torch.tensor([1, 2]).prod(), torch.tensor([200, 100], dtype=torch.uint8).sum())
print(torch.arange(6).reshape(2, 3).cumsum(1), torch.arange(1, 5).cumprod(0), torch.tensor([1, 3, 2, 4]).cummax(0))
print(torch.logsumexp(torch.tensor([[1.0, 2.0], [1000.0, 1000.0]]), 1), torch.softmax(torch.tensor([1.0, 2.0, float("-inf")]), 0))
print((x > 1).any(1), (x > 0).all(), torch.count_nonzero(x, dim=0), torch.tensor([]).sum(), torch.tensor([]).prod())
print(torch.tensor([[1, 2], [3, 4]]).sum((0, 1)), torch.ones(2, 3, 4).sum((0, 2)), torch.ones(2, 3).amax(dim=(0, 1)))
values, order = torch.tensor([3, 1, 2, 1]).sort(stable=True)
print(values, order, torch.tensor([3.0, 1.0, 2.0]).topk(2), torch.tensor([3, 1, 2]).argsort(descending=True), torch.tensor([5, 3, 9]).kthvalue(2))
print(torch.unique(torch.tensor([3, 1, 3, 2]), return_inverse=True, return_counts=True), torch.unique_consecutive(torch.tensor([1, 1, 2, 1])))
print(torch.bincount(torch.tensor([0, 1, 1, 4])), torch.histc(torch.tensor([1.0, 2.0, 1.0]), bins=2, min=0, max=3), torch.bucketize(torch.tensor([0.5, 2.5]), torch.tensor([1.0, 2.0])))
print(torch.diff(torch.tensor([1, 4, 9])), torch.trapezoid(torch.tensor([1.0, 2.0, 3.0])), torch.cov(torch.tensor([[1.0, 2.0, 3.0], [1.0, 0.0, 2.0]])))
for bad in (lambda: torch.tensor([]).max(), lambda: torch.tensor([]).argmax(), lambda: torch.tensor([1]).mean(), lambda: x.sum(5)):
    try:
        bad()
    except (RuntimeError, IndexError) as e:
        print(type(e).__name__, str(e).splitlines()[0][:100])
