"""Maps between spaces with the logarithm of how they stretch: what distributions are transformed by."""
import functools
import math
import operator

import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import _sum_rightmost, broadcast_all, lazy_property, tril_matrix_to_vec, vec_to_tril_matrix

__all__ = [
    "AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform", "CumulativeDistributionTransform",
    "ExpTransform", "IndependentTransform", "LowerCholeskyTransform", "PositiveDefiniteTransform", "PowerTransform", "ReshapeTransform",
    "SigmoidTransform", "SoftplusTransform", "TanhTransform", "SoftmaxTransform", "StackTransform", "StickBreakingTransform", "Transform",
    "identity_transform",
]


def _needs_dims(shape, n=1):
    if len(shape) < n:
        raise ValueError("Too few dimensions on input")


def _stretched(constraint, event_dim):
    """The constraint with batch dimensions taken for event dimensions, up to event_dim of them."""
    extra = event_dim - constraint.event_dim
    assert extra >= 0
    return constraints.independent(constraint, extra) if extra else constraint


class Transform:
    """An invertible map with a computable log det jacobian.

    With cache_size=1 the last pair of argument and result is kept, so that the inverse of a result is its argument itself.
    """

    bijective = False

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size must be 0 or 1")
        self._cache_size = cache_size
        self._inv = None
        if cache_size:
            self._cached_x_y = None, None
        super().__init__()

    def __getstate__(self):
        return {**self.__dict__, "_inv": None}

    @property
    def event_dim(self):
        dims = self.domain.event_dim
        if dims != self.codomain.event_dim:
            raise ValueError("Please use either .domain.event_dim or .codomain.event_dim")
        return dims

    def _make_inverse(self):
        return _InverseTransform(self)

    @property
    def inv(self):
        """The inverse transform; transform.inv.inv is transform."""
        if self._inv is None:
            self._inv = self._make_inverse()
        return self._inv

    @property
    def sign(self):
        """1 or -1 where a transform of one dimension rises or falls."""
        raise NotImplementedError

    def _arguments(self):
        """What to construct the same transform with."""
        if type(self).__init__ is not Transform.__init__:
            raise NotImplementedError(f"{type(self)}.with_cache is not implemented")
        return ()

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else type(self)(*self._arguments(), cache_size=cache_size)

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return not self.__eq__(other)

    def _cached(self, given, side, compute):
        """The other half of the cached pair if given is its half of that side, else what compute makes of it."""
        if not self._cache_size:
            return compute(given)
        if given is self._cached_x_y[side]:
            return self._cached_x_y[1 - side]
        made = compute(given)
        self._cached_x_y = (made, given) if side else (given, made)
        return made

    def __call__(self, x):
        return self._cached(x, 0, self._call)

    def _inv_call(self, y):
        return self._cached(y, 1, self._inverse)

    def _call(self, x):
        raise NotImplementedError

    def _inverse(self, y):
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y):
        """log |dy/dx|, of the shape of the batch."""
        raise NotImplementedError

    def __repr__(self):
        return self.__class__.__name__ + "()"

    def forward_shape(self, shape):
        return shape

    def inverse_shape(self, shape):
        return shape


class _InverseTransform(Transform):
    """Runs another transform backward."""

    def __init__(self, transform):
        super().__init__(cache_size=transform._cache_size)
        self._inv = transform

    domain = constraints.dependent_property(lambda self: self._inv.codomain, is_discrete=False)
    codomain = constraints.dependent_property(lambda self: self._inv.domain, is_discrete=False)
    bijective = property(lambda self: self._inv.bijective)
    sign = property(lambda self: self._inv.sign)
    inv = property(lambda self: self._inv)

    def with_cache(self, cache_size=1):
        return self.inv.with_cache(cache_size).inv

    def __eq__(self, other):
        return isinstance(other, _InverseTransform) and self._inv == other._inv

    def __repr__(self):
        return f"{self.__class__.__name__}({self._inv!r})"

    def __call__(self, x):
        return self._inv._inv_call(x)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape):
        return self._inv.inverse_shape(shape)

    def inverse_shape(self, shape):
        return self._inv.forward_shape(shape)


