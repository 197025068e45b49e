package ops

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// A recording on tensors without data knows the elements of those that follow from constants alone, as long as they have one element each: what a program asks
// of them is answered, and is no part of the recording.

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
		switch self, fake := args[0].(*Fake); {
		case all && op.Variant == InPlace && !op.random && fake && l.constants[self] != nil: // what shares its memory changes too
			ctx.onData(op, given)
		case all && op.Variant == InPlace && !op.random && !fake: // it has the data itself
		case len(l.constants) > 0 && slices.ContainsFunc(args, func(v Value) bool { return isTensor(v) && l.constants[v] != nil }):
			clear(l.constants)
		}
		return
	}
	if !some || !all || op.random || !slices.ContainsFunc(outs, single) {
		return
	}
	if l.constants == nil {
		l.constants = map[Value]*tensor.Tensor{}
	}
	var results []Value
	for i, out := range outs {
		if t, ok := out.(*tensor.Tensor); ok {
			l.constants[t] = t
			continue
		}
		if !single(out) {
			continue
		}
		if results == nil {
			results = ctx.onData(op, given)
		}
		if t, ok := results[i].(*tensor.Tensor); ok {
			l.constants[out] = t
		}
	}
}

// single says whether a tensor has one element.
func single(v Value) bool {
	switch v := v.(type) {
	case *Fake:
		n, known := v.Numel().Const()
		return known && n <= 1
	case *tensor.Tensor:
		return v.Numel() <= 1
	}
	return false
}

// Inputs is a Recorder that tells constants of a program, tensors with data, from what it has recorded.
type Inputs interface{ IsConstant(t *tensor.Tensor) bool }

func (l *recordLevel) isConstant(t *tensor.Tensor) bool {
	r, ok := l.r.(Inputs)
	return single(t) && (l.constants[t] != nil || ok && r.IsConstant(t))
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
			if v != nil && !l.isConstant(v) {
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
