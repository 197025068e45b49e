package ir

// Tensors makes the tensor of a constant from its type and elements, for texts that hold any.
type Tensors func(t *Type, elements []any) (TensorConst, error)

// Parse reads the text of a graph. find gives classes by name; tensors makes constant tensors. Both may be nil. Values get their names back
// only if keepNames is set and they are no numbers.
func Parse(text string, keepNames bool, find func(string) *Type, tensors Tensors) (g *Graph, err error) {
	defer catchParse(&err)
	s := newScanner(text, true)
	p := &graphParser{typeParser: typeParser{scanner: s, find: find}, names: keepNames, tensors: tensors, values: map[string]*Value{}}
	for p.tok.kind == tokNewline || p.tok.kind == tokIndent {
		p.next()
	}
	return p.graph(), nil
}

type graphParser struct {
	typeParser
	names   bool
	tensors Tensors
	result  *Type // of the node whose attributes are read
	values  map[string]*Value
	g       *Graph
}

func (p *graphParser) graph() *Graph {
	p.g = NewGraph()
	if p.tok.kind == tokIdent {
		p.next()
	}
	p.params(p.g.Block)
	p.expect(":")
	if p.tok.kind != tokNewline {
		p.expectKind(tokIndent)
	}
	p.next()
	if p.tok.kind == tokIndent {
		p.next()
	}
	for !p.isWord("return") {
		p.node(p.g.Block)
	}
	p.next()
	for _, v := range p.operands() {
		p.g.Block.AddOutput(v)
	}
	return p.g
}

// params reads (%a : T, %b : T) as the inputs of a block.
func (p *graphParser) params(b *Block) {
	p.expect("(")
	for !p.accept(")") {
		name, t := p.typedName()
		p.define(b.param.AddOutput(t), name)
		if !p.is(")") {
			p.expect(",")
		}
	}
}

// typedName reads %name : T; the type may be left out.
func (p *graphParser) typedName() (string, *Type) {
	p.expect("%")
	name := p.valueName()
	t := Tensor
	if p.accept(":") {
		t, _ = p.typ()
	}
	return name, t
}

func (p *graphParser) valueName() string {
	if p.tok.kind == tokNumber {
		name := p.tok.text
		p.next()
		return name
	}
	name := p.ident()
	for p.tok.pos == p.last && (p.is(".") || p.tok.kind == tokNumber && p.tok.text[0] == '.') {
		if p.tok.kind == tokNumber {
			name += p.tok.text
			p.next()
			continue
		}
		p.next()
		name += "." + p.ident()
	}
	return name
}

func (p *graphParser) define(v *Value, name string) {
	p.values[name] = v
	if !p.names && v.node.Kind != "prim::Param" {
		return
	}
	if base, _ := splitName(name); Meaningful(base) && ValidName(name) {
		v.SetName(name)
	}
}

func (p *graphParser) operands() []*Value {
	p.expect("(")
	var out []*Value
	for !p.accept(")") {
		start := p.tok.pos
		p.expect("%")
		name := p.valueName()
		v := p.values[name]
		if v == nil {
			p.fail(start, p.last, "Cannot find a variable with name '%s'", name)
		}
		out = append(out, v)
		if !p.is(")") {
			p.expect(",")
		}
	}
	return out
}

func (p *graphParser) node(b *Block) {
	type result struct {
		name string
		t    *Type
	}
	var results []result
	for p.is("%") {
		name, t := p.typedName()
		results = append(results, result{name, t})
		if !p.accept(",") {
			break
		}
	}
	if len(results) > 0 || p.is("=") {
		p.expect("=")
	}
	start, end := p.tok.pos, p.tok.pos+len(p.tok.text)
	kind := p.ident()
	for p.accept("::") {
		kind += "::" + p.ident()
	}
	n := p.g.Create(kind, nil, 0)
	if p.is("[") {
		p.result = Tensor
		if len(results) == 1 && results[0].t.Kind == TensorKind {
			p.result = results[0].t
		}
		p.attributes(n)
	}
	for _, v := range p.operands() {
		n.AddInput(v)
	}
	for i, r := range results {
		v := n.AddOutput(r.t)
		if kind == "prim::Constant" && i == 0 {
			p.settle(n, r.t)
		}
		p.define(v, r.name)
	}
	if s := MatchSchema(n); s != nil && len(s.Returns) == len(n.Outputs) {
		for i, v := range n.Outputs {
			if said := s.Returns[i].Type; isPlain(v.Type) && isPlain(said) && v.Type.Kind != said.Kind {
				p.fail(start, end, "Annotated type %s does not match schema type %s for operator %s", v.Type, said, s)
			}
		}
	}
	n.InsertBefore(b.result)
	if p.tok.kind == tokNewline {
		p.next()
	}
	if p.tok.kind == tokIndent {
		p.next()
		for p.tok.kind != tokDedent && p.tok.kind != tokEOF {
			p.block(n)
		}
		if p.tok.kind == tokDedent {
			p.next()
		}
	}
}

