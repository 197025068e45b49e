# What functions do with types that they have no loop for, integers without bound, texts, and lists beside arrays.
import numpy as np


def told(label, f):
    try:
        r = f()
        print(label, repr(r), getattr(r, "dtype", ""))
    except Exception as e:
        print(label, type(e).__name__, e)


one = np.ones(2)
told("sin", lambda: np.sin(one, dtype=int))
told("sin", lambda: np.sin(one, dtype="i4", casting="unsafe"))
told("floor", lambda: np.floor([1.5], dtype=complex))
told("greater", lambda: np.greater([1], 1, dtype=int))
told("bits", lambda: np.bitwise_and([1], 1, dtype="f4"))
told("reduce", lambda: np.greater.reduce([1, 2]))
told("accumulate", lambda: np.add.accumulate(np.array(3)))
for name in ("less", "greater", "less_equal", "equal", "not_equal"):
    told(name, lambda: getattr(np, name).reduce([True, False, True]))

for a in (np.arange(2), np.uint8([1]), np.uint64([1]), np.array([True])):
    told(a.dtype, lambda: a + 2**70)
told("int8", lambda: np.int8([1]) + 2**40)
told("compared", lambda: np.arange(2) < 2**70)

text = np.array(["ab", "c"])
told("joined", lambda: text + "a")
told("joined", lambda: text + np.array(["xyz", "w"]))
told("repeated", lambda: text * 2)
told("subtracted", lambda: text - "a")
told("divided", lambda: text / 2)
told("less", lambda: text < 2)
told("bits", lambda: text & 1)
told("negative", lambda: -text)
told("size", lambda: abs(text))
told("other", lambda: np.array(3) != "a")
told("other", lambda: np.arange(2) == "a")
told("of objects", lambda: np.array([1, "a", None], object).astype(str))

told("lists", lambda: [1, 2] * np.array(3))
told("lists", lambda: [1, 2] + np.array([1, 1]))
told("tuples", lambda: (1, 2) * np.array(2))
x = [1, 2]
x += np.array([1, 1])
print(x)


def in_place(a, b):
    a += b
    return a


told("in place", lambda: in_place(np.arange(6).reshape(2, 3), [1, 2]))

told("ldexp", lambda: np.ldexp(np.float32(1), 3))
told("ldexp", lambda: np.ldexp(np.ones(2, np.float16), np.array([1, 2])))
told("ldexp", lambda: np.ldexp(np.int8(1), 2))
told("ldexp", lambda: np.ldexp(one, one))
told("powers of 0", lambda: np.power(0, np.array([1 + 2j, 2, 0])))
told("angles", lambda: np.degrees(np.float32(1)))
told("angles", lambda: np.rad2deg(np.array([1, 1e10, 0.3], np.float32)))
told("angles", lambda: np.deg2rad(np.array([1, 33.3], np.float32)))
told("none", lambda: np.result_type(np.arange(2), None))
told("none", lambda: np.can_cast(np.dtype("i4"), None))

for t in (np.float16, np.float32, np.float64, np.complex64):
    for v in (999.0, 1000.0, 60000.0, 999999.0, 5e6, 1e8):
        with np.errstate(all="ignore"):
            print(np.array([v, v / 2], t), end=" ")
    print()
print(np.finfo(np.float32))
print(np.bytes_(b"a"), [np.bytes_(b"a")])
