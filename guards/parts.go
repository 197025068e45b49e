package guards

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Guards as plain values, so that they can be written to a file and checked by another process.

// Conditions are what a program checks: on values, and on sizes.
func (p *Program) Conditions() ([]*Guard, []*ShapeGuard) { return p.all, p.shapes }

// Values converts between dtypes and devices and the objects that show them.
type Values struct {
	Object func(any) object.Value
	Of     func(object.Value) (any, error)
}

// GuardParts is what a guard consists of: texts, numbers, the expected values, and tuples of them.
func GuardParts(g *Guard, values Values) object.Value {
	group := make([]object.Value, len(g.Group))
	for i, s := range g.Group {
		group[i] = sourceParts(s)
	}
	marks := make([]object.Value, len(g.Marks))
	for i, m := range g.Marks {
		marks[i] = ints(slices.Sorted(maps.Keys(m)))
	}
	expected := object.None
	if t := g.Tensor; t != nil {
		expected = tuple(t.Type.Ref(), values.Object(t.DType), values.Object(t.Device), flags(t.RequiresGrad, t.Inference, t.Conj, t.Neg), ints(t.Sizes), ints(t.Strides))
	}
	return tuple(ints([]int{int(g.Kind), g.Length}), flags(g.Unordered, g.Not), sourceParts(g.Source), optional(g.Value), tuple(g.Values...), object.NewStr(g.Name), expected,
		sourceParts(g.Other), tuple(group...), object.NewStr(strconv.FormatUint(g.State, 16)), tuple(marks...), object.NewStr(g.Hint), lineParts(g.Line))
}

// ShapeParts is what a condition on sizes consists of.
func ShapeParts(g *ShapeGuard) object.Value {
	var places []object.Value
	plain := map[string]*symbolic.Expr{} // names that can be read again
	for i, name := range slices.Sorted(slices.Values(symbolic.Symbols(g.Expr))) {
		p, number := g.places[name], "p"+strconv.Itoa(i)
		if strings.HasPrefix(name, symbolic.RealPrefix) {
			number = symbolic.RealPrefix + number
		}
		plain[name] = symbolic.NewSymbol(number)
		places = append(places, tuple(object.NewStr(number), sourceParts(p.Source), ints([]int{int(p.Property), p.Dim})))
	}
	return tuple(object.NewStr(symbolic.Substitute(g.Expr, plain).String()), object.NewStr(g.text), object.NewStr(g.short), lineParts(g.line), tuple(places...), object.Bool(g.ranged))
}

// sourceParts is what a source consists of, the one that it starts from first; None for no source.
func sourceParts(s *Source) object.Value {
	if s == nil {
		return object.None
	}
	return tuple(sourceParts(s.Base), ints([]int{int(s.Access), s.Index, int(s.Owner)}), object.NewStr(s.Name), optional(s.Key), object.Bool(s.Direct), object.NewStr(s.text))
}

func lineParts(l UserLine) object.Value {
	return tuple(object.NewStr(l.Filename), object.NewStr(l.Function), object.NewStr(l.Code), object.Int(int64(l.Line)))
}

func tuple(items ...object.Value) object.Value { return object.NewTuple(slices.Clone(items)...).Ref() }

// optional is a value that may be absent, as a tuple of it or of nothing.
func optional(v object.Value) object.Value {
	if v.IsNull() {
		return tuple()
	}
	return tuple(v)
}

func ints(list []int) object.Value {
	items := make([]object.Value, len(list))
	for i, n := range list {
		items[i] = object.Int(int64(n))
	}
	return tuple(items...)
}

func flags(list ...bool) object.Value {
	items := make([]object.Value, len(list))
	for i, b := range list {
		items[i] = object.Bool(b)
	}
	return tuple(items...)
}

var errParts = object.ValueErrorf("these are not the parts of a guard")

// GuardOf makes the guard of what GuardParts gave.
func GuardOf(parts object.Value, values Values) (*Guard, error) {
	r := &reader{}
	items := r.tuple(parts, 13)
	if r.failed {
		return nil, errParts
	}
	n, f := r.ints(items[0]), r.flags(items[1])
	if len(n) != 2 || len(f) != 2 || n[0] < 0 || n[0] >= int(numKinds) {
		return nil, errParts
	}
	g := &Guard{Kind: Kind(n[0]), Length: n[1], Unordered: f[0], Not: f[1], Source: r.source(items[2]), Value: r.optional(items[3]), Values: r.items(items[4]), Name: r.text(items[5]),
		Other: r.source(items[7]), Hint: r.text(items[11]), Line: r.line(items[12])}
	if !items[6].IsNone() {
		g.Tensor = r.expectation(items[6], values)
	}
	for _, s := range r.items(items[8]) {
		g.Group = append(g.Group, r.source(s))
	}
	state, err := strconv.ParseUint(r.text(items[9]), 16, 64)
	if err != nil {
		return nil, errParts
	}
	g.State = state
	for _, m := range r.items(items[10]) {
		dims := map[int]bool{}
		for _, dim := range r.ints(m) {
			dims[dim] = true
		}
		g.Marks = append(g.Marks, dims)
	}
	if r.failed {
		return nil, errParts
	}
	return g, nil
}

