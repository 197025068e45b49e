"""zlib: decompression by pieces with a bound of the output, which must not start from the beginning for each piece."""
import zlib
data=b'0123456789abcdef'*2000+bytes(range(256))*20
c=zlib.compress(data)
d = zlib.decompressobj()
out, rest = [], c
while rest:
    bound = 1 + len(rest) // 10
    piece = d.decompress(rest, bound)
    assert len(piece) <= bound
    out.append(piece)
    rest = d.unconsumed_tail
out.append(d.flush())
print(b"".join(out) == data, d.eof, d.unused_data, d.unconsumed_tail)
d=zlib.decompressobj(); x=d.decompress(c+b'tail',100); print(len(x), len(d.unconsumed_tail)>0); x+=d.decompress(d.unconsumed_tail); print(x==data,d.unused_data,d.eof,d.unconsumed_tail)
d=zlib.decompressobj(); x=b''.join(d.decompress(c[i:i+7]) for i in range(0,len(c),7)); print(x==data,d.eof)
d=zlib.decompressobj(); d.decompress(c,10); print(len(d.flush()))
try: zlib.decompressobj().decompress(c,-1)
except Exception as e: print(type(e).__name__,e)
try: zlib.decompress(c[:-5])
except Exception as e: print(type(e).__name__,e)
