# array, binascii, zlib, gzip, html, shlex, contextvars, hmac, uuid.
import csv, io, array, binascii, zlib, gzip, html, shlex, contextvars, hmac, hashlib, stat, uuid, secrets, timeit, urllib.parse as up, subprocess, os, sys
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
a = array.array("d", [1, 2.5]); show(lambda: a); a.append(3); a.extend([4]); show(lambda: (a[1:], a[-1], len(a), a.typecode, a.itemsize, a.tolist(), a == array.array("d", [1, 2.5, 3, 4]), a + a, a * 2, 2.5 in a)); show(array.array, "i", [1.5]); show(array.array, "b", [200]); show(array.array, "z"); show(lambda: array.array("i", b"\1\0\0\0")); show(lambda: bytes(array.array("h", [1, 2]))); show(lambda: array.array("w", "hey")); a[0] = 9; del a[1]; show(lambda: a); show(lambda: a[9]); show(a.pop); show(a.index, 9); show(a.remove, 77); show(lambda: array.array("i")); show(lambda: array.array("i", range(5))[::2])
show(binascii.hexlify, b"abc"); show(binascii.unhexlify, "616"); show(binascii.unhexlify, "zz"); show(binascii.b2a_base64, b"hello"); show(binascii.a2b_base64, "aGVsbG8="); show(binascii.a2b_base64, "aGVsbG8"); show(binascii.a2b_base64, "a"); show(binascii.crc32, b"x", 1)
show(zlib.crc32, b"hello"); show(zlib.adler32, b"hello"); show(zlib.decompress, zlib.compress(b"abc" * 100)); show(zlib.decompress, b"garbage"); show(zlib.decompress, zlib.compress(b"abc")[:-5]); show(lambda: gzip.decompress(gzip.compress(b"data"))); show(gzip.decompress, b"not gzip")
show(html.escape, "<a href='x'>&\"</a>"); show(html.unescape, "&lt;&amp;&#39;&#x41;&eacute;&notit;&copy &nope; &#150;")
show(shlex.split, "a 'b c' \"d \\\" e\" f\\ g # x"); show(shlex.quote, "it's"); show(shlex.join, ["a b", "c"]); show(shlex.split, "'open"); show(lambda: list(shlex.shlex("a && b || c; d >'abc'", punctuation_chars=True)))
v = contextvars.ContextVar("v", default=1); show(v.get); t = v.set(5); show(v.get); ctx = contextvars.copy_context(); v.reset(t); show(v.get); show(ctx.run, v.get); show(v.reset, 3); show(lambda: ctx[v])
show(lambda: hmac.new(b"k", b"m", "sha256").hexdigest()); show(hmac.compare_digest, b"a", b"a"); show(hmac.new, b"k", b"m")
show(stat.filemode, 0o100644); show(stat.filemode, 0o40755); show(lambda: uuid.UUID("12345678123456781234567812345678")); show(uuid.uuid5, uuid.NAMESPACE_DNS, "python.org"); show(lambda: uuid.uuid4().version); show(uuid.UUID, "x"); show(lambda: len(secrets.token_hex(8))); show(lambda: timeit.timeit("1+1", number=10) >= 0)

