package vm

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// machinePrograms leave what they have computed in a list, out. Each is run in a machine of its own, all at once.
var machinePrograms = []struct{ name, source, want string }{
	{"classes", `
class Shape:
    count = 0
    def __init__(self, side):
        self.side = side
        type(self).count += 1
    def area(self): return self.side ** 2
    def __repr__(self): return f'{type(self).__name__}({self.side})'
class Cube(Shape):
    def area(self): return 6 * super().area()
    @property
    def edges(self): return 12 * self.side
shapes = [Cube(i) if i % 2 else Shape(i) for i in range(200)]
out = [sum(s.area() for s in shapes), Cube.count, Shape.count, shapes[3], shapes[3].edges, Shape.__subclasses__()]
Cube.area = lambda self: 0
out.append(sum(s.area() for s in shapes))
`, "[9313200, 101, 100, Cube(3), 36, [<class '__main__.Cube'>], 1313400]"},
	{"dicts", `
d = {}
for i in range(3000):
    d[f'k{i % 700}'] = d.get(f'k{i % 700}', 0) + i
for k in list(d)[::2]:
    del d[k]
out = [len(d), sum(d.values()), list(d)[:3], {**{'a': 1}, 'b': 2}, {i: i * i for i in range(4)}, sorted({1, 5, 3} | {2})]
`, "[350, 2250000, ['k1', 'k3', 'k5'], {'a': 1, 'b': 2}, {0: 0, 1: 1, 2: 4, 3: 9}, [1, 2, 3, 5]]"},
	{"exceptions", `
class Odd(ValueError):
    def __init__(self, n):
        super().__init__(f'odd {n}')
        self.n = n
def check(n):
    try:
        if n % 2: raise Odd(n)
        return 1 // (n % 4)
    finally:
        seen.append(n)
seen, out = [], []
for n in range(300):
    try: check(n)
    except Odd as e: last = e
    except ZeroDivisionError as e: zero = e
try:
    try: {}['missing']
    except KeyError as e: raise RuntimeError('outer') from e
except RuntimeError as e: out += [e, e.__cause__, e.__traceback__.tb_lineno]
def deep(n): return deep(n + 1)
try: deep(0)
except RecursionError as e: out.append(str(e))
out += [len(seen), last, last.n, zero]
`, "[RuntimeError('outer'), KeyError('missing'), 18, 'maximum recursion depth exceeded', 300, Odd('odd 299'), 299, ZeroDivisionError('division by zero')]"},
	{"generators", `
def primes():
    found, n = [], 2
    while True:
        if all(n % p for p in found if p * p <= n):
            found.append(n)
            yield n
        n += 1
def chain(*its):
    for it in its: yield from it
def echo():
    got = None
    while True: got = yield got
e = echo(); next(e)
g = primes()
out = [next(g) for _ in range(40)][-3:] + list(chain('ab', range(2))) + [e.send(i) for i in 'xy'] + [sum(x * y for x in range(30) for y in range(x))]
`, "[163, 167, 173, 'a', 'b', 0, 1, 'x', 'y', 90335]"},
	{"json and re", `
import json, re
text = json.dumps([{'id': i, 'tags': ['a', 'é', None, True], 'x': i / 4} for i in range(40)])
back = json.loads(text)
out = [len(text), back[7], re.findall(r'"id": (\d+)', text)[-2:], re.sub(r'(?P<a>\w)(\w)', r'\2\g<a>', 'abcdé'), bool(re.match('É', 'é', re.I))]
try: json.loads('[1,')
except json.JSONDecodeError as e: out.append(str(e))
`, "[2370, {'id': 7, 'tags': ['a', 'é', None, True], 'x': 1.75}, ['38', '39'], 'badcé', True, 'Expecting value: line 1 column 4 (char 3)']"},
	{"collections", `
import collections, functools, itertools, sys
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple
Point = namedtuple('Point', 'x y')
groups = defaultdict(list)
for i in range(100): groups[i % 7].append(Point(i, -i))
ring = deque(maxlen=3)
ring.extend(range(10))
@functools.lru_cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
class Mine(dict): pass
out = [Counter('mississippi').most_common(2), groups[3][1], ring, fib(80), list(itertools.islice(itertools.permutations('abc'), 2, 4)), Mine in dict.__subclasses__(),
    [c for c in object.__subclasses__() if c.__module__ == '__main__'], isinstance(ring, collections.abc.Sequence), sys.modules['collections'] is collections]
`, "[[('i', 4), ('s', 4)], Point(x=10, y=-10), deque([7, 8, 9], maxlen=3), 23416728348467685, [('b', 'a', 'c'), ('b', 'c', 'a')], True, [], True, True]"},
	{"modules and threads", `
import math, sys, threading, weakref, gc
sys.mine = __name__
sys.setrecursionlimit(500)
import builtins
builtins.shared = [0]
lock = threading.Lock()
def work(n):
    for i in range(200):
        with lock: shared[0] += math.isqrt(n * i)
threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for t in threads: t.start()
for t in threads: t.join()
class Node: pass
node = Node()
ref = weakref.ref(node)
out = [shared, ref() is node, math.floor(math.pi * 1000), math.gcd(84, 36), sys.getrecursionlimit(), sys.mine]
`, "[[7501], True, 3141, 12, 500, '__main__']"},
	{"dataclasses", `
import sys
from dataclasses import dataclass, field, replace
from enum import Enum
from abc import ABC, abstractmethod
class Colour(Enum):
    RED = 1
    BLUE = 2
@dataclass(order=True)
class Item:
    name: str
    price: float = 1.5
    tags: list = field(default_factory=list)
class Base(ABC):
    @abstractmethod
    def run(self): ...
try: Base()
except TypeError as e: text = str(e)[:32]
items = sorted(Item(n, i) for i, n in enumerate('cab'))
match items[0]:
    case Item(name='a', price=p): price = p
import builtins
out = [items[0], replace(items[1], price=9), Colour(2), Colour['RED'].value, text, price, hasattr(sys, 'mine'), hasattr(builtins, 'shared'), sys.getrecursionlimit()]
`, "[Item(name='a', price=1, tags=[]), Item(name='b', price=9, tags=[]), <Colour.BLUE: 2>, 1, \"Can't instantiate abstract class\", 1, False, False, 1000]"},
}

