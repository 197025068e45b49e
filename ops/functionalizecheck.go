package ops

import (
	"fmt"
	"strings"
)

// CheckViews makes functionalization compare the layout of each view that is made by copying with the layout of the view itself: scripts that look for
// differences ask for it. It gives what was asked before.
func (ctx *Context) CheckViews(on bool) bool {
	before := ctx.checkViews
	ctx.checkViews = on
	return before
}

// checkCopies raises where outs, the copies that stand for the views of op, do not lie as the views do. Where a dimension has one element its stride says nothing.
func (f *functionalize) checkCopies(ctx *Context, op *Op, values, outs []Value) {
	if !ctx.checkViews || !f.copies {
		return
	}
	plain, name := op, op.QualName()
	if op.Variant == InPlace {
		plain = op.Functional
	}
	views, _ := flatResults(ctx.described(plain, fakeArgs(values)))
	copies, _ := flatResults(outs)
	for i, v := range views {
		view, c := metaOf(v), metaOf(copies[i])
		for d := range view.Strides {
			if !isConst(view.Sizes[d], 1) && view.Strides[d] != c.Strides[d] {
				throw("AssertionError", "%s(%s) output %d: strides %s != %s (mismatch at index %d)", name, shownArgs(op, values), i, tupleText(view.Strides), tupleText(c.Strides), d)
			}
		}
	}
}

// shownArgs are the arguments of a call as a script would write them, without those that are the defaults at the end.
func shownArgs(op *Op, args []Value) string {
	params := op.Schema().Params
	n := len(args)
	for n > 0 && params[n-1].HasDef && shownArg(args[n-1]) == shownArg(params[n-1].Default) {
		n--
	}
	texts := make([]string, n)
	for i := range texts {
		texts[i] = shownArg(args[i])
	}
	return strings.Join(texts, ", ")
}

func shownArg(v Value) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case []Value:
		texts := make([]string, len(v))
		for i, x := range v {
			texts[i] = shownArg(x)
		}
		return "[" + strings.Join(texts, ", ") + "]"
	}
	if isTensor(v) {
		m := metaOf(v)
		return fmt.Sprintf("torch.empty_strided(%s, %s, dtype=%s)", tupleText(m.Sizes), tupleText(m.Strides), m.DType)
	}
	return fmt.Sprint(v)
}
