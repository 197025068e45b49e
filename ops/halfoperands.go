package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/symbolic"
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

// roundingTo rounds a number to what an element type holds.
func roundingTo(d tensor.DType) func(float64) float64 {
	switch d {
	case tensor.Float64:
		return func(v float64) float64 { return v }
	case tensor.Float16:
		return func(v float64) float64 { return float64(tensor.HalfToFloat(tensor.FloatToHalf(float32(v)))) }
	case tensor.BFloat16:
		return func(v float64) float64 { return float64(tensor.BFloatToFloat(tensor.FloatToBFloat(float32(v)))) }
	case tensor.Float32:
		return func(v float64) float64 { return float64(float32(v)) }
	}
	return func(v float64) float64 { return tensor.Scalar(d, v).Floats()[0] }
}

// stepwise is the kernel of a function of two numbers that PyTorch computes in the element type even where that has half precision: each step is rounded to it.
func stepwise(name string, f func(x, y float64, round func(float64) float64) float64) func(*Context, Args, []*tensor.Tensor) {
	return func(_ *Context, a Args, out []*tensor.Tensor) {
		d := out[0].DType()
		round := stepRounding(d)
		runBinary(name, d, out[0], a.tensor(0), a.tensor(1), binaryFuncs{f: func(x, y float64) float64 { return f(x, y, round) }})
	}
}

// stepRounding rounds the steps of a function that is computed in the element type, where that has half precision.
func stepRounding(d tensor.DType) func(float64) float64 {
	if isHalf(d) {
		return roundingTo(d)
	}
	return roundingTo(tensor.Float64)
}

// operandRounding is what becomes of one operand.
type operandRounding uint8

const (
	asGiven operandRounding = iota
	toResult
	toSingle // single precision, in which the operator computes
)

// operandRoundings says what becomes of the two operands and the factor of an operator whose result has half precision, of type d; ok is false where all stay as they are.
func (ctx *Context) operandRoundings(e *entry, a []Value) (d tensor.DType, operands [2]operandRounding, factor, ok bool) {
	if e.operands == keepsOperands || !slices.ContainsFunc(a[:2], hasHalf) {
		return d, operands, false, false
	}
	d = ctx.ResultType(a[0], a[1])
	if !isHalf(d) {
		return d, operands, false, false
	}
	if e.operands == roundsAlpha {
		_, factor = numberAt(a, 2)
	}
	for i, v := range a[:2] {
		_, number := v.(float64)
		switch {
		case !number && (!isTensor(v) || dtypeOf(v) == d):
		case i == 1 && e.operands == roundsFirst && (number || isSingle(v)):
			operands[i] = toSingle
		default:
			operands[i] = toResult
		}
	}
	return d, operands, factor, factor || operands != [2]operandRounding{}
}

// roundOperands gives the arguments with which an operator computes, and whether some are not as they were.
func (ctx *Context) roundOperands(e *entry, a []Value) (operands []Value, rounded bool) {
	d, how, factor, ok := ctx.operandRoundings(e, a)
	if !ok {
		return a, false
	}
	a = roundNumbers(a, d, how, factor)
	for i, v := range a[:2] {
		v, ok := v.(*tensor.Tensor)
		switch {
		case !ok || how[i] == asGiven:
		case how[i] == toResult:
			a[i] = v.To(d)
		case v.DType() == tensor.Float64:
			a[i] = v.To(tensor.Float32).To(tensor.Float64)
		}
	}
	return a, true
}

// roundOperands gives the arguments and operands with which an operator computes in a kernel, in single precision.
func (l *Lowering) roundOperands(e *entry, a []Value, elements []ir.ID) ([]Value, []ir.ID) {
	d, how, factor, ok := l.context().operandRoundings(e, a)
	if !ok {
		return a, elements
	}
	a, elements = roundNumbers(a, d, how, factor), slices.Clone(elements)
	for i, v := range a[:2] {
		if v, ok := v.(*Fake); ok && how[i] == toResult {
			rounded := *v
			rounded.DType = d
			a[i], elements[i] = &rounded, l.Converted(elements[i], d)
		}
	}
	return a, elements
}

// roundNumbers is a copy of arguments in which numbers are rounded.
func roundNumbers(a []Value, d tensor.DType, how [2]operandRounding, factor bool) []Value {
	a = slices.Clone(a)
	if factor {
		a[2] = roundingTo(d)(a[2].(float64))
	}
	for i, v := range a[:2] {
		switch v, ok := v.(float64); {
		case !ok:
		case how[i] == toResult:
			a[i] = roundingTo(d)(v)
		case how[i] == toSingle:
			a[i] = float64(float32(v))
		}
	}
	return a
}

func numberAt(a []Value, i int) (v float64, ok bool) {
	if i < len(a) {
		v, ok = a[i].(float64)
	}
	return v, ok
}

func hasHalf(v Value) bool { return isTensor(v) && isHalf(dtypeOf(v)) }

// isSingle tells whether a tensor is known to have one element.
func isSingle(v Value) bool {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v.Numel() == 1
	case *Fake:
		return !slices.ContainsFunc(v.Sizes, func(n symbolic.Int) bool { return n != symbolic.IntOf(1) })
	}
	return false
}
