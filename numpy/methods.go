package numpy

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// arrayFunc is a function of an array, as a method and as a function of the module. a[0] is the object of the array,
// the others are the arguments in the order of params.
type arrayFunc struct {
	params []string // as object.Args takes them, without self
	fn     func(th *object.Thread, v Value, a *Array, args []Value) (Value, error)
	method bool // a method of arrays; all are functions of the module but those of methodsOnly
}

func params(s string) []string { return strings.Fields(s) }

// arrayFuncs are what is both a method and a function.
func arrayFuncs() map[string]arrayFunc {
	reduce := func(name string, p string) arrayFunc {
		return arrayFunc{params(p), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			if name == "maximum" || name == "minimum" || name == "logical_and" || name == "logical_or" { // axis out keepdims initial where
				if strings.HasPrefix(name, "logical") {
					if a.dt.dom() == objects {
						truths, err := a.to(th, boolType)
						if err != nil {
							return object.Null, err
						}
						v = Wrap(truths)
					}
					return ufuncs()[name].reduceValue(th, v, x[0], object.Null, x[1], x[2], object.Null, x[3], true)
				}
				return ufuncs()[name].reduceValue(th, v, x[0], object.Null, x[1], x[2], x[3], x[4], true)
			}
			return ufuncs()[name].reduceValue(th, v, x[0], x[1], x[2], x[3], x[4], x[5], true)
		}, true}
	}
	full, extremum, logic := "| axis dtype out keepdims initial where", "| axis out keepdims initial where", "| axis out keepdims where"
	moments := func(f func(th *object.Thread, a *Array, r reduction, ddof float64) (*Array, error), p string) arrayFunc {
		return arrayFunc{params(p), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) { return moment(th, a, x, f) }, true}
	}
	arg := func(largest bool) arrayFunc {
		return arrayFunc{params("| axis out * keepdims"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			return argReduce(th, a, x, largest)
		}, true}
	}
	accumulate := func(name string) arrayFunc {
		return arrayFunc{params("| axis dtype out"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			return ufuncs()[name].accumulateValue(th, v, x[0], x[1], x[2])
		}, true}
	}
	return map[string]arrayFunc{
		"sum": reduce("add", full), "prod": reduce("multiply", full), "max": reduce("maximum", extremum), "min": reduce("minimum", extremum),
		"all": reduce("logical_and", logic), "any": reduce("logical_or", logic),
		"mean": moments(mean, "| axis dtype out keepdims * where"), "var": moments(variance, "| axis dtype out ddof keepdims * where mean correction"),
		"std": moments(func(th *object.Thread, a *Array, r reduction, ddof float64) (*Array, error) {
			v, err := variance(th, a, r, ddof)
			if err != nil {
				return nil, err
			}
			return ufuncs()["sqrt"].compute(th, []operand{{a: v}}, &ufuncArgs{out: v})
		}, "| axis dtype out ddof keepdims * where mean correction"),
		"argmax": arg(true), "argmin": arg(false), "cumsum": accumulate("add"), "cumprod": accumulate("multiply"),
		"reshape": {params("shape | order * copy"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			return reshapeValue(th, v, a, x[0], x[1])
		}, false},
		"ravel": {params("| order"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			order := "C"
			if s, ok := object.Text(x[0]); !x[0].IsNull() && ok {
				order = s
			}
			switch {
			case order == "F" || order == "A" && a.isF() && !a.isC():
				a = a.transposed(nil)
			case order == "K":
				a = a.transposed(a.axesInMemory())
			}
			if !a.isC() {
				return Wrap(a.raveled()), nil
			}
			return wrapView(v, a.withGeometry([]int{a.size()}, []int{1}, a.off)), nil
		}, true},
		"transpose": {params("| axes"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			return transposeValue(th, v, a, x[0])
		}, false},
		"swapaxes": {params("axis1 axis2"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			order := identityOrder(len(a.shape))
			var at [2]int
			for i := range at {
				n, err := object.ToInt(th, x[i])
				if err != nil {
					return object.Null, err
				}
				if n < -len(a.shape) || n >= len(a.shape) {
					return object.Null, axisError(n, len(a.shape), map[int]string{0: "axis1: ", 1: "axis2: "}[i])
				}
				at[i], _ = axisOf(n, len(a.shape))
			}
			order[at[0]], order[at[1]] = order[at[1]], order[at[0]]
			return wrapView(v, a.transposed(order)), nil
		}, true},
		"squeeze": {params("| axis"), squeeze, true},
		"take":    {params("indices | axis out mode"), take, true},
		"nonzero": {nil, func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			if len(a.shape) == 0 {
				return object.Null, object.ValueErrorf("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.\nIf the context of this error is of the form `arr[nonzero(cond)]`, just use `arr[cond]`.")
			}
			items := []Value{}
			for _, p := range nonzero(a) {
				items = append(items, Wrap(p))
			}
			return object.NewTuple(items...).Ref(), nil
		}, true},
		"argsort": {params("| axis kind order * stable"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			a, axis, err := sortAxis(th, a, x[0])
			if err != nil {
				return object.Null, err
			}
			r, err := a.argsort(th, axis)
			if err != nil {
				return object.Null, err
			}
			return Wrap(r), nil
		}, true},
		"searchsorted": {params("v | side sorter"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			side, _ := object.Text(x[1])
			if len(a.shape) != 1 {
				return object.Null, object.ValueErrorf("object too deep for desired array")
			}
			if !x[2].IsNull() && !x[2].IsNone() {
				picked, err := take(th, v, a, []Value{x[2], object.Int(0), object.Null, object.Null})
				if err != nil {
					return object.Null, err
				}
				a, _ = AsArray(picked)
			}
			if !x[1].IsNull() && side != "left" && side != "right" && side != "l" && side != "r" {
				return object.Null, object.ValueErrorf("search side must be one of 'left' or 'right' (got %s)", mustRepr(th, x[1]))
			}
			b, err := toArray(th, x[0], nil)
			if err != nil {
				return object.Null, err
			}
			r, err := searchsorted(th, a, b, !x[1].IsNull() && side[0] == 'r')
			if err != nil {
				return object.Null, err
			}
			return result(r), nil
		}, true},
		"dot":   {params("b | out"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) { return dot(th, v, x[0], x[1]) }, true},
		"round": {params("| decimals out"), roundValue, true},
		"clip":  {params("| min max out"), clip, false},
		"copy": {params("| order"), func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			order, _ := object.Text(x[0])
			return Wrap(a.copyIn(order)), nil
		}, true},
	}
}

