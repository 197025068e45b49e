"""Cholesky factors of random correlation matrices (Lewandowski, Kurowicka and Joe, 2009)."""
import math

import torch
from torch.distributions import Beta, constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all

__all__ = ["LKJCholesky"]


class LKJCholesky(Distribution):
    """Lower Cholesky factors of correlation matrices with density proportional to det ** (concentration - 1)."""

    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        (self.concentration,) = broadcast_all(concentration)
        batch_shape, event_shape = self.concentration.size(), torch.Size((dim, dim))
        # the onion method: the squared length of each row's part below the diagonal
        marginal_conc = self.concentration + 0.5 * (self.dim - 2)
        offset = torch.arange(self.dim - 1, dtype=self.concentration.dtype, device=self.concentration.device)
        offset = torch.cat([offset.new_zeros((1,)), offset])
        self._beta = Beta(offset + 0.5, marginal_conc.unsqueeze(-1) - 0.5 * offset)
        super().__init__(batch_shape, event_shape, validate_args)

    def expand(self, batch_shape, _instance=None):
        batch_shape = torch.Size(batch_shape)
        new = self._get_checked_instance(LKJCholesky, _instance)
        new.dim, new.concentration = self.dim, self.concentration.expand(batch_shape)
        new._beta = self._beta.expand(batch_shape + (self.dim,))
        new._set_shapes(batch_shape, self.event_shape, self._validate_args)
        return new

    def sample(self, sample_shape=torch.Size()):
        lengths = self._beta.sample(sample_shape).unsqueeze(-1)
        below = torch.randn(self._extended_shape(sample_shape), dtype=lengths.dtype, device=lengths.device).tril(-1)
        directions = below / below.norm(dim=-1, keepdim=True)
        directions[..., 0, :].fill_(0.0)  # 0/0 in the first row
        rows = torch.sqrt(lengths) * directions
        left = torch.clamp(1 - torch.sum(rows**2, dim=-1), min=torch.finfo(rows.dtype).tiny)
        rows += torch.diag_embed(left.sqrt())
        return rows

    def _log_density(self, value):
        n, eta = self.dim, self.concentration
        powers = 2 * (eta - 1).unsqueeze(-1) + n - torch.arange(2, n + 1, device=eta.device)
        unnormalized = torch.sum(powers * value.diagonal(dim1=-1, dim2=-2)[..., 1:].log(), dim=-1)
        alpha = eta + 0.5 * (n - 1)
        constant = 0.5 * (n - 1) * math.log(math.pi) + torch.mvlgamma(alpha - 0.5, n - 1) - torch.lgamma(alpha) * (n - 1)
        return unnormalized - constant
