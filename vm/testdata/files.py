import importlib, threading, queue, tempfile, pathlib, struct, cmath, fractions, fnmatch, glob, shutil, platform, base64, errno, concurrent.futures, signal, os, importlib.util
print(importlib.import_module("os.path").join("a", "b"), importlib.util.find_spec("json") is not None, importlib.util.find_spec("nope"))
r = []
t = threading.Thread(target=r.append, args=(1,)); t.start(); t.join(); print(r, threading.current_thread().name)
with threading.Lock(): pass
q = queue.Queue(); q.put(1); print(q.get(), q.empty())
with tempfile.TemporaryDirectory() as d:
    p = pathlib.Path(d) / "x" / "y.txt"; p.parent.mkdir(); print(p.write_text("héllo\n"), p.read_text(), p.name, p.stem, p.suffix, p.exists(), [q.name for q in pathlib.Path(d).rglob("*.txt")])
    with open(p, "a") as f: f.write("more\nlines")
    with open(p) as f: print(f.readlines(), f.closed)
    with open(p, "rb") as f: print(f.read(5), f.tell(), f.seek(0), f.readline())
    for line in open(p): print(repr(line))
print(os.path.exists(d), pathlib.PurePath("/a/b/../c.tar.gz").suffixes, pathlib.Path("a") / "b", repr(pathlib.Path("x")), pathlib.Path("/a/b").parent, pathlib.Path("a/b").parts)
print(struct.pack("<if?", 1, 2.5, True), struct.unpack(">HqB", struct.pack(">HqB", 1, -2, 255)), struct.calcsize("bi"), struct.pack("e", 1.1))
print(cmath.sqrt(-1), cmath.exp(1j * cmath.pi).real, fractions.Fraction(3, 6) + fractions.Fraction("0.25"), fractions.Fraction(1.5), float(fractions.Fraction(1, 3)))
print(fnmatch.fnmatch("a.py", "*.py"), base64.b64encode(b"hello"), base64.b64decode("aGVsbG8="), errno.ENOENT)
with concurrent.futures.ThreadPoolExecutor(2) as ex: print(list(ex.map(lambda x: x * 2, [1, 2, 3])), ex.submit(pow, 2, 3).result())
