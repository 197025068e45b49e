package numpy

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// Export is the memory of a contiguous array, for memoryview and bytes.
func (a *Array) Export() object.Buffer {
	b := a.compact()
	if b.mem.st == nil {
		return object.Buffer{Format: "B", ItemSize: 1}
	}
	size := a.dt.size()
	return object.Buffer{Data: b.mem.st.Bytes()[b.off*size : (b.off+b.size())*size], Format: a.dt.info().char, ItemSize: size, ReadOnly: a.readOnly}
}

// buildArrayType makes the class ndarray.
func buildArrayType() *object.Type {
	self := func(v Value) *Array { a, _ := AsArray(v); return a }
	var s object.Slots
	s.New = newNDArray
	for op := range object.NumOps {
		s.Binary[op] = func(th *object.Thread, v, w Value) (Value, error) { return arrayBinary(th, op, v, w) }
		s.Reflected[op] = func(th *object.Thread, w, v Value) (Value, error) { return arrayReflected(th, op, v, w) }
		s.InPlace[op] = func(th *object.Thread, v, w Value) (Value, error) { return inPlace(th, op, v, w) }
	}
	s.Compare = arrayCompare
	unary := func(name string) object.UnaryFunc {
		return func(th *object.Thread, v Value) (Value, error) { return callUfunc(th, name, v) }
	}
	s.Neg, s.Pos, s.Abs, s.Invert = unary("negative"), unary("positive"), unary("absolute"), unary("invert")
	s.Hash = func(th *object.Thread, v Value) (int64, error) {
		return 0, object.TypeErrorf("unhashable type: 'numpy.ndarray'")
	}
	s.Bool = func(th *object.Thread, v Value) (bool, error) {
		a := self(v)
		switch a.size() {
		case 0:
			return false, object.ValueErrorf("The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.")
		case 1:
			return object.IsTrue(th, a.item(positions(a)[0]))
		}
		return false, object.ValueErrorf("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
	}
	number := func(v Value) (Value, error) {
		a := self(v)
		if len(a.shape) > 0 {
			return object.Null, object.TypeErrorf("only 0-dimensional arrays can be converted to Python scalars")
		}
		return a.item(a.off), nil
	}
	s.Int = func(th *object.Thread, v Value) (Value, error) {
		x, err := number(v)
		if err != nil {
			return object.Null, err
		}
		return object.ToIntValue(th, x)
	}
	s.Float = func(th *object.Thread, v Value) (Value, error) {
		x, err := number(v)
		if err != nil {
			return object.Null, err
		}
		if sv, ok := object.Text(x); ok {
			return parseScalar(th, Float64, sv)
		}
		f, err := object.ToFloat(th, x)
		return object.Float(f), err
	}
	s.Index = func(th *object.Thread, v Value) (Value, error) {
		a := self(v)
		if len(a.shape) > 0 || !a.dt.isInt() {
			return object.Null, object.TypeErrorf("only integer scalar arrays can be converted to a scalar index")
		}
		return a.item(a.off), nil
	}
	s.Len = func(th *object.Thread, v Value) (int, error) {
		if a := self(v); len(a.shape) > 0 {
			return a.shape[0], nil
		}
		return 0, object.TypeErrorf("len() of unsized object")
	}
	s.GetItem = getItem
	s.SetItem = setItem
	s.Iter = func(th *object.Thread, v Value) (Value, error) {
		a := self(v)
		if len(a.shape) == 0 {
			return object.Null, object.TypeErrorf("iteration over a 0-d array")
		}
		i := 0
		return object.NewGoIter(iteratorType(), func(th *object.Thread) (Value, error) {
			if i >= a.shape[0] {
				return object.Null, nil
			}
			i++
			if len(a.shape) == 1 {
				return a.scalar(a.off + (i-1)*a.strides[0]), nil
			}
			return wrapView(v, a.withGeometry(a.shape[1:], a.strides[1:], a.off+(i-1)*a.strides[0])), nil
		}), nil
	}
	s.Contains = func(th *object.Thread, v, x Value) (bool, error) {
		eq, err := arrayCompare(th, v, x, object.Eq)
		if err != nil {
			return false, err
		}
		b, err := toArray(th, eq, nil)
		if err != nil {
			return false, err
		}
		found := false
		truths(b, func(t bool) { found = found || t })
		return found, nil
	}
	s.Repr = func(th *object.Thread, v Value) (Value, error) {
		text, err := arrayRepr(th, v, self(v))
		return object.NewStr(text), err
	}
	s.Str = func(th *object.Thread, v Value) (Value, error) {
		text, err := arrayStr(th, self(v))
		return object.NewStr(text), err
	}
	s.Format = func(th *object.Thread, v Value, spec string) (string, error) {
		a := self(v)
		if len(a.shape) == 0 {
			return object.Format(th, a.item(a.off), spec)
		}
		if spec == "" {
			return arrayStr(th, a)
		}
		return "", object.TypeErrorf("unsupported format string passed to numpy.ndarray.__format__")
	}
	return object.NewExtensionType("ndarray", "numpy", nil, object.Spec{Slots: s, Layout: object.LayoutNative, BeforeSequences: true, Getset: arrayAttributes(), Methods: arrayMethods(),
		Class: []object.Method{object.ClassGetItem}, Attrs: map[string]Value{"__array_priority__": object.Float(0)}})
}

var iteratorTypeOnce = onceType(func() *object.Type { return object.NewGoIterType("iterator", "builtins", nil) })

func iteratorType() *object.Type { return iteratorTypeOnce() }

// newNDArray is np.ndarray(shape, dtype=float, buffer=None, offset=0, strides=None, order=None).
func newNDArray(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
	a, err := object.Args("ndarray", args, kw, "shape", "|", "dtype", "buffer", "offset", "strides", "order")
	if err != nil {
		return object.Null, err
	}
	shape, err := shapeOf(th, a[0])
	if err != nil {
		return object.Null, err
	}
	dt, err := dtypeOf(th, a[1], float64Type)
	if err != nil {
		return object.Null, err
	}
	if err := checkSize(th, dt, shape); err != nil {
		return object.Null, err
	}
	arr := zeros(dt, shape...)
	if !a[2].IsNull() && !a[2].IsNone() {
		src, err := bufferArray(th, a[2], dt, a[3])
		if err != nil {
			return object.Null, err
		}
		if src.size() < arr.size() {
			return object.Null, object.TypeErrorf("buffer is too small for requested array")
		}
		arr = src.withGeometry(shape, contiguous(shape), src.off)
		arr.base = src.base
	}
	if o, _ := object.Text(a[5]); !a[5].IsNull() && o == "F" {
		arr.strides = ordered(shape, 'F')
	}
	return object.NewNative(cls, arr), nil
}

func arrayAttributes() []object.GetsetDef {
	get := func(name string, f func(th *object.Thread, v Value, a *Array) (Value, error)) object.GetsetDef {
		return object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) {
			a, ok := AsArray(v)
			if !ok {
				return object.Null, object.TypeErrorf("descriptor '%s' for 'numpy.ndarray' objects doesn't apply to a '%s' object", name, v.Type().Name)
			}
			return f(th, v, a)
		}}
	}
	n := func(i int) (Value, error) { return object.Int(int64(i)), nil }
	part := func(imag int) func(th *object.Thread, v Value, a *Array) (Value, error) {
		return func(th *object.Thread, v Value, a *Array) (Value, error) {
			if !a.dt.isComplex() {
				if imag == 1 {
					z := zeros(a.dt, a.shape...)
					z.readOnly = true
					return Wrap(z), nil
				}
				return v, nil
			}
			return wrapView(v, partOf(a, imag)), nil
		}
	}
	out := []object.GetsetDef{
		get("shape", func(th *object.Thread, v Value, a *Array) (Value, error) { return shapeValue(a.shape), nil }),
		get("ndim", func(th *object.Thread, v Value, a *Array) (Value, error) { return n(len(a.shape)) }),
		get("size", func(th *object.Thread, v Value, a *Array) (Value, error) { return n(a.size()) }),
		get("itemsize", func(th *object.Thread, v Value, a *Array) (Value, error) { return n(a.dt.size()) }),
		get("nbytes", func(th *object.Thread, v Value, a *Array) (Value, error) { return n(a.dt.size() * a.size()) }),
		get("strides", func(th *object.Thread, v Value, a *Array) (Value, error) {
			s := slices.Clone(a.strides)
			for i := range s {
				s[i] *= a.dt.size()
			}
			return shapeValue(s), nil
		}),
		get("dtype", func(th *object.Thread, v Value, a *Array) (Value, error) { return dtypeObject(a.dt), nil }),
		get("T", func(th *object.Thread, v Value, a *Array) (Value, error) { return wrapView(v, a.transposed(nil)), nil }),
		get("mT", func(th *object.Thread, v Value, a *Array) (Value, error) {
			k := len(a.shape)
			if k < 2 {
				return object.Null, object.ValueErrorf("matrix transpose with ndim < 2 is undefined")
			}
			order := identityOrder(k)
			order[k-1], order[k-2] = order[k-2], order[k-1]
			return wrapView(v, a.transposed(order)), nil
		}),
		get("base", func(th *object.Thread, v Value, a *Array) (Value, error) {
			if a.base.IsNull() {
				return object.None, nil
			}
			return a.base, nil
		}),
		get("flags", func(th *object.Thread, v Value, a *Array) (Value, error) {
			return object.NewNative(kinds().flagsobj, flags{a}), nil
		}),
		get("flat", func(th *object.Thread, v Value, a *Array) (Value, error) {
			return object.NewNative(kinds().flatiter, &flatIter{a: a, v: v}), nil
		}),
		get("data", func(th *object.Thread, v Value, a *Array) (Value, error) {
			m, err := object.NewMemoryView(v)
			if err != nil {
				return object.Null, err
			}
			return m.Ref(), nil
		}),
		get("real", part(0)), get("imag", part(1)), deviceAttribute,
		get("__array_interface__", func(th *object.Thread, v Value, a *Array) (Value, error) {
			d := object.NewDict()
			address := 0
			if a.mem.st != nil {
				address = int(a.mem.st.Address()) + a.off*a.dt.size()
			}
			d.Put("data", object.NewTuple(object.Int(int64(address)), object.Bool(a.readOnly)).Ref())
			d.Put("strides", object.None)
			d.Put("descr", object.NewList(object.NewTuple(object.NewStr(""), object.NewStr(a.dt.str())).Ref()).Ref())
			d.Put("typestr", object.NewStr(a.dt.str()))
			d.Put("shape", shapeValue(a.shape))
			d.Put("version", object.Int(3))
			return d.Ref(), nil
		}),
	}
	set := func(name string, f func(th *object.Thread, a *Array, v Value) error) {
		for i := range out {
			if out[i].Name == name {
				out[i].Set = func(th *object.Thread, self, v Value) error {
					a, _ := AsArray(self)
					if v.IsNull() {
						return object.AttributeErrorf(self, object.Intern(name), "Cannot delete array %s", name)
					}
					return f(th, a, v)
				}
			}
		}
	}
	set("shape", func(th *object.Thread, a *Array, v Value) error {
		shape, err := shapeOf(th, v)
		if err != nil {
			return err
		}
		b, err := a.reshaped(shape, 'C')
		if err != nil {
			return err
		}
		if b.mem != a.mem {
			return object.AttributeErrorf(object.Null, object.Intern("shape"), "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape.")
		}
		a.shape, a.strides, a.off = b.shape, b.strides, b.off
		return nil
	})
	set("dtype", func(th *object.Thread, a *Array, v Value) error {
		dt, err := dtypeOf(th, v, float64Type)
		if err != nil {
			return err
		}
		b, err := a.viewAs(dt)
		if err != nil {
			return err
		}
		a.dt, a.shape, a.strides, a.off, a.mem = b.dt, b.shape, b.strides, b.off, b.mem
		return nil
	})
	set("flat", func(th *object.Thread, a *Array, v Value) error { return assignFlat(th, a, v) })
	for i, name := range []string{"real", "imag"} {
		set(name, func(th *object.Thread, a *Array, v Value) error {
			p, err := part(i)(th, Wrap(a), a)
			if err != nil {
				return err
			}
			b, _ := AsArray(p)
			if !a.dt.isComplex() && i == 1 {
				return object.TypeErrorf("array does not have imaginary part to set")
			}
			return assignValue(th, b, v, false)
		})
	}
	return out
}

