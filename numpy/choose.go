package numpy

import (
	"math"

	"github.com/magneto-go/magneto/vm/object"
)

// Functions that choose between elements and count them, and that answer questions about arrays and types.

// weakly is a Python number as an array of a type that only its kind had a say in: an int that the type does not hold is cut off.
func weakly(th *object.Thread, v Value, dt DType) (*Array, error) {
	if v.IsSmallInt() {
		a, err := toArray(th, v, nil)
		if err != nil {
			return nil, err
		}
		return a.to(th, dt)
	}
	a := newArray(dt)
	return a, a.set(th, 0, v)
}

func where(th *object.Thread, x []Value) (Value, error) {
	c, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	if x[1].IsNull() != x[2].IsNull() {
		return object.Null, object.ValueErrorf("either both or neither of x and y should be given")
	}
	if x[1].IsNull() {
		if len(c.shape) == 0 {
			return object.Null, object.ValueErrorf("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.\nIf the context of this error is of the form `arr[nonzero(cond)]`, just use `arr[cond]`.")
		}
		items := []Value{}
		for _, p := range nonzero(c) {
			items = append(items, Wrap(p))
		}
		return object.NewTuple(items...).Ref(), nil
	}
	a, err := operandOf(th, x[1])
	if err != nil {
		return object.Null, err
	}
	b, err := operandOf(th, x[2])
	if err != nil {
		return object.Null, err
	}
	dt := common([]operand{a, b})
	var in [2]*Array
	for i, o := range []operand{a, b} {
		if o.weak != 0 {
			if in[i], err = weakly(th, o.v, dt); err != nil {
				return object.Null, err
			}
		} else if in[i], err = o.a.to(th, dt); err != nil {
			return object.Null, err
		}
	}
	shape, ok := broadcastShape(c.shape, in[0].shape, in[1].shape)
	if !ok {
		return object.Null, object.ValueErrorf("operands could not be broadcast together with shapes %s %s %s ", shapeText(c.shape), shapeText(in[0].shape), shapeText(in[1].shape))
	}
	mask, err := c.to(th, boolType)
	if err != nil {
		return object.Null, err
	}
	out := newArray(dt, shape...)
	out.strides = orderOf(shape, c, in[0], in[1])
	m := view[uint8](mask)
	pick := func(p, i, j, k int, src0, src1 *Array) {
		if m[p] != 0 {
			copyOne(out, k, src0, i)
		} else {
			copyOne(out, k, src1, j)
		}
	}
	e0, e1, em := in[0].expanded(shape), in[1].expanded(shape), mask.expanded(shape)
	switch {
	case dt.dom() == objects:
		p0, p1, pm := positions(e0), positions(e1), positions(em)
		for k, p := range positions(out) {
			pick(pm[k], p0[k], p1[k], p, e0, e1)
		}
	case dt.size() == 1:
		chooseAs[uint8](out, e0, e1, em, m)
	case dt.size() == 2:
		chooseAs[uint16](out, e0, e1, em, m)
	case dt.size() == 4:
		chooseAs[uint32](out, e0, e1, em, m)
	case dt.size() == 8:
		chooseAs[uint64](out, e0, e1, em, m)
	default:
		chooseAs[complex128](out, e0, e1, em, m)
	}
	return Wrap(out), nil
}

func chooseAs[T elem](out, a, b, mask *Array, m []uint8) {
	o, x, y := view[T](out), view[T](a), view[T](b)
	rows([]*Array{out, a, b, mask}, func(pos []int, n int, step []int) {
		i, j, k, p := pos[0], pos[1], pos[2], pos[3]
		for range n {
			if m[p] != 0 {
				o[i] = x[j]
			} else {
				o[i] = y[k]
			}
			i, j, k, p = i+step[0], j+step[1], k+step[2], p+step[3]
		}
	})
}

func bincount(th *object.Thread, x []Value) (Value, error) {
	a, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	if len(a.shape) != 1 {
		return object.Null, object.ValueErrorf("object too deep for desired array")
	}
	if a.size() > 0 && !canCast(a.dt, int64Type, "safe") {
		return object.Null, object.TypeErrorf("Cannot cast array data from %s to dtype('int64') according to the rule 'safe'", a.dt.repr())
	}
	if a, err = a.to(th, int64Type); err != nil {
		return object.Null, err
	}
	n := 0
	if !x[2].IsNull() {
		if n, err = object.ToInt(th, x[2]); err != nil {
			return object.Null, err
		}
		if n < 0 {
			return object.Null, object.ValueErrorf("'minlength' must not be negative")
		}
	}
	v := view[int64](a)
	at := positions(a)
	for _, p := range at {
		if v[p] < 0 {
			return object.Null, object.ValueErrorf("'list' argument must have no negative elements")
		}
		n = max(n, int(v[p])+1)
	}
	if err := checkSize(th, int64Type, []int{n}); err != nil {
		return object.Null, err
	}
	if x[1].IsNull() || x[1].IsNone() {
		out := zeros(int64Type, n)
		o := view[int64](out)
		for _, p := range at {
			o[v[p]]++
		}
		return Wrap(out), nil
	}
	w, err := toArray(th, x[1], &float64Type)
	if err != nil {
		return object.Null, err
	}
	if w.size() != len(at) {
		return object.Null, object.ValueErrorf("The weights and list don't have the same length.")
	}
	out := zeros(float64Type, n)
	o, wv, wp := view[float64](out), view[float64](w), positions(w)
	for i, p := range at {
		o[v[p]] += wv[wp[i]]
	}
	return Wrap(out), nil
}

