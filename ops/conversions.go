package ops

import (
	"math"
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// conversion says that kernels convert plain arguments to the element type that they compute with, where others make tensors without
// dimensions of them. What does not fit is an error; in a tensor it would wrap.
type conversion struct {
	args []int // by position
	// through is the type that they are converted to: that of the result, or one that computes for it.
	through func(d tensor.DType, numel symbolic.Int) tensor.DType
	double  bool // they are floats, whatever the script passes
}

// conversionTable has them by operator.
var conversionTable = map[string]conversion{
	"fill.Scalar":           {args: []int{1}, through: asFilled},
	"full":                  {args: []int{1}, through: asFilled},
	"full_like":             {args: []int{1}, through: asFilled},
	"new_full":              {args: []int{2}, through: asFilled},
	"scalar_tensor":         {args: []int{0}, through: asFilled},
	"constant_pad_nd":       {args: []int{2}, through: asFilled, double: true},
	"masked_fill.Scalar":    {args: []int{2}, through: asStored},
	"masked_fill.Tensor":    {args: []int{2}, through: asStored},
	"index_fill.int_Scalar": {args: []int{3}, through: asStored},
	"scatter.value":         {args: []int{3}, through: asStored},
	"scatter.value_reduce":  {args: []int{3}, through: asStored},
	"clamp":                 {args: []int{1, 2}, through: asStored},
	"clamp_min":             {args: []int{1}, through: asStored},
	"clamp_max":             {args: []int{1}, through: asStored},
	"pow.Tensor_Scalar":     {args: []int{1}, through: asExponent},
	"add.Tensor":            {args: []int{2}, through: asStored},
	"add.Scalar":            {args: []int{2}, through: asStored},
	"sub.Tensor":            {args: []int{2}, through: asStored},
	"sub.Scalar":            {args: []int{2}, through: asStored},
	"rsub.Scalar":           {args: []int{2}, through: asStored},
	"index_add":             {args: []int{4}, through: asStored},
	"hardshrink":            {args: []int{1}, through: asStored},
	"linspace":              {args: []int{0, 1}, through: asStored},
	"logspace":              {args: []int{0, 1}, through: asStored},
	"threshold":             {args: []int{1, 2}, through: asComputed},
	"addcmul":               {args: []int{3}, through: asComputed},
	"addcdiv":               {args: []int{3}, through: asComputed},
	"addmm":                 {args: []int{3, 4}, through: asComputed},
	"baddbmm":               {args: []int{3, 4}, through: asComputed},
	"lerp.Scalar":           {args: []int{2}, through: asComputed},
	"leaky_relu":            {args: []int{1}, through: asComputed},
	"elu":                   {args: []int{1, 2, 3}, through: asComputed},
	"softplus":              {args: []int{1, 2}, through: asComputed},
}

func asStored(d tensor.DType, _ symbolic.Int) tensor.DType { return d }

// asComputed is the type that arithmetic of type d is done in.
func asComputed(d tensor.DType, _ symbolic.Int) tensor.DType {
	if d == tensor.Float16 || d == tensor.BFloat16 {
		return tensor.Float32
	}
	return d
}

// asExponent leaves exponents of floats as they are, but those of halves.
func asExponent(d tensor.DType, _ symbolic.Int) tensor.DType {
	if d == tensor.Float32 {
		return tensor.Float64
	}
	return d
}

// asFilled is what PyTorch fills tensors through: halves alone from any float.
func asFilled(d tensor.DType, numel symbolic.Int) tensor.DType {
	if isConst(numel, 1) && asComputed(d, numel) != d {
		return tensor.Float64
	}
	return d
}

// convertNumbers gives the arguments of a call with the numbers as its kernel takes them, and raises where one does not fit.
func (ctx *Context) convertNumbers(op *Op, args []Value) []Value {
	c := op.e.converts
	if !slices.ContainsFunc(c.args, func(i int) bool { return i < len(args) && !harmless(args, i) }) {
		return args
	}
	call := args
	if op.Variant == Out {
		call = args[:len(op.Functional.Schema().Params)]
	}
	result := op.e.Meta(ctx, fakeArgs(call))[0]
	d := c.through(result.DType, result.Numel())
	args = slices.Clone(args)
	for _, i := range c.args {
		if i < len(args) && args[i] != nil {
			args[i] = converted(args[i], d, c.double)
		}
	}
	return args
}

// harmless tells of the usual numbers that they fit, without asking for the type.
func harmless(args []Value, i int) bool {
	switch v := args[i].(type) {
	case nil, bool:
		return true
	case int64:
		return v >= 0 && v <= math.MaxInt8
	case float64:
		if v >= 0 && v <= math.MaxInt8 {
			return true
		}
		t, ok := args[0].(*tensor.Tensor)
		return ok && t != nil && (t.DType() == tensor.Float32 || t.DType() == tensor.Float64) && !(math.Abs(v) > math.MaxFloat32 && !math.IsInf(v, 0))
	}
	return false
}

// converted is a number as an element of type d, wrapped where unsigned types take negative ones.
func converted(v Value, d tensor.DType, double bool) Value {
	n := plainNumber(v)
	if i, ok := n.(int64); ok && double {
		n = float64(i)
	}
	if !fitsType(n, d) {
		throwRuntime("value cannot be converted to type %s without overflow", conversionName(d))
	}
	if f, ok := n.(float64); ok && d.IsIntegral() {
		n = tensor.FloatToInt(f)
	}
	if i, ok := n.(int64); ok && i < 0 && d.IsIntegral() && !d.IsSigned() {
		return i & (1<<(8*d.Size()) - 1)
	}
	return n
}

// fitsType tells whether PyTorch converts a number to type d: integers within its range, those of unsigned types also below zero; of floats all
// that are not finite, to floats.
func fitsType(v Value, d tensor.DType) bool {
	if d == tensor.Bool || d.IsComplex() {
		return true
	}
	lowest, highest := finiteRange(d)
	switch v := v.(type) {
	case int64:
		switch {
		case d == tensor.Int64 || d == tensor.Uint64:
			return true
		case d.IsIntegral() && !d.IsSigned() && v < 0:
			return -float64(v) <= highest
		}
		return float64(v) >= lowest && float64(v) <= highest
	case float64:
		if d.IsFloat() && (math.IsInf(v, 0) || math.IsNaN(v)) {
			return true
		}
		if d.IsIntegral() {
			v = math.Trunc(v)
		}
		return v >= lowest && v <= highest
	case complex128:
		return imag(v) == 0 && fitsType(real(v), d)
	}
	return true
}

// finiteRange gives the least and the greatest finite value of a real type.
func finiteRange(d tensor.DType) (lowest, highest float64) {
	switch d {
	case tensor.Float16:
		highest = 65504
	case tensor.BFloat16:
		highest = math.Float64frombits(0x47efe00000000000)
	case tensor.Float32:
		highest = math.MaxFloat32
	default:
		if !d.IsIntegral() {
			return -math.MaxFloat64, math.MaxFloat64
		}
		bits := 8 * d.Size()
		if !d.IsSigned() {
			return 0, math.Ldexp(1, bits) - 1
		}
		return -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1) - 1
	}
	return -highest, highest
}

// conversionName is a type as PyTorch's message has it.
func conversionName(d tensor.DType) string {
	if d.IsIntegral() && d != tensor.Int32 {
		return d.Name() + "_t"
	}
	return d.CName()
}
