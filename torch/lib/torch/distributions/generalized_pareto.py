"""Generalized Pareto distributions."""
import math

import torch
from torch import nan
from torch.distributions import Distribution, constraints
from torch.distributions._parameters import shape_of
from torch.distributions.utils import broadcast_all

__all__ = ["GeneralizedPareto"]


class GeneralizedPareto(Distribution):
    """Tails above loc, of which concentration tells how heavy they are; 0 is the exponential distribution."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(shape_of(self.loc, loc, scale, concentration), validate_args=validate_args)

    _expanded = ("loc", "scale", "concentration")

    def rsample(self, sample_shape=torch.Size()):
        u = torch.rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        return self.icdf(u)

    def _z(self, x):
        return (x - self.loc) / self.scale

    def _exponential(self):
        return torch.isclose(self.concentration, torch.zeros((), dtype=self.concentration.dtype, device=self.concentration.device))

    def _log_density(self, value):
        z = self._z(value)
        eq_zero = self._exponential()
        safe = torch.where(eq_zero, torch.ones_like(self.concentration), self.concentration)
        where_nonzero = -(1 / safe + 1) * torch.log1p(safe * z)
        return torch.where(eq_zero, -z, where_nonzero) - torch.log(self.scale)

    def log_survival_function(self, value):
        if self._validate_args:
            self._validate_sample(value)
        z = self._z(value)
        eq_zero = self._exponential()
        safe = torch.where(eq_zero, torch.ones_like(self.concentration), self.concentration)
        return torch.where(eq_zero, -z, -torch.log1p(safe * z) / safe)

    def log_cdf(self, value):
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def _cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        eq_zero = self._exponential()
        safe = torch.where(eq_zero, torch.ones_like(self.concentration), self.concentration)
        logu = torch.log1p(-value)
        where_nonzero = self.loc + self.scale / safe * torch.expm1(-safe * logu)
        return torch.where(eq_zero, self.loc - self.scale * logu, where_nonzero)

    @property
    def mean(self):
        valid = self.concentration < 1
        safe = torch.where(valid, self.concentration, 0.5)
        return torch.where(valid, self.loc + self.scale / (1 - safe), torch.full_like(self.concentration, nan))

    @property
    def variance(self):
        valid = self.concentration < 0.5
        safe = torch.where(valid, self.concentration, 0.25)
        result = self.scale**2 / ((1 - safe) ** 2 * (1 - 2 * safe)) + torch.zeros_like(self.loc)
        return torch.where(valid, result, torch.full_like(self.concentration, nan))

    def entropy(self):
        return (torch.log(self.scale) + self.concentration + 1).expand(self._batch_shape)

    @property
    def mode(self):
        return self.loc

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        lower = self.loc
        upper = torch.where(self.concentration < 0, lower - self.scale / self.concentration, math.inf)
        return constraints.interval(lower, upper)