func countNonzero(th *object.Thread, x []Value) (Value, error) {
	a, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	if (x[1].IsNull() || x[1].IsNone()) && x[2].IsNull() {
		n := int64(0)
		truths(a, func(t bool) {
			if t {
				n++
			}
		})
		return scalarOf(n), nil
	}
	b := zeros(boolType, a.shape...)
	k := 0
	v := view[uint8](b)
	truths(a, func(t bool) {
		if t {
			v[k] = 1
		}
		k++
	})
	return ufuncs()["add"].reduceValue(th, Wrap(b), x[1], object.Null, object.Null, x[2], object.Null, object.Null, true)
}

func twoTypes(th *object.Thread, x []Value, f func(a, b DType) Value) (Value, error) {
	a, err := dtypeOf(th, x[0], float64Type)
	if err != nil {
		return object.Null, err
	}
	b, err := dtypeOf(th, x[1], float64Type)
	if err != nil {
		return object.Null, err
	}
	return f(a, b), nil
}

func minScalarType(th *object.Thread, x []Value) (Value, error) {
	a, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	if len(a.shape) > 0 || !a.dt.isNumber() || a.dt.C == Bool {
		return dtypeObject(a.dt), nil
	}
	v := a.item(a.off)
	if n, ok := v.AsInt(); ok && a.dt.isInt() {
		order := []code{Uint8, Uint16, Uint32, Uint64}
		if n < 0 {
			order = []code{Int8, Int16, Int32, Int64}
		}
		for _, c := range order {
			if fits(n, c) {
				return dtypeObject(of(c)), nil
			}
		}
	}
	if a.dt.isFloat() {
		f, _ := v.AsFloat()
		for _, c := range []code{Float16, Float32} {
			limit := map[code]float64{Float16: 65000, Float32: 3.4e38}[c]
			if f != f || math.IsInf(f, 0) || f > -limit && f < limit {
				return dtypeObject(of(c)), nil
			}
		}
	}
	return dtypeObject(a.dt), nil
}

func array2string(th *object.Thread, x []Value) (Value, error) {
	a, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	o, err := optionsOf.Of(th).with(th, []Value{x[2], x[7], x[8], x[1], x[3], object.Null, object.Null, x[6], x[9], x[10]})
	if err != nil {
		return object.Null, err
	}
	text := func(v Value, def string) string {
		if s, ok := object.Text(v); !v.IsNull() && ok {
			return s
		}
		return def
	}
	if a.size() == 0 {
		return object.NewStr("[]"), nil
	}
	s, err := arrayText(th, o, a, text(x[4], " "), text(x[5], ""), text(x[11], ""))
	return object.NewStr(s), err
}

func arrayTextFunction(th *object.Thread, x []Value, repr bool) (Value, error) {
	a, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	o, err := optionsOf.Of(th).with(th, []Value{x[2], object.Null, object.Null, x[1], x[3], object.Null, object.Null, object.Null, object.Null, object.Null})
	if err != nil {
		return object.Null, err
	}
	var s string
	if repr {
		s, err = reprWith(th, o, a, "array")
	} else if len(a.shape) == 0 {
		s, err = arrayStr(th, a)
	} else {
		s, err = arrayText(th, o, a, " ", "", "")
	}
	return object.NewStr(s), err
}

func sharesMemory(th *object.Thread, x []Value) (Value, error) {
	a, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	b, err := toArray(th, x[1], nil)
	if err != nil {
		return object.Null, err
	}
	if a.dt.dom() == objects {
		return object.Bool(a.mem == b.mem), nil
	}
	if !overlaps(a, b) {
		return object.Bool(false), nil
	}
	if a.dt != b.dt || a.size() > 1<<20 {
		return object.Bool(true), nil
	}
	seen := map[uintptr]bool{}
	size := uintptr(a.dt.size())
	for _, p := range positions(a) {
		seen[a.mem.st.Address()+uintptr(p)*size] = true
	}
	for _, p := range positions(b) {
		if seen[b.mem.st.Address()+uintptr(p)*size] {
			return object.Bool(true), nil
		}
	}
	return object.Bool(false), nil
}
