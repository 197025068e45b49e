package vm

import (
	"fmt"
	"os"
	"runtime/debug"
	"sort"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// nativeModules are the modules whose functions are called.
var nativeModules = []string{"builtins", "_weakref", "types", "enum", "dataclasses", "copyreg"}

// blocking natives end or block the process, write to it, or need the frame of a script.
var blocking = map[string]bool{"exit": true, "quit": true, "input": true, "breakpoint": true, "open": true, "exec": true, "help": true,
	"__import__": true, "print": true, "fileno": true, "dir": true, "eval": true, "globals": true, "locals": true, "vars": true}

// TestNativesCheckArguments calls every function and method written in Go with few, many and odd arguments: each must
// answer or raise, and none may panic.
func TestNativesCheckArguments(t *testing.T) {
	th := object.NewThread()
	makeSamples := sampleValues(th, t)
	samples := makeSamples(th)
	called := map[*object.Builtin]bool{}
	var failures []string
	try := func(name string, f object.Value, args []object.Value) (panicked bool) {
		defer func() {
			if r := recover(); r != nil {
				panicked = true
				var shown []string
				for _, a := range args {
					shown = append(shown, a.Type().Name)
				}
				where := ""
				for _, line := range strings.Split(string(debug.Stack()), "\n") {
					if strings.Contains(line, "/vm/") && strings.Contains(line, ".go:") && !strings.Contains(line, "_test.go") {
						where = strings.TrimSpace(line)
						break
					}
				}
				failures = append(failures, fmt.Sprintf("%s(%s): %v at %s", name, strings.Join(shown, ", "), r, where))
			}
		}()
		object.CallArgs(th, f, args, nil)
		return false
	}
	tryAttr := func(what string, set, self object.Value, name string, val object.Value) bool {
		if val.IsNull() {
			del := object.NewFuncValue("delattr", func(th *object.Thread, _ []object.Value, _ []object.Value) (object.Value, error) {
				return object.None, object.DelAttr(th, self, name)
			})
			return try("del "+what, del, nil)
		}
		return try("set "+what, set, []object.Value{self, object.NewStr(name), val})
	}
	sweep := func(name string, f object.Value, self []object.Value) {
		if os.Getenv("TRACE") != "" {
			fmt.Fprintln(os.Stderr, "TRACE", name)
		}
		samples = makeSamples(th) // what earlier calls did to them shall not reach this one
		lists := [][]object.Value{nil}
		for i, a := range samples {
			b, c := samples[(i*7+3)%len(samples)], samples[(i*5+1)%len(samples)]
			lists = append(lists, []object.Value{a}, []object.Value{a, b}, []object.Value{a, c}, []object.Value{c, b}, []object.Value{a, b, c}, []object.Value{a, b, c, a}, []object.Value{a, b, c, a, b, c, a})
		}
		for _, args := range lists {
			if try(name, f, append(append([]object.Value(nil), self...), args...)) {
				return
			}
		}
	}
	selves := map[*object.Type]object.Value{}
	for _, v := range samples {
		selves[v.Type()] = v
	}
	set := object.NewFunc("setattr", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		name, _ := object.Text(args[1])
		return object.None, object.SetAttr(th, args[0], name, args[2])
	}).Ref()
	attribute := func(ty *object.Type, name string) {
		samples := makeSamples(th)
		for i := -1; i < len(samples); i++ {
			for _, self := range samples {
				if self.Type() != ty || ty == object.TypeType && !heapType(self) {
					continue
				}
				val := object.Null // deletes
				if i >= 0 {
					val = samples[i]
				}
				if tryAttr(ty.Name+"."+name, set, self, name, val) {
					return
				}
			}
		}
	}
	visitType := func(ty *object.Type) {
		for i, k := range ty.NS.Keys() {
			name, _ := object.Text(k)
			if ty.NS.Values()[i].Type() == object.GetsetType && name != "__class__" {
				attribute(ty, name)
				continue
			}
			b, ok := object.AsBuiltin(ty.NS.Values()[i])
			if !ok || called[b] || blocking[name] {
				continue
			}
			called[b] = true
			full := ty.Name + "." + name
			self, ok := selves[ty]
			if !ok {
				self = samples[0]
			}
			sweep(full, b.Ref(), []object.Value{self})
			try(full, b.Ref(), nil)
		}
	}
	visited := map[*object.Type]bool{}
	var types []*object.Type
	addType := func(ty *object.Type) {
		for _, c := range ty.MRO {
			if !visited[c] {
				visited[c] = true
				types = append(types, c)
			}
		}
	}
	for _, v := range samples {
		addType(v.Type())
	}
	for _, module := range nativeModules {
		m, err := interp.ImportModule(th, module)
		if err != nil {
			continue
		}
		d := object.InstanceDict(m)
		for i, k := range d.Keys() {
			name, _ := object.Text(k)
			v := d.Values()[i]
			if ty, ok := object.AsType(v); ok {
				addType(ty)
				if !ty.IsHeap() && !blocking[name] {
					sweep(module+"."+name, v, nil)
				}
			} else if b, ok := object.AsBuiltin(v); ok && !called[b] && !blocking[name] {
				called[b] = true
				sweep(module+"."+name, v, nil)
			}
		}
	}
	for _, ty := range types {
		visitType(ty)
	}
	sort.Strings(failures)
	for _, f := range failures {
		t.Error(f)
	}
}

