package ops

import "github.com/magneto-go/magneto/tensor"

// Dispatcher answers the operators on a tensor of a class that has its own meaning of them (__torch_dispatch__). It hangs on the
// tensor in place of a level's handle, and is asked in place of the kernels: below autograd, the transforms and the modes.
type Dispatcher interface {
	// Precedes says whether this one is asked before another that is found among the same arguments.
	Precedes(other Dispatcher) bool
	Dispatch(ctx *Context, op *Op, args []Value) ([]Value, error)
}

// SetDispatcher makes d answer for a tensor.
func (ctx *Context) SetDispatcher(t *tensor.Tensor, d Dispatcher) {
	t.Layer = d
	ctx.dispatchers = true
}

// HasDispatchers says whether there have been tensors that somebody answers for.
func (ctx *Context) HasDispatchers() bool { return ctx.dispatchers }

// DispatcherOf is who answers for a tensor, nil for the kernels.
func DispatcherOf(v Value) Dispatcher {
	if a := autogradOf(v); a != nil {
		d, _ := a.Layer.(Dispatcher)
		return d
	}
	return nil
}

// dispatcherAmong is the first of those that answer for the arguments.
func dispatcherAmong(args []Value) (first Dispatcher) {
	eachTensor(args, func(v Value) bool {
		if d := DispatcherOf(v); d != nil && (first == nil || d.Precedes(first)) {
			first = d
		}
		return true
	})
	return first
}

// TakeApart has tensors of classes that answer for operators be asked above all levels, as recordings of what these tensors hold need it; it gives what was set before.
func (ctx *Context) TakeApart(on bool) (before bool) {
	before, ctx.apart = ctx.apart, on
	return before
}

// PassDispatchers begins a block (1) in which kernels run on tensors whatever answers for them, or ends it (-1).
func (ctx *Context) PassDispatchers(change int) { ctx.undispatched += change }

// EachAnswered calls visit for each tensor among arguments that somebody answers for.
func EachAnswered(args []Value, visit func(Value)) {
	eachTensor(args, func(v Value) bool {
		if DispatcherOf(v) != nil {
			visit(v)
		}
		return true
	})
}
