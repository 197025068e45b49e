package ops

import (
	"fmt"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// PushGrad starts a grad transform: a tape of its own for the tensors that TrackedBy makes.
func (ctx *Context) PushGrad() Level {
	tp := &tape{wraps: true, outer: ctx.gradEnabled}
	ctx.push(tp)
	return tp
}

// TrackedBy is v as a tensor of a transform's level. For a grad transform it is a leaf that requires grad if it may; one
// of another transform below keeps its history there.
func (ctx *Context) TrackedBy(l Level, v Value, requiresGrad bool) (out Value, err error) {
	defer ctx.catch(&err, ctx.state())
	w := wrap(&handle{level: l, value: v})
	if requiresGrad {
		if !dtypeOf(v).Differentiable() {
			throwRuntime("only Tensors of floating point dtype can require gradients")
		}
		autogradOf(w).RequiresGrad = true
	}
	return w, nil
}

// Unwrapped is what a tensor of level l stands for below it; tensors of other levels stay as they are.
func Unwrapped(l Level, v Value) Value {
	if h := ownedBy(l, v); h != nil {
		return h.value
	}
	return v
}

// IsWrapped says whether v is a tensor of a function transform.
func IsWrapped(v Value) bool { return handleOf(v) != nil }

// Inside is the tensor that a wrapped one stands for, with the opening words of its text.
func (ctx *Context) Inside(t *tensor.Tensor) (inner *tensor.Tensor, opening string) {
	h := handleOf(t)
	nest := slices.DeleteFunc(ctx.nest(), hasDuals)
	number := slices.Index(nest, h.level) + 1
	inner = h.value.(*tensor.Tensor)
	switch h.level.(type) {
	case *vmapLevel:
		return inner, fmt.Sprintf("BatchedTensor(lvl=%d, bdim=%d, value=\n", number, h.dim)
	case *functionalize:
		return inner, fmt.Sprintf("FunctionalTensor(lvl=%d, value=\\\n", number)
	}
	return inner, fmt.Sprintf("GradTrackingTensor(lvl=%d, value=\n", number)
}

// Plainest is the tensor with data behind one of function transforms.
func (ctx *Context) Plainest(t *tensor.Tensor) *tensor.Tensor {
	for h := handleOf(t); h != nil; h = handleOf(t) {
		t = h.value.(*tensor.Tensor)
	}
	return t
}

// IsMapped tells whether a tensor is one of vmap, and none of a transform within it.
func IsMapped(v Value) bool {
	h := handleOf(v)
	if h == nil {
		return false
	}
	_, mapped := h.level.(*vmapLevel)
	return mapped
}

// DataRefusal says why the memory of a tensor cannot be exchanged; "" where it can.
func (ctx *Context) DataRefusal(t *tensor.Tensor) string {
	h := handleOf(t)
	if h == nil {
		return ""
	}
	if _, mapped := h.level.(*vmapLevel); mapped {
		return "mutating directly with `.data` under vmap transform is not allowed."
	}
	return "mutating directly with `.data` inside functorch transform is not allowed."
}

// Readable says why the elements of a tensor cannot be read, nil if they can be.
func Readable(t *tensor.Tensor) error {
	top := handleOf(t)
	for h := top; h != nil; h = handleOf(h.value) {
		if _, mapped := h.level.(*vmapLevel); mapped {
			if h != top { // what reads is another transform, inside
				return &Error{"RuntimeError", MappedControl}
			}
			return &Error{"RuntimeError", "vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try to rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file a bug report."}
		}
	}
	return nil
}

// adopt makes a tensor that was made without level l one of its own, so that it can take part in an in-place change there.
func adopt(l Level, v Value) *handle {
	h := &handle{level: l}
	switch v := v.(type) {
	case *tensor.Tensor:
		inner := v.Detached()
		inner.Autograd, v.Autograd = v.Autograd, tensor.Autograd{Inference: v.Inference, Layer: h}
		h.value = inner
	case *Fake:
		inner := *v
		v.Autograd = tensor.Autograd{Layer: h}
		h.value = &inner
	}
	return h
}
