package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// Operands of half precision. Where a result has half precision, PyTorch's binary operators bring their operands to its type before they compute, in single
// precision, so a number of more digits is rounded: torch.tensor(0.3, dtype=torch.bfloat16) == 0.3. Products and quotients take a second operand of one element
// in single precision.

// operandRule is what an operator does with operands of more precision than its result.
type operandRule uint8

const (
	keepsOperands operandRule = iota // also whatever has no operands to round
	roundsOperands
	roundsFirst // and the second, where it has several elements
	roundsAlpha // operands, and the factor of the second one
)

// operandRules are the operators that round operands, by name.
var operandRules = func() map[string]operandRule {
	rules := map[string]operandRule{"mul": roundsFirst, "div": roundsFirst, "floor_divide": roundsFirst, "add": roundsAlpha, "sub": roundsAlpha, "rsub": roundsAlpha}
	for _, name := range strings.Fields(`remainder fmod pow eq ne lt le gt ge atan2 hypot logaddexp logaddexp2 xlogy special_xlog1py nextafter copysign
		maximum minimum fmax fmin igamma igammac softshrink hardshrink`) {
		rules[name] = roundsOperands
	}
	return rules
}()

// isHalf tells whether d is a float of two bytes or less.
func isHalf(d tensor.DType) bool { return d.IsFloat() && d.Size() <= 2 }

// roundingTo rounds a number to what an element type of floats holds.
func roundingTo(d tensor.DType) func(float64) float64 {
	switch d {
	case tensor.Float64:
		return func(v float64) float64 { return v }
	case tensor.Float16:
		return func(v float64) float64 { return float64(tensor.HalfToFloat(tensor.FloatToHalf(float32(v)))) }
	case tensor.BFloat16:
		return func(v float64) float64 { return float64(tensor.BFloatToFloat(tensor.FloatToBFloat(float32(v)))) }
	}
	return func(v float64) float64 { return float64(float32(v)) }
}

// roundOperands gives the arguments with which an operator computes, and whether some are not as they were.
func (ctx *Context) roundOperands(e *entry, a []Value) (operands []Value, rounded bool) {
	if e.operands == keepsOperands || !slices.ContainsFunc(a[:2], hasHalf) {
		return a, false
	}
	d := ctx.ResultType(a[0], a[1])
	factor, ok := numberAt(a, 2)
	ok = ok && e.operands == roundsAlpha
	if !isHalf(d) || !ok && hasType(a[0], d) && hasType(a[1], d) {
		return a, false
	}
	a = slices.Clone(a)
	if ok {
		a[2] = rounding(d)(factor)
	}
	for i, v := range a[:2] {
		wide := i == 1 && e.operands == roundsFirst
		switch v := v.(type) {
		case *tensor.Tensor:
			switch {
			case wide && v.Numel() == 1:
				if v.DType() == tensor.Float64 {
					a[i] = v.To(tensor.Float32).To(tensor.Float64)
				}
			case v.DType() != d:
				a[i] = v.To(d)
			}
		case float64:
			if wide {
				a[i] = float64(float32(v))
			} else {
				a[i] = rounding(d)(v)
			}
		}
	}
	return a, true
}

func numberAt(a []Value, i int) (v float64, ok bool) {
	if i < len(a) {
		v, ok = a[i].(float64)
	}
	return v, ok
}

func hasHalf(v Value) bool {
	t, ok := v.(*tensor.Tensor)
	return ok && isHalf(t.DType())
}

func hasType(v Value, d tensor.DType) bool {
	t, ok := v.(*tensor.Tensor)
	return ok && t.DType() == d
}
