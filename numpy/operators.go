package numpy

import (
	"github.com/magneto-go/magneto/vm/object"
)

// Operators of arrays and scalars.

var operatorNames = [object.NumOps]string{object.OpAdd: "add", object.OpAnd: "bitwise_and", object.OpFloorDiv: "floor_divide", object.OpLshift: "left_shift", object.OpMul: "multiply",
	object.OpMod: "remainder", object.OpOr: "bitwise_or", object.OpPow: "power", object.OpRshift: "right_shift", object.OpSub: "subtract", object.OpTrueDiv: "divide", object.OpXor: "bitwise_xor"}

// defers says whether an operand of another type answers for an operator.
func defers(th *object.Thread, v Value, scalar bool) bool {
	if v.IsSmallInt() || v.IsExactFloat() {
		return false
	}
	switch v.Type().Layout() {
	case object.LayoutInt, object.LayoutFloat, object.LayoutComplex, object.LayoutStr, object.LayoutBytes, object.LayoutList, object.LayoutTuple, object.LayoutSingleton, object.LayoutRange:
		return false
	}
	if n, ok := object.AsNative(v); ok {
		switch n.V.(type) {
		case *Array, bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64, half, float32, complex64:
			return false
		}
	}
	f, err := object.LookupAttr(th, v, object.Intern("__array_ufunc__"))
	if err != nil {
		return false
	}
	if f.IsNone() {
		return true
	}
	if !f.IsNull() {
		return false
	}
	p, err := object.LookupAttr(th, v, object.Intern("__array_priority__"))
	if err != nil || p.IsNull() {
		return scalar && err == nil
	}
	x, err := object.ToFloat(th, p)
	return err == nil && x > 0
}

// arrayBinary is v op w, of which one at least is an array or a numpy scalar.
func arrayBinary(th *object.Thread, op object.Op, v, w Value) (Value, error) {
	_, vs := scalarCode(v)
	_, ws := scalarCode(w)
	if defers(th, v, ws) || defers(th, w, vs) {
		return object.NotImplemented, nil
	}
	if vs || ws {
		if other, count := w, v; op == object.OpMul {
			if ws {
				other, count = v, w
			}
			if l := other.Type().Layout(); l == object.LayoutList || l == object.LayoutTuple || l == object.LayoutStr {
				if count.Type().Index == nil {
					return object.Null, object.TypeErrorf("can't multiply sequence by non-int of type 'numpy.%s'", count.Type().ShortName())
				}
				return object.BinaryOp(th, op, other, itemOf(count))
			}
		}
	}
	if op == object.OpMatMul {
		return matmul(th, v, w)
	}
	u := ufuncs()[operatorNames[op]]
	if op == object.OpPow {
		if err := checkPower(v, w); err != nil {
			return object.Null, err
		}
	}
	if vs || ws {
		if _, isArray := AsArray(v); !isArray {
			if _, isArray := AsArray(w); !isArray {
				return u.apply(th, []Value{v, w}, &ufuncArgs{scalar: true})
			}
		}
	}
	return u.apply(th, []Value{v, w}, nil)
}

// arrayReflected is v op w for an array on the right, when v has given up. What a tensor on the left gets is a tensor.
func arrayReflected(th *object.Thread, op object.Op, v, w Value) (Value, error) {
	if !defers(th, v, false) {
		return arrayBinary(th, op, v, w)
	}
	wrap, err := object.LookupAttr(th, v, object.Intern("__array_wrap__"))
	if err != nil || wrap.IsNull() {
		return object.NotImplemented, err
	}
	a, err := toArray(th, v, nil)
	if err != nil {
		return object.Null, err
	}
	r, err := arrayBinary(th, op, Wrap(a), w)
	if err != nil {
		return object.Null, err
	}
	b, err := toArray(th, r, nil)
	if err != nil {
		return object.Null, err
	}
	return object.Call(th, wrap, Wrap(b))
}

