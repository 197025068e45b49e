"""The base of all distributions."""
import sys
import warnings

import torch
from torch.distributions import constraints
from torch.distributions.utils import lazy_property

__all__ = ["Distribution"]


class Distribution:
    """A distribution of tensors of event_shape, one for each element of batch_shape."""

    has_rsample = False
    has_enumerate_support = False
    _validate_args = __debug__ and not getattr(sys.modules.get("torch._dynamo.eval_frame"), "_distributions_unchecked", False)

    @staticmethod
    def set_default_validate_args(value):
        """Whether distributions made from now on look at their arguments."""
        if value not in [True, False]:
            raise ValueError
        Distribution._validate_args = value

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape = batch_shape
        self._event_shape = event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()
        super().__init__()

    def _check_parameters(self):
        try:
            declared = self.arg_constraints
        except NotImplementedError:
            self._undeclared("arg_constraints", "`arg_constraints`. Please set `arg_constraints = {}` or")
            return
        for name, constraint in declared.items():
            derived = name not in self.__dict__ and isinstance(getattr(type(self), name), lazy_property)
            if derived or constraints.is_dependent(constraint):
                continue  # follows from another parameter, or what it depends on is not known here
            value = getattr(self, name)
            if not torch._is_all_true(constraint.check(value)):
                raise ValueError(f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} "
                                 f"to satisfy the constraint {constraint!r}, but found invalid values:\n{value}")

    # What expand does, where it is not overridden: attributes to expand, how many of their dimensions are events, and what is kept.
    _expanded = ()
    _expanded_events = 0
    _kept = ()

    def expand(self, batch_shape, _instance=None):
        """The same distribution over a larger batch shape, without new memory; _instance is filled in when a subclass asks for it."""
        if not self._expanded:
            raise NotImplementedError
        ours = next(c for c in type(self).__mro__ if c.__module__.startswith("torch.distributions."))
        new = self._get_checked_instance(ours, _instance)
        batch_shape = torch.Size(batch_shape)
        mine = self.__dict__
        for name in self._expanded:
            if name in mine:
                value = mine[name]
                new.__dict__[name] = value.expand(batch_shape + value.shape[value.dim() - self._expanded_events:])
        for name in self._kept:
            new.__dict__[name] = mine[name]
        new._set_shapes(batch_shape, self._event_shape, self._validate_args)
        return new

    def _set_shapes(self, batch_shape, event_shape, validate_args):
        self._batch_shape = batch_shape
        self._event_shape = event_shape
        self._validate_args = validate_args

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def arg_constraints(self):
        """The constraint of each argument by name."""
        raise NotImplementedError

    @property
    def support(self):
        """The constraint that samples satisfy."""
        raise NotImplementedError

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        """A sample that gradients flow through to the parameters."""
        raise NotImplementedError

    def sample_n(self, n):
        warnings.warn("sample_n will be deprecated. Use .sample((n,)) instead", UserWarning, stacklevel=2)
        return self.sample(torch.Size((n,)))

    def log_prob(self, value):
        """The logarithm of the density or mass at value, of the shape of the batch."""
        if self._validate_args and type(self)._log_density is not Distribution._log_density:
            self._validate_sample(value)
        return self._log_density(value)

    def _log_density(self, value):
        raise NotImplementedError

    def cdf(self, value):
        if self._validate_args and type(self)._cdf is not Distribution._cdf:
            self._validate_sample(value)
        return self._cdf(value)

    def _cdf(self, value):
        raise NotImplementedError

    def icdf(self, value):
        raise NotImplementedError

    def enumerate_support(self, expand=True):
        """All values of a discrete distribution, along a new first dimension."""
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=torch.Size()):
        if not isinstance(sample_shape, torch.Size):
            sample_shape = torch.Size(sample_shape)
        return torch.Size(sample_shape + self._batch_shape + self._event_shape)

    def _validate_sample(self, value):
        """Raises ValueError for a value that log_prob and its like cannot take."""
        if not isinstance(value, torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        shape, expected = value.size(), self._batch_shape + self._event_shape
        events = len(self._event_shape)
        if shape[len(shape) - events:] != self._event_shape:
            raise ValueError(f"The right-most size of value must match event_shape: {shape} vs {self._event_shape}.")
        if any(1 != mine != other != 1 for mine, other in zip(shape[::-1], expected[::-1])):
            raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {shape} vs {expected}.")
        try:
            support = self.support
        except NotImplementedError:
            self._undeclared("support", "`support` to enable sample validation. Please")
            return
        assert support is not None
        if not torch._is_all_true(support.check(value)):
            raise ValueError(f"Expected value argument ({type(value).__name__} of shape {tuple(shape)}) to be within the support ({support!r}) "
                             f"of the distribution {self!r}, but found invalid values:\n{value}")

    def _undeclared(self, name, wanted):
        warnings.warn(f"{self.__class__} does not define {wanted} initialize the distribution with `validate_args=False` to turn off validation.",
                      stacklevel=4 if name == "support" else 5)

    def _get_checked_instance(self, cls, _instance=None):
        if _instance is None and type(self).__init__ != cls.__init__:
            raise NotImplementedError(f"Subclass {self.__class__.__name__} of {cls.__name__} that defines a custom __init__ method "
                                      "must also define a custom .expand() method.")
        return self.__new__(type(self)) if _instance is None else _instance

    def __repr__(self):
        shown = []
        for name in self.arg_constraints:
            if name in self.__dict__:
                value = self.__dict__[name]
                shown.append(f"{name}: {value if value.numel() == 1 else value.size()}")
        return self.__class__.__name__ + "(" + ", ".join(shown) + ")"
