"""Strategies: how values are drawn. The first example of a test is of the simplest values; ends of ranges come often."""
import functools
import math
import random as generators

from hypothesis.errors import InvalidArgument, UnsatisfiedAssumption

__all__ = [
    "SearchStrategy", "binary", "booleans", "builds", "characters", "complex_numbers", "composite", "data", "deferred", "dictionaries", "fixed_dictionaries", "floats", "frozensets", "integers",
    "iterables", "just", "lists", "none", "nothing", "one_of", "permutations", "randoms", "recursive", "sampled_from", "sets", "shared", "slices", "text", "tuples",
]

_TRIES = 100  # of a filter, and of elements that must differ


class Source:
    """Where values come from."""

    def __init__(self, random, simplest=False):
        self.random, self.simplest, self.interactive, self.shared = random, simplest, False, {}

    def draw(self, strategy):
        if not isinstance(strategy, SearchStrategy):
            raise InvalidArgument(f"Expected a SearchStrategy but got {strategy!r} (type={type(strategy).__name__})")
        return strategy.do_draw(self)

    def chance(self, share):
        return not self.simplest and self.random.random() < share

    def between(self, low, high):
        return low if self.simplest else self.random.randint(low, high)


class SearchStrategy:
    """A way of drawing values."""

    def __init__(self, do_draw, text="strategy"):
        self._draw, self._text = do_draw, text

    def do_draw(self, source):
        return self._draw(source)

    def example(self):
        return Source(generators.Random()).draw(self)

    def map(self, function):
        return SearchStrategy(lambda source: function(source.draw(self)), f"{self!r}.map({function!r})")

    def flatmap(self, function):
        return SearchStrategy(lambda source: source.draw(function(source.draw(self))), f"{self!r}.flatmap({function!r})")

    def filter(self, condition):
        def draw(source):
            for _ in range(_TRIES):
                value = source.draw(self)
                if condition(value):
                    return value
                source.simplest = False
            raise UnsatisfiedAssumption

        return SearchStrategy(draw, f"{self!r}.filter({condition!r})")

    def __or__(self, other):
        return one_of(self, other)

    def __repr__(self):
        return self._text

    def validate(self):
        pass


def nothing():
    def draw(source):
        raise UnsatisfiedAssumption

    return SearchStrategy(draw, "nothing()")


def just(value):
    return SearchStrategy(lambda source: value, f"just({value!r})")


def none():
    return just(None)


def booleans():
    return SearchStrategy(lambda source: source.chance(0.5), "booleans()")


def integers(min_value=None, max_value=None):
    if min_value is not None and max_value is not None and min_value > max_value:
        raise InvalidArgument(f"Cannot have max_value={max_value!r} < min_value={min_value!r}")
    for value in (min_value, max_value):
        if value is not None and value != int(value):
            raise InvalidArgument(f"{value!r} cannot be exactly represented as an integer.")
    low = None if min_value is None else int(min_value)
    high = None if max_value is None else int(max_value)

    def draw(source):
        if source.simplest:
            return min(max(0, low if low is not None else 0), high if high is not None else max(0, low or 0))
        least, most = low, high
        if least is None or most is None:  # of some number of bits
            reach = 1 << source.random.choice((4, 8, 16, 32, 64))
            if least is None and most is None:
                least, most = -reach, reach
            elif least is None:
                least = most - reach
            else:
                most = least + reach
        if source.chance(0.15):
            return source.random.choice([v for v in (least, most, 0, 1, -1) if least <= v <= most])
        return source.random.randint(least, most)

    return SearchStrategy(draw, f"integers({min_value!r}, {max_value!r})")


_LARGEST = {16: 65504.0, 32: 3.4028234663852886e38, 64: 1.7976931348623157e308}


