package ops

import (
	"math"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/maths"
	"github.com/magneto-go/magneto/tensor"
)

// The expressions of sines and cosines take multiples of π/2 away with a few terms of it, which is exact up to these angles.
const (
	largestAngle32 = 1 << 24
	largestAngle64 = 1 << 26
)

// smallAngles says whether all angles are small enough for that, or infinite, or no numbers.
func smallAngles(a Args) bool {
	t, ok := a[0].(*tensor.Tensor)
	if !ok || t.IsMeta() {
		return true
	}
	whole := t.IsContiguous() && t.Numel() > 0
	switch t.DType() {
	case tensor.Float32:
		if whole {
			return allSmall(tensor.View[float32](t.Storage())[t.Offset():t.Offset()+t.Numel()], largestAngle32)
		}
	case tensor.Float64:
		if whole {
			return allSmall(tensor.View[float64](t.Storage())[t.Offset():t.Offset()+t.Numel()], largestAngle64)
		}
		return allSmall(t.Floats(), largestAngle64)
	case tensor.BFloat16, tensor.Int32, tensor.Int64:
	default: // of 16 bits at most, or complex
		return true
	}
	return allSmall(t.Floats(), largestAngle32)
}

// allSmall compares bits, whose order is that of the sizes: signs as they come would mislead the processor's branch prediction.
func allSmall[E float32 | float64](values []E, most E) bool {
	switch list := any(values).(type) {
	case []float32:
		limit := math.Float32bits(float32(most))
		infinite := math.Float32bits(float32(math.Inf(1)))
		for _, v := range list {
			if size := math.Float32bits(v) &^ (1 << 31); size > limit && size < infinite {
				return false
			}
		}
	case []float64:
		limit := math.Float64bits(float64(most))
		infinite := math.Float64bits(math.Inf(1))
		for _, v := range list {
			if size := math.Float64bits(v) &^ (1 << 63); size > limit && size < infinite {
				return false
			}
		}
	}
	return true
}

// angleBody is the body of a function of angles. Compiled graphs reject larger ones, and infinite ones with them, which costs one comparison: they are run by the operators then.
func angleBody(name string) func(b *bodyBuilder) ir.ID {
	function := mathBody(name)
	return func(b *bodyBuilder) ir.ID {
		if !b.isFloat() {
			return 0
		}
		if b.eager || b.elem == ir.Float16 {
			return function(b)
		}
		x, most := b.x(0), float64(largestAngle32)
		if b.t == ir.F64 {
			most = largestAngle64
		}
		v, err := maths.Named(b.k, name, b.do(ir.Reject, x, b.do(ir.Lt, b.k.Const(b.t, most), b.do(ir.Abs, x))))
		if err != nil {
			return 0
		}
		return v
	}
}
