# os.path.realpath: links, loops, what is missing, what is no folder.
import os
import tempfile

root = os.path.realpath(tempfile.mkdtemp())
os.chdir(root)
os.mkdir("folder")
open("folder/file", "w").close()
for target, link in [("folder", "to"), ("self", "self"), ("two", "one"), ("one", "two"), ("missing/x", "broken"), ("to/file", "deep"), ("chain0", "chain1"),
                     ("../" + os.path.basename(root) + "/around", "around")]:
    os.symlink(target, link)
for i in range(60):
    os.symlink(f"chain{i}" if i else "folder", f"chain{i + 1}" if i else "chain0") if i != 1 else None
for name in "to/file", "deep", "self", "one", "one/x", "one/..", "one/../to", "broken", "around", "missing/../folder", "folder/file/", "folder/file/..", "/", ".":
    shown = []
    for strict in False, os.path.ALLOW_MISSING, True:
        try:
            shown.append(os.path.realpath(name, strict=strict).replace(root, "ROOT"))
        except OSError as e:
            shown.append(type(e).__name__ + " " + e.strerror)
    print(name, shown)
print(os.path.realpath(b"to").decode().replace(root, "ROOT"), os.path.ALLOW_MISSING)
