package numpy

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// scalar is the numpy scalar of an element.
func (a *Array) scalar(pos int) Value {
	switch a.dt.C {
	case Bool:
		return boolScalar(view[uint8](a)[pos] != 0)
	case Int8:
		return scalarOf(view[int8](a)[pos])
	case Uint8:
		return scalarOf(view[uint8](a)[pos])
	case Int16:
		return scalarOf(view[int16](a)[pos])
	case Uint16:
		return scalarOf(view[uint16](a)[pos])
	case Int32:
		return scalarOf(view[int32](a)[pos])
	case Uint32:
		return scalarOf(view[uint32](a)[pos])
	case Int64:
		return scalarOf(view[int64](a)[pos])
	case Uint64:
		return scalarOf(view[uint64](a)[pos])
	case Float16:
		return scalarOf(view[half](a)[pos])
	case Float32:
		return scalarOf(view[float32](a)[pos])
	case Float64:
		return scalarOf(view[float64](a)[pos])
	case Complex64:
		return scalarOf(view[complex64](a)[pos])
	case Complex128:
		return scalarOf(view[complex128](a)[pos])
	case Text, Bytes:
		return textScalar(a.mem.objs[pos])
	}
	return a.mem.objs[pos]
}

func boolScalar(b bool) Value {
	if b {
		return kinds().true_
	}
	return kinds().false_
}

// scalarOf is the numpy scalar of a Go value.
func scalarOf(x any) Value {
	k := kinds()
	switch x := x.(type) {
	case bool:
		return boolScalar(x)
	case int8:
		return object.NewNative(k.scalars[Int8], x)
	case uint8:
		return object.NewNative(k.scalars[Uint8], x)
	case int16:
		return object.NewNative(k.scalars[Int16], x)
	case uint16:
		return object.NewNative(k.scalars[Uint16], x)
	case int32:
		return object.NewNative(k.scalars[Int32], x)
	case uint32:
		return object.NewNative(k.scalars[Uint32], x)
	case int64:
		return object.NewNative(k.scalars[Int64], x)
	case uint64:
		return object.NewNative(k.scalars[Uint64], x)
	case half:
		return object.NewNative(k.scalars[Float16], x)
	case float32:
		return object.NewNative(k.scalars[Float32], x)
	case complex64:
		return object.NewNative(k.scalars[Complex64], x)
	case float64:
		return (&object.FloatObj{Header: object.NewHeader(k.scalars[Float64]), V: x}).Ref()
	case complex128:
		return (&object.Complex{Header: object.NewHeader(k.scalars[Complex128]), V: x}).Ref()
	}
	return object.Null
}

func textScalar(v Value) Value {
	if s, ok := object.AsStr(v); ok {
		return (&object.Str{Header: object.NewHeader(kinds().scalars[Text]), S: s.S}).Ref()
	}
	if b, ok := object.BytesOf(v); ok == nil {
		return (&object.Bytes{Header: object.NewHeader(kinds().scalars[Bytes]), B: b}).Ref()
	}
	return v
}

// item is the plain Python value of an element.
func (a *Array) item(pos int) Value {
	switch a.dt.C {
	case Bool:
		return object.Bool(view[uint8](a)[pos] != 0)
	case Int8:
		return object.Int(int64(view[int8](a)[pos]))
	case Uint8:
		return object.Int(int64(view[uint8](a)[pos]))
	case Int16:
		return object.Int(int64(view[int16](a)[pos]))
	case Uint16:
		return object.Int(int64(view[uint16](a)[pos]))
	case Int32:
		return object.Int(int64(view[int32](a)[pos]))
	case Uint32:
		return object.Int(int64(view[uint32](a)[pos]))
	case Int64:
		return object.Int(view[int64](a)[pos])
	case Uint64:
		return bigUint(view[uint64](a)[pos])
	case Float16:
		return object.Float(fromHalf(view[half](a)[pos]))
	case Float32:
		return object.Float(float64(view[float32](a)[pos]))
	case Float64:
		return object.Float(view[float64](a)[pos])
	case Complex64:
		return object.NewComplex(complex128(view[complex64](a)[pos]))
	case Complex128:
		return object.NewComplex(view[complex128](a)[pos])
	}
	return a.mem.objs[pos]
}

