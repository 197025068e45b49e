package ir

import (
	"fmt"
	"strings"
)

// String is the text of the graph, with the places in the source.
func (g *Graph) String() string { return g.Text(true) }

// Text is the text of the graph, with places in the source or without those of its outermost nodes, as PyTorch has it.
func (g *Graph) Text(ranges bool) string {
	p := &printer{ranges: ranges}
	p.graph(g)
	for i := 0; i < len(p.subgraphs); i++ {
		n := p.subgraphs[i]
		fmt.Fprintf(&p.b, "with %s_%d = ", n.Kind, i)
		p.graph(n.Attr("Subgraph").(*Graph))
	}
	return p.b.String()
}

// String is the text of one node.
func (n *Node) String() string {
	p := &printer{ranges: true}
	p.node(n, 0)
	return p.b.String()
}

type printer struct {
	b         strings.Builder
	ranges    bool
	subgraphs []*Node
}

func (p *printer) graph(g *Graph) {
	p.b.WriteString("graph(")
	p.typedValues(g.Inputs(), ",\n      ")
	p.b.WriteString("):\n")
	for n := g.Block.First(); n != nil; n = n.Next() {
		p.node(n, 1)
	}
	p.b.WriteString("  return (")
	p.values(g.Outputs())
	p.b.WriteString(")\n")
}

func (p *printer) values(list []*Value) {
	for i, v := range list {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.b.WriteString("%" + v.Name())
	}
}

func (p *printer) typedValues(list []*Value, sep string) {
	for i, v := range list {
		if i > 0 {
			p.b.WriteString(sep)
		}
		p.b.WriteString("%" + v.Name() + " : " + v.Type.String())
	}
}

// placeless are the kinds of nodes that the reference prints without their place: they have one here for errors.
var placeless = map[string]bool{
	"prim::GetAttr": true, "prim::SetAttr": true, "prim::TupleUnpack": true, "prim::TupleIndex": true, "prim::ListUnpack": true, "prim::unchecked_cast": true, "prim::isinstance": true,
	"prim::dtype": true, "prim::device": true, "prim::layout": true, "prim::requires_grad": true, "prim::grad": true, "prim::data": true, "prim::is_cuda": true, "prim::is_cpu": true,
	"prim::is_sparse": true, "prim::is_quantized": true, "prim::is_meta": true, "prim::is_leaf": true, "prim::is_nested": true, "prim::is_mkldnn": true, "prim::is_mps": true,
}

// isFunction says whether a node is a function as a constant.
func (n *Node) isFunction() bool {
	return n.Kind == "prim::Constant" && len(n.Outputs) == 1 && n.Outputs[0].Type.Kind == FunctionKind
}

func (p *printer) indent(level int) { p.b.WriteString(strings.Repeat("  ", level)) }

// pythonAttributes is how a call of Python shows what a trace has noted of it.
func (n *Node) pythonAttributes() string {
	inplace, ok := n.Attr("inplace").(Constant)
	if !ok {
		return "[]"
	}
	return fmt.Sprintf("[inplace=%s, module=%q, Subgraph=<Graph>]", inplace.Text(), n.StrAttr("module"))
}

func (p *printer) node(n *Node, level int) {
	p.indent(level)
	p.typedValues(n.Outputs, ", ")
	p.b.WriteString(" = ")
	if n.Kind == "prim::PythonOp" {
		p.b.WriteString("^" + n.StrAttr("name") + n.pythonAttributes() + "(" + n.StrAttr("scalars") + ")")
	} else if g, ok := n.Attr("Subgraph").(*Graph); ok && g != nil {
		fmt.Fprintf(&p.b, "%s_%d", n.Kind, len(p.subgraphs))
		p.subgraphs = append(p.subgraphs, n)
		p.attrs(n)
	} else {
		p.b.WriteString(n.Kind)
		p.attrs(n)
	}
	p.b.WriteByte('(')
	p.values(n.Inputs)
	p.b.WriteByte(')')
	if n.Scope != "" {
		p.b.WriteString(", scope: " + n.Scope)
	}
	if nested := level > 1; (p.ranges || nested) && !placeless[n.Kind] && !n.isFunction() {
		if text := n.Range.String(); text != "" {
			p.b.WriteString(" # " + text)
		}
	}
	p.b.WriteByte('\n')
	for i, b := range n.Blocks {
		p.indent(level + 1)
		fmt.Fprintf(&p.b, "block%d(", i)
		p.typedValues(b.Inputs(), ", ")
		p.b.WriteString("):\n")
		for m := b.First(); m != nil; m = m.Next() {
			p.node(m, level+2)
		}
		p.indent(level + 2)
		p.b.WriteString("-> (")
		p.values(b.Outputs())
		p.b.WriteString(")\n")
	}
}

func (p *printer) attrs(n *Node) {
	var parts []string
	for _, a := range n.attrs {
		c, ok := a.Value.(Constant)
		if !ok || a.Name == "function" {
			continue
		}
		text := attrText(c)
		switch c.V.(type) {
		case []Constant, DictConst, TupleConst:
			if len(n.Outputs) == 1 {
				text = annotatedText(c, n.Outputs[0].Type)
			}
		}
		parts = append(parts, a.Name+"="+text)
	}
	if len(parts) > 0 {
		p.b.WriteString("[" + strings.Join(parts, ", ") + "]")
	}
}

// annotatedText is a constant of which lists and dicts say their types where these cannot be told from what is in them.
func annotatedText(c Constant, t *Type) string {
	for t.Kind == OptionalKind && c.V != nil {
		t = t.Elem[0]
	}
	texts := func(list []Constant, types func(int) *Type) []string {
		parts := make([]string, len(list))
		for i, item := range list {
			parts[i] = annotatedText(item, types(i))
		}
		return parts
	}
	element := func(i int) func(int) *Type { return func(int) *Type { return t.Elem[i] } }
	switch v := c.V.(type) {
	case []Constant:
		switch {
		case t.Kind != ListKind:
		case t.Elem[0].Kind == TensorKind:
			return "[<Tensors>]"
		default:
			return t.annotated(", ", "["+strings.Join(texts(v, element(0)), ", ")+"]", len(v) == 0)
		}
	case DictConst:
		if t.Kind != DictKind {
			break
		}
		keys, values := texts(v.Keys, element(0)), texts(v.Values, element(1))
		for i := range keys {
			keys[i] += ": " + values[i]
		}
		return t.annotated(",", "{"+strings.Join(keys, ", ")+"}", len(keys) == 0)
	case TupleConst:
		if t.Kind == TupleKind && len(t.Elem) == len(v) && len(v) > 1 {
			return "(" + strings.Join(texts(v, func(i int) *Type { return t.Elem[i] }), ", ") + ")"
		}
	}
	return c.Text()
}

// annotated is the text of a list or a dict with its type, where it is empty or holds what may be of several types.
func (t *Type) annotated(comma, text string, empty bool) string {
	if empty || !inferable(t.Elem[len(t.Elem)-1]) {
		return "annotate(" + t.Repr() + comma + text + ")"
	}
	return text
}

// attrText is a constant as an attribute: bools are numbers.
func attrText(c Constant) string {
	switch v := c.V.(type) {
	case bool:
		if v {
			return "1"
		}
		return "0"
	case nil:
		return "None"
	case *FunctionConst:
		return QuoteText(v.F.Name)
	}
	return c.Text()
}
