"""Means, spreads and the like."""

import math
import random
from collections import Counter, namedtuple

__all__ = ["NormalDist", "StatisticsError", "correlation", "covariance", "fmean", "geometric_mean", "harmonic_mean",
           "linear_regression", "mean", "median", "median_grouped", "median_high", "median_low", "mode", "multimode",
           "pstdev", "pvariance", "quantiles", "stdev", "variance"]


class StatisticsError(ValueError):
    pass


def _coerce(T, S):
    """Return the type of results from values of two types."""
    if T is S or S is int or S is bool:
        return T
    if T is int or issubclass(S, T):
        return S
    if issubclass(T, S):
        return T
    if issubclass(T, int):
        return S
    if issubclass(S, int):
        return T
    if issubclass(S, float) and hasattr(T, "numerator"):
        return S
    if issubclass(T, float) and hasattr(S, "numerator"):
        return T
    raise TypeError(f"don't know how to coerce {T.__name__} and {S.__name__}")


def _exact_sum(data):
    """Return the exact sum as a fraction (numerator, denominator), the number of
    values, and the type of the result."""
    num, den, count = 0, 1, 0
    kinds = set()
    for x in data:
        count += 1
        kinds.add(type(x))
        if isinstance(x, int):
            num += x * den
            continue
        n, d = _as_ratio(x)
        if d is None:
            num, den = n, None  # infinite or not a number
            for y in data if iter(data) is data else data[count:]:
                count += 1
                kinds.add(type(y))
                num += y
            break
        if d == den:
            num += n
        else:
            num, den = num * d + n * den, den * d
    if den is not None and den > 1:
        g = math.gcd(num, den)
        num, den = num // g, den // g
    kind = int
    for T in kinds:
        kind = _coerce(kind, T)
    return num, den, count, kind


def _as_ratio(x):
    """Return a value as a fraction; (x, None) if it is infinite or not a number."""
    try:
        return x.as_integer_ratio()
    except AttributeError:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator") from None
    except (OverflowError, ValueError):
        return x, None


def _ratio(num, den, kind):
    """Return num / den as a value of the type of the data."""
    if issubclass(kind, int):
        return num // den if num % den == 0 else num / den
    if issubclass(kind, float):
        return kind(num / den)
    if hasattr(kind, "numerator"):  # a fraction
        return kind(num, den)
    return kind(num) / kind(den)


def mean(data):
    """The arithmetic mean, without rounding errors on the way."""
    data = list(data)
    num, den, n, kind = _exact_sum(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    if den is None:
        return num / n
    return _ratio(num, den * n, kind)


def fmean(data, weights=None):
    """The arithmetic mean as a float, fast."""
    data = list(data)
    if weights is None:
        if not data:
            raise StatisticsError("fmean requires at least one data point")
        return math.fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    total = math.fsum(weights)
    if not total:
        raise StatisticsError("sum of weights must be non-zero")
    return math.fsum(x * w for x, w in zip(data, weights)) / total


def geometric_mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("Must have a non-empty dataset")
    if any(x < 0 for x in data):
        raise StatisticsError("No negative inputs allowed")
    if any(x == 0 for x in data):
        return 0.0
    return math.exp(math.fsum(math.log(x) for x in data) / len(data))


def harmonic_mean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if len(data) == 1 and weights is None and not hasattr(data[0], "as_integer_ratio"):
        raise TypeError("unsupported type")
    if any(x < 0 for x in data):
        raise StatisticsError("harmonic mean does not support negative values")
    if len(data) == 1 and weights is None:
        return data[0]
    if any(x == 0 for x in data):
        return 0
    weights = [1] * len(data) if weights is None else list(weights)
    if len(weights) != len(data):
        raise StatisticsError("Number of weights does not match data size")
    if any(w < 0 for w in weights):
        raise StatisticsError("harmonic mean does not support negative values")
    num, den, _, kind = _exact_sum([w / x if w else 0 for x, w in zip(data, weights)])
    wnum, wden, _, _ = _exact_sum(weights)
    if den is None:
        return wnum / wden / num
    if num <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return _ratio(wnum * den, wden * num, kind)


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    below = sum(1 for v in data if v < x)
    equal = sum(1 for v in data if v == x)
    lower = float(x) - interval / 2
    return lower + interval * (n / 2 - below) / equal


def mode(data):
    """The most common value; the first one of several."""
    pairs = Counter(iter(data)).most_common(1)
    try:
        return pairs[0][0]
    except IndexError:
        raise StatisticsError("no mode for empty data") from None


def multimode(data):
    counts = Counter(iter(data))
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, count in counts.items() if count == most]


