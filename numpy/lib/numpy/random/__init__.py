"""Random numbers: the streams of numpy's legacy RandomState and of its Generator, bit for bit."""
import numpy as np
from numpy.random import _generators


def _words(value):
    """Integers as words of 32 bits, the lowest first."""
    if isinstance(value, (int, np.integer)):
        value = int(value)
        if value < 0:
            raise ValueError("expected non-negative integer")
        out = [value & 0xFFFFFFFF]
        value >>= 32
        while value:
            out.append(value & 0xFFFFFFFF)
            value >>= 32
        return out
    if isinstance(value, str):
        return _words(int(value, 0))
    out = []
    for v in (value.tolist() if isinstance(value, np.ndarray) else value):
        out.extend(_words(v))
    return out


class SeedSequence:
    def __init__(self, entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0):
        if entropy is None:
            entropy = 0
            for w in _generators.system_words(4):
                entropy = entropy << 32 | w
        self.entropy = entropy
        self.spawn_key = tuple(spawn_key)
        self.pool_size = pool_size
        self.n_children_spawned = n_children_spawned

    def __repr__(self):
        lines = [f"SeedSequence(", f"    entropy={self.entropy!r},"]
        if self.spawn_key:
            lines.append(f"    spawn_key={self.spawn_key!r},")
        if self.n_children_spawned:
            lines.append(f"    n_children_spawned={self.n_children_spawned!r},")
        return "\n".join(lines + [")"])

    def _parts(self):
        return _words(self.entropy), _words(self.spawn_key)

    def generate_state(self, n_words, dtype=np.uint32):
        wide = np.dtype(dtype) == np.uint64
        words = _generators.seed_words(*self._parts(), n_words * 2 if wide else n_words)
        return words.view(np.uint64) if wide else words

    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [SeedSequence(self.entropy, spawn_key=self.spawn_key + (i,), pool_size=self.pool_size)
                for i in range(first, first + n_children)]


class BitGenerator:
    def __init__(self, seed=None):
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        self._stream = self._make(*self.seed_seq._parts())

    def random_raw(self, size=None):
        if size is None:
            return self._stream.next64()
        return np.array([self._stream.next64() for _ in range(int(np.prod(size)))], dtype=np.uint64).reshape(size)

    def spawn(self, n_children):
        return [type(self)(s) for s in self.seed_seq.spawn(n_children)]


class PCG64(BitGenerator):
    _make = staticmethod(_generators.pcg64)

    @property
    def state(self):
        hi, lo, inc_hi, inc_lo, has, half = self._stream.get()
        return {"bit_generator": "PCG64", "state": {"state": hi << 64 | lo, "inc": inc_hi << 64 | inc_lo},
                "has_uint32": int(has), "uinteger": half}

    @state.setter
    def state(self, value):
        if value.get("bit_generator") != "PCG64":
            raise ValueError("state must be for a PCG64 RNG")
        low = (1 << 64) - 1
        s, inc = value["state"]["state"], value["state"]["inc"]
        self._stream.set((s >> 64, s & low, inc >> 64, inc & low, bool(value["has_uint32"]), value["uinteger"]))


class MT19937(BitGenerator):
    _make = staticmethod(_generators.twister_of)

    @property
    def state(self):
        key, pos, _, _ = self._stream.get()
        return {"bit_generator": "MT19937", "state": {"key": key, "pos": pos}}

    @state.setter
    def state(self, value):
        s = value["state"]
        self._stream.set((s["key"], s["pos"], False, 0.0))


def _count(size):
    return 1 if size is None else int(np.prod(size))


def _population(a, size, replace, p):
    """What choice picks from, checked: its size, the shape of the result, and the probabilities."""
    a = np.asarray(a)
    if a.ndim == 0:
        try:
            n = int(a.item())
            if not isinstance(a.item(), (int, np.integer)):
                raise TypeError
        except TypeError:
            raise ValueError("a must be a sequence or an integer, not " + str(type(a.item()))) from None
    else:
        n = a.shape[0]
    if p is not None:
        p = np.asarray(p, dtype=np.float64)
        if p.ndim != 1:
            raise ValueError("p must be 1-dimensional")
        if p.size != n:
            raise ValueError("a and p must have same size")
        if np.isnan(p.sum()):
            raise ValueError("Probabilities contain NaN")
        if np.any(p < 0):
            raise ValueError("Probabilities are not non-negative")
        if abs(p.sum() - 1) > 1.4901161193847656e-08:
            raise ValueError("Probabilities do not sum to 1. See Notes section of docstring for more information.")
    return a, n, p


