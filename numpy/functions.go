package numpy

import (
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
		"zeros": {"shape | dtype order * device like", filled(object.Int(0))}, "empty": {"shape | dtype order * device like", filled(object.None)}, "ones": {"shape | dtype order * device like", filled(object.Int(1))},
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
			dt, err := givenDType(th, x[3])
			if err != nil {
				return object.Null, err
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
			if x[0].IsNone() || x[1].IsNone() {
				return object.Null, object.TypeErrorf("did not understand one of the types; 'None' not accepted")
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
		"geterrcall": {"", func(th *object.Thread, x []Value) (Value, error) { return states.Of(th).call, nil }},
		"_det":       {"a", determinantsOf}, "_map_file": {"path dtype offset count mode", mapFile}, "_flush_map": {"a", flushMap},
		"shares_memory": {"a b | max_work", sharesMemory}, "may_share_memory": {"a b | max_work", sharesMemory},
		"_result_type": {"values", func(th *object.Thread, x []Value) (Value, error) {
			items, err := object.ToSlice(th, x[0])
			if err != nil {
				return object.Null, err
			}
			var operands []operand
			for _, v := range items {
				d, ok := asDType(v)
				if v.IsNone() {
					d, ok = float64Type, true
				}
				if ok {
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
