package front

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

// statements emits statements up to the first that leaves the block.
func (e *Emitter) statements(list []ast.Stmt) {
	for _, s := range list {
		e.statement(s)
		if e.exits[e.env.block] {
			return
		}
	}
}

func (e *Emitter) statement(s ast.Stmt) {
	r := e.rng(s)
	e.pending = r
	switch s := s.(type) {
	case *ast.ExprStmt:
		e.exprStatement(s, r)
	case *ast.Assign:
		e.assign(s, r)
	case *syntax.AnnAssign:
		e.annotated(s, r)
	case *ast.AugAssign:
		e.augmented(s, r)
	case *ast.If:
		cond := e.cond(s.Test)
		if r.Source.Script && strings.HasPrefix(r.Source.Text[r.From:], "elif") {
			r.From = e.rng(s.Test).From
		}
		e.ifElse(r, cond, func() { e.statements(s.Body) }, func() { e.statements(s.Orelse) })
	case *ast.While:
		e.while(s, r)
	case *ast.For:
		if len(s.Orelse) > 0 {
			unsupported("NotSupportedError", e.firstWord(r), "else branches of for loops aren't supported")
		}
		if t, ok := s.Iter.(*ast.Tuple); ok && r.Source.Script && r.Source.Text[e.rng(t).From] != '(' {
			Fail(r, "List of iterables is not supported currently")
		}
		e.forLoop(r, s.Target, s.Iter, func() { e.statements(s.Body) })
	case *ast.Return:
		e.returnStatement(s, r)
	case *ast.Break, *ast.Continue:
		e.leaveLoop(s, r)
	case *ast.Assert:
		e.assert(s, r)
	case *ast.Raise:
		e.raise(s, r)
	case *ast.Delete:
		for _, target := range s.Targets {
			e.delete(target, e.rng(target))
		}
	case *ast.With:
		e.with(s, r)
	case *ast.FunctionDef:
		e.define(s, r)
	case *ast.Pass:
	default:
		unsupported("UnsupportedNodeError", e.firstWord(r), "%s aren't supported", nodeName(s))
	}
}

func (e *Emitter) exprStatement(s *ast.ExprStmt, r ir.Range) {
	if c, ok := s.Value.(*syntax.Constant); ok {
		if _, text := c.Value.(string); text {
			return // a docstring
		}
	}
	e.sugar(s.Value, nil, 0)
}

func (e *Emitter) assign(s *ast.Assign, r ir.Range) {
	if len(s.Targets) == 1 {
		e.assignExpr(s.Targets[0], s.Value, r, nil)
		return
	}
	v := e.sugar(s.Value, nil, 1)
	if simple, ok := v.(Simple); ok {
		e.counter++
		name := "$a_" + string(rune('0'+e.counter%10))
		e.set(name, simple, r, nil)
		for _, t := range s.Targets {
			e.assignTo(t, e.get(name, r), r, nil)
		}
		return
	}
	for _, t := range s.Targets {
		e.assignTo(t, v, r, nil)
	}
}

// assignExpr assigns an expression that is not emitted yet.
func (e *Emitter) assignExpr(target, value ast.Expr, r ir.Range, t *ir.Type) {
	switch x := target.(type) {
	case *ast.Name:
		e.set(string(x.Id), e.sugar(value, t, 1), e.rng(x), t)
	case *ast.Tuple:
		e.unpack(x, e.sugar(value, nil, binders(x.Elts)), e.rng(value))
	case *ast.Attribute:
		object := e.sugar(x.Value, nil, 1)
		object.SetAttr(e, r, string(x.Attr), e.expr(value, t))
	case *ast.Subscript:
		e.subscriptAssign(x, r, func() *ir.Value { return e.expr(value, nil) })
	default:
		Fail(e.rng(target), "unexpected expression on left-hand side of assignment")
	}
}

// assignTo assigns what is emitted already.
func (e *Emitter) assignTo(target ast.Expr, v Sugared, r ir.Range, t *ir.Type) {
	switch x := target.(type) {
	case *ast.Name:
		e.set(string(x.Id), v, e.rng(x), t)
	case *ast.Tuple:
		e.unpack(x, v, r)
	case *ast.Attribute:
		e.sugar(x.Value, nil, 1).SetAttr(e, r, string(x.Attr), v.Value(e, r))
	case *ast.Subscript:
		e.subscriptAssign(x, r, func() *ir.Value { return v.Value(e, r) })
	default:
		Fail(e.rng(target), "unexpected expression on left-hand side of assignment")
	}
}

