package fxgraph

import (
	"fmt"
	"strings"
)

// String lists the nodes as `print(graph)` does in torch.fx.
func (g *Graph) String() string {
	var b strings.Builder
	b.WriteString("graph():")
	for _, n := range g.Nodes() {
		if line := n.Format(); line != "" {
			b.WriteString("\n    " + line)
		}
	}
	return b.String()
}

// Format is the node's line in the listing of its graph.
func (n *Node) Format() string {
	head := fmt.Sprintf("%%%s : %s[num_users=%d] = ", n.Name, typePrefix(n.Type), len(n.users))
	switch n.Op {
	case Placeholder:
		line := head + "placeholder[target=" + n.Target.(string) + "]"
		if len(n.Args) > 0 {
			text, plain := n.Args[0].(string)
			if !plain {
				text = Repr(n.Args[0])
			}
			line += "(default=" + text + ")"
		}
		return line
	case GetAttr:
		return head + "get_attr[target=" + n.Target.(string) + "]"
	case Output:
		if text, ok := n.Args[0].(string); ok {
			return "return " + text
		}
		return "return " + Repr(n.Args[0])
	}
	return head + fmt.Sprintf("%s[target=%s](args = %s, kwargs = %s)", n.Op, TargetText(n.Target), formatArg(Tuple(n.Args)), formatKwargs(n.Kwargs))
}

func typePrefix(t string) string {
	if t == "" {
		return ""
	}
	return t + " "
}

// TargetText is how listings show a target.
func TargetText(target any) string {
	if f, ok := target.(*Function); ok {
		return f.Qualified
	}
	return fmt.Sprint(target)
}

func formatKwargs(kwargs []KW) string {
	parts := make([]string, len(kwargs))
	for i, kw := range kwargs {
		parts[i] = kw.Name + ": " + formatArg(kw.Value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// formatArg writes an argument in a listing: nodes with %, strings bare.
func formatArg(a any) string {
	switch a := a.(type) {
	case *Node:
		return "%" + a.Name
	case string:
		return a
	case List:
		return "[" + joinArgs(a, formatArg) + "]"
	case Tuple:
		if len(a) == 1 {
			return "(" + formatArg(a[0]) + ",)"
		}
		return "(" + joinArgs(a, formatArg) + ")"
	case Dict:
		parts := make([]string, len(a))
		for i, e := range a {
			parts[i] = formatArg(e.Key) + ": " + formatArg(e.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case interface{ Str() string }:
		return a.Str()
	}
	return Repr(a)
}

func joinArgs(items []any, one func(any) string) string {
	parts := make([]string, len(items))
	for i, e := range items {
		parts[i] = one(e)
	}
	return strings.Join(parts, ", ")
}

// Repr writes an argument as Python source: nodes by name, strings quoted.
func Repr(a any) string {
	switch a := a.(type) {
	case *Node:
		return a.Name
	case nil:
		return "None"
	case bool:
		if a {
			return "True"
		}
		return "False"
	case int64:
		return fmt.Sprint(a)
	case int:
		return fmt.Sprint(a)
	case float64:
		return floatRepr(a)
	case complex128:
		return complexRepr(a)
	case string:
		return stringRepr(a)
	case EllipsisType:
		return "Ellipsis"
	case List:
		return "[" + joinArgs(a, Repr) + "]"
	case Tuple:
		if len(a) == 1 {
			return "(" + Repr(a[0]) + ",)"
		}
		return "(" + joinArgs(a, Repr) + ")"
	case Dict:
		parts := make([]string, len(a))
		for i, e := range a {
			parts[i] = Repr(e.Key) + ": " + Repr(e.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case Slice:
		return "slice(" + Repr(a.Start) + ", " + Repr(a.Stop) + ", " + Repr(a.Step) + ")"
	case *Function:
		return a.Qualified
	case interface{ Repr() string }:
		return a.Repr()
	}
	return fmt.Sprint(a)
}
