from pathlib import PureWindowsPath, PurePath
for t in ["a/b\\c.txt", "C:\\x\\y", "C:rel", "\\\\srv\\share\\d\\f.tar.gz", "/abs/x", "..\\up", ".", "", "C:/", "c:\\X/Y"]:
    p = PureWindowsPath(t)
    print(repr(p), str(p), p.drive, p.root, p.anchor, p.parts, p.name, p.suffix, p.stem, p.is_absolute(), p.as_posix(), str(p.parent))
print(PureWindowsPath("C:/A") == PureWindowsPath("c:\\a"), hash(PureWindowsPath("C:/A")) == hash(PureWindowsPath("c:\\a")))
print(PureWindowsPath("C:/A", "b", "D:/c"), PureWindowsPath("C:/A") / "b" / "c", PureWindowsPath("C:/A") / "/b", PureWindowsPath("C:/a", "C:b"))
print(PureWindowsPath("C:/A/b/c").relative_to("c:\\a"), PureWindowsPath("C:/A/b").is_relative_to("d:/"), isinstance(PureWindowsPath("a"), PurePath))
print([str(x) for x in PureWindowsPath("C:/A/b/c").parents], PureWindowsPath("x/y.py").with_suffix(".txt"), PureWindowsPath("x/y.py").with_name("z"), sorted([PureWindowsPath("b"), PureWindowsPath("A")]))
try: PureWindowsPath("C:/A").relative_to("D:/")
except ValueError as e: print(e)