// checkPower refuses negative integer powers of integers.
func checkPower(v, w Value) error {
	isInt := func(x Value) bool {
		if a, ok := AsArray(x); ok {
			return a.dt.isInt() || a.dt.C == Bool
		}
		if c, ok := scalarCode(x); ok {
			return of(c).isInt() || c == Bool
		}
		return x.Type() == object.IntType || x.Type() == object.BoolType
	}
	if !isInt(v) || !isInt(w) {
		return nil
	}
	if a, ok := AsArray(v); ok && a.size() == 0 {
		return nil
	}
	negative := false
	if a, ok := AsArray(w); ok {
		if a.dt.kind() == 'i' {
			var buf [1]int64
			for _, p := range positions(a) {
				loadReal(a, p, 0, buf[:])
				negative = negative || buf[0] < 0
			}
		}
	} else if n, ok := itemOf(w).AsInt(); ok {
		negative = n < 0
	}
	if negative {
		return object.ValueErrorf("Integers to negative integer powers are not allowed.")
	}
	return nil
}

var compareNames = [...]string{"less", "less_equal", "equal", "not_equal", "greater", "greater_equal"}

func arrayCompare(th *object.Thread, v, w Value, op object.CompareOp) (Value, error) {
	_, vs := scalarCode(v)
	if defers(th, w, vs) {
		return object.NotImplemented, nil
	}
	if vs && (w.IsNone() || w.Type().Layout() == object.LayoutStr) && (op == object.Eq || op == object.Ne) {
		return object.Bool(op == object.Ne), nil
	}
	r, err := ufuncs()[compareNames[op]].apply(th, []Value{v, w}, nil)
	if err != nil && (op == object.Eq || op == object.Ne) && object.ErrorIs(err, kinds().noLoopError) {
		a, err := toArray(th, v, nil)
		if err != nil {
			return object.Null, err
		}
		b, err := toArray(th, w, nil)
		if err != nil {
			return object.Null, err
		}
		shape, ok := broadcastShape(a.shape, b.shape)
		if !ok {
			return object.Bool(op == object.Ne), nil
		}
		out := zeros(boolType, shape...)
		if op == object.Ne {
			if err := fill(th, out, object.Bool(true)); err != nil {
				return object.Null, err
			}
		}
		return result(out), nil
	}
	return r, err
}

// callUfunc calls a ufunc of the table.
func callUfunc(th *object.Thread, name string, vals ...Value) (Value, error) {
	return ufuncs()[name].apply(th, vals, nil)
}

// inPlace is a op= w.
func inPlace(th *object.Thread, op object.Op, v, w Value) (Value, error) {
	a, _ := AsArray(v)
	if defers(th, w, false) {
		return object.NotImplemented, nil
	}
	opt := &ufuncArgs{out: a, outV: v}
	if op == object.OpMatMul {
		r, err := matmul(th, v, w)
		if err != nil {
			return object.Null, err
		}
		return v, assignValue(th, a, r, false)
	}
	if op == object.OpPow {
		if err := checkPower(v, w); err != nil {
			return object.Null, err
		}
	}
	return ufuncs()[operatorNames[op]].apply(th, []Value{v, w}, opt)
}

func divmod(th *object.Thread, v, w Value) (Value, error) {
	q, err := arrayBinary(th, object.OpFloorDiv, v, w)
	if err != nil || q == object.NotImplemented {
		return q, err
	}
	r, err := arrayBinary(th, object.OpMod, v, w)
	return object.NewTuple(q, r).Ref(), err
}

// rdivmod divides another value by an array. What arrays leave to the
// other operand, a tensor for one, its own operators divide.
func rdivmod(th *object.Thread, v, w Value) (Value, error) {
	if r, err := divmod(th, w, v); err != nil || r != object.NotImplemented {
		return r, err
	}
	q, err := object.BinaryOp(th, object.OpFloorDiv, w, v)
	if err != nil {
		return object.Null, err
	}
	r, err := object.BinaryOp(th, object.OpMod, w, v)
	if err != nil {
		return object.Null, err
	}
	return object.NewTuple(q, r).Ref(), nil
}
