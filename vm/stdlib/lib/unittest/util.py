"""What the messages of assertions are made of."""

from collections import Counter, namedtuple
from os.path import commonprefix

__unittest = True

_MAX_LENGTH = 80
_KEPT_BEGIN = 5  # of a common prefix that is cut
_KEPT_COMMON = 5  # of a common prefix, before the difference
_KEPT_END = 5  # of what follows the difference
_PLACEHOLDER = 12  # room for "[12345 chars]"
_KEPT_DIFFERENCE = _MAX_LENGTH - (_KEPT_BEGIN + _PLACEHOLDER + _KEPT_COMMON + _PLACEHOLDER + _KEPT_END)


def safe_repr(obj, short=False):
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    if short and len(text) >= _MAX_LENGTH:
        text = text[:_MAX_LENGTH] + " [truncated]..."
    return text


def strclass(cls):
    return "%s.%s" % (cls.__module__, cls.__qualname__)


def _shorten(text, begin, end):
    """Replace the middle of a text by its length, where that saves room."""
    skipped = len(text) - begin - end
    if skipped > _PLACEHOLDER:
        text = "%s[%d chars]%s" % (text[:begin], skipped, text[len(text) - end:])
    return text


def _common_shorten_repr(*objs):
    """Return the reprs, cut alike so that where they differ can be seen."""
    texts = tuple(map(safe_repr, objs))
    longest = max(map(len, texts))
    if longest <= _MAX_LENGTH:
        return texts
    prefix = commonprefix(texts)
    size = len(prefix)
    room = _MAX_LENGTH - (longest - size + _KEPT_BEGIN + _PLACEHOLDER)
    if room > _KEPT_COMMON:
        prefix = _shorten(prefix, _KEPT_BEGIN, room)
        return tuple(prefix + text[size:] for text in texts)
    prefix = _shorten(prefix, _KEPT_BEGIN, _KEPT_COMMON)
    return tuple(prefix + _shorten(text[size:], _KEPT_DIFFERENCE, _KEPT_END) for text in texts)


_Mismatch = namedtuple("Mismatch", "actual expected value")


def _count_diff_hashable(actual, expected):
    """Return (count, count, value) for each value whose counts differ."""
    first, second = Counter(actual), Counter(expected)
    result = [_Mismatch(n, second.get(value, 0), value) for value, n in first.items() if n != second.get(value, 0)]
    result += [_Mismatch(0, n, value) for value, n in second.items() if value not in first]
    return result


def _count_diff_all_purpose(actual, expected):
    """The same for values that cannot be hashed, by comparing each with each."""
    first, second = list(actual), list(expected)
    gone = object()  # in place of what was counted
    result = []
    for side, other in ((first, second), (second, first)):
        for i, value in enumerate(side):
            if value is gone:
                continue
            counts = []
            for items in (side, other):
                same = [j for j, item in enumerate(items) if item is not gone and item == value]
                for j in same:
                    items[j] = gone
                counts.append(len(same))
            if side is second:
                counts.reverse()
            if counts[0] != counts[1]:
                result.append(_Mismatch(*counts, value))
    return result


def sorted_list_difference(expected, actual):
    """Return what only one of two sorted lists has: (missing, unexpected)."""
    i = j = 0
    missing, unexpected = [], []
    while i < len(expected) and j < len(actual):
        e, a = expected[i], actual[j]
        if e == a:
            while i < len(expected) and expected[i] == e:
                i += 1
            while j < len(actual) and actual[j] == e:
                j += 1
        elif e < a:
            missing.append(e)
            while i < len(expected) and expected[i] == e:
                i += 1
        else:
            unexpected.append(a)
            while j < len(actual) and actual[j] == a:
                j += 1
    return missing + expected[i:], unexpected + actual[j:]


def unorderable_list_difference(expected, actual):
    """Return (missing, unexpected) of lists whose items need not have an order; actual is used up."""
    def found(item):
        there = item in actual
        if there:
            actual.remove(item)
        return there

    missing = [item for item in reversed(expected) if not found(item)]
    expected.clear()
    return missing, actual


def three_way_cmp(x, y):
    return (x > y) - (x < y)


def first_line(doc):
    """Return the first line of a docstring, or None where there is no text."""
    return (doc or "").strip().partition("\n")[0].strip() or None
