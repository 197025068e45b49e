// Package fxgraph is the intermediate representation of captured tensor
// programs, after torch.fx: a doubly linked list of nodes in execution order,
// six node kinds, names unique in a graph, and printers whose text is the
// truth (`str(graph)`, `gm.code`, `gm.print_readable()`).
//
// The package knows nothing of Python values. What a call_function node calls
// is a *Function, whose Impl is opaque here and given meaning by the layers
// above.
//
// It is a part of this module; package magneto is for use from outside.
package fxgraph

import (
	"fmt"
	"strings"
)

// Op is the kind of a node.
type Op string

// The six node kinds of torch.fx.
const (
	Placeholder  Op = "placeholder"
	CallFunction Op = "call_function"
	CallMethod   Op = "call_method"
	CallModule   Op = "call_module"
	GetAttr      Op = "get_attr"
	Output       Op = "output"
	Root         Op = "root" // of no node of a graph: see Graph.Root
)

// Function is the target of a call_function node.
type Function struct {
	Name      string // `__name__`, the stem of node names: "add", "linear"
	Qualified string // as printed: "operator.add", "torch._C._nn.linear"
	Impl      any    // what to call; belongs to the layers above
}

// Node is one step of a graph.
type Node struct {
	Op     Op
	Name   string
	Target any // *Function for call_function, else a string
	Args   []any
	Kwargs []KW
	Type   string // annotation, "" for none
	TypeIn string // the annotation as code writes it, "" for Type
	TypeOf any    // the object that Type names; belongs to the layers above
	Meta   Meta

	graph      *Graph
	prev, next *Node
	users      []*Node // in order of first use
	erased     bool
}

// KW is one keyword argument.
type KW struct {
	Name  string
	Value any
}

// Listed are the examples of a call that gives a list; those of a call that gives several results otherwise are an []any.
type Listed []any

// Meta is what passes and printers know about a node beyond its text.
type Meta struct {
	Example  any    // fake tensor or symbolic number that the node computes
	Stack    []Line // user frames, outermost first
	Forward  []Line // of a node of a backward pass: the user frames of the call that it is part of the derivative of
	Source   string // for placeholders: where the value comes from, as an expression; "" if that is not known
	Custom   any    // what annotations around it say of the node; belongs to the layers above
	Calls    *Calls // the calls around it, nil for none
	Made     string // the name that it was made under
	Captured bool   // it was captured ahead of time: what it calls is the program's, not that of a pass
	Of       *Node  // of such a node: the node of the graph before that it comes from, nil if that is not known
	FromUser map[string]any
	Origin   any // where it was recorded, where that is asked for; belongs to the layers above
	Object   any // the object that shows this node to scripts, kept for identity
}

// Line is one frame of a user stack trace.
type Line struct {
	Filename string
	Line     int
	Function string
	Code     string // the source line, stripped

	// Col to EndCol of EndLine, counted from 0, is the part of the program that made the node; EndLine is 0 where that is not known.
	Col, EndLine, EndCol int
}

// Graph is a list of nodes in execution order.
type Graph struct {
	root   Node // sentinel: root.next is the first node
	names  *Namespace
	length int
	ATen   bool  // a graph of operators that was captured ahead of time
	Object any   // the object that shows this graph to scripts
	Insert *Node // before which scripts add nodes, nil for the end
	Behind bool  // they add them right behind Insert
	// Annotation, if set, is what nodes that are made are annotated with; the graphs of one trace share it.
	Annotation *Annotation
	Made       func(*Node) // if set, told of each new node
}

// Annotation is what is said of nodes while they are made: their Meta.Custom and Meta.Calls.
type Annotation struct {
	Custom any
	Calls  *Calls
}

// Calls are those around a node, the outermost first; belongs to the layers above.
type Calls struct {
	Modules []ModuleCall
	Bodies  []SourceFn // the operators in whose bodies it is
}

// ModuleCall is the call of a module: a key that is the module's own, the way to it, and its class.
type ModuleCall struct {
	Key, Path string
	Class     any
}

// SourceFn is what a call of the program became: the name of a node, and what that calls.
type SourceFn struct {
	Name   string
	Target any
}

