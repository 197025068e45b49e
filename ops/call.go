package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Mode sees calls on their way to the kernels. next continues with the layers below; inside Call the mode itself is
// not active.
type Mode interface {
	Call(op *Op, args []Value, next func(op *Op, args []Value) ([]Value, error)) ([]Value, error)
}

// PushMode makes m the innermost mode.
func (ctx *Context) PushMode(m Mode) { ctx.modes = append(ctx.modes, m) }

// PopMode removes the mode pushed last.
func (ctx *Context) PopMode() { ctx.modes = ctx.modes[:len(ctx.modes)-1] }

// Call runs an operator through the autograd tape, the modes and the kernels. args has one value for each parameter.
func (ctx *Context) Call(op *Op, args []Value) (out []Value, err error) {
	defer catch(&err)
	return ctx.dispatch(op, args), nil
}

// CallFake runs the meta functions: the results are Fakes, real tensors among the arguments are described first.
func (ctx *Context) CallFake(env Env, op *Op, args []Value) (out []Value, err error) {
	defer catch(&err)
	saved := ctx.fakeEnv
	ctx.fakeEnv = env
	defer func() { ctx.fakeEnv = saved }()
	return ctx.dispatch(op, fakeArgs(args)), nil
}

func fakeArgs(args []Value) []Value {
	out := make([]Value, len(args))
	for i, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			out[i] = FakeOf(v)
		case []Value:
			out[i] = fakeArgs(v)
		default:
			out[i] = v
		}
	}
	return out
}

// dispatch is Call for use inside the package: errors are thrown.
func (ctx *Context) dispatch(op *Op, args []Value) []Value {
	if op.e.Decomp != nil && op.Variant == Plain && op.IsComposite() {
		return op.e.Decomp(ctx, args)
	}
	if len(args) > 0 && op.Variant == InPlace && op.IsComposite() {
		return inPlaceComposite(ctx, op, args)
	}
	if op.e.OwnTape && ctx.fakeEnv == nil && !anyFake(args) {
		return ctx.below(op, args)
	}
	if ctx.gradEnabled && !op.e.NonDiff || op.Variant == InPlace || op.view {
		return recordCall(ctx, op, args)
	}
	return ctx.below(op, args)
}

// below continues under the autograd tape.
func (ctx *Context) below(op *Op, args []Value) []Value {
	if len(ctx.modes) == 0 {
		return ctx.base(op, args)
	}
	all := ctx.modes
	top := all[len(all)-1]
	ctx.modes = all[:len(all)-1]
	defer func() { ctx.modes = all }()
	out, err := top.Call(op, args, func(op *Op, args []Value) (out []Value, err error) {
		defer catch(&err)
		return ctx.below(op, args), nil
	})
	rethrow(err)
	return out
}

// call runs an operator by name; missing trailing arguments take their defaults.
func (ctx *Context) call(name string, args ...Value) []Value {
	op := mustLookup(name)
	params := op.Schema().Params
	if len(args) < len(params) {
		full := make([]Value, len(params))
		copy(full, args)
		for i := len(args); i < len(params); i++ {
			full[i] = params[i].Default
		}
		args = full
	}
	return ctx.dispatch(op, args)
}

// call1 is call for operators with one result.
func (ctx *Context) call1(name string, args ...Value) Value { return ctx.call(name, args...)[0] }

// is decides a condition on sizes: constants directly, others by the shape environment.
func (ctx *Context) is(b symbolic.Bool) bool {
	if v, ok := b.Const(); ok {
		return v
	}
	if ctx.fakeEnv != nil {
		return ctx.fakeEnv.Decide(b)
	}
	throwRuntime("magneto: a condition on a symbolic size outside of a shape environment: %s", b.String())
	return false
}

// hint is the value of a size in this run.
func (ctx *Context) hint(s symbolic.Int) int64 {
	if c, ok := s.Const(); ok {
		return c
	}
	if ctx.fakeEnv != nil {
		return ctx.fakeEnv.Hint(s)
	}
	return 1
}

// SetEnv sets the shape environment for calls with Fakes outside of CallFake (derivatives run on Fakes) and
// returns the old one.
func (ctx *Context) SetEnv(env Env) Env {
	old := ctx.fakeEnv
	ctx.fakeEnv = env
	return old
}

func anyFake(args []Value) bool {
	for _, v := range args {
		switch v := v.(type) {
		case *Fake:
			return true
		case []Value:
			if anyFake(v) {
				return true
			}
		}
	}
	return false
}

