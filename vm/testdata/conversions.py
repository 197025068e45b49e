# more: numeric formatting, bytes, sets, sorting, comparisons, attribute errors
import math, sys
for v in (0.0, -0.0, 1.0, 1.5, 123456.789, 1e-7, 1e100, -2.5, float("inf"), float("nan"), 3, -17, 10**20, True):
    out = []
    for s in ("", "d", "x", "e", ".3e", "f", ".0f", "g", ".3g", "%", "10", "<10", "^10.2f", "+", " ", "010", ",", "_", "#x", "#o", "b", "n", "c", ".1%", "+.2f", ">+8.1f", "#.3g", "0=8", "s"):
        try: out.append(format(v, s))
        except Exception as e: out.append(f"{type(e).__name__}:{e}")
    print(v, out)
for s in ("", "s", "10", ">10", "^10", ".2", "*<8", "d", "=10", "010", "+", ",", "10.3s", "#"):
    try: print(repr(format("hello", s)), end=" ")
    except Exception as e: print(type(e).__name__, e, end=" ")
print()
for f in ("%d", "%i", "%5d", "%-5d|", "%05d", "%+d", "% d", "%x", "%#x", "%X", "%o", "%e", "%.2E", "%f", "%.0f", "%g", "%G", "%s", "%r", "%a", "%c", "%5.1f", "%-8s|", "%.2s", "%%", "%q", "%"):
    for v in (42, -3.7, "str"):
        try: print(f % v, end=" ")
        except Exception as e: print(f"{type(e).__name__}:{e}", end=" ")
    print()
