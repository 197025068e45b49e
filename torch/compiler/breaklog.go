package compiler

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// resumableInstructions says what the log calls the instructions behind which tracing goes on.
var resumableInstructions = map[bytecode.Opcode]string{
	bytecode.CALL:             "CALL: a function call, e.g. f(x, y)",
	bytecode.CALL_KW:          "CALL_KW: a function call with keyword arguments, e.g. f(x=True)",
	bytecode.CALL_FUNCTION_EX: "CALL_FUNCTION_EX: a variadic function call, e.g. f(*args)",
	bytecode.COMPARE_OP:       "COMPARE_OP: a comparison operation, e.g. a == b",
	bytecode.STORE_ATTR:       "STORE_ATTR: storing an object's attribute, e.g. x.attr = y",
	bytecode.STORE_SUBSCR:     "STORE_SUBSCR: trying to store subscript, e.g. x[key] = y",
	bytecode.BINARY_OP:        "BINARY_SUBSCR: a binary subscript, e.g. x[attr]", // the only one that is resumed
}

// LogBreak writes what the log says of a break; a break of a kind that was at the same place before is told without its stacks.
func (host) LogBreak(th *object.Thread, r dynamo.BreakReport) {
	where := ""
	if n := len(r.Why.Stack); n > 0 {
		where = fmt.Sprintf("%s:%d", r.Why.Stack[n-1].Filename, r.Why.Stack[n-1].Line.Line)
	} else if n := len(r.Stack); n > 0 {
		where = fmt.Sprintf("%s:%d", r.Stack[n-1].Filename, r.Stack[n-1].Line)
	}
	last := r.Why
	if r.Then != nil {
		last = r.Then
	}
	logged, place := states.Of(th).logs.breaks, where+" "+last.Title
	duplicate := logged[place]
	logged[place] = true
	var b strings.Builder
	if b.WriteString("Graph break"); duplicate {
		b.WriteString(" (user stack suppressed due to duplicate graph break)")
	}
	b.WriteString(" in user code at " + where + "\nGraph Break Reason: " + outcomeText(r))
	if !duplicate {
		b.WriteString(originsText(th, r.Origins) + "\n\nUser code traceback:\n" + userStack(th, r.Frames, r.Stack))
	}
	if logging(th, "graph_breaks") {
		emit(th, "graph_breaks", r.ID, b.String())
	}
	recordBreak(th, r, where)
}

// outcomeText describes a break with what becomes of it.
func outcomeText(r dynamo.BreakReport) string {
	text := breakText(r.Why)
	switch {
	case r.Outcome == dynamo.Stopped:
		text = "Encountered graph break that we cannot resume from. Compiling up to the previous resumable state, then skipping the rest of the function. Graph break encountered:\n\n" + text
	case r.Outcome == dynamo.Skipped:
		text = "Failed to handle graph break gracefully. Skipping the function and falling back to eager. Graph break encountered:\n\n" + text
	case !r.Why.Branch:
		text = "Encountered graph break when attempting to trace " + resumableInstructions[r.Op] + ":\n\n" + text
	}
	if r.Then != nil {
		text += "\n\n*** While handling this graph break, another graph break occurred: ***\n\n" + breakText(r.Then)
	}
	return text
}

// originsText tells where the values on the operand stack came from.
func originsText(th *object.Thread, origins []dynamo.Origin) string {
	if len(origins) == 0 {
		return ""
	}
	text := "\n\nStack variable source attribution:\n"
	for _, o := range origins {
		text += fmt.Sprintf("  %s originated from:\n  File \"%s\", line %d\n", o.Value, o.Filename, o.Pos.Line)
		for _, line := range strings.SplitAfter(interp.MarkedSource(th, o.Filename, o.Pos), "\n") {
			if line != "" {
				text += "    " + line
			}
		}
	}
	return strings.TrimSuffix(text, "\n")
}