// partOf is a view of the real or, for 1, the imaginary parts of complex numbers.
func partOf(a *Array, imag int) *Array {
	p := a.same()
	p.dt = realOf(a.dt)
	for i := range p.strides {
		p.strides[i] *= 2
	}
	p.off = 2*p.off + imag
	return p
}

// assignFlat repeats values over all elements.
func assignFlat(th *object.Thread, a *Array, v Value) error {
	src, err := toArray(th, v, valueType(a.dt, v))
	if err != nil {
		return err
	}
	if src, err = src.to(th, a.dt); err != nil {
		return err
	}
	from := positions(src)
	if len(from) == 0 {
		return nil
	}
	for i, p := range positions(a) {
		copyOne(a, p, src, from[i%len(from)])
	}
	return nil
}

// flags are what a.flags shows.
type flags struct{ a *Array }

var flagNames = []string{"C_CONTIGUOUS", "F_CONTIGUOUS", "OWNDATA", "WRITEABLE", "ALIGNED", "WRITEBACKIFCOPY"}

func (f flags) get(name string) (bool, bool) {
	switch strings.ToUpper(name) {
	case "C_CONTIGUOUS", "C", "CONTIGUOUS":
		return f.a.isC(), true
	case "F_CONTIGUOUS", "F", "FORTRAN":
		return f.a.isF(), true
	case "OWNDATA", "O":
		return f.a.base.IsNull(), true
	case "WRITEABLE", "W":
		return !f.a.readOnly, true
	case "ALIGNED", "A":
		return true, true
	case "WRITEBACKIFCOPY", "X":
		return false, true
	case "FORC":
		return f.a.isC() || f.a.isF(), true
	case "FNC":
		return f.a.isF() && !f.a.isC(), true
	}
	return false, false
}