def floats(min_value=None, max_value=None, *, allow_nan=None, allow_infinity=None, allow_subnormal=None, width=64, exclude_min=False, exclude_max=False):
    """Numbers of a width; NaN comes only where there are no bounds, infinity where at least one is missing."""
    if width not in _LARGEST:
        raise InvalidArgument(f"Got width={width!r}, but the only valid values are the integers 16, 32, and 64.")
    bounded = min_value is not None and max_value is not None
    if allow_nan and (min_value is not None or max_value is not None):
        raise InvalidArgument("Cannot have allow_nan=True, with min_value or max_value")
    if bounded and min_value > max_value:
        raise InvalidArgument(f"There are no {width}-bit floating-point values between min_value={min_value!r} and max_value={max_value!r}")
    nan = min_value is None and max_value is None if allow_nan is None else allow_nan
    infinite = not bounded if allow_infinity is None else allow_infinity
    low = -_LARGEST[width] if min_value is None or math.isinf(min_value) else max(float(min_value), -_LARGEST[width])
    high = _LARGEST[width] if max_value is None or math.isinf(max_value) else min(float(max_value), _LARGEST[width])
    notable = [v for v in (0.0, 1.0, -1.0, 0.5, 1.5, low, high) if low <= v <= high]

    def draw(source):
        if source.simplest:
            return _rounded(min(max(0.0, low), high), width, low, high)
        if nan and source.chance(0.03):
            return math.nan
        if infinite and source.chance(0.05):
            return source.random.choice([v for v, ok in ((math.inf, max_value is None), (-math.inf, min_value is None)) if ok] or [high])
        for _ in range(_TRIES):
            if source.chance(0.2):
                value = source.random.choice(notable)
            elif source.chance(0.5) and low < 1e3 and high > -1e3:  # of everyday size
                value = source.random.uniform(max(low, -1e3), min(high, 1e3))
            else:
                value = low + source.random.random() * high - source.random.random() * low if high - low == math.inf else source.random.uniform(low, high)
            value = _rounded(value, width, low, high)
            if low <= value <= high and not (exclude_min and value == min_value) and not (exclude_max and value == max_value):
                return value
        raise UnsatisfiedAssumption

    return SearchStrategy(draw, f"floats(min_value={min_value!r}, max_value={max_value!r}, width={width})")


def _rounded(value, width, low, high):
    """The nearest number of a width within the bounds."""
    if width == 64:
        return value
    import numpy as np

    near = float((np.float32 if width == 32 else np.float16)(value))
    return near if low <= near <= high else value


def complex_numbers(*, min_magnitude=0, max_magnitude=None, allow_infinity=None, allow_nan=None, allow_subnormal=True, width=128):
    part = floats(allow_infinity=bool(allow_infinity), allow_nan=bool(allow_nan)) if max_magnitude is None else floats(-max_magnitude, max_magnitude)
    return tuples(part, part).map(lambda p: complex(*p)).filter(lambda z: min_magnitude <= abs(z) and (max_magnitude is None or abs(z) <= max_magnitude))


def sampled_from(elements):
    values = list(elements)
    if not values:
        raise InvalidArgument("Cannot sample from a length-zero sequence.")
    return SearchStrategy(lambda source: values[source.between(0, len(values) - 1)], f"sampled_from({elements!r})")


def one_of(*strategies):
    options = list(strategies[0]) if len(strategies) == 1 and not isinstance(strategies[0], SearchStrategy) else list(strategies)
    if not options:
        return nothing()
    return SearchStrategy(lambda source: source.draw(options[source.between(0, len(options) - 1)]), f"one_of({', '.join(map(repr, options))})")


def lists(elements, *, min_size=0, max_size=None, unique=False, unique_by=None):
    most = max_size if max_size is not None else max(2 * min_size, min_size + 8)
    if min_size > most:
        raise InvalidArgument(f"Cannot have max_size={max_size!r} < min_size={min_size!r}")
    key = unique_by if unique_by is not None else (lambda v: v) if unique else None

    def draw(source):
        size, made, seen = source.between(min_size, most), [], set()
        for _ in range(size * (_TRIES if key else 1)):
            if len(made) == size:
                break
            value = source.draw(elements)
            if key is not None:
                if key(value) in seen:
                    source.simplest = False
                    continue
                seen.add(key(value))
            made.append(value)
        if len(made) < min_size:
            raise UnsatisfiedAssumption
        return made

    return SearchStrategy(draw, f"lists({elements!r}, min_size={min_size}, max_size={max_size})")


