package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// longLine is the length from which an expression stands on a line of its own.
const longLine = 40

// CodePrinter prints functions as source text.
type CodePrinter struct {
	// Apart are the constants that stand in the text as CONSTANTS.c0, CONSTANTS.c1, ...: tensors, and what has strings in it that are not ASCII.
	Apart []Constant
	// Types are the classes, enums and named tuples that the text names, in order of appearance; Functions the functions that it calls.
	Types     []*Type
	Functions []*Function
	// Places, where it is not nil, are the places that the expressions of the text come from, which has marks then; see Unmark.
	Places *Places
}

// Function is the text of a function or method.
func (p *CodePrinter) Function(f *Function, method bool) string {
	c := &code{p: p, used: map[string]bool{}, next: map[string]int{}, text: map[*Value]string{}, inline: map[*Node]bool{}, annotated: map[*Value]bool{}}
	g := f.Graph
	c.scanBlock(g.Block)
	var params []string
	for i, v := range g.Inputs() {
		name := ""
		if !v.HasName() && f.Schema != nil && i < len(f.Schema.Args) && isIdentifier(f.Schema.Args[i].Name) {
			name = c.fresh(f.Schema.Args[i].Name)
		} else {
			name = c.name(v)
		}
		c.text[v] = name
		if i == 0 && method {
			params = append(params, name)
			continue
		}
		text := name + ": " + c.typeText(v.Type)
		if f.Schema != nil && i < len(f.Schema.Args) && f.Schema.Args[i].HasDef {
			text += "=" + c.constantText(f.Schema.Args[i].Default, v.Type)
		}
		params = append(params, text)
	}
	ret := None
	if outs := g.Outputs(); len(outs) == 1 {
		ret = outs[0].Type
	} else if len(outs) > 1 {
		elem := make([]*Type, len(outs))
		for i, v := range outs {
			elem[i] = v.Type
		}
		ret = TupleOf(elem...)
	}
	if f.Schema != nil && len(f.Schema.Returns) == 1 && len(g.Outputs()) == 1 {
		ret = f.Schema.Returns[0].Type
	}
	fmt.Fprintf(&c.b, "def %s(%s) -> %s:\n", f.Name, strings.Join(params, ",\n    "), c.typeText(ret))
	c.level = 1
	c.longConstants(g.Block)
	c.block(g.Block, true)
	c.finish(g)
	return c.b.String()
}

// code is the state of printing one function.
type code struct {
	p         *CodePrinter
	b         strings.Builder
	level     int
	used      map[string]bool
	next      map[string]int
	text      map[*Value]string
	inline    map[*Node]bool
	annotated map[*Value]bool
	// pending are the values that are to be written where they are used, in the order in which they are computed.
	pending []*Value
}

func (c *code) finish(g *Graph) {
	c.split(g.Outputs())
	if len(g.Outputs()) > 0 {
		c.line("return " + c.list(g.Outputs()))
	}
}

func (c *code) line(text string) {
	c.b.WriteString(strings.Repeat("  ", c.level) + text + "\n")
}

func (c *code) list(vals []*Value) string {
	parts := make([]string, len(vals))
	for i, v := range vals {
		parts[i] = c.use(v)
	}
	return strings.Join(parts, ", ")
}