func buildFlags() *object.Type {
	self := func(v Value) flags { n, _ := object.AsNative(v); return n.V.(flags) }
	var s object.Slots
	text := func(th *object.Thread, v Value) (Value, error) {
		var b strings.Builder
		for _, name := range flagNames {
			on, _ := self(v).get(name)
			b.WriteString("  " + name + " : " + map[bool]string{true: "True", false: "False"}[on] + "\n")
		}
		return object.NewStr(b.String()), nil
	}
	s.Repr, s.Str = text, text
	s.GetItem = func(th *object.Thread, v, key Value) (Value, error) {
		name, _ := object.Text(key)
		if on, ok := self(v).get(name); ok {
			return object.Bool(on), nil
		}
		return object.Null, object.Raisef(object.KeyError, "Unknown flag")
	}
	setWriteable := func(th *object.Thread, v, x Value) error {
		on, err := object.IsTrue(th, x)
		if err != nil {
			return err
		}
		return self(v).a.setWriteable(on)
	}
	s.SetItem = func(th *object.Thread, v, key, x Value) error {
		if name, _ := object.Text(key); name == "WRITEABLE" || name == "W" {
			return setWriteable(th, v, x)
		}
		return object.Raisef(object.KeyError, "Unknown flag")
	}
	var get []object.GetsetDef
	for _, name := range []string{"c_contiguous", "f_contiguous", "contiguous", "fortran", "owndata", "writeable", "aligned", "writebackifcopy", "forc", "fnc"} {
		g := object.GetsetDef{Name: name, Get: func(th *object.Thread, v Value) (Value, error) {
			on, _ := self(v).get(name)
			return object.Bool(on), nil
		}}
		if name == "writeable" {
			g.Set = setWriteable
		}
		get = append(get, g)
	}
	return object.NewType("flagsobj", "numpy._core.multiarray", nil, object.Spec{Slots: s, Layout: object.LayoutNative, NoNew: true, Getset: get})
}

