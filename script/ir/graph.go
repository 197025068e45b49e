package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Graph is a function body.
type Graph struct {
	// Where is the range of nodes that are made without one of their own.
	Where Range
	// Log is told of what passes do, nil where nobody looks.
	Log   *Log
	Block *Block
	// at is the node before which new nodes go; the return node of a block stands for its end.
	at *Node

	nextID   int
	names    map[string]*Value
	suffixes map[string]int
}

// Block is a list of nodes with inputs and outputs: the body of a graph, a branch, or the body of a loop.
type Block struct {
	graph  *Graph
	owner  *Node // the node that the block belongs to; nil for the body of a graph
	param  *Node // its outputs are the block's inputs
	result *Node // its inputs are the block's outputs; also both ends of the ring of nodes
}

// Node is an operation.
type Node struct {
	Kind    string
	Inputs  []*Value
	Outputs []*Value
	Blocks  []*Block
	Schema  *Schema // of operators; nil where not yet matched
	Range   Range
	// Calls are the calls that the node has been inlined from, the innermost first.
	Calls []Call
	Scope string
	attrs []NodeAttr

	block      *Block
	prev, next *Node
	dead       bool
}

// Call is a call that has become the body of what it calls.
type Call struct {
	Function string // that was called
	Range    Range  // of the call
}

// NodeAttr is an attribute of a node: a Constant, or the *Graph of a fork.
type NodeAttr struct {
	Name  string
	Value any
}

// Value is a result of a node or an input of a block.
type Value struct {
	ID   int
	Type *Type
	node *Node
	name string
	uses []Use
}

// Use is one place where a value is read: input Index of Node.
type Use struct {
	Node  *Node
	Index int
}

// Range is a stretch of source text.
type Range struct {
	Source *Source
	From   int
	To     int
}

// Source is a text that ranges point into. FirstLine is the number of its first line in the file; Indent is how many columns were cut off
// each line. Origins say where the parts of a text that was written from graphs were first, nil for other texts.
type Source struct {
	File      string
	Text      string
	FirstLine int
	Indent    int
	Origins   []Origin
	Script    bool // read as a script: the sign of a number belongs to its literal
}

// String is "file:line:column" of the original, "" for no range.
func (r Range) String() string {
	file, line := r.Place()
	if file == "" {
		return ""
	}
	r = r.Original()
	before := r.Source.Text[:min(r.From, len(r.Source.Text))]
	col := len(before) - (strings.LastIndexByte(before, '\n') + 1)
	return fmt.Sprintf("%s:%d:%d", file, line, col+r.Source.Indent)
}

// Place is file and line of the original, "" for no range.
func (r Range) Place() (file string, line int) {
	r = r.Original()
	if r.Source == nil || r.Source.File == "" {
		return "", 0
	}
	return r.Source.File, r.Source.FirstLine + strings.Count(r.Source.Text[:min(r.From, len(r.Source.Text))], "\n")
}

