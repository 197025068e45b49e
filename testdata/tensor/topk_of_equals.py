import torch

torch.manual_seed(0)
for n in (2, 3, 4, 5, 8, 17, 33, 64, 200):
    for k in sorted({1, 2, 3, n // 2, n - 1, n}):
        if k <= n:
            for x in (torch.zeros(n), torch.randint(0, 3, (n,)).float()):
                print(n, k, [torch.topk(x, k, largest=largest, sorted=order)[1].tolist()[:12] for largest in (True, False) for order in (True, False)])
x = torch.randint(0, 2, (5, 8)).to(torch.bfloat16)
print(torch.topk(x, 3, dim=-1)[1])
print(torch.topk(torch.tensor([float("nan"), 1.0, float("nan"), -0.0, 0.0]), 4))
print(torch.topk(torch.full((3, 4), 0.25).t(), 2, dim=0))
