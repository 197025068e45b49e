package ir

import (
	"slices"
	"strings"
)

// memory groups the values of a graph by the memory that they may share, as a union-find structure. Containers have a group of their own and
// one for what they hold.
type memory struct {
	parent   map[*Value]*Value
	elements map[*Value]*Value // of a group's representative: a value that stands for what is in it
	escapes  map[*Value]bool   // of representatives: known outside of the graph
	graph    *Graph
	apart    bool // what is only put together to be returned stays apart
}

// newMemoryInside analyses a graph without what happens to its results: containers that are only returned do not join what is in them.
func newMemoryInside(g *Graph) *memory {
	m := &memory{parent: map[*Value]*Value{}, elements: map[*Value]*Value{}, escapes: map[*Value]bool{}, graph: g, apart: true}
	for _, v := range g.Inputs() {
		m.escape(v)
	}
	m.block(g.Block)
	return m
}

// onlyReturned says whether nothing but the end of the graph reads what a node gives.
func onlyReturned(n *Node) bool {
	for _, v := range n.Outputs {
		for _, u := range v.uses {
			if u.Node != n.Graph().Block.result {
				return false
			}
		}
	}
	return true
}

// newMemory analyses a graph.
func newMemory(g *Graph) *memory {
	m := &memory{parent: map[*Value]*Value{}, elements: map[*Value]*Value{}, escapes: map[*Value]bool{}, graph: g}
	for _, v := range g.Inputs() {
		m.escape(v)
	}
	m.block(g.Block)
	for _, v := range g.Outputs() {
		m.escape(v)
	}
	return m
}

func (m *memory) find(v *Value) *Value {
	for m.parent[v] != nil {
		v = m.parent[v]
	}
	return v
}

func (m *memory) union(a, b *Value) {
	a, b = m.find(a), m.find(b)
	if a == b {
		return
	}
	m.parent[b] = a
	ea, eb := m.elements[a], m.elements[b]
	escapes := m.escapes[a] || m.escapes[b]
	delete(m.elements, b)
	switch {
	case ea == nil && eb != nil:
		m.elements[a] = eb
	case ea != nil && eb != nil:
		m.union(ea, eb)
	}
	if escapes {
		m.escape(a)
	}
}

// inside is what stands for the things in a container.
func (m *memory) inside(v *Value) *Value {
	r := m.find(v)
	e := m.elements[r]
	if e == nil {
		e = &Value{Type: Any}
		m.elements[r] = e
		if m.escapes[r] {
			m.escape(e)
		}
	}
	return e
}

// escape marks a value, and what is in it, as known outside.
func (m *memory) escape(v *Value) {
	r := m.find(v)
	if m.escapes[r] {
		return
	}
	m.escapes[r] = true
	if e := m.elements[r]; e != nil {
		m.escape(e)
	}
}

func (m *memory) block(b *Block) {
	for n := b.First(); n != nil; n = n.Next() {
		m.node(n)
	}
}

// plainNodes have results that share no memory with their operands, though no schema says so.
var plainNodes = map[string]bool{"prim::Constant": true, "prim::Print": true, "prim::RaiseException": true, "prim::Uninitialized": true, "prim::CreateObject": true, "prim::isinstance": true,
	"prim::EnumName": true, "prim::EnumValue": true}

func (m *memory) node(n *Node) {
	switch n.Kind {
	case "prim::If":
		m.block(n.Blocks[0])
		m.block(n.Blocks[1])
		for i, v := range n.Outputs {
			m.union(v, n.Blocks[0].Outputs()[i])
			m.union(v, n.Blocks[1].Outputs()[i])
		}
		return
	case "prim::Loop":
		body := n.Blocks[0]
		for i, v := range n.Outputs {
			m.union(v, n.Inputs[i+2])
			m.union(v, body.Inputs()[i+1])
		}
		m.block(body)
		for i, v := range n.Outputs {
			m.union(v, body.Outputs()[i+1])
		}
		return
	case "prim::TupleConstruct", "prim::ListConstruct", "prim::DictConstruct":
		if m.apart && onlyReturned(n) {
			return
		}
		for _, v := range n.Inputs {
			if v.Type.IsMutable() {
				m.union(m.inside(n.Outputs[0]), v)
			}
		}
		return
	case "prim::TupleUnpack", "prim::ListUnpack", "prim::TupleIndex":
		for _, v := range n.Outputs {
			if v.Type.IsMutable() {
				m.union(m.inside(n.Inputs[0]), v)
			}
		}
		return
	case "prim::TupleSlice", "prim::unchecked_cast", "prim::unchecked_unwrap_optional":
		m.union(n.Outputs[0], n.Inputs[0])
		return
	case "prim::GetAttr":
		m.union(n.Outputs[0], m.inside(n.Inputs[0]))
		return
	case "prim::SetAttr":
		m.union(m.inside(n.Inputs[0]), n.Inputs[1])
		return
	}
	if plainNodes[n.Kind] {
		return
	}
	s := n.Schema
	if s == nil {
		s = MatchSchema(n)
	}
	if s == nil {
		for _, v := range n.Inputs {
			m.escape(v)
		}
		for _, v := range n.Outputs {
			m.escape(v)
		}
		return
	}
	m.schema(n, s)
}

