package compiler

import (
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Functions of scripts that are told of guards, and what torch._dynamo.utils.get_compilation_metrics lists.

// setHooks is (context, guard_fail_fn, guard_export_fn).
func setHooks(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	s := states.Of(th)
	if s.hooks == nil {
		s.hooks = map[*dynamo.Compile][2]object.Value{}
	}
	s.hooks[contextOf(args[0])] = [2]object.Value{args[1], args[2]}
	return object.None, nil
}

// tellFailures calls guard_fail_fn with each guard that failed before a recompile.
func tellFailures(th *object.Thread, e dynamo.Event) {
	hooks, ok := states.Of(th).hooks[e.Compile]
	if !ok || hooks[0].IsNone() {
		return
	}
	for _, reason := range e.Reasons {
		fail, err := object.Call(th, attribute(th, "torch._dynamo.guards.GuardFail"), object.NewStr(reason), e.Code.Ref())
		if err == nil {
			_, _ = object.Call(th, hooks[0], fail) // its errors are not the program's
		}
	}
}

// tellGuards calls guard_export_fn with the guards of a new entry.
func tellGuards(th *object.Thread, e dynamo.Event) {
	hooks, ok := states.Of(th).hooks[e.Compile]
	if !ok || hooks[1].IsNone() {
		return
	}
	list := make([]object.Value, 0, len(e.Guards))
	for _, g := range e.Guards {
		made, err := object.Call(th, attribute(th, "torch._dynamo.guards._exported_guard"), guardTuple(th, g, e.Shapes))
		if err == nil {
			list = append(list, made)
		}
	}
	_, _ = object.Call(th, hooks[1], object.NewList(list...).Ref())
}

// metric is what is counted while a frame is compiled.
type metric struct{ calls, nodes, guards int }

// record adds the frame to the list of compilations, if somebody has imported that.
func (m metric) record(th *object.Thread, e dynamo.Event) {
	if _, loaded := interp.MachineOf(th).Modules.Lookup("torch._dynamo.utils"); !loaded || e.Code == nil {
		return
	}
	number := func(n int) object.Value { return object.Int(int64(n)) }
	_, _ = object.Call(th, attribute(th, "torch._dynamo.utils._record_compilation"), object.NewStr(e.Code.Name), object.NewStr(e.Code.Filename),
		number(int(e.Code.FirstLine)), object.NewStr(e.ID), number(m.calls), number(m.nodes), number(m.guards))
}