func bigUint(u uint64) Value { return object.BigInt(new(big.Int).SetUint64(u)) }

// scalarCode says of which type a numpy scalar is.
func scalarCode(v Value) (code, bool) {
	n, ok := object.AsNative(v)
	if !ok {
		k := kinds()
		switch t := v.Type(); {
		case t == object.FloatType || t == object.IntType || t == object.StrType:
			return 0, false
		case t.IsSubtype(k.scalars[Float64]):
			return Float64, true
		case t.IsSubtype(k.scalars[Complex128]):
			return Complex128, true
		case t.IsSubtype(k.scalars[Text]):
			return Text, true
		case t.IsSubtype(k.scalars[Bytes]):
			return Bytes, true
		}
		return 0, false
	}
	switch n.V.(type) {
	case bool:
		return Bool, true
	case int8:
		return Int8, true
	case uint8:
		return Uint8, true
	case int16:
		return Int16, true
	case uint16:
		return Uint16, true
	case int32:
		return Int32, true
	case uint32:
		return Uint32, true
	case int64:
		return Int64, true
	case uint64:
		return Uint64, true
	case half:
		return Float16, true
	case float32:
		return Float32, true
	case complex64:
		return Complex64, true
	}
	return 0, false
}

// Scalar is the type and the value (bool, int64, uint64, float64 or complex128) of a numpy scalar that is a number.
func Scalar(v Value) (DType, any, bool) {
	c, ok := scalarCode(v)
	if !ok || c >= Object {
		return DType{}, nil, false
	}
	if n, ok := object.AsNative(v); ok {
		switch x := n.V.(type) {
		case bool:
			return of(c), x, true
		case int8:
			return of(c), int64(x), true
		case uint8:
			return of(c), int64(x), true
		case int16:
			return of(c), int64(x), true
		case uint16:
			return of(c), int64(x), true
		case int32:
			return of(c), int64(x), true
		case uint32:
			return of(c), int64(x), true
		case int64:
			return of(c), x, true
		case uint64:
			if x < 1<<63 {
				return of(c), int64(x), true
			}
			return of(c), x, true
		case half:
			return of(c), fromHalf(x), true
		case float32:
			return of(c), float64(x), true
		case complex64:
			return of(c), complex128(x), true
		}
	}
	if f, ok := v.AsFloat(); ok && c == Float64 {
		return of(c), f, true
	}
	z, _ := object.AsComplex(v)
	return of(c), z.V, true
}

// scalarArray is an array without dimensions that holds a numpy scalar.
func scalarArray(v Value) (*Array, bool) {
	c, ok := scalarCode(v)
	if !ok {
		return nil, false
	}
	if c >= Object {
		a := newArray(DType{c, 0})
		text := plainText(v)
		a.dt.N = textSize(text)
		a.mem.objs[0] = text
		return a, true
	}
	a := newArray(of(c))
	_, x, _ := Scalar(v)
	a.put(0, x)
	return a, true
}

// plainText is a str or bytes of the built-in type.
func plainText(v Value) Value {
	if s, ok := object.AsStr(v); ok {
		if v.Type() == object.StrType {
			return v
		}
		return object.NewStr(s.S)
	}
	b, _ := object.AsBytes(v)
	return object.NewBytes(b.B)
}

func textSize(v Value) int {
	if s, ok := object.AsStr(v); ok {
		return s.Len()
	}
	b, _ := object.AsBytes(v)
	if b == nil {
		return 0
	}
	return len(b.B)
}

// put stores a Go value, as Scalar gives it.
func (a *Array) put(pos int, x any) {
	switch x := x.(type) {
	case bool:
		n := int64(0)
		if x {
			n = 1
		}
		storeInts(a, pos, 0, []int64{n})
	case int64:
		storeInts(a, pos, 0, []int64{x})
	case uint64:
		storeInts(a, pos, 0, []uint64{x})
	case float64:
		storeFloats(a, pos, 0, []float64{x})
	case complex128:
		storeComplex(a, pos, 0, []complex128{x})
	}
}

