"""Octal escapes of patterns; copies and pickles of patterns and matches."""
import copy
import pickle
import re


def attempt(f, *args):
    try:
        print(ascii(f(*args)))
    except re.error as e:
        print("error", e.msg, e.pos)
    except Exception as e:
        print(type(e).__name__, e)


print(all(re.fullmatch(r"\%03o" % i, chr(i)) and re.fullmatch(r"[\%o]" % i, chr(i)) for i in range(256)))
for p in r"\400", r"[\400]", r"\8", r"[\8]", r"\18", r"(a)\1", r"\08", r"[\08]+", r"\1":
    attempt(lambda: re.match(p, "aa\x008"))
print(re.sub(r"[\000-\037]", "?", "a\tb\x01c"))
p = re.compile("(?P<n>a+)b", re.I | re.M)
print(copy.copy(p) is p, copy.deepcopy([p])[0] is p, pickle.loads(pickle.dumps(p)) == p, pickle.loads(pickle.dumps({"p": p}))["p"].flags == p.flags)
m = p.match("aab")
print(copy.copy(m) is m, copy.deepcopy(m) is m, m.regs)


class Index:
    def __index__(self):
        return 1


print(m.group(Index()), m[Index()], m.span(Index()))
attempt(m.group, Index)
