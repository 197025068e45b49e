package ops

import "github.com/magneto-go/magneto/tensor"

// gradType is the element type that a leaf takes gradients in, where a script has said so: that type, or any.
type gradType struct {
	dtype tensor.DType
	any   bool
}

// GradDType is the element type of the gradients of a leaf: its own unless SetGradDType has said otherwise; any tells that
// all are taken.
func GradDType(v Value) (d tensor.DType, any bool) {
	if x, ok := autogradOf(v).Extra.(*tensorExtra); ok && x.grads != nil {
		return x.grads.dtype, x.grads.any
	}
	return dtypeOf(v), false
}

// SetGradDType has gradients of a leaf cast to d before they are added up, or kept as they are for nil. The error names a
// tensor that has a history, or a gradient of another type.
func (ctx *Context) SetGradDType(v Value, d *tensor.DType) (err error) {
	defer ctx.catch(&err, ctx.state())
	if ctx.GradFn(v) != nil {
		throwRuntime("grad_dtype can only be set on leaf tensors.")
	}
	grads := &gradType{any: true}
	if d != nil {
		grads = &gradType{dtype: *d}
		if g := GradOf(v); g != nil && dtypeOf(g) != *d {
			throwRuntime("Cannot set grad_dtype to '%s' because there is already a gradient with dtype '%s'. Please clear the gradient (.grad = None) before changing grad_dtype, or ensure the new grad_dtype matches the existing gradient's dtype.",
				d.ScalarName(), dtypeOf(g).CName())
		}
	}
	x := extraOf(autogradOf(v))
	x.grads = grads
	if x.accumulate != nil {
		x.accumulate.outputs[0].take(grads)
	}
	return nil
}

// take has gradients come in the type that a leaf wants.
func (m *outputMeta) take(g *gradType) {
	if g != nil {
		m.dtype, m.anyType = g.dtype, g.any
	}
}
