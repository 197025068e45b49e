# The functions behind the error handlers, called with what is no fault of a codec, or a fault with places out of range.
import codecs
import itertools

names = "replace xmlcharrefreplace ignore backslashreplace namereplace surrogateescape surrogatepass".split()
empty = [c.__new__(c) for c in (UnicodeDecodeError, UnicodeTranslateError)]
for name in names:
    handler = codecs.lookup_error(name)
    for e in (KeyError(), 5, StopIteration(5), *empty):
        try:
            print(handler(e))
        except TypeError as x:
            if "attribute is not set" not in str(x):
                print(name, x)
    for start, end in itertools.product((-5, 0, 1, 3, 9), (1, 2, 9)):
        if start >= end and name in ("namereplace", "surrogateescape", "surrogatepass"):
            continue
        for e in (UnicodeDecodeError("utf-8", b"abc", start, end, "r"), UnicodeEncodeError("utf-8", "abc", start, end, "r")):
            try:
                print(name, start, end, handler(e))
            except (TypeError, UnicodeError) as x:
                print(name, start, end, type(x).__name__)
