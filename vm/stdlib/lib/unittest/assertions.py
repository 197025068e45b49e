"""The assert methods."""

import functools
import re

from .contexts import AssertLogsContext, AssertRaisesContext, AssertWarnsContext
from .util import _common_shorten_repr, _count_diff_all_purpose, _count_diff_hashable, safe_repr

__unittest = True

_OMITTED = "\nDiff is %s characters long. Set self.maxDiff to None to see it."


def _diff(first, second):
    """Return the difference of what pprint makes of two values."""
    import difflib
    import pprint
    return "\n" + "\n".join(difflib.ndiff(pprint.pformat(first).splitlines(), pprint.pformat(second).splitlines()))


def _kind_of(obj):
    """Name what has an attribute or lacks it, as AttributeError does."""
    import types
    if isinstance(obj, types.ModuleType):
        return f"module {obj.__name__!r}"
    if isinstance(obj, type):
        return f"type object {obj.__name__!r}"
    return f"{type(obj).__name__!r} object"


def _nearness(first, second, places, delta):
    """Return whether two numbers differ by little enough, the limit in words, and the difference."""
    if None not in (places, delta):
        raise TypeError("specify delta or places not both")
    difference = abs(first - second)
    if delta is not None:
        return difference <= delta, f"{safe_repr(delta)} delta", difference
    digits = 7 if places is None else places
    return round(difference, digits) == 0, f"{digits!r} places", difference


