# Files of programs' own: instances have dictionaries, temporary files in memory have what files have.
import io
import tempfile


class Own(io.IOBase):
    pass


class Bytes(io.BytesIO):
    pass


for f in Own(), Bytes(b"x"), io.StringIO("y"):
    f.note = 1
    print(vars(f), f.__dict__ == {"note": 1})
with tempfile.SpooledTemporaryFile(10, mode="w+", encoding="utf-8", newline="\n") as f:
    print(f.encoding, f.errors, f.newlines, f.mode, f.name, f._rolled)
    f.writelines(["12345\n", "6789\n", "more\n"])
    print(f._rolled, f.encoding, f.seek(0), f.readlines())
with tempfile.SpooledTemporaryFile(10) as f:
    f.write(b"abc")
    buffer = bytearray(2)
    print(f.seek(0), f.readinto(buffer), buffer, f.read1(), f.readable())
    for name in "encoding", "nonsense":
        try:
            getattr(f, name)
        except AttributeError as e:
            print("no", name)
