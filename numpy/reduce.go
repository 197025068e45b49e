package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// reduction are the arguments of a reduction.
type reduction struct {
	axes    []bool // for each axis, whether it goes
	keep    bool
	dtype   *DType
	initial Value
	where   *Array
	out     *Array
}

// axesOf reads axis=None, an int or a tuple.
func axesOf(th *object.Thread, v Value, ndim int, absent bool) ([]bool, error) {
	axes := make([]bool, ndim)
	if v.IsNull() && !absent {
		if ndim > 0 {
			axes[0] = true
		}
		return axes, nil
	}
	if v.IsNull() || v.IsNone() {
		for i := range axes {
			axes[i] = true
		}
		return axes, nil
	}
	var list []Value
	if t, ok := object.AsTuple(v); ok {
		list = t.Items
	} else {
		if v.IsExactFloat() || v.Type().Index == nil && !v.IsSmallInt() {
			return nil, object.TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().ShortName())
		}
		list = []Value{v}
	}
	for _, x := range list {
		n, err := object.ToInt(th, x)
		if err != nil {
			return nil, err
		}
		if ndim == 0 && len(list) == 1 && (n == 0 || n == -1) {
			return axes, nil
		}
		n, err = axisOf(n, ndim)
		if err != nil {
			return nil, err
		}
		if axes[n] {
			return nil, object.ValueErrorf("duplicate value in 'axis'")
		}
		axes[n] = true
	}
	return axes, nil
}

// keptShape is the shape of the result.
func keptShape(shape []int, axes []bool, keep bool) []int {
	out := []int{}
	for i, n := range shape {
		switch {
		case !axes[i]:
			out = append(out, n)
		case keep:
			out = append(out, 1)
		}
	}
	return out
}

// reduceType is the type that a reduction works in and gives.
func (u *ufunc) reduceType(a *Array, dtype *DType) (DType, error) {
	dt := a.dt
	if dtype != nil {
		dt = *dtype
	} else if u.name == "add" || u.name == "multiply" {
		switch {
		case dt.C == Bool || dt.kind() == 'i':
			dt = int64Type
		case dt.kind() == 'u':
			dt = of(Uint64)
		}
	}
	if u.toBool && dt.C != Object {
		if dt.C != Bool && u.relation != noRelation { // which has no type that it gives
			return dt, u.noLoop()
		}
		return boolType, nil
	}
	if dt.C == Object {
		return dt, nil
	}
	loop, ok := u.rule(u, dt)
	if !ok {
		if dt.isText() {
			return dt, object.Raisef(kinds().noLoopError, "ufunc '%s' did not contain a loop with signature matching types (%s, %s) -> None", u.name, dt.repr(), dt.repr())
		}
		return dt, u.unsupported()
	}
	return loop, nil
}

// reduce folds axes of an array.
func (u *ufunc) reduce(th *object.Thread, a *Array, r reduction) (*Array, error) {
	if u.nin != 2 {
		return nil, object.ValueErrorf("reduce only supported for binary functions")
	}
	dt, err := u.reduceType(a, r.dtype)
	if err != nil {
		return nil, err
	}
	if dt.C == Object {
		return u.reduceObjects(th, a, r)
	}
	shape := keptShape(a.shape, r.axes, r.keep)
	empty := false
	for i, n := range a.shape {
		empty = empty || r.axes[i] && n == 0
	}
	hasInitial := !r.initial.IsNull() && !r.initial.IsNone()
	if u.identity == nil && !hasInitial && (empty && product(shape) > 0 || r.where != nil) {
		if r.where != nil {
			return nil, object.ValueErrorf("reduction operation '%s' does not have an identity, so to use a where mask one has to specify 'initial'", u.name)
		}
		return nil, object.ValueErrorf("zero-size array to reduction operation %s which has no identity", u.name)
	}
	out := newArray(dt, shape...)
	if !a.isC() && len(shape) > 1 {
		kept := a.withGeometry([]int{}, []int{}, a.off)
		for i, n := range a.shape {
			switch {
			case !r.axes[i]:
				kept.shape, kept.strides = append(kept.shape, n), append(kept.strides, a.strides[i])
			case r.keep:
				kept.shape, kept.strides = append(kept.shape, 1), append(kept.strides, 0)
			}
		}
		out.strides = orderOf(shape, kept)
	}
	acc := out.spread(a.shape, r.axes, r.keep)
	rest := a
	switch {
	case hasInitial:
		if err := fill(th, out, r.initial); err != nil {
			return nil, err
		}
	case u.identity != nil:
		id := u.identity
		filler := newArray(dt)
		filler.put(0, id)
		copyElements(out, filler.expanded(out.shape))
	default: // the first elements begin
		first, others := a.split(r.axes)
		target := out.withGeometry(first.shape, out.spread(a.shape, r.axes, r.keep).strides, out.off)
		if err := assign(th, target, first); err != nil {
			return nil, err
		}
		for _, part := range others {
			spread := acc.withGeometry(part.shape, acc.strides, acc.off)
			if err := u.fold(th, dt, spread, part, nil); err != nil {
				return nil, err
			}
		}
		return r.finish(th, out)
	}
	if err := u.fold(th, dt, acc, rest, r.where); err != nil {
		return nil, err
	}
	return r.finish(th, out)
}