// isPlain says whether a type is no more than its kind.
func isPlain(t *Type) bool {
	switch t.Kind {
	case IntKind, FloatKind, BoolKind, StrKind, TensorKind:
		return true
	}
	return false
}

// settle gives a constant the form that its type asks for.
func (p *graphParser) settle(n *Node, t *Type) {
	c, ok := n.Attr("value").(Constant)
	if !ok {
		return
	}
	switch v := c.V.(type) {
	case int64:
		if t.Kind == BoolKind {
			n.SetAttr("value", Constant{v != 0})
		} else if t.Kind == FloatKind {
			n.SetAttr("value", Constant{float64(v)})
		}
	case string:
		if t.Kind == DeviceKind {
			n.SetAttr("value", Constant{DeviceName(v)})
		}
	}
}

func (p *graphParser) block(n *Node) {
	p.ident()
	b := n.AddBlock()
	p.params(b)
	p.expect(":")
	p.expectKind(tokNewline)
	p.expectKind(tokIndent)
	for !p.is("->") {
		p.node(b)
	}
	p.next()
	for _, v := range p.operands() {
		b.AddOutput(v)
	}
	if p.tok.kind == tokNewline {
		p.next()
	}
	if p.tok.kind == tokDedent {
		p.next()
	}
}

func (p *graphParser) attributes(n *Node) {
	p.expect("[")
	for !p.accept("]") {
		name := p.ident()
		p.expect("=")
		n.SetAttr(name, p.constant())
		if !p.is("]") {
			p.expect(",")
		}
	}
}

func (p *graphParser) constant() Constant {
	switch {
	case p.isWord("annotate"): // annotate(List[int], []), which says of what an empty list is
		p.next()
		p.expect("(")
		for depth := 0; depth > 0 || !p.is(","); p.next() {
			if p.is("[") {
				depth++
			} else if p.is("]") {
				depth--
			} else if p.tok.kind == tokEOF {
				p.fail(p.tok.pos, p.tok.pos, "expected , but found the end here")
			}
		}
		p.next()
		c := p.constant()
		p.expect(")")
		return c
	case p.is("{"):
		return p.tensor()
	case p.is("["):
		p.next()
		list := []Constant{}
		for !p.accept("]") {
			list = append(list, p.constant())
			if !p.is("]") {
				p.expect(",")
			}
		}
		return Constant{list}
	case p.is("("):
		p.next()
		tuple := TupleConst{}
		for !p.accept(")") {
			tuple = append(tuple, p.constant())
			if !p.is(")") {
				p.expect(",")
			}
		}
		return Constant{tuple}
	case p.tok.kind == tokString:
		text := unquote(p.tok.text)
		p.next()
		return Constant{text}
	case p.isWord("None"), p.isWord("True"), p.isWord("False"):
		v := enumDefaults[p.tok.text]
		p.next()
		return Constant{v}
	}
	return Constant{p.numberValue(false)}
}

// tensor reads a tensor of one element: {2.5}.
func (p *graphParser) tensor() Constant {
	start := p.tok.pos
	p.expect("{")
	v := p.numberValue(false)
	p.expect("}")
	if p.tensors == nil {
		p.fail(start, p.last, "constant tensors cannot be read here")
	}
	c, err := p.tensors(p.result, []any{v})
	if err != nil {
		p.fail(start, p.last, "%s", err.Error())
	}
	return Constant{c}
}