class TestCase:
    """Base of unittest.TestCase, under its name since call errors show it."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2 ** 16  # longer texts are not compared by line

    def fail(self, msg=None):
        raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        return "%s : %s" % (standardMsg, msg)

    def _truncateMessage(self, message, diff):
        if self.maxDiff is None or len(diff) <= self.maxDiff:
            return message + diff
        return message + _OMITTED % len(diff)

    def assertFalse(self, expr, msg=None):
        if expr:
            raise self.failureException(self._formatMessage(msg, "%s is not false" % safe_repr(expr)))

    def assertTrue(self, expr, msg=None):
        if not expr:
            raise self.failureException(self._formatMessage(msg, "%s is not true" % safe_repr(expr)))

    def assertRaises(self, expected_exception, *args, **kwargs):
        context = AssertRaisesContext(expected_exception, self)
        try:
            return context.handle("assertRaises", args, kwargs)
        finally:
            context = None  # no cycle through the traceback

    def assertRaisesRegex(self, expected_exception, expected_regex, *args, **kwargs):
        return AssertRaisesContext(expected_exception, self, expected_regex).handle("assertRaisesRegex", args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        return AssertWarnsContext(expected_warning, self).handle("assertWarns", args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args, **kwargs):
        return AssertWarnsContext(expected_warning, self, expected_regex).handle("assertWarnsRegex", args, kwargs)

    def assertLogs(self, logger=None, level=None):
        return AssertLogsContext(self, logger, level, no_logs=False)

    def assertNoLogs(self, logger=None, level=None):
        return AssertLogsContext(self, logger, level, no_logs=True)

    def _getAssertEqualityFunc(self, first, second):
        # Only equal types have a method: 1 == 1.0 must hold.
        if type(first) is type(second):
            method = self._type_equality_funcs.get(type(first))
            if method is not None:
                return getattr(self, method) if isinstance(method, str) else method
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            standard = "%s != %s" % _common_shorten_repr(first, second)
            raise self.failureException(self._formatMessage(msg, standard))

    def assertEqual(self, first, second, msg=None):
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        if not first != second:
            raise self.failureException(self._formatMessage(msg, "%s == %s" % (safe_repr(first), safe_repr(second))))

    def assertAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        if first == second:
            return
        near, within, difference = _nearness(first, second, places, delta)
        if not near:
            standard = f"{safe_repr(first)} != {safe_repr(second)} within {within} ({safe_repr(difference)} difference)"
            raise self.failureException(self._formatMessage(msg, standard))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None, delta=None):
        near, within, difference = _nearness(first, second, places, delta)
        if near or first == second:
            shown = f" ({safe_repr(difference)} difference)" if delta is not None else ""
            standard = f"{safe_repr(first)} == {safe_repr(second)} within {within}{shown}"
            raise self.failureException(self._formatMessage(msg, standard))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        if seq_type is not None:
            name = seq_type.__name__
            for seq, which in ((seq1, "First"), (seq2, "Second")):
                if not isinstance(seq, seq_type):
                    raise self.failureException("%s sequence is not a %s: %s" % (which, name, safe_repr(seq)))
        else:
            name = "sequence"
        differing = None
        lengths = []
        for seq, which in ((seq1, "First"), (seq2, "Second")):
            try:
                lengths.append(len(seq))
            except (TypeError, NotImplementedError):
                differing = "%s %s has no length.    Non-sequence?" % (which, name)
                break
        if differing is None:
            if seq1 == seq2:
                return
            found = self._first_difference(seq1, seq2, lengths, name)
            if not found and lengths[0] == lengths[1] and seq_type is None and type(seq1) != type(seq2):
                return  # sequences of two types with the same items
            differing = "%ss differ: %s != %s\n" % (name.capitalize(), *_common_shorten_repr(seq1, seq2)) + found
        standard = self._truncateMessage(differing, _diff(seq1, seq2))
        self.fail(self._formatMessage(msg, standard))

    def _first_difference(self, seq1, seq2, lengths, name):
        text = ""
        len1, len2 = lengths
        for i in range(min(len1, len2)):
            items = []
            for seq, which in ((seq1, "first"), (seq2, "second")):
                try:
                    items.append(seq[i])
                except (TypeError, IndexError, NotImplementedError):
                    return "\nUnable to index element %d of %s %s\n" % (i, which, name)
            if items[0] != items[1]:
                text = "\nFirst differing element %d:\n%s\n%s\n" % (i, *_common_shorten_repr(*items))
                break
        for seq, size, other, which in ((seq1, len1, len2, "first"), (seq2, len2, len1, "second")):
            if size > other:
                text += "\n%s %s contains %d additional elements.\n" % (which.capitalize(), name, size - other)
                try:
                    text += "First extra element %d:\n%s\n" % (other, safe_repr(seq[other]))
                except (TypeError, IndexError, NotImplementedError):
                    text += "Unable to index element %d of %s %s\n" % (other, which, name)
        return text

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        self.assertSequenceEqual(tuple1, tuple2, msg, tuple)

    def assertListEqual(self, list1, list2, msg=None):
        self.assertSequenceEqual(list1, list2, msg, list)

    def assertSetEqual(self, set1, set2, msg=None):
        differences = []
        for a, b, which in ((set1, set2, "first"), (set2, set1, "second")):
            try:
                differences.append(a.difference(b))
            except TypeError as e:
                self.fail("invalid type when attempting set difference: %s" % e)
            except AttributeError as e:
                self.fail("%s argument does not support set difference: %s" % (which, e))
        if not (differences[0] or differences[1]):
            return
        lines = []
        for extra, title in zip(differences, ("Items in the first set but not the second:", "Items in the second set but not the first:")):
            if extra:
                lines.append(title)
                lines.extend(repr(item) for item in extra)
        self.fail(self._formatMessage(msg, "\n".join(lines)))

    def assertIn(self, member, container, msg=None):
        if member not in container:
            self.fail(self._formatMessage(msg, "%s not found in %s" % (safe_repr(member), safe_repr(container))))

    def assertNotIn(self, member, container, msg=None):
        if member in container:
            self.fail(self._formatMessage(msg, "%s unexpectedly found in %s" % (safe_repr(member), safe_repr(container))))

    def assertIs(self, expr1, expr2, msg=None):
        if expr1 is not expr2:
            self.fail(self._formatMessage(msg, "%s is not %s" % (safe_repr(expr1), safe_repr(expr2))))

    def assertIsNot(self, expr1, expr2, msg=None):
        if expr1 is expr2:
            self.fail(self._formatMessage(msg, "unexpectedly identical: %s" % (safe_repr(expr1),)))

    def assertDictEqual(self, d1, d2, msg=None):
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict, "Second argument is not a dictionary")
        if d1 != d2:
            standard = self._truncateMessage("%s != %s" % _common_shorten_repr(d1, d2), _diff(d1, d2))
            self.fail(self._formatMessage(msg, standard))

    def assertCountEqual(self, first, second, msg=None):
        first, second = list(first), list(second)
        try:
            differences = _count_diff_hashable(first, second)
        except TypeError:
            differences = _count_diff_all_purpose(first, second)
        if differences:
            lines = ["First has %d, Second has %d:  %r" % difference for difference in differences]
            standard = self._truncateMessage("Element counts were not equal:\n", "\n".join(lines))
            self.fail(self._formatMessage(msg, standard))

    def assertMultiLineEqual(self, first, second, msg=None):
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first == second:
            return
        if len(first) > self._diffThreshold or len(second) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        import difflib
        texts = [first, second]
        if any(text and not text.endswith("\n") for text in texts):
            # Where one lacks the last newline, the difference shows as a line.
            texts = [text and text + "\n" for text in texts]
        lines = [text.splitlines(keepends=True) for text in texts]
        diff = "\n" + "".join(difflib.ndiff(*lines))
        standard = self._truncateMessage("%s != %s" % _common_shorten_repr(first, second), diff)
        self.fail(self._formatMessage(msg, standard))

    def assertLess(self, a, b, msg=None):
        if not a < b:
            self.fail(self._formatMessage(msg, "%s not less than %s" % (safe_repr(a), safe_repr(b))))

    def assertLessEqual(self, a, b, msg=None):
        if not a <= b:
            self.fail(self._formatMessage(msg, "%s not less than or equal to %s" % (safe_repr(a), safe_repr(b))))

    def assertGreater(self, a, b, msg=None):
        if not a > b:
            self.fail(self._formatMessage(msg, "%s not greater than %s" % (safe_repr(a), safe_repr(b))))

    def assertGreaterEqual(self, a, b, msg=None):
        if not a >= b:
            self.fail(self._formatMessage(msg, "%s not greater than or equal to %s" % (safe_repr(a), safe_repr(b))))

    def assertIsNone(self, obj, msg=None):
        if obj is not None:
            self.fail(self._formatMessage(msg, "%s is not None" % (safe_repr(obj),)))

    def assertIsNotNone(self, obj, msg=None):
        if obj is None:
            self.fail(self._formatMessage(msg, "unexpectedly None"))

    def assertIsInstance(self, obj, cls, msg=None):
        if not isinstance(obj, cls):
            any_of = "any of " if isinstance(cls, tuple) else ""
            self.fail(self._formatMessage(msg, f"{safe_repr(obj)} is not an instance of {any_of}{cls!r}"))

    def assertNotIsInstance(self, obj, cls, msg=None):
        if isinstance(obj, cls):
            if isinstance(cls, tuple):
                cls = next(c for c in cls if isinstance(obj, c))
            self.fail(self._formatMessage(msg, f"{safe_repr(obj)} is an instance of {cls!r}"))

    def _is_subclass(self, cls, superclass, msg):
        try:
            return issubclass(cls, superclass)
        except TypeError:
            if isinstance(cls, type):
                raise
        self.fail(self._formatMessage(msg, f"{cls!r} is not a class"))

    def assertIsSubclass(self, cls, superclass, msg=None):
        if not self._is_subclass(cls, superclass, msg):
            wanted = f"any of {superclass!r}" if isinstance(superclass, tuple) else repr(superclass)
            self.fail(self._formatMessage(msg, f"{cls!r} is not a subclass of {wanted}"))

    def assertNotIsSubclass(self, cls, superclass, msg=None):
        if self._is_subclass(cls, superclass, msg):
            candidates = superclass if isinstance(superclass, tuple) else (superclass,)
            which = next(filter(functools.partial(issubclass, cls), candidates))
            self.fail(self._formatMessage(msg, f"{cls!r} is a subclass of {which!r}"))

    def assertHasAttr(self, obj, name, msg=None):
        if not hasattr(obj, name):
            self.fail(self._formatMessage(msg, f"{_kind_of(obj)} has no attribute {name!r}"))

    def assertNotHasAttr(self, obj, name, msg=None):
        if hasattr(obj, name):
            self.fail(self._formatMessage(msg, f"{_kind_of(obj)} has unexpected attribute {name!r}"))

    def assertRegex(self, text, expected_regex, msg=None):
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, "expected_regex must not be empty."
            expected_regex = re.compile(expected_regex)
        if not expected_regex.search(text):
            standard = "Regex didn't match: %r not found in %r" % (expected_regex.pattern, text)
            raise self.failureException(self._formatMessage(msg, standard))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = re.compile(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            standard = "Regex matched: %r matches %r in %r" % (text[match.start():match.end()], unexpected_regex.pattern, text)
            raise self.failureException(self._formatMessage(msg, standard))

    def _call_affix(self, method, s, affix, msg):
        """Call str.startswith or the like; a mixture of types is a failure."""
        try:
            return getattr(s, method)(affix)
        except (AttributeError, TypeError):
            first = affix[0] if affix and isinstance(affix, tuple) else affix
            for text_type in (bytes, str):
                if isinstance(first, text_type) and not isinstance(s, (bytes, bytearray) if text_type is bytes else str):
                    self.fail(self._formatMessage(msg, f"Expected {text_type.__name__}, not {type(s).__name__}"))
            raise

    def assertStartsWith(self, s, prefix, msg=None):
        if not self._call_affix("startswith", s, prefix, msg):
            any_of = "any of " if isinstance(prefix, tuple) else ""
            self.fail(self._formatMessage(msg, f"{safe_repr(s)} doesn't start with {any_of}{prefix!r}"))

    def assertNotStartsWith(self, s, prefix, msg=None):
        if self._call_affix("startswith", s, prefix, msg):
            if isinstance(prefix, tuple):
                prefix = next(x for x in prefix if s.startswith(x))
            self.fail(self._formatMessage(msg, f"{safe_repr(s)} starts with {prefix!r}"))

    def assertEndsWith(self, s, suffix, msg=None):
        if not self._call_affix("endswith", s, suffix, msg):
            any_of = "any of " if isinstance(suffix, tuple) else ""
            self.fail(self._formatMessage(msg, f"{safe_repr(s)} doesn't end with {any_of}{suffix!r}"))

    def assertNotEndsWith(self, s, suffix, msg=None):
        if self._call_affix("endswith", s, suffix, msg):
            if isinstance(suffix, tuple):
                suffix = next(x for x in suffix if s.endswith(x))
            self.fail(self._formatMessage(msg, f"{safe_repr(s)} ends with {suffix!r}"))
