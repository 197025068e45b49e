"""TestCase with expected values written in the test."""

import unittest


class TestCase(unittest.TestCase):
    maxDiff = None
    longMessage = True

    def assertExpectedInline(self, actual, expect, skip=0):
        """The text of actual is what the test says."""
        self.assertMultiLineEqual(str(expect), str(actual))

    def assertExpectedRaisesInline(self, exc_type, callable, expect, *args, **kwargs):
        """Calling raises an exception with the given text."""
        try:
            callable(*args, **kwargs)
        except exc_type as e:
            self.assertExpectedInline(str(e), expect)
            return
        self.fail(msg="Did not raise when expected to")
