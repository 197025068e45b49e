package numpy

import (
	"math"
	"os"
	"slices"

	"github.com/magneto-go/magneto/vm/object"
)

// pythonMethods are methods whose work is done by the function of the module with the same name.
var pythonMethods = []string{"repeat", "diagonal", "trace", "choose", "compress", "put", "argpartition"}

// arrayMethods are the methods of ndarray.
func arrayMethods() []object.Method {
	var out []object.Method
	add := func(name string, p string, fn func(th *object.Thread, v Value, a *Array, x []Value) (Value, error)) {
		out = append(out, boundMethod(name, arrayFunc{params(p), fn, true}))
	}
	for name, f := range arrayFuncs() {
		if f.method {
			out = append(out, boundMethod(name, f))
		}
	}
	for _, name := range pythonMethods {
		out = append(out, object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			f, err := moduleAttribute(th, name)
			if err != nil {
				return object.Null, err
			}
			return object.CallArgs(th, f, args, kw)
		}})
	}
	add("clip", "| min max out * dtype casting", clip)
	out = append(out, object.Method{Name: "reshape", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		a, _ := AsArray(args[0])
		var order Value
		pos := args[1 : len(args)-len(kw)]
		var shape Value
		for i, name := range kw {
			switch s, _ := object.Text(name); s {
			case "order":
				order = args[1+len(pos)+i]
			case "shape":
				shape = args[1+len(pos)+i]
			case "copy":
			default:
				return object.Null, object.TypeErrorf("'%s' is an invalid keyword argument for this function", s)
			}
		}
		switch {
		case !shape.IsNull():
		case len(pos) == 1:
			shape = pos[0]
		case len(pos) == 0:
			return object.Null, object.TypeErrorf("reshape() takes exactly 1 argument (0 given)")
		default:
			shape = object.NewTupleCopy(pos...).Ref()
		}
		return reshapeValue(th, args[0], a, shape, order)
	}}, object.Method{Name: "transpose", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		a, _ := AsArray(args[0])
		switch len(args) {
		case 1:
			return transposeValue(th, args[0], a, object.Null)
		case 2:
			return transposeValue(th, args[0], a, args[1])
		}
		return transposeValue(th, args[0], a, object.NewTupleCopy(args[1:]...).Ref())
	}})
	add("flatten", "| order", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		switch o, _ := object.Text(x[0]); {
		case o == "F" || o == "A" && a.isF() && !a.isC():
			a = a.transposed(nil)
		case o == "K":
			a = a.transposed(a.axesInMemory())
		}
		return Wrap(a.raveled()), nil
	})
	add("astype", "dtype | order casting subok copy", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		dt, err := dtypeOf(th, x[0], float64Type)
		if err != nil {
			return object.Null, err
		}
		if rule, ok := object.Text(x[2]); !x[2].IsNull() && ok && !canCast(a.dt, dt, rule) {
			return object.Null, object.TypeErrorf("Cannot cast array data from %s to %s according to the rule '%s'", a.dt.repr(), dt.repr(), rule)
		}
		if !x[4].IsNull() {
			if copies, err := object.IsTrue(th, x[4]); err != nil || !copies && a.dt == dt {
				return v, err
			}
		}
		b, err := a.astype(th, dt)
		if err != nil {
			return object.Null, err
		}
		if o, ok := object.Text(x[1]); !x[1].IsNull() && ok && (o == "C" || o == "F") {
			b = b.copyIn(o)
		}
		return Wrap(b), nil
	})
	add("tolist", "", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) { return a.list(), nil })
	add("tobytes", "| order", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		b := a
		if o, _ := object.Text(x[0]); !x[0].IsNull() && (o == "F" || o == "A" && a.isF() && !a.isC()) {
			b = a.transposed(nil)
		}
		return object.NewBytes(b.bytes()), nil
	})
	add("fill", "value", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		if err := a.writable("assignment destination is read-only"); err != nil {
			return object.Null, err
		}
		return object.None, fill(th, a, x[0])
	})
	add("sort", "| axis kind order * stable", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		if err := a.writable("sort array is read-only"); err != nil {
			return object.Null, err
		}
		_, axis, err := sortAxis(th, a, x[0])
		if err != nil {
			return object.Null, err
		}
		return object.None, a.sortInPlace(th, axis)
	})
	add("partition", "kth | axis kind order", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		_, axis, err := sortAxis(th, a, x[1])
		if err != nil {
			return object.Null, err
		}
		return object.None, a.sortInPlace(th, axis)
	})
	add("view", "| dtype type", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		if t, ok := object.AsType(x[0]); !x[0].IsNull() && ok && t.IsSubtype(kinds().ndarray) {
			b := a.same()
			b.base = v
			return object.NewNative(t, b), nil
		}
		if t, ok := object.AsType(x[1]); !x[1].IsNull() && ok && t.IsSubtype(kinds().ndarray) {
			b := a.same()
			b.base = v
			return object.NewNative(t, b), nil
		}
		dt, err := dtypeOf(th, x[0], a.dt)
		if err != nil {
			return object.Null, err
		}
		b, err := a.viewAs(dt)
		if err != nil {
			return object.Null, err
		}
		return wrapView(v, b), nil
	})
	add("setflags", "| write align uic", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		if x[0].IsNull() || x[0].IsNone() {
			return object.None, nil
		}
		on, err := object.IsTrue(th, x[0])
		if err != nil {
			return object.Null, err
		}
		return object.None, a.setWriteable(on)
	})
	add("byteswap", "| inplace", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		b := a.clone()
		if b.mem.st != nil {
			size := a.dt.size()
			if a.dt.isComplex() {
				size /= 2
			}
			data := b.mem.st.Bytes()
			for i := 0; i+size <= len(data); i += size {
				slices.Reverse(data[i : i+size])
			}
		}
		if in, err := boolArg(th, x[0]); err != nil || in {
			copyElements(a, b)
			return v, err
		}
		return Wrap(b), nil
	})
	add("tofile", "fid | sep format", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		if name, ok := object.Text(x[0]); ok {
			if err := os.WriteFile(name, a.bytes(), 0o666); err != nil {
				return object.Null, object.Raisef(object.OSError, "%s", err)
			}
			return object.None, nil
		}
		_, err := object.CallMethod(th, x[0], "write", object.NewBytes(a.bytes()))
		return object.None, err
	})
	add("resize", "| new_shape refcheck", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
		shape, err := shapeOf(th, x[0])
		if err != nil {
			return object.Null, err
		}
		if !a.base.IsNull() {
			return object.Null, object.ValueErrorf("cannot resize this array: it does not own its data")
		}
		if err := checkSize(th, a.dt, shape); err != nil {
			return object.Null, err
		}
		b := zeros(a.dt, shape...)
		old := a.raveled()
		n := min(old.size(), b.size())
		for i := range n {
			copyOne(b, i, old, i)
		}
		a.shape, a.strides, a.off, a.mem = b.shape, b.strides, 0, b.mem
		return object.None, nil
	})
	for _, name := range []string{"conj", "conjugate"} {
		add(name, "", func(th *object.Thread, v Value, a *Array, x []Value) (Value, error) {
			return callUfunc(th, "conjugate", v)
		})
	}
	item := func(th *object.Thread, args, kw []Value) (Value, error) {
		a, _ := AsArray(args[0])
		pos, err := itemPlace(th, a, args[1:])
		if err != nil {
			return object.Null, err
		}
		return a.item(pos), nil
	}
	return append(append(out, arrayAPIMethods()...), object.Method{Name: "item", Fn: item},
		object.Method{Name: "__array__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			x, err := object.Args("__array__", args, kw, "self", "|", "dtype", "copy")
			if err != nil || x[1].IsNull() || x[1].IsNone() {
				return args[0], err
			}
			dt, err := dtypeOf(th, x[1], float64Type)
			if err != nil {
				return object.Null, err
			}
			a, _ := AsArray(x[0])
			b, err := a.to(th, dt)
			if err != nil {
				return object.Null, err
			}
			return Wrap(b), nil
		}},
		object.Method{Name: "__copy__", NoArgs: func(th *object.Thread, v Value) (Value, error) { a, _ := AsArray(v); return Wrap(a.copyIn("K")), nil }},
		object.Method{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, memo Value) (Value, error) {
			a, _ := AsArray(v)
			b := a.copyIn("K")
			if a.dt.C == Object {
				f, err := deepcopier(th)
				if err != nil {
					return object.Null, err
				}
				for i, x := range b.mem.objs {
					if b.mem.objs[i], err = object.Call(th, f, x, memo); err != nil {
						return object.Null, err
					}
				}
			}
			return Wrap(b), nil
		}},
		object.Method{Name: "__divmod__", OneArg: divmod},
		object.Method{Name: "__rdivmod__", OneArg: rdivmod},
		object.Method{Name: "__complex__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			a, _ := AsArray(v)
			if len(a.shape) > 0 {
				return object.Null, object.TypeErrorf("only 0-dimensional arrays can be converted to Python scalars")
			}
			z, _, err := object.ToComplex(th, a.item(a.off))
			return object.NewComplex(z), err
		}},
		object.Method{Name: "__reduce__", NoArgs: reduceArray},
		object.Method{Name: "__setstate__", OneArg: setState})
}