def tuples(*parts):
    return SearchStrategy(lambda source: tuple(source.draw(part) for part in parts), f"tuples({', '.join(map(repr, parts))})")


def sets(elements, *, min_size=0, max_size=None):
    return lists(elements, min_size=min_size, max_size=max_size, unique=True).map(set)


def frozensets(elements, *, min_size=0, max_size=None):
    return lists(elements, min_size=min_size, max_size=max_size, unique=True).map(frozenset)


def iterables(elements, *, min_size=0, max_size=None, unique=False, unique_by=None):
    return lists(elements, min_size=min_size, max_size=max_size, unique=unique, unique_by=unique_by).map(iter)


def dictionaries(keys, values, *, dict_class=dict, min_size=0, max_size=None):
    return lists(tuples(keys, values), min_size=min_size, max_size=max_size, unique_by=lambda pair: pair[0]).map(dict_class)


def fixed_dictionaries(mapping, *, optional=None):
    def draw(source):
        made = {key: source.draw(strategy) for key, strategy in mapping.items()}
        made.update({key: source.draw(strategy) for key, strategy in (optional or {}).items() if source.chance(0.5)})
        return made

    return SearchStrategy(draw, f"fixed_dictionaries({mapping!r})")


def characters(*, min_codepoint=None, max_codepoint=None, categories=None, exclude_categories=None, exclude_characters="", include_characters="", codec=None):
    low, high = min_codepoint or 0, min(max_codepoint if max_codepoint is not None else 0x2FFF, 127 if codec == "ascii" else 0x10FFFF)
    everyday = (max(low, 48), min(high, 122))

    def draw(source):
        return chr(source.between(*(everyday if everyday[0] <= everyday[1] and (source.simplest or source.chance(0.8)) else (low, high))))

    return SearchStrategy(draw, "characters()").filter(lambda c: c not in exclude_characters)


def text(alphabet=None, *, min_size=0, max_size=None):
    if alphabet is None:
        alphabet = characters()
    elif not isinstance(alphabet, SearchStrategy):
        alphabet = sampled_from(alphabet)
    return lists(alphabet, min_size=min_size, max_size=max_size).map("".join)


def binary(*, min_size=0, max_size=None):
    return lists(integers(0, 255), min_size=min_size, max_size=max_size).map(bytes)


def permutations(values):
    values = list(values)
    return SearchStrategy(lambda source: values[:] if source.simplest else source.random.sample(values, len(values)), f"permutations({values!r})")


def randoms(*, note_method_calls=False, use_true_random=False):
    return integers(0, 2**32 - 1).map(generators.Random)


def slices(size):
    place = one_of(none(), integers(-size, size))
    return tuples(place, place, one_of(none(), integers(1, max(size, 1)))).map(lambda parts: slice(*parts))


def builds(target, *args, **kwargs):
    return SearchStrategy(lambda source: target(*(source.draw(a) for a in args), **{key: source.draw(v) for key, v in kwargs.items()}), f"builds({target!r})")


def shared(base, *, key=None):
    own = key if key is not None else base

    def draw(source):
        if own not in source.shared:
            source.shared[own] = source.draw(base)
        return source.shared[own]

    return SearchStrategy(draw, f"shared({base!r})")


def deferred(definition):
    return SearchStrategy(lambda source: source.draw(definition()), "deferred()")


def recursive(base, extend, *, max_leaves=100):
    deep = base
    for _ in range(3):
        deep = one_of(base, extend(deep))
    return deep


def composite(function):
    """A strategy of what a function makes that draws by its first argument."""

    @functools.wraps(function)
    def strategy(*args, **kwargs):
        return SearchStrategy(lambda source: function(source.draw, *args, **kwargs), f"{function.__name__}()")

    return strategy


class DataObject:
    """Draws while the test runs."""

    def __init__(self, source):
        self._source = source

    def draw(self, strategy, label=None):
        return self._source.draw(strategy)


def data():
    def draw(source):
        source.interactive = True
        return DataObject(source)

    return SearchStrategy(draw, "data()")
