"""That two sizes are the same."""

__all__ = ["Equality"]


class Equality:
    """Two sizes."""

    def __init__(self, lhs, rhs):
        self.lhs, self.rhs = lhs, rhs

    def __str__(self):
        return f"{self.lhs} = {self.rhs}"

    __repr__ = __str__

    def __eq__(self, other):
        return isinstance(other, Equality) and (self.lhs, self.rhs) == (other.lhs, other.rhs)
