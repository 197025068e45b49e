"""Normal variables on the circle."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all, lazy_property

__all__ = ["VonMises"]


def _log_modified_bessel_fn(x, order=0):
    """log I(order, x) for orders 0 and 1 and x > 0."""
    assert order == 0 or order == 1
    scaled = torch.special.i0e(x) if order == 0 else torch.special.i1e(x)
    return scaled.log() + x


@torch.no_grad()
def _rejection_sample(loc, concentration, proposal_r, x):
    """Fills x by the method of Best and Fisher (1979), from wrapped Cauchy variables."""
    pending = torch.ones(x.shape, dtype=torch.bool, device=loc.device)
    while pending.any():
        turn, level, side = torch.rand((3,) + x.shape, dtype=loc.dtype, device=loc.device).unbind()
        cosine = torch.cos(math.pi * turn)
        f = (1 + proposal_r * cosine) / (proposal_r + cosine)
        c = concentration * (proposal_r - f)
        taken = ((c * (2 - c) - level) > 0) | ((c / level).log() + 1 - c >= 0)
        x = torch.where(taken, (side - 0.5).sign() * f.acos(), x)
        pending = pending & ~taken
    around = x + math.pi + loc
    return around % (2 * math.pi) - math.pi


class VonMises(Distribution):
    """Angles around loc, the closer the larger concentration is."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, torch.Size(), validate_args)

    def _log_density(self, value):
        log_prob = self.concentration * torch.cos(value - self.loc)
        return log_prob - math.log(2 * math.pi) - _log_modified_bessel_fn(self.concentration, order=0)

    # Sampling is in double precision: single is not enough for small concentrations.

    @lazy_property
    def _loc(self):
        return self.loc.double()

    @lazy_property
    def _concentration(self):
        return self.concentration.double()

    @lazy_property
    def _proposal_r(self):
        k = self._concentration
        tau = 1 + (1 + 4 * k**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * k)
        return torch.where(k < 1e-5, 1 / k + k, (1 + rho**2) / (2 * rho))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            unset = torch.empty(self._extended_shape(sample_shape), dtype=self._loc.dtype, device=self.loc.device)
            return _rejection_sample(self._loc, self._concentration, self._proposal_r, unset).to(self.loc.dtype)

    def expand(self, batch_shape, _instance=None):
        loc, concentration = self.loc.expand(batch_shape), self.concentration.expand(batch_shape)
        return type(self)(loc, concentration, validate_args=self.__dict__.get("_validate_args"))

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_property
    def variance(self):
        """The circular variance."""
        return 1 - (_log_modified_bessel_fn(self.concentration, order=1) - _log_modified_bessel_fn(self.concentration, order=0)).exp()
