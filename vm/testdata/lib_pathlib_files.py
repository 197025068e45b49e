# Paths and files: trees, patterns, copies and moves, links.
import os
import tempfile
from pathlib import Path

root = Path(tempfile.mkdtemp())
for name in "a/b/c.txt", "a/d.py", "e/.hidden/f.py", "g.py":
    file = root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(name + "\n", newline="\n")
(root / "link").symlink_to("a")
(root / "broken").symlink_to("nowhere")


def names(paths):
    return sorted(str(path.relative_to(root)) for path in paths)


def attempt(f):
    try:
        print(f())
    except OSError as e:
        print(type(e).__name__, e.strerror)


for pattern in "*", "*.py", "**", "**/", "**/*.py", "*/", "a/*/c.txt", "a/..", "**/b/**", "link/*", "?.[pq]y", "A/d.py", "missing/*":
    print(pattern, names(root.glob(pattern)))
print(names(root.rglob("*.py")), names(root.rglob("*.py", recurse_symlinks=True)), names(root.rglob("")), names(root.glob("A/*", case_sensitive=False)))
print([(str(p.relative_to(root)), sorted(d), sorted(f)) for p, d, f in sorted(root.walk())])
print([str(p.relative_to(root)) for p, d, f in root.walk(top_down=False)][-1])
print((root / "broken").exists(), (root / "broken").exists(follow_symlinks=False), (root / "link").is_symlink(), (root / "link").readlink(), (root / "link").resolve() == (root / "a").resolve())
attempt(lambda: (root / "a").mkdir())
attempt(lambda: (root / "a").mkdir(exist_ok=True))
attempt(lambda: (root / "g.py").mkdir(exist_ok=True))
attempt(lambda: (root / "x" / "y").mkdir())
attempt(lambda: (root / "a").copy(root / "a" / "inside"))
attempt(lambda: (root / "a").move(root / "a"))
attempt(lambda: (root / "none").unlink())
attempt(lambda: (root / "none").unlink(missing_ok=True))
attempt(lambda: list((root / "none").iterdir()))
attempt(lambda: (root / "g.py").touch(exist_ok=False))
print(names((root / "a").copy(root / "copy").rglob("*")), (root / "g.py").copy_into(root / "e").read_bytes())
print((root / "copy").move_into(root / "e").name, names(root.glob("e/copy/**/*")))
print((root / "g.py").rename(root / "h.py").name, (root / "h.py").info.is_file(), (root / "h.py").stat().st_size)
(root / "h.py").chmod(0o600)
print(oct((root / "h.py").stat().st_mode), (root / "h.py").samefile(str(root / "h.py")))
(root / "hard").hardlink_to(root / "h.py")
print((root / "hard").read_text())
os.chdir(root)
print(sorted(map(str, Path().glob("*.py"))), sorted(map(str, Path(".").iterdir()))[:2], Path("a").absolute() == root.resolve() / "a" or Path("a").absolute().name)
