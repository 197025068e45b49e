"""The factors P·L·D of symmetric and Hermitian matrices, and what is solved with them."""
import torch


def show(name, call):
    try:
        print(name, call())
    except Exception as e:
        print(name, type(e).__name__, str(e).split("\n")[0])


torch.manual_seed(3)
for dtype in (torch.float32, torch.float64, torch.complex64, torch.complex128):
    for n in (1, 2, 5, 8):
        for hermitian in (False, True):
            a = torch.randn(3, n, n, dtype=dtype)
            a = a + (a.mH if hermitian else a.mT)
            if n > 1 and hermitian == (n == 5):
                a.diagonal(dim1=-2, dim2=-1).zero_()
            LD, pivots, info = torch.linalg.ldl_factor_ex(a, hermitian=hermitian)
            b = torch.randn(3, n, 2, dtype=dtype)
            x = torch.linalg.ldl_solve(LD, pivots, b, hermitian=hermitian)
            size = round(float(LD.abs().sum()), 1)
            print(dtype, n, hermitian, pivots.tolist(), info.tolist(), LD.stride(), x.stride(), size, torch.allclose(a @ x, b, atol=1e-3))

symmetric = torch.tensor([[4.0, 1, 2], [1, 3, 0], [2, 0, 5]], dtype=torch.float64)
print(torch.linalg.ldl_factor(symmetric))
show("singular", lambda: torch.linalg.ldl_factor_ex(torch.zeros(2, 2)))
LD, pivots = torch.linalg.ldl_factor(symmetric)
show("vector", lambda: torch.linalg.ldl_factor(torch.ones(3)))
show("no square", lambda: torch.linalg.ldl_factor(torch.ones(3, 2)))
show("integers", lambda: torch.linalg.ldl_factor(torch.ones(3, 3, dtype=torch.int64)))
show("pivots", lambda: torch.linalg.ldl_solve(LD, pivots[:2], torch.ones(3, 2, dtype=torch.float64)))
show("types", lambda: torch.linalg.ldl_solve(LD, pivots, torch.ones(3, 2)))
show("sizes", lambda: torch.linalg.ldl_solve(LD, pivots, torch.ones(4, 2, dtype=torch.float64)))
show("history", lambda: torch.linalg.ldl_factor(symmetric.clone().requires_grad_())[0].grad_fn.name())
for kind in (torch.float32, torch.int64, torch.bool, torch.bfloat16):
    print(torch.hash_tensor(torch.tensor([[1, 2, 3], [4, 5, 6]]).to(kind)).item(), torch.hash_tensor(torch.ones(2, 3).to(kind), dim=1, keepdim=True).tolist())
