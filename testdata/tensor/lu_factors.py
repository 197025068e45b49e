"""LU factors, solutions with them, reflections, tensor equations."""
import torch
torch.set_printoptions(precision=3)
torch.manual_seed(0)
A = torch.randn(2,3,3); B = torch.randn(2,3,2)
LU, piv = torch.linalg.lu_factor(A); print(LU, piv, LU.stride(), piv.dtype)
print(torch.linalg.lu_factor_ex(A))
P,L,U = torch.lu_unpack(LU, piv); print(P, torch.allclose(P@L@U, A, atol=1e-6), L.stride())
print(torch.linalg.lu_solve(LU, piv, B), torch.lu_solve(B, LU, piv).shape)
for left in (True, False):
    for adj in (False, True):
        b = B if left else B.mT
        X = torch.linalg.lu_solve(LU, piv, b, left=left, adjoint=adj)
        M = A.mT if adj else A
        print(torch.allclose(M@X if left else X@M, b, atol=1e-5))
print(torch.linalg.solve_ex(A, B)); print(torch.linalg.inv_ex(A))
print(torch.linalg.inv_ex(torch.zeros(2,2)).info, torch.linalg.solve_ex(torch.zeros(2,2), torch.ones(2)).info)
for f in (lambda: torch.linalg.lu_factor(torch.zeros(2,2)), lambda: torch.linalg.inv_ex(torch.zeros(2,2), check_errors=True), lambda: torch.linalg.lu_factor_ex(torch.zeros(2,2), check_errors=True), lambda: torch.linalg.solve_ex(torch.zeros(2,2), torch.ones(2), check_errors=True)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(torch.lu(A[0]), torch.lu(A, get_infos=True)[2])
a, tau = torch.geqrf(A[0]); print(a, tau)
print(torch.linalg.householder_product(a, tau), torch.linalg.qr(A[0])[0])
print(torch.orgqr(a, tau).shape, torch.ormqr(a, tau, B[0]), torch.ormqr(a, tau, B[0], transpose=True), torch.ormqr(a, tau, B[0].mT, left=False))
print(torch.linalg.tensorinv(torch.randn(4,6,8,3).double(), ind=2).shape, torch.linalg.tensorsolve(torch.eye(6).reshape(2,3,6), torch.ones(2,3)))
S = A[0]@A[0].T + torch.eye(3)
print(torch.linalg.cholesky(S, upper=True), torch.linalg.cholesky_ex(S).info, torch.cholesky_solve(B[0], torch.linalg.cholesky(S)))
print(torch.triangular_solve(B[0], A[0]).solution, torch.triangular_solve(B[0], A[0], upper=False, transpose=True)[0])
x = torch.randn(3,3, dtype=torch.float64, requires_grad=True)
torch.linalg.lu_factor(x)[0].sum().backward(); print(x.grad)
print(torch.autograd.gradcheck(lambda x: torch.linalg.solve_ex(x, B[0].double())[0], (x,)), torch.autograd.gradcheck(lambda x: torch.linalg.inv_ex(x)[0], (x,)))