// buildScalar makes a scalar class; also is the Python class that it derives from too.
func buildScalar(c code, parent, also *object.Type) *object.Type {
	var s object.Slots
	s.New = func(th *object.Thread, cls *object.Type, args, kw []Value) (Value, error) {
		return newScalar(th, c, cls, args, kw)
	}
	numeric := c < Object
	if numeric {
		for op := range object.NumOps {
			s.Binary[op] = func(th *object.Thread, v, w Value) (Value, error) { return scalarBinary(th, op, v, w) }
			s.Reflected[op] = func(th *object.Thread, w, v Value) (Value, error) { return scalarBinary(th, op, v, w) }
		}
		s.Compare = scalarCompare
		unary := func(name string) object.UnaryFunc {
			return func(th *object.Thread, v Value) (Value, error) { return callUfunc(th, name, v) }
		}
		s.Neg, s.Pos, s.Abs, s.Invert = unary("negative"), unary("positive"), unary("absolute"), unary("invert")
		s.Bool = func(th *object.Thread, v Value) (bool, error) {
			switch _, x, _ := Scalar(v); x := x.(type) {
			case bool:
				return x, nil
			case int64:
				return x != 0, nil
			case uint64:
				return x != 0, nil
			case float64:
				return x != 0, nil
			default:
				return x != complex128(0), nil
			}
		}
		s.GetItem = func(th *object.Thread, v, key Value) (Value, error) {
			a, _ := scalarArray(v)
			if t, ok := object.AsTuple(key); ok && len(t.Items) == 0 {
				return v, nil
			}
			if key == object.Ellipsis || key.IsNone() {
				return getItem(th, Wrap(a), key)
			}
			return object.Null, object.IndexErrorf("invalid index to scalar variable.")
		}
		s.Hash = func(th *object.Thread, v Value) (int64, error) { return object.Hash(th, itemOf(v)) }
		s.Float = func(th *object.Thread, v Value) (Value, error) {
			x, err := object.ToFloat(th, realItem(th, v))
			return object.Float(x), err
		}
		s.Int = func(th *object.Thread, v Value) (Value, error) { return object.ToIntValue(th, realItem(th, v)) }
		if of(c).isInt() {
			s.Index = func(th *object.Thread, v Value) (Value, error) { return itemOf(v), nil }
		}
		s.Format = func(th *object.Thread, v Value, spec string) (string, error) {
			item := itemOf(v) // Python's own numbers are what is formatted, floats of fewer bits with all the digits they have then
			if spec == "" && !of(c).isFloat() && !of(c).isComplex() {
				return scalarText(v, false), nil
			}
			return object.Format(th, item, spec)
		}
		s.Str = func(th *object.Thread, v Value) (Value, error) { return object.NewStr(scalarText(v, false)), nil }
		s.Repr = func(th *object.Thread, v Value) (Value, error) {
			if optionsOf.Of(th).legacy {
				return object.NewStr(scalarText(v, false)), nil
			}
			return object.NewStr(scalarText(v, true)), nil
		}
	}
	if c == Text || c == Bytes {
		s.Repr = func(th *object.Thread, v Value) (Value, error) {
			r, err := object.Repr(th, plainText(v))
			return object.NewStr("np." + codes[c].scalar + "(" + r + ")"), err
		}
		if c == Bytes {
			s.Str = func(th *object.Thread, v Value) (Value, error) {
				r, err := object.Repr(th, plainText(v))
				return object.NewStr(r), err
			}
		}
	}
	base := parent
	if also != nil {
		base = also
	}
	t := object.NewExtensionType(codes[c].scalar, "numpy", base, object.Spec{Slots: s})
	if also != nil {
		t.Bases = []*object.Type{parent, also}
		if c == Float64 || c == Complex128 {
			t.MRO = append([]*object.Type{t}, parent.MRO[:len(parent.MRO)-1]...)
			t.MRO = append(t.MRO, also.MRO...)
		} else {
			t.Bases = []*object.Type{also, parent}
			t.MRO = append([]*object.Type{t}, also.MRO[:len(also.MRO)-1]...)
			t.MRO = append(t.MRO, parent.MRO...)
		}
	}
	return t
}

