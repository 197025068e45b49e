package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// toArray is the array of a Python object: itself, or one made of nested sequences. dt nil: the type follows from the items.
func toArray(th *object.Thread, v Value, dt *DType) (*Array, error) {
	if a, ok := AsArray(v); ok {
		if dt == nil {
			return a, nil
		}
		want := *dt
		if want.isText() && want.N == 0 {
			var err error
			if want, err = textType(th, want.C, a); err != nil {
				return nil, err
			}
		}
		return a.to(th, want)
	}
	if dt == nil || dt.dom() != objects {
		if a, ok := scalarArray(v); ok {
			if dt == nil {
				return a, nil
			}
			return a.to(th, *dt)
		}
	}
	if a, handled, err := fromProtocol(th, v); err != nil || handled {
		if err != nil || dt == nil {
			return a, err
		}
		return a.to(th, *dt)
	}
	return fromSequence(th, v, dt)
}

// fromProtocol asks __array__ and the buffer protocol.
func fromProtocol(th *object.Thread, v Value) (*Array, bool, error) {
	switch v.Type().Layout() {
	case object.LayoutInt, object.LayoutFloat, object.LayoutStr, object.LayoutList, object.LayoutTuple, object.LayoutDict, object.LayoutSingleton, object.LayoutBytes, object.LayoutRange, object.LayoutComplex, object.LayoutType:
		return nil, false, nil
	}
	f, err := object.LookupAttr(th, v, object.Intern("__array__"))
	if err != nil || f.IsNull() {
		if err == nil {
			if a, ok := fromBuffer(v); ok {
				return a, true, nil
			}
		}
		return nil, false, err
	}
	r, err := object.Call(th, f)
	if err != nil {
		return nil, false, err
	}
	a, ok := AsArray(r)
	if !ok {
		return nil, false, object.ValueErrorf("object __array__ method not producing an array")
	}
	return a, true, nil
}

// fromBuffer copies what an array.array, a bytearray or another exporter shows.
func fromBuffer(v Value) (*Array, bool) {
	format, data := "B", []byte(nil)
	if n, ok := object.AsNative(v); ok {
		e, ok := n.V.(object.Exporter)
		if !ok {
			return nil, false
		}
		b := e.Export()
		format, data = b.Format, b.Data
	} else {
		b, err := object.BytesOf(v)
		if err != nil {
			return nil, false
		}
		data = b
	}
	dt, ok := dtypeNamed(format)
	if !ok || !dt.isNumber() {
		return nil, false
	}
	a := newArray(dt, len(data)/dt.size())
	copy(a.mem.st.Bytes(), data)
	return a, true
}

// discovery is what nested sequences tell about the array that is made of them.
type discovery struct {
	shape  []int
	ragged int // the depth at which the sizes differ, -1 for none
	dt     DType
	any    bool
	fixed  bool // the type is given
	leaves []Value
	nested bool // there are arrays among the leaves
}

const maxDepth = 64

// fromSequence makes an array of nested sequences.
func fromSequence(th *object.Thread, v Value, dt *DType) (*Array, error) {
	if a, err := fromFlat(th, v, dt); a != nil || err != nil {
		return a, err
	}
	d := &discovery{ragged: -1}
	if dt != nil {
		d.fixed, d.dt = true, *dt
	}
	if err := d.visit(th, v, 0); err != nil {
		return nil, err
	}
	if d.ragged >= 0 {
		if !d.fixed || d.dt.C != Object {
			return nil, object.ValueErrorf("setting an array element with a sequence. The requested array has an inhomogeneous shape after %d dimensions. "+
				"The detected shape was %s + inhomogeneous part.", d.ragged, shapeTuple(d.shape[:d.ragged]))
		}
		return raggedObjects(th, v, d.shape[:d.ragged])
	}
	if d.fixed && d.dt.isText() && d.dt.N == 0 || !d.fixed && d.dt.isText() {
		n := d.dt.N
		for _, x := range d.leaves {
			switch {
			case x.Type().Layout() == object.LayoutStr || x.Type().Layout() == object.LayoutBytes:
				n = max(n, textSize(x))
			default:
				s, err := object.StrOf(th, x)
				if err != nil {
					return nil, err
				}
				n = max(n, len([]rune(s)))
			}
		}
		d.dt.N = n
	}
	if !d.any && !d.fixed {
		d.dt = float64Type
	}
	if err := checkSize(th, d.dt, d.shape); err != nil {
		return nil, err
	}
	a := newArray(d.dt, d.shape...)
	pos := 0
	for _, x := range d.leaves {
		if b, ok := AsArray(x); ok && d.nested && d.dt.C != Object || ok && len(b.shape) > 0 {
			part := a.withGeometry(b.shape, contiguous(b.shape), pos)
			if err := assign(th, part, b); err != nil {
				return nil, err
			}
			pos += b.size()
			continue
		}
		if err := a.set(th, pos, x); err != nil {
			return nil, err
		}
		pos++
	}
	return a, nil
}

