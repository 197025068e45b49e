package numpy

import (
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

func asUfunc(v Value) *ufunc {
	n, _ := object.AsNative(v)
	return n.V.(*ufunc)
}

// buildUfuncType makes the class of ufuncs.
func buildUfuncType() *object.Type {
	var s object.Slots
	s.Call = callUfuncObject
	s.Repr = func(th *object.Thread, v Value) (Value, error) {
		return object.NewStr("<ufunc '" + asUfunc(v).name + "'>"), nil
	}
	get := func(name string, f func(u *ufunc) Value) object.GetsetDef {
		return object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) { return f(asUfunc(v)), nil }}
	}
	return object.NewExtensionType("ufunc", "numpy", nil, object.Spec{Slots: s, Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{
		get("__name__", func(u *ufunc) Value { return object.NewStr(u.name) }), get("__qualname__", func(u *ufunc) Value { return object.NewStr(u.name) }),
		get("__doc__", func(u *ufunc) Value {
			return object.NewStr(u.name + "(x1, /, out=None, *, where=True, casting='same_kind', order='K', dtype=None)")
		}),
		get("nin", func(u *ufunc) Value { return object.Int(int64(u.nin)) }), get("nout", func(u *ufunc) Value { return object.Int(1) }),
		get("nargs", func(u *ufunc) Value { return object.Int(int64(u.nin) + 1) }),
		get("signature", func(*ufunc) Value { return object.None }),
		get("types", func(u *ufunc) Value { return object.StrList(u.types()) }),
		get("ntypes", func(u *ufunc) Value { return object.Int(int64(len(u.types()))) }),
		get("identity", func(u *ufunc) Value {
			switch id := u.identity.(type) {
			case int64:
				return object.Int(id)
			case bool:
				return object.Bool(id)
			case float64:
				return object.Float(id)
			}
			return object.None
		}),
	}, Methods: []object.Method{
		{Name: "reduce", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("reduce", args, kw, "self", "array", "|", "axis", "dtype", "out", "keepdims", "initial", "where")
			if err != nil {
				return object.Null, err
			}
			return asUfunc(a[0]).reduceValue(th, a[1], a[2], a[3], a[4], a[5], a[6], a[7], false)
		}},
		{Name: "accumulate", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("accumulate", args, kw, "self", "array", "|", "axis", "dtype", "out")
			if err != nil {
				return object.Null, err
			}
			if a[2].IsNull() {
				a[2] = object.Int(0)
			}
			return asUfunc(a[0]).accumulateValue(th, a[1], a[2], a[3], a[4])
		}},
		{Name: "outer", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(args)-len(kw) != 3 {
				return object.Null, object.TypeErrorf("outer() takes exactly 2 positional arguments")
			}
			x, err := toArray(th, args[1], nil)
			if err != nil {
				return object.Null, err
			}
			y, err := toArray(th, args[2], nil)
			if err != nil {
				return object.Null, err
			}
			shape, strides := slices.Clone(x.shape), slices.Clone(x.strides)
			for range y.shape {
				shape, strides = append(shape, 1), append(strides, 0)
			}
			in := []Value{args[0], Wrap(x.withGeometry(shape, strides, x.off)), Wrap(y)}
			return callUfuncObject(th, args[0], append(in[1:], args[3:]...), kw)
		}},
		{Name: "at", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("at", args, kw, "self", "a", "indices", "|", "b")
			if err != nil {
				return object.Null, err
			}
			return object.None, asUfunc(a[0]).at(th, a[1], a[2], a[3])
		}},
		{Name: "reduceat", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, err := object.Args("reduceat", args, kw, "self", "array", "indices", "|", "axis", "dtype", "out")
			if err != nil {
				return object.Null, err
			}
			return asUfunc(a[0]).reduceAt(th, a[1], a[2], a[3], a[4])
		}},
		{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.NewStr(asUfunc(v).name), nil }},
	}})
}

// types are the signatures of the loops.
func (u *ufunc) types() []string {
	var out []string
	for c := range Object + 1 {
		loop, ok := u.rule(u, of(c))
		if c == Object {
			ok = u.obj != nil
			loop = of(c)
		}
		if !ok || loop.C != c {
			continue
		}
		in := codes[c].char
		text := in
		if u.nin == 2 {
			text += in
		}
		to := u.outType(loop)
		out = append(out, text+"->"+to.info().char)
	}
	return out
}

