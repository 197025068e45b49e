# The built-in error handlers called by hand, with exceptions that they do not know or that lack what they need.
import codecs


def show(f, *args):
    try:
        print(ascii(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


for name in ("ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogateescape", "surrogatepass"):
    handler = codecs.lookup_error(name)
    print(name)
    show(handler, UnicodeEncodeError("ascii", "a\u20acb", 1, 2, "why"))
    if not name.startswith(("surrogate", "name")):
        show(handler, UnicodeEncodeError("ascii", "a\u20acb", 2, 1, "why"))
    show(handler, UnicodeTranslateError("abc", 1, 2, "why"))
    show(handler, UnicodeDecodeError("utf-8", b"\xed\xa0\x80", 0, 1, "why"))
    show(handler, UnicodeDecodeError.__new__(UnicodeDecodeError))
    show(handler, UnicodeEncodeError.__new__(UnicodeEncodeError))
    show(handler, ValueError())
    show(handler, 3)

# What an exception has does not change with the bytes that were decoded.
data = bytearray(b"abc\xff")
try:
    data.decode()
except UnicodeDecodeError as e:
    data[0] = 65
    print(e.object)


def clearing(e):
    data.extend(b"more")
    data[-5:] = b"xyz"
    return "?", e.end


try:
    codecs.register_error("clearing", clearing)
    print(bytes(data).decode("utf-8", "clearing"), data)
finally:
    print("done")

print("ɤ\u1c8aß".upper(), ascii("\ua7dc\u1c89".lower()), bytes([0x80, 0x9B, 0x9F]).decode("palmos"))
