package dynamo

import (
	"fmt"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/object"
)

// observe records sizes without compiling.
func observe(th *object.Thread, code *object.Code, frame *guards.Frame) {
	seen := seenBy(th, code, frame.Closure)
	for i, v := range frame.Slots {
		observeAt(th, seen, guards.NewLocal(code.LocalsPlus[i], i), v, 0)
	}
}

// observeAt records what a source has, within containers too.
func observeAt(th *object.Thread, seen *variables.FrameState, src *guards.Source, v object.Value, depth int) {
	const deepest = 16 // of containers that may hold themselves
	if v.IsNull() || depth > deepest {
		return
	}
	if t := guards.TensorOf(v); t != nil {
		seen.Sizes(src.Text(), t.Sizes(), t.Strides(), true)
		return
	}
	switch v.Type() {
	case object.IntType, object.FloatType:
		seen.Scalar(src.Text(), v, true)
	case object.ListType, object.TupleType:
		items, _ := object.Items(v)
		for i, e := range items {
			observeAt(th, seen, src.Item(i), e, depth+1)
		}
	case object.DictType:
		d, _ := object.AsDict(v)
		_ = d.Each(th, func(th *object.Thread, key, e object.Value) error {
			if variables.IsConstant(key) {
				observeAt(th, seen, src.DictItem(key, reprOf(th, key)), e, depth+1)
			}
			return nil
		})
	}
}

// Report is the text of a recompile log.
func Report(code *object.Code, reasons []string, stacks [][]guards.UserLine) string {
	text := fmt.Sprintf("Recompiling function %s in %s:%d\n    triggered by the following guard failure(s):", code.Name, code.Filename, code.FirstLine)
	for i, r := range reasons {
		text += ReasonLines(r, stacks[i])
	}
	return text
}

// ReasonLines is one reason of a recompile log with the calls that lead to its guard.
func ReasonLines(reason string, stack []guards.UserLine) string {
	const next = "\n    - "
	text := next + reason
	if len(stack) > 0 {
		text += next + "User stack trace:"
	}
	for _, l := range stack {
		text += fmt.Sprintf("%s  File \"%s\", line %d, in %s%s    %s", next, l.Filename, l.Line, l.Function, next, l.Code)
	}
	return text
}