// boundMethod makes a method of a function of arrays; scalars use it as well.
func boundMethod(name string, f arrayFunc) object.Method {
	names := append([]string{"self"}, f.params...)
	return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
		x, err := object.Args(name, args, kw, names...)
		if err != nil {
			return object.Null, err
		}
		a, ok := AsArray(x[0])
		if !ok {
			if a, ok = scalarArray(x[0]); !ok {
				return object.Null, object.TypeErrorf("descriptor '%s' for 'numpy.ndarray' objects doesn't apply to a '%s' object", name, x[0].Type().Name)
			}
		}
		return f.fn(th, x[0], a, x[1:])
	}}
}

// list is tolist.
func (a *Array) list() Value {
	if len(a.shape) == 0 {
		return a.item(a.off)
	}
	items := make([]Value, a.shape[0])
	for i := range items {
		pos := a.off + i*a.strides[0]
		if len(a.shape) == 1 {
			items[i] = a.item(pos)
		} else {
			items[i] = a.withGeometry(a.shape[1:], a.strides[1:], pos).list()
		}
	}
	return object.NewList(items...).Ref()
}

// bytes are the elements in C order.
func (a *Array) bytes() []byte {
	if a.dt.dom() == objects {
		var out []byte
		for _, p := range positions(a) {
			cell := make([]byte, a.dt.size())
			x := a.mem.objs[p]
			if s, ok := object.AsStr(x); ok {
				for i, r := range s.Runes() {
					cell[4*i], cell[4*i+1], cell[4*i+2] = byte(r), byte(r>>8), byte(r>>16)
				}
			} else if b, ok := object.AsBytes(x); ok {
				copy(cell, b.B)
			}
			out = append(out, cell...)
		}
		return out
	}
	b := a.compact()
	size := a.dt.size()
	return slices.Clone(b.mem.st.Bytes()[b.off*size : (b.off+b.size())*size])
}

