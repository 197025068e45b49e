"""struct: complex numbers, offsets and sizes at the limits, and what conversion errors become."""
import struct
import sys


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


for packed in (("F", "x"), ("D", 1), ("D", 1 + 2j), (">F", -1j), ("F", 1e300), ("f", 1e300), ("i", 1.5), ("f", "a"), ("d", 10**400),
               ("P", -1), ("n", 2**63), ("b", 300)):
    attempt(struct.pack, *packed)
print(struct.unpack(">FbD", struct.pack(">FbD", 1 - 2j, 3, 4j)), struct.calcsize("bD"), struct.calcsize("FbF"))


class Fails:
    def __index__(self):
        1 / 0

    __float__ = __index__


class Converts:
    def __complex__(self):
        return 3j

    def __index__(self):
        return 3


for code in "fdFDi":
    attempt(struct.pack, code, Fails())
    attempt(struct.pack, code, Converts())
for code in "n", "<n", "b0i", "bi0i", "z", "\x00", "3", "9" * 30 + "i", "i 4":
    attempt(struct.calcsize, code)
attempt(struct.pack_into, "<I", bytearray(10), sys.maxsize, 1)
attempt(struct.unpack_from, "<I", bytearray(10), sys.maxsize)
attempt(struct.pack_into, "<I", bytearray(10), -2, 1)
attempt(struct.unpack_from, "<I", bytearray(10), -2)
attempt(struct.unpack_from, "<I", bytearray(10), -sys.maxsize)
