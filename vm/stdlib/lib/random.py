"""Random numbers; the generator (MT19937) is in Go (_random)."""

from _random import Random as _Generator
from bisect import bisect as _bisect
from itertools import accumulate as _accumulate, repeat as _repeat
from math import ceil as _ceil, cos as _cos, e as _e, exp as _exp, floor as _floor, isfinite as _isfinite, lgamma as _lgamma, log as _log, log2 as _log2, pi as _pi, sin as _sin, sqrt as _sqrt
from operator import index as _index

TWOPI = 2.0 * _pi
NV_MAGICCONST = 4 * _exp(-0.5) / _sqrt(2.0)
LOG4 = _log(4.0)
SG_MAGICCONST = 1.0 + _log(4.5)
BPF = 53
RECIP_BPF = 2 ** -BPF


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
        if isinstance(a, (str, bytes, bytearray)):
            if isinstance(a, str):
                a = a.encode()
            from hashlib import sha512
            a = int.from_bytes(a + sha512(a).digest())
        elif not isinstance(a, (type(None), int, float)):
            raise TypeError("The only supported seed types are:\nNone, int, float, str, bytes, and bytearray.")
        super().seed(a)
        self.gauss_next = None

    def getstate(self):
        return self.VERSION, super().getstate(), self.gauss_next

    def setstate(self, state):
        version = state[0]
        if version != 3:
            raise ValueError(f"state with version {version} passed to Random.setstate() of version {self.VERSION}")
        self.gauss_next = state[2]
        super().setstate(state[1])

    def __getstate__(self):
        return self.getstate()

    def __setstate__(self, state):
        self.setstate(state)

    def __reduce__(self):
        return self.__class__, (), self.getstate()

    def _randbelow(self, n):
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r

    def randbytes(self, n):
        return self.getrandbits(n * 8).to_bytes(n, "little")

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
        a = _index(a)
        b = _index(b)
        if b < a:
            raise ValueError(f"empty range in randint({a}, {b})")
        return a + self._randbelow(b - a + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        for i in reversed(range(1, len(x))):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

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
        result = [None] * k
        setsize = 21
        if k > 5:
            setsize += 4 ** _ceil(_log(k * 3, 4))
        if n <= setsize:
            pool = list(population)
            for i in range(k):
                j = self._randbelow(n - i)
                result[i] = pool[j]
                pool[j] = pool[n - i - 1]
        else:
            selected = set()
            for i in range(k):
                j = self._randbelow(n)
                while j in selected:
                    j = self._randbelow(n)
                selected.add(j)
                result[i] = population[j]
        return result

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                n += 0.0
                return [population[_floor(self.random() * n)] for _ in _repeat(None, k)]
            try:
                cum_weights = list(_accumulate(weights))
            except TypeError:
                if not isinstance(weights, int):
                    raise
                raise TypeError(f"The number of choices must be a keyword argument: k={weights}") from None
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
        if alpha > 1.0:
            ainv = _sqrt(2.0 * alpha - 1.0)
            bbb = alpha - LOG4
            ccc = alpha + ainv
            while True:
                u1 = self.random()
                if not 1e-7 < u1 < 0.9999999:
                    continue
                u2 = 1.0 - self.random()
                v = _log(u1 / (1.0 - u1)) / ainv
                x = alpha * _exp(v)
                z = u1 * u1 * u2
                r = bbb + ccc * v - x
                if r + SG_MAGICCONST - 4.5 * z >= 0.0 or r >= _log(z):
                    return x * beta
        elif alpha == 1.0:
            return -_log(1.0 - self.random()) * beta
        while True:
            u = self.random()
            b = (_e + alpha) / _e
            p = b * u
            x = p ** (1.0 / alpha) if p <= 1.0 else -_log((b - p) / alpha)
            u1 = self.random()
            if p > 1.0:
                if u1 <= x ** (alpha - 1.0):
                    break
            elif u1 <= _exp(-x):
                break
        return x * beta

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
