package dynamo

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// place is where the frame is, as the logs of tracing tell it.
func (f *frame) place(th *object.Thread) string {
	line := f.line(th)
	code := f.code
	if state, ok := code.Extra.(*CodeState); ok && state.origin != nil { // of a resume function
		code = state.origin
	}
	text := fmt.Sprintf("%s:%d in %s (%s)", line.Filename, line.Line, f.code.Name, strings.ReplaceAll(code.QualName, "<locals>.", ""))
	depth := 0
	for g := f.parent; g != nil; g = g.parent {
		depth++
	}
	if depth > 0 {
		text += fmt.Sprintf(" (inline depth: %d)", depth)
	}
	return text
}

// logInstruction writes the line that begins with an instruction, and the instruction with the stack before it.
func (f *frame) logInstruction(th *object.Thread, in bytecode.Instr) {
	line := int(f.code.Positions[f.at].Line)
	if f.x.logs.Lines && line > 0 && line != f.logged {
		f.logged = line
		code, _ := interp.SourceLine(th, f.code.Filename, line)
		theHost.Log(th, "trace_source", attemptID(f.x.id, f.x.attempt), "TRACE starts_line "+f.place(th)+"\n    "+code)
	}
	if f.x.logs.Instructions {
		kinds := make([]string, len(f.stack))
		for i, x := range f.stack {
			kinds[i] = f.x.trace.Describe(th, x, false)
		}
		arg := argumentOf(f.code.Code, f.at)
		theHost.Log(th, "trace_bytecode", attemptID(f.x.id, f.x.attempt), fmt.Sprintf("TRACE %s %s [%s]", in.Op, arg, strings.Join(kinds, ", ")))
	}
}

// argumentOf is what the argument of an instruction stands for: a name, a constant, an operator, or the number itself.
func argumentOf(code *bytecode.Code, at int) string {
	in := code.Instrs[at]
	switch bytecode.Table[in.Op].Operand {
	case bytecode.OperandNone:
		return "None"
	case bytecode.OperandConst, bytecode.OperandName, bytecode.OperandLocal, bytecode.OperandDeref:
		return bytecode.ArgRepr(code, at, nil)
	case bytecode.OperandGlobal, bytecode.OperandAttr, bytecode.OperandSuper:
		name, _, _ := strings.Cut(bytecode.ArgRepr(code, at, nil), " ")
		return name
	case bytecode.OperandCompare:
		return bytecode.CompareOperators[in.Arg>>bytecode.CompareShift]
	}
	return fmt.Sprint(in.Arg)
}

// logStep writes a step of the compilation of a frame.
func (x *translator) logStep(th *object.Thread, text string) {
	theHost.Log(th, "dynamo_info", attemptID(x.id, x.attempt), text)
}

// logCall writes a node that has been recorded, with the place that recorded it, unless it is that of the node before.
func (x *translator) logCall(th *object.Thread, n *fxgraph.Node) {
	if x.current == nil || n.Op == fxgraph.Placeholder || n.Op == fxgraph.Output {
		return
	}
	if at := (place{x.current.code.Code, x.current.at}); at != x.called {
		x.called = at
		x.logFrom(th, "trace_call", "FX call "+n.Name)
	}
}

// logFrom writes to a log what the innermost frame does with the source of the instruction.
func (x *translator) logFrom(th *object.Thread, log, what string) {
	f := x.current
	source := interp.MarkedSource(th, f.code.Filename, f.code.Positions[f.at])
	theHost.Log(th, log, attemptID(x.id, x.attempt), "TRACE "+what+" from "+f.place(th)+"\n"+strings.TrimSuffix(source, "\n"))
}