// itemPlace is the position that item(...) means.
func itemPlace(th *object.Thread, a *Array, args []Value) (int, error) {
	if len(args) == 1 {
		if t, ok := object.AsTuple(args[0]); ok {
			args = t.Items
		}
	}
	switch len(args) {
	case 0:
		if a.size() != 1 {
			return 0, object.ValueErrorf("can only convert an array of size 1 to a Python scalar")
		}
		return positions(a)[0], nil
	case 1:
		n, err := object.ToInt(th, args[0])
		if err != nil {
			return 0, err
		}
		if n < -a.size() || n >= a.size() {
			return 0, object.IndexErrorf("index %d is out of bounds for size %d", n, a.size())
		}
		if n < 0 {
			n += a.size()
		}
		return a.placeOf(n), nil
	}
	if len(args) != len(a.shape) {
		return 0, object.ValueErrorf("incorrect number of indices for array")
	}
	pos := a.off
	for i, x := range args {
		n, err := object.ToInt(th, x)
		if err != nil {
			return 0, err
		}
		if n < -a.shape[i] || n >= a.shape[i] {
			return 0, object.IndexErrorf("index %d is out of bounds for axis %d with size %d", n, i, a.shape[i])
		}
		if n < 0 {
			n += a.shape[i]
		}
		pos += n * a.strides[i]
	}
	return pos, nil
}

func deepcopier(th *object.Thread) (Value, error) {
	m, err := object.ImportModule(th, "copy")
	if err != nil {
		return object.Null, err
	}
	return object.GetAttr(th, m, "deepcopy")
}