// TestMachines runs machines in goroutines at once: none sees what the others do. It is meant for the race detector.
func TestMachines(t *testing.T) {
	var wait sync.WaitGroup
	for round := range 2 { // the second one finds the types that the first has made
		for _, p := range machinePrograms {
			wait.Go(func() {
				got, err := outOf(p.name, p.source)
				if err != nil {
					t.Errorf("%s, round %d: %v", p.name, round, err)
					return
				}
				if diff := cmp.Diff(p.want, got); diff != "" {
					t.Errorf("%s, round %d: differs (-want +got):\n%s", p.name, round, diff)
				}
			})
		}
		wait.Wait()
	}
}

// outOf is the repr of out at the end of a program that a new machine runs.
func outOf(name, source string) (string, error) {
	th := interp.NewMachine().Main()
	if err := interp.RunMain(th, "<"+name+">", []byte(strings.TrimPrefix(source, "\n"))); err != nil {
		var e *object.Exception
		if errors.As(err, &e) {
			return "", errors.New(interp.FormatException(th, e))
		}
		return "", err
	}
	main, _ := interp.MachineOf(th).Modules.Lookup("__main__")
	out, err := object.GetAttr(th, main, "out")
	if err != nil {
		return "", fmt.Errorf("no result: %w", err)
	}
	return object.Repr(th, out)
}

// TestExit ends a program that has a machine, but not the process, by os._exit.
func TestExit(t *testing.T) {
	for _, source := range []string{
		"import os\ntry: os._exit(3)\nfinally: os._exit(4)",
		"import os, threading\nthreading.Thread(target=os._exit, args=(3,)).start()",
	} {
		th := interp.NewMachine().Main()
		if status := RunSource(th, "<exit>", []byte(source), []string{""}); status != 3 {
			t.Errorf("%q: status %d", source, status)
		}
	}
}

// TestThreadsAreWaitedFor hands over at each moment of a thread's beginning: the program does not end before the thread.
func TestThreadsAreWaitedFor(t *testing.T) {
	for i := 1; i < 100; i++ {
		source := fmt.Sprintf("import os, sys, threading\nsys.setswitchinterval(%de-6)\nt = threading.Thread(target=os._exit, args=(3,))\nt.start(); assert t.ident", i)
		if status := RunSource(interp.NewMachine().Main(), "<threads>", []byte(source), []string{""}); status != 3 {
			t.Fatalf("slice of %d µs: status %d", i, status)
		}
	}
}
