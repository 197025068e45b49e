# Files in memory, text over bytes, and classes derived from those of io.
import io
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, str(e))
s = io.StringIO("one\ntwo\r\nthree"); show(s.readline); show(s.tell); show(s.read); show(s.read); show(s.seek, 0); show(s.readlines); show(s.seek, 2); show(s.write, "XX"); show(s.getvalue); show(s.seek, 0, 2); show(s.write, "é"); show(s.tell); show(s.seek, 20); show(s.write, "z"); show(s.getvalue); show(s.truncate, 3); show(s.getvalue); show(s.seek, -1); show(s.seek, 1, 1); show(s.seek, 0, 5); show(s.write, 3); show(s.write, b"x"); show(lambda: s.newlines); show(lambda: s.encoding); show(s.isatty); show(s.fileno); show(s.readable); show(lambda: s.closed); show(lambda: s.line_buffering); show(lambda: s.buffer); show(s.detach); s.close(); show(s.read); show(s.getvalue); show(s.write, "x"); show(lambda: s.closed); show(s.tell); show(iter, s); show(s.readable)
for nl in (None, "", "\n", "\r", "\r\n"): s = io.StringIO("a\nb\r\nc\rd", newline=nl); show(s.readlines); show(s.getvalue); s.write("x\ny"); show(s.getvalue)
show(io.StringIO, 3); show(io.StringIO, b"x"); show(io.StringIO, newline="q"); show(lambda: list(io.StringIO("a\nb"))); show(lambda: io.StringIO("abc").read(2)); show(lambda: io.StringIO("abc").readline(2)); show(lambda: io.StringIO("a\nb\nc").readlines(2)); show(lambda: io.StringIO().writelines([1]))
b = io.BytesIO(b"abc\ndef"); show(b.read, 2); show(b.readline); show(b.tell); show(b.seek, -2, 2); show(b.read); show(b.write, b"XY"); show(b.getvalue); show(lambda: bytes(b.getbuffer())); show(lambda: len(b.getbuffer())); show(b.write, "x"); show(b.seek, 1); a = bytearray(3); show(b.readinto, a); show(lambda: a); show(b.read1); show(b.peek) if hasattr(b, "peek") else 0; show(b.truncate, 2); show(b.getvalue); show(b.seek, -1); show(b.seek, -9, 1); show(b.fileno); show(b.readlines); show(lambda: b.closed); show(lambda: b.name); b.close(); show(b.read); show(b.getvalue); show(b.write, b""); show(b.seek, 0)
show(io.BytesIO, "x"); show(lambda: io.BytesIO(b"a\nb\n").readlines()); show(lambda: list(io.BytesIO(b"a\nb"))); show(lambda: io.BytesIO(bytearray(b"z")).read())
raw = io.BytesIO(); t = io.TextIOWrapper(raw, encoding="utf-8"); t.write("héy\n"); show(raw.getvalue); t.flush(); show(raw.getvalue); show(lambda: t.buffer is raw); t.seek(0); show(t.read); show(lambda: t); show(lambda: (t.encoding, t.errors, t.line_buffering, t.write_through)); show(lambda: t.detach() is raw); show(lambda: raw.closed); show(t.read)
t = io.TextIOWrapper(io.BytesIO(b"a\r\nb\n"), newline="") ; show(t.readlines); t.close(); show(lambda: t.buffer.closed)
t = io.TextIOWrapper(io.BytesIO(), write_through=True); t.write("q"); show(lambda: t.buffer.getvalue()); t.reconfigure(encoding="latin-1"); t.write("é"); t.flush(); show(lambda: t.buffer.getvalue())
class Up(io.TextIOBase):
    def __init__(self): self.got = []
    def write(self, s): self.got.append(s.upper()); return len(s)
u = Up(); print("hello", 3, file=u); show(lambda: u.got); show(u.writable); show(u.readable); u.writelines(["a", "b"]); show(lambda: u.got); show(lambda: u.closed); show(u.read); show(u.flush); u.close(); show(lambda: u.closed); show(u.flush); show(lambda: isinstance(u, io.IOBase)); show(lambda: u.encoding); show(u.seek, 0); show(u.tell); show(u.fileno); show(u.isatty)
class Raw(io.RawIOBase):
    def __init__(self, d): self.d = d
    def readable(self): return True
    def readinto(self, b):
        n = min(len(b), 3, len(self.d)); b[:n] = self.d[:n]; self.d = self.d[n:]; return n
r = Raw(b"hello\nworld"); show(r.read, 2); show(r.readline); show(r.readall)
br = io.BufferedReader(Raw(b"one\ntwo\nthree")); show(br.readline); show(br.read, 2); show(br.peek, 1); show(br.read); show(lambda: list(io.TextIOWrapper(io.BufferedReader(Raw(b"x\ny\n")))))
class W(io.RawIOBase):
    def __init__(self): self.out = b""
    def writable(self): return True
    def write(self, b): self.out += bytes(b); return len(b)
w = W(); bw = io.BufferedWriter(w); bw.write(b"abc"); show(lambda: w.out); bw.flush(); show(lambda: w.out); show(io.BufferedReader, w); show(io.BufferedWriter, Raw(b""))
with io.BufferedWriter(W()) as q: q.write(b"z")
class Ln(io.IOBase):
    def __init__(self): self.l = [b"a\n", b"b\n"]
    def readline(self, size=-1): return self.l.pop(0) if self.l else b""
show(lambda: list(Ln())); show(lambda: Ln().readlines())
show(lambda: io.UnsupportedOperation.__mro__); show(lambda: isinstance(io.StringIO(), io.TextIOBase)); show(lambda: isinstance(io.BytesIO(), io.BufferedIOBase)); show(lambda: issubclass(io.FileIO, io.RawIOBase)); show(lambda: io.DEFAULT_BUFFER_SIZE); show(lambda: io.StringIO().__class__); show(lambda: io.open is open)
class S2(io.StringIO):
    def write(self, s): return super().write(s.upper())
s = S2(); print("sub", file=s); show(s.getvalue); s.tag = 1; show(lambda: s.tag)
with io.StringIO("ctx") as c: pass
show(c.read); show(io.IOBase().close); show(io.text_encoding, None); show(lambda: io.SEEK_END)
import pickle, copy
s = io.StringIO("abc"); s.read(1); show(lambda: pickle.loads(pickle.dumps(s)).read()); b = io.BytesIO(b"abc"); b.read(1); show(lambda: pickle.loads(pickle.dumps(b)).read())
