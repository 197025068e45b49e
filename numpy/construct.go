package numpy

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Functions that make arrays: from values, from buffers, filled, and as sequences.

// givenDType is the type that a caller asks for, nil for none.
func givenDType(th *object.Thread, dtype Value) (*DType, error) {
	if dtype.IsNull() || dtype.IsNone() {
		return nil, nil
	}
	d, err := dtypeOf(th, dtype, float64Type)
	return &d, err
}

// makeArray is array and asarray.
func makeArray(th *object.Thread, v, dtype, copies, order, ndmin Value, fresh bool) (Value, error) {
	dt, err := givenDType(th, dtype)
	if err != nil {
		return object.Null, err
	}
	must := fresh
	never := false
	if !copies.IsNull() && !copies.IsNone() {
		on, err := object.IsTrue(th, copies)
		if err != nil {
			return object.Null, err
		}
		must, never = on, !on
	} else if copies.IsNone() {
		must = false
	}
	a, err := toArray(th, v, dt)
	if err != nil {
		return object.Null, err
	}
	src, wasArray := AsArray(v)
	if never && (!wasArray && a.base.IsNull() || wasArray && a != src) {
		return object.Null, object.ValueErrorf("Unable to avoid copy while creating an array as requested.\nIf using `np.array(obj, copy=False)` replace it with `np.asarray(obj)` to allow a copy when needed (no behavior change in NumPy 1.x).\nFor more details, see https://numpy.org/devdocs/numpy_2_0_migration_guide.html#adapting-to-changes-in-the-copy-keyword.")
	}
	o := "K"
	if s, ok := object.Text(order); !order.IsNull() && ok {
		o = s
	}
	own := a == src || !wasArray && !a.base.IsNull() || !wasArray && a.mem.st != nil && isForeign(v)
	switch {
	case must && own, o == "C" && !a.isC(), o == "F" && !a.isF():
		a = a.copyIn(o)
		own = false
	}
	n := 0
	if !ndmin.IsNull() {
		if n, err = object.ToInt(th, ndmin); err != nil {
			return object.Null, err
		}
	}
	if len(a.shape) < n {
		for len(a.shape) < n {
			a = a.withGeometry(slices.Insert(slices.Clone(a.shape), 0, 1), slices.Insert(slices.Clone(a.strides), 0, 0), a.off)
		}
		if wasArray && own {
			return wrapView(v, a), nil
		}
		return Wrap(a), nil
	}
	if a == src {
		return v, nil
	}
	return Wrap(a), nil
}

// isForeign says whether an object gives its own memory by __array__.
func isForeign(v Value) bool {
	switch v.Type().Layout() {
	case object.LayoutInt, object.LayoutFloat, object.LayoutComplex, object.LayoutList, object.LayoutTuple, object.LayoutStr, object.LayoutRange:
		return false
	}
	_, scalar := scalarCode(v)
	return !scalar
}

// filled is zeros, ones or empty.
func filled(with Value) call {
	return func(th *object.Thread, x []Value) (Value, error) {
		shape, err := shapeOf(th, x[0])
		if err != nil {
			return object.Null, err
		}
		dt, err := dtypeOf(th, x[1], float64Type)
		if err != nil {
			return object.Null, err
		}
		if dt.isText() && dt.N == 0 {
			dt.N = 1
		}
		if err := checkSize(th, dt, shape); err != nil {
			return object.Null, err
		}
		a := zeros(dt, shape...)
		if dt.C == Object && with.IsNone() {
			a = newArray(dt, shape...)
		}
		if o, ok := object.Text(x[2]); !x[2].IsNull() && ok && o == "F" {
			a.strides = ordered(shape, 'F')
		}
		if with.IsSmallInt() && with.SmallInt() != 0 {
			if err := fill(th, a, with); err != nil {
				return object.Null, err
			}
		}
		return Wrap(a), nil
	}
}

