"""Differences between sequences.

The algorithm finds the longest stretch that two sequences have in common (Ratcliff
and Obershelp, "gestalt pattern matching"), then goes on to the left and to the right
of it.
"""

from collections import namedtuple
from heapq import nlargest

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher", "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK",
           "context_diff", "unified_diff", "Match"]

Match = namedtuple("Match", "a b size")


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    """Compares two sequences of hashable items."""

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk, self.autojunk = isjunk, autojunk
        self.a = self.b = None
        self.set_seqs(a, b)

    def set_seq1(self, a):
        if a is self.a:
            return
        self.opcodes = self.matching_blocks = None
        self.a = a

    def set_seqs(self, a, b):
        for set_one, items in ((self.set_seq1, a), (self.set_seq2, b)):
            set_one(items)

    def set_seq2(self, b):
        if b is self.b:
            return
        self.b = b
        self.matching_blocks = self.opcodes = self.fullbcount = None
        self.b2j = places = {}
        for i, item in enumerate(b):
            places.setdefault(item, []).append(i)
        self.bjunk = {item for item in places if self.isjunk is not None and self.isjunk(item)}
        for item in self.bjunk:
            del places[item]
        # Items that are everywhere in a long sequence say little.
        self.bpopular = set()
        if self.autojunk and len(b) >= 200:
            limit = len(b) // 100 + 1
            self.bpopular = {item for item, where in places.items() if len(where) > limit}
            for item in self.bpopular:
                del places[item]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        """Return the longest common stretch of a[alo:ahi] and b[blo:bhi]."""
        a, b, places, junk = self.a, self.b, self.b2j, self.bjunk
        ahi = len(a) if ahi is None else ahi
        bhi = len(b) if bhi is None else bhi
        best_i, best_j, best_size = alo, blo, 0
        lengths = {}  # by j: of the common stretch that ends at a[i-1] and b[j]
        for i in range(alo, ahi):
            new = {}
            for j in places.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                k = new[j] = lengths.get(j - 1, 0) + 1
                if k > best_size:
                    best_i, best_j, best_size = i - k + 1, j - k + 1, k
            lengths = new
        # Popular items may extend the stretch, and then junk.
        for wanted in (False, True):
            while best_i > alo and best_j > blo and (b[best_j - 1] in junk) is wanted and a[best_i - 1] == b[best_j - 1]:
                best_i, best_j, best_size = best_i - 1, best_j - 1, best_size + 1
            while (best_i + best_size < ahi and best_j + best_size < bhi and (b[best_j + best_size] in junk) is wanted
                   and a[best_i + best_size] == b[best_j + best_size]):
                best_size += 1
        return Match(best_i, best_j, best_size)

    def get_matching_blocks(self):
        if self.matching_blocks is not None:
            return self.matching_blocks
        end = len(self.a), len(self.b)
        found, todo = [], [((0, 0), end)]  # pairs of positions in a and b: where a part begins and ends
        while todo:
            low, high = todo.pop()
            match = self.find_longest_match(low[0], high[0], low[1], high[1])
            if not match.size:
                continue
            found.append(match)
            before, after = (match.a, match.b), (match.a + match.size, match.b + match.size)
            todo += [(x, y) for x, y in ((low, before), (after, high)) if x[0] < y[0] and x[1] < y[1]]
        self.matching_blocks = blocks = []
        for match in sorted(found):
            last = blocks[-1] if blocks else None
            if last and (last.a + last.size, last.b + last.size) == match[:2]:
                blocks[-1] = last._replace(size=last.size + match.size)
            else:
                blocks.append(match)
        blocks.append(Match(*end, 0))
        return blocks

    def get_opcodes(self):
        """Return the steps (tag, i1, i2, j1, j2) that make b of a."""
        if self.opcodes is not None:
            return self.opcodes
        self.opcodes = steps = []
        tags = {(True, True): "replace", (True, False): "delete", (False, True): "insert"}
        in_a = in_b = 0
        for block in self.get_matching_blocks():
            tag = tags.get((in_a < block.a, in_b < block.b))
            if tag:
                steps.append((tag, in_a, block.a, in_b, block.b))
            in_a, in_b = block.a + block.size, block.b + block.size
            if block.size:
                steps.append(("equal", block.a, in_a, block.b, in_b))
        return steps

    def get_grouped_opcodes(self, n=3):
        """Yield groups of changes with up to n equal items around them."""
        def head(step):
            tag, i1, i2, j1, j2 = step
            return tag, i1, min(i1 + n, i2), j1, min(j1 + n, j2)

        def tail(step):
            tag, i1, i2, j1, j2 = step
            return tag, max(i2 - n, i1), i2, max(j2 - n, j1), j2

        steps = self.get_opcodes() or [("equal", 0, 1, 0, 1)]
        group, last = [], len(steps) - 1
        for at, step in enumerate(steps):
            equal = step[0] == "equal"
            if equal and at == 0:
                step = tail(step)
            if equal and at == last:
                step = head(step)
            if equal and step[2] - step[1] > 2 * n:
                yield group + [head(step)]
                group, step = [], tail(step)
            group.append(step)
        if any(step[0] != "equal" for step in group):
            yield group

    def ratio(self):
        """Return how similar the sequences are, from 0 to 1."""
        return _ratio(sum(block[2] for block in self.get_matching_blocks()), len(self.a) + len(self.b))

    def quick_ratio(self):
        """Return an upper bound of ratio, from the items alone."""
        available = {}
        for item in self.b:
            available[item] = available.get(item, 0) + 1
        matches = 0
        for item in self.a:
            if available.get(item, 0) > 0:
                available[item] -= 1
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        """Return an upper bound of ratio, from the lengths alone."""
        la, lb = len(self.a), len(self.b)
        return _ratio(min(la, lb), la + lb)


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    """Return the up to n possibilities most like word, the best first."""
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    matcher, scored = SequenceMatcher(b=word), []
    for candidate in possibilities:
        matcher.set_seq1(candidate)
        bounds = matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio  # the cheap ones first
        if all(bound() >= cutoff for bound in bounds):
            scored.append((matcher.ratio(), candidate))
    return [candidate for _, candidate in nlargest(n, scored)]


