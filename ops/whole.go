package ops

import "slices"

// This file shows composite operators that PyTorch has as one (entry.Whole) to those who look on as one: modes of scripts, and classes
// of tensors that answer operators. Where history is kept, recordWhole has recorded the operator before it comes here.

// seenWhole gives such an operator to the innermost mode or class, if one is next to see it. What that calls is taken apart below it.
func (ctx *Context) seenWhole(op *Op, args []Value) (outs []Value, seen bool) {
	if !op.e.Whole {
		return nil, false
	}
	below := ctx.depth
	if below > 0 {
		if tp, ok := ctx.levels[below-1].(*tape); ok && !tp.wraps {
			if ctx.gradEnabled && anyRequiresGrad(args) {
				return nil, false
			}
			below--
		}
	}
	if below == 0 {
		if ctx.fakeEnv != nil || !ctx.dispatchers || ctx.undispatched != 0 {
			return nil, false
		}
		d := dispatcherAmong(args)
		if d == nil {
			return nil, false
		}
		depth := ctx.depth
		ctx.depth = 0
		outs, err := d.Dispatch(ctx, op, args)
		ctx.depth = depth
		rethrow(err)
		return outs, true
	}
	under := below
	if _, ok := ctx.levels[under-1].(*decomposing); ok && under > 1 {
		under--
	}
	if r, ok := ctx.levels[under-1].(*recordLevel); ok && r.units && op.Preservable() {
		depth := ctx.depth
		ctx.depth = under
		outs = r.composite(ctx, op, args)
		ctx.depth = depth
		return outs, true
	}
	l, ok := ctx.levels[below-1].(modeLevel)
	if !ok || ctx.fakeEnv != nil {
		return nil, false
	}
	depth, levels := ctx.depth, len(ctx.levels)
	ctx.depth = below - 1
	outs = l.Call(ctx, op, args)
	ctx.depth = depth + len(ctx.levels) - levels // a mode may have left others, or entered them
	return outs, true
}

// passWhole gives such an operator to a recorder of units below functionalize, where no history is kept of it.
func (ctx *Context) passWhole(op *Op, args []Value) (outs []Value, passed bool) {
	if !op.e.Whole || ctx.depth == 0 || !op.Preservable() {
		return nil, false
	}
	f, ok := ctx.levels[ctx.depth-1].(*functionalize)
	if !ok || !ctx.recordsUnits() {
		return nil, false
	}
	if ctx.gradEnabled && (op.e.NonDiff || op.random || op.e.Seeded) && anyRequiresGrad(f.values(ctx, args)) {
		return nil, false
	}
	depth := ctx.depth
	ctx.depth--
	outs = f.Call(ctx, op, args)
	ctx.depth = depth
	return outs, true
}

// recordsUnits says whether a recorder of units sees calls.
func (ctx *Context) recordsUnits() bool {
	return slices.ContainsFunc(ctx.levels[:ctx.depth], func(l Level) bool { r, ok := l.(*recordLevel); return ok && r.units })
}

func anyRequiresGrad(args []Value) bool {
	return !eachTensor(args, func(v Value) bool { return !RequiresGrad(v) })
}