// fromFlat is the quick way of a list of plain floats or ints.
func fromFlat(th *object.Thread, v Value, dt *DType) (*Array, error) {
	l, ok := object.AsList(v)
	if !ok || len(l.Items) == 0 {
		return nil, nil
	}
	switch first := l.Items[0]; {
	case first.IsExactFloat() && (dt == nil || *dt == float64Type):
		a := newArray(float64Type, len(l.Items))
		out := view[float64](a)
		for i, x := range l.Items {
			switch {
			case x.IsExactFloat():
				out[i] = object.PlainNaN(x.ExactFloat())
			case x.IsSmallInt():
				out[i] = float64(x.SmallInt())
			default:
				return nil, nil
			}
		}
		return a, nil
	case first.IsSmallInt() && (dt == nil || *dt == int64Type):
		a := newArray(int64Type, len(l.Items))
		out := view[int64](a)
		for i, x := range l.Items {
			if !x.IsSmallInt() {
				return nil, nil
			}
			out[i] = x.SmallInt()
		}
		return a, nil
	}
	return nil, nil
}

// sequenceItems are the items of what counts as a sequence.
func sequenceItems(th *object.Thread, v Value) ([]Value, bool, error) {
	switch v.Type().Layout() {
	case object.LayoutList:
		l, _ := object.AsList(v)
		return l.Items, true, nil
	case object.LayoutTuple:
		t, _ := object.AsTuple(v)
		return t.Items, true, nil
	case object.LayoutRange:
		items, err := object.ToSlice(th, v)
		return items, true, err
	case object.LayoutStr, object.LayoutBytes, object.LayoutDict, object.LayoutSet, object.LayoutType:
		return nil, false, nil
	}
	t := v.Type()
	if t.Len == nil || t.GetItem == nil || t.IsMapping() {
		return nil, false, nil
	}
	n, err := object.Len(th, v)
	if err != nil {
		return nil, false, nil
	}
	if err := object.CheckLength(th, n); err != nil {
		return nil, false, err
	}
	items := make([]Value, 0, min(n, 1<<16))
	for i := range n {
		x, err := object.GetItem(th, v, object.Int(int64(i)))
		if err != nil {
			if i == 0 && object.ErrorIs(err, object.KeyError) {
				return nil, false, nil
			}
			return nil, false, err
		}
		items = append(items, x)
	}
	return items, true, nil
}

// see settles the size at a depth; first visits set it.
func (d *discovery) see(depth, n int) bool {
	switch {
	case depth == len(d.shape) && len(d.leaves) == 0 && d.ragged < 0:
		d.shape = append(d.shape, n)
	case depth >= len(d.shape):
		d.rag(depth)
		return false
	case d.shape[depth] != n:
		d.rag(depth)
		return false
	}
	return true
}

func (d *discovery) rag(depth int) {
	if d.ragged < 0 || depth < d.ragged {
		d.ragged = depth
	}
}

