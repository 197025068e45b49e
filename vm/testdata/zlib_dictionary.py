"""Preset dictionaries of zlib, and options it refuses."""
import zlib

words = b"hello world dictionary of words " * 4
data = b"hello world of words, dictionary " * 20


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for wbits in (15, -15):
    for kind in (bytes, bytearray, memoryview):
        c = zlib.compressobj(wbits=wbits, zdict=kind(words))
        packed = c.compress(data) + c.flush()
        d = zlib.decompressobj(wbits=wbits, zdict=kind(words))
        print(d.decompress(packed[:9]) + d.decompress(packed[9:]) + d.flush() == data, d.eof)
    print(len(packed) < len(zlib.compress(data)))
    other = zlib.decompressobj(wbits=wbits, zdict=b"other" * 30)
    attempt(lambda: other.decompress(packed) == data)
c = zlib.compressobj(zdict=words)
packed = c.compress(data) + c.flush()
print(int.from_bytes(packed[2:6], "big") == zlib.adler32(words))
attempt(lambda: zlib.decompress(packed))
attempt(lambda: zlib.decompressobj().decompress(packed))
print(zlib.decompressobj(zdict=words).decompress(zlib.compress(data)) == data)
c = zlib.compressobj(zdict=b"")
print(zlib.decompress(c.compress(data) + c.flush()) == data)

attempt(lambda: zlib.compressobj(zdict="text"))
attempt(lambda: zlib.decompressobj(zdict=5))
attempt(lambda: zlib.compressobj(wbits=31, zdict=words))
attempt(lambda: zlib.compressobj(wbits=0))
attempt(lambda: zlib.compressobj(wbits=47))
attempt(lambda: zlib.compressobj(method=7))
attempt(lambda: zlib.compressobj(strategy=9))
attempt(lambda: zlib.compressobj(memLevel=20))
attempt(lambda: zlib.compressobj(level=-2))
attempt(lambda: zlib.compressobj().flush(9))
attempt(lambda: zlib.decompressobj().flush(0))
attempt(lambda: zlib.decompress(zlib.compress(data), bufsize=-1))
attempt(lambda: c.compress(b"more"))
attempt(lambda: c.flush())