func arange(th *object.Thread, x []Value) (Value, error) {
	given := func(v Value) bool { return !v.IsNull() && !v.IsNone() }
	start, stop, step := x[0], x[1], x[2]
	if !given(start) && !given(stop) {
		return object.Null, object.TypeErrorf("arange() requires stop to be specified.")
	}
	if !given(stop) {
		start, stop = object.Int(0), start
	}
	if !given(start) {
		start = object.Int(0)
	}
	if !given(step) {
		step = object.Int(1)
	}
	var operands []operand
	var nums [3]float64
	for i, v := range []Value{start, stop, step} {
		if a, ok := AsArray(v); ok && len(a.shape) > 0 {
			return object.Null, object.TypeErrorf("only 0-dimensional arrays can be converted to Python scalars")
		}
		o, err := operandOf(th, v)
		if err != nil {
			return object.Null, err
		}
		operands = append(operands, o)
		if nums[i], err = object.ToFloat(th, v); err != nil {
			return object.Null, err
		}
	}
	dt := common(operands)
	var err error
	if given(x[3]) {
		if dt, err = dtypeOf(th, x[3], dt); err != nil {
			return object.Null, err
		}
	}
	if nums[2] == 0 {
		return object.Null, object.ZeroDivisionErrorf("division by zero")
	}
	length := math.Ceil((nums[1] - nums[0]) / nums[2])
	if math.IsNaN(length) {
		return object.Null, object.ValueErrorf("arange: cannot compute length")
	}
	if length > 1<<46 {
		return object.Null, object.ValueErrorf("Maximum allowed size exceeded")
	}
	n := max(int(length), 0)
	if err := checkSize(th, dt, []int{n}); err != nil {
		return object.Null, err
	}
	a := newArray(dt, n)
	if n == 0 {
		return Wrap(a), nil
	}
	if dt.isInt() || dt.C == Bool {
		first, err := object.ToIntValue(th, start)
		if err != nil {
			return object.Null, err
		}
		second, err := object.BinaryOp(th, object.OpAdd, itemOf(start), itemOf(step))
		if err != nil {
			return object.Null, err
		}
		if second, err = object.ToIntValue(th, second); err != nil {
			return object.Null, err
		}
		i, j := object.BigOf(first).Int64(), object.BigOf(second).Int64()
		var buf [chunk]int64
		for at := 0; at < n; at += chunk {
			m := min(chunk, n-at)
			for k := range m {
				buf[k] = i + int64(at+k)*(j-i)
			}
			storeInts(a, at, 1, buf[:m])
		}
		return Wrap(a), nil
	}
	if dt.isComplex() || dt.isFloat() {
		one := newArray(dt, 2)
		second := nums[0] + nums[2]
		one.put(0, nums[0])
		one.put(1, second)
		var ends [2]complex128
		loadComplex(one, 0, 1, ends[:])
		from, delta := real(ends[0]), rounded(real(ends[1])-real(ends[0]), dt.C)
		var buf [chunk]float64
		for at := 0; at < n; at += chunk {
			m := min(chunk, n-at)
			for k := range m {
				i := at + k
				switch {
				case dt.C == Float32:
					buf[k] = float64(float32(from) + float32(float32(i)*float32(delta)))
				case i == 1:
					buf[k] = real(ends[1])
				default:
					buf[k] = from + float64(float64(i)*delta)
				}
			}
			storeFloats(a, at, 1, buf[:m])
		}
		return Wrap(a), nil
	}
	return object.Null, object.TypeErrorf("no fill-function for data-type.")
}

// bufferArray is an array over the memory that an object shows, if it stays where it is while the array is there, or over a copy; of a bytes object it may
// not be written to.
func bufferArray(th *object.Thread, v Value, dt DType, offset Value) (*Array, error) {
	var data []byte
	readOnly := true
	view, guarded, shares := object.GuardedView(v)
	if shares && dt.isNumber() {
		data, readOnly = guarded, false
	} else if n, ok := object.AsNative(v); ok {
		if e, ok := n.V.(object.Exporter); ok {
			b := e.Export()
			data, readOnly = b.Data, b.ReadOnly
		}
	}
	if data == nil {
		if w, ok := object.WritableBytes(v); ok {
			data, readOnly = w, false
		} else {
			b, err := object.BytesOf(v)
			if err != nil {
				return nil, err
			}
			data = b
		}
	}
	off := 0
	if !offset.IsNull() {
		var err error
		if off, err = object.ToInt(th, offset); err != nil {
			return nil, err
		}
		if off < 0 || off > len(data) {
			return nil, object.ValueErrorf("offset must be non-negative and no greater than buffer length (%d)", len(data))
		}
	}
	if dt.size() == 0 {
		return nil, object.ValueErrorf("itemsize cannot be zero in type")
	}
	if dt.C == Object {
		return nil, object.ValueErrorf("cannot create an OBJECT array from memory buffer")
	}
	data = data[off:]
	n := len(data) / dt.size()
	if n*dt.size() != len(data) {
		return nil, object.ValueErrorf("buffer size must be a multiple of element size")
	}
	if shares && dt.isNumber() {
		return &Array{dt: dt, shape: []int{n}, strides: []int{1}, mem: &memory{st: tensor.OverOf(view, data)}, base: view}, nil
	}
	a := fromBytes(dt, data)
	a.readOnly, a.base = readOnly, v
	return a, nil
}
