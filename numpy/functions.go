package numpy

import (
	"math"
	"slices"
	"sync"

	"github.com/magneto-go/magneto/vm/object"
)

type call = func(th *object.Thread, x []Value) (Value, error)

// function is a row of the table: a native function with its parameters.
func function(name, p string, f call) object.CallFunc {
	names := params(p)
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		x, err := object.Args(name, args, kw, names...)
		if err != nil {
			return object.Null, err
		}
		return f(th, x)
	}
}

// functions are the functions of the module that are written in Go.
var functions = sync.OnceValue(func() map[string]object.CallFunc {
	out := map[string]object.CallFunc{}
	for name, f := range arrayFuncs() {
		out[name] = moduleFunction(name, f)
	}
	for alias, name := range map[string]string{"amax": "max", "amin": "min", "around": "round"} {
		out[alias] = out[name]
	}
	delete(out, "copy") // np.copy has another default order
	for name, row := range functionTable {
		out[name] = function(name, row.params, row.f)
	}
	out["seterr"] = setErrors
	out["_operate"] = operateValue
	return out
})

// moduleFunction is a method as a function: what is not an array answers with its own method, else it becomes an array.
func moduleFunction(name string, f arrayFunc) object.CallFunc {
	first := "a"
	names := append([]string{first}, f.params...)
	return func(th *object.Thread, args, kw []Value) (Value, error) {
		x, err := object.Args(name, args, kw, names...)
		if err != nil {
			return object.Null, err
		}
		v := x[0]
		a, ok := AsArray(v)
		if !ok {
			if m := ownMethod(th, v, name); !m.IsNull() {
				return object.CallArgs(th, m, args[1:], kw)
			}
			if a, err = toArray(th, v, nil); err != nil {
				return object.Null, err
			}
			v = Wrap(a)
		}
		return f.fn(th, v, a, x[1:])
	}
}

// ownMethod is the method of an object that is neither array nor number nor sequence, such as a tensor.
func ownMethod(th *object.Thread, v Value, name string) Value {
	switch v.Type().Layout() {
	case object.LayoutInt, object.LayoutFloat, object.LayoutComplex, object.LayoutList, object.LayoutTuple, object.LayoutStr, object.LayoutBytes, object.LayoutSingleton, object.LayoutRange, object.LayoutDict, object.LayoutSet:
		return object.Null
	}
	if _, ok := scalarCode(v); ok {
		return object.Null
	}
	m, err := object.LookupAttr(th, v, object.Intern(name))
	if err != nil || m.IsNull() || !object.IsCallable(m) {
		return object.Null
	}
	return m
}

type functionRow struct {
	params string
	f      call
}

var functionTable map[string]functionRow