def quantiles(data, *, n=4, method="exclusive"):
    """Return the n - 1 cut points that divide the data into n equal parts."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    ld = len(data)
    if ld < 2:
        if ld == 1:
            return data * (n - 1)
        raise StatisticsError("must have at least one data point")
    result = []
    if method == "inclusive":
        m = ld - 1
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == "exclusive":
        m = ld + 1
        for i in range(1, n):
            j = i * m // n
            j = 1 if j < 1 else ld - 1 if j > ld - 1 else j
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f"Unknown method: {method!r}")


def _square_deviations(data, center):
    """Return the exact sum of squared deviations from the mean, or from center."""
    num, den, n, kind = _exact_sum(data)
    if n == 0:
        return 0, 1, 0, kind
    if den is None:
        return num * num, None, n, kind
    if center is None:
        # sum((x - m)^2) = sum(x^2) - sum(x)^2 / n, in exact arithmetic.
        snum, sden, _, _ = _exact_squares(data)
        return snum * den * den * n - num * num * sden, sden * den * den * n, n, kind
    cn, cd = center.as_integer_ratio()
    snum, sden = 0, 1
    for x in data:
        xn, xd = x.as_integer_ratio()
        dn, dd = xn * cd - cn * xd, xd * cd
        snum, sden = snum * dd * dd + dn * dn * sden, sden * dd * dd
    return snum, sden, n, _coerce(kind, type(center))


def _exact_squares(data):
    num, den = 0, 1
    for x in data:
        n, d = x.as_integer_ratio()
        n, d = n * n, d * d
        if d == den:
            num += n
        else:
            num, den = num * d + n * den, den * d
    return num, den, len(data), True


def variance(data, xbar=None):
    """The sample variance."""
    data = list(data)
    num, den, n, kind = _square_deviations(data, xbar)
    if n < 2:
        raise StatisticsError("variance requires at least two data points")
    if den is None:
        return num
    return _ratio(num, den * (n - 1), kind)


def pvariance(data, mu=None):
    """The variance of a population."""
    data = list(data)
    num, den, n, kind = _square_deviations(data, mu)
    if n < 1:
        raise StatisticsError("pvariance requires at least one data point")
    if den is None:
        return num
    return _ratio(num, den * n, kind)


def _root(num, den, n, kind):
    """Return the square root of num / den / n, a Decimal for Decimals, else a float."""
    if den is None:
        raise ValueError("inf or nan encountered in data")
    if not (issubclass(kind, (int, float)) or hasattr(kind, "numerator")):
        from decimal import localcontext
        with localcontext() as context:
            context.prec += 10
            root = (kind(num) / kind(den * n)).sqrt()
        return +root
    return _sqrt_ratio(num, den * n)


def _sqrt_ratio(num, den):
    """Return the square root of a fraction, correctly rounded."""
    if num == 0:
        return 0.0
    # Scale so that the integer root has well over 53 bits, with a sticky last bit.
    shift = max(0, 112 - (num.bit_length() - den.bit_length()))
    shift += shift & 1
    scaled, rest = divmod(num << shift, den)
    root = math.isqrt(scaled)
    if rest or root * root != scaled:
        root |= 1
    return math.ldexp(root, -(shift // 2)) if root.bit_length() < 1000 else root / (1 << (shift // 2))


def stdev(data, xbar=None):
    data = list(data)
    num, den, n, kind = _square_deviations(data, xbar)
    if n < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _root(num, den, n - 1, kind)


def pstdev(data, mu=None):
    data = list(data)
    num, den, n, kind = _square_deviations(data, mu)
    if n < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _root(num, den, n, kind)


def covariance(x, y, /):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    return math.fsum((a - xbar) * (b - ybar) for a, b in zip(x, y)) / (n - 1)


def _ranks(data):
    order = sorted(range(len(data)), key=data.__getitem__)
    ranks = [0.0] * len(data)
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and data[order[j + 1]] == data[order[i]]:
            j += 1
        for k in range(i, j + 1):
            ranks[order[k]] = (i + j) / 2 + 1
        i = j + 1
    return ranks


def correlation(x, y, /, *, method="linear"):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    if method == "ranked":
        x, y = _ranks(list(x)), _ranks(list(y))
    elif method != "linear":
        raise ValueError(f"Unknown method: {method!r}")
    xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
    x, y = [v - xbar for v in x], [v - ybar for v in y]
    sxy = math.fsum(a * b for a, b in zip(x, y))
    sxx, syy = math.fsum(a * a for a in x), math.fsum(b * b for b in y)
    try:
        return sxy / math.sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant") from None


LinearRegression = namedtuple("LinearRegression", ("slope", "intercept"))


def linear_regression(x, y, /, *, proportional=False):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    xbar = ybar = 0.0
    if not proportional:
        xbar, ybar = math.fsum(x) / n, math.fsum(y) / n
        x, y = [v - xbar for v in x], [v - ybar for v in y]
    sxx = math.fsum(a * a for a in x)
    try:
        slope = math.fsum(a * b for a, b in zip(x, y)) / sxx
    except ZeroDivisionError:
        raise StatisticsError("x is constant") from None
    return LinearRegression(slope=slope, intercept=0.0 if proportional else ybar - slope * xbar)


class NormalDist:
    """A normal distribution."""

    __slots__ = ("_mu", "_sigma")

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        return cls(fmean(data), stdev(data))

    @property
    def mean(self):
        return self._mu

    median = mode = mean

    @property
    def stdev(self):
        return self._sigma

    @property
    def variance(self):
        return self._sigma * self._sigma

    def pdf(self, x):
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        diff = x - self._mu
        return math.exp(diff * diff / (-2.0 * variance)) / math.sqrt(math.tau * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * math.erfc((self._mu - x) / (self._sigma * math.sqrt(2.0)))

    def inv_cdf(self, p):
        """The inverse of cdf."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        return _inverse_normal(p, self._mu, self._sigma)

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def overlap(self, other):
        """Return how much two distributions have in common, from 0.0 to 1.0."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        x, y = self, other
        if (y._sigma, y._mu) < (x._sigma, x._mu):
            x, y = y, x
        x_var, y_var = x.variance, y.variance
        if not x_var or not y_var:
            raise StatisticsError("overlap() not defined when sigma is zero")
        dv = y_var - x_var
        dm = abs(y._mu - x._mu)
        if not dv:
            return math.erfc(dm / (2.0 * x._sigma * math.sqrt(2.0)))
        a = x._mu * y_var - y._mu * x_var
        b = x._sigma * y._sigma * math.sqrt(dm * dm + dv * math.log(y_var / x_var))
        x1, x2 = (a + b) / dv, (a - b) / dv
        return 1.0 - (abs(y.cdf(x1) - x.cdf(x1)) + abs(y.cdf(x2) - x.cdf(x2)))

    def samples(self, n, *, seed=None):
        rnd = random.random if seed is None else random.Random(seed).random
        return [_inverse_normal(rnd(), self._mu, self._sigma) for _ in range(n)]

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __rsub__(self, other):
        return -(self - other)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * abs(other))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / abs(other))

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"


# Coefficients of Wichura's algorithm AS 241 (PPND16), the highest power first: numerator and denominator near the middle,
# in the tails, and far out.
_MIDDLE = ((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4,
            1.3731693765509461125e+4, 1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
           (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4,
            5.3941960214247511077e+3, 6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0))
_TAIL = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0,
          3.64784832476320460504e+0, 5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0),
         (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
          6.89767334985100004550e-1, 1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0))
_FAR = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
         2.96560571828504891230e-1, 1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0),
        (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
         1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))


def _polynomial(coefficients, r):
    total = 0.0
    for c in coefficients:
        total = total * r + c
    return total


def _inverse_normal(p, mu, sigma):
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        return mu + _polynomial(_MIDDLE[0], r) * q / _polynomial(_MIDDLE[1], r) * sigma
    r = math.sqrt(-math.log(p if q <= 0.0 else 1.0 - p))
    table, r = (_TAIL, r - 1.6) if r <= 5.0 else (_FAR, r - 5.0)
    x = _polynomial(table[0], r) / _polynomial(table[1], r)
    return mu + (-x if q < 0.0 else x) * sigma
