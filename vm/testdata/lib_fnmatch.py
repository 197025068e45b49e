# Shell patterns: the regular expressions they become, classes, bytes, and patterns for paths.
import fnmatch
import glob

for pattern in "*.py", "a*b*c*", "**", "?x", "[abc]", "[!a-c]", "[]a]", "[!]a]", "[z-a]", "[!z-a]", "[a-z--/A-Z]", "[^x]", "[[x]", "[a&&b]", "[", "x.y+", "[a\\b]", "":
    print(repr(pattern), fnmatch.translate(pattern))
print(fnmatch.filter(["a.py", "b.txt", "C.PY"], "*.py"), fnmatch.filterfalse(["a.py", "b.txt"], "*.py"), fnmatch.filter([b"a.py", b"b"], b"*.py"))
print(fnmatch.fnmatch("a\nb", "a*b"), fnmatch.fnmatch("Foo", "foo"), fnmatch.fnmatch(b"x-y", b"[x]?y"))
print(fnmatch.fnmatch("a" * 50 + "b", "a*a*a*a*a*a*a*a*a*a*a*a*c"))
for pattern in "*", "**", "a/**/b", "*.*/x?[y].txt", "**/*.py":
    print(glob.translate(pattern), glob.translate(pattern, recursive=True, include_hidden=True))
