package front

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

// Host knows what names outside of a function mean.
type Host interface {
	// Resolve is the meaning of a name, nil if there is none.
	Resolve(e *Emitter, name string, r ir.Range) Sugared
	// ResolveType is the type that an annotation names, for names and attributes that the language itself does not know; nil if none.
	ResolveType(x ast.Expr) *ir.Type
	// ResolveGeneric is the name of the generic type that an expression names, "" if none.
	ResolveGeneric(x ast.Expr) string
	// Operators are the overloads of an operator that scripts have defined.
	Operators(name string) []*ir.Schema
	// Fold runs an operator on constants.
	Fold(n *ir.Node, args []ir.Constant) ([]ir.Constant, bool)
}

// Def is a function to compile.
type Def struct {
	Func   *ir.Function
	Tree   *syntax.Tree
	Node   *ast.FunctionDef
	Source *ir.Source
	Offset int // of Source in the text of Tree
	Cut    int // columns cut off each line
	Host   Host
	// Self is the type of the first parameter of a method, nil for functions.
	Self *ir.Type
	// SelfValue is what the first parameter stands for; Simple for classes.
	SelfValue func(v *ir.Value) Sugared
	// Defaults are the values of the last parameters.
	Defaults []ir.Constant
	// KeywordDefaults are those of the parameters that are passed by keyword only, nil for one without.
	KeywordDefaults []*ir.Constant
	// Types are the types of parameters and of the result where the host knows them from elsewhere; nil entries are read off the annotations.
	Types  []*ir.Type
	Return *ir.Type
	// Sizes are the lengths of lists for which one number stands too, by parameter, where a comment has them.
	Sizes []int
}

// Emitter emits the nodes of one function.
type Emitter struct {
	g     *ir.Graph
	def   *Def
	host  Host
	env   *frame
	exits map[*ir.Block]bool
	// consts are the number literals met so far, which lie at the front of the graph.
	consts  map[any]*ir.Value
	unroll  []bool
	called  ir.Range // the call that is being emitted, of which what it calls is compiled
	pending ir.Range // the statement or expression that was begun last: errors in classes tell of it
	indexed ir.Range // the object of the subscript that is being emitted
	ret     *returns
	counter int
	// badDefault is the first parameter whose default contradicts its type.
	badDefault *ir.Argument
}

// returns collects the types that a function returns.
type returns struct {
	declared, merged *ir.Type
}

// frame is the scope of a block.
type frame struct {
	block   *ir.Block
	sugared map[string]Sugared
	types   map[string]*ir.Type
	errors  map[string]Error // why names that a branch before has defined mean nothing
	parent  *frame
}

// Graph is the graph under construction.
func (e *Emitter) Graph() *ir.Graph { return e.g }

// Indexed is the place of the object of the subscript that is being emitted.
func (e *Emitter) Indexed() ir.Range { return e.indexed }

// Pending is the statement or expression that was begun last.
func (e *Emitter) Pending() ir.Range { return e.pending }

// Host is who knows the names outside.
func (e *Emitter) Host() Host { return e.host }

func (e *Emitter) push(b *ir.Block) {
	e.env = &frame{block: b, sugared: map[string]Sugared{}, types: map[string]*ir.Type{}, errors: map[string]Error{}, parent: e.env}
}

func (e *Emitter) pop() *frame {
	f := e.env
	e.env = f.parent
	return f
}

// rng is the place of a node of the tree.
func (e *Emitter) rng(n ast.Ast) ir.Range {
	r := e.def.Range(n)
	if to := e.endOf(n); to > 0 {
		r.To = to
	}
	if first := leftmost(n); first != nil {
		r.From = e.rng(first).From
	}
	return r
}

// leftmost is the expression that another begins with: what errors mark, and the places of nodes, begin there, inside of its parentheses.
func leftmost(n ast.Ast) ast.Expr {
	switch n := n.(type) {
	case *ast.BinOp:
		return n.Left
	case *ast.BoolOp:
		return n.Values[0]
	case *ast.Compare:
		return n.Left
	case *ast.Call:
		return n.Func
	case *ast.Attribute:
		return n.Value
	case *ast.Subscript:
		return n.Value
	case *ast.IfExp:
		return n.Body
	}
	return nil
}

