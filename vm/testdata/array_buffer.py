"""Arrays export their memory to views, which forbid another size; in-place and self assignment, iterators, pickles."""
import array
import copy
import io
import pickle
import struct


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


a = array.array("i", [1, 2, 3])
m = memoryview(a)
print(m.format, m.itemsize, m.readonly, m.tolist())
m[1] = 20
print(a)
attempt(a.append, 4)
attempt(a.extend, [4])
attempt(a.clear)
attempt(a.pop)
attempt(a.__imul__, 2)
attempt(a.__delitem__, slice(1))
a[0:2] = array.array("i", [7, 8])  # the same size
print(a, m[0])
m.release()
a.append(4)
a[::-1] = a
print(a)
b = a
a *= 2
print(a is b, a)
attempt(a.__mul__, 2**62)

text = memoryview(array.array("u", "ab"))
print(text.format, text.tobytes())
attempt(lambda: text[0])
nan = array.array("d", [float("nan")])
print(nan == nan, nan != nan)

it = iter(array.array("b", [1, 2, 3]))
next(it)
print(list(copy.copy(it)), list(pickle.loads(pickle.dumps(it))), list(it), list(it))
for protocol in 2, 3:
    print(pickle.loads(pickle.dumps(array.array("d", [0.5, 2.0]), protocol)), array.array("h", [1]).__reduce_ex__(protocol)[1])
# what machines of the other byte order write
print(array._array_reconstructor(array.array, "l", 3, b"\x00\x01\xff\xff"), array._array_reconstructor(array.array, "u", 19, "hé".encode("utf-16-be")))
attempt(array._array_reconstructor, str, "b", 0, b"")
attempt(array._array_reconstructor, array.array, "b", 99, b"")


class Shrinks:
    def __index__(self):
        victim.clear()
        return 0


victim = array.array("b", [1, 2, 3])
attempt(victim.__setitem__, 1, Shrinks())

# only memory in one piece that may be written to is filled
m = memoryview(bytearray(10))
for target in m[::2], m.toreadonly(), b"abcd", 5:
    attempt(struct.pack_into, "<I", target, 0, 1)
    attempt(io.BytesIO(b"abc").readinto, target)
print(memoryview(b"abcabc").index(97, 1))
attempt(memoryview(b"abc").index, 97, 1)
