"""Kullback-Leibler divergences of pairs of distributions, found by their classes."""
import math
import warnings

import torch
from torch import inf
from torch.distributions.bernoulli import Bernoulli
from torch.distributions.beta import Beta
from torch.distributions.binomial import Binomial
from torch.distributions.categorical import Categorical
from torch.distributions.cauchy import Cauchy
from torch.distributions.continuous_bernoulli import ContinuousBernoulli
from torch.distributions.dirichlet import Dirichlet
from torch.distributions.distribution import Distribution
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.exponential import Exponential
from torch.distributions.gamma import Gamma
from torch.distributions.geometric import Geometric
from torch.distributions.gumbel import Gumbel
from torch.distributions.half_normal import HalfNormal
from torch.distributions.independent import Independent
from torch.distributions.laplace import Laplace
from torch.distributions.lowrank_multivariate_normal import LowRankMultivariateNormal, _batch_lowrank_logdet, _batch_lowrank_mahalanobis
from torch.distributions.multivariate_normal import MultivariateNormal, _batch_mahalanobis
from torch.distributions.normal import Normal
from torch.distributions.one_hot_categorical import OneHotCategorical
from torch.distributions.pareto import Pareto
from torch.distributions.poisson import Poisson
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.uniform import Uniform
from torch.distributions.utils import _sum_rightmost, euler_constant as _euler_gamma

_KL_REGISTRY = {}  # functions by pairs of classes
_KL_MEMOIZE = {}  # what was found for pairs of concrete classes

__all__ = ["register_kl", "kl_divergence"]


def register_kl(type_p, type_q):
    """Decorates a function of (p, q) for these classes and their subclasses; the most specific pair is called."""
    for name, kind in {"type_p": type_p, "type_q": type_q}.items():
        if not isinstance(kind, type) and issubclass(kind, Distribution):  # which refuses what is no class
            raise TypeError(f"Expected {name} to be a Distribution subclass but got {kind}")

    def decorator(fun):
        _KL_REGISTRY[type_p, type_q] = fun
        _KL_MEMOIZE.clear()
        return fun

    return decorator


def _before(a, b):
    """Whether a pair of classes is at least as special as another: by its first class, by the second where the first are the same."""
    for x, y in zip(a, b):
        if not issubclass(x, y):
            return False
        if x is not y:
            return True
    return True


def _most_special(pairs):
    best = pairs[0]
    for pair in pairs[1:]:
        if not _before(best, pair):
            best = pair
    return best


def _dispatch_kl(type_p, type_q):
    """The most specific function, by the first class and by the second; a warning where the two differ."""
    fitting = [pair for pair in _KL_REGISTRY if issubclass(type_p, pair[0]) and issubclass(type_q, pair[1])]
    if not fitting:
        return NotImplemented
    by_p = _most_special(fitting)
    by_q = _most_special([pair[::-1] for pair in fitting])[::-1]
    if _KL_REGISTRY[by_p] is not _KL_REGISTRY[by_q]:
        warnings.warn(f"Ambiguous kl_divergence({type_p.__name__}, {type_q.__name__}). Please register_kl({by_p[0].__name__}, {by_q[1].__name__})",
                      RuntimeWarning, stacklevel=2)
    return _KL_REGISTRY[by_p]


def kl_divergence(p, q):
    """The divergence of p from q, of their batch shape; NotImplementedError where no function is registered."""
    try:
        fun = _KL_MEMOIZE[type(p), type(q)]
    except KeyError:
        fun = _KL_MEMOIZE[type(p), type(q)] = _dispatch_kl(type(p), type(q))
    if fun is NotImplemented:
        raise NotImplementedError(f"No KL(p || q) is implemented for p type {p.__class__.__name__} and q type {q.__class__.__name__}")
    return fun(p, q)


def _x_log_x(x):
    return torch.special.xlogy(x, x)


def _squares(matrix):
    """The trace of X X^T over broadcast batches: the sum of all squares."""
    return matrix.pow(2).flatten(-2).sum(-1)


def _where_infinite(mask, value):
    value[mask] = inf
    return value