func init() {
	functionTable = map[string]functionRow{
		"array": {"object | dtype * copy order subok ndmin like", func(th *object.Thread, x []Value) (Value, error) {
			return makeArray(th, x[0], x[1], x[2], x[3], x[5], true)
		}},
		"asarray": {"a | dtype order * device copy like", func(th *object.Thread, x []Value) (Value, error) {
			return makeArray(th, x[0], x[1], x[4], x[2], object.Null, false)
		}},
		"asanyarray": {"a | dtype order * device copy like", func(th *object.Thread, x []Value) (Value, error) {
			return makeArray(th, x[0], x[1], x[4], x[2], object.Null, false)
		}},
		"ascontiguousarray": {"a | dtype * like", func(th *object.Thread, x []Value) (Value, error) {
			return makeArray(th, x[0], x[1], object.Null, object.NewStr("C"), object.Int(1), false)
		}},
		"asfortranarray": {"a | dtype * like", func(th *object.Thread, x []Value) (Value, error) {
			return makeArray(th, x[0], x[1], object.Null, object.NewStr("F"), object.Int(1), false)
		}},
		"copy": {"a | order subok", func(th *object.Thread, x []Value) (Value, error) {
			a, err := toArray(th, x[0], nil)
			if err != nil {
				return object.Null, err
			}
			order := "K"
			if s, ok := object.Text(x[1]); !x[1].IsNull() && ok {
				order = s
			}
			return Wrap(a.copyIn(order)), nil
		}},
		"zeros": {"shape | dtype order * device like", filled(object.Int(0))}, "empty": {"shape | dtype order * device like", filled(object.Int(0))}, "ones": {"shape | dtype order * device like", filled(object.Int(1))},
		"full": {"shape fill_value | dtype order * device like", func(th *object.Thread, x []Value) (Value, error) {
			v := x[1]
			dt := x[2]
			if dt.IsNull() || dt.IsNone() {
				a, err := toArray(th, v, nil)
				if err != nil {
					return object.Null, err
				}
				dt = dtypeObject(a.dt)
			}
			r, err := filled(object.Int(0))(th, []Value{x[0], dt, x[3]})
			if err != nil {
				return object.Null, err
			}
			a, _ := AsArray(r)
			return r, assignValue(th, a, v, false)
		}},
		"arange": {"| start stop step dtype * device like", arange},
		"frombuffer": {"buffer | dtype count offset * like", func(th *object.Thread, x []Value) (Value, error) {
			dt, err := dtypeOf(th, x[1], float64Type)
			if err != nil {
				return object.Null, err
			}
			a, err := bufferArray(th, x[0], dt, x[3])
			if err != nil {
				return object.Null, err
			}
			if !x[2].IsNull() {
				n, err := object.ToInt(th, x[2])
				if err != nil {
					return object.Null, err
				}
				if n > a.shape[0] {
					return object.Null, object.ValueErrorf("buffer is smaller than requested size")
				}
				if n >= 0 {
					a.shape[0] = n
				}
			}
			a.base = x[0]
			return Wrap(a), nil
		}},
		"concatenate": {"arrays | axis out * dtype casting", func(th *object.Thread, x []Value) (Value, error) {
			items, ok, err := sequenceItems(th, x[0])
			if err != nil {
				return object.Null, err
			}
			if !ok {
				return object.Null, object.TypeErrorf("The first input argument needs to be a sequence")
			}
			arrays := make([]*Array, len(items))
			for i, v := range items {
				if arrays[i], err = toArray(th, v, nil); err != nil {
					return object.Null, err
				}
			}
			var dt *DType
			if !x[3].IsNull() && !x[3].IsNone() {
				d, err := dtypeOf(th, x[3], float64Type)
				if err != nil {
					return object.Null, err
				}
				dt = &d
			}
			axis := 0
			if !x[1].IsNull() {
				if x[1].IsNone() {
					for i, a := range arrays {
						arrays[i] = a.raveled()
					}
				} else if axis, err = object.ToInt(th, x[1]); err != nil {
					return object.Null, err
				}
			}
			r, err := concatenate(th, arrays, axis, dt)
			if err != nil {
				return object.Null, err
			}
			if !x[2].IsNull() && !x[2].IsNone() {
				o, ok := AsArray(x[2])
				if !ok {
					return object.Null, object.TypeErrorf("'out' must be an array")
				}
				return x[2], assignValue(th, o, Wrap(r), false)
			}
			return Wrap(r), nil
		}},
		"where": {"condition | x y", where},
		"matmul": {"x1 x2 | out * dtype", func(th *object.Thread, x []Value) (Value, error) {
			return withOut(th, x[2], func() (Value, error) { return matmul(th, x[0], x[1]) })
		}},
		"dot": {"a b | out", func(th *object.Thread, x []Value) (Value, error) { return dot(th, x[0], x[1], x[2]) }},
		"broadcast_to": {"array shape | subok", func(th *object.Thread, x []Value) (Value, error) {
			a, err := toArray(th, x[0], nil)
			if err != nil {
				return object.Null, err
			}
			shape, err := shapeOf(th, x[1])
			if err != nil {
				return object.Null, err
			}
			if s, ok := broadcastShape(a.shape, shape); !ok || !slices.Equal(s, shape) {
				if len(a.shape) > len(shape) {
					return object.Null, object.ValueErrorf("input operand has more dimensions than allowed by the axis remapping")
				}
				return object.Null, object.ValueErrorf("operands could not be broadcast together with remapped shapes [original->remapped]: %s  and requested shape %s", shapeText(a.shape), shapeText(shape))
			}
			b := a.expanded(shape)
			b.readOnly = true
			return wrapView(Wrap(a), b), nil
		}},
		"_strided": {"a shape strides writeable offset", func(th *object.Thread, x []Value) (Value, error) {
			a, err := toArray(th, x[0], nil)
			if err != nil {
				return object.Null, err
			}
			shape, err := shapeOf(th, x[1])
			if err != nil {
				return object.Null, err
			}
			strides, err := shapeOf(th, x[2])
			if err != nil {
				return object.Null, err
			}
			lo, hi := a.off, a.off
			for i := range strides {
				if strides[i]%a.dt.size() != 0 {
					return object.Null, object.ValueErrorf("magneto's numpy needs strides that are multiples of the element size")
				}
				strides[i] /= a.dt.size()
				if shape[i] > 0 {
					lo, hi = lo+min(0, strides[i]*(shape[i]-1)), hi+max(0, strides[i]*(shape[i]-1))
				}
			}
			if n := a.memorySize(); product(shape) > 0 && (lo < 0 || hi >= n) {
				return object.Null, object.ValueErrorf("magneto's numpy does not make views beyond the memory of an array")
			}
			b := a.withGeometry(shape, strides, a.off)
			if on, _ := object.IsTrue(th, x[3]); !on {
				b.readOnly = true
			}
			return wrapView(Wrap(a), b), nil
		}},
		"bincount":      {"x | weights minlength", bincount},
		"count_nonzero": {"a | axis * keepdims", countNonzero},
		"promote_types": {"type1 type2", func(th *object.Thread, x []Value) (Value, error) {
			return twoTypes(th, x, func(a, b DType) Value { return dtypeObject(promote(a, b)) })
		}},
		"can_cast": {"from_ to | casting", func(th *object.Thread, x []Value) (Value, error) {
			rule := "safe"
			if s, ok := object.Text(x[2]); !x[2].IsNull() && ok {
				rule = s
			}
			if x[0].IsSmallInt() || x[0].IsExactFloat() {
				return object.Null, object.TypeErrorf("can_cast() does not support Python ints, floats, and complex because the result used to depend on the value.\nThis change was part of adopting NEP 50, we may explicitly allow them again in the future.")
			}
			if a, ok := AsArray(x[0]); ok {
				x[0] = dtypeObject(a.dt)
			} else if c, ok := scalarCode(x[0]); ok {
				x[0] = dtypeObject(of(c))
			}
			return twoTypes(th, x, func(a, b DType) Value { return object.Bool(canCast(a, b, rule)) })
		}},
		"min_scalar_type": {"a", minScalarType},
		"array2string":    {"a | max_line_width precision suppress_small separator prefix * formatter threshold edgeitems sign floatmode suffix legacy", array2string},
		"array_repr":      {"arr | max_line_width precision suppress_small", func(th *object.Thread, x []Value) (Value, error) { return arrayTextFunction(th, x, true) }},
		"array_str":       {"a | max_line_width precision suppress_small", func(th *object.Thread, x []Value) (Value, error) { return arrayTextFunction(th, x, false) }},
		"set_printoptions": {"| precision threshold edgeitems linewidth suppress nanstr infstr formatter sign floatmode * legacy override_repr", func(th *object.Thread, x []Value) (Value, error) {
			o := optionsOf.Of(th)
			n, err := o.with(th, x[:len(optionNames)])
			if err != nil {
				return object.Null, err
			}
			if x[7].IsNull() {
				n.formatters = nil // each call sets it anew
			}
			if !x[10].IsNull() {
				s, isText := object.Text(x[10])
				n.legacy = isText && (s == "1.13" || s == "1.21" || s == "1.25")
			}
			*o = *n
			return object.None, nil
		}},
		"get_printoptions": {"", func(th *object.Thread, x []Value) (Value, error) { return optionsOf.Of(th).dict(), nil }},
		"geterr":           {"", func(th *object.Thread, x []Value) (Value, error) { return getErrors(th), nil }},
		"seterrcall": {"func", func(th *object.Thread, x []Value) (Value, error) {
			s := states.Of(th)
			old := s.call
			s.call = x[0]
			return old, nil
		}},
		"geterrcall":    {"", func(th *object.Thread, x []Value) (Value, error) { return states.Of(th).call, nil }},
		"shares_memory": {"a b | max_work", sharesMemory}, "may_share_memory": {"a b | max_work", sharesMemory},
		"_wrap_type": {"a", func(th *object.Thread, x []Value) (Value, error) { return object.Bool(isArrayLike(x[0])), nil }},
		"_unweak": {"a", func(th *object.Thread, x []Value) (Value, error) {
			return object.Bool(x[0].IsSmallInt() || x[0].IsExactFloat()), nil
		}},
		"_result_type": {"values", func(th *object.Thread, x []Value) (Value, error) {
			items, err := object.ToSlice(th, x[0])
			if err != nil {
				return object.Null, err
			}
			var operands []operand
			for _, v := range items {
				if d, ok := asDType(v); ok {
					operands = append(operands, operand{a: newArray(d)})
					continue
				}
				if _, ok := object.AsType(v); ok {
					d, err := dtypeOf(th, v, float64Type)
					if err != nil {
						return object.Null, err
					}
					operands = append(operands, operand{a: newArray(d)})
					continue
				}
				if s, ok := object.Text(v); ok {
					d, err := dtypeOf(th, object.NewStr(s), float64Type)
					if err != nil {
						return object.Null, err
					}
					operands = append(operands, operand{a: newArray(d)})
					continue
				}
				o, err := operandOf(th, v)
				if err != nil {
					return object.Null, err
				}
				operands = append(operands, o)
			}
			if len(operands) == 0 {
				return object.Null, object.ValueErrorf("at least one array or dtype is required")
			}
			return dtypeObject(common(operands)), nil
		}},
		"_scalar": {"a", func(th *object.Thread, x []Value) (Value, error) {
			if a, ok := AsArray(x[0]); ok {
				return result(a), nil
			}
			return x[0], nil
		}},
		"_frombytes": {"dtype data", func(th *object.Thread, x []Value) (Value, error) {
			dt, err := dtypeOf(th, x[0], float64Type)
			if err != nil {
				return object.Null, err
			}
			data, err := object.BytesOf(x[1])
			if err != nil {
				return object.Null, err
			}
			if dt.size() == 0 || len(data)%dt.size() != 0 {
				return object.Null, object.ValueErrorf("buffer size must be a multiple of element size")
			}
			return Wrap(fromBytes(dt, data)), nil
		}},
		"_mask_write": {"dst src mask", func(th *object.Thread, x []Value) (Value, error) {
			a, ok := AsArray(x[0])
			if !ok {
				return object.Null, object.TypeErrorf("argument 1 must be numpy.ndarray, not %s", x[0].Type().ShortName())
			}
			if err := a.writable("assignment destination is read-only"); err != nil {
				return object.Null, err
			}
			src, err := toArray(th, x[1], valueType(a.dt, x[1]))
			if err != nil {
				return object.Null, err
			}
			mask, err := toArray(th, x[2], &boolType)
			if err != nil {
				return object.Null, err
			}
			for _, s := range []*Array{src, mask} {
				if sh, ok := broadcastShape(s.shape, a.shape); !ok || !slices.Equal(sh, a.shape) {
					return object.Null, object.ValueErrorf("could not broadcast input array from shape %s into shape %s", shapeText(s.shape), shapeText(a.shape))
				}
			}
			if overlaps(src, a) {
				src = src.clone()
			}
			return object.None, assignWhere(th, a, src.expanded(a.shape), mask.expanded(a.shape))
		}},
	}
}