// axesInMemory are the axes from the one with the longest steps to that with the shortest.
func (a *Array) axesInMemory() []int {
	axes := identityOrder(len(a.shape))
	slices.SortStableFunc(axes, func(i, j int) int {
		return cmp.Compare(max(a.strides[j], -a.strides[j]), max(a.strides[i], -a.strides[i]))
	})
	return axes
}

// copyIn is a copy in an order: C (and nothing), F, A or K.
func (a *Array) copyIn(order string) *Array {
	b := newArray(a.dt, a.shape...)
	switch {
	case order == "F" || order == "A" && a.isF() && !a.isC():
		b.strides = ordered(a.shape, 'F')
	case order == "K":
		b = like(a, a.dt)
	}
	copyElements(b, a)
	return b
}

// moment reads axis, dtype, out, (ddof,) keepdims and where and computes.
func moment(th *object.Thread, a *Array, x []Value, f func(th *object.Thread, a *Array, r reduction, ddof float64) (*Array, error)) (Value, error) {
	r := reduction{}
	var err error
	if n, ok := x[0].AsInt(); len(a.shape) == 0 && !x[0].IsNull() && ok {
		return object.Null, axisError(int(n), 0, "")
	}
	if r.axes, err = axesOf(th, x[0], len(a.shape), true); err != nil {
		return object.Null, err
	}
	ddof := 0.0
	if len(x) > 5 {
		if !x[3].IsNull() {
			if ddof, err = object.ToFloat(th, x[3]); err != nil {
				return object.Null, err
			}
		}
		if !x[7].IsNull() {
			if ddof, err = object.ToFloat(th, x[7]); err != nil {
				return object.Null, err
			}
		}
		x = append(slices.Clone(x[:3]), x[4], x[5])
	}
	if !x[1].IsNull() && !x[1].IsNone() {
		dt, err := dtypeOf(th, x[1], float64Type)
		if err != nil {
			return object.Null, err
		}
		r.dtype = &dt
	}
	if r.keep, err = boolArg(th, x[3]); err != nil {
		return object.Null, err
	}
	if !x[4].IsNull() && x[4] != object.Bool(true) {
		if r.where, err = toArray(th, x[4], &boolType); err != nil {
			return object.Null, err
		}
	}
	b, err := f(th, a, r, ddof)
	if err != nil {
		return object.Null, err
	}
	if !x[2].IsNull() && !x[2].IsNone() {
		o, ok := AsArray(x[2])
		if !ok {
			return object.Null, object.TypeErrorf("output must be an array")
		}
		return x[2], assignValue(th, o, Wrap(b), false)
	}
	return result(b), nil
}

