"""log_softmax of half precision keeps the sum and its logarithm in half along the last dimension only; norms and histograms say what they refuse."""
import torch

torch.manual_seed(0)
for dtype in (torch.float16, torch.bfloat16):
    x = (torch.randn(3, 17) * 3).to(dtype)
    print(x.log_softmax(1)[:, :6], x.log_softmax(0)[:, :6])
    print(torch.nn.functional.cross_entropy(x, torch.tensor([1, 2, 3])))
a, z = torch.randn(3, 3), torch.randn(3, 3, dtype=torch.complex64)
calls = [
    lambda: torch.linalg.norm(z, dtype=torch.float64), lambda: torch.linalg.vector_norm(a, dtype=torch.complex64),
    lambda: torch.linalg.matrix_norm(a, dtype=torch.int32), lambda: torch.linalg.matrix_norm(a, 3, dim=(0, 0)),
    lambda: torch.linalg.solve(torch.randn(3, 2), z), lambda: torch.linalg.lstsq(torch.ones(3, 3, dtype=torch.int64), a),
    lambda: torch.linalg.solve_triangular(torch.ones(3, 3, dtype=torch.int64), a[:2], upper=True),
    lambda: torch.zeros(2, 0).amax(-1), lambda: torch.zeros(0).amax((0, 1)), lambda: torch.nansum(a, dtype=torch.complex64),
    lambda: torch.nanmean(a, dtype=torch.int8), lambda: torch.histogramdd(a, [3]), lambda: torch.histogramdd(a[:, :2], [2, 3], range=[1.0, 0.0, 0.0, 1.0]),
    lambda: torch.histogramdd(a[:, :2], [2, 3], weight=torch.ones(2)), lambda: torch.quantile(a, torch.tensor([2.0]), interpolation="none"),
]
for call in calls:
    try:
        print(call())
    except (RuntimeError, IndexError, NotImplementedError) as e:
        print(type(e).__name__, e)
