package fxgraph

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// infix gives the operator form of functions of the operator module.
var infix = map[string]string{
	"eq": "%s == %s", "ne": "%s != %s", "lt": "%s < %s", "gt": "%s > %s", "le": "%s <= %s", "ge": "%s >= %s",
	"add": "%s + %s", "sub": "%s - %s", "mul": "%s * %s", "floordiv": "%s // %s", "truediv": "%s / %s",
	"mod": "%s %% %s", "pow": "%s ** %s", "lshift": "%s << %s", "rshift": "%s >> %s", "and_": "%s & %s", "or_": "%s | %s",
	"xor": "%s ^ %s", "getitem": "%s[%s]", "matmul": "%s @ %s", "pos": "+%s", "neg": "-%s", "invert": "~%s",
}

// inplace gives the statement form of in-place operators.
var inplace = map[string]string{
	"iadd": "%s += %s", "iand": "%s &= %s", "ifloordiv": "%s //= %s", "ilshift": "%s <<= %s", "imod": "%s %%= %s",
	"imul": "%s *= %s", "imatmul": "%s @= %s", "ior": "%s |= %s", "ipow": "%s **= %s", "irshift": "%s >>= %s",
	"isub": "%s -= %s", "itruediv": "%s /= %s", "ixor": "%s ^= %s", "setitem": "%s[%s] = %s",
}

// Code is the graph as the source of a `forward` method, laid out as gm.code.
func (g *Graph) Code() string { return g.Source(SourceOptions{}) }

// SourceOptions say how a graph becomes Python source.
type SourceOptions struct {
	Root       string                    // what attributes are of; "" for self
	Wrapped    func(*Node) bool          // calls whose function is declared with wrap before the code; nil for none
	Parameters []string                  // of forward, in the place of the placeholders; nil for these
	Unpack     func([]string) string     // the first line, which sets the given variables, those of the placeholders; nil for none
	Return     func(value string) string // the operand of return; nil for value
	Global     func(*Function) string    // the name by which code calls a function; nil for GlobalName
	Expanded   bool                      // each parameter on a line of its own, and so each result that is described
	Described  func(*Node) []string      // in expanded code: what a comment says of a placeholder, and of each result; nil for nothing
	Colored    bool                      // with colours for terminals
	Notes      *Notes                    // comments with the user's lines, and shapes; nil for none
}

// Notes say what code shows beside the statements.
type Notes struct {
	Stride bool // strides in annotations
	Device bool // devices in annotations
	// Annotate is the text after the colon for an example value: `f32[2, 3][3, 1]cpu`, `Sym(s77)`; "" for none.
	Annotate func(example any, style NoteStyle) string
	// Noted is what comments say of a node in front of its place, "" for nothing.
	Noted func(*Node) string
	// Told and Lines are what scripts have said of a node's value and place since it was recorded: nil for nothing, and for functions that nobody has set.
	Told  func(*Node) any
	Lines func(*Node) []Line
}

// NoteStyle says how a value is annotated.
type NoteStyle struct{ Stride, Device, Colored bool }

// Source is the graph as the source of a method, laid out as gm.code.
func (g *Graph) Source(o SourceOptions) string {
	o = o.withDefaults()
	w := codeWriter{graph: g, options: o}
	body := w.body()
	lines := strings.Split(body, "\n")
	for i, l := range lines {
		lines[i] = "    " + l
	}
	if o.Unpack != nil && o.Notes != nil && !o.Expanded { // the line behind the variables is no statement
		lines[1] = ""
	}
	return "\n" + strings.Join(w.wraps(), "\n") + "\n\n" + w.head() + "\n" + strings.Join(lines, "\n")
}

// head is the first line of forward; of expanded code the lines of its parameters.
func (w *codeWriter) head() string {
	parameters := append([]string{"self"}, w.parameters()...)
	if !w.options.Expanded {
		return "def forward(" + strings.Join(parameters, ", ") + ")" + w.graph.resultAnnotation() + ":"
	}
	lines := "    " + parameters[0] + ",\n"
	for i, n := range w.graph.placeholders() {
		if w.options.Parameters == nil {
			lines += "    " + parameters[i+1] + "," + w.remark(n, 0) + "\n"
		}
	}
	for _, p := range w.options.Parameters {
		lines += "    " + p + ",\n"
	}
	return "def forward(\n" + lines + ")" + w.graph.resultAnnotation() + ":"
}