// count is how many elements each sum has, as an array where a mask picks them.
func (r *reduction) count(th *object.Thread, a *Array, keep bool) (operand, int, error) {
	if r.where != nil {
		c, err := ufuncs()["add"].reduce(th, r.where.expanded(a.shape), reduction{axes: r.axes, keep: keep})
		return operand{a: c}, 1, err
	}
	n := 1
	for i, goes := range r.axes {
		if goes {
			n *= a.shape[i]
		}
	}
	return operand{weak: 'i', v: object.Int(int64(n))}, n, nil
}

func mean(th *object.Thread, a *Array, r reduction, _ float64) (*Array, error) {
	final := a.dt
	inner := r
	if r.dtype == nil {
		switch {
		case a.dt.C <= Uint64:
			inner.dtype = &float64Type
			final = float64Type
		case a.dt.C == Float16:
			f := of(Float32)
			inner.dtype = &f
		}
	} else {
		final = *r.dtype
	}
	n, size, err := r.count(th, a, r.keep)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		if err := object.Warn(th, object.RuntimeWarning, "Mean of empty slice"); err != nil {
			return nil, err
		}
	}
	s, err := ufuncs()["add"].reduce(th, a, inner)
	if err != nil {
		return nil, err
	}
	if s.dt.C == Object {
		return ufuncs()["divide"].compute(th, []operand{{a: s}, n}, nil)
	}
	q, err := ufuncs()["divide"].compute(th, []operand{{a: s}, n}, &ufuncArgs{scalar: len(s.shape) == 0})
	if err != nil {
		return nil, err
	}
	return q.to(th, final)
}

func variance(th *object.Thread, a *Array, r reduction, ddof float64) (*Array, error) {
	kept := r
	kept.keep = true
	if a.dt.C <= Uint64 && r.dtype == nil {
		kept.dtype = &float64Type
	}
	n, size, err := r.count(th, a, r.keep)
	if err != nil {
		return nil, err
	}
	nk, _, _ := r.count(th, a, true)
	if float64(size)-ddof <= 0 {
		if err := object.Warn(th, object.RuntimeWarning, "Degrees of freedom <= 0 for slice"); err != nil {
			return nil, err
		}
	}
	add, sub, mul, div := ufuncs()["add"], ufuncs()["subtract"], ufuncs()["multiply"], ufuncs()["divide"]
	if a.dt.C == Float16 && r.dtype == nil {
		f := of(Float32)
		kept.dtype = &f
	}
	s, err := add.reduce(th, a, kept)
	if err != nil {
		return nil, err
	}
	m, err := div.compute(th, []operand{{a: s}, nk}, nil)
	if err != nil {
		return nil, err
	}
	if a.dt.C == Float16 && r.dtype == nil {
		if m, err = m.to(th, a.dt); err != nil {
			return nil, err
		}
	}
	d, err := sub.compute(th, []operand{{a: a}, {a: m}}, nil)
	if err != nil {
		return nil, err
	}
	if d.dt.isComplex() {
		c, err := ufuncs()["conjugate"].compute(th, []operand{{a: d}}, nil)
		if err != nil {
			return nil, err
		}
		if d, err = mul.compute(th, []operand{{a: d}, {a: c}}, nil); err != nil {
			return nil, err
		}
		re := d.same()
		re.dt = realOf(d.dt)
		for i := range re.strides {
			re.strides[i] *= 2
		}
		re.off *= 2
		d = re.clone()
	} else if d, err = mul.compute(th, []operand{{a: d}, {a: d}}, &ufuncArgs{out: d}); err != nil {
		return nil, err
	}
	inner := r
	if inner.dtype == nil && a.dt.C == Float16 {
		f := of(Float32)
		inner.dtype = &f
	}
	total, err := add.reduce(th, d, inner)
	if err != nil {
		return nil, err
	}
	var by operand
	if n.weak != 0 {
		by = operand{weak: 'f', v: object.Float(math.Max(float64(size)-ddof, 0))}
	} else {
		c, err := n.a.to(th, float64Type)
		if err != nil {
			return nil, err
		}
		if c, err = sub.compute(th, []operand{{a: c}, {weak: 'f', v: object.Float(ddof)}}, nil); err != nil {
			return nil, err
		}
		by = operand{a: c}
	}
	q, err := div.compute(th, []operand{{a: total}, by}, nil)
	if err != nil {
		return nil, err
	}
	switch {
	case r.dtype != nil:
		return q.to(th, realOf(*r.dtype))
	case a.dt.C == Float16:
		return q.to(th, a.dt)
	case by.a != nil && a.dt.isFloat():
		return q.to(th, a.dt)
	}
	return q, nil
}