func binders(elts []ast.Expr) int {
	for _, x := range elts {
		if _, star := x.(*ast.Starred); star {
			return 0
		}
	}
	return len(elts)
}

// unpack takes a value apart into targets, one of which may be starred.
func (e *Emitter) unpack(target *ast.Tuple, v Sugared, r ir.Range) {
	elts := target.Elts
	star := slices.IndexFunc(elts, func(x ast.Expr) bool { _, ok := x.(*ast.Starred); return ok })
	want := len(elts)
	if star >= 0 {
		want = -1
	}
	parts := v.Tuple(e, r, want)
	if star < 0 {
		if len(parts) < len(elts) {
			Fail(e.rng(target), "need %d values to unpack but found only %d", len(elts), len(parts))
		}
		if len(parts) > len(elts) {
			Fail(e.rng(target), "too many values to unpack: need %d but found %d", len(elts), len(parts))
		}
	} else if len(parts) < len(elts)-1 {
		Fail(e.rng(target), "need at least %d values to unpack but found only %d", len(elts)-1, len(parts))
	}
	at := 0
	for _, x := range elts {
		if s, ok := x.(*ast.Starred); ok {
			n := len(parts) - len(elts) + 1
			rest := make([]*ir.Value, n)
			for i := range rest {
				rest[i] = parts[at+i].Value(e, r)
			}
			e.assignTo(s.Value, Simple{e.tuple(r, rest)}, r, nil)
			at += n
			continue
		}
		e.assignTo(x, parts[at], r, nil)
		at++
	}
}

func (e *Emitter) annotated(s *syntax.AnnAssign, r ir.Range) {
	if s.Value == nil {
		unsupported("UnsupportedNodeError", first(r), "annotated assignments without assigned value aren't supported")
	}
	if name := dotted(s.Annotation); name == "list" || name == "tuple" {
		Fail(e.rng(s.Annotation), "%s%s without a contained type. Please add a contained type, e.g. %s[int]", bare, name, name)
	}
	e.assignExpr(s.Target, s.Value, r, e.typeExpr(s.Annotation))
}

// subscriptAssign is x[i] = value.
func (e *Emitter) subscriptAssign(x *ast.Subscript, r ir.Range, value func() *ir.Value) {
	rhs := value()
	object := e.expr(x.Value, nil)
	where := e.rng(x)
	if object.Type.IsSubtype(ir.Tensor) {
		sliced, indices := e.indexTensor(where, object, slicers(x.Slice))
		rhs = e.toTensor(r, rhs, sliced)
		if len(indices) == 0 {
			e.insertOp("aten::copy_", r, sliced, rhs)
			return
		}
		list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.OptionalOf(ir.Tensor)), indices...)
		e.insertOp("aten::index_put_", r, sliced, list, rhs)
		return
	}
	index, ok := x.Slice.(*ast.Index)
	if !ok {
		where.To-- // without the bracket
		Fail(where, "Sliced expression not yet supported for subscripted assignment. File a bug if you want this")
	}
	if object.Type.Kind == ir.TupleKind {
		Fail(where, "%s does not support subscripted assignment", object.Type.Repr())
	}
	key := e.expr(index.Value, nil)
	if object.Type.Kind == ir.ClassKind {
		(Simple{object}).Attr(e, r, "__setitem__").Call(e, r, []Named{{Value: key, Range: r}, {Value: rhs, Range: r}}, nil, 0)
		return
	}
	e.insertOp("aten::_set_item", r, object, key, rhs)
}

// toTensor makes a number a tensor like another one.
func (e *Emitter) toTensor(r ir.Range, v, like *ir.Value) *ir.Value {
	switch v.Type.Kind {
	case ir.IntKind, ir.FloatKind, ir.BoolKind, ir.NumberKind, ir.ComplexKind:
		none := ir.Range{}
		dtype := e.insertOp("prim::dtype", none, like)
		device := e.insertOp("prim::device", none, like)
		return e.builtin("aten::tensor", none, []Named{{Value: v}}, []Named{{Name: "dtype", Value: dtype}, {Name: "device", Value: device}}, nil)
	}
	return v
}