class ComposeTransform(Transform):
    """Transforms one after the other."""

    def __init__(self, parts, cache_size=0):
        self.parts = [part.with_cache(cache_size) for part in parts] if cache_size else parts
        super().__init__(cache_size=cache_size)

    def _arguments(self):
        return (self.parts,)

    def __eq__(self, other):
        return isinstance(other, ComposeTransform) and self.parts == other.parts

    def _end(self, near, far, parts):
        """The constraint at one end: that of the nearest part, with as many event dimensions as the parts behind it ask for."""
        if not parts:
            return constraints.real
        dims = getattr(parts[-1], far).event_dim
        for part in reversed(parts):
            here = getattr(part, near).event_dim
            dims = max(dims + here - getattr(part, far).event_dim, here)
        return _stretched(getattr(parts[0], near), dims)

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return self._end("domain", "codomain", self.parts)

    @constraints.dependent_property(is_discrete=False)
    def codomain(self):
        return self._end("codomain", "domain", self.parts[::-1])

    @lazy_property
    def bijective(self):
        return all(p.bijective for p in self.parts)

    @lazy_property
    def sign(self):
        return functools.reduce(operator.mul, [p.sign for p in self.parts], 1)

    def _make_inverse(self):
        inverse = ComposeTransform([p.inv for p in reversed(self.parts)])
        inverse._inv = self
        return inverse

    def __call__(self, x):
        return functools.reduce(lambda value, part: part(value), self.parts, x)

    def log_abs_det_jacobian(self, x, y):
        if not self.parts:
            return torch.zeros_like(x)
        total, dims, before = None, self.domain.event_dim, x
        for i, part in enumerate(self.parts):
            after = y if i == len(self.parts) - 1 else part(before)
            inner, outer = part.domain.event_dim, part.codomain.event_dim
            term = _sum_rightmost(part.log_abs_det_jacobian(before, after), dims - inner)
            total = term if total is None else total + term
            dims, before = dims + outer - inner, after
        return total

    def forward_shape(self, shape):
        return functools.reduce(lambda shape, part: part.forward_shape(shape), self.parts, shape)

    def inverse_shape(self, shape):
        return functools.reduce(lambda shape, part: part.inverse_shape(shape), reversed(self.parts), shape)

    def __repr__(self):
        return self.__class__.__name__ + "(\n    " + ",\n    ".join(map(repr, self.parts)) + "\n)"


identity_transform = ComposeTransform([])


class IndependentTransform(Transform):
    """Takes batch dimensions of another transform for event dimensions: the log det jacobian sums over them."""

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.base_transform = base_transform.with_cache(cache_size)
        super().__init__(cache_size=cache_size)

    def _arguments(self):
        return self.base_transform, self.reinterpreted_batch_ndims

    def _widen(self, constraint):
        return constraints.independent(constraint, self.reinterpreted_batch_ndims)

    domain = constraints.dependent_property(lambda self: self._widen(self.base_transform.domain), is_discrete=False)
    codomain = constraints.dependent_property(lambda self: self._widen(self.base_transform.codomain), is_discrete=False)
    bijective = property(lambda self: self.base_transform.bijective)
    sign = property(lambda self: self.base_transform.sign)

    def _call(self, x):
        _needs_dims(x.shape, self.domain.event_dim)
        return self.base_transform(x)

    def _inverse(self, y):
        _needs_dims(y.shape, self.codomain.event_dim)
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y):
        return _sum_rightmost(self.base_transform.log_abs_det_jacobian(x, y), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"{self.__class__.__name__}({self.base_transform!r}, {self.reinterpreted_batch_ndims})"

    def forward_shape(self, shape):
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape):
        return self.base_transform.inverse_shape(shape)


class ReshapeTransform(Transform):
    """Reshapes the rightmost dimensions."""

    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        self.in_shape, self.out_shape = map(torch.Size, (in_shape, out_shape))
        if self.in_shape.numel() != self.out_shape.numel():
            raise ValueError("in_shape, out_shape have different numbers of elements")
        super().__init__(cache_size=cache_size)

    def _arguments(self):
        return self.in_shape, self.out_shape

    domain = constraints.dependent_property(lambda self: constraints.independent(constraints.real, len(self.in_shape)))
    codomain = constraints.dependent_property(lambda self: constraints.independent(constraints.real, len(self.out_shape)))

    @staticmethod
    def _batch(shape, tail):
        return shape[: len(shape) - len(tail)]

    def _call(self, x):
        return x.reshape(self._batch(x.shape, self.in_shape) + self.out_shape)

    def _inverse(self, y):
        return y.reshape(self._batch(y.shape, self.out_shape) + self.in_shape)

    def log_abs_det_jacobian(self, x, y):
        return x.new_zeros(self._batch(x.shape, self.in_shape))

    def _swap_tail(self, shape, old, new):
        _needs_dims(shape, len(old))
        batch = self._batch(shape, old)
        if shape[len(batch):] != old:
            raise ValueError(f"Shape mismatch: expected {shape[len(batch):]} but got {old}")
        return batch + new

    def forward_shape(self, shape):
        return self._swap_tail(shape, self.in_shape, self.out_shape)

    def inverse_shape(self, shape):
        return self._swap_tail(shape, self.out_shape, self.in_shape)


