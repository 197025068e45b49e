"""Random numbers; the generator (MT19937) is in Go (_random)."""

from _random import Random as _Generator
from bisect import bisect as _bisect
from itertools import accumulate as _accumulate, repeat as _repeat
from math import ceil as _ceil, cos as _cos, e as _e, exp as _exp, floor as _floor, isfinite as _isfinite, lgamma as _lgamma, log as _log, log2 as _log2, pi as _pi, sin as _sin, sqrt as _sqrt
from operator import index as _index

BPF = 53  # bits of what random() returns
RECIP_BPF = 0.5 ** BPF
LOG4, SG_MAGICCONST = _log(4.0), 1.0 + _log(4.5)  # of Cheng's method for gamma variates
NV_MAGICCONST = _exp(-0.5) / _sqrt(2.0) * 4  # of Kinderman and Monahan's method for normal ones
TWOPI = _pi + _pi


__all__ = [
    "Random", "SystemRandom", "betavariate", "binomialvariate", "choice", "choices", "expovariate", "gammavariate", "gauss", "getrandbits", "getstate",
    "lognormvariate", "normalvariate", "paretovariate", "randbytes", "randint", "random", "randrange", "sample", "seed", "setstate",
    "shuffle", "triangular", "uniform", "vonmisesvariate", "weibullvariate",
]


def _range_step(step):
    step = _index(step)
    if step == 0:
        raise ValueError("zero step for randrange()")
    return step