def _weighted(draw, n, size, replace, p):
    """Indices drawn with probabilities."""
    count = _count(size)
    if replace:
        cdf = p.cumsum()
        cdf /= cdf[-1]
        return np.asarray(cdf.searchsorted(draw(size), side="right"))
    if np.count_nonzero(p > 0) < count:
        raise ValueError("Fewer non-zero entries in p than size")
    p = p.copy()
    found = np.zeros(count, dtype=np.int64)
    done = 0
    while done < count:
        x = draw(count - done)
        if done:
            p[found[:done]] = 0
        cdf = np.cumsum(p)
        cdf /= cdf[-1]
        new = cdf.searchsorted(x, side="right")
        _, first = np.unique(new, return_index=True)
        first.sort()
        new = new.take(first)
        found[done:done + new.size] = new
        done += new.size
    return found.reshape(() if size is None else size)


class _Draws:
    """The distributions that RandomState and Generator have in common."""

    def _draw(self, name, size, *parameters):
        return self._stream.draw(name, size, parameters)

    def beta(self, a, b, size=None):
        return self._draw("beta", size, a, b)

    def binomial(self, n, p, size=None):
        return self._draw("binomial", size, n, p)

    def chisquare(self, df, size=None):
        return self._draw("chisquare", size, df)

    def noncentral_chisquare(self, df, nonc, size=None):
        return self._draw("noncentral_chisquare", size, df, nonc)

    def exponential(self, scale=1.0, size=None):
        return self._draw("exponential", size, scale)

    def f(self, dfnum, dfden, size=None):
        return self._draw("f", size, dfnum, dfden)

    def gamma(self, shape, scale=1.0, size=None):
        return self._draw("gamma", size, shape, scale)

    def geometric(self, p, size=None):
        return self._draw("geometric", size, p)

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        return self._draw("gumbel", size, loc, scale)

    def laplace(self, loc=0.0, scale=1.0, size=None):
        return self._draw("laplace", size, loc, scale)

    def logistic(self, loc=0.0, scale=1.0, size=None):
        return self._draw("logistic", size, loc, scale)

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return self._draw("lognormal", size, mean, sigma)

    def logseries(self, p, size=None):
        return self._draw("logseries", size, p)

    def negative_binomial(self, n, p, size=None):
        return self._draw("negative_binomial", size, n, p)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return self._draw("normal", size, loc, scale)

    def pareto(self, a, size=None):
        return self._draw("pareto", size, a)

    def poisson(self, lam=1.0, size=None):
        return self._draw("poisson", size, lam)

    def power(self, a, size=None):
        return self._draw("power", size, a)

    def rayleigh(self, scale=1.0, size=None):
        return self._draw("rayleigh", size, scale)

    def standard_cauchy(self, size=None):
        return self._draw("standard_cauchy", size)

    def standard_t(self, df, size=None):
        return self._draw("standard_t", size, df)

    def triangular(self, left, mode, right, size=None):
        if np.any(np.asarray(left) > mode):
            raise ValueError("left > mode")
        if np.any(np.asarray(mode) > right):
            raise ValueError("mode > right")
        if np.any(np.asarray(left) == right):
            raise ValueError("left == right")
        return self._draw("triangular", size, left, mode, right)

    def uniform(self, low=0.0, high=1.0, size=None):
        if not np.all(np.isfinite(np.subtract(high, low))):
            raise OverflowError("high - low range exceeds valid bounds")
        return self._draw("uniform", size, low, high)

    def vonmises(self, mu, kappa, size=None):
        return self._draw("vonmises", size, mu, kappa)

    def wald(self, mean, scale, size=None):
        return self._draw("wald", size, mean, scale)

    def weibull(self, a, size=None):
        return self._draw("weibull", size, a)

    def zipf(self, a, size=None):
        return self._draw("zipf", size, a)

    def bytes(self, length):
        return self._stream.bytes(length)

    def multinomial(self, n, pvals, size=None):
        return self._stream.multinomial(n, pvals, size)

    def dirichlet(self, alpha, size=None):
        alpha = np.asarray(alpha, dtype=np.float64)
        if np.any(alpha <= 0):
            raise ValueError("alpha <= 0" if isinstance(self, RandomState) else "alpha < 0")
        shape = () if size is None else (size,) if isinstance(size, (int, np.integer)) else tuple(size)
        out = np.empty(shape + alpha.shape)
        rows = out.reshape(-1, len(alpha))
        for row in rows:
            for j in range(len(alpha)):
                row[j] = self._draw("standard_gamma", None, alpha[j])
            total = 0.0
            for x in row:
                total += x
            row *= 1 / total
        return out

    def multivariate_normal(self, mean, cov, size=None, check_valid="warn", tol=1e-8, *, method="svd"):
        mean, cov = np.asarray(mean), np.asarray(cov, dtype=np.float64)
        shape = [] if size is None else [size] if isinstance(size, (int, np.integer)) else list(size)
        if mean.ndim != 1:
            raise ValueError("mean must be 1 dimensional")
        if cov.ndim != 2 or cov.shape[0] != cov.shape[1]:
            raise ValueError("cov must be 2 dimensional and square")
        if mean.shape[0] != cov.shape[0]:
            raise ValueError("mean and cov must have same length")
        x = self._draw("standard_normal", tuple(shape) + (mean.shape[0],)).reshape(-1, mean.shape[0])
        if method == "cholesky":
            factor = np.linalg.cholesky(cov).T
        elif method == "eigh":
            s, u = np.linalg.eigh(cov)
            factor = (u * np.sqrt(s)).T
        else:
            u, s, v = np.linalg.svd(cov)
            factor = np.sqrt(s)[:, None] * v if isinstance(self, RandomState) else (u * np.sqrt(s)).T
        return (mean + np.dot(x, factor)).reshape(tuple(shape) + (mean.shape[0],))

    def _reorder(self, x, order):
        """x in another order, in place."""
        if isinstance(x, np.ndarray):
            x[...] = x[order]
            return
        items = [x[i] for i in order.tolist()]
        for i, item in enumerate(items):
            x[i] = item


class RandomState(_Draws):
    def __init__(self, seed=None):
        if isinstance(seed, BitGenerator):
            self._stream = _generators.twister(0)
            key, pos, _, _ = seed._stream.get()
            self._stream.set((key, pos, False, 0.0))
            return
        self._stream = _generators.twister(0)
        self.seed(seed)

    def __repr__(self):
        return f"{self} at 0x{id(self):X}"

    def __str__(self):
        return "RandomState(MT19937)"

    def __getstate__(self):
        return self.get_state()

    def __setstate__(self, state):
        self._stream = _generators.twister(0)
        self.set_state(state)

    def __reduce__(self):
        return _restored_state, (self.get_state(),)

    def seed(self, seed=None):
        if seed is None:
            return self._stream.seed(None)
        if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool) or isinstance(seed, bool):
            seed = int(seed)
            if not 0 <= seed <= 0xFFFFFFFF:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
            return self._stream.seed(seed)
        if isinstance(seed, (float, str)):
            raise TypeError("Cannot cast scalar from dtype('float64') to dtype('int64') according to the rule 'safe'"
                            if isinstance(seed, float) else "Cannot cast scalar from dtype('<U1') to dtype('int64') according to the rule 'safe'")
        values = np.asarray(seed)
        if values.size == 0:
            raise ValueError("Seed must be non-empty")
        values = values.astype(np.int64)
        if values.ndim != 1:
            if values.ndim == 0:
                return self.seed(int(values))
            raise ValueError("Seed array must be 1-d")
        if (values < 0).any() or (values > 0xFFFFFFFF).any():
            raise ValueError("Seed must be between 0 and 2**32 - 1")
        self._stream.seed(values.tolist())

    def get_state(self, legacy=True):
        key, pos, has_gauss, gauss = self._stream.get()
        if legacy:
            return "MT19937", key, pos, int(has_gauss), gauss
        return {"bit_generator": "MT19937", "state": {"key": key, "pos": pos}, "has_gauss": int(has_gauss), "gauss": gauss}

    def set_state(self, state):
        if isinstance(state, dict):
            if state.get("bit_generator") != "MT19937":
                raise ValueError("state dictionary is not valid.")
            inner = state["state"]
            self._stream.set((inner["key"], inner["pos"], bool(state.get("has_gauss", 0)), state.get("gauss", 0.0)))
            return
        if not isinstance(state, (tuple, list)):
            raise TypeError("state must be a dict or a tuple.")
        if state[0] != "MT19937":
            raise ValueError("set_state can only be used with legacy MT19937 state instances.")
        gauss = tuple(state[3:5]) or (0, 0.0)
        self._stream.set((state[1], state[2], bool(gauss[0]), gauss[1]))

    def random_sample(self, size=None):
        return self._draw("random", size)

    def random(self, size=None):
        return self._draw("random", size)

    def rand(self, *shape):
        return self._draw("random", shape if shape else None)

    def randn(self, *shape):
        return self._draw("standard_normal", shape if shape else None)

    def standard_normal(self, size=None):
        return self._draw("standard_normal", size)

    def standard_exponential(self, size=None):
        return self._draw("standard_exponential", size)

    def standard_gamma(self, shape, size=None):
        return self._draw("standard_gamma", size, shape)

    def randint(self, low, high=None, size=None, dtype=int):
        if high is None:
            low, high = 0, low
        return self._stream.integers(low, high, size, dtype, False) if size is not None or dtype is not int else _plain(
            self._stream.integers(low, high, size, dtype, False))

    def random_integers(self, low, high=None, size=None):
        if high is None:
            low, high = 1, low
        return self.randint(low, int(high) + 1, size=size)

    def tomaxint(self, size=None):
        return self.randint(0, np.iinfo(np.int64).max, size=size)

    def choice(self, a, size=None, replace=True, p=None):
        a, n, p = _population(a, size, replace, p)
        count = _count(size)
        if n == 0 and count != 0:
            raise ValueError("'a' cannot be empty unless no samples are taken" if a.ndim else "a must be greater than 0 unless no samples are taken")
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        if p is not None:
            index = _weighted(self.random_sample, n, size, replace, p)
        elif replace:
            index = np.asarray(self.randint(0, n, size=size))
        else:
            index = self._stream.permutation(n)[:count].reshape(() if size is None else size)
        if a.ndim == 0:
            return int(index) if size is None else index
        return a[int(index)] if size is None else a[index]

    def shuffle(self, x):
        self._reorder(x, self._stream.permutation(len(x)))

    def permutation(self, x):
        if isinstance(x, (int, np.integer)):
            return self._stream.permutation(int(x))
        x = np.asarray(x)
        return x[self._stream.permutation(x.shape[0])]


def _plain(x):
    return x.item() if isinstance(x, np.generic) else x


def _restored_state(state):
    out = RandomState(0)
    out.set_state(state)
    return out


class Generator(_Draws):
    def __init__(self, bit_generator):
        self.bit_generator = bit_generator
        self._stream = bit_generator._stream

    def __repr__(self):
        return f"{self} at 0x{id(self):X}"

    def __str__(self):
        return f"Generator({type(self.bit_generator).__name__})"

    def __reduce__(self):
        return _restored_generator, (type(self.bit_generator).__name__, self.bit_generator.state)

    def spawn(self, n_children):
        return [Generator(b) for b in self.bit_generator.spawn(n_children)]

    def _typed(self, name, size, dtype, out):
        dtype = np.dtype(dtype)
        if dtype == np.float32:
            shape = out.shape if out is not None else size
            r = self._stream.floats(name, shape)
        elif dtype == np.float64:
            r = self._draw(name, out.shape if out is not None else size)
        else:
            raise TypeError(f"Unsupported dtype {dtype!r} for {name}")
        if out is None:
            return r
        out[...] = r
        return out

    def random(self, size=None, dtype=np.float64, out=None):
        return self._typed("random", size, dtype, out)

    def standard_normal(self, size=None, dtype=np.float64, out=None):
        return self._typed("standard_normal", size, dtype, out)

    def standard_exponential(self, size=None, dtype=np.float64, method="zig", out=None):
        if np.dtype(dtype) != np.float64 or method != "zig":
            raise NotImplementedError("magneto's numpy draws exponential variates as float64 by the ziggurat alone")
        return self._typed("standard_exponential", size, dtype, out)

    def standard_gamma(self, shape, size=None, dtype=np.float64, out=None):
        return self._draw("standard_gamma", size, shape)

    def integers(self, low, high=None, size=None, dtype=np.int64, endpoint=False):
        if high is None:
            low, high = 0, low
        return self._stream.integers(low, high, size, dtype, endpoint)

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        given = a
        a, n, p = _population(np.moveaxis(np.asarray(a), axis, 0) if axis else a, size, replace, p)
        count = _count(size)
        if n == 0 and count != 0:
            raise ValueError("a cannot be empty unless no samples are taken" if a.ndim else "a must be a positive integer unless no samples are taken")
        if not replace and count > n:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        if p is not None:
            index = _weighted(self.random, n, size, replace, p)
        elif replace:
            index = np.asarray(self.integers(0, n, size=size))
        else:
            index = self._stream.choice(n, count, shuffle).reshape(() if size is None else size)
        if a.ndim == 0:
            return index[()] if size is None else index
        picked = a[index[()]] if size is None else a[index]
        return np.moveaxis(picked, 0, axis) if axis and size is not None else picked

    def shuffle(self, x, axis=0):
        if axis and isinstance(x, np.ndarray):
            x = np.moveaxis(x, axis, 0)
        self._reorder(x, self._stream.permutation(len(x)))

    def permutation(self, x, axis=0):
        if isinstance(x, (int, np.integer)):
            return self._stream.permutation(int(x))
        x = np.asarray(x)
        return np.take(x, self._stream.permutation(x.shape[axis]), axis=axis)

    def permuted(self, x, *, axis=None, out=None):
        x = np.asarray(x)
        result = x.copy() if out is None else out
        if out is not None:
            out[...] = x
        if axis is None:
            flat = result.reshape(-1)
            self.shuffle(flat)
            result[...] = flat.reshape(result.shape)
            return result
        moved = np.moveaxis(result, axis, -1)
        for index in np.ndindex(moved.shape[:-1]):
            self.shuffle(moved[index])
        return result


def _restored_generator(name, state):
    out = default_rng(0) if name == "PCG64" else Generator(MT19937(0))
    out.bit_generator.state = state
    return out


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    if isinstance(seed, RandomState):
        raise NotImplementedError("magneto's numpy makes no Generator of a RandomState")
    if isinstance(seed, BitGenerator):
        return Generator(seed)
    return Generator(PCG64(seed))


_rand = RandomState()

seed = _rand.seed
get_state = _rand.get_state
set_state = _rand.set_state
random_sample = _rand.random_sample
random = _rand.random
ranf = _rand.random_sample
sample = _rand.random_sample
rand = _rand.rand
randn = _rand.randn
randint = _rand.randint
random_integers = _rand.random_integers
choice = _rand.choice
shuffle = _rand.shuffle
permutation = _rand.permutation
bytes = _rand.bytes
beta = _rand.beta
binomial = _rand.binomial
chisquare = _rand.chisquare
dirichlet = _rand.dirichlet
exponential = _rand.exponential
f = _rand.f
gamma = _rand.gamma
geometric = _rand.geometric
gumbel = _rand.gumbel
laplace = _rand.laplace
logistic = _rand.logistic
lognormal = _rand.lognormal
logseries = _rand.logseries
multinomial = _rand.multinomial
multivariate_normal = _rand.multivariate_normal
negative_binomial = _rand.negative_binomial
noncentral_chisquare = _rand.noncentral_chisquare
normal = _rand.normal
pareto = _rand.pareto
poisson = _rand.poisson
power = _rand.power
rayleigh = _rand.rayleigh
standard_cauchy = _rand.standard_cauchy
standard_exponential = _rand.standard_exponential
standard_gamma = _rand.standard_gamma
standard_normal = _rand.standard_normal
standard_t = _rand.standard_t
triangular = _rand.triangular
uniform = _rand.uniform
vonmises = _rand.vonmises
wald = _rand.wald
weibull = _rand.weibull
zipf = _rand.zipf