// callUfuncObject is np.f(x, ..., out=, where=, dtype=, ...).
func callUfuncObject(th *object.Thread, self Value, args, kw []Value) (Value, error) {
	u := asUfunc(self)
	n := len(args) - len(kw)
	if n < u.nin || n > u.nin+1 {
		return object.Null, object.TypeErrorf("%s() takes from %d to %d positional arguments but %d were given", u.name, u.nin, u.nin+1, n)
	}
	vals := slices.Clone(args[:u.nin])
	if n == u.nin && len(kw) == 0 {
		if v, handled, err := u.override(th, self, vals, nil, nil); handled {
			return v, err
		}
		if u.name == "power" {
			if err := checkPower(vals[0], vals[1]); err != nil {
				return object.Null, err
			}
		}
		return u.apply(th, vals, nil)
	}
	if v, handled, err := u.override(th, self, vals, args[n:], kw); handled {
		return v, err
	}
	opt := &ufuncArgs{}
	var outV Value
	if n > u.nin {
		outV = args[u.nin]
	}
	for i, name := range kw {
		v := args[n+i]
		switch text, _ := object.Text(name); text {
		case "out":
			outV = v
			if t, ok := object.AsTuple(v); ok && len(t.Items) == 1 {
				outV = t.Items[0]
			}
		case "where":
			if b, ok := v.AsBool(); ok && b && v.IsBool() {
				break
			}
			w, err := toArray(th, v, &boolType)
			if err != nil {
				return object.Null, err
			}
			opt.where = w
		case "dtype":
			if !v.IsNone() {
				dt, err := dtypeOf(th, v, float64Type)
				if err != nil {
					return object.Null, err
				}
				opt.dtype = &dt
			}
		case "casting":
			opt.casting, _ = object.Text(v)
		case "order", "subok":
		default:
			return object.Null, object.TypeErrorf("%s() got an unexpected keyword argument '%s'", u.name, text)
		}
	}
	if !outV.IsNull() && !outV.IsNone() {
		out, ok := AsArray(outV)
		if !ok {
			return object.Null, object.TypeErrorf("return arrays must be of ArrayType")
		}
		opt.out, opt.outV = out, outV
	}
	return u.apply(th, vals, opt)
}

// override lets operands with __array_ufunc__ or __array_wrap__ (tensors) have their way.
func (u *ufunc) override(th *object.Thread, self Value, vals, extra, kw []Value) (Value, bool, error) {
	for _, v := range vals {
		if v.IsSmallInt() || v.IsExactFloat() {
			continue
		}
		if _, ok := AsArray(v); ok && v.Type() == kinds().ndarray {
			continue
		}
		switch v.Type().Layout() {
		case object.LayoutInt, object.LayoutFloat, object.LayoutComplex, object.LayoutList, object.LayoutTuple, object.LayoutStr, object.LayoutSingleton:
			continue
		}
		if _, ok := scalarCode(v); ok {
			continue
		}
		f, err := object.LookupAttr(th, v, object.Intern("__array_ufunc__"))
		if err != nil {
			return object.Null, true, err
		}
		if !f.IsNull() && !f.IsNone() {
			args := append([]Value{self, object.NewStr("__call__")}, vals...)
			r, err := object.CallArgs(th, f, append(args, extra...), kw)
			return r, err != nil || r != object.NotImplemented, err
		}
		if f.IsNone() {
			return object.Null, true, object.TypeErrorf("operand '%s' does not support ufuncs (__array_ufunc__=None)", v.Type().ShortName())
		}
		if _, isArray := AsArray(v); isArray {
			continue
		}
		wrap, err := object.LookupAttr(th, v, object.Intern("__array_wrap__"))
		if err != nil || wrap.IsNull() || len(extra) > 0 {
			if err != nil {
				return object.Null, true, err
			}
			continue
		}
		r, err := u.apply(th, vals, nil)
		if err != nil {
			return object.Null, true, err
		}
		a, err := toArray(th, r, nil)
		if err != nil {
			return object.Null, true, err
		}
		w, err := object.Call(th, wrap, Wrap(a))
		return w, true, err
	}
	return object.Null, false, nil
}

func boolArg(th *object.Thread, v Value) (bool, error) {
	if v.IsNull() {
		return false, nil
	}
	return object.IsTrue(th, v)
}

// reduceValue is reduce with the arguments of a script. whole: without axis all axes go.
func (u *ufunc) reduceValue(th *object.Thread, v, axis, dtype, out, keep, initial, where Value, whole bool) (Value, error) {
	a, err := toArray(th, v, nil)
	if err != nil {
		return object.Null, err
	}
	r := reduction{initial: initial}
	if r.axes, err = axesOf(th, axis, len(a.shape), whole); err != nil {
		return object.Null, err
	}
	if r.keep, err = boolArg(th, keep); err != nil {
		return object.Null, err
	}
	if !dtype.IsNull() && !dtype.IsNone() {
		dt, err := dtypeOf(th, dtype, float64Type)
		if err != nil {
			return object.Null, err
		}
		r.dtype = &dt
	}
	if !where.IsNull() && !(where.IsBool() && where == object.Bool(true)) {
		if r.where, err = toArray(th, where, &boolType); err != nil {
			return object.Null, err
		}
	}
	if t, ok := object.AsTuple(out); !out.IsNull() && ok && len(t.Items) == 1 {
		out = t.Items[0]
	}
	if !out.IsNull() && !out.IsNone() {
		o, ok := AsArray(out)
		if !ok {
			return object.Null, object.TypeErrorf("output must be an array")
		}
		r.out = o
	}
	b, err := u.reduce(th, a, r)
	if err != nil {
		return object.Null, err
	}
	if r.out != nil {
		return out, nil
	}
	return result(b), nil
}

