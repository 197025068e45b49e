package ops

import (
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// What the layers above ask about tensors, with data or without, and about symbolic sizes.

// Describe is the description of a tensor or a number: of a tensor with data a new one, else the value itself.
func Describe(v Value) *Fake { return metaOf(v) }

// AutogradOf is what autograd keeps on a tensor; nil for what is none.
func AutogradOf(v Value) *tensor.Autograd { return autogradOf(v) }

// GradOf is the accumulated gradient of a leaf, nil if there is none.
func GradOf(v Value) Value {
	switch v := v.(type) {
	case *tensor.Tensor:
		if x, ok := v.Extra.(*tensorExtra); ok && x.fakeGrad != nil {
			return x.fakeGrad
		}
		if v.Grad != nil {
			return v.Grad
		}
	case *Fake:
		if v.GradFake != nil {
			return v.GradFake
		}
	}
	return nil
}

// SetGrad sets the gradient of a tensor, or takes it away. A tensor with data takes one with data.
func SetGrad(v, g Value) (err error) {
	defer catch(&err)
	_, data := v.(*tensor.Tensor)
	if _, fake := g.(*Fake); data && fake {
		throwRuntime("the gradient of a tensor with data cannot be a tensor without")
	}
	if t, ok := g.(*tensor.Tensor); ok && !data {
		g = FakeOf(t)
	}
	if t, ok := v.(*tensor.Tensor); ok && g == nil && t.Grad != nil && t.Grad.Wrapper() == nil && t.Grad.GradFn == nil && DispatcherOf(t.Grad) == nil {
		t.Grad.Storage().ReleaseIfAlone() // no script knows it
	}
	setGrad(v, g)
	return nil
}

// SizesText is the sizes of a tensor as error texts have them: [2, 3].
func SizesText(v Value) string { return sizesText(sizesOf(v)) }

// Decide is the truth of a condition on sizes in this run; the shape environment guards it.
func (ctx *Context) Decide(b symbolic.Bool) (truth bool, err error) {
	defer ctx.catch(&err, ctx.state())
	if env := ctx.Numbers(); env != nil {
		if _, known := b.Const(); !known {
			return env.DecideExactly(b), nil
		}
	}
	return ctx.is(b), nil
}

// Fixed is the value of a size in this run; the shape environment guards that it is this one.
func (ctx *Context) Fixed(s symbolic.Int) (n int, err error) {
	defer ctx.catch(&err, ctx.state())
	if s.IsSymbolic() && ctx.sizeEnv() == nil {
		throwRuntime("magneto: the symbolic size %s outside of a shape environment", s)
	}
	return ctx.fixed(s), nil
}

// FreshSize is a size that depends on data, of what runs on tensors without data; ok is false where nothing does.
func (ctx *Context) FreshSize(why string) (n symbolic.Int, ok bool, err error) {
	defer ctx.catch(&err, ctx.state())
	if ctx.fakeEnv == nil {
		return n, false, nil
	}
	return ctx.fakeEnv.FreshUnbacked(why), true, nil
}

// FixedNumber is the plain number that a symbolic one is in this run.
func (ctx *Context) FixedNumber(v Value) (n Value, err error) {
	defer ctx.catch(&err, ctx.state())
	env := ctx.Numbers()
	if env == nil {
		throwRuntime("magneto: the symbolic number %v outside of a recording", v)
	}
	return env.Fix(v), nil
}

// Assume takes a condition on symbolic numbers for granted, which is checked when the recording runs; it tells whether the condition may hold.
// Outside of recordings it decides it.
func (ctx *Context) Assume(b symbolic.Bool) (holds bool, err error) {
	defer ctx.catch(&err, ctx.state())
	if env, ok := ctx.sizeEnv().(interface{ Assume(symbolic.Bool) bool }); ok {
		return env.Assume(b), nil
	}
	return ctx.is(b), nil
}

// Open tells that a condition stays one until its truth is asked for: in recordings, and where nothing decides it before the program runs.
func (ctx *Context) Open(b symbolic.Bool) bool {
	if ctx.Numbers() != nil {
		return true
	}
	_, open := ctx.undecided(b)
	return open
}

// Detached is another tensor with the same data, if it has any, that autograd and the levels know nothing of.
func Detached(v Value) Value {
	switch v := v.(type) {
	case *tensor.Tensor:
		return v.Detached()
	case *Fake:
		f := *v
		f.Autograd, f.GradFake, f.Node, f.Wrapper = tensor.Autograd{}, nil, nil, nil
		return &f
	}
	return v
}