func heapType(v object.Value) bool { t, ok := object.AsType(v); return ok && t.IsHeap() }

// sampleValues has instances of every built-in type that a script can easily get.
func sampleValues(th *object.Thread, t *testing.T) func(*object.Thread) []object.Value {
	source := `
import itertools, collections, functools, re, weakref, io, operator
def f(): yield
class C: pass
class S: __slots__ = "a",
samples = [None, True, 0, -1, 3, 10**30, 1.5, float("nan"), 2j, "", "abc", "é", b"", b"abc", bytearray(b"xy"), (), (1, 2), [], [1, "a"],
    {}, {"a": 1}, {1: 2}.keys(), {1: 2}.values(), {1: 2}.items(), set(), {1, "b"}, frozenset({1}), range(3), range(10**20, 10**20 + 3), slice(1, None),
    iter([1]), iter((1,)), iter("a"), iter(b"a"), iter({1: 2}), iter({1}), iter(range(2)), reversed([1]), enumerate([1]), zip([1]), map(abs, [1]), filter(None, [1]),
    iter(int, 0), f, f(), lambda x: x, len, [].append, list.append, C, C(), S(), C.__init__, object.__repr__, (1).__add__, property(f), staticmethod(f), classmethod(f),
    type.__dict__["mro"], int.__dict__["real"], C.__dict__, Ellipsis, NotImplemented, ValueError("x"), OSError(1, "x"), KeyError(1), ExceptionGroup("g", [ValueError(1)]),
    UnicodeDecodeError("utf-8", b"x", 0, 1, "r"), UnicodeEncodeError("utf-8", "x", 0, 1, "r"), SyntaxError("x"), ImportError("x"), SystemExit(1), StopIteration(1),
    list[int], int | str, super(C, C()), memoryview(b"abc"), memoryview(bytearray(b"abcd")), f.__code__, itertools.chain([1]), collections.deque([1]), collections.OrderedDict(a=1),
    collections.defaultdict(int), collections.Counter("a"), functools.partial(int), re.compile("a"), re.match("a", "a"), weakref.ref(C()), io.StringIO("a"), io.BytesIO(b"a"),
    operator.itemgetter(1), operator.attrgetter("a"), type(None), type, int, object, type(io)("m"), functools.lru_cache(f), itertools.tee([1])[0], itertools.groupby([1])]
`
	code, err := interp.CompileSource(th, "<samples>", []byte(source), interp.ModeExec)
	if err != nil {
		t.Fatal(err)
	}
	return func(th *object.Thread) []object.Value {
		ns := object.NewDict()
		if _, err := interp.RunCode(th, code, ns, object.Null); err != nil {
			t.Fatal(err)
		}
		list, _ := ns.Lookup("samples")
		items, err := object.ToSlice(th, list)
		if err != nil {
			t.Fatal(err)
		}
		return items
	}
}