// endOf is where the stretch of an expression ends that errors mark, where it is not the expression's own end: a text ends before its last quote,
// and what ends with another expression ends with that, so that a call is marked without its bracket. 0 for the own end.
func (e *Emitter) endOf(n ast.Ast) int {
	last := func(x ast.Expr) int {
		if x == nil {
			return 0
		}
		return e.rng(x).To
	}
	lastOf := func(list []ast.Expr) int {
		if len(list) == 0 {
			return 0
		}
		return last(list[len(list)-1])
	}
	switch n := n.(type) {
	case *syntax.Constant:
		if text, ok := n.Value.(string); ok {
			s := e.def.Tree.Span(n)
			if s.Line == s.EndLine {
				return e.def.at(s.Line, s.Col) + len(text) + 1
			}
		}
	case *ast.Call:
		to := last(n.Func)
		for _, a := range n.Args {
			to = max(to, last(a))
		}
		for _, k := range n.Keywords {
			to = max(to, last(k.Value))
		}
		return to
	case *ast.Attribute: // the name is sought one character behind the value, which for a call is its bracket
		return last(n.Value) + 1 + len(n.Attr)
	case *ast.Subscript:
		switch i := n.Slice.(type) {
		case *ast.Index:
			if t, ok := i.Value.(*ast.Tuple); ok && len(t.Elts) > 0 {
				return last(t.Elts[len(t.Elts)-1]) + 1
			}
			return last(i.Value) + 1
		case *ast.Slice:
			if i.Lower != nil && i.Upper == nil && i.Step == nil {
				return last(i.Lower) + 1
			}
		case *ast.ExtSlice:
			to := 0
			for _, d := range i.Dims {
				switch d := d.(type) {
				case *ast.Index:
					to = max(to, last(d.Value))
				case *ast.Slice:
					to = max(to, last(d.Lower), last(d.Upper), last(d.Step))
				}
			}
			if to > 0 {
				return to + 1
			}
		}
	case *ast.Assert:
		if n.Msg != nil {
			return last(n.Msg)
		}
		return last(n.Test)
	case *ast.ListComp:
		if len(n.Generators) == 1 {
			return last(n.Generators[0].Iter)
		}
	case *ast.DictComp:
		if len(n.Generators) == 1 {
			return last(n.Generators[0].Iter)
		}
	case *ast.List:
		return lastOf(n.Elts)
	case *ast.Tuple:
		return lastOf(n.Elts)
	case *ast.Dict:
		return lastOf(n.Values)
	case *ast.Starred:
		return last(n.Value)
	case *ast.UnaryOp:
		return last(n.Operand)
	case *ast.BoolOp:
		return lastOf(n.Values)
	case *ast.Compare:
		return lastOf(n.Comparators)
	case *ast.IfExp:
		return last(n.Orelse)
	case *ast.BinOp:
		return last(n.Right)
	case *ast.Raise:
		return last(n.Exc)
	case *ast.Assign:
		return last(n.Value)
	case *ast.AugAssign:
		return last(n.Value)
	case *syntax.AnnAssign:
		return last(n.Value)
	case *ast.ExprStmt:
		return last(n.Value)
	case *ast.For:
		return e.rng(n.Body[len(n.Body)-1]).To
	case *ast.While:
		return e.rng(n.Body[len(n.Body)-1]).To
	case *ast.If:
		body := n.Body
		if len(n.Orelse) > 0 {
			body = n.Orelse
		}
		return e.rng(body[len(body)-1]).To
	case *ast.Return:
		return last(n.Value)
	}
	return 0
}

