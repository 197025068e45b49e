"""Functions of linear algebra that PyTorch has removed: their names are there, and say what to call."""


def _removed(reason):
    raise RuntimeError(("This function was deprecated since version 1.9 and is now removed." + reason).rstrip())


def qr(input, some=True, *, out=None):
    _removed(" `torch.qr` is deprecated in favor of `torch.linalg.qr` and the boolean parameter `some` has been replaced with a string parameter `mode`.\n\n"
             "Q, R = torch.qr(A) should be replaced with:\nQ, R = torch.linalg.qr(A, mode='reduced')\n\nand\n\n"
             "Q, R = torch.qr(A, some=False) should be replaced with:\nQ, R = torch.linalg.qr(A, mode='complete')\n\n"
             f"Since `some` was set to {some}, use mode='{'reduced' if some else 'complete'}'.")


def cholesky(input, upper=False, *, out=None):
    _removed(" `torch.cholesky` is deprecated in favor of `torch.linalg.cholesky`.\n"
             "L = torch.cholesky(A) should be replaced with:\nL = torch.linalg.cholesky(A)\n"
             "U = torch.cholesky(A, upper=True) should be replaced with:\nU = torch.linalg.cholesky(A).mH")


def eig(self, eigenvectors=False, *, e=None, v=None):
    _removed(" `torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than real tensors mimicking complex tensors.\n\n"
             "L, _ = torch.eig(A) should be replaced with:\nL_complex = torch.linalg.eigvals(A)\n\nand\n\n"
             "L, V = torch.eig(A, eigenvectors=True) should be replaced with:\nL_complex, V_complex = torch.linalg.eig(A)")


def symeig(input, eigenvectors=False, upper=True, *, out=None):
    _removed(" The default behavior has changed from using the upper triangular portion of the matrix by default to using the lower triangular portion.\n\n"
             "L, _ = torch.symeig(A, upper=upper) should be replaced with:\nL = torch.linalg.eigvalsh(A, UPLO='U' if upper else 'L')\n\nand\n\n"
             "L, V = torch.symeig(A, eigenvectors=True) should be replaced with:\nL, V = torch.linalg.eigh(A, UPLO='U' if upper else 'L')")


def lstsq(input, A, *, out=None):
    _removed(" `torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\nThat takes (A, B) and returns the residuals in a field of their own.")


def solve(input, A, *, out=None):
    _removed(" `torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed and does not return the LU factorization.\n\n"
             "To get the LU factorization see `torch.lu`, which can be used with `torch.lu_solve` or `torch.lu_unpack`.\n"
             "X = torch.solve(B, A).solution should be replaced with:\nX = torch.linalg.solve(A, B)")


def matrix_rank(input, tol=None, symmetric=False, *, out=None):
    _removed("\nPlease use the `torch.linalg.matrix_rank` function instead. The parameter 'symmetric' was renamed in `torch.linalg.matrix_rank()` to 'hermitian'.")