// schema follows the alias annotations of an operator.
func (m *memory) schema(n *Node, s *Schema) {
	for i, v := range n.Outputs {
		if i >= len(s.Returns) || !v.Type.IsMutable() {
			continue
		}
		alias := s.Returns[i].Alias
		for k, w := range n.Inputs {
			if k >= len(s.Args) {
				break
			}
			a := s.Args[k].Alias
			switch {
			case alias != "" && a != "" && aliasName(a) == aliasName(alias) && alias != "*":
				if v.Type.Kind == ListKind && w.Type.Kind == TensorKind || a == "a -> *" {
					m.union(m.inside(v), w)
				} else {
					m.union(v, w)
				}
			case alias == "*" && k == 0:
				if s.Returns[i].Type.Kind == ListKind && w.Type.Kind == DictKind { // of the schema: the items of a dict may be lists, too
					m.union(m.inside(v), m.inside(w))
				} else {
					m.union(v, m.inside(w))
				}
			case alias == "b|a":
				m.union(v, w)
			}
		}
	}
	for k, w := range n.Inputs {
		if k > 0 && k < len(s.Args) && strings.HasSuffix(s.Args[k].Alias, "-> *") && w.Type.IsMutable() { // it goes into the container
			m.union(m.inside(n.Inputs[0]), w)
		}
	}
	m.contents(n, s)
}

// contents joins what containers hold that a node makes of others, or puts the items of others into. No schema speaks of it.
func (m *memory) contents(n *Node, s *Schema) {
	var from []*Value
	for _, w := range n.Inputs {
		if holdsMutable(w.Type) {
			from = append(from, w)
		}
	}
	if len(from) == 0 {
		return
	}
	if len(s.Args) > 0 && s.Args[0].Writes() && from[0] == n.Inputs[0] {
		for _, w := range from[1:] {
			m.union(m.inside(from[0]), m.inside(w))
		}
	}
	for i, v := range n.Outputs {
		if i >= len(s.Returns) || s.Returns[i].Alias != "" || !holdsMutable(v.Type) {
			continue
		}
		for _, w := range from {
			m.union(m.inside(v), m.inside(w))
			if v.Type.Kind != w.Type.Kind { // pairs of keys and values: these are one level deeper
				m.union(m.inside(v), m.inside(m.inside(v)))
			}
		}
	}
}

// holdsMutable says whether a type is that of a container of what may be changed.
func holdsMutable(t *Type) bool {
	switch t.Kind {
	case ListKind, DictKind, TupleKind, OptionalKind:
		return slices.ContainsFunc(t.Elem, (*Type).IsMutable)
	}
	return false
}

func aliasName(a string) string {
	for i, c := range a {
		if c == '!' || c == ' ' {
			return a[:i]
		}
	}
	return a
}

// blindNodes run code that the graph does not show: it may write to all that it is given, and to what that holds.
var blindNodes = map[string]bool{"prim::Enter": true, "prim::Exit": true, "prim::CallMethod": true, "prim::CallFunction": true, "prim::PythonOp": true, "prim::fork": true, "prim::awaitable": true}

// written are the operands that a node writes to.
func (m *memory) written(n *Node) []*Value {
	if n.Kind == "prim::SetAttr" {
		return n.Inputs[:1]
	}
	if blindNodes[n.Kind] {
		return m.reached(n.Inputs)
	}
	s := n.Schema
	if s == nil {
		s = MatchSchema(n)
	}
	if s == nil {
		return nil
	}
	var out []*Value
	for i := range s.Args {
		if s.Args[i].Writes() && i < len(n.Inputs) {
			out = append(out, n.Inputs[i])
			if n.Inputs[i].Type.Kind == ListKind && s.Args[i].Type.Kind == ListKind && s.Args[i].Type.Elem[0].Kind == TensorKind {
				out = append(out, m.inside(n.Inputs[i]))
			}
		}
	}
	return out
}

// reached are values that may be changed with what they hold.
func (m *memory) reached(from []*Value) []*Value {
	var out []*Value
	seen := map[*Value]bool{}
	for _, v := range from {
		if !v.Type.IsMutable() {
			continue
		}
		for r := m.find(v); r != nil && !seen[r]; {
			seen[r] = true
			out = append(out, r)
			if r = m.elements[r]; r != nil {
				r = m.find(r)
			}
		}
	}
	return out
}

// MatchSchema finds the overload of an operator whose parameters take the operands of a node, and notes it.
func MatchSchema(n *Node) *Schema {
	if n.Schema != nil {
		return n.Schema
	}
	for _, exact := range []bool{true, false} {
		for _, s := range Overloads(n.Kind) {
			if fits(s, n, exact) {
				n.Schema = s
				return s
			}
		}
	}
	return nil
}

func fits(s *Schema, n *Node, exact bool) bool {
	if s.VarArgs {
		return true
	}
	if len(s.Args) != len(n.Inputs) && exact || len(n.Inputs) > len(s.Args) {
		return false
	}
	for i := len(n.Inputs); i < len(s.Args); i++ {
		if !s.Args[i].HasDef {
			return false
		}
	}
	bound := map[string]*Type{}
	for i, v := range n.Inputs {
		if !fitsType(s.Args[i].Type, v.Type, bound) {
			return false
		}
	}
	return true
}

func fitsType(p, t *Type, bound map[string]*Type) bool {
	switch {
	case p.Kind == VarKind:
		if b := bound[p.Name]; b != nil {
			return Unify(b, t, false) != nil
		}
		bound[p.Name] = t
		return true
	case p.Kind == OptionalKind && p.ContainsFree():
		if t.IsNone() {
			return true
		}
		if t.Kind == OptionalKind {
			t = t.Elem[0]
		}
		return fitsType(p.Elem[0], t, bound)
	case p.ContainsFree():
		if p.Kind != t.Kind || len(p.Elem) != len(t.Elem) {
			return false
		}
		for i := range p.Elem {
			if !fitsType(p.Elem[i], t.Elem[i], bound) {
				return false
			}
		}
		return true
	}
	return t.IsSubtype(p)
}
