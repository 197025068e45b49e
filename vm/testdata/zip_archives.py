# Archives: written, added to, read back, damaged.
import zipfile, io, os, tempfile
b = io.BytesIO()
with zipfile.ZipFile(b, "w", zipfile.ZIP_DEFLATED) as z:
    z.writestr("a.txt", "hello " * 50)
    z.writestr("dir/é.bin", b"\0\1\2")
    z.writestr(zipfile.ZipInfo("old.txt", (1999, 12, 31, 23, 59, 58)), "x")
    with z.open("w.txt", "w") as f: f.write(b"line1\n"); f.write(b"line2\n")
    z.mkdir("empty"); z.comment = b"about"
    print(z.namelist(), z.getinfo("a.txt").compress_size < 60)
b.seek(0); print(zipfile.is_zipfile(b), zipfile.is_zipfile(io.BytesIO(b"no")))
with zipfile.ZipFile(b) as z:
    print(z.read("a.txt")[:12], z.read("dir/é.bin"), z.testzip(), z.comment)
    with z.open("w.txt") as f: print(f.readline(), list(f), f.name)
    i = z.getinfo("old.txt"); print(i, i.date_time, i.CRC, i.is_dir(), z.getinfo("empty/").is_dir())
    with io.TextIOWrapper(z.open("w.txt")) as t: print(t.read().split())
    for f in (lambda: z.read("nope"), lambda: z.writestr("x", "y"), lambda: z.open("a.txt", "q")):
        try: f()
        except Exception as e: print(type(e).__name__, e)
for f in (lambda: zipfile.ZipFile(io.BytesIO(b"junk")), lambda: zipfile.ZipFile(b, "z"), lambda: zipfile.ZipFile("/nonexistent.zip"), lambda: z.read("a.txt"), lambda: zipfile.ZipInfo("x", (1970, 1, 1, 0, 0, 0))):
    try: f()
    except Exception as e: print(type(e).__name__, e)
with tempfile.TemporaryDirectory() as d:
    p = os.path.join(d, "t.zip"); s = os.path.join(d, "s.txt"); open(s, "w").write("from disk")
    with zipfile.ZipFile(p, "w") as z: z.write(s, "in/s.txt")
    with zipfile.ZipFile(p, "a") as z: z.writestr("more", "added"); z.write(s, "again.txt", zipfile.ZIP_DEFLATED)
    with zipfile.ZipFile(p) as z:
        z.extractall(os.path.join(d, "out")); print(sorted(os.listdir(os.path.join(d, "out"))), open(os.path.join(d, "out", "in", "s.txt")).read())
        print([(i.filename, i.compress_type, i.file_size) for i in z.infolist()])
    data = bytearray(open(p, "rb").read()); data[data.find(b"from disk")] ^= 1; open(p, "wb").write(data)
    with zipfile.ZipFile(p) as z:
        print(z.testzip())
        try: z.read("in/s.txt")
        except zipfile.BadZipFile as e: print(e)
print(z.fp, zipfile.ZIP_DEFLATED, zipfile.BadZipfile is zipfile.BadZipFile)
