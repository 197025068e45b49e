"""Symbols of the user's, and sizes that are computed of one: a fraction of it and a number, rounded down."""

from fractions import Fraction

__all__ = ["Symbol", "symbols"]


class _Size:
    """factor * symbol + offset, of which the part in front of the last whole number may be rounded down."""

    def __init__(self, symbol, factor, offset, floored=False, plus=0):
        self._said = symbol, Fraction(factor), Fraction(offset), floored, plus

    def __eq__(self, other):
        return isinstance(other, _Size) and self._said == other._said

    def __hash__(self):
        return hash(self._said)

    def __add__(self, number):
        symbol, factor, offset, floored, plus = self._said
        if not isinstance(number, int):
            return NotImplemented
        return _Size(symbol, factor, offset, True, plus + number) if floored else _made(symbol, factor, offset + number)

    __radd__ = __add__

    def __sub__(self, number):
        return self + -number

    def __mul__(self, number):
        symbol, factor, offset, floored, plus = self._said
        if not isinstance(number, int) or floored:
            return NotImplemented
        return _made(symbol, factor * number, offset * number)

    __rmul__ = __mul__

    def __floordiv__(self, number):
        symbol, factor, offset, floored, plus = self._said
        if not isinstance(number, int) or floored:
            return NotImplemented
        whole = (offset / number).__floor__() if offset.denominator == 1 and number == 1 else 0
        return _Size(symbol, factor / number, offset / number - whole, True, whole)

    def __repr__(self):
        symbol, factor, offset, floored, plus = self._said
        text = symbol if factor == 1 else f"{factor.numerator}*{symbol}" if factor.numerator != 1 else symbol
        text += f"/{factor.denominator}" if factor.denominator != 1 else ""
        text += f" {'+' if offset > 0 else '-'} {abs(offset)}" if offset else ""
        if not floored:
            return text
        return f"floor({text})" + (f" {'+' if plus > 0 else '-'} {abs(plus)}" if plus else "")


class Symbol(_Size):
    """A symbol by its name."""

    def __init__(self, name, **assumptions):
        super().__init__(name, 1, 0)
        self.name = name


def _made(symbol, factor, offset):
    return Symbol(symbol) if (factor, offset) == (1, 0) else _Size(symbol, factor, offset)


def symbols(names, **assumptions):
    """The symbol of a name, several of several names."""
    made = tuple(Symbol(name, **assumptions) for name in names.replace(",", " ").split())
    return made[0] if len(made) == 1 else made