# Where p puts mass on what q calls impossible: no formula is needed, only the shape of a parameter.
_BOUNDED = (Beta, ContinuousBernoulli, Pareto, Uniform)
_HALF_LINE = _BOUNDED + (Exponential, Gamma)
_INFINITE = {
    Beta: ("concentration1", (Pareto,)), ContinuousBernoulli: ("probs", (Pareto,)), Exponential: ("rate", _BOUNDED), Gamma: ("concentration", _BOUNDED),
    Gumbel: ("loc", _HALF_LINE), Laplace: ("loc", _HALF_LINE), Normal: ("loc", _HALF_LINE), Pareto: ("scale", (Beta, ContinuousBernoulli, Uniform)),
    Poisson: ("rate", (Bernoulli, Binomial)),
}


def _register_infinite():
    for p_class, (name, q_classes) in _INFINITE.items():
        for q_class in q_classes:
            register_kl(p_class, q_class)(lambda p, q, name=name: torch.full_like(getattr(p, name), inf))


_register_infinite()


# Pairs of one family.


@register_kl(ExponentialFamily, ExponentialFamily)
def _kl_expfamily_expfamily(p, q):
    """A Bregman divergence of the log normalizers (Nielsen and Nock, 2010)."""
    if type(p) != type(q):
        raise NotImplementedError("The cross KL-divergence between different exponential families cannot                             be computed using Bregman divergences")
    at_p = [theta.detach().requires_grad_() for theta in p._natural_params]
    at_q = q._natural_params
    normalizer = p._log_normalizer(*at_p)
    slopes = torch.autograd.grad(normalizer.sum(), at_p, create_graph=True)
    result = q._log_normalizer(*at_q) - normalizer
    for mine, other, slope in zip(at_p, at_q, slopes):
        result -= _sum_rightmost((other - mine) * slope, len(q.event_shape))
    return result


@register_kl(Bernoulli, Bernoulli)
def _bernoullis(p, q):
    softplus = torch.nn.functional.softplus

    def side(weight, q_weight, sign):
        part = _where_infinite(q_weight == 0, weight * (softplus(-sign * q.logits) - softplus(-sign * p.logits)))
        part[weight == 0] = 0
        return part

    return side(p.probs, q.probs, 1) + side(1 - p.probs, 1 - q.probs, -1)


@register_kl(Beta, Beta)
def _betas(p, q):
    a, b, c, d = p.concentration1, p.concentration0, q.concentration1, q.concentration0
    ours, theirs = a + b, c + d
    constants = (c.lgamma() + d.lgamma() + ours.lgamma()) - (a.lgamma() + b.lgamma() + theirs.lgamma())
    return constants + (a - c) * torch.digamma(a) + (b - d) * torch.digamma(b) + (theirs - ours) * torch.digamma(ours)


@register_kl(Binomial, Binomial)
def _binomials(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    one_trial = p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p()
    return _where_infinite(p.total_count > q.total_count, p.total_count * one_trial)


@register_kl(Categorical, Categorical)
def _categoricals(p, q):
    t = p.probs * (p.logits - q.logits)
    for impossible, value in ((q, inf), (p, 0)):
        t[(impossible.probs == 0).expand_as(t)] = value
    return t.sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hots(p, q):
    return _categoricals(p._categorical, q._categorical)


@register_kl(Cauchy, Cauchy)
def _cauchys(p, q):
    # Chyzak and Nielsen, 2019
    apart = (p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)
    return apart.log() - (4 * p.scale * q.scale).log()


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_bernoullis(p, q):
    def constant(d):
        return d._cont_bern_log_norm() + torch.log1p(-d.probs)

    return p.mean * (p.logits - q.logits) + constant(p) - constant(q)


@register_kl(Dirichlet, Dirichlet)
def _dirichlets(p, q):
    ours, theirs = p.concentration, q.concentration
    total = ours.sum(-1)
    constants = total.lgamma() - theirs.sum(-1).lgamma() - (ours.lgamma() - theirs.lgamma()).sum(-1)
    return constants + ((ours - theirs) * (ours.digamma() - total.digamma().unsqueeze(-1))).sum(-1)


@register_kl(Exponential, Exponential)
def _exponentials(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Gamma, Gamma)
def _gammas(p, q):
    a, b = p.concentration, q.concentration
    constants = b * (p.rate / q.rate).log() + (torch.lgamma(b) - torch.lgamma(a))
    return constants + (a - b) * torch.digamma(a) + (q.rate - p.rate) * (a / p.rate)


@register_kl(Geometric, Geometric)
def _geometrics(p, q):
    return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits


@register_kl(Gumbel, Gumbel)
def _gumbels(p, q):
    wider, here, there = p.scale / q.scale, p.loc / q.scale, q.loc / q.scale
    overshoot = torch.exp(there + (1 + wider).lgamma() - here)
    return -wider.log() - there + here + wider * _euler_gamma + overshoot - (1 + _euler_gamma)


@register_kl(Laplace, Laplace)
def _laplaces(p, q):
    ratio, apart = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + apart / q.scale + ratio * torch.exp(-apart / p.scale) - 1


@register_kl(Normal, Normal)
def _kl_normal_normal(p, q):
    var_ratio = (p.scale / q.scale).pow(2)
    t1 = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (var_ratio + t1 - 1 - var_ratio.log())


@register_kl(HalfNormal, HalfNormal)
def _half_normals(p, q):
    return _kl_normal_normal(p.base_dist, q.base_dist)


@register_kl(Pareto, Pareto)
def _paretos(p, q):
    steeper = q.alpha / p.alpha
    result = q.alpha * (p.scale / q.scale).log() - steeper.log() + steeper - 1
    return _where_infinite(p.scale < q.scale, result)


@register_kl(Poisson, Poisson)
def _poissons(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(Uniform, Uniform)
def _uniforms(p, q):
    return _where_infinite((q.low > p.low) | (q.high < p.high), ((q.high - q.low) / (p.high - p.low)).log())


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


@register_kl(Independent, Independent)
def _independents(p, q):
    dims = p.reinterpreted_batch_ndims
    if dims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), dims)