def IS_LINE_JUNK(line, pat=None):
    return line.strip() in ("", "#")


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    return ch in ws


class Differ:
    """Compares lines of text, and marks what changed within lines."""

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            else:
                yield from self._dump(" ", a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for i in range(lo, hi):
            yield "%s %s" % (tag, x[i])

    def _plain(self, a, alo, ahi, b, blo, bhi):
        if alo >= ahi:
            yield from self._dump("+", b, blo, bhi)
        elif blo >= bhi:
            yield from self._dump("-", a, alo, ahi)
        elif bhi - blo < ahi - alo:
            yield from self._dump("+", b, blo, bhi)
            yield from self._dump("-", a, alo, ahi)
        else:
            yield from self._dump("-", a, alo, ahi)
            yield from self._dump("+", b, blo, bhi)

    def _replace(self, a, alo, ahi, b, blo, bhi):
        """Pair the most similar lines and go on around them."""
        best, best_i, best_j = 0.749, None, None
        cruncher = SequenceMatcher(self.charjunk)
        for j in range(blo, bhi):
            cruncher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    continue
                cruncher.set_seq1(a[i])
                if cruncher.real_quick_ratio() > best and cruncher.quick_ratio() > best and cruncher.ratio() > best:
                    best, best_i, best_j = cruncher.ratio(), i, j
        if best_i is None:
            yield from self._plain(a, alo, ahi, b, blo, bhi)
            return
        yield from self._replace(a, alo, best_i, b, blo, best_j) if alo < best_i and blo < best_j else self._plain(a, alo, best_i, b, blo, best_j)
        atags = btags = ""
        cruncher.set_seqs(a[best_i], b[best_j])
        for tag, i1, i2, j1, j2 in cruncher.get_opcodes():
            la, lb = i2 - i1, j2 - j1
            if tag == "replace":
                atags += "^" * la
                btags += "^" * lb
            elif tag == "delete":
                atags += "-" * la
            elif tag == "insert":
                btags += "+" * lb
            else:
                atags += " " * la
                btags += " " * lb
        yield from self._marked(a[best_i], b[best_j], atags, btags)
        i, j = best_i + 1, best_j + 1
        yield from self._replace(a, i, ahi, b, j, bhi) if i < ahi and j < bhi else self._plain(a, i, ahi, b, j, bhi)

    def _marked(self, aline, bline, atags, btags):
        for sign, line, tags in (("- ", aline, atags), ("+ ", bline, btags)):
            yield sign + line
            # Tabs stay tabs, so that marks stand below what they mark.
            tags = "".join(c if t == " " and c.isspace() else t for c, t in zip(line, tags)).rstrip()
            if tags:
                yield "? " + tags + "\n"


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    """Return the lines of the first (1) or second (2) text of an ndiff."""
    try:
        tag = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): %r" % which) from None
    for line in delta:
        if line[:2] in ("  ", tag):
            yield line[2:]


def _range_unified(start, stop):
    beginning, length = start + 1, stop - start
    if length == 1:
        return str(beginning)
    if not length:
        beginning -= 1
    return f"{beginning},{length}"


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Yield the lines of a diff in the unified format."""
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield "--- {}{}{}".format(fromfile, "\t" + fromfiledate if fromfiledate else "", lineterm)
            yield "+++ {}{}{}".format(tofile, "\t" + tofiledate if tofiledate else "", lineterm)
        first, last = group[0], group[-1]
        yield "@@ -{} +{} @@{}".format(_range_unified(first[1], last[2]), _range_unified(first[3], last[4]), lineterm)
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
                continue
            if tag in ("replace", "delete"):
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in ("replace", "insert"):
                for line in b[j1:j2]:
                    yield "+" + line


def _range_context(start, stop):
    beginning, length = start + 1, stop - start
    if not length:
        beginning -= 1
    if length <= 1:
        return str(beginning)
    return f"{beginning},{beginning + length - 1}"


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    """Yield the lines of a diff in the context format."""
    prefix = {"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            yield "*** {}{}{}".format(fromfile, "\t" + fromfiledate if fromfiledate else "", lineterm)
            yield "--- {}{}{}".format(tofile, "\t" + tofiledate if tofiledate else "", lineterm)
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        yield "*** {} ****{}".format(_range_context(first[1], last[2]), lineterm)
        if any(tag in ("replace", "delete") for tag, *_ in group):
            for tag, i1, i2, _, _ in group:
                if tag != "insert":
                    for line in a[i1:i2]:
                        yield prefix[tag] + line
        yield "--- {} ----{}".format(_range_context(first[3], last[4]), lineterm)
        if any(tag in ("replace", "insert") for tag, *_ in group):
            for tag, _, _, j1, j2 in group:
                if tag != "delete":
                    for line in b[j1:j2]:
                        yield prefix[tag] + line