func argReduce(th *object.Thread, a *Array, x []Value, largest bool) (Value, error) {
	keep, err := boolArg(th, x[2])
	if err != nil {
		return object.Null, err
	}
	shape := slices.Clone(a.shape)
	if x[0].IsNull() || x[0].IsNone() {
		for i := range shape {
			shape[i] = 1
		}
		a = a.compact()
		a = a.withGeometry([]int{a.size()}, []int{1}, a.off)
		if !keep {
			shape = nil
		}
		x = []Value{object.Int(0), x[1], x[2]}
	} else {
		n, err := object.ToInt(th, x[0])
		if err != nil {
			return object.Null, err
		}
		if len(a.shape) == 0 && (n == 0 || n == -1) {
			a, shape = a.withGeometry([]int{1}, []int{1}, a.off), nil
		} else if len(a.shape) == 0 {
			return object.Null, axisError(n, 1, "")
		} else if n, err = axisOf(n, len(a.shape)); err != nil {
			return object.Null, err
		} else if keep {
			shape[n] = 1
		} else {
			shape = slices.Delete(shape, n, n+1)
		}
		x = []Value{object.Int(int64(max(n, 0))), x[1], x[2]}
	}
	axis, _ := object.ToInt(th, x[0])
	if a.shape[axis] == 0 {
		return object.Null, object.ValueErrorf("attempt to get %s of an empty sequence", map[bool]string{true: "argmax", false: "argmin"}[largest])
	}
	r, err := a.argExtremum(th, axis, largest)
	if err != nil {
		return object.Null, err
	}
	r.shape, r.strides = shape, contiguous(shape)
	if !x[1].IsNull() && !x[1].IsNone() {
		o, ok := AsArray(x[1])
		if !ok {
			return object.Null, object.TypeErrorf("return arrays must be of ArrayType")
		}
		return x[1], assignValue(th, o, Wrap(r), false)
	}
	return result(r), nil
}

func reshapeValue(th *object.Thread, v Value, a *Array, shape, order Value) (Value, error) {
	s, err := shapeOf(th, shape)
	if err != nil {
		return object.Null, err
	}
	o := byte('C')
	if text, ok := object.Text(order); !order.IsNull() && ok && text != "" {
		o = text[0]
		if o == 'K' {
			o = 'A'
		}
	}
	b, err := a.reshaped(s, o)
	if err != nil {
		return object.Null, err
	}
	if b.mem != a.mem {
		return Wrap(b), nil
	}
	return wrapView(v, b), nil
}

