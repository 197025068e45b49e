# pprint of every container, and copies of UserDict and UserList.
import copy, pprint, types
from collections import UserDict, UserList, UserString, ChainMap, OrderedDict, defaultdict, Counter, deque
d = UserDict(a=1); d.x = [1]; c = copy.copy(d); c["b"] = 2; print(d, c, c.x is d.x, type(d.copy()))
l = UserList([1, 2]); c = copy.copy(l); c.append(3); print(l, c, l.copy(), l + [4], [0] + l, l * 2, l == [1, 2], l[0:1])
class MyD(UserDict):
    def __init__(self, *a, **k): super().__init__(*a, **k); self.tag = "t"
m = MyD(z=1); n = m.copy(); print(n, type(n).__name__, n.tag)
long = {k: i for i, k in enumerate("the quick brown fox jumped over the lazy dog and more words".split())}
for o in (long, UserDict(long), UserList(long), types.MappingProxyType(long), ChainMap(long, {"q": 1}), types.SimpleNamespace(**long), OrderedDict(long), defaultdict(int, long), Counter(long), deque(long), b"some bytes " * 10, bytearray(b"0123456789" * 9), UserString("text " * 30), [b"some bytes " * 10], {"k": "word " * 30}):
    pprint.pprint(o, width=40)