def _count(numbers):
    """len() of a range of any length."""
    if numbers.step > 0:
        return max(0, (numbers.stop - numbers.start + numbers.step - 1) // numbers.step)
    return max(0, (numbers.stop - numbers.start + numbers.step + 1) // numbers.step)


class Random(_Generator):
    VERSION = 3

    def __init__(self, x=None):
        self.seed(x)
        self.gauss_next = None

    def seed(self, a=None, version=2):
        text = a.encode() if isinstance(a, str) else a
        if isinstance(text, (bytes, bytearray)):
            import hashlib
            a = int.from_bytes(text + hashlib.sha512(text).digest())
        if not (a is None or isinstance(a, (int, float))):
            raise TypeError("The only supported seed types are:\nNone, int, float, str, bytes, and bytearray.")
        self.gauss_next = None
        super().seed(a)

    def setstate(self, state):
        version, generator, self.gauss_next = state
        if version != self.VERSION:
            raise ValueError(f"state with version {version} passed to Random.setstate() of version {self.VERSION}")
        super().setstate(generator)

    def getstate(self):
        return self.VERSION, super().getstate(), self.gauss_next

    def __reduce__(self):
        return type(self), (), self.getstate()

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def _randbelow(self, n):
        """Draw as many bits as n has until they are below it."""
        draw, bits = self.getrandbits, n.bit_length()
        while (drawn := draw(bits)) >= n:
            pass
        return drawn

    def randbytes(self, n):
        bits = 8 * n
        return self.getrandbits(bits).to_bytes(n, "little")

    def randrange(self, start, stop=None, step=1):
        shown = f"in randrange({start}, {stop}" + (")" if step == 1 else f", {step})")
        first = _index(start)
        if stop is None:
            if step != 1:
                raise TypeError("Missing a non-None stop argument")
            first, stop, shown = 0, first, "for randrange()"
        numbers = range(first, _index(stop), _range_step(step))
        count = _count(numbers)
        if not count:
            raise ValueError("empty range " + shown)
        return first + numbers.step * self._randbelow(count)

    def randint(self, a, b):
        low, high = _index(a), _index(b)
        if low > high:
            raise ValueError(f"empty range in randint({low}, {high})")
        return low + self._randbelow(high - low + 1)

    def choice(self, seq):
        count = len(seq)
        if count == 0:
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(count)]

    def shuffle(self, x):
        # Durstenfeld's form of the Fisher-Yates shuffle: the end grows, by an item from before it.
        below = self._randbelow
        for size in range(len(x), 1, -1):
            drawn = below(size)
            x[size - 1], x[drawn] = x[drawn], x[size - 1]

    def sample(self, population, k, *, counts=None):
        from collections.abc import Sequence
        if not isinstance(population, Sequence):
            raise TypeError("Population must be a sequence.  For dicts or sets, use sorted(d).")
        n = len(population)
        if counts is not None:
            cum_counts = list(_accumulate(counts))
            if len(cum_counts) != n:
                raise ValueError("The number of counts does not match the population")
            total = cum_counts.pop() if cum_counts else 0
            if not isinstance(total, int):
                raise TypeError("Counts must be integers")
            if total < 0:
                raise ValueError("Counts must be non-negative")
            selections = self.sample(range(total), k=k)
            return [population[_bisect(cum_counts, s)] for s in selections]
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        # A list of all is smaller than a set of what is drawn up to a size that decides which numbers are used.
        if n <= 21 + (4 ** _ceil(_log(k * 3, 4)) if k > 5 else 0):
            left, chosen = list(population), []
            for size in range(n, n - k, -1):
                drawn = self._randbelow(size)
                chosen.append(left[drawn])
                left[drawn] = left[size - 1]
            return chosen
        taken = {}
        while len(taken) < k:
            drawn = self._randbelow(n)
            if drawn not in taken:
                taken[drawn] = population[drawn]
        return list(taken.values())

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None and weights is None:
            size = float(n)
            return [population[_floor(self.random() * size)] for _ in range(k)]
        if isinstance(weights, int) and cum_weights is None:
            raise TypeError(f"The number of choices must be a keyword argument: k={weights}")
        if cum_weights is None:
            cum_weights = list(_accumulate(weights))
        elif weights is not None:
            raise TypeError("Cannot specify both weights and cumulative weights")
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        if not _isfinite(total):
            raise ValueError("Total of weights must be finite")
        hi = n - 1
        return [population[_bisect(cum_weights, self.random() * total, 0, hi)] for _ in _repeat(None, k)]

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        # The inverse of the distribution function, on the side of the mode that u falls on.
        u = self.random()
        if mode is None:
            peak = 0.5
        elif high == low:
            return low
        else:
            peak = (mode - low) / (high - low)
        if u > peak:
            u, peak, low, high = 1.0 - u, 1.0 - peak, high, low
        return low + (high - low) * _sqrt(u * peak)

    def binomialvariate(self, n=1, p=0.5):
        if n < 0:
            raise ValueError("n must be non-negative")
        if not 0.0 <= p <= 1.0:
            raise ValueError("p must be in the range 0.0 <= p <= 1.0")
        if p == 0.0 or p == 1.0:
            return n if p else 0
        if n == 1:
            return int(self.random() < p)
        if p > 0.5:
            return n - self.binomialvariate(n, 1.0 - p)
        if n * p < 10.0:
            return self._few_successes(n, p)
        return self._many_successes(n, p)

    def _few_successes(self, n, p):
        # The distances between successes are geometric (Devroye, "Non-Uniform Random Variate Generation", X.4.3).
        per_trial = _log2(1.0 - p)
        successes = trials = 0
        while per_trial:
            trials += _floor(_log2(self.random()) / per_trial) + 1
            if trials > n:
                break
            successes += 1
        return successes

    def _many_successes(self, n, p):
        # Transformed rejection with squeeze, BTRS (Hoermann, "The Generation of Binomial Random Variates", 1993).
        deviation = _sqrt(n * p * (1.0 - p))
        b = 1.15 + 2.53 * deviation
        a = -0.0873 + 0.0248 * b + 0.01 * p
        center, squeeze = n * p + 0.5, 0.92 - 4.2 / b
        mode = _floor((n + 1) * p)
        while True:
            u = self.random() - 0.5
            edge = 0.5 - abs(u)
            k = _floor((2.0 * a / edge + b) * u + center)
            if not 0 <= k <= n:
                continue
            v = self.random()
            if edge >= 0.07 and v <= squeeze:
                return k
            v *= (2.83 + 5.1 / b) * deviation / (a / (edge * edge) + b)
            height = _lgamma(mode + 1) + _lgamma(n - mode + 1)
            if _log(v) <= height - _lgamma(k + 1) - _lgamma(n - k + 1) + (k - mode) * _log(p / (1.0 - p)):
                return k

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = NV_MAGICCONST * (u1 - 0.5) / u2
            if z * z / 4.0 <= -_log(u2):
                break
        return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next
        self.gauss_next = None
        if z is None:
            x2pi = self.random() * TWOPI
            g2rad = _sqrt(-2.0 * _log(1.0 - self.random()))
            z = _cos(x2pi) * g2rad
            self.gauss_next = _sin(x2pi) * g2rad
        return mu + z * sigma

    def lognormvariate(self, mu=0.0, sigma=1.0):
        return _exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd=1.0):
        return -_log(1.0 - self.random()) / lambd

    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError("gammavariate: alpha and beta must be > 0.0")
        if alpha == 1.0:
            return -_log(1.0 - self.random()) * beta
        return beta * (self._gamma_large(alpha) if alpha > 1.0 else self._gamma_small(alpha))

    def _gamma_large(self, alpha):
        """Draw for a shape above 1 (Cheng 1977, "The generation of gamma variables with non-integral shape parameter")."""
        width = _sqrt(2.0 * alpha - 1.0)
        while True:
            u = self.random()
            if u <= 1e-7 or u >= 0.9999999:
                continue
            other = 1.0 - self.random()
            logit = _log(u / (1.0 - u)) / width
            drawn, square = alpha * _exp(logit), u * u * other
            slack = (alpha - LOG4) + (alpha + width) * logit - drawn
            if slack + SG_MAGICCONST - 4.5 * square >= 0.0 or slack >= _log(square):
                return drawn

    def _gamma_small(self, alpha):
        """Draw for a shape below 1 (Ahrens and Dieter 1974, algorithm GS)."""
        scale = (_e + alpha) / _e
        while True:
            p = scale * self.random()
            near = p <= 1.0
            drawn = p ** (1.0 / alpha) if near else -_log((scale - p) / alpha)
            if self.random() <= (_exp(-drawn) if near else drawn ** (alpha - 1.0)):
                return drawn

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_log(1.0 - self.random())) ** (1.0 / beta)

    def vonmisesvariate(self, mu, kappa):
        if kappa <= 1e-6:
            return TWOPI * self.random()
        s = 0.5 / kappa
        r = s + _sqrt(1.0 + s * s)
        while True:
            u1 = self.random()
            z = _cos(_pi * u1)
            d = z / (r + z)
            u2 = self.random()
            if u2 < 1.0 - d * d or u2 <= (1.0 - d) * _exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        u3 = self.random()
        from math import acos
        return (mu + acos(f)) % TWOPI if u3 > 0.5 else (mu - acos(f)) % TWOPI


class SystemRandom(Random):
    def seed(self, *args, **kwds):
        _Generator.seed(self)


# The functions of the module are the methods of one hidden generator.
_inst = Random()
for _name in __all__:
    if _name[0].islower():
        globals()[_name] = getattr(_inst, _name)
del _name
