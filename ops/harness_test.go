package ops

import "fmt"

// The door through which the tests of the table reach the dispatcher. A panic is an error here, so that one broken
// kernel does not hide the state of the others.

func guarded(f func() ([]Value, error)) (out []Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v%s", r, panicTrace())
		}
	}()
	return f()
}

// callOp runs an operator on tensors; random ones draw from a generator with a fixed seed.
func callOp(ctx *Context, op *Op, args []Value) ([]Value, error) {
	ctx.Generator.ManualSeed(7)
	return guarded(func() ([]Value, error) { return ctx.Call(op, args) })
}

// fakeOp runs an operator on descriptions.
func fakeOp(ctx *Context, env Env, op *Op, args []Value) ([]Value, error) {
	return guarded(func() ([]Value, error) { return ctx.CallFake(env, op, args) })
}

// gradOf is autograd.grad with allow_unused.
func gradOf(ctx *Context, roots, inputs, grads []Value, create bool) ([]Value, error) {
	return guarded(func() ([]Value, error) { return ctx.Grad(roots, inputs, grads, create, create, true) })
}

// withoutGrad runs f with recording off.
func withoutGrad[T any](ctx *Context, f func() (T, error)) (T, error) {
	defer ctx.SetGradEnabled(ctx.SetGradEnabled(false))
	return f()
}

// panicTrace adds to the text of a panic; for looking closer.
var panicTrace = func() string { return "" }
