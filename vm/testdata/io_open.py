# Files on disk: modes, newlines, encodings, positions, and what closed files say.
import io, os, tempfile, sys
d = tempfile.mkdtemp(); P = os.path.join(d, "f.txt")
def show(f, *a, **k):
    try: print(repr(f(*a, **k)).replace(d, "D"))
    except BaseException as e: print(type(e).__name__, str(e).replace(d, "D"))
def w(data, **k):
    with open(P, "wb") as f: f.write(data)
w(b"one\r\ntwo\rthree\nfour")
for nl in (None, "", "\n", "\r", "\r\n"):
    show(lambda: open(P, newline=nl).readlines()); show(lambda: open(P, newline=nl).read())
for nl in (None, "", "\n", "\r", "\r\n"):
    with open(P, "w", newline=nl) as f: f.write("a\nb\r\nc")
    show(lambda: open(P, "rb").read())
show(open, P, newline="x"); show(open, P, "rw"); show(open, P, "q"); show(open, P, ""); show(open, P, "rb", encoding="utf-8"); show(open, P, "rb", newline=""); show(open, P, "rbt"); show(open, P, buffering=0); show(open, P, "r++"); show(open, P, 3); show(open, P, "U"); show(open, "/nonexistent/x"); show(open, d); show(open, 3.5); show(open, P, encoding="nope"); show(open, P, "rb", errors="strict"); show(open, P, "x"); show(open, 9999); show(open, P, "b")
f = open(P, "w+", encoding="utf-8"); show(lambda: f); show(lambda: (f.name, f.mode, f.encoding, f.errors, f.closed, f.newlines, f.line_buffering)); f.write("héllo\nwörld\n"); f.seek(0); show(f.readline); show(f.tell); show(f.read, 2); show(f.tell); f.seek(0, 2); f.write("end"); f.seek(0); show(f.read); show(f.truncate, 3); f.seek(0); show(f.read); show(lambda: f.buffer); show(f.readable); show(f.writable); show(f.seekable); show(f.isatty); show(f.seek, 3, 1); show(f.seek, -1); show(f.seek, 0, 9); show(f.write, b"x"); show(f.write, 3); show(f.writelines, ["a", "b"]); f.close()
for n in ("read", "readline", "readlines", "tell", "flush", "fileno", "seekable", "readable", "writable", "isatty", "__enter__", "__next__", "truncate"): show(getattr(f, n))
show(f.write, "x"); show(f.seek, 0); show(lambda: f.closed); f.close(); show(iter, f)
f = open(P); show(f.write, "x"); f.close(); f = open(P, "w"); show(f.read); show(lambda: next(f)); f.close()
f = open(P, "wb"); show(lambda: f); show(f.write, "x"); show(f.write, b"abc\ndef"); show(f.read); show(lambda: f.raw); f.close(); show(f.write, b"x"); show(f.flush); show(f.tell)
f = open(P, "rb"); show(lambda: f); show(f.peek); show(f.read, 2); show(f.read1); show(f.read); f.seek(0); b = bytearray(4); show(f.readinto, b); show(lambda: b); show(f.readline); show(f.write, b"x"); show(lambda: (f.name, f.mode)); f.seek(-3, 2); show(f.read); show(f.seek, -1); f.close(); show(f.read); show(f.peek); show(f.readline); show(f.seek, 0); show(f.tell); show(f.readable); show(iter, f)
f = open(P, "rb", buffering=0); show(lambda: f); show(f.read, 3); show(f.readall); show(f.write, b"x"); f.close(); show(f.read); show(lambda: f)
f = open(P, "r+b"); show(lambda: f); show(f.read, 2); f.write(b"ZZ"); f.seek(0); show(f.read); f.close()
f = open(P, "a+"); show(f.tell); f.write("app"); f.seek(0); show(f.read); f.close()
w(b"ok\xff\n"); show(lambda: open(P).read()); show(lambda: open(P, errors="replace").read()); show(lambda: open(P, errors="ignore").read()); show(lambda: open(P, encoding="latin-1").read()); show(lambda: open(P, encoding="ascii").read()); show(lambda: open(P, errors="surrogateescape").read())
show(lambda: open(P, "w", encoding="ascii").write("é")); 
with open(P, "w", encoding="utf-16") as f: f.write("a"); f.write("b")
show(lambda: open(P, "rb").read()); show(lambda: open(P, encoding="utf-16").read())
with open(P, "w", encoding="utf-8-sig") as f: f.write("a\n"); f.write("b")
show(lambda: open(P, "rb").read()); show(lambda: open(P, encoding="utf-8-sig").readlines())
fd = os.open(P, os.O_RDONLY); f = open(fd, closefd=False); show(f.read); f.close(); os.close(fd); show(lambda: sys.stdout); show(lambda: sys.stdin.name); show(lambda: sys.stderr.errors)
w(b"x\ny\n")
with open(P) as f:
    for line in f:
        show(f.tell); break
    show(lambda: next(f)); show(lambda: next(f, "end"))
show(lambda: open(P, opener=lambda p, fl: os.open(p, fl)).read())
