package compiler

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// keepComposites is (function, which, ...): it calls the function with the further arguments while composite operators stay whole: those of the list which, or all that
// can where it is None.
func keepComposites(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	keep := (*ops.Op).Preservable
	if !args[1].IsNone() {
		items, err := object.ToSlice(th, args[1])
		if err != nil {
			return object.Null, err
		}
		listed := map[*ops.Op]bool{}
		for _, v := range items {
			if op, ok := torch.OpOfOverload(th, v); ok {
				listed[op] = true
			}
		}
		keep = func(op *ops.Op) bool { return (listed[op] || op.IsWhole()) && op.Preservable() }
	}
	ctx := torch.Context(th)
	before := ctx.KeepComposites(keep)
	defer func() { _ = ctx.KeepComposites(before) }()
	return object.CallArgs(th, args[0], append([]object.Value(nil), args[2:]...), nil)
}

// repeatingDraws is a function that, where it is recorded more than once, draws the same random numbers each time.
func repeatingDraws(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	draws, function := &ops.Draws{}, args[0]
	return object.NewFuncValue("repeating_draws", func(th *object.Thread, args, kw []object.Value) (object.Value, error) {
		ctx := torch.Context(th)
		before := ctx.RepeatDraws(draws)
		defer ctx.ReturnToDraws(before)
		return object.CallArgs(th, function, args, kw)
	}), nil
}
