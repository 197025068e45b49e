"""Probability distributions."""
import math

import torch
import torch.nn.functional as F

_HALF_LOG_2PI = 0.5 * math.log(2 * math.pi)


def _broadcast(*values):
    tensors = [v if isinstance(v, torch.Tensor) else torch.tensor(float(v)) for v in values]
    return torch.broadcast_tensors(*tensors)


class Distribution:
    has_rsample = False

    def __init__(self, batch_shape=torch.Size(), event_shape=torch.Size(), validate_args=None):
        self._batch_shape = torch.Size(batch_shape)
        self._event_shape = torch.Size(event_shape)

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def stddev(self):
        return self.variance.sqrt()

    def _extended_shape(self, sample_shape=torch.Size()):
        return torch.Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=torch.Size()):
        raise NotImplementedError

    def perplexity(self):
        return torch.exp(self.entropy())

    def __repr__(self):
        args = ", ".join(f"{k}: {getattr(self, k) if getattr(self, k).numel() == 1 else getattr(self, k).size()}" for k in self._params)
        return self.__class__.__name__ + "(" + args + ")"


class Normal(Distribution):
    has_rsample = True
    _params = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = _broadcast(loc, scale)
        if validate_args is not False and not (self.scale > 0).all():
            raise ValueError(f"Expected parameter scale ({type(self.scale).__name__} of shape {tuple(self.scale.shape)}) of distribution "
                             f"{self!r} to satisfy the constraint GreaterThan(lower_bound=0.0), but found invalid values:\n{self.scale}")
        super().__init__(self.loc.size())

    @property
    def mean(self):
        return self.loc

    mode = mean

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        eps = torch.normal(torch.zeros(shape, dtype=self.loc.dtype), torch.ones(shape, dtype=self.loc.dtype))
        return self.loc + eps * self.scale

    def log_prob(self, value):
        double_variance = 2 * self.scale**2
        return -((value - self.loc) ** 2) / double_variance - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def entropy(self):
        at_one = 0.5 + 0.5 * math.log(2 * math.pi)
        return at_one + self.scale.log()

    def cdf(self, value):
        distance = (value - self.loc) * self.scale.reciprocal()
        return (torch.erf(distance / math.sqrt(2)) + 1) * 0.5

    def icdf(self, value):
        distance = self.scale * torch.erfinv(2 * value - 1)
        return distance * math.sqrt(2) + self.loc


class Categorical(Distribution):
    _params = ("logits",)

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            if probs.dim() < 1:
                raise ValueError("`probs` parameter must be at least one-dimensional.")
            self.probs = probs / probs.sum(-1, keepdim=True)
            eps = torch.finfo(probs.dtype).eps
            self.logits = torch.log(self.probs.clamp(min=eps, max=1 - eps))
        else:
            if logits.dim() < 1:
                raise ValueError("`logits` parameter must be at least one-dimensional.")
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
            self.probs = F.softmax(self.logits, dim=-1)
        self._num_events = self.logits.size(-1)
        super().__init__(self.logits.size()[:-1])

    def sample(self, sample_shape=torch.Size()):
        shape = torch.Size(sample_shape)
        flat = self.probs.reshape(-1, self._num_events)
        samples = torch.multinomial(flat, shape.numel(), True).T
        return samples.reshape(self._extended_shape(shape))

    def log_prob(self, value):
        value = value.long().unsqueeze(-1)
        value, logits = torch.broadcast_tensors(value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        low = torch.finfo(self.logits.dtype).min
        return -(torch.clamp(self.logits, min=low) * self.probs).sum(-1)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)


class Bernoulli(Distribution):
    _params = ("probs",)

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if probs is not None:
            (self.probs,) = _broadcast(probs)
            eps = torch.finfo(self.probs.dtype).eps
            clamped = self.probs.clamp(min=eps, max=1 - eps)
            self.logits = torch.log(clamped) - torch.log1p(-clamped)
        else:
            (self.logits,) = _broadcast(logits)
            self.probs = torch.sigmoid(self.logits)
        super().__init__(self.probs.size())

    @property
    def mean(self):
        return self.probs

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=torch.Size()):
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        logits, value = torch.broadcast_tensors(self.logits, value)
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


class Uniform(Distribution):
    has_rsample = True
    _params = ("low", "high")

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = _broadcast(low, high)
        super().__init__(self.low.size())

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=torch.Size()):
        return self.low + torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype) * (self.high - self.low)

    def log_prob(self, value):
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return torch.log(inside) - torch.log(self.high - self.low)

    def entropy(self):
        return torch.log(self.high - self.low)


class Exponential(Distribution):
    has_rsample = True
    _params = ("rate",)

    def __init__(self, rate, validate_args=None):
        (self.rate,) = _broadcast(rate)
        super().__init__(self.rate.size())

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    def rsample(self, sample_shape=torch.Size()):
        return torch.empty(self._extended_shape(sample_shape), dtype=self.rate.dtype).exponential_() / self.rate

    def log_prob(self, value):
        return self.rate.log() - self.rate * value

    def entropy(self):
        return 1.0 - torch.log(self.rate)


class MultivariateNormal(Distribution):
    has_rsample = True
    _params = ("loc",)

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if scale_tril is not None:
            self._tril = scale_tril
        elif covariance_matrix is not None:
            self._tril = torch.linalg.cholesky(covariance_matrix)
        else:
            self._tril = torch.linalg.cholesky(torch.linalg.inv(precision_matrix))
        self.loc = loc.expand(torch.broadcast_shapes(self._tril.shape[:-1], loc.shape))
        super().__init__(self.loc.shape[:-1], self.loc.shape[-1:])

    @property
    def mean(self):
        return self.loc

    @property
    def scale_tril(self):
        return self._tril

    @property
    def covariance_matrix(self):
        return self._tril @ self._tril.mT

    @property
    def variance(self):
        return self._tril.pow(2).sum(-1)

    def rsample(self, sample_shape=torch.Size()):
        shape = self._extended_shape(sample_shape)
        eps = torch.normal(torch.zeros(shape, dtype=self.loc.dtype), torch.ones(shape, dtype=self.loc.dtype))
        return self.loc + (self._tril @ eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        diff = (value - self.loc).unsqueeze(-1)
        m = torch.linalg.solve_triangular(self._tril, diff, upper=False).squeeze(-1).pow(2).sum(-1)
        half_log_det = self._tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + m) - half_log_det

    def entropy(self):
        half_log_det = self._tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_det


def _kl_normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    shift = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + shift - 1 - ratio.log())


def _kl_categorical(p, q):
    t = p.probs * (p.logits - q.logits)
    return t.sum(-1)


def _kl_bernoulli(p, q):
    return p.probs * (p.probs / q.probs).log() + (1 - p.probs) * ((1 - p.probs) / (1 - q.probs)).log()


_KL = {(Normal, Normal): _kl_normal, (Categorical, Categorical): _kl_categorical, (Bernoulli, Bernoulli): _kl_bernoulli}


def register_kl(type_p, type_q):
    def decorator(fn):
        _KL[type_p, type_q] = fn
        return fn

    return decorator


def kl_divergence(p, q):
    fn = _KL.get((type(p), type(q)))
    if fn is None:
        raise NotImplementedError(f"No KL(p || q) is implemented for p type {p.__class__.__name__} and q type {q.__class__.__name__}")
    return fn(p, q)