func (d *discovery) visit(th *object.Thread, v Value, depth int) error {
	var b *Array
	if a, ok := AsArray(v); ok {
		b = a
	} else if _, isScalar := scalarCode(v); !isScalar {
		a, handled, err := fromProtocol(th, v)
		if err != nil {
			return err
		}
		if handled {
			b = a
		}
	}
	if b != nil {
		for i, n := range b.shape {
			if !d.see(depth+i, n) {
				return nil
			}
		}
		if depth+len(b.shape) < len(d.shape) && d.ragged < 0 && !(product(d.shape) == 0) {
			d.rag(depth + len(b.shape))
			return nil
		}
		d.join(b.dt)
		d.nested = true
		d.leaves = append(d.leaves, Wrap(b))
		return nil
	}
	items, isSequence, err := sequenceItems(th, v)
	if err != nil {
		return err
	}
	if isSequence && depth < maxDepth {
		if !d.see(depth, len(items)) {
			return nil
		}
		for _, x := range slices.Clone(items) {
			if err := d.visit(th, x, depth+1); err != nil {
				return err
			}
			if d.ragged >= 0 && d.ragged <= depth {
				return nil
			}
		}
		return nil
	}
	if isSequence {
		return object.ValueErrorf("setting an array element with a sequence. The requested array would exceed the maximum number of dimension of %d.", maxDepth)
	}
	if depth < len(d.shape) {
		d.rag(depth)
		return nil
	}
	d.join(leafType(v))
	d.leaves = append(d.leaves, v)
	return nil
}

func (d *discovery) join(dt DType) {
	switch {
	case d.fixed:
	case !d.any:
		d.dt, d.any = dt, true
	default:
		d.dt = promote(d.dt, dt)
	}
	d.any = true
}

// leafType is the element type that a plain object asks for.
func leafType(v Value) DType {
	if c, ok := scalarCode(v); ok {
		return of(c)
	}
	switch v.Type().Layout() {
	case object.LayoutInt:
		if v.IsBool() {
			return boolType
		}
		if _, ok := v.AsInt(); ok {
			return int64Type
		}
		if object.BigOf(v).IsUint64() {
			return of(Uint64)
		}
		return objectType
	case object.LayoutFloat:
		return float64Type
	case object.LayoutComplex:
		return of(Complex128)
	case object.LayoutStr:
		return of(Text)
	case object.LayoutBytes:
		return of(Bytes)
	}
	return objectType
}

// raggedObjects makes an array of the objects at some depth.
func raggedObjects(th *object.Thread, v Value, shape []int) (*Array, error) {
	a := newArray(objectType, shape...)
	pos := 0
	var fill func(v Value, depth int) error
	fill = func(v Value, depth int) error {
		if depth == len(shape) {
			a.mem.objs[pos] = v
			pos++
			return nil
		}
		items, _, err := sequenceItems(th, v)
		if err != nil {
			return err
		}
		for _, x := range items {
			if err := fill(x, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	return a, fill(v, 0)
}

// shapeOf is a shape given as an int or a sequence.
func shapeOf(th *object.Thread, v Value) ([]int, error) {
	if v.Type().Index != nil || v.IsSmallInt() {
		if a, ok := AsArray(v); !ok || len(a.shape) == 0 {
			n, err := object.ToInt(th, v)
			if err != nil {
				return nil, err
			}
			return []int{n}, nil
		}
	}
	if v.IsNone() {
		return nil, nil
	}
	var items []Value
	if a, ok := AsArray(v); ok && len(a.shape) == 1 {
		for _, p := range positions(a) {
			items = append(items, a.item(p))
		}
	} else {
		seq, ok, err := sequenceItems(th, v)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, object.TypeErrorf("expected a sequence of integers or a single integer, got '%s'", mustRepr(th, v))
		}
		items = seq
	}
	out := make([]int, len(items))
	for i, x := range items {
		if x.IsExactFloat() || x.Type().Index == nil && !x.IsSmallInt() {
			return nil, object.TypeErrorf("'%s' object cannot be interpreted as an integer", x.Type().ShortName())
		}
		n, err := object.ToInt(th, x)
		if err != nil {
			return nil, err
		}
		out[i] = n
	}
	return out, nil
}

func mustRepr(th *object.Thread, v Value) string {
	s, _ := object.Repr(th, v)
	return s
}

func shapeValue(shape []int) Value {
	items := make([]Value, len(shape))
	for i, n := range shape {
		items[i] = object.Int(int64(n))
	}
	return object.NewTuple(items...).Ref()
}

// ToArray is the array of a Python object: itself, or one made of nested sequences.
func ToArray(th *object.Thread, v Value) (*Array, error) { return toArray(th, v, nil) }