# Normal vectors: the log determinants, the trace of inv(q's covariance) p's covariance, and the distance of the means.


def _log_det(d):
    if isinstance(d, LowRankMultivariateNormal):
        return _batch_lowrank_logdet(d._unbroadcasted_cov_factor, d._unbroadcasted_cov_diag, d._capacitance_tril)
    return 2 * d._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)


def _distance(q, x):
    if isinstance(q, LowRankMultivariateNormal):
        return _batch_lowrank_mahalanobis(q._unbroadcasted_cov_factor, q._unbroadcasted_cov_diag, x, q._capacitance_tril)
    return _batch_mahalanobis(q._unbroadcasted_scale_tril, x)


def _trace(p, q):
    if not isinstance(q, LowRankMultivariateNormal):
        n = p.event_shape[0]
        if isinstance(p, LowRankMultivariateNormal):
            roots = [p._unbroadcasted_cov_factor, torch.diag_embed(p._unbroadcasted_cov_diag.sqrt())]
        else:
            roots = [p._unbroadcasted_scale_tril]
        lower = q._unbroadcasted_scale_tril
        batch = torch.broadcast_shapes(lower.shape[:-2], roots[0].shape[:-2])
        solved = [torch.linalg.solve_triangular(lower.expand(batch + (n, n)), root.expand(batch + root.shape[-2:]), upper=False) for root in roots]
        return sum(_squares(s) for s in solved)
    # the Woodbury identity
    diag = q._unbroadcasted_cov_diag
    taken = torch.linalg.solve_triangular(q._capacitance_tril, q._unbroadcasted_cov_factor.mT / diag.unsqueeze(-2), upper=False)
    scaled = diag.rsqrt().unsqueeze(-1)
    if not isinstance(p, LowRankMultivariateNormal):
        root = p._unbroadcasted_scale_tril
        return _squares(root * scaled) - _squares(taken.matmul(root))
    root, own = p._unbroadcasted_cov_factor, p._unbroadcasted_cov_diag
    return (own / diag).sum(-1) + _squares(root * scaled) - _squares(taken * own.sqrt().unsqueeze(-2)) - _squares(taken.matmul(root))


def _vectors(p, q):
    if p.event_shape != q.event_shape:
        kinds = {isinstance(d, LowRankMultivariateNormal) for d in (p, q)}
        what = {frozenset((True,)): "Low Rank ", frozenset((False,)): ""}.get(frozenset(kinds), "(Low Rank) ")
        raise ValueError(f"KL-divergence between two {what}Multivariate Normals with different event shapes cannot be computed")
    return 0.5 * (_log_det(q) - _log_det(p) + _trace(p, q) + _distance(q, q.loc - p.loc) - p.event_shape[0])


for _p in (MultivariateNormal, LowRankMultivariateNormal):
    for _q in (MultivariateNormal, LowRankMultivariateNormal):
        register_kl(_p, _q)(_vectors)
del _p, _q


# Pairs of different families: minus the entropy of p, minus the expectation of q's log density under p.


@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


def _to_continuous_bernoulli(p, q):
    return -p.entropy() - p.mean * q.logits - torch.log1p(-q.probs) - q._cont_bern_log_norm()


