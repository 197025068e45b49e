"""Normal distributions of vectors whose covariance is a diagonal and a product of narrow matrices."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.multivariate_normal import _batch_mahalanobis, _batch_mv
from torch.distributions.utils import _standard_normal, lazy_property

__all__ = ["LowRankMultivariateNormal"]


def _plus_identity(product):
    """Adds 1 to the diagonals of a batch of matrices, in place."""
    product.diagonal(dim1=-2, dim2=-1).add_(1)
    return product


def _over(W, D):
    """W^T D^-1."""
    return W.mT / D.unsqueeze(-2)


def _batch_capacitance_tril(W, D):
    """The Cholesky factor of I + W^T D^-1 W."""
    return torch.linalg.cholesky(_plus_identity(torch.matmul(_over(W, D), W).contiguous()))


def _batch_lowrank_logdet(W, D, capacitance_tril):
    """log det(W W^T + D) by the matrix determinant lemma."""
    return 2 * capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + D.log().sum(-1)


def _batch_lowrank_mahalanobis(W, D, x, capacitance_tril):
    """x^T (W W^T + D)^-1 x by the Woodbury identity."""
    return (x.pow(2) / D).sum(-1) - _batch_mahalanobis(capacitance_tril, _batch_mv(_over(W, D), x))


class LowRankMultivariateNormal(Distribution):
    """Normal vectors of covariance cov_factor cov_factor^T + diag(cov_diag)."""

    arg_constraints = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        event_shape = loc.shape[-1:]
        if cov_factor.shape[-2:-1] != event_shape:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {event_shape[0]} x m")
        if cov_diag.shape[-1:] != event_shape:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event_shape}")
        try:
            whole = torch.broadcast_tensors(loc.unsqueeze(-1), cov_factor, cov_diag.unsqueeze(-1))
        except RuntimeError as e:
            raise ValueError(f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}") from e
        self.loc, self.cov_factor, self.cov_diag = whole[0][..., 0], whole[1], whole[2][..., 0]
        self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag = cov_factor, cov_diag
        self._capacitance_tril = _batch_capacitance_tril(cov_factor, cov_diag)
        super().__init__(self.loc.shape[:-1], event_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(LowRankMultivariateNormal, _instance)
        new._set_shapes(torch.Size(batch_shape), self.event_shape, self._validate_args)
        for name, events in (("loc", 1), ("cov_diag", 1), ("cov_factor", 2)):
            value = getattr(self, name)
            setattr(new, name, value.expand(new._batch_shape + value.shape[-events:]))
        for name in ("_unbroadcasted_cov_factor", "_unbroadcasted_cov_diag", "_capacitance_tril"):
            setattr(new, name, getattr(self, name))
        return new

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        return (self._unbroadcasted_cov_factor.pow(2).sum(-1) + self._unbroadcasted_cov_diag).expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self):
        deviations = self._unbroadcasted_cov_diag.sqrt().unsqueeze(-1)
        relative = self._unbroadcasted_cov_factor / deviations
        factor = deviations * torch.linalg.cholesky(_plus_identity(torch.matmul(relative, relative.mT).contiguous()))
        return factor.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def covariance_matrix(self):
        W = self._unbroadcasted_cov_factor
        total = torch.matmul(W, W.mT) + torch.diag_embed(self._unbroadcasted_cov_diag)
        return total.expand(self._batch_shape + self._event_shape + self._event_shape)

    @lazy_property
    def precision_matrix(self):
        A = torch.linalg.solve_triangular(self._capacitance_tril, _over(self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag), upper=False)
        total = torch.diag_embed(self._unbroadcasted_cov_diag.reciprocal()) - A.mT @ A
        return total.expand(self._batch_shape + self._event_shape + self._event_shape)

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        of_factor, of_diag = (_standard_normal(s, dtype=self.loc.dtype, device=self.loc.device)
                              for s in (shape[:-1] + self.cov_factor.shape[-1:], shape))
        return self.loc + _batch_mv(self._unbroadcasted_cov_factor, of_factor) + self._unbroadcasted_cov_diag.sqrt() * of_diag

    def _parts(self):
        return self._unbroadcasted_cov_factor, self._unbroadcasted_cov_diag

    def _log_density(self, value):
        M = _batch_lowrank_mahalanobis(*self._parts(), value - self.loc, self._capacitance_tril)
        log_det = _batch_lowrank_logdet(*self._parts(), self._capacitance_tril)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + log_det + M)

    def entropy(self):
        H = 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + _batch_lowrank_logdet(*self._parts(), self._capacitance_tril))
        return H.expand(self._batch_shape) if self._batch_shape else H
