package graph

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Python is the graph as a script that runs it twice, plainly and compiled, on random inputs with the sizes that size gives, and says whether the results are
// the same. note stands at its beginning.
func (g *Graph) Python(note string, size func(symbolic.Int) int64) string {
	w := pythonWriter{size: size, names: map[*Value]string{}}
	for _, line := range strings.Split(strings.TrimSpace(note), "\n") {
		w.line("# " + line)
	}
	w.line("import torch\n\ntorch.manual_seed(0)\n\n")
	w.line("def tensor(dtype, sizes, strides):\n    t = torch.empty_strided(sizes, strides, dtype=dtype)\n" +
		"    return t.normal_() if dtype.is_floating_point else t.copy_(torch.randint(0, 2, sizes))\n\n")
	var inputs, parameters []string
	for _, in := range g.Inputs {
		parameters = append(parameters, w.name(in))
		if in.IsNumber() {
			inputs = append(inputs, strconv.FormatInt(size(in.Number), 10))
			continue
		}
		inputs = append(inputs, w.tensor(in.Meta))
	}
	w.constants(g)
	w.line(fmt.Sprintf("def %s(%s):", identifier(g.Name), strings.Join(parameters, ", ")))
	for _, n := range g.Nodes {
		w.node(n)
	}
	for _, write := range g.Writes {
		w.line(fmt.Sprintf("    %s.copy_(%s)", w.name(g.Inputs[write.Input]), w.name(write.Value)))
	}
	var outputs []string
	for _, v := range g.Outputs {
		if v != nil && !v.IsNumber() {
			outputs = append(outputs, w.name(v))
		}
	}
	w.line(fmt.Sprintf("    return [%s]\n\n", strings.Join(outputs, ", ")))
	name := identifier(g.Name)
	w.line(fmt.Sprintf("inputs = [%s]", strings.Join(inputs, ", ")))
	w.line("copies = [x.clone() if isinstance(x, torch.Tensor) else x for x in inputs]")
	w.line(fmt.Sprintf("with torch.no_grad():\n    expected, results = %s(*copies), torch.compile(%s)(*inputs)", name, name))
	w.line("for x, y in zip(expected, results):\n    print(torch.allclose(x, y, 1e-4, 1e-4, equal_nan=True))")
	return w.text.String()
}

type pythonWriter struct {
	text  strings.Builder
	size  func(symbolic.Int) int64
	names map[*Value]string
}

func (w *pythonWriter) line(s string) { w.text.WriteString(s + "\n") }

// identifier is a name as Python takes it.
func identifier(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, s)
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		s = "graph_" + s
	}
	return s
}

// name is that of a value; different ones have different names.
func (w *pythonWriter) name(v *Value) string {
	if name, ok := w.names[v]; ok {
		return name
	}
	name := fmt.Sprintf("%s_v%d", identifier(v.Name), v.ID)
	w.names[v] = name
	return name
}

func (w *pythonWriter) tensor(f *ops.Fake) string {
	return fmt.Sprintf("tensor(%s, %s, %s)", f.DType, w.ints(f.Sizes), w.ints(f.Strides))
}

func (w *pythonWriter) ints(list []symbolic.Int) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = strconv.FormatInt(w.size(x), 10)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// constants stand for those of the graph, whose elements are not kept.
func (w *pythonWriter) constants(g *Graph) {
	seen := map[*Value]bool{}
	for _, n := range g.Nodes {
		n.Operands(func(v *Value) {
			if v.Constant != nil && !seen[v] {
				seen[v] = true
				w.line(w.name(v) + " = " + w.tensor(v.Meta))
			}
		})
	}
	if len(seen) > 0 {
		w.line("\n")
	}
}

func (w *pythonWriter) node(n *Node) {
	var results, args []string
	for _, v := range n.Outs {
		if v == nil {
			results = append(results, "_")
		} else {
			results = append(results, w.name(v))
		}
	}
	for i, p := range n.Op.Schema().Params {
		switch text := w.argument(n.Args[i]); {
		case p.KwOnly && text == "None":
		case p.KwOnly:
			args = append(args, p.Name+"="+text)
		default:
			args = append(args, text)
		}
	}
	space, name, spaced := strings.Cut(n.Op.String(), "::")
	if !spaced {
		space, name = "aten", space
	}
	if !strings.Contains(name, ".") {
		name += ".default"
	}
	call := fmt.Sprintf("torch.ops.%s.%s(%s)", space, name, strings.Join(args, ", "))
	switch {
	case len(results) == 0:
		w.line("    " + call)
	case n.Single():
		w.line(fmt.Sprintf("    %s = %s", results[0], call))
	default:
		w.line(fmt.Sprintf("    %s, = %s", strings.Join(results, ", "), call))
	}
	for _, m := range n.After {
		w.line(fmt.Sprintf("    %s = %s", w.name(m.After), w.name(m.Arg)))
	}
}

// argument is an argument as Python writes it.
func (w *pythonWriter) argument(a ops.Value) string {
	switch a := a.(type) {
	case nil:
		return "None"
	case *Value:
		return w.name(a)
	case symbolic.Int:
		return strconv.FormatInt(w.size(a), 10)
	case []ops.Value:
		parts := make([]string, len(a))
		for i, x := range a {
			parts[i] = w.argument(x)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case bool:
		return map[bool]string{false: "False", true: "True"}[a]
	case string:
		return strconv.Quote(a)
	case float64:
		if math.IsInf(a, 0) || math.IsNaN(a) {
			return fmt.Sprintf("float(%q)", strings.ToLower(strings.TrimPrefix(fmt.Sprint(a), "+")))
		}
		if text := strconv.FormatFloat(a, 'g', -1, 64); strings.ContainsAny(text, ".e") {
			return text
		}
		return strconv.FormatFloat(a, 'f', 1, 64)
	case tensor.Device:
		return strconv.Quote(a.String())
	}
	return fmt.Sprint(a)
}
