"""Laplace distributions."""
import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions._parameters import shape_of
from torch.distributions.utils import broadcast_all

__all__ = ["Laplace"]


class Laplace(Distribution):
    """Exponential variables to both sides of loc."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _expanded = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(shape_of(self.loc, loc, scale), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return (2**0.5) * self.scale

    def rsample(self, sample_shape=torch.Size()):
        shape, eps = self._extended_shape(sample_shape), torch.finfo(self.loc.dtype).eps
        if torch._C._get_tracing_state():  # uniform_ is not recorded
            u = torch.rand(shape, dtype=self.loc.dtype, device=self.loc.device) * 2 - 1
            rest = -u.abs().clamp(min=torch.finfo(self.loc.dtype).tiny)
        else:
            u = self.loc.new(shape).uniform_(eps - 1, 1)
            rest = -u.abs()
        return self.loc - self.scale * u.sign() * torch.log1p(rest)

    def _log_density(self, value):
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def _cdf(self, value):
        return 0.5 - 0.5 * (value - self.loc).sign() * torch.expm1(-(value - self.loc).abs() / self.scale)

    def icdf(self, value):
        term = value - 0.5
        return self.loc - self.scale * term.sign() * torch.log1p(-2 * term.abs())

    def entropy(self):
        return 1 + torch.log(2 * self.scale)
