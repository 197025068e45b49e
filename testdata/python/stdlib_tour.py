# The library modules that scripts lean on: a few exact values of each.
import bisect
import collections
import copy
import datetime
import functools
import heapq
import io
import itertools
import json
import math
import operator
import random
import statistics
import string
from contextlib import ExitStack, redirect_stdout
from dataclasses import asdict, dataclass, field
from enum import Enum, Flag, auto


@dataclass(order=True)
class Job:
    priority: int
    name: str = field(compare=False)
    tags: list = field(default_factory=list, compare=False)


class Color(Enum):
    RED = auto()
    BLUE = auto()


class Perm(Flag):
    R = auto()
    W = auto()


heap = []
for p, n in ((3, "c"), (1, "a"), (2, "b")):
    heapq.heappush(heap, Job(p, n))
print([heapq.heappop(heap).name for _ in range(3)], asdict(Job(1, "x", ["t"])), heapq.nlargest(2, [3, 9, 4]))
print(list(itertools.accumulate([1, 2, 3], operator.mul)), list(itertools.groupby("aab"))[0][0], ["".join(p) for p in itertools.permutations("abc", 2)][:3])
print(json.dumps({"b": [1, 2.5, None], "a": True}, sort_keys=True), json.loads('{"x": [1, {"y": "é"}]}'), json.dumps([1, [2]], indent=1))
random.seed(42)
print(random.random(), random.randint(1, 6), random.sample(range(10), 3), random.choice("abc"))
print(statistics.mean([1, 2, 4]), statistics.median([3, 1, 2]), statistics.stdev([1, 2, 3, 4]), math.comb(5, 2), math.gcd(12, 18), math.isclose(0.1 + 0.2, 0.3))
d = collections.deque([1, 2, 3], maxlen=3)
d.append(4)
d.rotate(1)
print(d, collections.ChainMap({"a": 1}, {"b": 2})["b"], collections.Counter("abca") - collections.Counter("a"), collections.OrderedDict(a=1).popitem())
print(bisect.bisect([1, 3, 5], 3), string.ascii_lowercase[:3], string.Template("$a-$b").substitute(a=1, b=2), functools.reduce(operator.add, [[1], [2]]))
print(Color.RED, Color["BLUE"].value, list(Color), Perm.R | Perm.W, Perm.W in (Perm.R | Perm.W), Color(2) is Color.BLUE)
print(datetime.date(2024, 2, 29) + datetime.timedelta(days=366), datetime.datetime(2024, 1, 2, 3, 4).strftime("%Y/%m/%d %H:%M"))
out = io.StringIO()
with ExitStack() as stack:
    stack.callback(lambda: print("callback"))
    stack.enter_context(redirect_stdout(out))
    print("captured")
print(repr(out.getvalue()))
nested = {"a": [1, {2}]}
deep = copy.deepcopy(nested)
deep["a"][1].add(3)
print(nested, deep, functools.partial(int, base=2)("101"), operator.itemgetter(1, 0)("ab"))