// ifElse emits both sides of a condition, or the one that it statically is.
func (e *Emitter) ifElse(r ir.Range, c condition, yes, no func()) {
	if c.static != nil {
		if *c.static {
			e.refine(c.yes, r)
			yes()
		} else {
			e.refine(c.no, r)
			no()
		}
		return
	}
	n := e.g.Create("prim::If", []*ir.Value{c.v}, 0)
	n.Range = r
	e.g.Insert(n)
	trueBlock, falseBlock := n.AddBlock(), n.AddBlock()
	onTrue := e.branch(trueBlock, r, c.yes, yes)
	onFalse := e.branch(falseBlock, r, c.no, no)
	e.joinBranches(n, r, onTrue, onFalse)
}

func (e *Emitter) branch(b *ir.Block, r ir.Range, ref refinements, body func()) *frame {
	old := e.g.SetAtEnd(b)
	e.push(b)
	e.refine(ref, r)
	body()
	f := e.pop()
	e.g.SetAt(old)
	return f
}

// joinBranches makes the variables that both branches leave behind those of the block around.
func (e *Emitter) joinBranches(n *ir.Node, r ir.Range, onTrue, onFalse *frame) {
	trueBlock, falseBlock := n.Blocks[0], n.Blocks[1]
	if e.exits[trueBlock] && e.exits[falseBlock] {
		e.exits[n.Block()] = true
	}
	trueExits, falseExits := e.leaves(trueBlock), e.leaves(falseBlock)
	inBlock := func(b *ir.Block, f func()) {
		old := e.g.SetAtEnd(b)
		f()
		e.g.SetAt(old)
	}
	mutated := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(onTrue.types)) {
		ok := false
		inBlock(falseBlock, func() { ok = e.find(onFalse, name, r) != nil || falseExits })
		if ok {
			mutated[name] = true
		} else {
			e.env.errors[name] = Error{Msg: name + " is not defined in the false branch", Range: r}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(onFalse.types)) {
		ok := false
		inBlock(trueBlock, func() { ok = e.find(onTrue, name, r) != nil || trueExits })
		if ok {
			mutated[name] = true
		} else {
			e.env.errors[name] = Error{Msg: name + " is not defined in the true branch", Range: r}
		}
	}
	if trueExits && falseExits {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(mutated)) {
		e.joinVariable(name, r, onTrue, onFalse, inBlock, trueBlock, falseBlock, trueExits, falseExits)
	}
}

// leaves says whether a block ends the function: what it has set until then is not seen any more, while a loop that a block goes on with or breaks sees it.
func (e *Emitter) leaves(b *ir.Block) bool {
	last := b.Last()
	return e.exits[b] && last.Kind != "prim::BreakStmt" && last.Kind != "prim::ContinueStmt"
}

func (e *Emitter) joinVariable(name string, r ir.Range, onTrue, onFalse *frame, inBlock func(*ir.Block, func()), trueBlock, falseBlock *ir.Block, trueExits, falseExits bool) {
	var tv, fv *ir.Value
	get := func(f *frame, b *ir.Block) (v *ir.Value) {
		inBlock(b, func() {
			if s, ok := e.find(f, name, r).(Simple); ok {
				v = s.V
			}
		})
		return v
	}
	uninit := func(b *ir.Block, t *ir.Type) {
		inBlock(b, func() {
			v := e.insert("prim::Uninitialized", r, t)
			n := e.g.Create("prim::Store", []*ir.Value{v}, 0)
			n.SetAttr("name", ir.Constant{V: name})
			e.g.Insert(n)
		})
	}
	switch {
	case trueExits:
		if fv = get(onFalse, falseBlock); fv == nil {
			return
		}
		uninit(trueBlock, fv.Type)
		e.find(e.env, name, r) // PyTorch looks at the variable of the block around that it sets
		e.env.types[name] = fv.Type
		delete(e.env.sugared, name)
		return
	case falseExits:
		if tv = get(onTrue, trueBlock); tv == nil {
			return
		}
		uninit(falseBlock, tv.Type)
		e.find(e.env, name, r) // PyTorch looks at the variable of the block around that it sets
		e.env.types[name] = tv.Type
		delete(e.env.sugared, name)
		return
	}
	tv, fv = get(onTrue, trueBlock), get(onFalse, falseBlock)
	if tv == nil || fv == nil {
		return
	}
	var outer *ir.Type
	if s, ok := e.find(e.env, name, r).(Simple); ok {
		outer = s.V.Type
	}
	t := ir.Unify(tv.Type, fv.Type, outer != nil && outer.Kind == ir.UnionKind)
	if outer != nil && tv.Type.IsSubtype(outer) && fv.Type.IsSubtype(outer) && t == nil {
		t = outer
	}
	if t == nil {
		e.env.errors[name] = Error{Msg: fmt.Sprintf("Type mismatch: %s is set to type %s in the true branch and type %s in the false branch", name, tv.Type.Repr(), fv.Type.Repr()), Range: r}
		delete(e.env.types, name)
		return
	}
	e.env.types[name] = t
	delete(e.env.sugared, name)
}

