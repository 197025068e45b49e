"""Wishart distributions."""
import math
import warnings

import torch
from torch import nan
from torch.distributions import constraints
from torch.distributions._matrices import ThreeForms, given_form, lower_of
from torch.distributions._parameters import is_number
from torch.distributions.chi2 import Chi2
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.utils import lazy_property

__all__ = ["Wishart"]

_log_2 = math.log(2)


def _mvdigamma(x, p):
    assert x.gt((p - 1) / 2).all(), "Wrong domain for multivariate digamma function."
    halves = torch.arange(p, dtype=x.dtype, device=x.device).div(2)
    return torch.digamma(x.unsqueeze(-1) - halves.expand(x.shape + (-1,))).sum(-1)


class Wishart(ThreeForms, ExponentialFamily):
    """Sums of df outer products of normal vectors: symmetric positive definite matrices."""

    _mean_carrier_measure = 0
    has_rsample = True
    support = constraints.positive_definite

    @property
    def arg_constraints(self):
        return {"covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite,
                "scale_tril": constraints.lower_cholesky, "df": constraints.greater_than(self.event_shape[-1] - 1)}

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if [scale_tril, covariance_matrix, precision_matrix].count(None) != 2:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        name, matrix = given_form(scale_tril, covariance_matrix, precision_matrix)
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        lead, event_shape = matrix.shape[:-2], matrix.shape[-2:]
        if is_number(df):
            self.df = torch.tensor(df, dtype=matrix.dtype, device=matrix.device)
            batch_shape = torch.Size(lead)
        else:
            batch_shape = torch.broadcast_shapes(lead, df.shape)
            self.df = df.expand(batch_shape)
        n = event_shape[-1]
        if self.df.le(n - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {n - 1}.")
        if self.df.lt(n).any():
            warnings.warn("Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.", stacklevel=2)
        setattr(self, name, matrix.expand(batch_shape + (-1, -1)))
        super().__init__(batch_shape, event_shape, validate_args=validate_args)
        self._unbroadcasted_scale_tril = lower_of(name, matrix)
        self._prepare()

    def _prepare(self):
        """The squared diagonal of Bartlett's decomposition, and the dimensions of the batch from the end."""
        n, like = self._event_shape[-1], self._unbroadcasted_scale_tril
        steps = torch.arange(n, dtype=like.dtype, device=like.device).expand(self._batch_shape + (-1,))
        self._dist_chi2 = Chi2(df=self.df.unsqueeze(-1) - steps)
        self._batch_dims = [-1 - i for i in range(len(self._batch_shape))]

    @property
    def _matrix_shape(self):
        return self._batch_shape + self._event_shape

    def expand(self, batch_shape, _instance=None):
        new = self._get_checked_instance(Wishart, _instance)
        new._set_shapes(torch.Size(batch_shape), self.event_shape, self._validate_args)
        new.df = self.df.expand(new._batch_shape)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril.expand(new._matrix_shape)
        self._expand_forms(new, new._matrix_shape)
        new._prepare()
        return new

    @lazy_property
    def precision_matrix(self):
        factor = self._unbroadcasted_scale_tril
        identity = torch.eye(self._event_shape[-1], device=factor.device, dtype=factor.dtype)
        return torch.cholesky_solve(identity, factor).expand(self._matrix_shape)

    def _of_matrix(self, number):
        return number.view(self._batch_shape + (1, 1))

    @property
    def mean(self):
        return self._of_matrix(self.df) * self.covariance_matrix

    @property
    def mode(self):
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        factor[factor <= 0] = nan
        return self._of_matrix(factor) * self.covariance_matrix

    @property
    def variance(self):
        covariance = self.covariance_matrix
        own = covariance.diagonal(dim1=-2, dim2=-1)
        return self._of_matrix(self.df) * (covariance.pow(2) + own.unsqueeze(-1) * own.unsqueeze(-2))

    def _bartlett_sampling(self, sample_shape=torch.Size()):
        n = self._event_shape[-1]
        roots = self._dist_chi2.rsample(sample_shape).sqrt()
        lower = roots.clamp(min=torch.finfo(roots.dtype).eps).diag_embed(dim1=-2, dim2=-1)
        rows, columns = torch.tril_indices(n, n, offset=-1)
        below = torch.Size(sample_shape) + self._batch_shape + (n * (n - 1) // 2,)
        lower[..., rows, columns] = torch.randn(below, dtype=lower.dtype, device=lower.device)
        factor = self._unbroadcasted_scale_tril @ lower
        return factor @ factor.mT

    def _over_batch(self, mask):
        return mask.amax(self._batch_dims) if self._batch_shape else mask

    def rsample(self, sample_shape=torch.Size(), max_try_correction=None):
        """Samples by Bartlett's decomposition; they are drawn again until none is singular, max_try_correction times at most."""
        if max_try_correction is None:
            max_try_correction = 3 if torch._C._get_tracing_state() else 10
        sample = self._bartlett_sampling(torch.Size(sample_shape))
        again = self._over_batch(self.support.check(sample))  # the first try is always thrown away, as PyTorch's streams have it
        if again.any():
            warnings.warn("Singular sample detected.", stacklevel=2)
        tries = 0
        while tries < max_try_correction and again.any():
            drawn = self._bartlett_sampling(again[again].shape)
            sample[again] = drawn
            again[again.clone()] = self._over_batch(~self.support.check(drawn))
            tries += 1
        return sample

    def _log_density(self, value):
        nu, n = self.df, self._event_shape[-1]
        constant = -nu * (n * _log_2 / 2 + self._half_log_det()) - torch.mvlgamma(nu / 2, p=n)
        volume = constant + (nu - n - 1) / 2 * torch.linalg.slogdet(value).logabsdet
        trace = torch.cholesky_solve(value, self._unbroadcasted_scale_tril).diagonal(dim1=-2, dim2=-1).sum(dim=-1)
        return volume - trace / 2

    def entropy(self):
        nu, n = self.df, self._event_shape[-1]
        scale = (n + 1) * (n * _log_2 / 2 + self._half_log_det())
        return scale + torch.mvlgamma(nu / 2, p=n) - (nu - n - 1) / 2 * _mvdigamma(nu / 2, p=n) + nu * n / 2

    @property
    def _natural_params(self):
        n = self._event_shape[-1]
        return self.precision_matrix / -2, (self.df - n - 1) / 2

    def _log_normalizer(self, x, y):
        n = self._event_shape[-1]
        half = y + (n + 1) / 2
        return half * (_log_2 * n - torch.linalg.slogdet(-2 * x).logabsdet) + torch.mvlgamma(half, p=n)
