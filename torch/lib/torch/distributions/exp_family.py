"""Exponential families."""
import torch
from torch.distributions.distribution import Distribution

__all__ = ["ExponentialFamily"]


class ExponentialFamily(Distribution):
    """A distribution with density exp(<t(x), theta> - F(theta) + k(x)).

    Its entropy and its Kullback-Leibler divergences follow from the log normalizer F, by differentiating it (Nielsen and Nock, 2010).
    """

    @property
    def _natural_params(self):
        """The tuple theta."""
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        """The expectation of k(x)."""
        raise NotImplementedError

    def entropy(self):
        carrier = self._mean_carrier_measure
        thetas = [p.detach().requires_grad_() for p in self._natural_params]
        normalizer = self._log_normalizer(*thetas)
        slopes = torch.autograd.grad(normalizer.sum(), thetas, create_graph=True)
        result = normalizer - carrier
        for theta, slope in zip(thetas, slopes):
            result = result - (theta * slope).reshape(self._batch_shape + (-1,)).sum(-1)
        return result
