package compiler_test

import (
	"flag"
	"slices"
	"testing"
)

var (
	features     = flag.Int("features", 40, "random programs of features to compare, compiled against plain")
	firstFeature = flag.Uint64("features.seed", 1, "the first of their seeds")

	classPrograms = flag.Int("classes", 100, "random programs of classes to compare, compiled against plain")
	firstClasses  = flag.Uint64("classes.seed", 1, "the first of their seeds")
)

// classHarness runs f plainly and compiled, with and without graph breaks, and raises where results, exceptions, what is left in the arguments or the
// order in which special methods were called differ.
const classHarness = `
import enum, itertools, re
from collections.abc import Iterator
import torch

PRELUDE = '''
import collections, collections.abc, copy, functools, itertools, math, operator, re
import torch
log = []
STATE = {"next": 0}
class Shown:
    def __init__(self, n):
        self.n = n
    def __get__(self, obj, owner):
        log.append("Shown.__get__")
        return self.n if obj is None else obj.v
def show(*args, **named):
    return args, named
def gen(n):
    for i in range(n):
        log.append(("gen", i))
        yield i
def words(e):
    for known in "out of", "is invalid for input of size":
        if known in str(e):
            return known
    text = re.sub("0x[0-9a-f]+", "0x", str(e)).replace("FakeTensor", "Tensor").replace("immutable_", "")
    return re.sub(r"\\b(itertools\\.\\w+|map|filter|zip|chain|count|cycle|islice|enumerate|reversed|generator|\\w+iterator)\\b", "iterator", text)
def made(cls, n):
    if issubclass(cls, collections.defaultdict):
        return cls(int, {"a": n})
    if issubclass(cls, (dict, collections.UserDict)):
        return cls({"a": n, "b": 2})
    if issubclass(cls, (list, tuple, set, collections.deque)):
        return cls([n, 1])
    if issubclass(cls, (int, float)):
        return cls(n)
    if issubclass(cls, (str, Exception)):
        return cls("ab")
    return cls()
'''

def canon(v, seen):
    if v is None or type(v) in (int, float, str, bool, complex):
        return (type(v).__name__, re.sub("0x[0-9a-f]+", "0x", re.sub(r"<generator object [.\w]+|<[.\w]*(iterator|itertools|map|zip|enumerate|reversed)[.\w]*", "<iterator", repr(v))))
    if type(v) is slice:
        return re.sub("0x[0-9a-f]+", "0x", repr(v))
    if type(v) is tuple and all(type(e) in (int, str) for e in v): # a constant
        return repr(v)
    if id(v) in seen:
        return ("again", seen[id(v)][0])
    seen[id(v)] = (len(seen), v)
    if isinstance(v, Iterator) and type(v).__module__ in ("builtins", "itertools"): # of whatever kind behind a break
        try:
            return ("iterator", [canon(e, seen) for e in itertools.islice(v, 4)])
        except Exception as e:
            return ("iterator", type(e).__name__, str(e))
    if isinstance(v, torch.Tensor):
        return ("tensor", tuple(v.shape), [round(e, 4) if isinstance(e, float) else e for e in v.detach().flatten().tolist()])
    parts = [type(v).__name__]
    for base in (list, tuple, dict, set, frozenset, int, float, str):
        if isinstance(v, base):
            if base is dict:
                parts.append([(canon(k, seen), canon(e, seen)) for k, e in dict.items(v)])
            elif base in (set, frozenset):
                parts.append(sorted(re.sub("0x[0-9a-f]+", "0x", object.__repr__(e) if type(e).__module__ != "builtins" else repr(e)) for e in base.__iter__(v)))
            elif base in (list, tuple):
                parts.append([canon(e, seen) for e in base.__iter__(v)])
            else:
                parts.append(base.__repr__(v))
    if isinstance(v, BaseException):
        parts.append(canon(v.args, seen))
    if not isinstance(v, type) and not callable(v) or type(v).__name__ in ("C0", "C1", "C2"):
        try:
            fields = object.__getattribute__(v, "__dict__")
        except AttributeError:
            fields = {}
        parts.append([(k, canon(e, seen)) for k, e in fields.items()])
        slots = [s for c in type(v).__mro__ for s in c.__dict__.get("__slots__", ()) if s != "__weakref__" and hasattr(v, s)]
        if slots:
            parts.append([(s, canon(getattr(v, s), seen)) for s in slots])
    return parts

def calls(ns):
    torch.manual_seed(0)
    for n, first, second in ((1, "C1", "C2"), (2, "C2", "C2"), (3, "C0", "C1"), (1, "C1", "C2")):
        try:
            yield torch.randn(2), n, ns["made"](ns[first], n), ns["made"](ns[second], n + 1)
        except RecursionError:
            raise
        except Exception:
            pass

def change(v):
    "changes what is in v, past what its class overrides"
    if isinstance(v, (type, enum.Enum)) or v is None:
        return
    for base, do in ((list, lambda: list.append(v, 7)), (dict, lambda: dict.__setitem__(v, "a", 9)), (set, lambda: (set.clear(v), set.add(v, 9))), (bytearray, lambda: v.append(1))):
        if isinstance(v, base):
            do()
    if isinstance(v, BaseException):
        v.args = (9,)
    if isinstance(v, tuple):
        for e in tuple.__iter__(v):
            change(e)
    if callable(v) and getattr(v, "__defaults__", None):
        v.__defaults__ = (*v.__defaults__[:-1], 8)
    for cell in getattr(v, "__closure__", None) or ():
        if type(cell.cell_contents) is int:
            cell.cell_contents += 1
    if hasattr(v, "__self__") and type(v).__name__ == "method":
        change(v.__self__)
    try:
        fields = object.__getattribute__(v, "__dict__")
    except AttributeError:
        fields = {}
    for k, e in list(fields.items()):
        if type(e) is int:
            fields[k] = e + 1
        elif type(e) in (list, dict):
            change(e)
    for c in type(v).__mro__:
        for s in c.__dict__.get("__slots__", ()):
            if s != "__weakref__" and type(getattr(v, s, None)) is int and not isinstance(v, tuple):
                object.__setattr__(v, s, getattr(v, s) + 1)

def again(calls):
    "each of the calls twice, the second time with the same arguments, in which something has changed"
    for args in calls:
        yield args
        for v in args[2:]:
            change(v)
        yield args

def run(source, backend, dynamic=None, nested=None):
    ns = {}
    exec(PRELUDE + source, ns)
    f = ns["f"]
    if backend:
        torch._dynamo.reset()
        torch._dynamo.config.nested_graph_breaks = bool(nested)
        f = torch.compile(f, backend=backend, dynamic=dynamic)
    out = []
    for args in again(calls(ns)):
        seen = {}
        try:
            result = canon(f(*args), seen)
        except RecursionError:
            raise
        except Exception as e:
            result = (type(e).__name__, ns["words"](e), type(e.__context__).__name__)
        out.append((result, canon(list(args), seen), list(ns["log"])))
        ns["log"].clear()
        ns["STATE"]["next"] = 0
    return out

def compare(source, broken):
    try:
        want = run(source, None)
    except RecursionError: # a method that calls itself without end
        return
    except Exception: # a class that cannot be made
        return
    for dynamic in (None, True):
        for where, text, nested in (("whole", source, None), ("broken", broken, False), ("broken inside of calls", broken, True)):
            got = run(text, "eager", dynamic, nested)
            for i, (p, q) in enumerate(zip(want, got)):
                for what, a, b in zip(("result", "arguments", "log"), p, q):
                    if a != b:
                        raise AssertionError(f"{where}, dynamic={dynamic}, call {i}: {what}\n  {a} became\n  {b}")
`

// foundClasses are programs that once differed.
var foundClasses = []uint64{24, 105, 1005, 1054, 1120, 1198, 1220, 2017, 2112, 2162, 2204, 2234, 2253, 10619, 10666, 10759, 10768, 10810, 10833, 10962, 10970, 11036, 11188, 11199, 12043, 12058, 12175, 12221, 12342, 12348, 13111, 13228, 13322}

// TestClassProgramsAgree runs random programs of classes with special methods, plainly and compiled.
func TestClassProgramsAgree(t *testing.T) {
	seeds := slices.Clone(foundClasses)
	for i := range uint64(*classPrograms) {
		seeds = append(seeds, *firstClasses+i)
	}
	agree(t, seeds, makeClasses, classHarness)
}

// foundFeatures are programs that once differed.
var foundFeatures = []uint64{4827, 4832}

// TestFeatureProgramsAgree runs random programs of values that the standard library and the class statement make, plainly and compiled.
func TestFeatureProgramsAgree(t *testing.T) {
	seeds := slices.Clone(foundFeatures)
	for i := range uint64(*features) {
		seeds = append(seeds, *firstFeature+i)
	}
	agree(t, seeds, makeFeatures, classHarness)
}
