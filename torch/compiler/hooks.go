package compiler

import (
	"fmt"
	"strings"
	"time"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/fxgraph"
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
	for i := range e.Reasons {
		fail, err := object.Call(th, attribute(th, "torch._dynamo.guards.GuardFail"), object.NewStr(failureText(e, i)), e.Code.Ref())
		if err == nil {
			_, _ = object.Call(th, hooks[0], fail) // its errors are not the program's
		}
	}
}

// failureText is a guard that failed with the calls that lead to it.
func failureText(e dynamo.Event, i int) string {
	text := e.Reasons[i]
	if len(e.Stacks[i]) > 0 {
		text += "\nUser stack trace:"
	}
	for _, l := range e.Stacks[i] {
		text += fmt.Sprintf("\n  File \"%s\", line %d, in %s\n    %s", l.Filename, l.Line, l.Function, l.Code)
	}
	return text
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
type metric struct {
	calls, nodes, inputs, guards, shapeGuards int
	restarts                                  []object.Value // the graph breaks that tracing began again for
	recompile                                 string         // the guard that failed before
	start                                     time.Time
	sizes                                     object.Value   // of the tensors of the graph, by the names of its nodes; absent without a graph
	stack                                     []fxgraph.Line // where tracing failed
}

// record adds the frame to the list of compilations, if somebody has imported that. A compilation that failed has the class of its error and what it says.
func (m *metric) record(th *object.Thread, e dynamo.Event, class, reason string) {
	recompile := m.recompile
	m.recompile = ""
	if _, loaded := interp.MachineOf(th).Modules.Lookup("torch._dynamo.utils"); !loaded && !structured(th) || e.Code == nil {
		return
	}
	number := func(n int) object.Value { return object.Int(int64(n)) }
	text := func(s string) object.Value {
		if s == "" {
			return object.None
		}
		return object.NewStr(s)
	}
	s := states.Of(th)
	s.metrics++
	figures := object.NewTuple(number(m.calls), number(m.nodes), number(m.inputs), number(m.guards), number(m.shapeGuards)).Ref()
	_, _ = object.Call(th, attribute(th, "torch._dynamo.utils._record_compilation"), object.NewStr(e.Code.Name), object.NewStr(e.Code.Filename),
		number(int(e.Code.FirstLine)), object.NewStr(e.ID), number(s.metrics), figures, object.NewList(m.restarts...).Ref(), text(recompile), text(class), text(reason), number(e.Attempt),
		object.Int(time.Since(m.start).Nanoseconds()), m.known(), failedAt(m.stack))
}

// known are the sizes of the graph, None without one.
func (m *metric) known() object.Value {
	if m.sizes.IsNull() {
		return object.None
	}
	return m.sizes
}

// failedAt is the innermost place of a stack: (file, line), None if it is empty.
func failedAt(stack []fxgraph.Line) object.Value {
	if len(stack) == 0 {
		return object.None
	}
	last := stack[len(stack)-1]
	return object.NewTuple(object.NewStr(last.Filename), object.Int(int64(last.Line))).Ref()
}

// recordFailure adds a frame without compiled code.
func (m *metric) recordFailure(th *object.Thread, e dynamo.Event) {
	m.stack = e.Stack
	if e.Break != nil {
		m.record(th, e, "Unsupported", breakText(e.Break))
		return
	}
	class, reason := "InternalTorchDynamoError", e.Reason
	if exc, ok := e.Err.(*object.Exception); ok {
		class = exc.Type().Name
		reason, _ = object.StrOf(th, exc.Ref())
	}
	for _, ending := range []string{"\nfrom user code", "\nSet TORCHDYNAMO_VERBOSE"} {
		reason, _, _ = strings.Cut(reason, ending)
	}
	m.record(th, e, class, strings.TrimRight(reason, "\n"))
}
