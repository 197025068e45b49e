package ops

import (
	"slices"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// Losses that are functions of the distance between input and target: one kernel computes the reduced loss, another one the gradient of the input, with the roundings
// of the operators that they stand for.

// distanceLoss is a loss as a function of d = input − target, in the loop IR.
type distanceLoss struct {
	name string
	// factor is what the derivative is beside slope.
	factor float64
	// loss of an element, and its derivative without the factor. p is the parameter of the loss.
	loss, slope func(k *ir.Kernel, d, p ir.ID) ir.ID
}

var (
	meanSquare = distanceLoss{"mse_loss", 2, func(k *ir.Kernel, d, _ ir.ID) ir.ID { return k.Do(ir.Mul, d, d) },
		func(k *ir.Kernel, d, _ ir.ID) ir.ID { return d }}
	smoothDistance = distanceLoss{"smooth_l1_loss", 1, func(k *ir.Kernel, d, beta ir.ID) ir.ID {
		a, half := k.Do(ir.Abs, d), k.Const(k.TypeOf(d), 0.5)
		square := k.Do(ir.Div, k.Do(ir.Mul, k.Do(ir.Mul, a, a), half), beta)
		return k.Do(ir.Select, k.Do(ir.Lt, a, beta), square, k.Do(ir.Sub, a, k.Do(ir.Mul, half, beta)))
	}, func(k *ir.Kernel, d, beta ir.ID) ir.ID {
		return k.Do(ir.Select, k.Do(ir.Lt, k.Do(ir.Abs, d), beta), k.Do(ir.Div, d, beta), signOf(k, d))
	}}
	huberDistance = distanceLoss{"huber_loss", 1, func(k *ir.Kernel, d, delta ir.ID) ir.ID {
		a, half := k.Do(ir.Abs, d), k.Const(k.TypeOf(d), 0.5)
		straight := k.Do(ir.Mul, k.Do(ir.Sub, a, k.Do(ir.Mul, half, delta)), delta)
		return k.Do(ir.Select, k.Do(ir.Le, a, delta), k.Do(ir.Mul, k.Do(ir.Mul, a, a), half), straight)
	}, func(k *ir.Kernel, d, delta ir.ID) ir.ID {
		return k.Do(ir.Select, k.Do(ir.Le, k.Do(ir.Abs, d), delta), d, k.Do(ir.Mul, signOf(k, d), delta))
	}}
)

// signOf is −1, 0 or 1; 0 for NaN, as sign has it.
func signOf(k *ir.Kernel, d ir.ID) ir.ID {
	t := k.TypeOf(d)
	zero := k.Const(t, 0)
	return k.Do(ir.Select, k.Do(ir.Lt, d, zero), k.Const(t, -1), k.Do(ir.Select, k.Do(ir.Lt, zero, d), k.Const(t, 1), zero))
}

// fuses says whether a call is one that the kernels compute: of contiguous floats that nothing else sees.
func (l *distanceLoss) fuses(ctx *Context, values ...Value) (list []*tensor.Tensor, ok bool) {
	list, ok = ctx.unwatched(values...)
	if !ok || len(list) != len(values) || list[0].DType() != tensor.Float32 && list[0].DType() != tensor.Float64 || list[0].Numel() == 0 {
		return nil, false
	}
	for _, t := range list[1:] {
		ok = ok && t.DType() == list[0].DType()
	}
	return list, ok && list[0].IsContiguous() && list[1].IsContiguous() && slices.Equal(list[0].Sizes(), list[1].Sizes())
}

// reduced is the loss over all elements, or nil. Floats are summed in float64: few enough are left to cascadeSum.
func (l *distanceLoss) reduced(ctx *Context, x, y Value, reduction int, parameter float64) Value {
	list, ok := l.fuses(ctx, x, y)
	if !ok || reduction == reduceNone || !ctx.WideSums && list[0].Numel() <= cascadeLimit {
		return nil
	}
	out := tensor.NewUninit(list[0].DType())
	out.Inference = ctx.inferenceMode
	kernel := ctx.rowKernel(l.name, "", func(k *ir.Kernel, types []ir.Elem) {
		t := types[0].Value()
		d := k.Do(ir.Sub, k.Load(k.In("x", types[0])), k.Load(k.In("y", types[0])))
		to := k.RowOut("out", types[0])
		p, n := k.Scalar("p", t), k.Scalar("n", ir.F64)
		storeAs(k, to, k.Do(ir.Div, k.Reduce(ir.Add, k.To(ir.F64, l.loss(k, d, p))), n))
	}, list[0])
	n := list[0].Numel()
	count := 1.0
	if reduction == reduceMean {
		count = float64(n)
	}
	r := rowSpace{Space: ir.Space{Reduce: []int{n}}}
	r.run(kernel, []uint64{floatBits(list[0].DType(), parameter), ir.Float64Bits(count)}, asRow(list[0]), asRow(list[1]), ir.Buffer{Ptr: firstElement(out)})
	return out
}

// gradient is that of the input for the gradient g of a loss, or nil.
func (l *distanceLoss) gradient(ctx *Context, x, y, g Value, reduction int, parameter float64) Value {
	if ctx.gradEnabled {
		return nil
	}
	list, ok := l.fuses(ctx, x, y, g)
	if !ok || reduction == reduceNone || list[2].Numel() != 1 {
		return nil
	}
	out := tensor.NewUninit(list[0].DType(), list[0].Sizes()...)
	kernel := ctx.rowKernel(l.name, "gradient", func(k *ir.Kernel, types []ir.Elem) {
		t := types[0].Value()
		d := k.Do(ir.Sub, k.Load(k.In("x", types[0])), k.Load(k.In("y", types[0])))
		of := k.Load(k.In("g", types[0]))
		slope := k.Do(ir.Mul, l.slope(k, d, k.Scalar("p", t)), k.Scalar("factor", t))
		k.Store(k.Out("out", types[0]), k.Do(ir.Mul, slope, of))
	}, list[0])
	factor := l.factor
	if reduction == reduceMean {
		factor /= float64(list[0].Numel())
	}
	d := list[0].DType()
	r := rowSpace{Space: ir.Space{Keep: []int{list[0].Numel()}}}
	r.run(kernel, []uint64{floatBits(d, parameter), floatBits(d, factor)}, asRow(list[0]), asRow(list[1]), ir.Buffer{Ptr: firstElement(list[2]), Strides: []int{0}}, asRow(out))
	return out
}

// asRow is a contiguous tensor as a row.
func asRow(t *tensor.Tensor) ir.Buffer { return ir.Buffer{Ptr: firstElement(t), Strides: []int{1}} }

// floatBits is a number as a scalar of kernels that compute in d, float32 or float64.
func floatBits(d tensor.DType, v float64) uint64 {
	if d == tensor.Float32 {
		return ir.Float32Bits(float32(v))
	}
	return ir.Float64Bits(v)
}

// grad is the derivative of an entry whose third argument is the reduction; parameter is the number of the loss's parameter, or -1.
func (l *distanceLoss) grad(parameter int, derivative func(ctx *Context, s *Saved, x, y Value) Value) GradFunc {
	composed := lossGrad(2, derivative)
	return func(ctx *Context, s *Saved, g []Value) []Value {
		p := 1.0
		if parameter >= 0 {
			p = s.Args().float(parameter)
		}
		if ctx.shown() {
			return l.inOneOperator(ctx, s, g[0], parameter)
		}
		if p > 0 && !s.Need(1) {
			if gx := l.gradient(ctx, s.In(0), s.In(1), g[0], s.Args().int(2), p); gx != nil {
				return []Value{gx, nil}
			}
		}
		if !ctx.gradEnabled && plainPair(s.In(0), g[0]) && dtypeOf(s.In(0)) == dtypeOf(s.In(1)) {
			return l.inOneOperator(ctx, s, g[0], parameter)
		}
		out := composed(ctx, s, g)
		for i, v := range out {
			if v != nil {
				out[i] = ctx.call1("contiguous", v)
			}
		}
		return out
	}
}

// inOneOperator calls the operator of the derivative.
func (l *distanceLoss) inOneOperator(ctx *Context, s *Saved, g Value, parameter int) []Value {
	out := make([]Value, 2)
	for i := range out {
		if !s.Need(i) {
			continue
		}
		args := []Value{g, s.In(i), s.In(1 - i), s.Arg(2)}
		if parameter >= 0 {
			args = append(args, s.Arg(parameter))
		}
		out[i] = ctx.call1(l.name+"_backward", args...)
	}
	return out
}
