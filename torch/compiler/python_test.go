package compiler_test

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/torch/compiler"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var (
	pythons     = flag.Int("pythons", 100, "random Python programs to compare, compiled against plain")
	firstPython = flag.Uint64("pythons.seed", 1, "the first of their seeds")
)

// pythonHarness runs f plainly and compiled, with and without graph breaks, also inside of inlined calls, five times with different inputs, and raises
// where results, exceptions, aliasing or what is left behind in arguments, objects, globals and the log differ.
const pythonHarness = `
import torch

PRELUDE = '''
import contextlib, functools, itertools, operator
import torch
log = []
HISTORY = []
G = 1
STATE = {"n": 2}
class Custom(Exception):
    pass
class Config:
    level = 1
CONFIG = Config()
def memo():
    total = 0
    class Steps:
        @property
        def total(self):
            return total
        @staticmethod
        def step(n):
            nonlocal total
            total += n
            return total
    return Steps
Steps = memo()
class Scale:
    def __init__(self, k):
        self.k = k
    def __get__(self, obj, owner):
        return lambda n: n * self.k + obj.a
class Box:
    kind = 3
    scaled = Scale(2)
    def __init__(self, a):
        self.a = a
        self.b = a * 2
        self.items = [a]
        self.steps = Steps()
    @property
    def double(self):
        return self.a * 2
    @double.setter
    def double(self, v):
        self.a = v - 1
    def add(self, n):
        # BREAK
        return self.a + n
    @staticmethod
    def static(n):
        return n + G
    @classmethod
    def make(cls, n):
        return n + cls.kind
    @classmethod
    def make_box(cls, n):
        return cls(n)
    def bump(self, n):
        self.b += n
        # BREAK
        self.steps.step(n)
        log.append(("bump", n))
        return self
    def apply(self, t):
        self.items.append(t.dim())
        # BREAK
        return t * self.a
    def __len__(self):
        return len(self.items)
    def __iter__(self):
        return iter(self.items)
    def __repr__(self):
        return f"{type(self).__name__}({self.a}, {self.b})"
class Sub(Box):
    kind = 4
    def __init__(self, a, c=5):
        super().__init__(a + 1)
        self.c = c
    def add(self, n):
        log.append("sub")
        # BREAK
        return super().add(n) * 2
    def __eq__(self, other):
        return isinstance(other, Sub) and self.a == other.a
    __hash__ = object.__hash__
    def __getattr__(self, name):
        if name == "zz":
            return 7
        raise AttributeError(name)
class Ctx:
    def __init__(self, n, swallow=False):
        self.n = n
        self.swallow = swallow
    def __enter__(self):
        log.append(("enter", self.n))
        return self
    def __exit__(self, kind, value, trace):
        log.append(("exit", self.n, kind and kind.__name__.replace("UnboundLocal", "Name")))
        return self.swallow and kind is not None
@contextlib.contextmanager
def manager(n):
    log.append(("in", n))
    try:
        yield n
    finally:
        log.append(("out", n))
def gen(n):
    for i in range(n):
        log.append(("gen", i))
        yield i
def helper(n):
    helper.calls += 1
    # BREAK
    return n * 2
helper.calls = 0
def outer(n):
    seen = [n]
    def inside(k):
        seen.append(k)
        # BREAK
        return sum(seen)
    return inside
def add2(p, q=1):
    return p + q
def star(*args, k, **rest):
    # BREAK
    return len(args) + k + len(rest)
def set_global(v):
    global G
    G = v
    # BREAK
def tensors(t, k):
    if k > 2:
        # BREAK
        return t + k
    return t * k + G
'''

def canon(v, seen):
    if isinstance(v, (int, float, str, bool, type(None))):
        return (type(v).__name__, v)
    if id(v) in seen:
        return ("again", seen[id(v)][0])
    seen[id(v)] = (len(seen), v)
    if isinstance(v, torch.Tensor):
        return ("tensor", tuple(v.shape), [round(e, 4) for e in v.detach().flatten().tolist()])
    if isinstance(v, (list, tuple)):
        return (type(v).__name__, [canon(e, seen) for e in v])
    if isinstance(v, dict):
        return ("dict", [(canon(k, seen), canon(e, seen)) for k, e in v.items()])
    if isinstance(v, (set, frozenset)):
        return ("set", sorted(map(repr, v)))
    if callable(v):
        return "callable"
    if type(v).__name__ == "range":
        return repr(v)
    if hasattr(v, "__dict__"):
        return (type(v).__name__, [(k, canon(e, seen)) for k, e in vars(v).items()])
    return type(v).__name__

def calls(ns):
    box, sub = ns["Box"], ns["Sub"]
    torch.manual_seed(0)
    shared = [4, 1]
    yield torch.randn(3), 2, [3, 1, 2], {"a": 1}, box(2)
    yield torch.randn(3), 3, [], {"a": 2, "b": 5}, sub(1)
    yield torch.randn(3), 2, shared, {"c": 3, "a": 0, 1: 8}, box(2)
    yield torch.randn(4), 5, [0, 7, 7, 2], {}, sub(4)
    yield torch.randn(3), 2, [3, 1, 2], {"a": 1}, box(2)

def run(source, backend, dynamic=None, nested=None):
    ns = {}
    prelude = PRELUDE if nested is None else PRELUDE.replace("# BREAK", "torch._dynamo.graph_break()")
    exec(prelude + source, ns)
    f = ns["f"]
    if backend:
        torch._dynamo.reset()
        torch._dynamo.config.nested_graph_breaks = bool(nested)
        f = torch.compile(f, backend=backend, dynamic=dynamic)
    out = []
    for args in calls(ns):
        seen = {}
        try:
            result = canon(f(*args), seen)
        except RecursionError:
            raise
        except NameError: # an unbound cell is a free variable of what continues behind a break
            result = "unbound"
        except Exception as e:
            result = (type(e).__name__, str(e), type(e.__context__).__name__.replace("UnboundLocalError", "NameError"))
        state = [ns["G"], ns["STATE"], ns["log"], ns["HISTORY"], ns["helper"].calls, ns["Box"].kind, ns["Sub"].kind, ns["CONFIG"].level, ns["Steps"]().total]
        out.append((result, canon(list(args), seen), canon(state, seen)))
        ns["log"].clear()
    return out

def compare(source, broken):
    try:
        want = run(source, None)
    except RecursionError: # a function that calls itself without end
        return
    for backend in ("eager",):
        for dynamic in (None, True):
            for where, text, nested in (("whole", source, None), ("broken", broken, False), ("broken inside of calls", broken, True)):
                got = run(text, backend, dynamic, nested)
                for i, (p, q) in enumerate(zip(want, got)):
                    for what, a, b in zip(("result", "arguments", "state"), p, q):
                        if a != b:
                            raise AssertionError(f"{where}, dynamic={dynamic}, call {i}: {what}\n  {a} became\n  {b}")
`

