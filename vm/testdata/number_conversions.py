"""int(), float() and complex(): what they take, whom they ask, and where they warn."""
import array
import sys
import warnings


def attempt(f, *args):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            print(repr(f(*args)), end=" ")
        except Exception as e:
            print(type(e).__name__, e, end=" ")
    print([str(w.message)[:60] for w in caught])


for x in memoryview(b"12"), bytearray(b"12"), array.array("B", b"12"), memoryview(b"x"), bytearray(b"x"):
    attempt(int, x)
    if not isinstance(x, memoryview) or x == b"12":
        attempt(float, x)


class MyInt(int):
    pass


class MyFloat(float):
    def __float__(self):
        return 42.0


class Text(str):
    def __float__(self):
        return float(str(self)) + 1


class Converts:
    def __int__(self):
        return MyInt(3)

    def __index__(self):
        return True

    def __float__(self):
        return MyFloat(3)


class Complex:
    def __complex__(self):
        return 1 + 2j


attempt(int, Converts())
attempt(lambda: [1, 2][Converts()])
attempt(float, Converts())
attempt(float, MyFloat(1))
attempt(float, Text("8"))
attempt(float.__add__, MyFloat(1), 1.0)
for args in ((None, 1), ("1", None), (1, "2"), ([],), (1j, 1j), (2, 1j), (1j, 2), (-0.0, -0.0), (Complex(),), (Complex(), 1), (1, Complex()), (),
             ("1 +2j",), (" ( 1e5+j ) ",), ("1_0-2_0j",), ("_1j",), ("infj",)):
    attempt(complex, *args)
attempt(complex.from_number, 3)
attempt(complex.from_number, "3")
attempt((1j).__complex__)

sys.set_int_max_str_digits(0)
attempt(lambda: len(str(10**5000)))
sys.set_int_max_str_digits(640)
attempt(lambda: len(str(10**640)))
attempt(lambda: len(str(-(10**639))))
attempt(sys.set_int_max_str_digits, 100)

attempt(float, "0." + "0" * 20000 + "1e20001")
attempt(float, "1" + "0" * 20000 + "e-20000")
attempt(float, "1e" + "9" * 30)
attempt(float, "2.2250738585072011e-308" + "0" * 900)
attempt(round, 1.6e308, -308)
attempt(round, 1.5, -(10**30))
attempt(pow, -0.0, float("-inf"))
attempt(pow, -2.0, float("nan"))
attempt(pow, 1j, 2, 3)
for spec in ",s", "_x", ",x", ",n", ",c", ".2d", ".3c", ",_":
    attempt(format, 1000, spec)
    attempt(format, 1000.0, spec)