func (e *Emitter) while(s *ast.While, r ir.Range) {
	if len(s.Orelse) > 0 {
		unsupported("TypeError", ir.Range{}, "__init__(): incompatible constructor arguments. The following argument types are supported:\n    1. torch._C.ErrorReport(arg0: torch._C._jit_tree_views.SourceRange)\n\nInvoked with: None")
	}
	e.loop(r, nil, s.Test, nil, func() { e.statements(s.Body) })
}

// loop emits a loop over something, or while a condition holds.
func (e *Emitter) loop(r ir.Range, it Iterable, test ast.Expr, take func(item Sugared), body func()) {
	var trips *ir.Value
	if it == nil {
		trips = e.literal(int64(math.MaxInt64), r)
	} else {
		trips = it.Len(e, r)
	}
	n := e.g.Create("prim::Loop", nil, 0)
	n.Range = r
	e.g.Insert(n)
	b, c := n.AddBlock(), n.AddBlock()
	var cond *ir.Value
	if test != nil {
		old := e.g.SetAtEnd(c)
		e.push(c)
		cond = e.toBool(e.expr(test, nil), e.rng(test))
		e.pop()
		e.g.SetAt(old)
	} else {
		old := e.g.SetAt(n)
		cond = e.constant(ir.Constant{V: true}, nil, r)
		e.g.SetAt(old)
	}
	c.AddOutput(cond)
	n.AddInput(trips)
	old := e.g.SetAtEnd(b)
	i := b.AddInput("", ir.Int)
	e.push(b)
	e.unroll = append(e.unroll, false)
	if take != nil {
		take(it.Item(e, r, i))
	}
	body()
	e.unroll = e.unroll[:len(e.unroll)-1]
	e.pop()
	e.g.SetAt(old)
}

// forLoop emits a for statement or a comprehension.
func (e *Emitter) forLoop(r ir.Range, target, iter ast.Expr, body func()) {
	it := e.sugar(iter, nil, 1).Iter(e, r)
	_, unrolled := it.Unroll()
	e.each(r, it, func(item Sugared) {
		if t, ok := item.(TupleValue); ok && !unrolled {
			item = Simple{t.Value(e, r)}
		}
		e.assignTo(target, item, r, nil)
	}, body)
}

// each emits a loop over what an iterable gives: take gets the item, then the body follows. One whose items differ in type is written out.
func (e *Emitter) each(r ir.Range, it Iterable, take func(item Sugared), body func()) {
	n, unrolled := it.Unroll()
	if !unrolled {
		e.loop(r, it, nil, take, body)
		return
	}
	if n < 0 {
		Fail(r, "We can only unroll iterables that have a statically known length")
	}
	e.unroll = append(e.unroll, true)
	for i := range n {
		index := e.literal(int64(i), r)
		take(it.Item(e, r, index))
		body()
	}
	e.unroll = e.unroll[:len(e.unroll)-1]
}

func (e *Emitter) leaveLoop(s ast.Stmt, r ir.Range) {
	kind, name := "prim::BreakStmt", "break"
	if _, ok := s.(*ast.Continue); ok {
		kind, name = "prim::ContinueStmt", "continue"
	}
	if len(e.unroll) == 0 {
		unsupported("", r, "SyntaxError: '%s' outside loop", name)
	}
	if e.unroll[len(e.unroll)-1] {
		Fail(r, "Because we emit iteration over modulelists or tuples as unrolled loops, we do not support break or continue inside the body of these loops")
	}
	e.insertVoid(kind, r)
	e.exits[e.env.block] = true
}