// itemOf is the Python value of a numpy scalar.
func itemOf(v Value) Value {
	_, x, ok := Scalar(v)
	if !ok {
		return v
	}
	switch x := x.(type) {
	case bool:
		return object.Bool(x)
	case int64:
		return object.Int(x)
	case uint64:
		return bigUint(x)
	case float64:
		return object.Float(x)
	case complex128:
		return object.NewComplex(x)
	}
	return v
}

// Item is the Python value of a numpy scalar; other values are themselves.
func Item(v Value) Value { return itemOf(v) }

// realItem is itemOf for conversions to real numbers.
func realItem(th *object.Thread, v Value) Value {
	x := itemOf(v)
	if z, ok := object.AsComplex(x); ok {
		object.Warn(th, kinds().complexWarning, "Casting complex values to real discards the imaginary part")
		return object.Float(real(z.V))
	}
	return x
}

// newScalar is what calling a scalar type gives: a scalar, or an array where the argument is one.
func newScalar(th *object.Thread, c code, cls *object.Type, args, kw []Value) (Value, error) {
	if c == Text || c == Bytes {
		base := map[code]*object.Type{Text: object.StrType, Bytes: object.BytesType}[c]
		v, err := base.New(th, base, args, kw)
		if err != nil {
			return object.Null, err
		}
		return textScalar(v), nil
	}
	if c == Object {
		if len(args) == 0 {
			return object.None, nil
		}
		return args[0], nil
	}
	if len(kw) > 0 {
		return object.Null, object.TypeErrorf("%s() takes no keyword arguments", codes[c].scalar)
	}
	if len(args) > 1 && c != Complex128 || len(args) > 2 {
		return object.Null, object.TypeErrorf("%s() takes at most 1 argument (%d given)", codes[c].scalar, len(args))
	}
	a := zeros(of(c))
	if len(args) == 2 {
		z, err := object.ComplexType.New(th, object.ComplexType, args, nil)
		if err != nil {
			return object.Null, err
		}
		zc, _ := object.AsComplex(z)
		a.put(0, zc.V)
	} else if len(args) == 1 {
		x := args[0]
		if s, ok := object.Text(x); ok {
			v, err := parseScalar(th, c, s)
			if err != nil {
				return object.Null, err
			}
			x = v
		}
		if x.IsNone() && of(c).isFloat() {
			x = object.Float(math.NaN())
		}
		b, err := toArray(th, x, nil)
		if err != nil {
			return object.Null, err
		}
		if len(b.shape) == 0 {
			if err := a.set(th, 0, x); err != nil {
				return object.Null, err
			}
		} else {
			a = newArray(of(c), b.shape...)
			if err := assign(th, a, b); err != nil {
				return object.Null, err
			}
			return Wrap(a), nil
		}
	}
	v := a.scalar(0)
	if cls != kinds().scalars[c] {
		switch c {
		case Float64:
			f, _ := v.AsFloat()
			return (&object.FloatObj{Header: object.NewHeader(cls), V: f}).Ref(), nil
		case Complex128:
			return v, nil
		}
		n, _ := object.AsNative(v)
		return object.NewNative(cls, n.V), nil
	}
	return v, nil
}

func parseScalar(th *object.Thread, c code, s string) (Value, error) {
	text := object.NewStr(s)
	switch {
	case c == Bool:
		return object.Bool(s != ""), nil
	case of(c).isInt():
		return object.IntType.New(th, object.IntType, []Value{text}, nil)
	case of(c).isFloat():
		return object.FloatType.New(th, object.FloatType, []Value{text}, nil)
	}
	return object.ComplexType.New(th, object.ComplexType, []Value{text}, nil)
}