// foundPythons are programs that once differed.
var foundPythons = []uint64{1407, 1421, 1748, 3061, 3310, 3667, 3947, 4423, 4597, 4629, 4797, 4933, 6915, 60233, 71694, 1795481813}

// TestPythonProgramsAgree runs random programs of Python's statements, plainly and compiled.
func TestPythonProgramsAgree(t *testing.T) {
	seeds := slices.Clone(foundPythons)
	for i := range uint64(*pythons) {
		seeds = append(seeds, *firstPython+i)
	}
	agree(t, seeds, makePython, pythonHarness)
}

// agree runs the programs of some seeds, with -short every fifth one, by a harness, which defines compare(program, broken program); a fault of the tracer, which users see as a frame
// that is not compiled, is an error, too.
func agree(t *testing.T, seeds []uint64, program func(seed uint64) string, harness string) {
	t.Helper()
	th := object.NewThread()
	compiler.Register()
	var faults []string
	compiler.Listen(th, func(th *object.Thread, e dynamo.Event) {
		if e.Kind == dynamo.FrameSkipped && strings.HasPrefix(e.Reason, "internal error") {
			faults = append(faults, e.Reason)
			logStack(t, e.Err)
		}
	})
	failed := 0
	for i, seed := range seeds {
		if testing.Short() && i%10 != 0 {
			continue
		}
		text := program(seed)
		broken := strings.ReplaceAll(text, breakMarker, "torch._dynamo.graph_break()")
		err := interp.RunMain(th, "<random>", fmt.Appendf(nil, "%s\ncompare(%q, %q)\n", harness, text, broken))
		if err == nil && len(faults) > 0 {
			err = fmt.Errorf("a fault of the tracer: %s", faults)
		}
		faults = nil
		if err == nil {
			continue
		}
		logStack(t, err)
		words := err.Error()
		t.Errorf("seed %d: %s\n%s", seed, words[max(0, strings.LastIndex(words, "Error: ")):], text)
		if failed++; failed >= 10 {
			t.Fatal("more are not tried")
		}
	}
}

// logStack shows where a fault of ours happened.
func logStack(t *testing.T, err error) {
	var fault *interp.InternalError
	if errors.As(err, &fault) {
		t.Log(fault.Stack)
	}
}