func (u *ufunc) accumulateValue(th *object.Thread, v, axis, dtype, out Value) (Value, error) {
	a, err := toArray(th, v, nil)
	if err != nil {
		return object.Null, err
	}
	if axis.IsNull() || axis.IsNone() {
		a = a.compact()
		n := a.size()
		a = a.withGeometry([]int{n}, []int{1}, a.off)
		axis = object.Int(0)
	}
	n, err := object.ToInt(th, axis)
	if err != nil {
		return object.Null, err
	}
	if len(a.shape) == 0 {
		return object.Null, object.TypeErrorf("cannot accumulate on a scalar")
	}
	if n, err = axisOf(n, len(a.shape)); err != nil {
		return object.Null, err
	}
	dt, err := givenDType(th, dtype)
	if err != nil {
		return object.Null, err
	}
	b, err := u.accumulate(th, a, n, dt)
	if err != nil {
		return object.Null, err
	}
	if !out.IsNull() && !out.IsNone() {
		o, ok := AsArray(out)
		if !ok || !slices.Equal(o.shape, b.shape) {
			return object.Null, object.ValueErrorf("output array does not match result")
		}
		return out, assign(th, o, b)
	}
	return Wrap(b), nil
}

// at is a[indices] = f(a[indices], b), element after element.
func (u *ufunc) at(th *object.Thread, v, indices, b Value) error {
	a, ok := AsArray(v)
	if !ok {
		return object.TypeErrorf("first operand must be array")
	}
	if err := a.writable("array is read-only"); err != nil {
		return err
	}
	s, err := subscript(th, a, indices)
	if err != nil {
		return err
	}
	var shape, places []int
	if s.picks == nil {
		shape, places = s.view.shape, positions(s.view)
	} else if shape, places, err = s.places(); err != nil {
		return err
	}
	one := a.withGeometry(nil, nil, 0)
	if u.nin == 1 {
		for _, p := range places {
			one.off = p
			if _, err := u.compute(th, []operand{{a: one}}, &ufuncArgs{out: one}); err != nil {
				return err
			}
		}
		return nil
	}
	if b.IsNull() {
		return object.ValueErrorf("second operand needed for ufunc")
	}
	src, err := toArray(th, b, nil)
	if err != nil {
		return err
	}
	if sh, ok := broadcastShape(src.shape, shape); !ok || !slices.Equal(sh, shape) {
		return object.ValueErrorf("array is not broadcastable to correct shape")
	}
	from := positions(src.expanded(shape))
	if u.name == "add" && a.dt.C == Float64 && src.dt.C == Float64 {
		d, x := view[float64](a), view[float64](src)
		for i, p := range places {
			d[p] += x[from[i]]
		}
		return nil
	}
	if (u.name == "add" || u.name == "subtract") && a.dt.C == Int64 && src.dt.C == Int64 {
		d, x := view[int64](a), view[int64](src)
		for i, p := range places {
			if u.name == "add" {
				d[p] += x[from[i]]
			} else {
				d[p] -= x[from[i]]
			}
		}
		return nil
	}
	other := src.withGeometry(nil, nil, 0)
	for i, p := range places {
		one.off, other.off = p, from[i]
		if _, err := u.compute(th, []operand{{a: one}, {a: other}}, &ufuncArgs{out: one}); err != nil {
			return err
		}
	}
	return nil
}

func (u *ufunc) reduceAt(th *object.Thread, v, indices, axis, dtype Value) (Value, error) {
	a, err := toArray(th, v, nil)
	if err != nil {
		return object.Null, err
	}
	ix, err := toArray(th, indices, &int64Type)
	if err != nil {
		return object.Null, err
	}
	ax := 0
	if !axis.IsNull() {
		if ax, err = object.ToInt(th, axis); err != nil {
			return object.Null, err
		}
	}
	if ax, err = axisOf(ax, len(a.shape)); err != nil {
		return object.Null, err
	}
	r := reduction{axes: make([]bool, len(a.shape)), keep: true}
	r.axes[ax] = true
	if !dtype.IsNull() && !dtype.IsNone() {
		dt, err := dtypeOf(th, dtype, float64Type)
		if err != nil {
			return object.Null, err
		}
		r.dtype = &dt
	}
	dt, err := u.reduceType(a, r.dtype)
	if err != nil {
		return object.Null, err
	}
	shape := slices.Clone(a.shape)
	places := positions(ix)
	shape[ax] = len(places)
	out := newArray(dt, shape...)
	at := view[int64](ix)
	for i, p := range places {
		from, to := int(at[p]), a.shape[ax]
		if from < 0 || from >= a.shape[ax] {
			return object.Null, object.IndexErrorf("index %d out-of-bounds in %s.reduceat [0, %d)", from, u.name, a.shape[ax])
		}
		if i+1 < len(places) {
			to = int(at[places[i+1]])
		}
		if to <= from {
			to = from + 1
		}
		part := a.same()
		part.off += from * part.strides[ax]
		part.shape[ax] = to - from
		b, err := u.reduce(th, part, r)
		if err != nil {
			return object.Null, err
		}
		target := out.same()
		target.off += i * target.strides[ax]
		target.shape[ax] = 1
		copyElements(target, b)
	}
	return Wrap(out), nil
}
