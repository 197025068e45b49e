# What a list does when the code of its own elements shrinks it meanwhile.
def mk():
    l = []
    class E:
        def __init__(s, n): s.n = n
        def __eq__(s, o):
            while len(l) > 1: l.pop()
            return False
        def __lt__(s, o):
            while len(l) > 1: l.pop()
            return False
        def __hash__(s): 
            while len(l) > 1: l.pop()
            return 1
        def __repr__(s):
            while len(l) > 1: l.pop()
            return "E"
        def __add__(s, o):
            while len(l) > 1: l.pop()
            return s
        __radd__ = __add__
        def __bool__(s):
            while len(l) > 1: l.pop()
            return True
        def __str__(s): return repr(s)
        def __iter__(s):
            while len(l) > 1: l.pop()
            return iter([1, 2])
        def __index__(s):
            while len(l) > 1: l.pop()
            return 1
        def __call__(s, *a):
            while len(l) > 1: l.pop()
            return 1
    l.extend(E(i) for i in range(6))
    return l, E
import bisect, collections, copy, functools, heapq, itertools, json, math, operator
def t(name, f):
    l, E = mk()
    try: r = f(l, E)
    except Exception as e: r = type(e).__name__ + ": " + str(e)
    print(name, str(r)[:70] if not isinstance(r, float) else r)
t("index", lambda l, E: l.index(E(1)))
t("count", lambda l, E: l.count(E(1)))
t("remove", lambda l, E: l.remove(E(1)))
t("in", lambda l, E: E(1) in l)
t("eq", lambda l, E: l == [E(1)] * 6)
t("lt", lambda l, E: l < [E(1)] * 6)
t("repr", lambda l, E: repr(l))
t("sum", lambda l, E: repr(sum(l, E(0))))
t("min", lambda l, E: min(l) is None)
t("max", lambda l, E: max(l) is None)
t("all", lambda l, E: all(l))
t("set", lambda l, E: len(set(l)))
t("dict", lambda l, E: len(dict.fromkeys(l)))
t("sort", lambda l, E: l.sort())
t("sortkey", lambda l, E: l.sort(key=lambda x: hash(x)))
t("map", lambda l, E: list(map(bool, l)))
t("reduce", lambda l, E: functools.reduce(operator.add, l) is None)
t("heapify", lambda l, E: heapq.heapify(l))
t("heappush", lambda l, E: heapq.heappush(l, E(3)))
t("heappop", lambda l, E: heapq.heappop(l) is None)
t("bisect", lambda l, E: bisect.bisect_left(l, E(3)))
t("bytes", lambda l, E: bytes(l))
t("dictcons", lambda l, E: dict(l))
t("join", lambda l, E: ",".join(map(str, l)))
t("deque", lambda l, E: collections.deque(l).count(E(1)))
t("counter", lambda l, E: len(collections.Counter(l)))
t("chain", lambda l, E: list(itertools.chain.from_iterable(l)))
t("starmap", lambda l, E: list(itertools.starmap(lambda a, b: 1, l)))
t("groupby", lambda l, E: len([list(g) for k, g in itertools.groupby(l)]))
t("print", lambda l, E: print(*l))
t("format", lambda l, E: "{} {}".format(*l[:2]))
t("slice", lambda l, E: len(l[E(0):]))
t("setslice", lambda l, E: l.__setitem__(slice(E(1), E(5)), [1, 2]))
t("setidx", lambda l, E: l.__setitem__(E(1), 4))
t("getidx", lambda l, E: l[E(1)])
t("delidx", lambda l, E: l.__delitem__(E(1)))
t("insert", lambda l, E: l.insert(E(1), 4))
t("popidx", lambda l, E: l.pop(E(1)) is None)
t("mul", lambda l, E: len(l * E(1)))
t("extend", lambda l, E: l.extend(E(1)))
t("unpack", lambda l, E: [*l, *E(1)])
t("isclose", lambda l, E: math.fsum(l))
t("prod", lambda l, E: math.prod(l))
t("update", lambda l, E: set().update(*l))
t("inter", lambda l, E: len({1, 2, E(3)}.intersection(l)))
t("zip", lambda l, E: list(zip(*l)))
t("product", lambda l, E: len(list(itertools.product(*l))))
t("copy", lambda l, E: len(copy.deepcopy(l)))
t("json", lambda l, E: json.dumps(l, default=lambda o: repr(o)))
t("enumerate", lambda l, E: [i for i, e in enumerate(l) if e])
t("reversed", lambda l, E: [1 for e in reversed(l) if e])
t("delslice", lambda l, E: l.__delitem__(slice(E(0), 5, 2)))
t("range", lambda l, E: E(1) in range(3))
t("iadd", lambda l, E: l.__iadd__(E(1)))
