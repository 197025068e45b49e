package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// A recording on tensors without data knows the elements of those that follow from constants alone, as long as they have one element each: what a program asks
// of them is answered, and is no part of the recording.

// inputsKnown is a Recorder that tells the inputs of what it records from constants.
type inputsKnown interface{ IsInput(t *tensor.Tensor) bool }

// answer is what an operator gives that reads the element of a known tensor.
func (l *recordLevel) answer(ctx *Context, op *Op, args []Value) ([]Value, bool) {
	if !l.units || l.ahead || !op.e.Answer {
		return nil, false
	}
	given, some, all := l.known(args)
	if !some || !all {
		return nil, false
	}
	return ctx.onData(op, given), true
}

// onData runs an operator on tensors with data, unseen by any level.
func (ctx *Context) onData(op *Op, args []Value) []Value {
	env, depth := ctx.fakeEnv, ctx.depth
	ctx.fakeEnv, ctx.depth = nil, 0
	defer func() { ctx.fakeEnv, ctx.depth = env, depth }()
	return ctx.withoutGrad(func() []Value { return ctx.dispatch(op, args) })
}

// learn notes what results are known to be.
func (l *recordLevel) learn(ctx *Context, op *Op, args, outs []Value) {
	if !l.units || l.ahead || op.e.Answer {
		return
	}
	given, some, all := l.known(args)
	if op.Variant != Plain || op.mutates {
		self, ok := args[0].(*Fake)
		if all && ok && op.Variant == InPlace && !op.random && l.constants[self] != nil { // what shares its memory changes too
			ctx.onData(op, given)
		} else if len(l.constants) > 0 && slices.ContainsFunc(args, func(v Value) bool { f, ok := v.(*Fake); return ok && l.constants[f] != nil }) {
			clear(l.constants)
		}
		return
	}
	if !some || !all || op.random || !slices.ContainsFunc(outs, single) {
		return
	}
	results := ctx.onData(op, given)
	for i, out := range outs {
		f, isFake := out.(*Fake)
		t, isTensor := results[i].(*tensor.Tensor)
		if isFake && isTensor && single(out) {
			if l.constants == nil {
				l.constants = map[*Fake]*tensor.Tensor{}
			}
			l.constants[f] = t
		}
	}
}

// single says whether a tensor has one element.
func single(v Value) bool {
	f, ok := v.(*Fake)
	if !ok {
		return false
	}
	n, known := f.Numel().Const()
	return known && n <= 1
}

// known has in the place of tensors without data those that they are known to be, and says whether there are tensors, and whether all are known.
func (l *recordLevel) known(args []Value) (given []Value, some, all bool) {
	given, all = slices.Clone(args), true
	for i, v := range given {
		switch v := v.(type) {
		case *Fake:
			t := l.constants[v]
			if v != nil && t == nil {
				return nil, true, false
			}
			if t != nil {
				given[i], some = t, true
			}
		case *tensor.Tensor:
			some = some || v != nil
			if given, ok := l.r.(inputsKnown); v != nil && (v.Numel() > 1 || !ok || given.IsInput(v)) {
				return nil, true, false
			}
		case symbolic.Int, symbolic.Float, symbolic.Bool:
			return nil, some, false
		case []Value:
			inner, has, ok := l.known(v)
			if !ok {
				return nil, true, false
			}
			given[i], some = inner, some || has
		}
	}
	return given, some, all
}
