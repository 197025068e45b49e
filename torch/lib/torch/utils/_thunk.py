"""Values that are computed on first use."""


class Thunk:
    """A function without arguments, called once by force, which forgets it then."""

    __slots__ = ["f", "r"]

    def __init__(self, f):
        self.f = f
        self.r = None

    def force(self):
        if self.f is not None:
            self.r, self.f = self.f(), None
        return self.r