// scalarText is the str of a numpy scalar, or its repr.
func scalarText(v Value, repr bool) string {
	dt, x, _ := Scalar(v)
	var s string
	switch x := x.(type) {
	case bool:
		s = map[bool]string{true: "True", false: "False"}[x]
		if repr {
			return "np." + s + "_"
		}
		return s
	case int64:
		s = strconv.FormatInt(x, 10)
	case uint64:
		s = strconv.FormatUint(x, 10)
	case float64:
		s = shortFloat(x, dt.C)
	case complex128:
		s = shortComplex(x, dt.C)
		if repr {
			s = strings.TrimSuffix(strings.TrimPrefix(s, "("), ")")
		}
	}
	if repr {
		return "np." + dt.name() + "(" + s + ")"
	}
	return s
}

// shortFloat is the shortest text of a float of some width, as str of a scalar shows it.
func shortFloat(x float64, c code) string {
	switch {
	case math.IsNaN(x):
		return "nan"
	case math.IsInf(x, 1):
		return "inf"
	case math.IsInf(x, -1):
		return "-inf"
	case x == 0:
		if math.Signbit(x) {
			return "-0.0"
		}
		return "0.0"
	}
	limit := 1e16 // beyond the digits that the type holds
	switch c {
	case Float16:
		limit = 1e3
	case Float32, Complex64:
		limit = 1e6
	}
	m := math.Abs(x)
	if m >= limit || m < 1e-4 {
		s := shortest(x, 'e', c)
		mant, exp, _ := strings.Cut(s, "e")
		return mant + "e" + exp
	}
	s := shortest(x, 'f', c)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// shortest are the fewest digits that read back as x in its type.
func shortest(x float64, format byte, c code) string {
	switch c {
	case Float32, Complex64:
		return strconv.FormatFloat(x, format, -1, 32)
	case Float16:
		for digits := 0; digits < 6; digits++ {
			s := strconv.FormatFloat(x, 'e', digits, 64)
			y, _ := strconv.ParseFloat(s, 64)
			if fromHalf(toHalf(y)) == x {
				return strconv.FormatFloat(y, format, -1, 64)
			}
		}
	}
	return strconv.FormatFloat(x, format, -1, 64)
}

func shortComplex(z complex128, c code) string {
	part := func(x float64) string {
		s := shortFloat(x, c)
		return strings.TrimSuffix(s, ".0")
	}
	re, im := real(z), imag(z)
	if re == 0 && !math.Signbit(re) {
		return part(im) + "j"
	}
	sign := "+"
	if math.Signbit(im) && !math.IsNaN(im) {
		sign = ""
	}
	return "(" + part(re) + sign + part(im) + "j)"
}

// scalarBinary is v op w, of which one at least is a numpy scalar.
func scalarBinary(th *object.Thread, op object.Op, v, w Value) (Value, error) {
	if x, ok := quickFloat(v); ok {
		if y, ok := quickFloat(w); ok {
			switch op {
			case object.OpAdd:
				return scalarOf(x + y), nil
			case object.OpSub:
				return scalarOf(x - y), nil
			case object.OpMul:
				return scalarOf(x * y), nil
			case object.OpTrueDiv:
				if y != 0 {
					return scalarOf(x / y), nil
				}
			}
		}
	}
	return arrayBinary(th, op, v, w)
}

// quickFloat is the value of a float64 or a Python float.
func quickFloat(v Value) (float64, bool) {
	if v.IsExactFloat() {
		return object.PlainNaN(v.ExactFloat()), true
	}
	if v.Type() == kinds().scalars[Float64] {
		return v.AsFloat()
	}
	return 0, false
}

func scalarCompare(th *object.Thread, v, w Value, op object.CompareOp) (Value, error) {
	x, ok := quickFloat(v)
	y, ok2 := quickFloat(w)
	if ok && ok2 {
		var r bool
		switch op {
		case object.Lt:
			r = x < y
		case object.Le:
			r = x <= y
		case object.Eq:
			r = x == y
		case object.Ne:
			r = x != y
		case object.Gt:
			r = x > y
		case object.Ge:
			r = x >= y
		}
		return boolScalar(r), nil
	}
	return arrayCompare(th, v, w, op)
}