func (e *Emitter) returnStatement(s *ast.Return, r ir.Range) {
	var v *ir.Value
	if s.Value == nil {
		v = e.constant(ir.Constant{}, nil, r)
	} else {
		v = e.expr(s.Value, e.ret.declared)
	}
	e.emitReturn(r, v)
}

func (e *Emitter) emitReturn(r ir.Range, v *ir.Value) {
	t := e.ret.declared
	if t != nil {
		if !(t.Kind == ir.TensorKind && v.Type.IsNone()) {
			v = e.implicitly(t, r, v, true)
		}
		if !v.Type.IsSubtype(t) {
			Fail(r, "Return value was annotated as having type %s but is actually of type %s", t.Repr(), v.Type.Repr())
		}
	} else {
		t = e.ret.merged
		if t == nil {
			t = v.Type
			if t.Inferred {
				t = ir.Tensor
			}
		}
		merged := ir.Unify(t, v.Type, false)
		if merged == nil {
			Fail(r, "Previous return statement returned a value of type %s but this return statement returns a value of type %s", t.Repr(), shownType(v.Type))
		}
		t = merged
	}
	e.ret.merged = t
	if t.Kind == ir.AnyKind && v.Type.Kind != ir.AnyKind {
		v = e.insert("prim::unchecked_cast", r, t, v)
	}
	e.insertVoid("prim::ReturnStmt", r, v)
	e.exits[e.env.block] = true
}

// checkContext refuses context managers whose methods cannot be called as with does.
func (e *Emitter) checkContext(r ir.Range, enter, exit *ir.Schema) {
	if len(enter.Args) != 1 || len(enter.Returns) != 1 {
		Fail(r, "__enter__ must have only one argument and one return value")
	}
	if len(exit.Args) != 4 {
		Fail(r, "__exit__ must have four arguments")
	}
	for i, a := range exit.Args[1:] {
		if a.Type.Kind != ir.AnyKind {
			Fail(r, "argument %d of __exit__ must have Any type; TorchScript does not currently support passing exception type, value, or traceback to the __exit__ function.", i+1)
		}
	}
}

// Assert is torch._assert(condition, message): the statement as a call, whose message is made before it is known whether it is needed.
func Assert(e *Emitter, r ir.Range, c *callExpr, _ *ir.Type) Sugared {
	Exactly(r, c, "_assert", 2)
	s := &ast.Assert{Test: c.Args[0], Msg: c.Args[1]}
	r = e.assertRange(s, r)
	test := e.cond(s.Test)
	msg := e.expr(s.Msg, nil)
	e.assertThat(test, func() *ir.Value { return msg }, r)
	return NoneValue{Base{"None"}}
}

// assertRange is what errors mark of an assertion: the trees of texts end one character early.
func (e *Emitter) assertRange(s *ast.Assert, r ir.Range) ir.Range {
	switch m := s.Msg.(type) {
	case *syntax.Constant:
		if text, ok := m.Value.(string); ok {
			r.To = e.rng(m).From + len(text) + 1
		}
	case *syntax.JoinedStr:
		r.To = e.rng(m).From + 1
		for _, part := range m.Values {
			if v, ok := part.(*syntax.FormattedValue); ok {
				r.To = max(r.To, e.rng(v.Value).To)
			}
		}
	}
	return r
}

func (e *Emitter) assert(s *ast.Assert, r ir.Range) {
	r = e.assertRange(s, r)
	e.assertThat(e.cond(s.Test), func() *ir.Value {
		if s.Msg == nil {
			return e.constant(ir.Constant{V: ""}, nil, r)
		}
		return e.expr(s.Msg, nil)
	}, r)
}

// assertThat raises an error with a text where a condition does not hold.
func (e *Emitter) assertThat(c condition, text func() *ir.Value, r ir.Range) {
	e.ifElse(r, c, func() {}, func() {
		msg := text()
		if msg.Type.Kind != ir.StrKind {
			msg = e.insertOp("aten::str", r, msg)
		}
		msg = e.insertOp("aten::add", r, e.constant(ir.Constant{V: "AssertionError: "}, nil, r), msg)
		e.insertOp2("prim::RaiseException", r, msg)
		e.exits[e.env.block] = true
	})
}