// setWriteable refuses to open what belongs to something that may not be changed.
func (a *Array) setWriteable(on bool) error {
	if on && a.readOnly {
		b, ok := AsArray(a.base)
		if !a.base.IsNull() && (!ok || b.readOnly) {
			return object.ValueErrorf("cannot set WRITEABLE flag to True of this array")
		}
	}
	a.readOnly = !on
	return nil
}

// flatIter is a.flat.
type flatIter struct {
	a  *Array
	v  Value
	at int
}

func buildFlatIter() *object.Type {
	self := func(v Value) *flatIter { n, _ := object.AsNative(v); return n.V.(*flatIter) }
	line := func(f *flatIter) *Array { // the elements as one axis, by their places
		p := newArray(int64Type, f.a.size())
		out := view[int64](p)
		for i, x := range positions(f.a) {
			out[i] = int64(x)
		}
		return p
	}
	var s object.Slots
	s.Len = func(th *object.Thread, v Value) (int, error) { return self(v).a.size(), nil }
	s.Iter = func(th *object.Thread, v Value) (Value, error) { return v, nil }
	s.Next = func(th *object.Thread, v Value) (Value, error) {
		f := self(v)
		if f.at >= f.a.size() {
			return object.Null, nil
		}
		f.at++
		return f.a.scalar(f.a.placeOf(f.at - 1)), nil
	}
	s.GetItem = func(th *object.Thread, v, key Value) (Value, error) {
		f := self(v)
		if t, ok := object.AsTuple(key); ok && len(t.Items) == 0 {
			key = object.Ellipsis
		}
		p, err := getItem(th, Wrap(line(f)), key)
		if err != nil {
			return object.Null, err
		}
		if _, x, ok := Scalar(p); ok {
			return f.a.scalar(int(x.(int64))), nil
		}
		places, _ := AsArray(p)
		out := newArray(f.a.dt, places.shape...)
		at := view[int64](places)
		for i, q := range positions(places) {
			copyOne(out, i, f.a, int(at[q]))
		}
		return Wrap(out), nil
	}
	s.SetItem = func(th *object.Thread, v, key, x Value) error {
		f := self(v)
		p, err := getItem(th, Wrap(line(f)), key)
		if err != nil {
			return err
		}
		if err := f.a.writable("array is read-only"); err != nil {
			return err
		}
		if _, place, ok := Scalar(p); ok {
			return f.a.set(th, int(place.(int64)), x)
		}
		places, _ := AsArray(p)
		src, err := toArray(th, x, valueType(f.a.dt, x))
		if err != nil {
			return err
		}
		if src, err = src.to(th, f.a.dt); err != nil {
			return err
		}
		at, from := view[int64](places), positions(src)
		for i, q := range positions(places) {
			if len(from) > 0 {
				copyOne(f.a, int(at[q]), src, from[i%len(from)])
			}
		}
		return nil
	}
	return object.NewType("flatiter", "numpy", nil, object.Spec{Slots: s, Layout: object.LayoutNative, NoNew: true, Methods: []object.Method{
		{Name: "copy", NoArgs: func(th *object.Thread, v Value) (Value, error) { return Wrap(self(v).a.raveled()), nil }},
		{Name: "__array__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) { return Wrap(self(args[0]).a.raveled()), nil }},
	}, Getset: []object.GetsetDef{
		{Name: "base", Get: func(th *object.Thread, v Value) (Value, error) { return self(v).v, nil }},
		{Name: "index", Get: func(th *object.Thread, v Value) (Value, error) { return object.Int(int64(self(v).at)), nil }},
		{Name: "coords", Get: func(th *object.Thread, v Value) (Value, error) { return shapeValue(self(v).a.coords(self(v).at)), nil }},
	}})
}

// placeOf is the position of the k-th element in index order.
func (a *Array) placeOf(k int) int {
	pos := a.off
	for i := len(a.shape) - 1; i >= 0; i-- {
		pos += k % a.shape[i] * a.strides[i]
		k /= a.shape[i]
	}
	return pos
}

func (a *Array) coords(k int) []int {
	out := make([]int, len(a.shape))
	for i := len(a.shape) - 1; i >= 0; i-- {
		if a.shape[i] > 0 {
			out[i] = k % a.shape[i]
			k /= a.shape[i]
		}
	}
	return out
}
