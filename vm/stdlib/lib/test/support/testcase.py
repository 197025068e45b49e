"""Assertions for tests of numbers and exceptions."""

from math import copysign, isnan


class ExceptionIsLikeMixin:
    def assertExceptionIsLike(self, exc, template):
        """An exception is like another one: of its type, with its arguments, and so for the members of groups."""
        if exc is None and template is None:
            return
        if template is None:
            self.fail(f"unexpected exception: {exc}")
        if exc is None:
            self.fail(f"expected an exception like {template!r}, got None")
        self.assertEqual(exc.__class__, template.__class__)
        self.assertEqual(exc.args[0], template.args[0])
        if isinstance(exc, BaseExceptionGroup):
            self.assertEqual(len(exc.exceptions), len(template.exceptions))
            for e, t in zip(exc.exceptions, template.exceptions):
                self.assertExceptionIsLike(e, t)


class FloatsAreIdenticalMixin:
    def assertFloatsAreIdentical(self, x, y):
        """Equal with the same sign, or both no numbers."""
        if isnan(x) and isnan(y):
            return
        if x == y and (x != 0.0 or copysign(1.0, x) == copysign(1.0, y)):
            return
        self.fail(f"floats {x!r} and {y!r} are not identical")


class ComplexesAreIdenticalMixin(FloatsAreIdenticalMixin):
    def assertComplexesAreIdentical(self, x, y):
        self.assertFloatsAreIdentical(x.real, y.real)
        self.assertFloatsAreIdentical(x.imag, y.imag)
