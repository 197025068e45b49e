package fxgraph

import (
	"fmt"
	"strings"
)

// ReadableOptions selects what print_readable shows beside the code.
type ReadableOptions struct {
	Class    string // class name in the heading
	Children []Child
	Source   SourceOptions // of the graph itself; its notes and style are those of the children too
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
	w := codeWriter{graph: g, options: o.Source.withDefaults()}
	body := strings.Trim(w.body(), "\n")
	var b strings.Builder
	fmt.Fprintf(&b, "class %s(torch.nn.Module):\n", o.Class)
	for _, line := range strings.Split(w.head()+"\n", "\n") {
		if line != "" {
			b.WriteString("    " + line + "\n")
		}
	}
	for _, line := range strings.Split(body, "\n") {
		b.WriteString(strings.TrimRight("        "+line, " ") + "\n")
	}
	for _, child := range o.Children {
		under := o
		under.Class, under.Children = child.Name, child.Under
		under.Source = SourceOptions{Notes: o.Source.Notes, Colored: o.Source.Colored, Expanded: o.Source.Expanded}
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
	lines := ""
	for _, n := range w.graph.placeholders() {
		declared := n.Target.(string) + w.annotation(n)
		list = append(list, declared+";")
		lines += declared + w.remark(n, 0) + "\n"
	}
	if w.options.Expanded {
		return lines
	}
	return strings.Join(list, " ") + "\n\n"
}