func (g *Graph) placeholders() []*Node {
	var out []*Node
	for _, n := range g.Nodes() {
		if n.Op == Placeholder {
			out = append(out, n)
		}
	}
	return out
}

// remark is the comment behind a placeholder, or behind a result by its place.
func (w *codeWriter) remark(n *Node, i int) string {
	if w.options.Described == nil {
		return ""
	}
	if texts := w.options.Described(n); i < len(texts) {
		return "  # " + texts[i]
	}
	return ""
}

// result is the operand of return.
func (w *codeWriter) result(n *Node) string {
	var texts []string
	if w.options.Expanded && w.options.Described != nil {
		texts = w.options.Described(n)
	}
	var items []any
	open, end := "[", "]"
	switch given := n.Args[0].(type) {
	case Tuple:
		items, open, end = given, "(", ")"
	case List:
		items = given
	}
	if texts == nil || items == nil {
		return w.argument(n.Args[0])
	}
	lines := open + "\n"
	for i := range min(len(items), len(texts)) {
		lines += "    " + w.argument(items[i]) + "," + w.remark(n, i) + "\n"
	}
	return lines + end
}

// resultAnnotation is the annotation of what forward gives, with its arrow.
func (g *Graph) resultAnnotation() string {
	if n := g.OutputNode(); n != nil && n.Type != "" {
		return " -> " + n.typeText()
	}
	return ""
}

// typeText is the annotation of a node in code.
func (n *Node) typeText() string {
	if n.TypeIn != "" {
		return n.TypeIn
	}
	return n.Type
}

func (o SourceOptions) withDefaults() SourceOptions {
	if o.Root == "" {
		o.Root = "self"
	}
	if o.Global == nil {
		o.Global = DistinctGlobals(func(f *Function) (string, any) { return GlobalName(f.Qualified), f.Impl })
	}
	return o
}

// DistinctGlobals names functions, by the names and identities that of gives: another function of a name gets a number behind it.
func DistinctGlobals(of func(*Function) (name string, identity any)) func(*Function) string {
	holders := map[string]any{}
	return func(f *Function) string {
		name, identity := of(f)
		for n, i := name, 1; ; i++ {
			if held, taken := holders[n]; !taken || held == identity {
				holders[n] = identity
				return n
			}
			n = name + "_" + strconv.Itoa(i)
		}
	}
}

// GlobalName is the name by which code calls a function: what torch holds by its path, builtins bare, others by one name.
func GlobalName(qualified string) string {
	switch {
	case strings.HasPrefix(qualified, "torch._dynamo.") || strings.HasPrefix(qualified, "torch._inductor."): // not counted as torch
	case strings.HasPrefix(qualified, "torch."):
		return qualified
	case strings.HasPrefix(qualified, "builtins."):
		return strings.TrimPrefix(qualified, "builtins.")
	case strings.HasPrefix(qualified, "operator."):
		qualified = "_" + qualified
	}
	return strings.ReplaceAll(qualified, ".", "_")
}

// codeWriter writes the body of forward.
type codeWriter struct {
	graph       *Graph
	options     SourceOptions
	lastUses    map[*Node][]*Node
	lastSummary string // the comment that was written last
	b           strings.Builder
}

func (w *codeWriter) parameters() []string {
	if w.options.Parameters != nil {
		return w.options.Parameters
	}
	var parameters []string
	for _, n := range w.graph.Nodes() {
		if n.Op != Placeholder {
			continue
		}
		p := n.Target.(string)
		if a := w.annotation(n); a != "" {
			p += a
		} else if n.Type != "" {
			p += " : " + n.typeText()
		}
		if len(n.Args) > 0 {
			p += " = " + w.argument(n.Args[0])
		}
		parameters = append(parameters, p)
	}
	return parameters
}