// base is the lowest layer: metas for fakes, kernels for tensors.
func (ctx *Context) base(op *Op, args []Value) []Value {
	if ctx.fakeEnv != nil || anyFake(args) {
		return ctx.baseFake(op, args)
	}
	if anyMeta(args) {
		return ctx.baseMeta(op, args)
	}
	switch {
	case op.Variant == InPlace:
		return eagerInPlace(ctx, op, args)
	case op.Variant == Out:
		return eagerOut(ctx, op, args)
	}
	return ctx.eager(op, args)
}

// eager runs a functional overload on tensors.
func (ctx *Context) eager(op *Op, args []Value) []Value {
	e := op.e
	switch {
	case op.view:
		return ctx.eagerView(op, args)
	case e.Eager != nil:
		return e.Eager(ctx, args)
	case e.Kernel != nil:
		fakes := e.Meta(ctx, args)
		out := make([]*tensor.Tensor, len(fakes))
		results := make([]Value, len(fakes))
		for i, f := range fakes {
			out[i] = ctx.allocate(f)
			results[i] = out[i]
		}
		if len(out) > 0 && out[0].IsMeta() {
			return results
		}
		e.Kernel(ctx, args, out)
		return results
	case e.Decomp != nil:
		saved := ctx.gradEnabled
		ctx.gradEnabled = false
		defer func() { ctx.gradEnabled = saved }()
		return e.Decomp(ctx, args)
	}
	throw("NotImplementedError", "magneto: operator %s has no kernel", op)
	return nil
}

// allocate makes the tensor that f describes.
func (ctx *Context) allocate(f *Fake) *tensor.Tensor {
	sizes, strides := constants(f.Sizes), constants(f.Strides)
	for _, s := range sizes {
		if s < 0 {
			throwRuntime("Trying to create tensor with negative dimension %d: %s", s, sizesText(f.Sizes))
		}
	}
	if f.Device.Type == "meta" {
		return tensor.NewMeta(f.DType, sizes, strides)
	}
	t := tensor.NewStrided(f.DType, sizes, strides)
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

// baseFake runs the meta.
func (ctx *Context) baseFake(op *Op, args []Value) []Value {
	e := op.e
	args = fakeArgs(args)
	switch op.Variant {
	case InPlace:
		return fakeInPlace(ctx, op, args)
	case Out:
		return fakeOut(ctx, op, args)
	}
	if e.Meta == nil {
		if e.Decomp != nil {
			saved := ctx.gradEnabled
			ctx.gradEnabled = false
			defer func() { ctx.gradEnabled = saved }()
			return e.Decomp(ctx, args)
		}
		throw("NotImplementedError", "magneto: operator %s has no meta function", op)
	}
	fakes := e.Meta(ctx, args)
	out := make([]Value, len(fakes))
	for i, f := range fakes {
		if op.view {
			self := args[0].(*Fake)
			f.Base = self
			if self.Base != nil {
				f.Base = self.Base
			}
		}
		out[i] = f
	}
	return wrapReturns(op, out)
}

func anyMeta(args []Value) bool {
	for _, v := range args {
		switch v := v.(type) {
		case *tensor.Tensor:
			if v != nil && v.IsMeta() {
				return true
			}
		case []Value:
			if anyMeta(v) {
				return true
			}
		}
	}
	return false
}

// constEnv decides nothing: sizes of tensors on the device meta are constants.
type constEnv struct{}

func (constEnv) Decide(symbolic.Bool) bool { return false }
func (constEnv) Hint(symbolic.Int) int64   { return 0 }
func (constEnv) FreshUnbacked(why string) symbolic.Int {
	throw("NotImplementedError", "Cannot compute the size of %s of tensors on the device meta", why)
	return symbolic.Int{}
}

// baseMeta runs an operator on tensors without data.
func (ctx *Context) baseMeta(op *Op, args []Value) []Value {
	if op.Variant == InPlace {
		return args[:1]
	}
	saved := ctx.fakeEnv
	ctx.fakeEnv = constEnv{}
	defer func() { ctx.fakeEnv = saved }()
	return unfakeMeta(ctx.baseFake(op, args))
}

func unfakeMeta(values []Value) []Value {
	out := make([]Value, len(values))
	for i, v := range values {
		switch v := v.(type) {
		case *Fake:
			out[i] = tensor.NewMeta(v.DType, constants(v.Sizes), constants(v.Strides))
		case []Value:
			out[i] = unfakeMeta(v)
		default:
			out[i] = v
		}
	}
	return out
}
