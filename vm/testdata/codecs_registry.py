"""Encodings by their names, error handlers of a script's own, and encodings that are registered."""
import codecs
import io


def attempt(f, *args, **kw):
    try:
        print(ascii(f(*args, **kw)))
    except Exception as e:
        print(type(e).__name__, e)


for enc in "cp1252", "windows-1252", "ISO-8859-15", "cp437", "KOI8-R", "mac_roman", "gbk", "shift_jis", "euc-kr", "latin9", "UTF_8_SIG", "u16", "ascii":
    attempt(lambda: "Aé€ж中".encode(enc, "replace"))
    attempt(lambda: bytes([65, 0x80, 0xE9]).decode(enc, "backslashreplace"))
    print(codecs.lookup(enc).name if enc not in ("ISO-8859-15", "latin9") else "")
attempt("é".encode, "no-such")
attempt("é".encode, "rot13")
attempt("é".encode, "ascii", "no-such")
attempt("a".encode, "ascii", "no-such")
attempt(codecs.encode, "Hello", "rot13")
attempt(codecs.decode, b"6869", "hex")


def replace_by_dots(e):
    print(type(e).__name__, e.encoding, e.start, e.end, e.reason)
    return "." * (e.end - e.start), e.end


codecs.register_error("dots", replace_by_dots)
attempt("aé€b\ud800".encode, "ascii", "dots")
attempt(b"a\xff\xfeb".decode, "utf-8", "dots")
attempt("é€".encode, "cp1251", "dots")
codecs.register_error("bytes", lambda e: (b"\xff", -1))
attempt("é€b".encode, "ascii", "bytes")
codecs.register_error("bad", lambda e: 5)
attempt("é".encode, "ascii", "bad")
codecs.register_error("far", lambda e: ("", 99))
attempt("é".encode, "ascii", "far")
print(codecs.lookup_error("dots") is replace_by_dots)
e = UnicodeEncodeError("ascii", "aé€b", 1, 3, "why")
for name in "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "strict", "surrogateescape":
    attempt(codecs.lookup_error(name), e)
attempt(codecs.lookup_error("surrogateescape"), UnicodeDecodeError("utf-8", b"a\xff", 1, 2, "why"))
attempt(codecs.lookup_error, "none")


def search(name):
    if name == "shout":
        return codecs.CodecInfo(lambda s, errors="strict": (s.upper().encode(), len(s)), lambda b, errors="strict": (bytes(b).decode().lower(), len(b)), name="shout")


codecs.register(search)
attempt("abc".encode, "shout")
attempt(b"ABC".decode, "Shout")
attempt(str, b"ABC", "shout")
codecs.unregister(search)
attempt("abc".encode, "shout")
encoder = codecs.getincrementalencoder("utf-16")()
print(encoder.encode("a"), encoder.encode("b"))
decoder = codecs.getincrementaldecoder("utf-8")()
print([decoder.decode(bytes([b])) for b in "é€".encode()])
print(list(codecs.iterdecode([b"\xe4", b"\xb8\xad"], "utf-8")), b"".join(codecs.iterencode("ab", "utf-8-sig")))
recoded = codecs.EncodedFile(io.BytesIO("é".encode("latin-1")), "utf-8", "latin-1")
print(recoded.read())