// reduceArray is what pickle writes: the function, an empty array, and the state.
func reduceArray(th *object.Thread, v Value) (Value, error) {
	a, _ := AsArray(v)
	m, err := object.ImportModule(th, "numpy._core.multiarray")
	if err != nil {
		return object.Null, err
	}
	make, err := object.GetAttr(th, m, "_reconstruct")
	if err != nil {
		return object.Null, err
	}
	fortran := a.isF() && !a.isC()
	b := a
	if fortran {
		b = a.transposed(nil)
	}
	data := object.NewBytes(b.bytes())
	if a.dt.C == Object {
		items := []Value{}
		for _, p := range positions(b) {
			items = append(items, b.mem.objs[p])
		}
		data = object.NewList(items...).Ref()
	}
	state := object.NewTuple(object.Int(1), shapeValue(a.shape), dtypeObject(a.dt), object.Bool(fortran), data)
	args := object.NewTuple(kinds().ndarray.Ref(), object.NewTuple(object.Int(0)).Ref(), object.NewBytes([]byte("b")))
	return object.NewTuple(make, args.Ref(), state.Ref()).Ref(), nil
}

func setState(th *object.Thread, v, state Value) (Value, error) {
	a, _ := AsArray(v)
	t, ok := object.AsTuple(state)
	if !ok || len(t.Items) != 5 {
		return object.Null, object.TypeErrorf("__setstate__() argument must be a tuple of five items")
	}
	shape, err := shapeOf(th, t.Items[1])
	if err != nil {
		return object.Null, err
	}
	dt, ok := asDType(t.Items[2])
	if !ok {
		return object.Null, object.TypeErrorf("__setstate__() argument 3 must be numpy.dtype, not %s", t.Items[2].Type().Name)
	}
	if err := checkSize(th, dt, shape); err != nil {
		return object.Null, err
	}
	var b *Array
	if l, ok := object.AsList(t.Items[4]); ok {
		if len(l.Items) != product(shape) {
			return object.Null, object.ValueErrorf("object pickle not returning list of the right length")
		}
		b = newArray(dt, shape...)
		copy(b.mem.objs, l.Items)
	} else {
		data, err := object.BytesOf(t.Items[4])
		if err != nil {
			return object.Null, object.TypeErrorf("pickle not returning string")
		}
		if len(data) != product(shape)*dt.size() {
			return object.Null, object.ValueErrorf("buffer size does not match array size")
		}
		b = fromBytes(dt, data)
	}
	a.dt, a.shape, a.mem, a.off, a.base = dt, shape, b.mem, 0, object.Null
	a.strides = contiguous(shape)
	if f, _ := object.IsTrue(th, t.Items[3]); f {
		a.strides = ordered(shape, 'F')
	}
	return object.None, nil
}

// fromBytes is an array of the elements that bytes hold.
func fromBytes(dt DType, data []byte) *Array {
	n := len(data) / max(dt.size(), 1)
	a := newArray(dt, n)
	switch dt.C {
	case Text:
		for i := range n {
			cell := data[i*dt.size() : (i+1)*dt.size()]
			var r []rune
			for k := 0; k < len(cell); k += 4 {
				r = append(r, rune(cell[k])|rune(cell[k+1])<<8|rune(cell[k+2])<<16)
			}
			for len(r) > 0 && r[len(r)-1] == 0 {
				r = r[:len(r)-1]
			}
			a.mem.objs[i] = object.NewStr(string(r))
		}
	case Bytes:
		for i := range n {
			cell := data[i*dt.N : (i+1)*dt.N]
			for len(cell) > 0 && cell[len(cell)-1] == 0 {
				cell = cell[:len(cell)-1]
			}
			a.mem.objs[i] = object.NewBytes(slices.Clone(cell))
		}
	case Object:
	default:
		copy(a.mem.st.Bytes(), data)
	}
	return a
}