func (a *Array) memorySize() int {
	if a.mem.st == nil {
		return len(a.mem.objs)
	}
	return a.mem.st.Size() / a.dt.size()
}

// withOut copies a result into out=.
func withOut(th *object.Thread, out Value, f func() (Value, error)) (Value, error) {
	r, err := f()
	if err != nil || out.IsNull() || out.IsNone() {
		return r, err
	}
	o, ok := AsArray(out)
	if !ok {
		return object.Null, object.TypeErrorf("return arrays must be of ArrayType")
	}
	return out, assignValue(th, o, r, false)
}

// makeArray is array and asarray.
func makeArray(th *object.Thread, v, dtype, copies, order, ndmin Value, fresh bool) (Value, error) {
	var dt *DType
	if !dtype.IsNull() && !dtype.IsNone() {
		d, err := dtypeOf(th, dtype, float64Type)
		if err != nil {
			return object.Null, err
		}
		dt = &d
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
		if o, ok := object.Text(x[2]); !x[2].IsNull() && ok && o == "F" {
			a.strides = ordered(shape, 'F')
		}
		if with.SmallInt() != 0 {
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

// bufferArray is an array over a copy of what an object shows of its memory; of a bytes object it may not be written to.
func bufferArray(th *object.Thread, v Value, dt DType, offset Value) (*Array, error) {
	var data []byte
	readOnly := true
	if n, ok := object.AsNative(v); ok {
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
	a := fromBytes(dt, data[:len(data)/dt.size()*dt.size()])
	if len(data)%dt.size() != 0 {
		return nil, object.ValueErrorf("buffer size must be a multiple of element size")
	}
	a.readOnly = readOnly
	return a, nil
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
			in[i] = newArray(dt)
			if err := in[i].set(th, 0, o.v); err != nil {
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
		for k := range pm {
			pick(pm[k], p0[k], p1[k], k, e0, e1)
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

func init() {
	functionTable["_map_file"] = functionRow{"path dtype offset count mode", mapFile}
	functionTable["_flush_map"] = functionRow{"a", flushMap}
}
