package guards

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

func TestEveryKindIsInTheTable(t *testing.T) {
	for k := Kind(0); k < numKinds; k++ {
		if kinds[k].name == "" || kinds[k].check == nil || kinds[k].code == nil {
			t.Errorf("guard kind %d is incomplete: %+v", k, kinds[k].name)
		}
	}
}

func TestSourceTexts(t *testing.T) {
	self := NewLocal("self", 0)
	for _, c := range []struct {
		source *Source
		want   string
	}{
		{self, "L['self']"},
		{NewGlobal("y"), "G['y']"},
		{self.DictAttr("_modules").DictItem(object.NewStr("linear"), "'linear'").DictAttr("_parameters"), "L['self']._modules['linear']._parameters"},
		{self.Item(3), "L['self'][3]"},
		{self.ClassAttr(0, "scale"), "dict(type(L['self']).__dict__)['scale']"},
		{self.ClassAttr(1, "scale"), "dict(type(L['self']).__mro__[1].__dict__)['scale']"},
		{self.Default(0), "L['self'].__defaults__[0]"},
		{self.Closure(1, "k"), "L['self'].__closure__[1].cell_contents"},
		{self.DictKey(2), "list(dict.keys(L['self']))[2]"},
		{self.Attr("not an identifier"), "getattr(L['self'], 'not an identifier')"},
	} {
		if got := c.source.Text(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func frameOf(values ...object.Value) *Frame {
	return &Frame{Slots: values, Globals: object.NewDict(), Builtins: object.NewDict()}
}

func TestReasons(t *testing.T) {
	th := object.NewThread()
	n, v := NewLocal("n", 0), NewLocal("v", 0)
	list := object.NewList(object.Int(1), object.Int(2)).Ref()
	dict := object.NewDict()
	dict.Put("k", object.Int(1))
	for _, c := range []struct {
		guard *Guard
		good  object.Value
		bad   object.Value
		want  string
	}{
		{&Guard{Source: n, Kind: ConstantMatch, Value: object.Int(3)}, object.Int(3), object.Int(4), "n == 3"},
		{&Guard{Source: n, Kind: ConstantMatch, Value: object.NewStr("a")}, object.NewStr("a"), object.NewStr("b"), "n == 'a'"},
		{&Guard{Source: v, Kind: ConstantMatch, Value: object.None}, object.None, object.Int(4), "v is None"},
		{&Guard{Source: v, Kind: ConstantMatch, Value: object.True}, object.True, object.False, "v == True"},
		{&Guard{Source: v, Kind: SequenceLength, Length: 2, Value: object.ListType.Ref()}, list, object.NewList().Ref(), "len(v) == 2"},
		{&Guard{Source: v, Kind: SequenceLength, Length: 0, Value: object.ListType.Ref()}, object.NewList().Ref(), list, "not v"},
		{&Guard{Source: v, Kind: DictContains, Value: object.NewStr("k")}, dict.Ref(), object.NewDict().Ref(), "___dict_contains('k', v)"},
		{&Guard{Source: v, Kind: DictKeysMatch, Values: []object.Value{object.NewStr("k")}}, dict.Ref(), object.NewDict().Ref(), "len(v) != 1"},
	} {
		p := Build([]*Guard{c.guard}, nil)
		if !p.Check(th, frameOf(c.good)) {
			t.Errorf("%s fails on the value it was made of", c.guard.Code(th))
		}
		if p.Check(th, frameOf(c.bad)) {
			t.Errorf("%s holds for %v", c.guard.Code(th), c.bad)
		}
		if got := p.Reason(th, frameOf(c.bad)); got != c.want {
			t.Errorf("reason %q, want %q", got, c.want)
		}
	}
}

func TestMissingPaths(t *testing.T) {
	th := object.NewThread()
	d := NewLocal("d", 0)
	item := &Guard{Source: d.DictItem(object.NewStr("k"), "'k'"), Kind: ConstantMatch, Value: object.Int(1)}
	p := Build([]*Guard{item}, nil)
	if got, want := p.Reason(th, frameOf(object.NewDict().Ref())), "KeyError on d['k']"; got != want {
		t.Errorf("reason %q, want %q", got, want)
	}
}

func TestGuardsAllocateNothing(t *testing.T) {
	th := object.NewThread()
	list := []*Guard{
		{Source: NewLocal("n", 0), Kind: ConstantMatch, Value: object.Int(3)},
		{Source: NewLocal("l", 1), Kind: SequenceLength, Length: 2, Value: object.ListType.Ref()},
		{Source: NewLocal("l", 1).Item(1), Kind: ConstantMatch, Value: object.Float(2)},
	}
	p := Build(list, nil)
	f := frameOf(object.Int(3), object.NewList(object.Int(1), object.Float(2)).Ref())
	if n := testing.AllocsPerRun(100, func() {
		if !p.Check(th, f) {
			t.Fatal("guards fail")
		}
	}); n > 0 {
		t.Errorf("%v allocations a check", n)
	}
}

func TestMoveToFront(t *testing.T) {
	th := object.NewThread()
	var c Cache
	for i, name := range []string{"0/0", "0/1", "0/2"} {
		c.Add(&Entry{ID: name, Program: Build([]*Guard{{Source: NewLocal("n", 0), Kind: ConstantMatch, Value: object.Int(int64(i))}}, nil)})
	}
	order := func() string {
		var ids []string
		for _, e := range c.Entries {
			ids = append(ids, e.ID)
		}
		return strings.Join(ids, " ")
	}
	if got := order(); got != "0/2 0/1 0/0" {
		t.Errorf("new entries: %s", got)
	}
	if e := c.Lookup(th, frameOf(object.Int(0)), nil, nil, func(th *object.Thread, a *Program, b *Frame) bool { return a.Check(th, b) }); e == nil || e.ID != "0/0" {
		t.Errorf("lookup gave %v", e)
	}
	if got := order(); got != "0/0 0/2 0/1" {
		t.Errorf("after a hit: %s", got)
	}
}

// symbols makes an environment with x of sizes (8, 3) and an int n = 5.
func symbols() (*ShapeEnv, symbolic.Int, symbolic.Int, symbolic.Int) {
	e := NewShapeEnv()
	x, n := NewLocal("x", 0), NewLocal("n", 1)
	a := e.Create(Place{Source: x, Property: Size, Dim: 0}, 8, Dynamic, UserLine{})
	b := e.Create(Place{Source: x, Property: Size, Dim: 1}, 3, Dynamic, UserLine{})
	c := e.Create(IntSource(n), 5, Dynamic, UserLine{})
	return e, a, b, c
}

func TestSymbolNames(t *testing.T) {
	_, a, b, n := symbols()
	if a.String() != "s77" || b.String() != "s27" || n.String() != "s86" {
		t.Errorf("names %s %s %s, want s77 s27 s86", a, b, n)
	}
}

func TestShapeGuards(t *testing.T) {
	k := symbolic.IntOf
	for _, c := range []struct {
		name   string
		decide func(e *ShapeEnv, a, b, n symbolic.Int) bool
		want   []string
	}{
		{"ranges only", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return true }, []string{"2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"lower bound", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Gt(k(3))) }, []string{"4 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"doubled", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Mul(k(2)).Ge(k(16))) }, []string{"8 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"a multiple that a bound is none of", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Mul(k(2)).Gt(k(7))) }, []string{"2*L['x'].size()[0] > 7", "2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"not the least", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Sub(k(1)).Ne(k(1))) }, []string{"((-1) + L['x'].size()[0]) != 1", "2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"upper bound", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return !e.Decide(a.Gt(k(20))) }, []string{"2 <= L['x'].size()[0] and L['x'].size()[0] <= 20", "2 <= L['x'].size()[1]"}},
		{"constant", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(b.Eq(k(3))) }, []string{"L['x'].size()[1] == 3", "2 <= L['x'].size()[0]"}},
		{"not equal", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Ne(k(10))) }, []string{"L['x'].size()[0] != 10", "2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"divisible", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Mod(k(2)).Eq(k(0))) }, []string{"(L['x'].size()[0] % 2) == 0", "2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"int argument", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return !e.Decide(n.Lt(k(4))) }, []string{"2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]", "4 <= L['n']"}},
		{"two symbols", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Gt(n)) }, []string{"L['x'].size()[0] > L['n']", "2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
		{"known already", func(e *ShapeEnv, a, b, n symbolic.Int) bool { return e.Decide(a.Gt(k(0))) }, []string{"2 <= L['x'].size()[0]", "2 <= L['x'].size()[1]"}},
	} {
		e, a, b, n := symbols()
		if !c.decide(e, a, b, n) {
			t.Errorf("%s: decided wrongly", c.name)
		}
		var got []string
		for _, g := range e.Produce() {
			got = append(got, g.Code())
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestShapeGuardsHold(t *testing.T) {
	th := object.NewThread()
	e, a, b, n := symbols()
	e.Decide(a.Gt(n))
	e.Decide(b.Eq(symbolic.IntOf(3)))
	typ := object.NewType("Tensor", "torch", nil, object.Spec{Layout: object.LayoutNative})
	x := func(sizes ...int) object.Value { return object.NewNative(typ, tensor.New(tensor.Float32, sizes...)) }
	p := Build(nil, e.Produce())
	for _, c := range []struct {
		sizes [2]int
		n     int64
		want  bool
	}{{[2]int{8, 3}, 5, true}, {[2]int{6, 3}, 5, true}, {[2]int{5, 3}, 5, false}, {[2]int{8, 4}, 5, false}, {[2]int{8, 3}, -1, true}} {
		if got := p.Check(th, frameOf(x(c.sizes[0], c.sizes[1]), object.Int(c.n))); got != c.want {
			t.Errorf("sizes %v, n %d: %v, want %v", c.sizes, c.n, got, c.want)
		}
	}
}

func TestTensorReasons(t *testing.T) {
	th := object.NewThread()
	typ := object.NewType("Tensor", "torch", nil, object.Spec{Layout: object.LayoutNative})
	wrap := func(x *tensor.Tensor) object.Value { return object.NewNative(typ, x) }
	expect := &TensorExpectation{Type: typ, DType: tensor.Float32, Device: tensor.CPU, Sizes: []int{2, -1}, Strides: []int{-1, 1}}
	p := Build([]*Guard{{Source: NewLocal("x", 0), Kind: TensorMatch, Tensor: expect}}, nil)
	for _, c := range []struct {
		value object.Value
		want  string
	}{
		{wrap(tensor.New(tensor.Float32, 2, 3)), ""},
		{wrap(tensor.New(tensor.Float32, 2, 7)), ""},
		{wrap(tensor.New(tensor.Float64, 2, 3)), "tensor 'x' dtype mismatch. expected Float, actual Double"},
		{wrap(tensor.New(tensor.Float32, 2)), "tensor 'x' rank mismatch. expected 2, actual 1"},
		{wrap(tensor.New(tensor.Float32, 4, 3)), "tensor 'x' size mismatch at index 0. expected 2, actual 4"},
		{object.Float(3), "expected type of 'x' to be <class 'torch.Tensor'>, but found <class 'float'>"},
	} {
		if got := p.Reason(th, frameOf(c.value)); got != c.want {
			t.Errorf("reason %q, want %q", got, c.want)
		}
	}
}