// wraps are the declarations of functions that are kept whole when the code is traced again.
func (w *codeWriter) wraps() []string {
	var out []string
	seen := map[string]bool{}
	for _, n := range w.graph.Nodes() {
		if f, ok := n.Target.(*Function); ok && w.options.Wrapped != nil && w.options.Wrapped(n) && !readsAttribute(f, n) {
			if name := w.options.Global(f); !seen[name] {
				seen[name] = true
				out = append(out, fmt.Sprintf("torch.fx._symbolic_trace.wrap(%q)", name))
			}
		}
	}
	return out
}

// readsAttribute says whether a call of getattr is written as an attribute.
func readsAttribute(f *Function, n *Node) bool {
	if f.Qualified != "builtins.getattr" || len(n.Args) != 2 {
		return false
	}
	_, named := n.Args[1].(string)
	return named
}

func (w *codeWriter) annotation(n *Node) string {
	notes := w.options.Notes
	if notes == nil || notes.Annotate == nil {
		return ""
	}
	example := n.Meta.Example
	if notes.Told != nil {
		if said := notes.Told(n); said != nil {
			example = said
		}
	}
	if a := notes.Annotate(example, NoteStyle{notes.Stride, notes.Device, w.options.Colored}); a != "" {
		return `: "` + a + `"`
	}
	return ""
}

// legalNames gives the nodes whose names are no variables in code, those of builtins, numbers behind them until restore is called: exported programs name inputs as
// the caller does.
func (w *codeWriter) legalNames() (restore func()) {
	ns, given := NewNamespace(), map[*Node]string{}
	for _, n := range w.graph.Nodes() {
		if !reserved[n.Name] {
			ns.Reserve(n.Name)
		}
	}
	for _, n := range w.graph.Nodes() {
		if reserved[n.Name] && n.Op != Output {
			given[n] = n.Name
			n.Name = ns.Create(n.Name)
		}
	}
	return func() {
		for n, name := range given {
			n.Name = name
		}
	}
}

func (w *codeWriter) body() string {
	defer w.legalNames()()
	w.findLastUses()
	first := ""
	if w.options.Unpack != nil {
		var names []string
		for _, n := range w.graph.Nodes() {
			if n.Op == Placeholder {
				names = append(names, n.Target.(string))
			}
		}
		first = w.options.Unpack(names) + "\n"
		if w.options.Notes != nil { // after a line that says what the variables are
			first = w.variables() + first
		}
	}
	for _, n := range w.graph.Nodes() {
		w.comment(n)
		w.statement(n)
		w.release(n)
	}
	if w.b.Len() == 0 && first == "" {
		return "pass\n"
	}
	return first + strings.TrimLeft(w.b.String(), "\n")
}

// findLastUses records, for each node, the values that are used for the last
// time by it.
func (w *codeWriter) findLastUses() {
	w.lastUses = map[*Node][]*Node{}
	seen := map[*Node]bool{}
	nodes := w.graph.Nodes()
	for i := len(nodes) - 1; i >= 0; i-- {
		for _, input := range nodes[i].Inputs() {
			if !seen[input] {
				seen[input] = true
				w.lastUses[nodes[i]] = append(w.lastUses[nodes[i]], input)
			}
		}
	}
}

func (w *codeWriter) comment(n *Node) {
	notes := w.options.Notes
	if notes == nil || n.Op == Placeholder || n.Op == Output {
		return
	}
	var summary string
	stack, forward := n.Meta.Stack, n.Meta.Forward
	if len(stack)+len(forward) == 0 && notes.Lines != nil {
		stack = notes.Lines(n)
	}
	switch {
	case len(forward) > 0:
		summary = "Backward of forward node: " + forward[len(forward)-1].summary()
		if len(stack) > 0 && stack[len(stack)-1].summary() == w.lastSummary {
			return
		}
	case len(stack) > 0:
		summary = stack[len(stack)-1].summary()
	default:
		summary = "No stacktrace found for following nodes"
	}
	if notes.Noted != nil {
		summary = notes.Noted(n) + summary
	}
	if summary != w.lastSummary {
		w.lastSummary = summary
		w.b.WriteString("\n" + w.colored(dim, "# "+summary) + "\n")
	}
}

