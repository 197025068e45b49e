package front

import (
	"fmt"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

// IgnoresBlocks is a host that knows with blocks which are left to Python.
type IgnoresBlocks interface {
	// Ignores says whether a with block that calls this is one.
	Ignores(call *ast.Call) bool
	// Ignored is the function of Python that a definition is, as what scripts call.
	Ignored(e *Emitter, name, text string) Sugared
}

// ignoredBlock makes a function of a block that is left to Python, and calls it: the keywords of its head say of each variable that goes in or comes out
// what type it has, as in a="inp:int".
func (e *Emitter) ignoredBlock(h IgnoresBlocks, s *ast.With, call *ast.Call, r ir.Range) {
	var params, outs, kinds []string
	var args []Named
	for _, k := range call.Keywords {
		name := string(k.Arg)
		c, ok := k.Value.(*syntax.Constant)
		text, isText := "", false
		if ok {
			text, isText = c.Value.(string)
		}
		way, kind, ok := strings.Cut(text, ":")
		switch {
		case !isText || !ok || way != "inp" && way != "out":
			Fail(e.rng(k.Value), "a variable of an ignored block is described by \"inp:type\" or \"out:type\"")
		case way == "inp":
			params = append(params, name+": "+kind)
			args = append(args, Named{Value: e.getVar(name, r), Range: r})
		default:
			outs, kinds = append(outs, name), append(kinds, kind)
		}
	}
	result := "None"
	switch len(kinds) {
	case 0:
	case 1:
		result = kinds[0]
	default:
		result = "Tuple[" + strings.Join(kinds, ", ") + "]"
	}
	name := fmt.Sprintf("func_ignore_%d", r.From)
	text := fmt.Sprintf("def %s(%s) -> %s:\n%s    return %s\n", name, strings.Join(params, ", "), result, e.blockText(s.Body), strings.Join(outs, ", "))
	made := h.Ignored(e, name, text).Call(e, r, args, nil, len(outs))
	switch len(outs) {
	case 0:
		return
	case 1:
		e.set(outs[0], made, r, nil)
		return
	}
	for i, v := range made.Tuple(e, r, len(outs)) {
		e.set(outs[i], v, r, nil)
	}
}

// blockText is the text of statements, indented by one step.
func (e *Emitter) blockText(body []ast.Stmt) string {
	first, last := int(e.def.Tree.Span(body[0]).Line), int(e.def.Tree.Span(body[len(body)-1]).EndLine)
	lines := strings.Split(e.def.Source.Text, "\n")[first-e.def.Source.FirstLine : last-e.def.Source.FirstLine+1]
	cut := len(lines[0]) - len(strings.TrimLeft(lines[0], " \t"))
	var b strings.Builder
	for _, line := range lines {
		n := min(cut, len(line)-len(strings.TrimLeft(line, " \t")))
		b.WriteString("    " + line[n:] + "\n")
	}
	return b.String()
}