// New makes an empty graph.
func New() *Graph {
	g := &Graph{names: NewNamespace()}
	g.root.prev, g.root.next, g.root.graph, g.root.Op = &g.root, &g.root, g, Root
	return g
}

// Root is what comes before the first node and behind the last.
func (g *Graph) Root() *Node { return &g.root }

// Nodes lists the nodes in execution order.
func (g *Graph) Nodes() []*Node {
	out := make([]*Node, 0, g.length)
	for n := g.root.next; n != &g.root; n = n.next {
		out = append(out, n)
	}
	return out
}

// Len is the number of nodes.
func (g *Graph) Len() int { return g.length }

// Namespace gives the names in use.
func (g *Graph) Namespace() *Namespace { return g.names }

// OutputNode is the output node or nil.
func (g *Graph) OutputNode() *Node {
	if n := g.root.prev; n != &g.root && n.Op == Output {
		return n
	}
	return nil
}

// Create appends a node. An empty name takes the target's.
func (g *Graph) Create(op Op, target any, args []any, kwargs []KW, name string) *Node {
	return g.CreateBefore(&g.root, op, target, args, kwargs, name)
}

// CreateBefore inserts a new node before `before` (nil: at the end).
func (g *Graph) CreateBefore(before *Node, op Op, target any, args []any, kwargs []KW, name string) *Node {
	if before == nil {
		before = &g.root
	}
	if name == "" {
		name = TargetName(target)
	}
	n := g.Detached(op, target, args, kwargs, g.names.Create(name))
	if g.Annotation != nil {
		n.Meta.Custom, n.Meta.Calls = g.Annotation.Custom, g.Annotation.Calls
	}
	g.insert(n, before)
	if g.Made != nil {
		g.Made(n)
	}
	return n
}

// Detached is a node that has no place in the graph before MoveBefore gives it one.
func (g *Graph) Detached(op Op, target any, args []any, kwargs []KW, name string) *Node {
	n := &Node{Op: op, Name: name, Target: target, graph: g}
	n.prev, n.next = n, n
	n.Meta.Made = n.Name
	n.SetArgs(args, kwargs)
	return n
}

func (g *Graph) insert(n, before *Node) {
	n.prev, n.next = before.prev, before
	before.prev.next, before.prev = n, n
	g.length++
}

// TargetName is the stem of the name that a node with this target gets.
func TargetName(target any) string {
	if f, ok := target.(*Function); ok {
		return SnakeCase(withoutDunder(f.Name))
	}
	return SnakeCase(withoutDunder(fmt.Sprint(target)))
}

// withoutDunder is round of __round__.
func withoutDunder(text string) string {
	if s, special := strings.CutPrefix(text, "__"); special && strings.HasSuffix(s, "__") && len(s) > 2 {
		return s[:len(s)-2]
	}
	return text
}

// Erase removes a node that has no users.
func (g *Graph) Erase(n *Node) error {
	if len(n.users) > 0 {
		return fmt.Errorf("Tried to erase Node %s but it still had %d users in the graph: %s!", n.Name, len(n.users), userNames(n.users))
	}
	n.prev.next, n.next.prev = n.next, n.prev
	g.length--
	n.SetArgs(nil, nil)
	n.erased = true
	return nil
}

func userNames(users []*Node) string {
	s := "{"
	for i, u := range users {
		if i > 0 {
			s += ", "
		}
		s += u.Name + ": None"
	}
	return s + "}"
}

// MoveBefore moves n in front of `before` (nil: to the end).
func (g *Graph) MoveBefore(n, before *Node) {
	if before == nil {
		before = &g.root
	}
	if n.next != n {
		n.prev.next, n.next.prev = n.next, n.prev
		g.length--
	}
	g.insert(n, before)
}

// Graph is the graph that n belongs to.
func (n *Node) Graph() *Graph { return n.graph }

// Next is the node after n, nil at the end.
func (n *Node) Next() *Node { return n.step(n.next) }

// Prev is the node before n, nil at the start.
func (n *Node) Prev() *Node { return n.step(n.prev) }

func (n *Node) step(m *Node) *Node {
	if m == &n.graph.root {
		return nil
	}
	return m
}

// Users lists the nodes that use n, in order of first use.
func (n *Node) Users() []*Node { return n.users }

