# How messages name the types of the library.
import collections, array, functools, itertools, re, types, weakref, struct, operator, random, zlib
def attempt(f):
    try: print(repr(f()))
    except BaseException as e: print(type(e).__name__, e)
class O: pass
o=O()
objs = [collections.deque([1]), array.array('i',[1]), functools.partial(len), itertools.count(), itertools.repeat(1), itertools.chain(), itertools.cycle([1]), itertools.islice([],1), itertools.product(), itertools.permutations([]), itertools.zip_longest(), itertools.groupby([]), itertools.tee([])[0], re.compile('a'), types.SimpleNamespace(), weakref.ref(o), struct.Struct('i'), operator.itemgetter(1), operator.attrgetter('a'), operator.methodcaller('a'), random.Random(1), iter(collections.deque()), functools.lru_cache(len), itertools.accumulate([]), itertools.starmap(len,[]), itertools.takewhile(len,[]), itertools.dropwhile(len,[]), itertools.filterfalse(len,[]), itertools.compress([],[]), itertools.pairwise([]), itertools.batched([],1), itertools.combinations([],1), re.finditer('a',''), functools.cmp_to_key(len)(1), types.MappingProxyType({}), zlib.compressobj(), collections.ChainMap(), iter([]), reversed([]), enumerate([]), zip(), map(len,[]), {}.keys(), range(1), memoryview(b''), property(), slice(1), super(O,o), type(o), functools.cached_property(len), functools.singledispatch(len)]
for x in objs:
    t = type(x)
    print(t.__name__, t.__qualname__, t.__module__, t)
    attempt(lambda: x.nope); attempt(lambda: x + object()); attempt(lambda: x()) if not callable(x) else None; attempt(lambda: x < object()); attempt(lambda: -x); attempt(lambda: object() in x) if not hasattr(x,'__contains__') and not hasattr(x, '__iter__') else None
attempt(lambda: hash(collections.deque())); attempt(lambda: collections.deque.append()); attempt(lambda: collections.deque().append()); attempt(lambda: collections.deque.append(1,2)); attempt(lambda: array.array.append(1)); attempt(lambda: [1][collections.deque()]); attempt(lambda: "a" + collections.deque()); attempt(lambda: int(collections.deque())); attempt(lambda: len(itertools.count())); attempt(lambda: collections.deque.append); attempt(lambda: collections.deque().append.__qualname__); attempt(lambda: functools.partial.__call__); attempt(lambda: float(re.compile('a'))); attempt(lambda: collections.deque(1)); attempt(lambda: isinstance(1, collections.deque())); attempt(lambda: ''.join([collections.deque()]))
