# Keys and bounds whose __index__ shortens the sequence they are used on; slices that are deleted and assigned in place.
import array
def t(name, f):
    try: r = f()
    except Exception as e: r = type(e).__name__ + ": " + str(e)
    print(name, r)
class I:
    def __init__(s, c, n, keep=1): s.c, s.n, s.keep = c, n, keep
    def __index__(s):
        while len(s.c) > s.keep: s.c.pop()
        return s.n
    def __eq__(s, o):
        while len(s.c) > s.keep: s.c.pop()
        return False
    def __hash__(s): return 5
for mk in (lambda: list(range(8)), lambda: bytearray(range(8)), lambda: array.array("i", range(8))):
    c = mk(); print(type(c))
    t("get0", lambda: c[I(c, 0)]); c = mk()
    t("set", lambda: c.__setitem__(I(c, 5), 1)); c = mk()
    t("set0", lambda: c.__setitem__(I(c, 0), 9)); print(c); c = mk()
    t("del", lambda: c.__delitem__(I(c, 5))); c = mk()
    t("slice", lambda: c[I(c, 0):I(c, 6)]); c = mk()
    t("slice2", lambda: c[I(c, 0):I(c, 6):2]); c = mk()
    t("dels", lambda: c.__delitem__(slice(I(c, 0), 6, 2))); print(c); c = mk()
    t("dels2", lambda: c.__delitem__(slice(6, I(c, 0), -2))); print(c); c = mk()
    t("sets", lambda: c.__setitem__(slice(I(c, 0), 6), type(c)(b"ab") if isinstance(c, bytearray) else type(c)("i", [1, 2]) if isinstance(c, array.array) else type(c)([1,2]))); print(c); c = mk()
    t("insert", lambda: c.insert(I(c, 5), 7)); print(c); c = mk()
    t("mul", lambda: c * I(c, 2)); c = mk()
    t("imul", lambda: c.__imul__(I(c, 2))); c = mk()
    t("pop", lambda: c.pop(I(c, 5))); c = mk()
    t("remove", lambda: c.remove(I(c, 3))); c = mk()
for step in (1, 2, 3, -1, -2, -3, 7):
    for lo in (None, 0, 2, 7, -1, -3):
        for hi in (None, 0, 3, 8, -1):
            a = list(range(10)); b = a[:]
            del a[lo:hi:step]
            gone = set(b[lo:hi:step])
            assert a == [x for x in b if x not in gone], (lo, hi, step, a)
            a.append(5); assert len(a) == len(b) - len(gone) + 1
for lo in range(5):
    for hi in range(5):
        for n in range(5):
            a = list(range(4)); a[lo:hi] = "abcde"[:n]; print(*a, sep="", end=" ")
a = [1, 2, 3]; a[1:2] = a; print(a); a[:] = a; print(a); a[::-1] = a; print(a)