// scalarMethods are the methods of numpy scalars: those of arrays without dimensions.
func scalarMethods() []object.Method {
	out := arrayAPIMethods()
	for name, f := range arrayFuncs() {
		out = append(out, boundMethod(name, f))
	}
	asArray := func(v Value) *Array { a, _ := scalarArray(v); return a }
	forward := func(name string) {
		out = append(out, object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			a, ok := scalarArray(args[0])
			if !ok {
				return object.Null, object.AttributeErrorf(args[0], object.Intern(name), "'%s' object has no attribute '%s'", args[0].Type().Name, name)
			}
			f, err := object.GetAttr(th, Wrap(a), name)
			if err != nil {
				return object.Null, err
			}
			r, err := object.CallArgs(th, f, args[1:], kw)
			if b, ok := AsArray(r); err == nil && ok && len(b.shape) == 0 {
				return result(b), nil
			}
			return r, err
		}})
	}
	for _, name := range []string{"astype", "flatten", "tobytes", "view", "conj", "conjugate", "repeat", "byteswap", "choose", "compress", "diagonal", "put", "trace", "fill", "sort", "setflags", "tofile", "resize"} {
		forward(name)
	}
	noArgs := func(name string, f func(th *object.Thread, v Value) (Value, error)) {
		out = append(out, object.Method{Name: name, NoArgs: f})
	}
	noArgs("tolist", func(th *object.Thread, v Value) (Value, error) { return plainItem(v), nil })
	noArgs("__copy__", func(th *object.Thread, v Value) (Value, error) { return v, nil })
	noArgs("__complex__", func(th *object.Thread, v Value) (Value, error) {
		z, _, err := object.ToComplex(th, itemOf(v))
		return object.NewComplex(z), err
	})
	noArgs("is_integer", func(th *object.Thread, v Value) (Value, error) {
		switch _, x, _ := Scalar(v); x := x.(type) {
		case float64:
			return object.Bool(x == math.Trunc(x)), nil
		}
		return object.Bool(true), nil
	})
	noArgs("bit_count", func(th *object.Thread, v Value) (Value, error) { return object.CallMethod(th, itemOf(v), "bit_count") })
	noArgs("as_integer_ratio", func(th *object.Thread, v Value) (Value, error) {
		return object.CallMethod(th, itemOf(v), "as_integer_ratio")
	})
	noArgs("__reduce__", func(th *object.Thread, v Value) (Value, error) {
		m, err := object.ImportModule(th, "numpy._core.multiarray")
		if err != nil {
			return object.Null, err
		}
		f, err := object.GetAttr(th, m, "scalar")
		if err != nil {
			return object.Null, err
		}
		a := asArray(v)
		return object.NewTuple(f, object.NewTuple(dtypeObject(a.dt), object.NewBytes(a.bytes())).Ref()).Ref(), nil
	})
	return append(out,
		object.Method{Name: "item", Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return plainItem(args[0]), nil }},
		object.Method{Name: "__deepcopy__", OneArg: func(th *object.Thread, v, _ Value) (Value, error) { return v, nil }},
		object.Method{Name: "__array__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return Wrap(asArray(args[0])), nil }},
		object.Method{Name: "__round__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			if len(args) == 1 || args[1].IsNone() {
				f, err := object.GetAttr(th, itemOf(args[0]), "__round__")
				if err != nil {
					return object.Null, err
				}
				return object.Call(th, f)
			}
			return roundValue(th, args[0], asArray(args[0]), []Value{args[1], object.Null})
		}},
		object.Method{Name: "__divmod__", OneArg: divmod},
		object.Method{Name: "__rdivmod__", OneArg: rdivmod},
		object.Method{Name: "__trunc__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.ToIntValue(th, itemOf(v)) }},
		object.Method{Name: "__floor__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.CallMethod(th, itemOf(v), "__floor__") }},
		object.Method{Name: "__ceil__", NoArgs: func(th *object.Thread, v Value) (Value, error) { return object.CallMethod(th, itemOf(v), "__ceil__") }})
}

// plainItem is itemOf for text too.
func plainItem(v Value) Value {
	if c, ok := scalarCode(v); ok && c >= Object {
		return plainText(v)
	}
	return itemOf(v)
}

// scalarAttributes are those of arrays without dimensions.
func scalarAttributes() []object.GetsetDef {
	out := []object.GetsetDef{deviceAttribute}
	for _, name := range []string{"shape", "ndim", "size", "itemsize", "nbytes", "strides", "dtype", "T", "flags", "flat", "data", "real", "imag", "__array_interface__"} {
		out = append(out, object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) {
			a, ok := scalarArray(v)
			if !ok {
				return object.Null, object.AttributeErrorf(v, object.Intern(name), "'%s' object has no attribute '%s'", v.Type().Name, name)
			}
			switch name {
			case "dtype":
				return dtypeObject(a.dt), nil
			case "T":
				return v, nil
			}
			r, err := object.GetAttr(th, Wrap(a), name)
			if b, ok := AsArray(r); err == nil && ok && len(b.shape) == 0 {
				return b.scalar(b.off), nil
			}
			return r, err
		}})
	}
	out = append(out, object.GetsetDef{Name: "base", Get: func(th *object.Thread, v Value) (Value, error) { return object.None, nil }},
		object.GetsetDef{Name: "__array_priority__", Get: func(th *object.Thread, v Value) (Value, error) { return object.Float(-1000000), nil }})
	return out
}
