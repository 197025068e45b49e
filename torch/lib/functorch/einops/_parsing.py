"""Patterns of names of dimensions: `b (h w) ... 1`."""
import keyword
import re
import warnings

_ellipsis = "\u2026"  # one character, so that it is never taken for a list of names


class AnonymousAxis:
    """A dimension with a length in the place of a name; no two are equal."""

    def __init__(self, value):
        self.value = int(value)
        if self.value < 1:
            raise ValueError(f"Anonymous axis should have positive length, not {self.value}")

    def __repr__(self):
        return f"{self.value}-axis"


class ParsedExpression:
    """One side of a pattern. composition has a list of names for each dimension, and the ellipsis by itself where it is in no group."""

    def __init__(self, expression, *, allow_underscore=False, allow_duplicates=False):
        self.has_ellipsis = "." in expression
        self.has_ellipsis_parenthesized = None
        self.identifiers, self.composition = set(), []
        self.has_non_unitary_anonymous_axes = False
        self._allowed = allow_underscore, allow_duplicates
        if self.has_ellipsis:
            expression = _with_ellipsis(expression)
        group = None
        for token in _tokens(expression):
            if token == "(":
                if group is not None:
                    raise ValueError("Axis composition is one-level (brackets inside brackets not allowed)")
                group = []
            elif token == ")":
                if group is None:
                    raise ValueError("Brackets are not balanced")
                self.composition.append(group)
                group = None
            else:
                self._add(token, group)
        if group is not None:
            raise ValueError(f"Imbalanced parentheses in expression: '{expression}'")

    def _add(self, name, group):
        """Adds a dimension, to a group of those that are one."""
        allow_underscore, allow_duplicates = self._allowed
        if name in self.identifiers and not allow_duplicates and not (allow_underscore and name == "_"):
            raise ValueError(f"Indexing expression contains duplicate dimension '{name}'")
        if name == _ellipsis:
            self.has_ellipsis_parenthesized = group is not None
            self.identifiers.add(name)
            (self.composition if group is None else group).append(name)
            return
        axis = name
        if name.isdecimal():
            if int(name) == 1:  # of a group it is no part
                if group is None:
                    self.composition.append([])
                return
            axis = AnonymousAxis(name)
            self.has_non_unitary_anonymous_axes = True
        else:
            valid, reason = self.check_axis_name_return_reason(name, allow_underscore)
            if not valid:
                raise ValueError(f"Invalid axis identifier: {name}\n{reason}")
        self.identifiers.add(axis)
        if group is None:
            self.composition.append([axis])
        else:
            group.append(axis)

    @staticmethod
    def check_axis_name_return_reason(name, allow_underscore=False):
        """Whether a name is one of a dimension, and why it is none."""
        if not name.isidentifier():
            return False, "not a valid python identifier"
        if name == "_" and allow_underscore:
            return True, ""
        if name.startswith("_") or name.endswith("_"):
            return False, "axis name should should not start or end with underscore"
        if keyword.iskeyword(name):
            warnings.warn(f"It is discouraged to use axes names that are keywords: {name}", RuntimeWarning)
        if name == "axis":
            warnings.warn("It is discouraged to use 'axis' as an axis name and will raise an error in future", FutureWarning)
        return True, ""

    @staticmethod
    def check_axis_name(name):
        """Whether a name is one of a dimension."""
        return ParsedExpression.check_axis_name_return_reason(name)[0]


def _with_ellipsis(expression):
    """An expression with one character for its dots."""
    if "..." not in expression:
        raise ValueError("Expression may contain dots only inside ellipsis (...)")
    if expression.count("...") != 1 or expression.count(".") != 3:
        raise ValueError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
    return expression.replace("...", _ellipsis)


def _tokens(expression):
    """The brackets and names of an expression."""
    for part in re.finditer(rf"[()]|[^\W]+|{_ellipsis}+|( +)|(.)", expression, re.DOTALL):
        if part[2]:
            raise ValueError(f"Unknown character '{part[2]}'")
        if not part[1]:
            yield part[0]


def parse_pattern(pattern, axes_lengths):
    """Both sides of a pattern."""
    sides = pattern.split("->")
    if len(sides) != 2:
        raise ValueError("Pattern must contain a single '->' separator")
    if _ellipsis in axes_lengths:
        raise ValueError(f"'{_ellipsis}' is not an allowed axis identifier")
    left, right = map(ParsedExpression, sides)
    if right.has_ellipsis and not left.has_ellipsis:
        raise ValueError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if left.has_ellipsis_parenthesized:
        raise ValueError(f"Ellipsis is parenthesis in the left side is not allowed: {pattern}")
    return left, right


def validate_rearrange_expressions(left, right, axes_lengths):
    """Refuses a pattern that does more than to rearrange, and lengths of nothing."""
    for length in axes_lengths.values():
        if type(length) is not int:
            raise TypeError(f"rearrange axis lengths must be integers, got: {type(length)}")
    if left.has_non_unitary_anonymous_axes or right.has_non_unitary_anonymous_axes:
        raise ValueError("rearrange only supports unnamed axes of size 1")
    if single := left.identifiers ^ right.identifiers:
        raise ValueError(f"Identifiers only on one side of rearrange expression (should be on both): {single}")
    if unknown := axes_lengths.keys() - left.identifiers:
        raise ValueError(f"Identifiers not found in rearrange expression: {unknown}")


def comma_separate(collection):
    """Texts, and tuples of texts, as Python writes the names in them."""
    return ", ".join(item if isinstance(item, str) else f"({comma_separate(item)}{',' if len(item) == 1 else ''})" for item in collection)