func transposeValue(th *object.Thread, v Value, a *Array, axes Value) (Value, error) {
	if axes.IsNull() || axes.IsNone() {
		return wrapView(v, a.transposed(nil)), nil
	}
	order, err := shapeOf(th, axes)
	if err != nil {
		return object.Null, err
	}
	if len(order) != len(a.shape) {
		return object.Null, object.ValueErrorf("axes don't match array")
	}
	seen := make([]bool, len(order))
	for i, k := range order {
		n, err := axisOf(k, len(order))
		if err != nil {
			return object.Null, err
		}
		if seen[n] {
			return object.Null, object.ValueErrorf("repeated axis in transpose")
		}
		seen[n], order[i] = true, n
	}
	return wrapView(v, a.transposed(order)), nil
}

func squeeze(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
	drop := make([]bool, len(a.shape))
	if x[0].IsNull() || x[0].IsNone() {
		for i, n := range a.shape {
			drop[i] = n == 1
		}
	} else {
		var err error
		if drop, err = axesOf(th, x[0], len(a.shape), true); err != nil {
			return object.Null, err
		}
		for i, d := range drop {
			if d && a.shape[i] != 1 {
				return object.Null, object.ValueErrorf("cannot select an axis to squeeze out which has size not equal to one")
			}
		}
	}
	b := a.withGeometry([]int{}, []int{}, a.off)
	for i, n := range a.shape {
		if !drop[i] {
			b.shape, b.strides = append(b.shape, n), append(b.strides, a.strides[i])
		}
	}
	return wrapView(v, b), nil
}

func take(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
	ix, err := toArray(th, x[0], nil)
	if err != nil {
		return object.Null, err
	}
	if !ix.dt.isInt() && ix.dt.C != Bool && ix.size() > 0 {
		return object.Null, object.TypeErrorf("Cannot cast array data from %s to dtype('int64') according to the rule 'safe'", ix.dt.repr())
	}
	if ix, err = ix.to(th, int64Type); err != nil {
		return object.Null, err
	}
	if x[1].IsNull() || x[1].IsNone() {
		b := a.compact()
		a = b.withGeometry([]int{b.size()}, []int{1}, b.off)
		x = []Value{x[0], object.Int(0), x[2], x[3]}
	}
	axis, err := object.ToInt(th, x[1])
	if err != nil {
		return object.Null, err
	}
	if axis, err = axisOf(axis, len(a.shape)); err != nil {
		return object.Null, err
	}
	n := int64(a.shape[axis])
	mode := "raise"
	if s, ok := object.Text(x[3]); !x[3].IsNull() && ok {
		mode = s
	}
	if mode != "raise" {
		ix = ix.clone()
		iv := view[int64](ix)
		for i, k := range iv {
			if mode == "wrap" {
				iv[i] = modInt(k, n)
			} else {
				iv[i] = min(max(k, 0), n-1)
			}
		}
	} else if err := checkTake(ix, a.shape[axis], axis); err != nil {
		return object.Null, err
	}
	s := &selection{view: a, picks: make([]*Array, len(a.shape))}
	s.picks[axis] = ix
	shape, places, err := s.places()
	if err != nil {
		return object.Null, err
	}
	out := newArray(a.dt, shape...)
	pickInto(out, a, places)
	if !x[2].IsNull() && !x[2].IsNone() {
		o, ok := AsArray(x[2])
		if !ok {
			return object.Null, object.TypeErrorf("return arrays must be of ArrayType")
		}
		return x[2], assign(th, o, out)
	}
	return result(out), nil
}

func checkTake(p *Array, size, axis int) error {
	if size == 0 && p.size() > 0 {
		return object.IndexErrorf("cannot do a non-empty take from an empty axes.")
	}
	return checkPicks(p, size, axis)
}

// sortAxis reads the axis of a sort: the last one by default; None flattens.
func sortAxis(th *object.Thread, a *Array, v Value) (*Array, int, error) {
	if !v.IsNull() && v.IsNone() {
		b := a.raveled()
		return b, 0, nil
	}
	n := -1
	if !v.IsNull() {
		var err error
		if n, err = object.ToInt(th, v); err != nil {
			return nil, 0, err
		}
	}
	if len(a.shape) == 0 && (n == -1 || n == 0) {
		return nil, 0, axisError(n, 0, "")
	}
	n, err := axisOf(n, len(a.shape))
	return a, n, err
}

