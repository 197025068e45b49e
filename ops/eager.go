package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// eager runs a functional overload on tensors.
func (ctx *Context) eager(op *Op, args []Value) []Value {
	e := op.e
	switch {
	case op.view:
		return ctx.eagerView(op, args)
	case e.Eager != nil:
		return e.Eager(ctx, args)
	case e.Kernel != nil:
		if hasStoredOnly(args) {
			if outs, ok := ctx.inWiderType(op, args); ok {
				return outs
			}
			args = storedOnly(ctx, op, args)
		}
		given := args
		args, rounded := ctx.roundOperands(e, args)
		if e.loop != nil && !rounded {
			if out := runKnown(ctx, e, args); out != nil {
				return []Value{out}
			}
		}
		fakes := e.Meta(ctx, given)
		out := make([]*tensor.Tensor, len(fakes))
		results := make([]Value, len(fakes))
		for i, f := range fakes {
			out[i] = ctx.allocate(f, e.loop != nil || e.Fills)
			results[i] = out[i]
		}
		if len(out) > 0 && out[0].IsMeta() {
			return results
		}
		if e.loop != nil {
			if runLoop(ctx, e, args, out[0]) {
				return results
			}
			clear(out[0].Storage().Bytes())
		}
		e.Kernel(ctx, args, out)
		return results
	case e.Decomp != nil:
		return ctx.withoutGrad(func() []Value { return e.Decomp(ctx, args) })
	}
	throw("NotImplementedError", "magneto: operator %s has no kernel", op)
	return nil
}

// allocate makes the tensor that f describes, with zeros or, for who fills it whole, with anything in it.
func (ctx *Context) allocate(f *Fake, uninitialised bool) *tensor.Tensor {
	sizes, strides := constants(f.Sizes), constants(f.Strides)
	for _, s := range sizes {
		if s < 0 {
			throwRuntime("Trying to create tensor with negative dimension %d: %s", s, sizesText(f.Sizes))
		}
	}
	if f.Device.Type == "meta" {
		return tensor.NewMeta(f.DType, sizes, strides)
	}
	make := tensor.NewStrided
	if uninitialised {
		make = tensor.NewStridedUninit
	}
	t := make(f.DType, sizes, strides)
	t.Inference = ctx.inferenceMode
	if f.Device.Index >= 0 {
		t.SetDevice(f.Device)
	}
	return t
}

func constants(sizes []symbolic.Int) []int {
	out := make([]int, len(sizes))
	for i, s := range sizes {
		c, ok := s.Const()
		if !ok {
			throwRuntime("magneto: a symbolic size reached a kernel")
		}
		out[i] = int(c)
	}
	return out
}

// eagerView makes views with the geometry that the meta gives. A meta may answer with a non-view (Base nil) when the
// operator returns its argument itself or a copy.
func (ctx *Context) eagerView(op *Op, args []Value) []Value {
	self := args[0].(*tensor.Tensor)
	fakes := op.e.Meta(ctx, args)
	views := make([]Value, len(fakes))
	for i, f := range fakes {
		v := self.ViewDType(f.DType, constants(f.Sizes), constants(f.Strides), 0)
		v.SetGeometry(v.Sizes(), v.Strides(), constants([]symbolic.Int{f.Offset})[0])
		v.Conj, v.Neg = f.Conj, f.Neg
		v.Inference = self.Inference
		views[i] = v
	}
	return wrapReturns(op, views)
}

// wrapReturns makes one list of the results of operators that return Tensor[].
func wrapReturns(op *Op, results []Value) []Value {
	if r := op.Schema().Returns; len(r) == 1 && r[0].Type.List {
		return []Value{results}
	}
	return results
}

// withoutGrad runs a decomposition under the levels, where nothing is recorded.
func (ctx *Context) withoutGrad(f func() []Value) []Value {
	saved := ctx.gradEnabled
	ctx.gradEnabled = false
	out := f()
	ctx.gradEnabled = saved
	return out
}