for x in (0.5, 1.5, 2.5, -0.5, 2.675, 1e15 + 0.5, 12345.6789):
    print(round(x), round(x, 1), round(x, -2), round(x, 2), int(x), math.floor(x), math.ceil(x), math.trunc(x), x // 1, x % 1, divmod(x, 0.3))
for a in (7, -7, 7.5, -7.5, 2**70):
    for b in (2, -2, 0.5, 3, -3.5):
        print(a // b, a % b, a / b, divmod(a, b), end=" | ")
    print()
print([2**i for i in (-3, -1, 0, 1, 31, 32, 63, 64, 65)], (-2) ** 3, (-8) ** (1/3), 0 ** 0, 0.0 ** 0, 2.0 ** 1000, (1+2j) ** 2, 2 ** 0.5)
try: print(2.0 ** 10000)
except OverflowError as e: print(e)
try: print(int(1e400))
except OverflowError as e: print(e)
print(int("0x1f", 16), int("z", 36), int(" 42 "), int("-0b101", 2), int("1_000"), float(" 1e3 "), float("1_0.5"), float("-inf"), complex("1e3-2j"), int(True), bool("False"), int(b"12"))
for t in ("", "x", "1.5", "0b2", "1__0", "é"):
    try: int(t)
    except ValueError as e: print(e)
s = {3, 1, 2}; s2 = {2, 3, 4}
print(s - s2, s | s2, s & s2, s ^ s2, s <= s2, s < {1, 2, 3, 4}, s.isdisjoint({9}), s.union([7], (8,)), s.intersection([1], [1, 2]), s.difference([1]), s.symmetric_difference([1, 9]), s == {1, 2, 3}, frozenset(s) == s, s.issuperset([1]), len(s), 5 in s)
s.discard(99); s.update([5], [6]); s.remove(5); s -= {1}; s |= {10}; s &= {2, 3, 10}; s ^= {2}; print(s, s.copy() is s, set("hello") == set("olleh"), {frozenset([1]): 2}[frozenset([1])])
try: s.remove(99)
except KeyError as e: print(e)
print(sorted(["b", "A", "c"], key=str.lower), sorted([3, 1, 2], key=lambda x: -x), sorted([(2, "a"), (1, "b"), (2, "b"), (1, "a")], key=lambda t: t[0], reverse=True), sorted([1.5, 1, True, 0]), sorted("hello"), sorted({"b": 1, "a": 2}), sorted([[2], [1, 5], [1]]), sorted([None, None], key=id) == [None, None])
try: sorted([1, "a", 2])
except TypeError as e: print(e)
try: sorted([1j, 2j])
except TypeError as e: print(e)
print([1, 2] == [1, 2.0], (1,) < (1, 0), [1, 2] > [1], "a" < "b" < "c", {1: 2} == {1: 2.0}, 1 == 1.0 == True, None == 0, [] == (), "a" == b"a", float("nan") == float("nan"), [1] is [1], () is (), 1 < 2.5 < 3, range(3) == [0, 1, 2])
for e in ("[].x", "(1).x", "'s'.x", "{}.x", "None.x", "(lambda: 0).x", "int.x", "len.x", "type.x", "Exception().x", "sys.x", "(i for i in []).x", "range(1).x", "[].append.x", "int.real.x", "object().x", "slice(1).x", "{1}.x", "b''.x", "1.5.x", "1j.x", "True.x", "NotImplemented.x", "....x", "super().x", "property().x", "staticmethod(len).x", "zip().x"):
    try: eval(e)
    except Exception as ex: print(e, "->", type(ex).__name__, ex)
for e in ("[1,2,3][1:2:0]", "[1][1.0]", "(1,)['a']", "{}[{}]", "'abc'[1:'x']", "range(3)[5]", "b'ab'[9]", "[][:].pop()", "del_", "{'a': 1}.pop('b')", "{}.popitem()", "set().pop()", "'a'.index('b')", "'abc'.join(5)", "'a'.split('')", "'x'.zfill('a')", "'a'.center()", "list(5)", "dict(5)", "set(5)", "tuple(None)", "int(None)", "float([])", "str(b'a', 5)", "bytes('a')", "bytes([1, 'a'])", "bytearray([300])", "complex('x')", "complex([])", "abs(None)", "round(None)", "pow('a', 2)", "divmod(1, 'a')", "sum(1)", "min(1)", "max()", "len(None)", "iter(None)", "next(1)", "enumerate(1)", "zip(1)", "map()", "map(len)", "filter(None)", "reversed({1})", "sorted(1)", "hash({})", "id()", "chr('a')", "ord(1)", "hex('a')", "bin(1.5)", "isinstance(1, 'a')", "getattr(1)", "setattr(1, 'a', 2)", "callable()", "vars(1)", "input(1, 2)", "open()", "exec(1)", "eval(1)", "format(1, 2)", "repr()", "print(sep=1)", "type()", "super(1)", "slice()", "range(1.5)", "range(1, 2, 0)", "object(1, 2)", "1 @ 2", "1 + None", "'a' - 'b'", "[1] - [1]", "{} + {}", "None < None", "1 < 'a'", "[] < {}", "not_defined", "-[]", "~1.5", "+'a'", "1 if [] < 1 else 2", "1 in 1", "'a' in 1", "1 in 'a'", "None()", "'a'()", "(1)(2)", "[1](0)", "f'{1:z}'", "f'{[]:d}'", "'{:d}'.format('a')", "'{a}'.format(b=1)", "'{0.x}'.format(1)", "'{!z}'.format(1)", "'{'.format()", "'}'.format()", "'{}{0}'.format(1)", "'%(a)s' % 1", "'%d %d' % (1,)", "'%z' % 1", "b'%s' % 'a'", "1 << -1", "1 << 'a'", "2 ** 'a'", "1.5 // 0", "1 // 0.0", "0j / 0", "1 % 0j", "divmod(1, 0)", "round(float('nan'))", "round(float('inf'))", "int(float('nan'))", "math.sqrt(-1)", "math.log(-1)", "math.log('a')", "math.factorial(1.5)", "math.gcd(1.5)", "math.floor('a')", "math.sin()", "math.pow(0, -1)", "math.acos(2)", "math.comb(-1, 2)", "math.isqrt(-1)"):
    try: print(e, "=>", eval(e))
    except BaseException as ex: print(e, "->", type(ex).__name__, ex)