// finish casts to out=.
func (r *reduction) finish(th *object.Thread, out *Array) (*Array, error) {
	if r.out == nil {
		return out, nil
	}
	if !slices.Equal(r.out.shape, out.shape) {
		return nil, object.ValueErrorf("output parameter for reduction operation has the wrong shape %s, expected %s", shapeTuple(r.out.shape), shapeTuple(out.shape))
	}
	return r.out, assign(th, r.out, out)
}

// spread is the result seen with the shape of the operand: its places do not move along the axes that go.
func (out *Array) spread(shape []int, axes []bool, keep bool) *Array {
	strides := make([]int, len(shape))
	k := 0
	for i := range shape {
		if !axes[i] {
			strides[i] = out.strides[k]
			k++
		} else if keep {
			k++
		}
	}
	return out.withGeometry(slices.Clone(shape), strides, out.off)
}

// split cuts the first element along the axes that go from the others, which are up to one part for each such axis.
func (a *Array) split(axes []bool) (first *Array, others []*Array) {
	first = a.same()
	for i, goes := range axes {
		if !goes {
			continue
		}
		rest := first.same()
		rest.shape[i]--
		rest.off += rest.strides[i]
		if rest.shape[i] > 0 {
			others = append(others, rest)
		}
		first.shape[i] = 1
	}
	slices.Reverse(others)
	return first, others
}

// fold applies out = f(out, x) along rows.
func (u *ufunc) fold(th *object.Thread, dt DType, out, x, where *Array) error {
	if x.size() == 0 {
		return nil
	}
	k := &u.kernel
	if dt.C == Bool && u.boolAs != nil {
		k = u.boolAs
	}
	if where != nil {
		return u.foldWhere(th, dt, out, x, where.expanded(x.shape))
	}
	switch {
	case u.name == "add" && dt.C >= Float16:
		return sumFloats(th, dt, out, x)
	case u.toBool:
		foldDomain(out, x, Uint64, func(a, b, o []uint64) {
			for i := range a {
				bits := [1]uint8{}
				u.ub(a[i:i+1], b[i:i+1], bits[:])
				o[i] = uint64(bits[0])
			}
		}, u.relation != ordering, loadTruth, storeInts[uint64])
	case dt.dom() == ints:
		foldDomain(out, x, Int64, k.i, u.exact || u.identity != nil, loadReal[int64], storeInts[int64])
	case dt.dom() == uints:
		foldDomain(out, x, Uint64, k.u, u.exact || u.identity != nil, loadReal[uint64], storeInts[uint64])
	case dt.dom() == floats:
		if x.dt.isComplex() {
			s, err := x.to(th, dt)
			if err != nil {
				return err
			}
			x = s
		}
		f := k.f
		if dt.C != Float64 && !u.exact {
			plain := f
			if k.narrow != nil {
				plain = k.narrow(dt.C)
			}
			f = func(a, b, o []float64) {
				plain(a, b, o)
				for i, v := range o {
					o[i] = rounded(v, dt.C)
				}
			}
		}
		src := x
		if x.dt.isFloat() && x.dt.size() > dt.size() || x.dt.isInt() && dt.C != Float64 {
			s, err := x.to(th, dt)
			if err != nil {
				return err
			}
			src = s
		}
		foldDomain(out, src, Float64, f, u.exact, loadReal[float64], storeFloats)
	default:
		c := k.c
		if dt.C == Complex64 && k.c64 != nil {
			c = k.c64
		}
		foldDomain(out, x, Complex128, c, u.exact, loadComplex, storeComplex)
	}
	return nil
}

// loadTruth reads whether elements are true.
func loadTruth(a *Array, pos, step int, out []uint64) {
	if a.dt.dom() >= floats {
		var buf [chunk]complex128
		loadComplex(a, pos, step, buf[:len(out)])
		for i := range out {
			out[i] = 0
			if buf[i] != 0 {
				out[i] = 1
			}
		}
		return
	}
	loadReal(a, pos, step, out)
	for i, v := range out {
		if v != 0 {
			out[i] = 1
		}
	}
}

