# The operators that functions of torch.linalg are made of, as a mode sees them, and what they say of matrices that have no solution.
import torch
from torch import linalg
from torch.utils._python_dispatch import TorchDispatchMode


class Seen(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        names.append(str(func).removeprefix("aten.").removesuffix(".default"))
        return func(*args, **(kwargs or {}))


torch.manual_seed(0)
a = torch.randn(2, 3, 3)
a = a @ a.mT + torch.eye(3)
b = torch.randn(2, 3, 2)
one = a[0].clone()
for name, function in {
    "det": lambda: linalg.det(a), "slogdet": lambda: torch.slogdet(a), "logdet": lambda: a.logdet(), "inv": lambda: a.inverse(), "inv_ex": lambda: linalg.inv_ex(a),
    "cholesky": lambda: linalg.cholesky(a, upper=True), "solve": lambda: linalg.solve(a, b), "solve_ex": lambda: linalg.solve_ex(a, b),
    "eigh": lambda: linalg.eigh(a), "eigvalsh": lambda: linalg.eigvalsh(a), "eigvals": lambda: linalg.eigvals(a), "svd": lambda: linalg.svd(a), "svdvals": lambda: linalg.svdvals(a),
    "torch.svd": lambda: torch.svd(a, compute_uv=False), "lu_factor": lambda: linalg.lu_factor(a), "torch.lu": lambda: torch.lu(a), "ldl_factor": lambda: linalg.ldl_factor(a),
    "pinv": lambda: linalg.pinv(a), "pinv rtol": lambda: linalg.pinv(a, rtol=0.1), "pinverse": lambda: a.pinverse(),
    "rank": lambda: linalg.matrix_rank(a), "rank tol": lambda: linalg.matrix_rank(a, tol=0.1), "rank hermitian": lambda: linalg.matrix_rank(a, hermitian=True),
    "cond": lambda: linalg.cond(a), "cond -2": lambda: linalg.cond(a, -2), "cond 1": lambda: linalg.cond(a, 1), "cond fro": lambda: linalg.cond(a, "fro"), "cond nuc": lambda: linalg.cond(a, "nuc"),
    "power 0": lambda: linalg.matrix_power(one, 0), "power 1": lambda: linalg.matrix_power(one, 1), "power 3": lambda: linalg.matrix_power(one, 3), "power 4": lambda: linalg.matrix_power(one, 4),
    "power -2": lambda: linalg.matrix_power(one, -2), "exp": lambda: torch.matrix_exp(a),
    "norm 1": lambda: linalg.matrix_norm(a, 1), "norm -inf": lambda: linalg.matrix_norm(a, -float("inf"), keepdim=True), "norm 2": lambda: linalg.matrix_norm(a, 2), "norm nuc": lambda: linalg.matrix_norm(a, "nuc", keepdim=True),
    "multi_dot": lambda: linalg.multi_dot([one, one, torch.ones(3, 1)]), "multi_dot vectors": lambda: linalg.multi_dot([torch.ones(3), one, torch.ones(3)]), "vander": lambda: linalg.vander(torch.ones(3), N=4),
    "vector and matrix": lambda: torch.ones(3) @ one, "orgqr": lambda: torch.orgqr(a, b[:, :, 0].contiguous()),
}.items():
    names = []
    with Seen():
        function()
    print(name, *names)

chain = [torch.randn(4, 30), torch.randn(30, 2), torch.randn(2, 25), torch.randn(25, 3)]
sizes = []


class Products(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.mm.default:
            sizes.append((tuple(args[0].shape), tuple(args[1].shape)))
        return func(*args, **(kwargs or {}))


with Products():
    linalg.multi_dot(chain)
print(sizes)

singular = torch.stack([torch.eye(2), torch.zeros(2, 2)])
right = torch.ones(2, 1)
for m in (singular, singular[1]):
    for function in (
        linalg.inv, linalg.cholesky, lambda m: linalg.solve(m, right), linalg.lu_factor,
        lambda m: linalg.inv_ex(m, check_errors=True), lambda m: linalg.cholesky_ex(m, check_errors=True), lambda m: linalg.solve_ex(m, right, check_errors=True), lambda m: linalg.lu_factor_ex(m, check_errors=True),
    ):
        try:
            function(m)
        except RuntimeError as e:
            print(type(e).__name__, e)
    print(linalg.inv_ex(m).info, linalg.cholesky_ex(m).info, linalg.solve_ex(m, right).info, linalg.cond(m, 1), linalg.cond(m, "fro"), linalg.det(m), torch.logdet(m))
for name in ("linalg.eigh", "linalg.svd", "linalg.lstsq"):
    try:
        torch._linalg_check_errors(torch.tensor([0, 3], dtype=torch.int32), name, is_matrix=False)
    except RuntimeError as e:
        print(type(e).__name__, e)
for chain in ([torch.ones(2)], [torch.ones(2, 2, 2), torch.ones(2)], [torch.ones(2, 3), torch.ones(2, 3)], [torch.ones(2, 2), torch.ones(2, 2).double()], [torch.ones(2), torch.ones(2), torch.ones(2)]):
    try:
        print(linalg.multi_dot(chain))
    except RuntimeError as e:
        print(e)
