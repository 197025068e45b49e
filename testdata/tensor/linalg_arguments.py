# What functions of linear algebra ask of several matrices: sizes, element types, dimensions, and the types of out=.
import torch

A, b = torch.tensor([[2.0, 1], [1, 3]]), torch.tensor([1.0, 2])
LU, pivots = torch.linalg.lu_factor(A)
column, wide, double = b[:, None], torch.ones(2, 3), b[:, None].double()


def show(f, *args, **kwargs):
    try:
        r = f(*args, **kwargs)
        print(r.stride(), [round(v, 4) for v in r.flatten().tolist()])
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


for y in (b, wide.mT, double, torch.tensor(1.0), torch.ones(2, 0), torch.ones(3, 2, 2)):
    show(torch.linalg.solve, A, y)
    show(torch.linalg.solve, A, y, left=False)
    show(torch.linalg.solve_triangular, A, y, upper=True)
    show(torch.linalg.lu_solve, LU, pivots, y, left=False)
    show(torch.cholesky_solve, y, A)
    show(torch.ormqr, A, b, y)
    show(torch.linalg.householder_product, A, y)
    show(torch.linalg.tensorsolve, A, y)
    show(torch.linalg.vecdot, A, y)
    show(lambda: torch.linalg.lstsq(A, y).solution)
    show(lambda: torch.triangular_solve(y, A)[0])
for x in (b, wide):
    show(torch.linalg.lu_factor, x)
    show(torch.linalg.matrix_rank, x)
    show(torch.cholesky_inverse, x)
    show(torch.linalg.tensorinv, x)
    show(torch.linalg.det, x.half())
show(torch.linalg.lu_solve, LU, pivots.long(), column)
show(torch.linalg.lu_solve, LU, pivots[:1], column)
show(torch.ormqr, A, torch.ones(3), column)
show(torch.linalg.norm, A, 2, (0, 0))
show(torch.linalg.norm, A, 2, (0, 1, 2))
show(torch.norm, A, "nuc", dim=(0,))
show(torch.linalg.vector_norm, A, 2, dtype=torch.half)
show(torch.linalg.svd, A, out=(double.clone(), double.clone(), double.clone()))
show(torch.linalg.eig, A, out=(b.clone(), b.clone()))
show(torch.linalg.eig, torch.full((2, 2), float("inf")))
show(torch.linalg.eigvalsh, torch.full((2, 2), float("nan")))
show(torch.linalg.eigvalsh, torch.full((3, 3), float("nan")))
show(torch.addr, torch.ones(2, 3).long(), torch.ones(2).long(), torch.ones(3).long(), alpha=2.5)