// ShapeOf makes the condition of what ShapeParts gave.
func ShapeOf(parts object.Value) (*ShapeGuard, error) {
	r := &reader{}
	items := r.tuple(parts, 6)
	if r.failed {
		return nil, errParts
	}
	expr, err := symbolic.Parse(r.text(items[0]))
	if err != nil {
		return nil, object.ValueErrorf("%s", err)
	}
	g := &ShapeGuard{Expr: expr, text: r.text(items[1]), short: r.text(items[2]), line: r.line(items[3]), places: map[string]Place{}}
	for _, p := range r.items(items[4]) {
		if place := r.tuple(p, 3); !r.failed {
			if n := r.ints(place[2]); len(n) == 2 {
				g.places[r.text(place[0])] = Place{Source: r.source(place[1]), Property: Property(n[0]), Dim: n[1]}
			}
		}
	}
	g.ranged, _ = items[5].AsBool()
	if r.failed {
		return nil, errParts
	}
	return g, nil
}

// reader reads parts, and remembers whether something was not what it should be.
type reader struct{ failed bool }

func (r *reader) items(v object.Value) []object.Value {
	t, ok := object.AsTuple(v)
	if !ok {
		r.failed = true
		return nil
	}
	return t.Items
}

func (r *reader) tuple(v object.Value, n int) []object.Value {
	items := r.items(v)
	r.failed = r.failed || len(items) != n
	return items
}

func (r *reader) ints(v object.Value) (list []int) {
	for _, item := range r.items(v) {
		n, ok := item.AsInt()
		r.failed = r.failed || !ok
		list = append(list, int(n))
	}
	return list
}

func (r *reader) flags(v object.Value) (list []bool) {
	for _, item := range r.items(v) {
		b, ok := item.AsBool()
		r.failed = r.failed || !ok
		list = append(list, b)
	}
	return list
}

func (r *reader) text(v object.Value) string {
	s, ok := object.Text(v)
	r.failed = r.failed || !ok
	return s
}

func (r *reader) optional(v object.Value) object.Value {
	if items := r.items(v); len(items) == 1 {
		return items[0]
	}
	return object.Null
}

func (r *reader) line(v object.Value) (l UserLine) {
	if items := r.tuple(v, 4); !r.failed {
		n, _ := items[3].AsInt()
		l = UserLine{Filename: r.text(items[0]), Function: r.text(items[1]), Code: r.text(items[2]), Line: int(n)}
	}
	return l
}

func (r *reader) source(v object.Value) *Source {
	if v.IsNone() {
		return nil
	}
	items := r.tuple(v, 6)
	if r.failed {
		return nil
	}
	n := r.ints(items[1])
	if len(n) != 3 {
		r.failed = true
		return nil
	}
	direct, _ := items[4].AsBool()
	return &Source{Base: r.source(items[0]), Access: Access(n[0]), Index: n[1], Owner: Owner(n[2]), Name: r.text(items[2]), Key: r.optional(items[3]), Direct: direct, text: r.text(items[5])}
}

func (r *reader) expectation(v object.Value, values Values) *TensorExpectation {
	items := r.tuple(v, 6)
	if r.failed {
		return nil
	}
	t := &TensorExpectation{Sizes: r.ints(items[4]), Strides: r.ints(items[5])}
	class, isType := object.AsType(items[0])
	dtype, err := values.Of(items[1])
	device, deviceErr := values.Of(items[2])
	f := r.flags(items[3])
	if !isType || err != nil || deviceErr != nil || len(f) != 4 {
		r.failed = true
		return nil
	}
	t.Type, t.RequiresGrad, t.Inference, t.Conj, t.Neg = class, f[0], f[1], f[2], f[3]
	var known [2]bool
	t.DType, known[0] = dtype.(tensor.DType)
	t.Device, known[1] = device.(tensor.Device)
	r.failed = r.failed || known != [2]bool{true, true}
	return t
}
