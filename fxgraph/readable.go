package fxgraph

import (
	"fmt"
	"strings"
)

// ReadableOptions selects what print_readable shows beside the code.
type ReadableOptions struct {
	Class    string // class name in the heading
	Stride   bool   // strides in annotations
	Device   bool   // devices in annotations
	Children []Child
	Source   SourceOptions // of the graph itself
	// Annotate is the text after the colon for an example value: `f32[2, 3][3, 1]cpu`, `Sym(s77)`; "" for none.
	Annotate func(example any, stride, device bool) string
	// Noted is what comments say of a node in front of its place, "" for nothing.
	Noted func(*Node) string
}

// Child is a submodule that is a graph itself.
type Child struct {
	Name  string
	Graph *Graph
	Under []Child
}

// Readable is the source of a module class with shapes and user lines, as
// print_readable writes it.
func (g *Graph) Readable(o ReadableOptions) string {
	w := codeWriter{graph: g, options: o.Source.withDefaults(), comments: true, noted: o.Noted, annotate: func(n *Node) string {
		if o.Annotate == nil {
			return ""
		}
		return o.Annotate(n.Meta.Example, o.Stride, o.Device)
	}}
	if unpack := w.options.Unpack; unpack != nil { // after a line that says what the variables are
		w.options.Unpack = func(names []string) string {
			return w.variables() + "\n\n" + unpack(names)
		}
	}
	body := strings.Trim(w.body(), "\n")
	var b strings.Builder
	fmt.Fprintf(&b, "class %s(torch.nn.Module):\n    def forward(%s)%s:\n", o.Class, strings.Join(append([]string{"self"}, w.parameters()...), ", "), g.resultAnnotation())
	for _, line := range strings.Split(body, "\n") {
		b.WriteString(strings.TrimRight("        "+line, " ") + "\n")
	}
	for _, child := range o.Children {
		under := o
		under.Class, under.Children, under.Source = child.Name, child.Under, SourceOptions{}
		b.WriteString("\n")
		for _, line := range strings.Split(strings.TrimSuffix(child.Graph.Readable(under), "\n"), "\n") {
			b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
		}
	}
	return b.String()
}

// variables declares those that the arguments are taken apart into.
func (w *codeWriter) variables() string {
	var list []string
	for _, n := range w.graph.Nodes() {
		if n.Op == Placeholder {
			list = append(list, n.Target.(string)+w.annotation(n)+";")
		}
	}
	return strings.Join(list, " ")
}
