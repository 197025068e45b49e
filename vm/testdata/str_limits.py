"""Text methods at the limits: separators that overlap, fields of format, translation tables, formats of bytes."""


def attempt(f, *args):
    try:
        print(ascii(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


for text, sep in ("abbbc", "bb"), ("aaa", "aa"), ("a--b---c", "--"), ("aXbXc", "X"):
    print(text.rsplit(sep), text.rsplit(sep, 1), text.split(sep), text.encode().rsplit(sep.encode()))
for form in ("{" + "9" * 30 + "}", "{[" + "9" * 30 + "]}", "{:{:{}}}", "{0[a]}", "{0[-1]}", "{0.}", "{!x}", "{0]}", "{", "}", "{0}{}"):
    attempt(form.format, [1], 2, 3)
attempt("{}".format_map, {"a": 2})
attempt("{0}".format_map, {"0": 2})
attempt("{a[b]}".format_map, {"a": {"b": 3}})
attempt(lambda: "%*s" % (2**63, ""))
for table in {97: 0x110000}, {97: -1}, {97: None, 98: "xx"}, {97: 1.5}:
    attempt("abc".translate, table)
attempt(str.maketrans, {"ab": 1})
attempt(str.maketrans, "a", "b", 5)
attempt(str.maketrans, "a", 5, "c")
attempt(str.maketrans, {1.5: 1})
attempt(str, b"a", "utf8", "strict", "x")
for form, item in (b"%c", b"a"), (b"%c", "a"), (b"%c", 256), (b"%c", b"ab"), (b"%a", "é"), (b"%r", "é"), (b"%s", "a"), (b"%5c|", 97), (bytearray(b"%c"), 97):
    attempt(lambda: form % item)


class Text(str):
    def __bytes__(self):
        return b"custom"


attempt(bytes, Text("x"))
attempt(bytes, Text("x"), "ascii")
attempt(bytearray, Text("x"))
x = bytearray(b"abc")
attempt(x.__init__, [1, 300])
print(x, type(Text("x").center(0)), type(Text("x").ljust(3)))


class Pops:
    def __index__(self):
        y.clear()
        return 0


y = bytearray(b"abc")
attempt(y.__setitem__, 1, Pops())
attempt(format, 10**5000, "d")
attempt(lambda: "{:x}".format(16**8000)[:3])
