"""Normal distributions of vectors."""
import math

import torch
from torch.distributions import constraints
from torch.distributions._matrices import ThreeForms, given_form, lower_of, lower_of_inverse as _precision_to_scale_tril, times_vector as _batch_mv
from torch.distributions.distribution import Distribution
from torch.distributions.utils import _standard_normal

__all__ = ["MultivariateNormal"]


def _batch_mahalanobis(bL, bx):
    """x^T (L L^T)^-1 x over broadcast batches, without expanding bL to the batch of bx."""
    n, lead = bx.size(-1), bx.shape[:-1]
    own = bL.dim() - 2
    outer = len(lead) - own
    # each batch dimension of x that L has splits into the part it broadcasts over and the part that L has too
    split = [(sx // sl, sl) for sl, sx in zip(bL.shape[:-2], lead[outer:])]
    bx = bx.reshape(lead[:outer] + tuple(size for pair in split for size in pair) + (n,))
    shared = [outer + 2 * k + 1 for k in range(own)]
    broadcast = [outer + 2 * k for k in range(own)]
    bx = bx.permute([*range(outer), *broadcast, *shared, outer + 2 * own])
    factors = bL.reshape(-1, n, n)
    columns = bx.reshape(-1, factors.size(0), n).permute(1, 2, 0)
    squares = torch.linalg.solve_triangular(factors, columns, upper=False).pow(2).sum(-2).t().reshape(bx.shape[:-1])
    back = [d for k in range(own) for d in (outer + k, outer + own + k)]
    return squares.permute([*range(outer), *back]).reshape(lead)


class MultivariateNormal(ThreeForms, Distribution):
    """Normal vectors of mean loc and of a covariance, given as matrix, as its inverse, or as its lower Cholesky factor."""

    arg_constraints = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
                       "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        name, matrix = given_form(scale_tril, covariance_matrix, precision_matrix)
        if matrix.dim() < 2:
            what = "scale_tril matrix" if name == "scale_tril" else name
            raise ValueError(f"{what} must be at least two-dimensional, with optional leading batch dimensions")
        batch_shape = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand(batch_shape + (-1, -1)))
        self.loc = loc.expand(batch_shape + (-1,))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = lower_of(name, matrix)

    @property
    def _matrix_shape(self):
        return self._batch_shape + self._event_shape + self._event_shape

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(MultivariateNormal, _instance)
        new._set_shapes(torch.Size(batch_shape), self.event_shape, self._validate_args)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril
        new.loc = self.loc.expand(new._batch_shape + self.event_shape)
        self._expand_forms(new, new._matrix_shape)
        return new

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=torch.Size()):
        eps = _standard_normal(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.loc + _batch_mv(self._unbroadcasted_scale_tril, eps)

    def _log_density(self, value):
        M = _batch_mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + M) - self._half_log_det()

    def entropy(self):
        H = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return H.expand(self._batch_shape) if self._batch_shape else H
