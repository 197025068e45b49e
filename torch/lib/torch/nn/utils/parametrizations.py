"""Parametrizations that are often used: a length and a direction, a largest singular value of one, orthogonal matrices."""
import torch
from .. import functional as F
from ..modules.module import Module
from . import parametrize
from ._power import dimension_of, outputs_first


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return torch._weight_norm(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return torch.norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def read_older_form(module, state_dict, prefix, *rest):
        """The names that torch.nn.utils.weight_norm gives to length and direction are understood, too."""
        old = [prefix + name + ending for ending in ("_g", "_v")]
        if all(key in state_dict for key in old):
            for i, key in enumerate(old):
                state_dict[f"{prefix}parametrizations.{name}.original{i}"] = state_dict.pop(key)

    module.register_load_state_dict_pre_hook(read_older_form)
    return module


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        if not -weight.ndim <= dim < weight.ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{weight.ndim}, {weight.ndim - 1}] but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.dim = dim if dim >= 0 else dim + weight.ndim
        self.eps = eps
        if weight.ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = self._matrix(weight)
            h, w = matrix.size()
            u = F.normalize(matrix.new_empty(h).normal_(0, 1), dim=0, eps=eps)
            v = F.normalize(matrix.new_empty(w).normal_(0, 1), dim=0, eps=eps)
            self.register_buffer("_u", u)
            self.register_buffer("_v", v)
            self._power_method(matrix, 15)

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        weight_mat = self._matrix(weight)
        if self.training:
            self._power_method(weight_mat, self.n_power_iterations)
        u = self._u.clone(memory_format=torch.contiguous_format)  # the next iteration writes into what backward needs
        v = self._v.clone(memory_format=torch.contiguous_format)
        sigma = torch.vdot(u, torch.mv(weight_mat, v))
        return weight / sigma

    def _matrix(self, weight):
        return outputs_first(weight, self.dim).flatten(1)

    @torch.no_grad()
    def _power_method(self, weight_mat, times):
        """Moves the two singular vectors nearer to the largest ones."""
        for _ in range(times):
            self._u = F.normalize(torch.mv(weight_mat, self._v), dim=0, eps=self.eps, out=self._u)
            self._v = F.normalize(torch.mv(weight_mat.H, self._u), dim=0, eps=self.eps, out=self._v)

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dimension_of(module, dim), eps))


def _reflections(X):
    """The first columns of a product of reflections, one for each column of X below its diagonal."""
    n, k = X.size(-2), X.size(-1)
    V = X.tril(-1) + torch.eye(n, k, dtype=X.dtype)
    tau = 2.0 / (V * V.conj()).sum(dim=-2)
    Q = torch.eye(n, k, dtype=X.dtype).expand(X.shape)
    for i in range(k - 1, -1, -1):
        v = V[..., :, i:i + 1]
        Q = Q - tau[..., i:i + 1].unsqueeze(-1) * (v @ (v.mH @ Q))
    return Q


def _reflectors(A):
    """What _reflections takes: the reflections that turn the columns of A to a triangle; the diagonal has the signs."""
    X = A.clone()
    for i in range(X.size(-1)):
        x = X[..., i:, i]
        first, rest = x[..., :1].clone(), x[..., 1:].clone()
        norm = x.norm(dim=-1, keepdim=True)
        beta = torch.where(first < 0, norm, -norm)
        flat = (rest == 0).all(dim=-1, keepdim=True) # nothing to reflect: the sign makes up for the reflection of the first axis
        v = torch.where(flat, torch.zeros_like(rest), rest / torch.where(flat, torch.ones_like(first), first - beta))
        whole = torch.cat([torch.ones_like(first), v], dim=-1).unsqueeze(-1)
        tau = torch.where(flat, torch.zeros_like(first), (beta - first) / torch.where(flat, torch.ones_like(beta), beta)).unsqueeze(-1)
        others = X[..., i:, i + 1:]
        others.sub_(tau * (whole @ (whole.mT @ others)))
        X[..., i + 1:, i] = v
        X[..., i, i] = torch.where(flat, -first.sign(), beta.sign()).squeeze(-1)
    return X


def _make_orthogonal(A):
    """The nearest orthogonal columns in the sense of QR, with the signs of R."""
    Q, R = torch.linalg.qr(A)
    return Q * R.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


class _Orthogonal(Module):
    def __init__(self, weight, orthogonal_map, use_trivialization=True):
        super().__init__()
        if weight.is_complex() and orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def forward(self, X):
        n, k = X.size(-2), X.size(-1)
        transposed = n < k
        if transposed:
            X, n, k = X.mT, k, n
        if self.orthogonal_map == "householder":
            Q = _reflections(X) * X.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)
        else:
            X = X.tril()
            if n != k:
                X = torch.cat([X, X.new_zeros(*X.shape[:-2], n, n - k)], dim=-1)
            A = X - X.mH # skew-symmetric
            if self.orthogonal_map == "matrix_exp":
                Q = torch.matrix_exp(A)
            else:
                Id = torch.eye(n, dtype=A.dtype)
                Q = torch.linalg.solve(torch.add(Id, A, alpha=-0.5), torch.add(Id, A, alpha=0.5))
            if n != k:
                Q = Q[..., :k]
        if hasattr(self, "base"):
            Q = self.base @ Q
        return Q.mT if transposed else Q

    @torch.no_grad()
    def right_inverse(self, Q):
        if Q.shape != self.shape:
            raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape {Q.shape}.")
        if not hasattr(self, "base"):
            if self.orthogonal_map != "householder":
                raise NotImplementedError("It is not possible to assign to the matrix exponential or the Cayley parametrizations "
                                          "when use_trivialization=False.")
            return _reflectors(Q.mT).mT if Q.size(-2) < Q.size(-1) else _reflectors(Q)
        wide = Q.size(-2) < Q.size(-1)
        columns = Q.mT if wide else Q
        n, k = columns.shape[-2:]
        eye = torch.eye(k, dtype=Q.dtype)
        if torch.allclose(columns.mH @ columns, eye.expand(*columns.shape[:-2], k, k), atol=10 * torch.finfo(Q.dtype).eps):
            columns = columns.clone()
        else:
            columns = _make_orthogonal(columns)
        if n != k:
            # The base is square: further columns, from random ones, complete it.
            more = torch.randn(*columns.shape[:-2], n, n - k, dtype=Q.dtype)
            columns = _make_orthogonal(torch.cat([columns, more], dim=-1))
        self.base = columns
        start = torch.zeros_like(Q)
        start.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return start


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if weight.size(-2) == weight.size(-1) or weight.is_complex() else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError(f'orthogonal_map has to be one of "matrix_exp", "cayley", "householder". Got: {orthogonal_map}')
    made = _Orthogonal(weight, orthogonal_map, use_trivialization)
    return parametrize.register_parametrization(module, name, made, unsafe=True)