register_kl(Beta, ContinuousBernoulli)(_to_continuous_bernoulli)


@register_kl(Beta, Exponential)
@register_kl(ContinuousBernoulli, Exponential)
@register_kl(Gamma, Exponential)
def _to_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(Beta, Gamma)
def _beta_gamma(p, q):
    shape, total = q.concentration, p.concentration1 + p.concentration0
    mean_log = p.concentration1.digamma() - total.digamma()
    return -p.entropy() + (shape.lgamma() - shape * q.rate.log()) - (shape - 1) * mean_log + q.rate * p.concentration1 / total


@register_kl(Beta, Normal)
def _beta_normal(p, q):
    variance = q.scale.pow(2)
    middle, total = p.mean, p.concentration1 + p.concentration0
    second_moment = middle * (1 - middle) / (total + 1) + middle.pow(2)
    quadratic = second_moment * 0.5 - q.loc * middle + q.loc.pow(2) * 0.5
    return -p.entropy() + 0.5 * (variance * 2 * math.pi).log() + quadratic / variance


@register_kl(Beta, Uniform)
def _beta_uniform(p, q):
    return _where_infinite((q.low > 0) | (q.high < 1), -p.entropy() + (q.high - q.low).log())


@register_kl(ContinuousBernoulli, Normal)
def _continuous_bernoulli_normal(p, q):
    constant = 0.5 * (math.log(2.0 * math.pi) + torch.square(q.loc / q.scale)) + torch.log(q.scale)
    quadratic = p.variance + torch.square(p.mean) - 2.0 * q.loc * p.mean
    return -p.entropy() + constant + quadratic / (2.0 * torch.square(q.scale))


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_bernoulli_uniform(p, q):
    result = -p.entropy() + (q.high - q.low).log()
    return torch.where((q.low >= 0) | (q.high <= 1), torch.full_like(result, inf), result)


@register_kl(Exponential, Gamma)
def _exponential_gamma(p, q):
    ratio, shape = q.rate / p.rate, q.concentration
    return -shape * torch.log(ratio) + ratio + shape.lgamma() + shape * _euler_gamma - (1 + _euler_gamma)


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p, q):
    product, offset = p.rate * q.scale, q.loc / q.scale
    return product.log() - 1 - offset + torch.exp(offset) * product / (product + 1) + product.reciprocal()


@register_kl(Exponential, Normal)
def _exponential_normal(p, q):
    variance, square = q.scale.pow(2), p.rate.pow(2)
    quadratic = square.reciprocal() - q.loc / p.rate + q.loc.pow(2) * 0.5
    return 0.5 * torch.log(square * variance * 2 * math.pi) - 1 + quadratic / variance


@register_kl(Gamma, Gumbel)
def _gamma_gumbel(p, q):
    shape, product, offset = p.concentration, p.rate * q.scale, q.loc / q.scale
    own = (shape - 1) * shape.digamma() - shape.lgamma() - shape
    tail = torch.exp(offset) * (1 + product.reciprocal()).pow(-shape) - offset
    return own + (product.log() + shape / product) + tail


@register_kl(Gamma, Normal)
def _gamma_normal(p, q):
    shape, variance, square = p.concentration, q.scale.pow(2), p.rate.pow(2)
    constant = 0.5 * torch.log(square * variance * 2 * math.pi) - shape - shape.lgamma()
    quadratic = 0.5 * (shape.pow(2) + shape) / square - q.loc * shape / p.rate + 0.5 * q.loc.pow(2)
    return constant + (shape - 1) * shape.digamma() + quadratic / variance


@register_kl(Gumbel, Normal)
def _gumbel_normal(p, q):
    ratio = p.scale / q.scale
    apart = (p.loc + p.scale * _euler_gamma - q.loc) / q.scale
    return -(ratio / math.sqrt(2 * math.pi)).log() + (math.pi * ratio * 0.5).pow(2) / 3 + apart.pow(2) * 0.5 - (_euler_gamma + 1)


@register_kl(Laplace, Normal)
def _laplace_normal(p, q):
    variance = q.scale.pow(2)
    wider = p.scale.pow(2) / variance
    quadratic = 0.5 * p.loc.pow(2) - p.loc * q.loc + 0.5 * q.loc.pow(2)
    return -0.5 * torch.log(2 * wider / math.pi) + wider + quadratic / variance - 1


