package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// deciding is thrown where an operator reads the value of a number that is a symbol: which formula is computed depends on it, as on the order of a norm.
type deciding struct{ symbol symbolic.Int }

func (d deciding) scriptError() *Error {
	return &Error{"NotImplementedError", "magneto: the number " + d.symbol.String() + " is a symbol, and what it is decides what is computed"}
}

// withScalars calls an operator that is given symbols as scalars. Where one of them decides what is computed, all are fixed, which a guard says, and the call begins anew.
func (ctx *Context) withScalars(op *Op, args []Value) (out []Value) {
	before := ctx.state()
	defer func() {
		e := recover()
		if e == nil {
			return
		}
		if _, ok := e.(deciding); !ok {
			panic(e)
		}
		ctx.restore(before)
		out = ctx.route(op, ctx.fixedScalars(op, args))
	}()
	return ctx.route(op, args)
}

// takesSymbols tells whether a scalar that an operator is given is a symbol.
func takesSymbols(op *Op, args []Value) bool {
	for i, p := range op.Schema().Params {
		if p.Type.Base == "Scalar" && i < len(args) && hasSymbolic(args[i]) {
			return true
		}
	}
	return false
}

func (ctx *Context) fixedScalars(op *Op, args []Value) []Value {
	args = slices.Clone(args)
	for i, p := range op.Schema().Params {
		if p.Type.Base == "Scalar" && i < len(args) {
			args[i] = ctx.plainInt(args[i])
		}
	}
	return args
}