class _Plain(Transform):
    """A transform without parameters: two of a class are equal."""

    def __eq__(self, other):
        return isinstance(other, type(self))


class _Rising(_Plain):
    """A bijection of the real line into a part of it that rises."""

    domain, bijective, sign = constraints.real, True, +1


class ExpTransform(_Rising):
    """y = exp(x)."""

    codomain = constraints.positive

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    """y = x ** exponent."""

    domain = codomain = constraints.positive
    bijective = True

    def __init__(self, exponent, cache_size=0):
        (self.exponent,) = broadcast_all(exponent)
        super().__init__(cache_size=cache_size)

    def _arguments(self):
        return (self.exponent,)

    @lazy_property
    def sign(self):
        return self.exponent.sign()

    def __eq__(self, other):
        return isinstance(other, PowerTransform) and bool((self.exponent == other.exponent).all())

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        slope = self.exponent * y / x
        return slope.abs().log()

    def forward_shape(self, shape):
        return torch.broadcast_shapes(shape, self.exponent.shape)

    inverse_shape = forward_shape


def _clipped_sigmoid(x):
    finfo = torch.finfo(x.dtype)
    return torch.clamp(torch.sigmoid(x), min=finfo.tiny, max=1.0 - finfo.eps)


class SigmoidTransform(_Rising):
    """y = 1 / (1 + exp(-x)); x = logit(y)."""

    codomain = constraints.unit_interval

    def _call(self, x):
        return _clipped_sigmoid(x)

    def _inverse(self, y):
        finfo = torch.finfo(y.dtype)
        inside = y.clamp(min=finfo.tiny, max=1.0 - finfo.eps)
        return inside.log() - (-inside).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x) - F.softplus(x)


class SoftplusTransform(_Rising):
    """y = log(1 + exp(x)), and y = x above 20."""

    codomain = constraints.positive

    def _call(self, x):
        return F.softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -F.softplus(-x)


class TanhTransform(_Rising):
    """y = tanh(x), with the derivative computed without loss of digits."""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return torch.atanh(y)

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - F.softplus(-2.0 * x))


class AbsTransform(_Plain):
    """y = |x|."""

    domain, codomain = constraints.real, constraints.positive

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


def _same(a, b):
    return bool((torch.as_tensor(a) == torch.as_tensor(b)).all())


class AffineTransform(Transform):
    """y = loc + scale * x."""

    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        self.loc, self.scale, self._event_dim = loc, scale, event_dim
        super().__init__(cache_size=cache_size)

    def _arguments(self):
        return self.loc, self.scale, self._event_dim

    @property
    def event_dim(self):
        return self._event_dim

    domain = constraints.dependent_property(lambda self: _stretched(constraints.real, self._event_dim), is_discrete=False)
    codomain = constraints.dependent_property(lambda self: _stretched(constraints.real, self._event_dim), is_discrete=False)

    def __eq__(self, other):
        return isinstance(other, AffineTransform) and _same(self.loc, other.loc) and _same(self.scale, other.scale)

    @property
    def sign(self):
        if isinstance(self.scale, torch.Tensor):
            return self.scale.sign()
        return (self.scale > 0) - (self.scale < 0)

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        shape = x.shape
        if isinstance(self.scale, torch.Tensor):
            result = torch.abs(self.scale).log()
        else:
            result = torch.full_like(x, math.log(abs(self.scale)))
        batch = shape[: len(shape) - self._event_dim]
        if self._event_dim:
            result = result.flatten(-self._event_dim).sum(-1)
        return result.expand(batch)

    def forward_shape(self, shape):
        return torch.broadcast_shapes(shape, *[getattr(v, "shape", ()) for v in (self.loc, self.scale)])

    inverse_shape = forward_shape