// summary is the line as comments name it.
func (l Line) summary() string {
	return fmt.Sprintf("File: %s:%d in %s, code: %s", l.Filename, l.Line, l.Function, l.Code)
}

func (w *codeWriter) statement(n *Node) {
	annotation := w.annotation(n)
	if annotation == "" && n.Type != "" {
		annotation = " : " + n.typeText()
	}
	left := n.Name + annotation + " = "
	switch n.Op {
	case Placeholder:
		if raw := strings.TrimLeft(n.Target.(string), "*"); raw != n.Name {
			w.b.WriteString(n.Name + " = " + raw + "\n")
		}
	case GetAttr:
		w.b.WriteString(left + attributePath(w.options.Root, n.Target.(string)))
	case CallModule:
		w.b.WriteString(left + attributePath(w.options.Root, n.Target.(string)) + "(" + w.callArgs(n.Args, n.Kwargs) + ")")
	case CallMethod:
		w.b.WriteString(left + w.receiver(n.Args[0]) + "." + n.Target.(string) + "(" + w.callArgs(n.Args[1:], n.Kwargs) + ")")
	case CallFunction:
		w.call(n, left)
	case Output:
		value := w.result(n)
		if w.options.Return != nil {
			value = w.options.Return(value)
		}
		w.b.WriteString("return " + value)
	}
}

func (w *codeWriter) call(n *Node, left string) {
	f := n.Target.(*Function)
	if strings.HasPrefix(f.Qualified, "operator.") && len(n.Kwargs) == 0 {
		operands := make([]any, len(n.Args))
		for i, a := range n.Args {
			operands[i] = w.argument(a)
		}
		if form, ok := infix[f.Name]; ok && strings.Count(form, "%s") == len(operands) {
			w.b.WriteString(left + fmt.Sprintf(form, operands...))
			return
		}
		if form, ok := inplace[f.Name]; ok && strings.Count(form, "%s") == len(operands) {
			w.b.WriteString(fmt.Sprintf(form, operands...) + ";  " + left + fmt.Sprint(operands[0]))
			return
		}
	}
	if readsAttribute(f, n) {
		w.b.WriteString(left + attributePath(w.receiver(n.Args[0]), n.Args[1].(string)))
		return
	}
	w.b.WriteString(left + w.options.Global(f) + "(" + w.callArgs(n.Args, n.Kwargs) + ")")
}

func (w *codeWriter) receiver(a any) string {
	if n, ok := a.(*Node); ok {
		return n.Name
	}
	return "(" + w.argument(a) + ")"
}

var identifier = regexp.MustCompile(`^[\p{L}_][\p{L}\p{N}_]*$`)

func attributePath(base, target string) string {
	for _, part := range strings.Split(target, ".") {
		if !identifier.MatchString(part) {
			base = fmt.Sprintf("getattr(%s, %q)", base, part)
		} else {
			base += "." + part
		}
	}
	return base
}

func (w *codeWriter) callArgs(args []any, kwargs []KW) string {
	parts := make([]string, 0, len(args)+len(kwargs))
	for _, a := range args {
		parts = append(parts, w.argument(a))
	}
	for _, kw := range kwargs {
		parts = append(parts, kw.Name+" = "+w.argument(kw.Value))
	}
	return strings.Join(parts, ", ")
}

// release ends the line, setting values that are dead from here on to None.
func (w *codeWriter) release(n *Node) {
	if n.Op == Placeholder {
		return
	}
	if n.Op == Output {
		w.b.WriteString("\n")
		return
	}
	dead := w.lastUses[n]
	if len(n.users) == 0 {
		dead = append(dead[:len(dead):len(dead)], n)
	}
	if len(dead) > 0 {
		text := ""
		for _, d := range dead {
			text += d.Name + " = "
		}
		w.b.WriteString(";  " + w.colored(dim, text+"None"))
	}
	w.b.WriteString("\n")
}
