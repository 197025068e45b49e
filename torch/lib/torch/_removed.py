"""Functions of linear algebra that PyTorch has removed: their names are there, and say what to call."""


def _removed(reason):
    raise RuntimeError(("This function was deprecated since version 1.9 and is now removed. " + reason).rstrip())


def qr(input, some=True, *, out=None):
    _removed("`torch.qr` is deprecated in favor of `torch.linalg.qr` and the boolean parameter `some` has been replaced with a string parameter `mode`.\n"
             f"Call torch.linalg.qr(A, mode='{'reduced' if some else 'complete'}').")


def cholesky(input, upper=False, *, out=None):
    _removed("`torch.cholesky` is deprecated in favor of `torch.linalg.cholesky`.\nCall torch.linalg.cholesky(A), with .mH behind it for upper=True.")


def eig(self, eigenvectors=False, *, e=None, v=None):
    _removed("`torch.linalg.eig` returns complex tensors of dtype `cfloat` or `cdouble` rather than real tensors mimicking complex tensors.\n"
             "Call torch.linalg.eigvals(A) or torch.linalg.eig(A).")


def symeig(input, eigenvectors=False, upper=True, *, out=None):
    _removed("The default behavior has changed from using the upper triangular portion of the matrix by default to using the lower triangular portion.\n"
             "Call torch.linalg.eigvalsh(A, UPLO='U') or torch.linalg.eigh(A, UPLO='U').")


def lstsq(input, A, *, out=None):
    _removed("`torch.lstsq` is deprecated in favor of `torch.linalg.lstsq`.\nThat takes (A, B) and returns the residuals in a field of their own.")


def solve(input, A, *, out=None):
    _removed("`torch.solve` is deprecated in favor of `torch.linalg.solve`. `torch.linalg.solve` has its arguments reversed and does not return the LU factorization.\n"
             "Call torch.linalg.solve(A, B), and torch.linalg.lu_factor(A) for the factors.")


def matrix_rank(input, tol=None, symmetric=False, *, out=None):
    _removed("\nPlease use the `torch.linalg.matrix_rank` function instead, whose parameter for symmetric matrices is 'hermitian'.")