// insertOp2 is insertOp for operators without results.
func (e *Emitter) insertOp2(kind string, r ir.Range, args ...*ir.Value) {
	s := ir.Overloads(kind)[0]
	named := make([]Named, len(args))
	for i, v := range args {
		named[i] = Named{Value: v, Range: r}
	}
	m := e.mustMatch(s, r, named, nil, nil)
	e.insertVoid(kind, r, m.inputs...).Schema = s
	e.constant(ir.Constant{}, nil, r)
}

func (e *Emitter) raise(s *ast.Raise, r ir.Range) {
	if s.Exc == nil {
		unsupported("AttributeError", ir.Range{}, "'NoneType' object has no attribute 'lineno'")
	}
	var msg, class *ir.Value
	switch x := e.sugar(s.Exc, nil, 1).(type) {
	case ExceptionValue:
		msg, class = x.Msg, x.Class
	case Exception:
		msg = e.constant(ir.Constant{V: ""}, nil, r)
	default:
		Fail(r, "exceptions must derive from BaseException")
	}
	if msg.Type.Kind != ir.StrKind {
		msg = e.insertOp("aten::str", r, msg)
	}
	if class == nil {
		e.insertOp2("prim::RaiseException", r, msg)
	} else {
		e.insertOp2("prim::RaiseException", r, msg, class)
	}
	e.exits[e.env.block] = true
}

func (e *Emitter) delete(target ast.Expr, r ir.Range) {
	switch x := target.(type) {
	case *ast.Name:
		for f := e.env; f != nil; f = f.parent {
			if _, ok := f.types[string(x.Id)]; ok {
				delete(f.types, string(x.Id))
				return
			}
		}
		Fail(r, "undefined value %s", string(x.Id))
	case *ast.Subscript:
		object := e.expr(x.Value, nil)
		index, ok := x.Slice.(*ast.Index)
		if !ok {
			Fail(r, "del statements only support deletion at a single index, slicing is not supported (see https://github.com/pytorch/pytorch/issues/31430)")
		}
		key := e.expr(index.Value, nil)
		if object.Type.Kind == ir.ClassKind {
			(Simple{object}).Attr(e, r, "__delitem__").Call(e, r, []Named{{Value: key, Range: r}}, nil, 0)
			return
		}
		e.callVoid("aten::Delete", r, object, key)
	default:
		Fail(r, "del statements are only supported for deleting list and dict items and variables")
	}
}

// callVoid inserts a call of an operator that returns nothing.
func (e *Emitter) callVoid(kind string, r ir.Range, args ...*ir.Value) {
	named := make([]Named, len(args))
	for i, v := range args {
		named[i] = Named{Value: v, Range: r}
	}
	e.builtin(kind, r, named, nil, nil)
}

func (e *Emitter) with(s *ast.With, r ir.Range) {
	if h, ok := e.host.(IgnoresBlocks); ok && len(s.Items) == 1 {
		if c, ok := s.Items[0].ContextExpr.(*ast.Call); ok && h.Ignores(c) {
			e.ignoredBlock(h, s, c, r)
			return
		}
	}
	type entered struct{ self *ir.Value }
	var open []entered
	for _, item := range s.Items {
		v := e.expr(item.ContextExpr, nil)
		if v.Type.Kind != ir.ClassKind {
			Fail(e.rng(item.ContextExpr), "With item expression must return an object")
		}
		enter, exit := v.Type.Class.Method("__enter__"), v.Type.Class.Method("__exit__")
		if enter == nil || exit == nil {
			Fail(e.rng(item.ContextExpr), "Object returned by with item expression does not define __enter__ and __exit__ methods")
		}
		e.ensure(enter, r, true)
		e.ensure(exit, r, true)
		e.checkContext(e.rng(item.ContextExpr), enter.Schema, exit.Schema)
		n := e.g.Create("prim::Enter", []*ir.Value{v}, 0)
		out := n.AddOutput(enter.Schema.ReturnType())
		e.g.Insert(n)
		open = append(open, entered{v})
		if item.OptionalVars != nil {
			e.assignTo(item.OptionalVars, Simple{out}, r, nil)
		}
	}
	e.statements(s.Body)
	for i := len(open) - 1; i >= 0; i-- {
		n := e.g.Create("prim::Exit", []*ir.Value{open[i].self}, 0)
		n.AddOutput(ir.Tensor)
		e.g.Insert(n)
	}
}
