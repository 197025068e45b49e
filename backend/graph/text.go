package graph

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
)

// nameValues names what has no name: results after their operator, with a number where it is taken, constants _tensor_constantN.
func (g *Graph) nameValues() {
	used := map[string]bool{}
	next := map[string]int{}
	name := func(v *Value, stem string) {
		if v == nil || v.Name != "" {
			return
		}
		v.Name = stem
		for used[v.Name] {
			next[stem]++
			v.Name = fmt.Sprintf("%s_%d", stem, next[stem])
		}
		used[v.Name] = true
	}
	for _, in := range g.Inputs {
		used[in.Name] = true
	}
	for _, n := range g.Nodes {
		n.Operands(func(v *Value) {
			if v.Constant != nil {
				name(v, "_tensor_constant0")
			}
		})
		stem := n.Op.Name
		if n.Op.Written() != nil {
			stem = "getitem"
		}
		n.Results(func(v *Value) { name(v, stem) })
	}
	for _, v := range g.Outputs {
		name(v, "constant")
	}
}

// Rename names the inputs as input says and all results anew, as graphs of torch.fx name them: calls after their operator, and
// the results of calls with several of them as items. unique makes a name of a stem.
func (g *Graph) Rename(input func(i int, old string) string, unique func(stem string) string) {
	for i, v := range g.Inputs {
		v.Name = unique(input(i, v.Name))
	}
	for _, n := range g.Nodes {
		n.Name = unique(stem(n.Op.Name))
		if n.Single() {
			if n.Outs[0] != nil {
				n.Outs[0].Name = n.Name
			}
			continue
		}
		n.Lists = map[int]string{}
		lists := n.Op.ListsOfResults()
		for i, v := range n.Outs {
			if lists[i] > 0 {
				n.Lists[i] = unique("getitem")
			}
			if v != nil {
				v.Name = unique("getitem")
			} else if n.Op.Written() != nil { // None is an item, too
				unique("getitem")
			}
		}
		for _, m := range n.After {
			m.After.Name = unique("getitem")
		}
	}
}

// stem is the name of an operator without its namespace.
func stem(name string) string { return name[strings.LastIndex(name, ":")+1:] }

// String is the program as text: one line for each node, with the types of the results.
func (g *Graph) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "graph %s(", g.Name)
	for i, in := range g.Inputs {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(in.declaration())
	}
	b.WriteString(")\n")
	for _, n := range g.Nodes {
		b.WriteString("    ")
		var results []string
		for _, v := range n.Outs {
			if v == nil {
				results = append(results, "_")
				continue
			}
			results = append(results, v.declaration())
		}
		b.WriteString(strings.Join(results, ", "))
		fmt.Fprintf(&b, " = %s(%s)", n.Op, argumentText(n.Args))
		for _, m := range n.After {
			fmt.Fprintf(&b, ", %s → %s", m.Arg.Name, m.After.Name)
		}
		b.WriteByte('\n')
	}
	for _, w := range g.Writes {
		fmt.Fprintf(&b, "    write %s into %s\n", w.Value.Name, g.Inputs[w.Input].Name)
	}
	names := make([]string, len(g.Outputs))
	for i, v := range g.Outputs {
		names[i] = "None"
		if v != nil {
			names[i] = v.Name
		}
	}
	fmt.Fprintf(&b, "    return %s\n", strings.Join(names, ", "))
	return b.String()
}

// declaration is the name with the type: "x: f32[4, s0]".
func (v *Value) declaration() string {
	if v.IsNumber() {
		return fmt.Sprintf("%s: int = %s", v.Name, v.Number)
	}
	return fmt.Sprintf("%s: %s[%s]", v.Name, v.Meta.DType.Name(), intsText(v.Meta.Sizes))
}

func intsText(list []symbolic.Int) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = x.String()
	}
	return strings.Join(parts, ", ")
}

func argumentText(args []ops.Value) string {
	parts := make([]string, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case nil:
			parts[i] = "None"
		case *Value:
			parts[i] = a.Name
		case []ops.Value:
			parts[i] = "[" + argumentText(a) + "]"
		case bool:
			parts[i] = map[bool]string{false: "False", true: "True"}[a]
		default:
			parts[i] = fmt.Sprint(a)
		}
	}
	return strings.Join(parts, ", ")
}
