package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// The conversion of arguments to the types of parameters.

func isInteger(v Value) bool {
	switch v := v.(type) {
	case int64, int, symbolic.Int:
		return true
	case *tensor.Tensor:
		return v.Dim() == 0 && v.DType().IsIntegral() && hasValue(v)
	}
	return false
}

// Index is an object that stands for an integer where sizes are asked for, and nowhere else: an array of numpy without dimensions.
type Index interface {
	Index() (n int64, ok bool)
}

// sized is v, or the integer that it stands for where a parameter may be symbolic.
func sized(v Value, t Type) Value {
	if x, ok := v.(Index); ok && t.Sym {
		if n, ok := x.Index(); ok {
			return n
		}
	}
	return v
}

func isIntegerOrBool(v Value) bool {
	_, ok := v.(bool)
	return ok || isInteger(v)
}

// convert checks a value against a parameter of the function of that name and brings it to the form that kernels expect.
func convert(v Value, q *Param, numbers bool, function string) (Value, bool) {
	t := q.Type
	if l, ok := v.(ListArg); ok {
		v = []Value(l)
	}
	if list, ok := q.Default.([]Value); v == nil && q.HasDef && t.List && ok && len(list) == 0 {
		return q.Default, true // None stands for an empty list of sizes
	}
	if v == nil {
		return nil, t.Optional || (q.HasDef && q.Default == nil)
	}
	if t.List {
		return convertList(v, q, t, function)
	}
	switch t.Base {
	case "Tensor":
		if isTensor(v) {
			return v, true
		}
		return v, numbers && isNumber(v)
	case "Scalar":
		if isNumber(v) {
			return plainInt(v), true
		}
		if x, ok := v.(*tensor.Tensor); ok && x.Dim() == 0 && !x.NeedsGrad() && hasValue(x) {
			return x.Item(), true
		}
		return nil, false
	case "int":
		v = sized(v, t)
		if b, ok := v.(bool); ok {
			if b {
				return int64(1), true
			}
			return int64(0), true
		}
		if !isInteger(v) {
			return nil, false
		}
		return plainInt(v), true
	case "float":
		switch x := v.(type) {
		case float64:
			return x, true
		case int64:
			return float64(x), true
		case bool: // an int in Python, as which it is taken
			if x {
				return 1.0, true
			}
			return 0.0, true
		case symbolic.Int, symbolic.Float:
			return x, true
		case *tensor.Tensor:
			if x.Dim() == 0 && !x.DType().IsComplex() && hasValue(x) {
				return toFloat(x.Item()), true
			}
		}
		return nil, false
	case "bool":
		if x, ok := v.(*tensor.Tensor); ok && x.Dim() == 0 && x.DType() == tensor.Bool && hasValue(x) {
			return x.Item(), true
		}
		_, ok := v.(bool)
		return v, ok
	case "str":
		_, ok := v.(string)
		return v, ok
	case "TensorClass":
		_, ok := v.(TensorClass)
		return v, ok
	case "ScalarType":
		_, ok := v.(tensor.DType)
		return v, ok
	case "Layout":
		_, ok := v.(tensor.Layout)
		return v, ok
	case "MemoryFormat":
		_, ok := v.(tensor.MemoryFormat)
		return v, ok
	case "Generator":
		_, ok := v.(*tensor.Generator)
		return v, ok
	case "Device":
		switch x := v.(type) {
		case tensor.Device:
			return x, true
		case string:
			return ParseDevice(x), true
		}
		return nil, false
	}
	return v, true
}

// hasValue says whether a tensor holds elements: tensors on meta and those that stand for a batch do not.
func hasValue(t *tensor.Tensor) bool {
	return !t.Storage().IsMeta() && t.Storage().Size() >= t.DType().Size()
}

// readable is the tensor v where its elements can be looked at: it is no description, not on meta, and neither a transform nor its class stands before them.
func readable(v Value) (*tensor.Tensor, bool) {
	t, ok := v.(*tensor.Tensor)
	return t, ok && !t.IsMeta() && t.Layer == nil && (t.Numel() == 0 || hasValue(t))
}

func plainInt(v Value) Value {
	switch x := v.(type) {
	case int:
		return int64(x)
	case symbolic.Int:
		return intValue(x)
	case *tensor.Tensor:
		return x.Item()
	}
	return v
}

func convertList(v Value, q *Param, t Type, function string) (Value, bool) {
	list, ok := v.([]Value)
	if !ok {
		v = sized(v, t)
		switch {
		case t.Base == "int" && t.Size > 0 && isIntegerOrBool(v):
			out := make([]Value, t.Size)
			for i := range out {
				out[i] = plainInt(v)
			}
			return out, true
		case t.Base == "float" && t.Size > 0 && isNumber(v):
			return []Value{v}, true
		case t.Base == "Tensor" && t.OptElem && isTensor(v):
			return nil, false
		}
		return nil, false
	}
	out := make([]Value, len(list))
	for i, e := range list {
		switch t.Base {
		case "int":
			e = sized(e, t)
			if e == nil && t.OptElem {
				continue
			}
			if !isIntegerOrBool(e) {
				if i == 0 || isTensor(e) {
					return nil, false
				}
				throw("TypeError", "%s(): argument '%s' failed to unpack the object at pos %d with error \"type must be tuple of ints,but got %s\"", function, q.Name, i+1, TypeName(e))
			}
			if b, isBool := e.(bool); isBool {
				e = toSym(b)
			}
			out[i] = plainInt(e)
		case "float", "Scalar":
			if !isNumber(e) {
				return nil, false
			}
			out[i] = e
		case "Tensor":
			if !isTensor(e) && !(t.OptElem && e == nil) {
				if i == 0 {
					return nil, false // another overload may take it
				}
				throw("TypeError", "%s", foreignElement(list, t.OptElem))
			}
			out[i] = e
		default:
			out[i] = e
		}
	}
	return out, true
}