// Highlight shows the text around the range, which has no mark if it has no width.
func (r Range) Highlight() string {
	if r.Source == nil || r.Source.Text == "" {
		return ""
	}
	text := highlightAt(r.Source.File, r.Source.Text, r.From, r.To, r.Source.FirstLine, r.From < r.To)
	if r.Source.Indent == 0 {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines { // as deep as the text stands in its file
		if strings.TrimSpace(l) != "" && !(i == 0 && r.Source.File != "") {
			lines[i] = strings.Repeat(" ", r.Source.Indent) + l
		}
	}
	return strings.Join(lines, "")
}

// NewGraph is a graph without inputs and nodes.
func NewGraph() *Graph {
	g := &Graph{names: map[string]*Value{}, suffixes: map[string]int{}}
	g.Block = g.newBlock(nil)
	g.at = g.Block.result
	return g
}

func (g *Graph) newBlock(owner *Node) *Block {
	b := &Block{graph: g, owner: owner}
	b.param = &Node{Kind: "prim::Param", block: b}
	b.result = &Node{Kind: "prim::Return", block: b}
	b.result.prev, b.result.next = b.result, b.result
	return b
}

// Graph is the graph of a block; Owner the node that it belongs to.
func (b *Block) Graph() *Graph { return b.graph }

// Owner is the node that the block belongs to, nil for the body of a graph.
func (b *Block) Owner() *Node { return b.owner }

// Param is the node whose outputs are the block's inputs, Return the one whose inputs are its outputs.
func (b *Block) Param() *Node  { return b.param }
func (b *Block) Return() *Node { return b.result }

// Inputs are the inputs of the block.
func (b *Block) Inputs() []*Value { return b.param.Outputs }

// Outputs are its outputs.
func (b *Block) Outputs() []*Value { return b.result.Inputs }

// Nodes is a copy of the list of nodes.
func (b *Block) Nodes() []*Node {
	var out []*Node
	for n := b.First(); n != nil; n = n.Next() {
		out = append(out, n)
	}
	return out
}

// First and Last are the ends of the list, nil if it is empty.
func (b *Block) First() *Node { return b.result.Next() }
func (b *Block) Last() *Node  { return b.result.Prev() }

// AddInput adds an input.
func (b *Block) AddInput(name string, t *Type) *Value {
	v := b.param.AddOutput(t)
	v.SetName(name)
	return v
}

// InsertInput puts an input in front of input i.
func (b *Block) InsertInput(i int, t *Type) *Value { return b.param.InsertOutput(i, t) }

// AddOutput adds an output.
func (b *Block) AddOutput(v *Value) { b.result.AddInput(v) }

// EraseInput removes an input without uses.
func (b *Block) EraseInput(i int) { b.param.EraseOutput(i) }

// EraseOutput removes an output.
func (b *Block) EraseOutput(i int) { b.result.RemoveInput(i) }

func (g *Graph) newValue(n *Node, t *Type) *Value {
	v := &Value{ID: g.nextID, Type: t, node: n}
	g.nextID++
	return v
}

// SkipIDs leaves numbers of values out.
func (g *Graph) SkipIDs(n int) int {
	g.nextID += n
	return g.nextID
}

// ContinueIDs goes on with the numbers of another graph.
func (g *Graph) ContinueIDs(other *Graph) { g.nextID = other.nextID }

// Create makes a node that is not yet in the graph, with n outputs of type Tensor.
func (g *Graph) Create(kind string, inputs []*Value, outputs int) *Node {
	n := &Node{Kind: kind, Range: g.Where, block: &Block{graph: g}}
	for _, v := range inputs {
		n.AddInput(v)
	}
	for range outputs {
		n.AddOutput(Tensor)
	}
	return n
}

// CreateTyped makes a node with one output.
func (g *Graph) CreateTyped(kind string, t *Type, inputs ...*Value) *Node {
	n := g.Create(kind, inputs, 1)
	n.Outputs[0].Type = t
	return n
}

// Insert puts a node at the insert point.
func (g *Graph) Insert(n *Node) *Node { return n.InsertBefore(g.at) }

// At is the node in front of which new nodes go.
func (g *Graph) At() *Node { return g.at }

// SetAt moves the insert point in front of a node, and gives back the old one.
func (g *Graph) SetAt(n *Node) *Node {
	old := g.at
	g.at = n
	return old
}

// SetAtEnd moves the insert point to the end of a block.
func (g *Graph) SetAtEnd(b *Block) *Node { return g.SetAt(b.result) }

// Inputs, Outputs and Nodes are those of the body.
func (g *Graph) Inputs() []*Value  { return g.Block.Inputs() }
func (g *Graph) Outputs() []*Value { return g.Block.Outputs() }
func (g *Graph) Nodes() []*Node    { return g.Block.Nodes() }

// Constant inserts a constant at the insert point.
func (g *Graph) Constant(c Constant, t *Type) *Value {
	return g.Insert(g.NewConstant(c, t)).Outputs[0]
}

// NewConstant makes a node of a constant; t is its type, nil for the obvious one.
func (g *Graph) NewConstant(c Constant, t *Type) *Node {
	if t == nil {
		t = c.TypeOf()
	}
	n := g.CreateTyped("prim::Constant", t)
	if f, ok := c.V.(*FunctionConst); ok {
		n.SetAttr("name", Constant{f.F.Name})
		n.SetAttr("function", c)
		return n
	}
	if c.V != nil {
		n.SetAttr("value", c)
	}
	return n
}

// ConstantOf is the constant that made a value.
func (v *Value) ConstantOf() (Constant, bool) {
	if v.node.Kind != "prim::Constant" {
		return Constant{}, false
	}
	if f, ok := v.node.Attr("function").(Constant); ok {
		return f, true
	}
	c, _ := v.node.Attr("value").(Constant)
	return c, true
}

// IsNoneConst says whether a value is the constant None.
func (v *Value) IsNoneConst() bool {
	c, ok := v.ConstantOf()
	return ok && c.V == nil
}

// Node is what made the value.
func (v *Value) Node() *Node { return v.node }

// Uses is a copy of the places that read the value.
func (v *Value) Uses() []Use { return slices.Clone(v.uses) }

// HasUses says whether something reads the value.
func (v *Value) HasUses() bool { return len(v.uses) > 0 }

// Offset is the index of the value among the outputs of its node.
func (v *Value) Offset() int { return slices.Index(v.node.Outputs, v) }

// HasName says whether the value has a name of its own.
func (v *Value) HasName() bool { return v.name != "" }

// Name is what the value prints as.
func (v *Value) Name() string {
	if v.name != "" {
		return v.name
	}
	return strconv.Itoa(v.ID)
}

// BaseName is the name without its number.
func (v *Value) BaseName() string {
	base, _ := splitName(v.name)
	return base
}

// splitName splits a number behind the last dot off a name; it is 0 without one.
func splitName(name string) (string, int) {
	if dot := strings.LastIndexByte(name, '.'); dot >= 0 && dot+1 < len(name) {
		if n, err := strconv.Atoi(name[dot+1:]); err == nil && n >= 0 {
			return name[:dot], n
		}
	}
	return name, 0
}

// SetName names the value; a value that has the name takes the next free number behind it. It says nothing when the name is no name; see
// ValidName.
func (v *Value) SetName(name string) *Value {
	g := v.node.Graph()
	if v.name != "" && g.names[v.name] == v {
		delete(g.names, v.name)
	}
	v.name = ""
	if name == "" {
		return v
	}
	if other := g.names[name]; other != nil {
		base, suffix := splitName(name)
		if base == name {
			suffix = 1
		}
		if last, ok := g.suffixes[base]; ok {
			suffix = max(suffix, last+1)
		}
		var fresh string
		for {
			fresh = base + "." + strconv.Itoa(suffix)
			suffix++
			if g.names[fresh] == nil {
				break
			}
		}
		g.suffixes[base] = suffix
		other.SetName(fresh)
	}
	g.names[name] = v
	v.name = name
	return v
}

// ValidName says whether scripts may give the name to a value: numbers are taken.
func ValidName(name string) bool {
	return strings.Trim(name, "0123456789") != "" || name == ""
}

// Meaningful says whether a variable's name is to be that of its value.
func Meaningful(name string) bool {
	if name == "" || name[0] == '$' {
		return false
	}
	return name[0] != '_' || strings.Trim(name[1:], "0123456789") != ""
}

// ReplaceAll makes every use of v one of w.
func (v *Value) ReplaceAll(w *Value) {
	for len(v.uses) > 0 {
		u := v.uses[0]
		u.Node.ReplaceInput(u.Index, w)
	}
}

// ReplaceIn is ReplaceAll for the uses that ok accepts.
func (v *Value) ReplaceIn(w *Value, ok func(Use) bool) {
	for _, u := range v.Uses() {
		if ok(u) {
			u.Node.ReplaceInput(u.Index, w)
		}
	}
}

// CopyMeta takes type and name of another value.
func (v *Value) CopyMeta(from *Value) *Value {
	v.Type = from.Type
	if from.HasName() {
		v.SetName(from.name)
	}
	return v
}

// Graph is the graph of a node.
func (n *Node) Graph() *Graph { return n.block.graph }

// Block is the block that the node lies in.
func (n *Node) Block() *Block { return n.block }

// Output is the only output.
func (n *Node) Output() *Value { return n.Outputs[0] }

// Next and Prev are the neighbours, nil at the ends.
func (n *Node) Next() *Node {
	if n.next == nil || n.next.Kind == "prim::Return" {
		return nil
	}
	return n.next
}

func (n *Node) Prev() *Node {
	if n.prev == nil || n.prev.Kind == "prim::Return" {
		return nil
	}
	return n.prev
}

// InGraph says whether the node is in a list.
func (n *Node) InGraph() bool { return n.next != nil }

// InsertBefore puts the node in front of another, or at the end of a block when that is its return node.
func (n *Node) InsertBefore(at *Node) *Node {
	n.block = at.block
	n.prev, n.next = at.prev, at
	at.prev.next, at.prev = n, n
	for _, b := range n.Blocks {
		b.graph = at.block.graph
	}
	return n
}

// InsertAfter puts the node behind another.
func (n *Node) InsertAfter(at *Node) *Node {
	if at.Kind == "prim::Param" {
		return n.InsertBefore(at.block.result.next)
	}
	return n.InsertBefore(at.next)
}

// Unlink takes the node out of its list.
func (n *Node) Unlink() {
	g := n.block.graph
	if g.at == n {
		g.at = n.next
	}
	n.prev.next, n.next.prev = n.next, n.prev
	n.prev, n.next = nil, nil
}

// MoveBefore and MoveAfter move the node.
func (n *Node) MoveBefore(at *Node) { n.Unlink(); n.InsertBefore(at) }
func (n *Node) MoveAfter(at *Node)  { n.Unlink(); n.InsertAfter(at) }

// AddInput adds an operand.
func (n *Node) AddInput(v *Value) *Value {
	v.uses = append(v.uses, Use{n, len(n.Inputs)})
	n.Inputs = append(n.Inputs, v)
	return v
}

// InsertInput puts an operand in front of operand i.
func (n *Node) InsertInput(i int, v *Value) {
	rest := slices.Clone(n.Inputs[i:])
	for len(n.Inputs) > i {
		n.RemoveInput(len(n.Inputs) - 1)
	}
	n.AddInput(v)
	for _, w := range rest {
		n.AddInput(w)
	}
}

// RemoveInput removes an operand.
func (n *Node) RemoveInput(i int) {
	n.dropUse(i)
	for k := i + 1; k < len(n.Inputs); k++ {
		w := n.Inputs[k]
		at := slices.Index(w.uses, Use{n, k})
		w.uses[at].Index--
	}
	n.Inputs = slices.Delete(n.Inputs, i, i+1)
}

// RemoveInputs removes all operands.
func (n *Node) RemoveInputs() {
	for i := range n.Inputs {
		n.dropUse(i)
	}
	n.Inputs = nil
}

func (n *Node) dropUse(i int) {
	v := n.Inputs[i]
	at := slices.Index(v.uses, Use{n, i})
	v.uses = slices.Delete(v.uses, at, at+1)
}

// ReplaceInput puts another value in the place of operand i.
func (n *Node) ReplaceInput(i int, v *Value) *Value {
	old := n.Inputs[i]
	n.dropUse(i)
	n.Inputs[i] = v
	v.uses = append(v.uses, Use{n, i})
	return old
}

// ReplaceInputWith puts to in the place of every operand from.
func (n *Node) ReplaceInputWith(from, to *Value) {
	for i, v := range n.Inputs {
		if v == from {
			n.ReplaceInput(i, to)
		}
	}
}

// AddOutput adds a result.
func (n *Node) AddOutput(t *Type) *Value {
	v := n.Graph().newValue(n, t)
	n.Outputs = append(n.Outputs, v)
	return v
}

// InsertOutput puts a result in front of result i.
func (n *Node) InsertOutput(i int, t *Type) *Value {
	v := n.Graph().newValue(n, t)
	n.Outputs = slices.Insert(n.Outputs, i, v)
	return v
}

// EraseOutput removes a result without uses.
func (n *Node) EraseOutput(i int) {
	n.Outputs[i].SetName("")
	n.Outputs = slices.Delete(n.Outputs, i, i+1)
}

// PermuteOutputs puts output order[i] at place i; false if order is no permutation.
func (n *Node) PermuteOutputs(order []int) bool {
	out := make([]*Value, 0, len(n.Outputs))
	for _, i := range order {
		if i < 0 || i >= len(n.Outputs) || slices.Contains(out, n.Outputs[i]) {
			return false
		}
		out = append(out, n.Outputs[i])
	}
	if len(out) != len(n.Outputs) {
		return false
	}
	n.Outputs = out
	return true
}

// AddBlock adds a block.
func (n *Node) AddBlock() *Block {
	b := n.Graph().newBlock(n)
	n.Blocks = append(n.Blocks, b)
	return b
}

// EraseBlock removes a block with what is in it.
func (n *Node) EraseBlock(i int) {
	n.Blocks[i].clear()
	n.Blocks = slices.Delete(n.Blocks, i, i+1)
}

func (b *Block) clear() {
	b.result.RemoveInputs()
	for n := b.Last(); n != nil; n = b.Last() {
		n.Destroy()
	}
	for _, v := range b.param.Outputs {
		v.SetName("")
	}
	b.param.Outputs = nil
}

// Destroy removes the node with its blocks. Nothing may use its results any more.
func (n *Node) Destroy() {
	for len(n.Outputs) > 0 {
		n.EraseOutput(len(n.Outputs) - 1)
	}
	for len(n.Blocks) > 0 {
		n.EraseBlock(len(n.Blocks) - 1)
	}
	n.RemoveInputs()
	if n.InGraph() {
		n.Unlink()
	}
	n.dead = true
}

// Dead says whether the node was destroyed.
func (n *Node) Dead() bool { return n.dead }

// HasUses says whether something reads a result.
func (n *Node) HasUses() bool { return slices.ContainsFunc(n.Outputs, (*Value).HasUses) }

// Attr is an attribute, nil without one.
func (n *Node) Attr(name string) any {
	for _, a := range n.attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// StrAttr is an attribute that is a string.
func (n *Node) StrAttr(name string) string {
	c, _ := n.Attr(name).(Constant)
	s, _ := c.V.(string)
	return s
}

// Attrs are the attributes in the order in which they were set.
func (n *Node) Attrs() []NodeAttr { return n.attrs }

// SetAttr sets an attribute.
func (n *Node) SetAttr(name string, v any) *Node {
	for i := range n.attrs {
		if n.attrs[i].Name == name {
			n.attrs[i].Value = v
			return n
		}
	}
	n.attrs = append(n.attrs, NodeAttr{name, v})
	return n
}

// RemoveAttr removes an attribute.
func (n *Node) RemoveAttr(name string) {
	n.attrs = slices.DeleteFunc(n.attrs, func(a NodeAttr) bool { return a.Name == name })
}

// IsBefore says whether n comes before m, in the same block or in blocks around either.
func (n *Node) IsBefore(m *Node) bool {
	a, b := n, m
	for da, db := depth(n), depth(m); da != db; {
		if da > db {
			a, da = a.block.owner, da-1
		} else {
			b, db = b.block.owner, db-1
		}
	}
	for a != b && a.block != b.block {
		a, b = a.block.owner, b.block.owner
	}
	if a == b { // one lies in a block of the other, or both in blocks of the same node
		if a != n && b != m {
			return slices.Index(a.Blocks, blockIn(n, a)) < slices.Index(a.Blocks, blockIn(m, a))
		}
		return depth(n) < depth(m)
	}
	if a == a.block.result || b == b.block.param {
		return false
	}
	if a == a.block.param {
		return true
	}
	for x := a.next; x != nil && x != a.block.result; x = x.next {
		if x == b {
			return true
		}
	}
	return b == a.block.result
}

// blockIn is the block of a node that another node lies in.
func blockIn(n, owner *Node) *Block {
	b := n.block
	for b.owner != owner {
		b = b.owner.block
	}
	return b
}

func depth(n *Node) int {
	d := 0
	for b := n.block; b.owner != nil; b = b.owner.block {
		d++
	}
	return d
}

// Walk calls f for every node of a block and of the blocks in it, outer ones first. Nodes may be removed on the way.
func (b *Block) Walk(f func(*Node)) {
	for n := b.First(); n != nil; {
		next := n.Next()
		f(n)
		for _, inner := range n.Blocks {
			inner.Walk(f)
		}
		n = next
	}
}

// walkInnerFirst calls f for the nodes of a block, for those inside of a node before it.
func (b *Block) walkInnerFirst(f func(*Node)) {
	for n := b.First(); n != nil; {
		next := n.Next()
		for _, inner := range n.Blocks {
			inner.walkInnerFirst(f)
		}
		f(n)
		n = next
	}
}

// CopyNode makes a copy of a node, with operands as f gives them, that is not yet in the graph.
func (g *Graph) CopyNode(n *Node, f func(*Value) *Value) *Node {
	m := g.Create(n.Kind, nil, 0)
	m.Schema, m.Range, m.Calls, m.Scope = n.Schema, n.Range, n.Calls, n.Scope
	m.attrs = slices.Clone(n.attrs)
	for i, a := range m.attrs {
		if sub, ok := a.Value.(*Graph); ok {
			m.attrs[i].Value = sub.Copy()
		}
	}
	for _, v := range n.Outputs { // taking the name moves the original's, and the copy follows it
		m.AddOutput(v.Type).CopyMeta(v).CopyMeta(v)
	}
	local := map[*Value]*Value{}
	env := func(v *Value) *Value {
		if w, ok := local[v]; ok {
			return w
		}
		return f(v)
	}
	for _, b := range n.Blocks {
		c := m.AddBlock()
		c.copyFrom(b, local, env)
	}
	for _, v := range n.Inputs {
		m.AddInput(env(v))
	}
	return m
}

// copyFrom fills an empty block with a copy of another.
func (b *Block) copyFrom(from *Block, local map[*Value]*Value, env func(*Value) *Value) {
	for _, v := range from.Inputs() {
		w := b.param.AddOutput(v.Type)
		w.CopyMeta(v)
		local[v] = w
	}
	for n := from.First(); n != nil; n = n.Next() {
		m := b.graph.CopyNode(n, env)
		m.InsertBefore(b.result)
		for i, v := range n.Outputs {
			local[v] = m.Outputs[i]
		}
	}
	for _, v := range from.Outputs() {
		b.AddOutput(env(v))
	}
}

// CloneInto fills an empty block with a copy of another; env gives values from outside.
func (b *Block) CloneInto(from *Block, env func(*Value) *Value) {
	local := map[*Value]*Value{}
	b.copyFrom(from, local, func(v *Value) *Value {
		if w, ok := local[v]; ok {
			return w
		}
		return env(v)
	})
}

// Copy is a copy of the graph, with values numbered anew.
func (g *Graph) Copy() *Graph {
	out := NewGraph()
	out.Log = g.Log
	local := map[*Value]*Value{}
	out.Block.copyFrom(g.Block, local, func(v *Value) *Value { return local[v] })
	return out
}

// InsertGraph puts a copy of another graph's nodes at the insert point, with inputs for its inputs, and gives its outputs.
func (g *Graph) InsertGraph(other *Graph, inputs []*Value) []*Value {
	local := map[*Value]*Value{}
	for i, v := range other.Inputs() {
		local[v] = inputs[i]
	}
	env := func(v *Value) *Value { return local[v] }
	for n := other.Block.First(); n != nil; n = n.Next() {
		m := g.Insert(g.CopyNode(n, env))
		for i, v := range n.Outputs {
			local[v] = m.Outputs[i]
		}
	}
	var outs []*Value
	for _, v := range other.Outputs() {
		outs = append(outs, local[v])
	}
	return outs
}

// FindNode is the first node of a kind, in blocks too where deep is set.
func (g *Graph) FindNode(kind string, deep bool) *Node {
	if all := g.FindNodes(kind, deep); len(all) > 0 {
		return all[0]
	}
	return nil
}

// FindNodes are the nodes of a kind.
func (g *Graph) FindNodes(kind string, deep bool) []*Node { return g.Block.FindNodes(kind, deep) }

// FindNodes are the nodes of a kind in a block.
func (b *Block) FindNodes(kind string, deep bool) (out []*Node) {
	for n := b.First(); n != nil; n = n.Next() {
		if n.Kind == kind {
			out = append(out, n)
		}
		if deep {
			for _, inner := range n.Blocks {
				out = append(out, inner.FindNodes(kind, true)...)
			}
		}
	}
	return out
}
