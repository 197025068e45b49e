# os, os.path, shutil, glob, tempfile.
import os, tempfile, stat, sys, shutil, glob
def show(f, *a, **k):
    try: print(repr(f(*a, **k)).replace(d, "D"))
    except BaseException as e: print(type(e).__name__, str(e).replace(d, "D"))
d = tempfile.mkdtemp()
os.makedirs(d + "/a/b/c"); open(d + "/a/f.txt", "w").write("hi"); open(d + "/a/b/g.py", "w").close(); os.symlink(d + "/a/f.txt", d + "/link")
show(lambda: list(os.walk(d))); show(lambda: list(os.walk(d, topdown=False))); show(lambda: sorted(e.name for e in os.scandir(d))); show(lambda: [(e.name, e.is_dir(), e.is_file(), e.is_symlink()) for e in sorted(os.scandir(d), key=lambda e: e.name)])
show(os.makedirs, d + "/a"); show(os.makedirs, d + "/a", exist_ok=True); show(os.mkdir, d + "/a"); show(os.rmdir, d + "/a"); show(os.remove, d + "/nope"); show(os.remove, d + "/a"); show(os.listdir, d + "/nope"); show(os.stat, d + "/nope"); show(lambda: os.stat(d + "/a/f.txt").st_size); show(lambda: stat.filemode(os.stat(d + "/a").st_mode)); show(os.readlink, d + "/link"); show(os.path.islink, d + "/link"); show(os.chmod, d + "/a/f.txt", 0o600); show(lambda: oct(os.stat(d + "/a/f.txt").st_mode)); show(os.utime, d + "/a/f.txt", (100, 200.5)); show(lambda: (os.stat(d + "/a/f.txt").st_mtime, os.path.getmtime(d + "/a/f.txt")))
show(os.replace, d + "/a/f.txt", d + "/a/h.txt"); show(os.access, d, os.R_OK); show(os.fspath, 3); show(os.fspath, b"x"); show(os.fsencode, "é"); show(os.fsdecode, b"a"); show(lambda: os.environ["NOPE"]); show(os.getenv, "NOPE", "def"); show(os.strerror, 2)
class P:
    def __fspath__(self): return "/p"
show(os.fspath, P()); show(os.path.join, P(), "x"); show(lambda: isinstance(P(), os.PathLike)); show(os.path.join, "a", 3); show(os.path.join, "a", b"b")
r, w = os.pipe(); os.write(w, b"data"); show(os.read, r, 10); os.close(r); os.close(w); show(os.close, w); show(os.path.commonpath, ["/a/b/c", "/a/b/d"]); show(os.path.commonpath, []); show(os.path.commonprefix, ["abc", "abd"]); show(os.path.relpath, "/a/b", "/a/c"); show(os.path.normpath, "/a/../b//c/."); show(os.path.splitext, "a/.b.c.tar.gz"); show(os.path.expandvars, "$NOPE/${NOPE}"); show(os.path.split, "/a/b/"); show(os.path.splitroot, "/a/b"); show(os.path.getsize, d + "/nope"); show(os.path.basename, b"/a/b"); show(os.path.dirname, 5); show(os.path.abspath, "/x/../y"); show(os.path.isabs, "a")
show(lambda: sorted(glob.glob(d + "/**/*", recursive=True))); show(lambda: sorted(glob.glob("*", root_dir=d))); show(lambda: sorted(glob.glob(d + "/a/*.txt"))); show(lambda: glob.glob(d + "/nope*"))
shutil.copytree(d + "/a", d + "/copy"); show(lambda: sorted(os.listdir(d + "/copy"))); show(shutil.copytree, d + "/a", d + "/copy"); show(shutil.copy, d + "/a/h.txt", d + "/a/b"); show(shutil.move, d + "/a/h.txt", d + "/moved"); show(shutil.copyfile, d + "/moved", d + "/moved"); show(shutil.rmtree, d + "/nope"); show(shutil.rmtree, d + "/nope", ignore_errors=True); show(shutil.rmtree, d + "/copy"); show(shutil.copyfile, d + "/nope", d + "/z"); show(shutil.which, "sh"); show(lambda: shutil.disk_usage("/").total > 0); show(lambda: tuple(shutil.get_terminal_size())); show(shutil.ignore_patterns("*.py"), "x", ["a.py", "b"])
with tempfile.NamedTemporaryFile("w+", suffix=".x", delete=False) as f: f.write("q"); f.flush(); n = f.name; show(lambda: (os.path.exists(n), n.endswith(".x")))
show(os.path.exists, n); os.unlink(n)
with tempfile.TemporaryFile() as f: f.write(b"abc"); f.seek(0); show(f.read)
with tempfile.TemporaryDirectory(prefix="pp") as t: show(os.path.isdir, t); show(os.path.basename(t).startswith, "pp")
show(os.path.exists, t); fd, p = tempfile.mkstemp(); show(os.write, fd, b"z"); os.close(fd); show(os.path.getsize, p); os.remove(p); show(tempfile.gettempprefix); show(tempfile.NamedTemporaryFile, "q")
with tempfile.SpooledTemporaryFile(max_size=10, mode="w+") as f: f.write("hello"); f.seek(0); show(f.read)
shutil.rmtree(d); show(os.path.exists, d); show(os.system, "exit 3"); show(os.cpu_count.__name__ if False else lambda: os.sep); show(lambda: os.uname().sysname); show(lambda: os.nope)