// defaultOf is the default of a parameter, nil without one.
func (d *Def) defaultOf(i int) *ir.Constant {
	positional := len(d.Node.Args.Args)
	if k := i - (positional - len(d.Defaults)); k >= 0 && k < len(d.Defaults) {
		return &d.Defaults[k]
	}
	if k := i - positional; k >= 0 && k < len(d.KeywordDefaults) {
		return d.KeywordDefaults[k]
	}
	return nil
}

// Range is where a node of the tree stands in the source.
func (d *Def) Range(n ast.Ast) ir.Range {
	s := d.Tree.Span(n)
	return ir.Range{Source: d.Source, From: d.at(s.Line, s.Col), To: d.at(s.EndLine, s.EndCol)}
}

// at is the offset of a position in the source of the definition.
func (d *Def) at(line, col int32) int {
	text := d.Source.Text
	at := 0
	for l := int32(d.Source.FirstLine); l < line; l++ {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	return min(at+max(int(col)-d.Cut, 0), len(text))
}

// insert puts in a node with one result.
func (e *Emitter) insert(kind string, r ir.Range, t *ir.Type, args ...*ir.Value) *ir.Value {
	n := e.g.CreateTyped(kind, t, args...)
	n.Range = r
	return e.g.Insert(n).Outputs[0]
}

// insertVoid puts in a node without results.
func (e *Emitter) insertVoid(kind string, r ir.Range, args ...*ir.Value) *ir.Node {
	n := e.g.Create(kind, args, 0)
	n.Range = r
	return e.g.Insert(n)
}

// constant puts in a constant.
func (e *Emitter) constant(c ir.Constant, t *ir.Type, r ir.Range) *ir.Value {
	v := e.g.Constant(c, t)
	v.Node().Range = r
	return v
}

// Constant is constant for the host.
func (e *Emitter) Constant(c ir.Constant, t *ir.Type, r ir.Range) *ir.Value {
	return e.constant(c, t, r)
}

// Insert is insert for the host.
func (e *Emitter) Insert(kind string, r ir.Range, t *ir.Type, args ...*ir.Value) *ir.Value {
	return e.insert(kind, r, t, args...)
}

// Builtin calls an operator, for the host.
func (e *Emitter) Builtin(kind string, r ir.Range, args, kwargs []Named, self *Named) *ir.Value {
	return e.builtin(kind, r, args, kwargs, self)
}

// Tuple puts values into a tuple, for the host.
func (e *Emitter) Tuple(values []*ir.Value) *ir.Value { return e.tuple(ir.Range{}, values) }

// UnpackTuple takes a tuple apart, for the host. Values are numbered as if a node did so.
func (e *Emitter) UnpackTuple(v *ir.Value) []*ir.Value {
	if v.Node().Kind == "prim::TupleConstruct" {
		e.g.SkipIDs(len(v.Type.Elem))
	}
	return e.unpackTuple(v, ir.Range{})
}

// ArgValue is an argument as a value.
func (e *Emitter) ArgValue(a *Named) *ir.Value { return e.argValue(a) }

// CallMethod calls a compiled method of an object.
func (e *Emitter) CallMethod(self *ir.Value, f *ir.Function, r ir.Range, args, kwargs []Named) *ir.Value {
	e.ensure(f, r, true)
	return e.callMethod(self, f.Name, f.Schema, r, args, kwargs)
}

// literal is a number of the source; each value has one constant, at the front of the graph.
func (e *Emitter) literal(v any, r ir.Range) *ir.Value {
	key := v
	if f, ok := v.(float64); ok {
		key = [2]any{"float", math.Float64bits(f)}
	}
	if old := e.consts[key]; old != nil {
		return old
	}
	at := e.g.Block.First()
	if at == nil {
		at = e.g.Block.Return()
	}
	old := e.g.SetAt(at)
	c := e.constant(ir.Constant{V: v}, nil, r)
	e.g.SetAt(old)
	if old == at && at.Kind == "prim::Return" {
		e.g.SetAt(old)
	}
	e.consts[key] = c
	return c
}

// find looks a variable up in the frames from f on; it is nil for none.
func (e *Emitter) find(f *frame, name string, r ir.Range) Sugared {
	for ; f != nil; f = f.parent {
		if s, ok := f.sugared[name]; ok {
			return s
		}
		if t, ok := f.types[name]; ok {
			return Simple{e.load(name, t, r)}
		}
	}
	return nil
}

// known says whether a name is a variable, and what it stands for where that is no value of the graph.
func (e *Emitter) known(name string) (Sugared, bool) {
	for f := e.env; f != nil; f = f.parent {
		if s, ok := f.sugared[name]; ok {
			return s, true
		}
		if _, ok := f.types[name]; ok {
			return nil, true
		}
	}
	return nil, false
}

func (e *Emitter) load(name string, t *ir.Type, r ir.Range) *ir.Value {
	n := e.g.Create("prim::Load", nil, 0)
	n.SetAttr("name", ir.Constant{V: name})
	n.Range = r
	v := n.AddOutput(t)
	if ir.Meaningful(name) {
		v.SetName(name)
	}
	e.g.Insert(n)
	return v
}

func (e *Emitter) store(name string, v *ir.Value, t *ir.Type, r ir.Range) {
	n := e.g.Create("prim::Store", []*ir.Value{v}, 0)
	n.SetAttr("name", ir.Constant{V: name})
	n.Range = r
	e.g.Insert(n)
	e.env.types[name] = t
}

// get is the meaning of a name.
func (e *Emitter) get(name string, r ir.Range) Sugared {
	if s := e.find(e.env, name, r); s != nil {
		return s
	}
	for f := e.env; f != nil; f = f.parent {
		if why, ok := f.errors[name]; ok {
			Fail(r, "\n%s:\n%sand was used here", why.Msg, why.Range.Highlight())
		}
	}
	if s := globals[name]; s != nil {
		return s
	}
	if s := e.host.Resolve(e, name, r); s != nil {
		return s
	}
	Fail(r, "undefined value %s", name)
	return nil
}

// getVar is a variable as a value.
func (e *Emitter) getVar(name string, r ir.Range) *ir.Value { return e.get(name, r).Value(e, r) }

// set assigns to a variable; t is its annotation, nil without.
func (e *Emitter) set(name string, s Sugared, r ir.Range, t *ir.Type) {
	if c, ok := s.(Constant); ok {
		s = c.simple(e, r)
	}
	simple, isSimple := s.(Simple)
	v := simple.V
	if isSimple && !v.HasName() && ir.Meaningful(name) && v.Node().Block() == e.env.block {
		v.SetName(name)
	}
	if parent := e.find(e.env.parent, name, r); e.env.parent != nil && parent != nil {
		if t != nil {
			Fail(r, "Attempting to declare and annotate the type of variable '%s' that is already defined in an outer block", name)
		}
		if !isSimple {
			Fail(r, "Cannot re-assign '%s' to a value of type %s because %s is not a first-class value.  Only reassignments to first-class values are allowed", name, s.Kind(), name)
		}
		old, ok := parent.(Simple)
		if !ok {
			Fail(r, "Cannot re-assign '%s' because it has type %s and %s is not a first-class value.  Only reassignments to first-class values are allowed", name, parent.Kind(), name)
		}
		want := old.V.Type.Unshaped()
		if want.Inferred {
			want = ir.Tensor
		}
		v = e.implicitly(want, r, v, true)
		if !v.Type.IsSubtype(want) {
			text := "Variable '" + name + "' previously had type " + old.V.Type.Repr()
			if old.V.Type.Inferred && old.V.Node().Kind == "prim::Param" {
				text += " (inferred)"
			}
			text += " but is now being assigned to a value of type " + v.Type.Repr() + "\n"
			if v.Type.Kind == ir.ListKind && v.Node().Kind == "prim::ListConstruct" && len(v.Node().Inputs) == 0 {
				text += "Empty lists default to List[Tensor]. Add a variable annotation to the assignment to create an empty list of another type (torch.jit.annotate(List[T, []]) where T is the type of elements in the list for Python 2)\n"
			}
			Fail(r, "%s", text)
		}
	}
	if isSimple {
		if t != nil && !v.Type.IsSubtype(t) {
			Fail(r, "Variable '%s' is annotated with type %s but is being assigned to a value of type %s", name, t.Repr(), v.Type.Repr())
		}
		if t == nil {
			t = v.Type
		}
		delete(e.env.sugared, name)
		e.store(name, v, t, r)
		return
	}
	delete(e.env.types, name)
	e.env.sugared[name] = s
}

// Compile fills in graph and schema of a function.
func Compile(d *Def) (err error) {
	defer catch(&err)
	e := &Emitter{g: ir.NewGraph(), def: d, host: d.Host, exits: map[*ir.Block]bool{}, consts: map[any]*ir.Value{}, ret: &returns{}}
	d.Func.Graph = e.g
	d.Func.Schema = e.function()
	finish(d.Func, d.Host)
	return nil
}

// function emits parameters and body, and gives the schema.
func (e *Emitter) function() *ir.Schema {
	d := e.def
	s := &ir.Schema{Name: d.Func.Name}
	e.push(e.g.Block)
	e.pending = e.rng(d.Node)
	args := d.Node.Args.Args
	hidden := 0
	if d.Self == nil { // TorchScript does not know of positional-only parameters
		hidden = d.Tree.PosOnly[d.Node.Args]
	}
	args = args[hidden:]
	offset := 0
	if d.Self != nil {
		name := "self"
		if len(args) > 0 {
			name = string(args[0].Arg)
		}
		v := e.g.Block.AddInput(name, d.Self)
		e.env.sugared[name] = Simple{v}
		if d.SelfValue != nil {
			e.env.sugared[name] = d.SelfValue(v)
		} else {
			delete(e.env.sugared, name)
			e.store(name, v, d.Self, e.rng(d.Node))
		}
		s.Args = append(s.Args, ir.Argument{Name: name, Type: d.Self})
		offset = 1
	}
	all := append(append([]*ast.Arg(nil), args...), d.Node.Args.Kwonlyargs...)
	for i := offset; i < len(all); i++ {
		a := ir.Argument{Name: string(all[i].Arg), Type: e.paramType(all[i], i), KwOnly: i >= len(args)}
		a.Size = BroadcastSize(all[i].Annotation)
		if a.Size == 0 && i < len(d.Sizes) {
			a.Size = d.Sizes[i]
		}
		if given := d.defaultOf(i + hidden); given != nil {
			a.HasDef, a.Default = true, defaultFor(*given, a.Type)
			if a.Size == 0 && contradicts(a.Default, a.Type) && e.badDefault == nil {
				e.badDefault = &ir.Argument{Name: a.Name, Type: a.Type}
			}
			switch a.Default.V.(type) {
			case int64, float64, bool:
				if a.Size > 0 { // one number stands for a list
					a.Default = ir.Constant{V: slices.Repeat([]ir.Constant{a.Default}, a.Size)}
				}
			}
		}
		s.Args = append(s.Args, a)
		v := e.g.Block.AddInput(a.Name, a.Type)
		e.set(a.Name, Simple{v}, e.rng(d.Node), nil)
		e.env.types[a.Name] = a.Type
	}
	if d.Return != nil {
		e.ret.declared = d.Return
	} else if d.Node.Returns != nil {
		e.ret.declared = e.typeExpr(d.Node.Returns)
	}
	e.ret.merged = e.ret.declared
	e.statements(d.Node.Body)
	r := e.rng(d.Node)
	if !e.exits[e.g.Block] {
		if t := e.ret.declared; t != nil && !t.MayBeNone() {
			Fail(r, "Function was not annotated as having type None, but does not return along all paths")
		}
		e.emitReturn(r, e.constant(ir.Constant{}, nil, r))
	} else if e.ret.merged == nil {
		e.ret.merged = e.ret.declared
		if e.ret.merged == nil {
			e.ret.merged = ir.None
		}
	}
	u := e.insert("prim::Uninitialized", r, e.ret.merged)
	e.g.Block.AddOutput(u)
	s.Returns = []ir.Argument{{Type: e.ret.merged}}
	e.pop()
	e.refuseDefault()
	return s
}

// refuseDefault refuses a default that contradicts the type of its parameter, which is looked at when the body is done.
func (e *Emitter) refuseDefault() {
	a := e.badDefault
	if a == nil {
		return
	}
	why := ""
	if a.Type.Inferred {
		why = fmt.Sprintf("Because \"%s\" was not annotated with an explicit type it is assumed to be type 'Tensor'.", a.Name)
	}
	Fail(e.rng(e.def.Node), "Expected a default value of type %s on parameter \"%s\".%s", a.Type.Repr(), a.Name, why)
}

// BroadcastSize is the length of a list for which one number stands too, as BroadcastingList2 says it; 0 for other annotations.
func BroadcastSize(x ast.Expr) int {
	s, ok := x.(*ast.Subscript)
	if !ok {
		return 0
	}
	name := dotted(s.Value)
	if index, ok := s.Slice.(*ast.Index); ok && name == "Optional" {
		return BroadcastSize(index.Value)
	}
	if i := strings.Index(name, "BroadcastingList"); i >= 0 && len(name) == i+len("BroadcastingListN") {
		return int(name[len(name)-1] - '0')
	}
	return 0
}

// defaultFor brings a default to the type of its parameter.
func defaultFor(c ir.Constant, t *ir.Type) ir.Constant {
	if t.Kind == ir.OptionalKind {
		t = t.Elem[0]
	}
	switch v := c.V.(type) {
	case int64:
		switch t.Kind {
		case ir.FloatKind:
			return ir.Constant{V: float64(v)}
		case ir.BoolKind:
			return ir.Constant{V: v != 0}
		}
	case bool:
		if t.Kind == ir.IntKind {
			if v {
				return ir.Constant{V: int64(1)}
			}
			return ir.Constant{V: int64(0)}
		}
	case ir.TupleConst:
		if t.Kind == ir.ListKind {
			return ir.Constant{V: []ir.Constant(v)}
		}
	}
	return c
}

// contradicts says whether a plain default is none of its parameter's type.
func contradicts(c ir.Constant, t *ir.Type) bool {
	if c.V == nil {
		return !t.MayBeNone()
	}
	if t.Kind == ir.OptionalKind {
		t = t.Elem[0]
	}
	list := t.Kind == ir.ListKind || t.Kind == ir.DictKind || t.Kind == ir.TupleKind
	switch c.V.(type) {
	case int64:
		return list || t.Kind == ir.StrKind || t.Kind == ir.TensorKind
	case float64:
		return list || t.Kind == ir.IntKind || t.Kind == ir.StrKind || t.Kind == ir.TensorKind
	case string:
		return list || t.Kind == ir.IntKind || t.Kind == ir.FloatKind || t.Kind == ir.BoolKind || t.Kind == ir.TensorKind
	}
	return false
}

func (e *Emitter) paramType(a *ast.Arg, i int) *ir.Type {
	if i < len(e.def.Types) && e.def.Types[i] != nil {
		return e.def.Types[i]
	}
	if a.Annotation == nil {
		if t := e.stateType(); t != nil {
			return t
		}
		return ir.InferredTensor
	}
	return e.typeExpr(a.Annotation)
}

// stateType is the type of the parameter of a method __setstate__ that says none: what __getstate__ gives.
func (e *Emitter) stateType() *ir.Type {
	if e.def.Self == nil || string(e.def.Node.Name) != "__setstate__" {
		return nil
	}
	get := e.def.Self.Class.Method("__getstate__")
	if get == nil {
		Fail(e.rng(e.def.Node), "`__setstate__` defined but not `__getstate__`. You must have both defined on a ScriptModule to customize serialization.\nDid you forget to use `@torch.jit.export`?")
	}
	Check(get.Ensure())
	return get.Schema.Returns[0].Type
}