// Rename gives n a new name; the old one stays reserved.
func (n *Node) Rename(name string) {
	if name != n.Name {
		n.Name = n.graph.names.Create(name)
	}
}

// Before tells whether n comes before m in their graph.
func (n *Node) Before(m *Node) bool {
	for k := n.next; k != &n.graph.root; k = k.next {
		if k == m {
			return true
		}
	}
	return false
}

// Erased tells whether n was taken out of its graph.
func (n *Node) Erased() bool { return n.erased }

// SetArgs replaces the arguments and keeps the user lists.
func (n *Node) SetArgs(args []any, kwargs []KW) {
	for _, input := range n.Inputs() {
		input.dropUser(n)
	}
	n.Args, n.Kwargs = args, kwargs
	for _, input := range n.Inputs() {
		input.users = append(input.users, n)
	}
}

func (n *Node) dropUser(user *Node) {
	for i, u := range n.users {
		if u == user {
			n.users = append(n.users[:i:i], n.users[i+1:]...)
			return
		}
	}
}

// Inputs lists the nodes among the arguments, each once, in order.
func (n *Node) Inputs() []*Node {
	var out []*Node
	seen := map[*Node]bool{}
	visit := func(m *Node) {
		if !seen[m] {
			seen[m] = true
			out = append(out, m)
		}
	}
	for _, a := range n.Args {
		EachNode(a, visit)
	}
	for _, kw := range n.Kwargs {
		EachNode(kw.Value, visit)
	}
	return out
}

// ReplaceAllUsesWith makes every user of n use other instead and returns the users.
func (n *Node) ReplaceAllUsesWith(other *Node) []*Node {
	users := append([]*Node(nil), n.users...)
	swap := func(m *Node) any {
		if m == n {
			return other
		}
		return m
	}
	for _, u := range users {
		args, kwargs := MapArgs(u.Args, u.Kwargs, swap)
		u.SetArgs(args, kwargs)
	}
	return users
}

// Copy appends every node of g but the output to into and returns what g's
// output yields there. given maps nodes already present.
func (g *Graph) Copy(into *Graph, given map[*Node]any) any {
	for _, n := range g.Nodes() {
		if _, done := given[n]; done {
			continue
		}
		if n.Op == Output {
			return MapArg(n.Args[0], func(m *Node) any { return given[m] })
		}
		given[n] = into.CopyNode(n, func(m *Node) any { return given[m] })
	}
	return nil
}

// CopyNode appends a copy of n with its argument nodes mapped.
func (g *Graph) CopyNode(n *Node, with func(*Node) any) *Node {
	args, kwargs := MapArgs(n.Args, n.Kwargs, with)
	m := g.Create(n.Op, n.Target, args, kwargs, n.Name)
	m.Type, m.TypeIn, m.TypeOf = n.Type, n.TypeIn, n.TypeOf
	m.Meta = n.Meta
	m.Meta.Object = nil
	return m
}

// EliminateDeadCode erases nodes without users for which impure is false and
// reports whether any went.
func (g *Graph) EliminateDeadCode(impure func(*Node) bool) bool {
	changed := false
	for n := g.root.prev; n != &g.root; {
		prev := n.prev
		if len(n.users) == 0 && n.Op != Output && n.Op != Placeholder && !impure(n) {
			_ = g.Erase(n)
			changed = true
		}
		n = prev
	}
	return changed
}

// Lint checks that every argument is defined before its use in the same graph.
func (g *Graph) Lint() error {
	defined := map[*Node]bool{}
	names := map[string]bool{}
	for _, n := range g.Nodes() {
		for _, input := range n.Inputs() {
			if input.graph != g {
				return fmt.Errorf("Argument '%s' of Node '%s' does not belong to this Graph, but was used as an argument! If you are copying nodes from another graph, make sure to use ``arg_transform`` on node_copy() to remap values\n%s", input.Name, n.Name, g)
			}
			if !defined[input] {
				return fmt.Errorf("Argument '%s' of Node '%s' was used before it has been defined! Please check that Nodes in the graph are topologically ordered\n%s", input.Name, n.Name, g)
			}
		}
		if names[n.Name] {
			return fmt.Errorf("Node redefined name %s!", n.Name)
		}
		names[n.Name], defined[n] = true, true
	}
	return nil
}