// roundValue rounds halves to even at a decimal place, by way of a power of ten.
func roundValue(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
	d := 0
	var err error
	if !x[0].IsNull() && !x[0].IsNone() {
		if d, err = object.ToInt(th, x[0]); err != nil {
			return object.Null, err
		}
	}
	var outV Value
	opt := &ufuncArgs{}
	if !x[1].IsNull() && !x[1].IsNone() {
		outV = x[1]
		opt.out, _ = AsArray(outV)
		opt.casting = "unsafe"
	}
	r, err := rounding(th, a, d, opt)
	if err != nil {
		return object.Null, err
	}
	if opt.out != nil {
		return outV, nil
	}
	return result(r), nil
}

func rounding(th *object.Thread, a *Array, d int, opt *ufuncArgs) (*Array, error) {
	rint, mul, div := ufuncs()["rint"], ufuncs()["multiply"], ufuncs()["divide"]
	finish := func(b *Array) (*Array, error) {
		if opt.out == nil {
			return b, nil
		}
		return opt.out, assign(th, opt.out, b)
	}
	switch {
	case a.dt.C == Bool:
		h, err := a.to(th, of(Float16))
		if err != nil {
			return nil, err
		}
		return finish(h)
	case a.dt.C == Object:
		b := newArray(a.dt, a.shape...)
		for i, p := range positions(a) {
			f, err := object.GetAttr(th, a.mem.objs[p], "__round__")
			if err != nil {
				return nil, err
			}
			if b.mem.objs[i], err = object.Call(th, f, object.Int(int64(d))); err != nil {
				return nil, err
			}
		}
		return finish(b)
	case a.dt.isInt() && d >= 0:
		return finish(a.clone())
	case d == 0:
		b, err := rint.compute(th, []operand{{a: a}}, nil)
		if err != nil {
			return nil, err
		}
		return finish(b)
	case a.dt.isComplex(): // part by part: a division of complex numbers is less exact
		b := a.clone()
		for i := range 2 {
			part := partOf(b, i)
			rounded, err := rounding(th, part, d, &ufuncArgs{})
			if err != nil {
				return nil, err
			}
			if err := assign(th, part, rounded); err != nil {
				return nil, err
			}
		}
		return finish(b)
	}
	scale := operand{weak: 'f', v: object.Float(math.Pow(10, math.Abs(float64(d))))}
	before, after := mul, div
	if d < 0 {
		before, after = div, mul
	}
	b, err := before.compute(th, []operand{{a: a}, scale}, nil)
	if err != nil {
		return nil, err
	}
	if b, err = rint.compute(th, []operand{{a: b}}, nil); err != nil {
		return nil, err
	}
	if b, err = after.compute(th, []operand{{a: b}, scale}, nil); err != nil {
		return nil, err
	}
	if a.dt.isInt() {
		if b, err = b.to(th, a.dt); err != nil {
			return nil, err
		}
	}
	return finish(b)
}

func clip(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
	if (x[0].IsNull() || x[0].IsNone()) && (x[1].IsNull() || x[1].IsNone()) {
		return Wrap(a.clone()), nil
	}
	cur := v
	for i, name := range []string{"maximum", "minimum"} {
		if x[i].IsNull() || x[i].IsNone() {
			continue
		}
		r, err := ufuncs()[name].apply(th, []Value{cur, x[i]}, nil)
		if err != nil {
			return object.Null, err
		}
		cur = r
	}
	if !x[2].IsNull() && !x[2].IsNone() {
		o, ok := AsArray(x[2])
		if !ok {
			return object.Null, object.TypeErrorf("return arrays must be of ArrayType")
		}
		b, err := toArray(th, cur, nil)
		if err != nil {
			return object.Null, err
		}
		if !canCast(b.dt, o.dt, "same_kind") {
			return object.Null, object.Raisef(kinds().castingError, "Cannot cast ufunc 'clip' output from %s to %s with casting rule 'same_kind'", b.dt.repr(), o.dt.repr())
		}
		return x[2], assignValue(th, o, cur, false)
	}
	return cur, nil
}