@register_kl(Normal, Gumbel)
def _normal_gumbel(p, q):
    here, there, wider = p.loc / q.scale, q.loc / q.scale, (p.scale / q.scale).pow(2)
    return -(wider.log() * 0.5) + (here - there) + torch.exp(-here + 0.5 * wider + there) - 0.5 * (1 + math.log(2 * math.pi))


@register_kl(Normal, Laplace)
def _normal_laplace(p, q):
    apart = p.loc - q.loc
    relative = apart / p.scale
    distance = math.sqrt(2 / math.pi) * p.scale * torch.exp(-0.5 * relative.pow(2)) + apart * torch.erf(math.sqrt(0.5) * relative)
    return -torch.log(p.scale / q.scale) + distance / q.scale - 0.5 * (1 + math.log(0.5 * math.pi))


@register_kl(Pareto, Exponential)
def _pareto_exponential(p, q):
    product = p.scale * q.rate
    result = (p.alpha / product).log() - p.alpha.reciprocal() + p.alpha * product / (p.alpha - 1) - 1
    return _where_infinite(p.alpha <= 1, result)


@register_kl(Pareto, Gamma)
def _pareto_gamma(p, q):
    shape, mean_log = q.concentration, p.scale.log() + p.alpha.reciprocal()
    constants = p.alpha.log() - mean_log + (shape.lgamma() - shape * q.rate.log())
    result = constants + (1 - shape) * mean_log + q.rate * p.alpha * p.scale / (p.alpha - 1) - 1
    return _where_infinite(p.alpha <= 1, result)


@register_kl(Pareto, Normal)
def _pareto_normal(p, q):
    unit = p.scale / (p.alpha - 1)
    spread = p.alpha * unit.pow(2) / (p.alpha - 2) + (p.alpha * unit - q.loc).pow(2)
    result = (math.sqrt(2 * math.pi) * q.scale * p.alpha / p.scale).log() - p.alpha.reciprocal() + spread / (2 * q.scale.pow(2)) - 1
    return _where_infinite(p.alpha <= 2, result)


@register_kl(Uniform, Beta)
def _uniform_beta(p, q):
    width, a, b = p.high - p.low, q.concentration1, q.concentration0
    log_x = (a - 1) * (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
    log_rest = (b - 1) * (_x_log_x(1 - p.high) - _x_log_x(1 - p.low) + width) / width
    result = log_rest + (a.lgamma() + b.lgamma() - (a + b).lgamma()) - torch.log(width) - log_x
    return _where_infinite((p.high > 1) | (p.low < 0), result)


@register_kl(Uniform, ContinuousBernoulli)
def _uniform_continuous_bernoulli(p, q):
    result = _to_continuous_bernoulli(p, q)
    return torch.where((p.high >= 1) | (p.low <= 0), torch.full_like(result, inf), result)


@register_kl(Uniform, Exponential)
def _uniform_exponential(p, q):
    return _where_infinite(p.low < 0, q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log())


@register_kl(Uniform, Gamma)
def _uniform_gamma(p, q):
    width, shape = p.high - p.low, q.concentration
    log_x = (1 - shape) * (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
    result = -width.log() + (shape.lgamma() - shape * q.rate.log()) + log_x + q.rate * (p.high + p.low) / 2
    return _where_infinite(p.low < 0, result)


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p, q):
    unit = q.scale / (p.high - p.low)
    top, bottom = (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return unit.log() + 0.5 * (top + bottom) - unit * (torch.exp(-top) - torch.exp(-bottom))


@register_kl(Uniform, Normal)
def _uniform_normal(p, q):
    width = p.high - p.low
    spread = width.pow(2) / 12 + ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return (math.sqrt(math.pi * 2) * q.scale / width).log() + 0.5 * spread / q.scale.pow(2)


@register_kl(Uniform, Pareto)
def _uniform_pareto(p, q):
    width = p.high - p.low
    mean_log = (_x_log_x(p.high) - _x_log_x(p.low) - width) / width
    return _where_infinite(p.low < q.scale, mean_log * (q.alpha + 1) - (q.alpha * q.scale.pow(q.alpha) * width).log())


def _add_kl_info():
    """Lists the registered pairs in the documentation of kl_divergence."""
    rows = [kl_divergence.__doc__, "\nRegistered pairs:\n"]
    rows += [f"* {p.__name__} and {q.__name__}" for p, q in sorted(_KL_REGISTRY, key=lambda pair: (pair[0].__name__, pair[1].__name__))]
    kl_divergence.__doc__ = "\n".join(rows)
