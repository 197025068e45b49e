"""Methods of sequences that concatenate and repeat, called by name, and operands of % that a format does not use."""
import collections, array, operator
def t(s):
    try: print(s, "->", eval(s))
    except Exception as e: print(s, "->", type(e).__name__, e)
class C:
    def __radd__(s, o): return "radd"
    def __rmul__(s, o): return "rmul"
    def __index__(s): return 2
class L(list): pass
d = collections.deque
for x in ("[0]", "(0,)", "'a'", "b'a'", "bytearray(b'a')", "d([1])", "array.array('i',[1])", "L([1])"):
    for m in ("__add__", "__mul__", "__rmul__", "__iadd__", "__imul__", "__radd__", "__mod__"):
        for a in ("None", "1.5", "[1]", "(1,)", "'b'", "b'c'", "C()", "2", "True", "d([3])"):
            t(f"{x}.{m}({a})")
for f in "add iadd mul".split():
    for a in ("[0]", "(0,)", "'a'", "d([1])", "1", "C()"):
        for b in ("None", "[1]", "C()", "2", "'x'", "1.5"):
            t(f"operator.{f}({a}, {b})")
class I:
    def __getitem__(s,i): return 1
class S(str): pass
class T(tuple): pass
class L(list): pass
for f in ("a", b"a", bytearray(b"a")):
    for a in (I(), S("x"), T((1,)), L([1]), {1:2}, collections.OrderedDict(), range(3), array.array("i",[1]), memoryview(b"a"), slice(1), {1}, bytearray(b"q"), b"s", collections.UserDict(), collections.deque(), type("M",(),{}), int, list, list[int], frozenset([1])):
        try: print(repr(f), type(a), f % a)
        except Exception as e: print(repr(f), type(a), type(e).__name__, e)
try: b"%d" % "x"
except Exception as e: print(e)
try: b"%d %d" % (1,)
except Exception as e: print(e)
try: b"%(a)s" % (1,)
except Exception as e: print(e)
try: b"%z" % (1,)
except Exception as e: print(e)
try: b"%s" % ("q",)
except Exception as e: print(e)
try: b"%c" % (300,)
except Exception as e: print(e)
try: b"%x" % (3.4,)
except Exception as e: print(e)
