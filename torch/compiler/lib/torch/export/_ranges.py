"""The ranges of sizes, and the names by which range_constraints have them."""


class ValueRanges:
    """The least and the greatest value of a size."""

    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper

    def __eq__(self, other):
        return isinstance(other, ValueRanges) and (self.lower, self.upper) == (other.lower, other.upper)

    def __hash__(self):
        return hash((self.lower, self.upper))

    @property
    def is_int(self):
        return not self.is_float

    @property
    def is_float(self):
        return str(self.upper) == "oo"

    is_bool = False

    def is_singleton(self):
        return self.lower == self.upper

    def __repr__(self):
        return f"VR[{self.lower}, {'int_oo' if self.upper is None else self.upper}]"


def _range(symbol, lower, upper):
    """The range of a symbol; None stands for no bound."""
    infinity = "oo" if symbol.startswith("zu") else "int_oo"
    return ValueRanges(_Infinite("-" + infinity) if lower is None else lower, _Infinite(infinity) if upper is None and infinity == "oo" else upper)


def loaded_range(lower, upper):
    """A range as archives have it, in which every range is one of ints."""
    unbounded = lambda bound: bound is None or isinstance(bound, float) and bound in (float("inf"), -float("inf"))
    return ValueRanges(_Infinite("-int_oo") if unbounded(lower) else lower, _Infinite("int_oo") if unbounded(upper) else upper)


class _Infinite(float):
    """No bound, which prints as sympy has it."""

    def __new__(cls, text):
        self = super().__new__(cls, "-inf" if text.startswith("-") else "inf")
        self.text = text
        return self

    def __repr__(self):
        return self.text

    __str__ = __repr__

    def __format__(self, spec):
        return self.text


class _Symbol:
    """The name of a size in range_constraints."""

    def __init__(self, name):
        self.name = name

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(self.name)

    def __repr__(self):
        return self.name