// reserved are names that mean something else in the text.
var reserved = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return True try while with yield
		aten attribute CONSTANTS fork getattr inf nan infj nanj ops __torch__ uninitialized unchecked_cast _ rpc_async rpc_sync rpc_remote`) {
		out[w] = true
	}
	return out
}()

// name finds a free name for a value.
func (c *code) name(v *Value) string {
	base := "_"
	if v.HasName() {
		base = identifier(v.BaseName())
	}
	return c.fresh(base)
}

func (c *code) fresh(base string) string {
	name := base
	for c.used[name] || reserved[name] {
		n := c.next[name]
		c.next[name]++
		name = base + strconv.Itoa(n)
	}
	c.used[name] = true
	return name
}

// identifier makes a name of the graph one of Python.
func identifier(s string) string {
	var b strings.Builder
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		b.WriteByte('_')
	}
	for i := 0; i < len(s); i++ {
		if isIdentByte(s[i]) && s[i] < 0x80 {
			b.WriteByte(s[i])
		} else {
			b.WriteByte('_')
		}
	}
	return b.String()
}

func isIdentifier(s string) bool { return s != "" && identifier(s) == s && !reserved[s] }

func (c *code) assign(vals []*Value) {
	for _, v := range vals {
		c.text[v] = c.name(v)
	}
}

func (c *code) use(v *Value) string {
	if t, ok := c.text[v]; ok {
		return t
	}
	if v.node.Kind == "prim::Constant" {
		return c.rhs(v.node)
	}
	return "<" + v.Name() + ">"
}

// scanBlock decides which values are written where they are used: those that are used once, in the order in which they are computed.
func (c *code) scanBlock(b *Block) {
	c.scanNode(b.result)
	for n := b.Last(); n != nil; n = n.Prev() {
		c.scanNode(n)
	}
}

func (c *code) scanNode(n *Node) *Node {
	if c.inline[n] {
		return n
	}
	for _, b := range n.Blocks {
		c.scanBlock(b)
	}
	at := beforeConstants(n)
	for i := len(n.Inputs) - 1; i >= 0; i-- {
		v := n.Inputs[i]
		switch {
		case v.node == at && canInline(v):
			at = c.scanNode(at)
			c.inline[v.node] = true
		case v.node.Kind == "prim::Constant":
			c.inline[v.node] = true
		}
	}
	return at
}

func beforeConstants(n *Node) *Node {
	m := n.prev
	for m != nil && m.Kind == "prim::Constant" {
		m = m.prev
	}
	return m
}

func canInline(v *Value) bool {
	n := v.node
	if len(n.Outputs) != 1 || len(v.uses) != 1 || len(n.Blocks) > 0 || n.Kind == "prim::isinstance" || n.Kind == "prim::Enter" || n.Kind == "prim::fork" || n.Kind == "prim::awaitable" {
		return false
	}
	u := v.uses[0]
	switch {
	case v.HasName() && u.Node.Kind != "prim::Return":
		return false
	case u.Node.Kind == "prim::Loop" && u.Index >= 2, u.Node.Kind == "prim::fork", u.Node.Kind == "prim::awaitable", u.Node.Kind == "prim::Enter", u.Node.Kind == "prim::Exit":
		return false
	}
	return true
}

func (c *code) isLong(text string) bool { return len(unmarked(text))+2*c.level >= longLine }

// longConstants writes constants that are long at the top of the function, in the order in which they are used.
func (c *code) longConstants(b *Block) {
	seen := map[*Node]bool{}
	var within func(b *Block)
	written := func(vals []*Value) {
		for _, v := range vals {
			n := v.node
			if n == nil || n.Kind != "prim::Constant" || seen[n] {
				continue
			}
			seen[n] = true
			c.longConstant(n)
		}
	}
	within = func(b *Block) {
		for n := b.First(); n != nil; n = n.Next() {
			written(n.Inputs)
			for _, inner := range n.Blocks {
				within(inner)
			}
		}
		written(b.Outputs())
	}
	within(b)
}

func (c *code) longConstant(n *Node) {
	k, _ := n.Outputs[0].ConstantOf()
	if _, isTensor := k.V.(TensorConst); isTensor {
		return
	}
	if text := c.rhs(n); c.isLong(text) {
		c.assign(n.Outputs)
		c.line(c.text[n.Outputs[0]] + " = " + text)
	}
}

func (c *code) block(b *Block, more bool) {
	if !more && b.First() == nil {
		c.line("pass")
	}
	for n := b.First(); n != nil; n = n.Next() {
		c.node(n)
	}
}

// split writes operands that are long as statements, with all that was computed before them and is not written yet.
func (c *code) split(vals []*Value) {
	var last *Value
	for _, v := range vals {
		if c.inline[v.node] && len(v.node.Outputs) == 1 && v.node.Kind != "prim::Constant" && c.isLong(c.use(v)) {
			last = v
		}
	}
	if i := slices.Index(c.pending, last); last != nil && i >= 0 {
		for _, v := range c.pending[:i+1] {
			text := c.text[v]
			c.inline[v.node] = false
			c.assign([]*Value{v})
			c.line(c.text[v] + " = " + text)
		}
		c.pending = slices.Delete(c.pending, 0, i+1)
	}
	c.pending = slices.DeleteFunc(c.pending, func(v *Value) bool { return slices.Contains(vals, v) })
}

func (c *code) node(n *Node) {
	if n.Kind == "prim::Constant" {
		return
	}
	c.split(n.Inputs)
	switch n.Kind {
	case "prim::If":
		c.branches(n)
	case "prim::Loop":
		c.loop(n)
	case "prim::TupleUnpack", "prim::ListUnpack":
		c.assign(n.Outputs)
		text := ""
		if len(n.Outputs) > 0 {
			text = c.list(n.Outputs) + ", = "
		}
		c.line(text + c.use(n.Inputs[0]))
	case "prim::SetAttr":
		c.line(c.p.Places.mark(n.Range, c.use(n.Inputs[0])+"."+n.StrAttr("name")+" = "+c.use(n.Inputs[1])))
	case "prim::ModuleContainerIndex":
		c.assign(n.Outputs)
		c.line(c.use(n.Outputs[0]) + " : " + c.typeText(n.Outputs[0].Type) + " = " + c.use(n.Inputs[0]) + "[" + c.use(n.Inputs[1]) + "]")
	case "prim::Enter":
		text := "with " + c.use(n.Inputs[0])
		if n.Outputs[0].HasUses() {
			c.assign(n.Outputs)
			text += " as " + c.use(n.Outputs[0])
		}
		c.line(text + ":")
		c.level++
		if n.Next() != nil && n.Next().Kind == "prim::Exit" {
			c.line("pass")
		}
	case "prim::Exit":
		c.level--
	case "prim::fork":
		c.apart(n, "fork", "__forked_function")
	case "prim::awaitable":
		c.apart(n, "awaitable", "__awaitable_function")
	default:
		text := c.rhs(n)
		if c.inline[n] {
			c.text[n.Outputs[0]] = text
			c.pending = append(c.pending, n.Outputs[0])
			return
		}
		c.assign(n.Outputs)
		if len(n.Outputs) > 0 {
			text = c.list(n.Outputs) + " = " + text
		}
		c.line(text)
	}
}

// apart writes a call that runs apart as a function and the call of it.
func (c *code) apart(n *Node, form, function string) {
	sub := n.Attr("Subgraph").(*Graph)
	name := c.fresh(function)
	for i, v := range sub.Inputs() {
		c.text[v] = c.use(n.Inputs[i])
	}
	c.line("def " + name + "():")
	c.scanBlock(sub.Block)
	c.level++
	c.block(sub.Block, true)
	c.finish(sub)
	c.level--
	c.assign(n.Outputs)
	c.line(c.p.Places.mark(n.Range, c.use(n.Outputs[0])+" = "+form+"("+name+")"))
}

func (c *code) branches(n *Node) {
	c.assign(n.Outputs)
	c.line(c.p.Places.mark(n.Range, "if "+c.use(n.Inputs[0])+":"))
	for i, b := range n.Blocks {
		if i == 1 {
			c.line("else:")
		}
		c.level++
		c.block(b, len(n.Outputs) > 0)
		c.split(b.Outputs())
		if len(n.Outputs) > 0 {
			names := c.list(n.Outputs)
			if v := n.Outputs[0]; len(n.Outputs) == 1 && i == 0 && (v.Type.Kind == OptionalKind || v.Type.Kind == UnionKind) {
				names += " : " + c.typeText(v.Type)
			}
			c.line(names + " = " + c.list(b.Outputs()))
		}
		c.level--
	}
}

func (c *code) loop(n *Node) {
	body := n.Blocks[0]
	isTrue := func(v *Value) bool { k, ok := v.ConstantOf(); return ok && k.V == true }
	max, _ := n.Inputs[0].ConstantOf()
	forLoop := isTrue(n.Inputs[1]) && isTrue(body.Outputs()[0]) && max.V != int64(1<<63-1)
	c.assign(n.Outputs)
	for i, v := range n.Outputs {
		c.text[body.Inputs()[i+1]] = c.text[v]
		in := n.Inputs[i+2]
		name := c.text[v]
		if needsAnnotation(v.Type, in.Type) {
			name += ": " + c.typeText(v.Type)
		}
		c.line(name + " = " + c.use(in))
	}
	c.assign(body.Inputs()[:1])
	i := c.text[body.Inputs()[0]]
	skip := 0
	if forLoop {
		skip = 1
		c.line(c.p.Places.mark(n.Range, "for "+i+" in range("+c.use(n.Inputs[0])+"):"))
	} else {
		c.line(i + " = " + c.use(n.Inputs[1]))
		c.line(c.p.Places.mark(n.Range, "while "+i+":"))
	}
	c.level++
	c.block(body, len(body.Inputs()) > skip)
	outs := body.Outputs()[skip:]
	c.split(outs)
	if len(outs) > 0 {
		c.line(c.list(body.Inputs()[skip:]) + " = " + c.list(outs))
	}
	c.level--
}

// needsAnnotation says whether a variable would get another type from the value that it starts with.
func needsAnnotation(t, from *Type) bool {
	return t.Kind == OptionalKind || t.Kind == UnionKind || !t.Equal(from) && !(t.Kind == TensorKind && from.Kind == TensorKind)
}

func (c *code) typeText(t *Type) string {
	c.note(t)
	return t.Annotation()
}

// note remembers the classes that the text names.
func (c *code) note(t *Type) {
	for _, e := range t.Elem {
		c.note(e)
	}
	if (t.Class != nil || t.Kind == TupleKind && t.Name != "") && !slices.ContainsFunc(c.p.Types, t.Equal) {
		c.p.Types = append(c.p.Types, t)
	}
}

// apartConstant is a constant that stands beside the text.
func (c *code) apartConstant(k Constant) string {
	for i, old := range c.p.Apart {
		if old.Equal(k) {
			return fmt.Sprintf("CONSTANTS.c%d", i)
		}
	}
	c.p.Apart = append(c.p.Apart, k)
	return fmt.Sprintf("CONSTANTS.c%d", len(c.p.Apart)-1)
}

// constantText is a constant of a type as an expression.
func (c *code) constantText(k Constant, t *Type) string {
	if k.hasForeignText() {
		return c.apartConstant(k)
	}
	switch v := k.V.(type) {
	case DeviceName:
		return "torch.device(" + QuoteText(string(v)) + ")"
	case TensorConst:
		return c.apartConstant(k)
	case *FunctionConst:
		if !slices.Contains(c.p.Functions, v.F) {
			c.p.Functions = append(c.p.Functions, v.F)
		}
		return v.F.Qualified
	case EnumConst:
		c.note(v.Type)
		return v.Type.Name + "." + v.Name
	case []Constant:
		of := t.part(ListKind, 0)
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = c.constantText(v[i], of)
		}
		text := "[" + strings.Join(parts, ", ") + "]"
		if of != nil && (len(v) == 0 || !inferable(of)) {
			return "annotate(" + c.typeText(t.bare()) + ", " + text + ")"
		}
		return text
	case DictConst:
		of := t.part(DictKind, 1)
		parts := make([]string, len(v.Keys))
		for i := range parts {
			parts[i] = c.constantText(v.Keys[i], nil) + ": " + c.constantText(v.Values[i], of)
		}
		text := "{" + strings.Join(parts, ", ") + "}"
		if of != nil && (len(parts) == 0 || !inferable(of)) {
			return "annotate(" + c.typeText(t.bare()) + "," + text + ")"
		}
		return text
	case TupleConst:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = c.constantText(v[i], t.part(TupleKind, i))
		}
		if len(parts) == 1 {
			return "(" + parts[0] + ",)"
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return k.Text()
}

// bare is what an optional type is of, and another type itself.
func (t *Type) bare() *Type {
	for t != nil && t.Kind == OptionalKind {
		t = t.Elem[0]
	}
	return t
}

// part is the i-th type in a type of a kind, nil for one that is not of this kind.
func (t *Type) part(kind Kind, i int) *Type {
	if t = t.bare(); t == nil || t.Kind != kind || i >= len(t.Elem) {
		return nil
	}
	return t.Elem[i]
}

// casts are operators that print as functions of Python.
var casts = map[string]string{"aten::Int": "int", "aten::Float": "float", "aten::Bool": "bool", "aten::str": "str", "prim::Print": "print", "aten::sorted": "sorted", "aten::Complex": "complex"}

func (c *code) rhs(n *Node) string { return c.p.Places.mark(n.Range, c.expression(n)) }

func (c *code) expression(n *Node) string {
	in := func(i int) string { return c.use(n.Inputs[i]) }
	switch n.Kind {
	case "prim::Constant":
		k, _ := n.Outputs[0].ConstantOf()
		return c.constantText(k, n.Outputs[0].Type)
	case "prim::ListConstruct":
		t := n.Outputs[0].Type
		text := "[" + c.list(n.Inputs) + "]"
		if len(n.Inputs) == 0 || !inferable(t.Elem[0]) {
			return "annotate(" + c.typeText(t) + ", " + text + ")"
		}
		return text
	case "prim::DictConstruct":
		t := n.Outputs[0].Type
		var parts []string
		for i := 0; i+1 < len(n.Inputs); i += 2 {
			parts = append(parts, in(i)+": "+in(i+1))
		}
		text := "{" + strings.Join(parts, ", ") + "}"
		if len(n.Inputs) == 0 || !inferable(t.Elem[1]) {
			return "annotate(" + c.typeText(t) + ", " + text + ")"
		}
		return text
	case "prim::TupleConstruct":
		t := n.Outputs[0].Type
		name := ""
		if t.Name != "" {
			name = c.typeText(t)
		}
		if len(n.Inputs) == 1 {
			return name + "(" + in(0) + ",)"
		}
		return name + "(" + c.list(n.Inputs) + ")"
	case "prim::TupleIndex":
		return "(" + in(0) + ")[" + in(1) + "]"
	case "prim::CreateObject":
		t := c.typeText(n.Outputs[0].Type)
		return t + ".__new__(" + t + ")"
	case "prim::GetAttr":
		if name := n.StrAttr("name"); !isIdentifier(name) {
			return "getattr(" + in(0) + ", " + QuoteText(name) + ")"
		}
		return in(0) + "." + n.StrAttr("name")
	case "prim::CallMethod":
		text := "(" + in(0) + ")." + n.StrAttr("name") + "("
		for _, v := range n.Inputs[1:] {
			text += c.use(v) + ", "
		}
		return text + ")"
	case "prim::CallFunction":
		text := in(0) + "("
		for _, v := range n.Inputs[1:] {
			text += c.use(v) + ", "
		}
		return text + ")"
	case "prim::unchecked_cast":
		return "unchecked_cast(" + c.typeText(n.Outputs[0].Type) + ", " + in(0) + ")"
	case "prim::Uninitialized":
		return "uninitialized(" + c.typeText(n.Outputs[0].Type) + ")"
	case "prim::isinstance":
		list, _ := n.Attr("types").(Constant).V.(TypeList)
		var names []string
		for _, t := range list {
			names = append(names, c.typeText(t))
		}
		if len(names) == 1 {
			return "isinstance(" + in(0) + ", " + names[0] + ")"
		}
		return "isinstance(" + in(0) + ", (" + strings.Join(names, ", ") + "))"
	case "prim::EnumName":
		return "(" + in(0) + ").name"
	case "prim::EnumValue":
		return "(" + in(0) + ").value"
	case "prim::tolist":
		return "annotate(" + c.typeText(n.Outputs[0].Type) + ", " + in(0) + ".tolist())"
	case "prim::PythonOp":
		return "^" + n.StrAttr("name") + "(" + n.StrAttr("scalars") + ")(" + c.list(n.Inputs) + ")"
	case "aten::__getitem__":
		if of := in(0); isIdentifier(unmarked(of)) {
			return of + "[" + in(1) + "]"
		}
		return "(" + in(0) + ")[" + in(1) + "]"
	case "aten::FloatImplicit", "aten::IntImplicit", "aten::ScalarImplicit", "aten::ComplexImplicit":
		return "annotate(" + c.typeText(n.Outputs[0].Type) + ", " + in(0) + ")"
	}
	if name := casts[n.Kind]; name != "" && !(n.Kind == "aten::sorted" && len(n.Inputs) > 2) {
		return name + "(" + strings.Join(c.operands(n), ", ") + ")"
	}
	ns, name, _ := strings.Cut(n.Kind, "::")
	head := "ops." + ns + "." + name
	if ns == "aten" {
		head = "torch." + name
	}
	if n.Kind == "aten::grad" || n.Kind == "aten::backward" {
		head = "torch.autograd." + name
	}
	return head + "(" + strings.Join(c.operands(n), ", ") + ")"
}

// inferable says whether the type of a list can be told from its elements.
func inferable(t *Type) bool {
	switch t.Kind {
	case OptionalKind, UnionKind, InterfaceKind, AnyKind, NumberKind:
		return false
	}
	return true
}

// operands are the arguments of an operator, without the last ones that are defaults; where results are put stands behind these.
func (c *code) operands(n *Node) []string {
	s := MatchSchema(n)
	vals, outs := n.Inputs, 0
	if s != nil {
		for len(vals) == len(s.Args) && outs < len(vals) && s.Args[len(vals)-1-outs].IsOut() {
			outs++
		}
		vals = vals[:len(vals)-outs]
		for len(vals) > 0 && len(vals) <= len(s.Args) {
			a := &s.Args[len(vals)-1]
			k, ok := vals[len(vals)-1].ConstantOf()
			if !ok || !a.HasDef || !sameDefault(k, a.Default, a.Type) {
				break
			}
			vals = vals[:len(vals)-1]
		}
	}
	var out []string
	for i, v := range n.Inputs {
		if i >= len(vals) && i < len(n.Inputs)-outs {
			continue
		}
		text := c.use(v)
		if s != nil && i < len(s.Args) && s.Args[i].KwOnly {
			text = s.Args[i].Name + "=" + text
		}
		out = append(out, text)
	}
	return out
}

func sameDefault(k, d Constant, t *Type) bool {
	if n, ok := d.V.(int64); ok && t.Kind == FloatKind {
		d = Constant{float64(n)}
	}
	return k.Equal(d)
}
