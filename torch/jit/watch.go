package jit

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/exec"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/object"
)

// Compilation is what the stages of the compiler made of one function.
type Compilation struct {
	Function *ir.Function
	Passes   []Pass
	// Plans are the kinds of arguments that it was called with, each with its calls.
	Plans []Plan
	// Steps are the instructions of its calls from Python, with their operands, as far as they were asked for.
	Steps []string
}

// Pass is the graph of a function behind one step.
type Pass struct{ Name, Graph string }

// Plan is how often a function was called with one kind of arguments.
type Plan struct {
	Arguments string
	Calls     int
}

// watch remembers compilations while somebody looks.
type watch struct {
	list  []*Compilation
	steps int // of how many instructions of a function Steps tells
}

// Watch makes a machine remember what becomes of the functions that it compiles from now on, and of each the first instructions that are executed.
// Compilations are what it has seen.
func Watch(th *object.Thread, steps int) { states.Of(th).watch = &watch{steps: steps} }

// Compilations are the functions that have been compiled since Watch, in their order.
func Compilations(th *object.Thread) []*Compilation { return states.Of(th).watch.list }

func (w *watch) of(f *ir.Function) *Compilation {
	for _, c := range w.list {
		if c.Function == f {
			return c
		}
	}
	c := &Compilation{Function: f}
	w.list = append(w.list, c)
	return c
}

// noteStep remembers a graph behind a step.
func (s *state) noteStep(f *ir.Function, step string, g *ir.Graph) {
	if s.watch != nil {
		c := s.watch.of(f)
		c.Passes = append(c.Passes, Pass{step, g.String()})
	}
}

// ran counts a call.
func (w *watch) ran(th *object.Thread, f *ir.Function, vals []Value) {
	spec, _ := argumentSpec(th, f.Schema, vals)
	c := w.of(f)
	i := slices.IndexFunc(c.Plans, func(p Plan) bool { return p.Arguments == spec })
	if i < 0 {
		i = len(c.Plans)
		c.Plans = append(c.Plans, Plan{Arguments: spec})
	}
	c.Plans[i].Calls++
}

// run runs a function and remembers its instructions.
func (w *watch) run(th *object.Thread, f *ir.Function, vals []Value) (Value, error) {
	w.ran(th, f, vals)
	c := w.of(f)
	if len(c.Steps) >= w.steps || f.Graph == nil {
		return exec.Run(th, f, runtimeOf(th), vals)
	}
	code, err := exec.CompileSteps(f.Name, f.Graph, runtimeOf(th), func(_ *ir.Node, text func() string) {
		if len(c.Steps) < w.steps {
			c.Steps = append(c.Steps, text())
		}
	})
	if err != nil {
		return object.Null, err
	}
	return exec.RunCode(th, code, runtimeOf(th), vals)
}

// Tree is the tree that the compiler went from; "" for code that is not written as a function of Python.
func (c *Compilation) Tree(th *object.Thread) string {
	f, ok := c.Function.Source.(*object.Function)
	if !ok {
		return ""
	}
	def, err := helper(th, "torch.jit.frontend", "get_jit_def")
	if err != nil {
		return ""
	}
	tree, err := object.Call(th, def, f.Ref(), object.NewStr(c.Function.Name))
	if err != nil {
		return ""
	}
	text, _ := object.StrOf(th, tree)
	return strings.TrimRight(text, "\n") + "\n"
}

// Tokens are the words of the function's source, a line for each of its lines.
func (c *Compilation) Tokens() string {
	src := c.Source()
	if src == nil {
		return ""
	}
	list, err := syntax.Lexemes(src.Text)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, l := range list {
		switch l.Type {
		case "NEWLINE":
			b.WriteString("NEWLINE\n")
		case "INDENT", "DEDENT":
			b.WriteString(l.Type + " ")
		case "NL", "COMMENT", "ENDMARKER":
		case "OP":
			b.WriteString(l.Text + " ")
		case "NAME":
			if syntax.IsKeyword(l.Text) {
				b.WriteString(strings.ToUpper(l.Text) + " ")
				continue
			}
			b.WriteString("IDENT(" + l.Text + ") ")
		default:
			b.WriteString(l.Type + "(" + l.Text + ") ")
		}
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

// Source is the text that the function was compiled from, nil for none.
func (c *Compilation) Source() *ir.Source {
	var src *ir.Source
	c.Function.Graph.Block.Walk(func(n *ir.Node) {
		if src == nil {
			src = n.Range.Source
		}
	})
	return src
}

// Instructions list the code of the function.
func (c *Compilation) Instructions(th *object.Thread) string {
	code, err := exec.CodeOf(c.Function, runtimeOf(th))
	if err != nil {
		return err.Error() + "\n"
	}
	return code.String()
}
