"""Numbers of failures before the first success."""
import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions._parameters import ProbsOrLogits, shape_of
from torch.distributions.utils import broadcast_all
from torch.nn.functional import binary_cross_entropy_with_logits

__all__ = ["Geometric"]


class Geometric(ProbsOrLogits, Distribution):
    """How many trials fail before the first that succeeds."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._take(probs, logits)
        super().__init__(shape_of(self._param, logits if probs is None else probs), validate_args=validate_args)
        if self._validate_args and probs is not None:
            value = self.probs
            valid = value > 0  # the unit interval has 0, and there is no success then
            if not valid.all():
                invalid_value = value.data[~valid]
                raise ValueError(f"Expected parameter probs ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} "
                                 f"to be positive but found invalid values:\n{invalid_value}")

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return torch.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=torch.Size()):
        shape, probs = self._extended_shape(sample_shape), self.probs
        least = torch.finfo(probs.dtype).tiny
        with torch.no_grad():
            if torch._C._get_tracing_state():
                u = torch.rand(shape, dtype=probs.dtype, device=probs.device).clamp(min=least)
            else:
                u = probs.new(shape).uniform_(least, 1)
            return (u.log() / (-probs).log1p()).floor()

    def _log_density(self, value):
        value, probs = broadcast_all(value, self.probs)
        probs = probs.clone(memory_format=torch.contiguous_format)
        probs[(probs == 1) & (value == 0)] = 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs
