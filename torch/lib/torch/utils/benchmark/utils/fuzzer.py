"""Random parameters, and tensors with sizes, steps and orders of dimensions made of them, for measurements."""
import functools
import itertools

import numpy as np
import torch

__all__ = ["Fuzzer", "FuzzedParameter", "ParameterAlias", "FuzzedTensor"]
_ATTEMPTS = 1000
_DISTRIBUTIONS = ("loguniform", "uniform")


def dtype_size(dtype):
    """The bytes of an element."""
    if dtype == torch.bool:
        return 1
    return (torch.finfo if dtype.is_floating_point or dtype.is_complex else torch.iinfo)(dtype).bits // 8


def prod(values, base=1):
    return functools.reduce(lambda x, y: int(x) * int(y), values, base)


class ParameterAlias:
    """Stands for the value of another parameter."""

    def __init__(self, alias_to):
        self.alias_to = alias_to

    def __repr__(self):
        return f"ParameterAlias[alias_to: {self.alias_to}]"


class FuzzedParameter:
    """A value with a name: of a range, evenly or by its logarithm, or one of the keys of a dict by their probabilities. A strict one is drawn once for a set."""

    def __init__(self, name, minval=None, maxval=None, distribution=None, strict=False):
        self._name, self._minval, self._maxval, self.strict = name, minval, maxval, strict
        self._distribution = distribution
        if isinstance(distribution, dict):
            for bound, given in (("minval", minval), ("maxval", maxval)):
                if given is not None:
                    raise AssertionError(f"When passing a custom distribution, '{bound}' must be None")
            if abs(sum(distribution.values()) - 1) <= 1e-5:
                raise AssertionError("Distribution is not normalized")
        elif distribution not in _DISTRIBUTIONS:
            raise AssertionError(f"Unknown distribution: {distribution}")

    @property
    def name(self):
        return self._name

    def sample(self, state):
        low, high = self._minval, self._maxval
        if isinstance(self._distribution, dict):
            at = state.choice(np.arange(len(self._distribution)), p=tuple(self._distribution.values()))
            return list(self._distribution)[at]
        if self._distribution == "loguniform":
            value = int(2 ** state.uniform(low=np.log2(low), high=np.log2(high)))
            return min(max(value, low), high)
        if isinstance(low, int) and isinstance(high, int):
            return int(state.randint(low=low, high=high + 1))
        return state.uniform(low=low, high=high)


class FuzzedTensor:
    """A tensor whose sizes and steps are numbers or names of parameters, and whose dimensions lie in memory in a random order."""

    def __init__(self, name, size, steps=None, probability_contiguous=0.5, min_elements=None, max_elements=None, max_allocation_bytes=None, dim_parameter=None,
                 roll_parameter=None, dtype=torch.float32, cuda=False, tensor_constructor=None):
        self._name, self._size, self._steps, self._probability_contiguous = name, size, steps, probability_contiguous
        self._min_elements, self._max_elements, self._max_allocation_bytes = min_elements, max_elements, max_allocation_bytes
        self._dim_parameter, self._dtype, self._cuda, self._tensor_constructor = dim_parameter, dtype, cuda, tensor_constructor

    @property
    def name(self):
        return self._name

    @staticmethod
    def default_tensor_constructor(size, dtype, **kwargs):
        if dtype.is_floating_point or dtype.is_complex:
            return torch.rand(size=size, dtype=dtype, device="cpu")
        return torch.randint(1, 127, size=size, dtype=dtype, device="cpu")

    def _make_tensor(self, params, state):
        size, steps, allocated = self._get_size_and_steps(params)
        t = (self._tensor_constructor or self.default_tensor_constructor)(size=allocated, dtype=self._dtype, **params)
        if self._cuda:
            t = t.cuda()
        order = plain = np.arange(len(size))
        if state.rand() > self._probability_contiguous:
            while len(size) > 1 and np.all(order == plain):
                order = state.permutation(t.dim())
            t = t.permute(tuple(order)).contiguous().permute(tuple(np.argsort(order)))
        t = t[tuple(slice(0, n * step, step) for n, step in zip(size, steps))]
        return t, {"numel": int(t.numel()), "order": order, "steps": steps, "is_contiguous": t.is_contiguous(), "dtype": str(self._dtype)}

    def _get_size_and_steps(self, params):
        dim = len(self._size) if self._dim_parameter is None else params[self._dim_parameter]

        def resolve(values):
            values = tuple(params.get(v, v) for v in values)[:dim]
            return values + (1,) * (dim - len(values))

        size, steps = resolve(self._size), resolve(self._steps or ())
        return size, steps, tuple(n * step for n, step in zip(size, steps))

    def satisfies_constraints(self, params):
        size, _, allocated = self._get_size_and_steps(params)
        n, allocation = prod(size), prod(allocated, base=dtype_size(self._dtype))
        bounds = ((n, self._max_elements), (self._min_elements, n), (allocation, self._max_allocation_bytes))
        return not any(low is not None and high is not None and low > high for low, high in bounds)


class Fuzzer:
    """Sets of parameters that satisfy the constraints, with tensors made of them; lists of parameters and of tensors may hold lists."""

    def __init__(self, parameters, tensors, constraints=None, seed=None):
        self._seed = np.random.RandomState().randint(0, 2 ** 32 - 1, dtype=np.int64) if seed is None else seed
        self._parameters, self._tensors = self._unpack(parameters, FuzzedParameter), self._unpack(tensors, FuzzedTensor)
        self._constraints = constraints or ()
        both = {p.name for p in self._parameters} & {t.name for t in self._tensors}
        if both:
            raise ValueError(f"Duplicate names in parameters and tensors: {both}")
        self._rejections = self._total_generated = 0

    @staticmethod
    def _unpack(values, cls):
        return tuple(itertools.chain.from_iterable([v] if isinstance(v, cls) else v for v in values))

    def take(self, n):
        """n times: tensors by name, what was chosen for them, the parameters."""
        state = np.random.RandomState(self._seed)
        torch.manual_seed(state.randint(0, 2 ** 63, dtype=np.int64))
        for _ in range(n):
            params = self._generate(state)
            made = {t.name: t._make_tensor(params, state) for t in self._tensors}
            yield {k: t for k, (t, _) in made.items()}, {k: properties for k, (_, properties) in made.items()}, params

    @property
    def rejection_rate(self):
        return self._rejections / self._total_generated if self._total_generated else 0.0

    def _generate(self, state):
        strict = {}
        for _ in range(_ATTEMPTS):
            candidate = {}
            for p in self._parameters:
                if not p.strict:
                    candidate[p.name] = p.sample(state)
                else:
                    if p.name not in strict:
                        strict[p.name] = p.sample(state)
                    candidate[p.name] = strict[p.name]
            candidate = self._resolve_aliases(candidate)
            self._total_generated += 1
            if all(f(candidate) for f in self._constraints) and all(t.satisfies_constraints(candidate) for t in self._tensors):
                return candidate
            self._rejections += 1
        raise ValueError("Failed to generate a set of valid parameters.")

    @staticmethod
    def _resolve_aliases(params):
        params = dict(params)
        while any(isinstance(v, ParameterAlias) for v in params.values()):
            before = sum(isinstance(v, ParameterAlias) for v in params.values())
            params = {k: params[v.alias_to] if isinstance(v, ParameterAlias) and not isinstance(params[v.alias_to], ParameterAlias) else v for k, v in params.items()}
            if sum(isinstance(v, ParameterAlias) for v in params.values()) == before:
                raise ValueError(f"ParameterAlias cycle detected\n{params}")
        return params