// foldDomain folds rows: where the result moves along, elementwise; else the row itself, by halves where that changes nothing.
func foldDomain[D int64 | uint64 | float64 | complex128](out, x *Array, direct code, f func(a, b, o []D), halves bool,
	load func(*Array, int, int, []D), store func(*Array, int, int, []D)) {
	var bx, ba [chunk]D
	rows([]*Array{x, out}, func(pos []int, n int, step []int) {
		i, o := pos[0], pos[1]
		for n > 0 {
			m := min(n, chunk)
			load(x, i, step[0], bx[:m])
			if step[1] != 0 {
				load(out, o, step[1], ba[:m])
				f(ba[:m], bx[:m], ba[:m])
				store(out, o, step[1], ba[:m])
			} else {
				load(out, o, 0, ba[:1])
				if halves {
					w := m
					for w > 1 {
						h := w / 2
						f(bx[:h], bx[w-h:w], bx[:h])
						w -= h
					}
					f(ba[:1], bx[:1], ba[:1])
				} else {
					for j := range m {
						f(ba[:1], bx[j:j+1], ba[:1])
					}
				}
				store(out, o, 0, ba[:1])
			}
			i += m * step[0]
			o += m * step[1]
			n -= m
		}
	})
}

// foldWhere folds the elements that a mask picks, one by one.
func (u *ufunc) foldWhere(th *object.Thread, dt DType, out, x, where *Array) error {
	m := view[uint8](where)
	po, px, pw := positions(out), positions(x), positions(where)
	for i, p := range px {
		if m[pw[i]] == 0 {
			continue
		}
		if err := u.fold(th, dt, out.withGeometry([]int{1}, []int{0}, po[i]), x.withGeometry([]int{1}, []int{1}, p), nil); err != nil {
			return err
		}
	}
	return nil
}

func (u *ufunc) reduceObjects(th *object.Thread, a *Array, r reduction) (*Array, error) {
	out := newArray(objectType, keptShape(a.shape, r.axes, r.keep)...)
	acc := out.spread(a.shape, r.axes, r.keep)
	if a.dt.C != Object {
		b, err := a.astype(th, objectType)
		if err != nil {
			return nil, err
		}
		a = b
	}
	seen := make([]bool, out.size())
	if !r.initial.IsNull() && !r.initial.IsNone() {
		for i := range out.mem.objs {
			out.mem.objs[i], seen[i] = r.initial, true
		}
	}
	po := positions(acc)
	for i, p := range positions(a) {
		o := po[i]
		if !seen[o] {
			out.mem.objs[o], seen[o] = a.mem.objs[p], true
			continue
		}
		if u.obj == nil {
			return nil, object.TypeErrorf("ufunc '%s' is not there for objects", u.name)
		}
		v, err := u.obj(th, out.mem.objs[o], a.mem.objs[p])
		if err != nil {
			return nil, err
		}
		out.mem.objs[o] = v
	}
	for i, s := range seen {
		if !s {
			switch id := u.identity.(type) {
			case int64:
				out.mem.objs[i] = object.Int(id)
			case bool:
				out.mem.objs[i] = object.Bool(id)
			default:
				return nil, object.ValueErrorf("zero-size array to reduction operation %s which has no identity", u.name)
			}
		}
	}
	return r.finish(th, out)
}

// accumulate gives all partial results along an axis.
func (u *ufunc) accumulate(th *object.Thread, a *Array, axis int, dtype *DType) (*Array, error) {
	dt, err := u.reduceType(a, dtype)
	if err != nil {
		return nil, err
	}
	out, err := a.astype(th, dt)
	if err != nil {
		return nil, err
	}
	if a.size() == 0 {
		return out, nil
	}
	at := func(i int) *Array {
		v := out.same()
		v.off += i * v.strides[axis]
		v.shape = slices.Delete(v.shape, axis, axis+1)
		v.strides = slices.Delete(v.strides, axis, axis+1)
		return v
	}
	if len(a.shape) == 1 && dt.C == Float64 && u.f != nil {
		v := view[float64](out)
		for i := 1; i < len(v); i++ {
			u.f(v[i-1:i], v[i:i+1], v[i:i+1])
		}
		return out, nil
	}
	prev := at(0)
	for i := 1; i < out.shape[axis]; i++ {
		next := at(i)
		if dt.C == Object {
			err = u.onObjects(th, []*Array{prev, next}, next)
		} else {
			err = u.run(th, dt, []*Array{prev, next}, next, nil)
		}
		if err != nil {
			return nil, err
		}
		prev = next
	}
	return out, nil
}

// fill sets all elements to a Python value.
func fill(th *object.Thread, a *Array, v Value) error {
	one := newArray(a.dt)
	if a.dt.C == Object {
		one.mem.objs[0] = v
	} else if err := one.set(th, 0, v); err != nil {
		return err
	}
	copyElements(a, one.expanded(a.shape))
	return nil
}
