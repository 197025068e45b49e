# Paths: their parts, what is made of them, matching, subclasses, and what they refuse.
import pickle
from pathlib import Path, PosixPath, PurePath, PurePosixPath


def attempt(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


p = PurePath("/usr//local/./lib/archive.tar.gz")
print(repr(p), p.parts, p.root, p.drive == "", p.anchor, p.name, p.suffix, p.suffixes, p.stem, p.parent)
print(p.parents, len(p.parents), p.parents[0], p.parents[-1], p.parents[1:3], list(p.parents)[-1])
print(PurePath("//a/b").root, PurePath("///a").root, PurePath(), PurePath("a", "/b", "c"), PurePath("..", "x"), PurePath("a.") .suffix)
print(isinstance(Path("x"), PosixPath), type(Path("x")).__mro__[1].__name__, Path("x") == PurePosixPath("x"), PurePath("a") < PurePath("a.b") < PurePath("a/b"))
attempt(lambda: p.with_name("x/y"))
attempt(lambda: PurePath("/").with_name("x"))
attempt(lambda: p.with_suffix("gz"))
attempt(lambda: p.with_suffix(""))
attempt(lambda: p.with_stem(""))
attempt(lambda: p.with_stem("new"))
attempt(lambda: p.relative_to("/usr"))
attempt(lambda: p.relative_to("/etc"))
attempt(lambda: p.relative_to("/etc/x", walk_up=True))
attempt(lambda: p.relative_to("etc", walk_up=True))
attempt(lambda: PurePath("a").relative_to("../b", walk_up=True))
attempt(lambda: p.is_relative_to("/usr/local"))
attempt(lambda: PurePath(b"a"))
attempt(lambda: PurePath("a") / 3)
attempt(lambda: "a" / PurePath("b"))
attempt(lambda: PurePath("a").match(""))
attempt(lambda: Path("a b/ü").absolute().as_uri().endswith("/a%20b/%C3%BC"))
attempt(lambda: Path("a").as_uri())
attempt(lambda: Path.from_uri("file:///a%20b"))
attempt(lambda: Path.from_uri("http://x"))
attempt(lambda: list(Path(".").glob("")))
attempt(lambda: list(Path(".").glob("/x")))
attempt(lambda: Path("x").write_text(b"b"))
attempt(lambda: pickle.loads(pickle.dumps(p)))
for pattern in "*.gz", "lib/*", "/usr/*", "**/*.gz", "/usr/**", "LIB/*":
    print(pattern, p.match(pattern), p.full_match(pattern), p.match(pattern, case_sensitive=False))


class Tagged(PurePosixPath):
    def __init__(self, *args, tag="t"):
        super().__init__(*args)
        self.tag = tag

    def with_segments(self, *args):
        return type(self)(*args, tag=self.tag)


t = Tagged("a/b", tag="kept")
print((t / "c").tag, t.parent.tag, t.with_name("z").tag, repr(t), {t: 1}[PurePosixPath("a/b")])