class CorrCholeskyTransform(Transform):
    """A vector of D*(D-1)/2 real numbers to the Cholesky factor of a correlation matrix of size D.

    Each number becomes, through tanh, a partial correlation; rows are filled so that each keeps length 1 (Stan reference manual, section 10.12).
    """

    domain, codomain = constraints.real_vector, constraints.corr_cholesky
    bijective = True

    def _call(self, x):
        partial = torch.tanh(x)
        eps = torch.finfo(partial.dtype).eps
        lower = vec_to_tril_matrix(partial.clamp(min=-1 + eps, max=1 - eps), diag=-1)
        left = (1 - lower**2).sqrt().cumprod(-1)  # what is left of a row's length behind each element
        unit = lower + torch.eye(lower.shape[-1], dtype=lower.dtype, device=lower.device)
        return unit * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y):
        left = F.pad((1 - torch.cumsum(y * y, dim=-1))[..., :-1], [1, 0], value=1)
        t = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt()
        return (t.log1p() - t.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x, y, intermediates=None):
        left = tril_matrix_to_vec(1 - (y * y).cumsum(dim=-1), diag=-2)
        of_tanh = x + F.softplus(-2 * x) - math.log(2.0)
        return 0.5 * left.log().sum(-1) + -2 * of_tanh.sum(dim=-1)

    def forward_shape(self, shape):
        _needs_dims(shape)
        count = shape[-1]
        size = round((0.25 + 2 * count) ** 0.5 + 0.5)
        if size * (size - 1) // 2 != count:
            raise ValueError("Input is not a flattened lower-diagonal number")
        return shape[:-1] + (size, size)

    def inverse_shape(self, shape):
        _needs_dims(shape, 2)
        rows, size = shape[-2:]
        if rows != size:
            raise ValueError("Input is not square")
        return shape[:-2] + (size * (size - 1) // 2,)


class _ToSimplex(_Plain):
    """Real vectors to the simplex; _growth says by how many elements the result is longer."""

    domain, codomain = constraints.real_vector, constraints.simplex
    _growth = 0

    def forward_shape(self, shape):
        _needs_dims(shape)
        return shape[:-1] + (shape[-1] + self._growth,)

    def inverse_shape(self, shape):
        _needs_dims(shape)
        return shape[:-1] + (shape[-1] - self._growth,)


class SoftmaxTransform(_ToSimplex):
    """By exp and division; adding a constant changes nothing, so this is no bijection."""

    def _call(self, x):
        weights = (x - x.max(-1, True)[0]).exp()
        return weights / weights.sum(-1, True)

    def _inverse(self, y):
        return y.log()


class StickBreakingTransform(_ToSimplex):
    """Each number says which part of the rest of a stick is broken off."""

    bijective = True
    _growth = 1

    @staticmethod
    def _offset(x):
        """The logarithm of how many pieces are still to come, for even pieces at 0."""
        return (x.shape[-1] + 1 - x.new_ones(x.shape[-1]).cumsum(-1)).log()

    def _call(self, x):
        broken = _clipped_sigmoid(x - self._offset(x))
        left = (1 - broken).cumprod(-1)
        return F.pad(broken, [0, 1], value=1) * F.pad(left, [1, 0], value=1)

    def _inverse(self, y):
        pieces = y[..., :-1]
        left = torch.clamp(1 - pieces.cumsum(-1), min=torch.finfo(y.dtype).tiny)
        return pieces.log() - left.log() + self._offset(pieces)

    def log_abs_det_jacobian(self, x, y):
        centred = x - self._offset(x)
        return (-centred + F.logsigmoid(centred) + y[..., :-1].log()).sum(-1)


class LowerCholeskyTransform(_Plain):
    """Matrices to lower triangles with a positive diagonal."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.lower_cholesky

    @staticmethod
    def _with_diagonal(matrix, function):
        return matrix.tril(-1) + function(matrix.diagonal(dim1=-2, dim2=-1)).diag_embed()

    def _call(self, x):
        return self._with_diagonal(x, torch.exp)

    def _inverse(self, y):
        return self._with_diagonal(y, torch.log)


class PositiveDefiniteTransform(_Plain):
    """Matrices to positive definite ones."""

    domain, codomain = constraints.independent(constraints.real, 2), constraints.positive_definite

    def _call(self, x):
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.mT

    def _inverse(self, y):
        return LowerCholeskyTransform().inv(torch.linalg.cholesky(y))


class _Several(Transform):
    """Transforms for parts of a tensor along a dimension: subclasses say how it comes apart and is put together."""

    def __init__(self, tseq, dim, cache_size):
        if not all(isinstance(t, Transform) for t in tseq):
            raise AssertionError("All elements of tseq must be Transform instances")
        self.transforms = [t.with_cache(cache_size) for t in tseq] if cache_size else list(tseq)
        self.dim = dim
        super().__init__(cache_size=cache_size)

    @property
    def bijective(self):
        return all(t.bijective for t in self.transforms)

    def _parts(self, **value):
        """The parts of a tensor, which is given under the name that errors have for it."""
        raise NotImplementedError

    def _demand_dim(self, value):
        if not -value.dim() <= self.dim < value.dim():
            raise AssertionError(f"dim {self.dim} out of range for tensor with {value.dim()} dimensions")

    def _join(self, parts, dim):
        raise NotImplementedError

    def _call(self, x):
        return self._join([t(part) for t, part in zip(self.transforms, self._parts(x=x))], self.dim)

    def _inverse(self, y):
        return self._join([t.inv(part) for t, part in zip(self.transforms, self._parts(y=y))], self.dim)


class CatTransform(_Several):
    """Transforms for the pieces of a tensor along a dimension, of the lengths given; like torch.cat."""

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        super().__init__(tseq, dim, cache_size)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        if len(self.lengths) != len(self.transforms):
            raise AssertionError(f"lengths ({len(self.lengths)}) must match transforms ({len(self.transforms)})")

    def _arguments(self):
        return self.transforms, self.dim, self.lengths

    @lazy_property
    def event_dim(self):
        return max(t.event_dim for t in self.transforms)

    @lazy_property
    def length(self):
        return sum(self.lengths)

    def _parts(self, **value):
        ((name, tensor),) = value.items()
        self._demand_dim(tensor)
        if tensor.size(self.dim) != self.length:
            raise AssertionError(f"{name}.size({self.dim}) = {tensor.size(self.dim)} must equal length {self.length}")
        return tensor.split(self.lengths, self.dim)

    def _join(self, parts, dim):
        return torch.cat(parts, dim)

    def log_abs_det_jacobian(self, x, y):
        parts = []
        for t, of_x, of_y in zip(self.transforms, self._parts(x=x), self._parts(y=y)):
            parts.append(_sum_rightmost(t.log_abs_det_jacobian(of_x, of_y), self.event_dim - t.event_dim))
        from_end = self.dim - x.dim() if self.dim >= 0 else self.dim
        from_end += self.event_dim
        return torch.cat(parts, dim=from_end) if from_end < 0 else sum(parts)

    domain = constraints.dependent_property(lambda self: constraints.cat([t.domain for t in self.transforms], self.dim, self.lengths))
    codomain = constraints.dependent_property(lambda self: constraints.cat([t.codomain for t in self.transforms], self.dim, self.lengths))


class StackTransform(_Several):
    """One transform for each slice of a tensor along a dimension; like torch.stack."""

    def __init__(self, tseq, dim=0, cache_size=0):
        super().__init__(tseq, dim, cache_size)

    def _arguments(self):
        return self.transforms, self.dim

    def _parts(self, **value):
        ((name, tensor),) = value.items()
        self._demand_dim(tensor)
        if tensor.size(self.dim) != len(self.transforms):
            raise AssertionError(f"{name}.size({self.dim}) = {tensor.size(self.dim)} must equal len(transforms) {len(self.transforms)}")
        return tensor.unbind(self.dim)

    def _join(self, parts, dim):
        return torch.stack(parts, dim)

    def log_abs_det_jacobian(self, x, y):
        parts = zip(self.transforms, self._parts(x=x), self._parts(y=y))
        return self._join([t.log_abs_det_jacobian(of_x, of_y) for t, of_x, of_y in parts], self.dim)

    domain = constraints.dependent_property(lambda self: constraints.stack([t.domain for t in self.transforms], self.dim))
    codomain = constraints.dependent_property(lambda self: constraints.stack([t.codomain for t in self.transforms], self.dim))


class CumulativeDistributionTransform(Transform):
    """y = cdf(x) of a distribution of one dimension."""

    bijective, sign = True, +1
    codomain = constraints.unit_interval

    def __init__(self, distribution, cache_size=0):
        self.distribution = distribution
        super().__init__(cache_size=cache_size)

    def _arguments(self):
        return (self.distribution,)

    @property
    def domain(self):
        return self.distribution.support

    def _call(self, x):
        return self.distribution.cdf(x)

    def _inverse(self, y):
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y):
        return self.distribution.log_prob(x)
