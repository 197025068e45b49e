package front

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

// expr emits an expression as a value; hint is the type that is wanted, nil for any.
func (e *Emitter) expr(x ast.Expr, hint *ir.Type) *ir.Value {
	return e.sugar(x, hint, 1).Value(e, e.rng(x))
}

// Expr is expr for the host.
func (e *Emitter) Expr(x ast.Expr, hint *ir.Type) *ir.Value { return e.expr(x, hint) }

// sugar emits an expression as whatever it is; binders is the number of variables that it goes to.
func (e *Emitter) sugar(x ast.Expr, hint *ir.Type, binders int) Sugared {
	r := e.rng(x)
	switch x := x.(type) {
	case *ast.Name:
		return e.get(string(x.Id), r)
	case *ast.Attribute:
		return e.sugar(x.Value, nil, 1).Attr(e, r, string(x.Attr))
	case *ast.Call:
		return e.call(x, r, hint, binders)
	case *ast.Subscript:
		return e.subscript(x, r)
	case emitted:
		return x.Sugared
	}
	return Simple{e.simple(x, r, hint)}
}

func (e *Emitter) simple(x ast.Expr, r ir.Range, hint *ir.Type) *ir.Value {
	switch x := x.(type) {
	case *syntax.Constant:
		return e.constantExpr(x, r)
	case *ast.BinOp:
		left := e.expr(x.Left, nil)
		if x.Op == ast.Modulo && left.Type.Kind != ir.StrKind {
			left = e.expr(x.Left, nil) // it was looked at first: strings have a % of their own
		}
		return e.binary(r, x.Op, left, e.expr(x.Right, nil), "")
	case *ast.UnaryOp:
		if x.Op == ast.Not {
			return e.cond(x).v
		}
		return e.unary(x, r)
	case *ast.BoolOp:
		return e.cond(x).v
	case *ast.Compare:
		return e.compare(x, r)
	case *ast.IfExp:
		return e.ternary(x, r, hint)
	case *ast.List:
		return e.list(x.Elts, r, hint)
	case *ast.Tuple:
		list := e.values(x.Elts, hint)
		return e.tuple(r, list)
	case *ast.Dict:
		return e.dict(x, r, hint)
	case *ast.ListComp:
		return e.listComp(x.Elt, x.Generators, r, hint)
	case *ast.GeneratorExp:
		return e.listComp(x.Elt, x.Generators, r, hint)
	case *ast.DictComp:
		return e.dictComp(x, r, hint)
	case *syntax.JoinedStr:
		return e.formatted(x, r)
	}
	r.To = r.From + 1
	unsupported("UnsupportedNodeError", r, "%s aren't supported", nodeName(x))
	return nil
}

func (e *Emitter) constantExpr(x *syntax.Constant, r ir.Range) *ir.Value {
	switch v := x.Value.(type) {
	case nil, bool, string:
		return e.constant(ir.Constant{V: v}, nil, r)
	case int64, float64, complex128:
		return e.literal(v, r)
	case *big.Int:
		Fail(r, "Integer literal %s is out of range", v)
	}
	if _, dots := x.Value.(syntax.EllipsisValue); dots {
		Fail(r, "Cannot emit expr for: (dots)\n")
	}
	unsupported("FrontendError", r, "Unknown Constant expression type")
	return nil
}

// values emits a list of expressions, in which starred tuples are taken apart.
func (e *Emitter) values(list []ast.Expr, hint *ir.Type) []*ir.Value {
	var out []*ir.Value
	for i, x := range list {
		if s, ok := x.(*ast.Starred); ok {
			r := e.rng(x)
			for _, part := range e.sugar(s.Value, nil, 1).Tuple(e, r, -1) {
				out = append(out, part.Value(e, r))
			}
			continue
		}
		var h *ir.Type
		if hint != nil && hint.Kind == ir.TupleKind && i < len(hint.Elem) {
			h = hint.Elem[i]
		}
		out = append(out, e.expr(x, h))
	}
	return out
}

func (e *Emitter) tuple(r ir.Range, list []*ir.Value) *ir.Value {
	elem := make([]*ir.Type, len(list))
	for i, v := range list {
		elem[i] = v.Type
	}
	return e.insert("prim::TupleConstruct", ir.Range{}, ir.TupleOf(elem...), list...)
}

// unpackTuple takes a tuple value apart.
func (e *Emitter) unpackTuple(v *ir.Value, r ir.Range) []*ir.Value {
	if v.Node().Kind == "prim::TupleConstruct" {
		return append([]*ir.Value(nil), v.Node().Inputs...)
	}
	n := e.g.Create("prim::TupleUnpack", []*ir.Value{v}, 0)
	n.Range = r
	for _, t := range v.Type.Elem {
		n.AddOutput(t)
	}
	return e.g.Insert(n).Outputs
}

// binaryOps name the operators, magicOps the methods of classes.
var binaryOps = map[ast.OperatorNumber]string{ast.Add: "aten::add", ast.Sub: "aten::sub", ast.Mult: "aten::mul", ast.Div: "aten::div", ast.Modulo: "aten::remainder",
	ast.Pow: "aten::pow", ast.LShift: "aten::__lshift__", ast.RShift: "aten::__rshift__", ast.BitOr: "aten::__or__", ast.BitXor: "aten::__xor__", ast.BitAnd: "aten::__and__",
	ast.FloorDiv: "aten::floordiv", syntax.MatMult: "aten::matmul"}

var magicOps = map[ast.OperatorNumber]string{ast.Add: "__add__", ast.Sub: "__sub__", ast.Mult: "__mul__", ast.Div: "__truediv__", ast.Modulo: "__mod__", ast.Pow: "__pow__",
	ast.LShift: "__lshift__", ast.RShift: "__rshift__", ast.BitOr: "__or__", ast.BitXor: "__xor__", ast.BitAnd: "__and__", ast.FloorDiv: "__floordiv__", syntax.MatMult: "__matmul__"}

// binary emits a binary operator; magic, if not "", is the method of a class to take.
func (e *Emitter) binary(r ir.Range, op ast.OperatorNumber, a, b *ir.Value, magic string) *ir.Value {
	if a.Type.Kind == ir.ClassKind || a.Type.Kind == ir.InterfaceKind {
		if magic == "" {
			magic = magicOps[op]
		}
		return e.magic(r, magic, a, b)
	}
	kind := binaryOps[op]
	if op == ast.Modulo && a.Type.Kind == ir.StrKind {
		kind = "aten::percentFormat"
	}
	if op == ast.Add && a.Type.Kind == ir.TupleKind && b.Type.Kind == ir.TupleKind {
		return e.tuple(r, append(append([]*ir.Value{}, e.unpackTuple(a, r)...), e.unpackTuple(b, r)...))
	}
	return e.insertOp(kind, r, a, b)
}

// magic calls a method of a class that stands behind an operator.
func (e *Emitter) magic(r ir.Range, name string, self *ir.Value, args ...*ir.Value) *ir.Value {
	if self.Type.Class.Signature(name) == nil && self.Type.Class.Method(name) == nil {
		Fail(r, "Class %s does not define a %s method", self.Type.Annotation(), name)
	}
	named := make([]Named, len(args))
	for i, v := range args {
		named[i] = Named{Value: v, Range: r}
	}
	return (Simple{self}).Attr(e, r, name).Call(e, r, named, nil, 1).Value(e, r)
}

func (e *Emitter) unary(x *ast.UnaryOp, r ir.Range) *ir.Value {
	kind, magic := "aten::neg", "__neg__"
	switch x.Op {
	case ast.Invert:
		kind, magic = "aten::bitwise_not", "__invert__"
	case ast.UAdd:
		unsupported("UnsupportedNodeError", r, "unsupported unary operator: UAdd")
	}
	v := e.expr(x.Operand, nil)
	if v.Type.Kind == ir.ClassKind {
		return e.magic(r, magic, v)
	}
	out := e.insertOp(kind, r, v)
	c, ok := v.ConstantOf()
	if !ok {
		return out
	}
	if res, ok := e.host.Fold(out.Node(), []ir.Constant{c}); ok && len(res) == 1 {
		return e.constant(res[0], nil, r)
	}
	return out
}

// compareOps name the operators of comparisons.
var compareOps = map[ast.CmpOp][2]string{ast.Eq: {"aten::eq", "__eq__"}, ast.NotEq: {"aten::ne", "__ne__"}, ast.Lt: {"aten::lt", "__lt__"}, ast.LtE: {"aten::le", "__le__"},
	ast.Gt: {"aten::gt", "__gt__"}, ast.GtE: {"aten::ge", "__ge__"}}

func (e *Emitter) compare(x *ast.Compare, r ir.Range) *ir.Value {
	if len(x.Ops) > 1 {
		return e.cond(x).v
	}
	switch x.Ops[0] {
	case ast.Is, ast.IsNot:
		return e.cond(x).v
	case ast.In, ast.NotIn:
		item := e.expr(x.Left, nil)
		among := e.sugar(x.Comparators[0], nil, 1)
		if names, ok := among.(Names); ok {
			if found, ok := names.Contains(item); ok {
				return e.constant(ir.Constant{V: found == (x.Ops[0] == ast.In)}, nil, r)
			}
		}
		container := among.Value(e, r)
		var v *ir.Value
		if container.Type.Kind == ir.ClassKind {
			v = e.magic(r, "__contains__", container, item)
		} else {
			v = e.insertOp("aten::__contains__", r, container, item)
		}
		if x.Ops[0] == ast.NotIn {
			v = e.toBool(v, r)
			v = e.insertOp("aten::__not__", r, v)
		}
		return v
	}
	a := e.expr(x.Left, nil)
	b := e.expr(x.Comparators[0], nil)
	op := compareOps[x.Ops[0]]
	if a.Type.Kind == ir.ClassKind {
		return e.magic(r, op[1], a, b)
	}
	return e.insertOp(op[0], r, a, b)
}

func (e *Emitter) ternary(x *ast.IfExp, r ir.Range, hint *ir.Type) *ir.Value {
	c := e.cond(x.Test)
	if c.static != nil {
		if *c.static {
			e.refine(c.yes, r)
			return e.expr(x.Body, hint)
		}
		e.refine(c.no, r)
		return e.expr(x.Orelse, hint)
	}
	return e.choose(c, r, hint, func() *ir.Value { return e.expr(x.Body, hint) }, func() *ir.Value { return e.expr(x.Orelse, hint) })
}

// choose emits an If with one result.
func (e *Emitter) choose(c condition, r ir.Range, hint *ir.Type, yes, no func() *ir.Value) *ir.Value {
	n := e.g.Create("prim::If", []*ir.Value{c.v}, 0)
	n.Range = r
	e.g.Insert(n)
	side := func(ref refinements, f func() *ir.Value) *ir.Value {
		b := n.AddBlock()
		var v *ir.Value
		e.branch(b, r, ref, func() { v = f() })
		b.AddOutput(v)
		return v
	}
	tv := side(c.yes, yes)
	fv := side(c.no, no)
	t := ir.Unify(tv.Type, fv.Type, hint != nil && hint.Kind == ir.UnionKind)
	if t == nil && hint != nil && tv.Type.IsSubtype(hint) && fv.Type.IsSubtype(hint) {
		t = hint
	}
	if t == nil {
		Fail(r, "if-expression's true branch has type %s but false branch has type %s", tv.Type.Repr(), fv.Type.Repr())
	}
	return n.AddOutput(t)
}

// elementHint is the type of elements that a wanted list type names.
func elementHint(hint *ir.Type, kind ir.Kind) *ir.Type {
	if hint == nil {
		return nil
	}
	for _, m := range hint.Members() {
		if m.Kind == kind {
			return m
		}
	}
	return nil
}

// membersOf are the types of a kind that a union may be.
func membersOf(t *ir.Type, kind ir.Kind) (out []*ir.Type) {
	if t == nil || t.Kind != ir.UnionKind {
		return nil
	}
	for _, m := range t.Elem {
		if m.Kind == kind {
			out = append(out, m)
		}
	}
	return out
}

// member is the type among several of an annotation that what was found fits.
func (e *Emitter) member(several []*ir.Type, hint *ir.Type, r ir.Range, what string, found string, fits func(t *ir.Type) bool) *ir.Type {
	names := make([]string, len(several))
	for i, t := range several {
		if fits(t) {
			return t
		}
		names[i] = t.Repr()
	}
	slices.Sort(names)
	last := len(names) - 1
	choice := strings.Join(names, " or ")
	if last > 1 {
		choice = strings.Join(names[:last], ", ") + ",  or " + names[last]
	}
	Fail(r, "Union type annotation `%s` can hold %s, but none of those %s, which were unified to %s", sortedUnion(hint), choice, what, found)
	return nil
}

// sortedUnion is the text of a union with its members in the order of their texts.
func sortedUnion(t *ir.Type) string {
	names := make([]string, len(t.Elem))
	for i, m := range t.Elem {
		names[i] = m.Repr()
	}
	slices.Sort(names)
	return "Union[" + strings.Join(names, ", ") + "]"
}

// refuseMembers refuses an empty literal of a kind for a union of several members of it, and any for a union of none.
func refuseMembers(several []*ir.Type, hint *ir.Type, r ir.Range, kind, word string, empty bool) {
	switch {
	case len(several) > 1 && empty:
		Fail(r, "Cannot assign an empty %s to a variable annotated to be type %s because there are multiple possible %s type candidates in the Union annotation", word, sortedUnion(hint), kind)
	case hint != nil && hint.Kind == ir.UnionKind && len(several) == 0 && !slices.ContainsFunc(hint.Elem, func(t *ir.Type) bool { return t.Kind == ir.AnyKind || t.Kind == ir.OptionalKind }):
		Fail(r, "Expected a Union type annotation with an inner %s type, but got %s", kind, sortedUnion(hint))
	}
}

func (e *Emitter) list(elts []ast.Expr, r ir.Range, hint *ir.Type) *ir.Value {
	want := elementHint(hint, ir.ListKind)
	several := membersOf(hint, ir.ListKind)
	refuseMembers(several, hint, r, "List", "list", len(elts) == 0)
	switch len(several) {
	case 0:
	case 1:
		hint = several[0]
	default:
		want = nil
	}
	var inner *ir.Type
	if want != nil {
		inner = want.Elem[0]
	}
	var list []*ir.Value
	for _, x := range elts {
		if _, star := x.(*ast.Starred); star {
			list = append(list, e.values([]ast.Expr{x}, nil)...)
			continue
		}
		list = append(list, e.expr(x, inner))
	}
	elem := ir.Tensor
	if want != nil {
		elem = inner
	}
	if len(list) > 0 {
		var unified *ir.Type
		for _, v := range list {
			t := v.Type
			if unified == nil {
				unified = t
			} else {
				unified = ir.Unify(unified, t, true)
			}
		}
		if unified.Inferred {
			unified = ir.Tensor
		}
		if want == nil {
			elem = unified
			if len(several) > 1 {
				elem = e.member(several, hint, r, "types match the types of the given list elements", unified.Repr(), func(t *ir.Type) bool { return unified.IsSubtype(t.Elem[0]) }).Elem[0]
			}
		} else if !unified.IsSubtype(elem) {
			ok := true
			for i, v := range list {
				list[i] = e.implicitly(elem, r, v, false)
				ok = ok && list[i].Type.IsSubtype(elem)
			}
			if !ok {
				Fail(r, "List type annotation `%s` did not match the types of the given list elements, which were unified to %s", hint.Repr(), unified.Repr())
			}
		}
	}
	kind := "prim::ListConstruct"
	if len(list) == 0 && want == nil {
		kind = "prim::EmptyListLiteral" // of tensors; it becomes a list when the function is whole
	}
	return e.insert(kind, ir.Range{}, ir.ListOf(elem), list...)
}

func (e *Emitter) dict(x *ast.Dict, r ir.Range, hint *ir.Type) *ir.Value {
	want := elementHint(hint, ir.DictKind)
	several := membersOf(hint, ir.DictKind)
	refuseMembers(several, hint, r, "Dict", "dict", len(x.Keys) == 0)
	if len(several) > 1 {
		want = nil
	}
	var kh, vh *ir.Type
	if want != nil {
		kh, vh = want.Elem[0], want.Elem[1]
	}
	var all, keys, vals []*ir.Value
	for i := range x.Keys {
		if x.Keys[i] == nil {
			unsupported("NotSupportedError", r, "Dict expansion ('**') is not supported")
		}
		keys = append(keys, e.expr(x.Keys[i], kh))
	}
	for i := range x.Values {
		vals = append(vals, e.expr(x.Values[i], vh))
	}
	for i := range keys {
		all = append(all, keys[i], vals[i])
	}
	t := want
	if t == nil {
		if len(keys) == 0 {
			t = ir.DictOf(ir.Str, ir.Tensor)
		} else {
			k, v := keys[0].Type, vals[0].Type.Unshaped()
			for i := 1; i < len(keys); i++ {
				if !keys[i].Type.Equal(k) {
					Fail(e.rng(x.Keys[i]), "Dict keys must contain only a single type. Expected: %s but found %s instead", k.Repr(), keys[i].Type.Repr())
				}
				v = ir.Unify(v, vals[i].Type, true)
			}
			if v.Inferred {
				v = ir.Tensor
			}
			t = e.dictType(k, v, r)
			if len(several) > 1 {
				found := fmt.Sprintf("Dict[%s, %s", k.Repr(), v.Repr()) // the bracket is missing in PyTorch's message, too
				t = e.member(several, hint, r, "dict types can hold the types of the given keys and values", found, func(t *ir.Type) bool { return k.IsSubtype(t.Elem[0]) && v.IsSubtype(t.Elem[1]) })
			}
		}
	} else {
		for i := range keys {
			if !keys[i].Type.IsSubtype(t.Elem[0]) {
				Fail(r, "Type annotation was inferred to be `%s`but the type of keys given by the dict literal is `%s`", t.Repr(), keys[i].Type.Repr())
			}
			if !vals[i].Type.IsSubtype(t.Elem[1]) {
				Fail(r, "Type annotation was inferred to be `%s`, but the type of values given by the dict literal is `%s`", t.Repr(), vals[i].Type.Repr())
			}
		}
	}
	return e.insert("prim::DictConstruct", ir.Range{}, t, all...)
}

func (e *Emitter) dictType(k, v *ir.Type, r ir.Range) *ir.Type {
	if k.Inferred {
		k = ir.Tensor
	}
	switch k.Kind {
	case ir.IntKind, ir.StrKind, ir.FloatKind, ir.ComplexKind, ir.TensorKind, ir.DeviceKind, ir.BoolKind:
	default:
		Fail(r, "Cannot create dict for key type '%s', only int, float, complex, Tensor, device and string keys are supported", k.String())
	}
	return ir.DictOf(k, v)
}

func (e *Emitter) listComp(elt ast.Expr, gens []ast.Comprehension, r ir.Range, hint *ir.Type) *ir.Value {
	if len(gens) != 1 {
		unsupported("NotSupportedError", r, "Only a single generator is currently supported")
	}
	if len(gens[0].Ifs) != 0 {
		unsupported("NotSupportedError", r, "Comprehension ifs are not supported yet")
	}
	t := elementHint(hint, ir.ListKind)
	list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.Tensor))
	var inner *ir.Type
	if t != nil {
		list.Type = t
		inner = t.Elem[0]
	}
	saved := e.shadow(gens[0].Target)
	e.forLoop(r, gens[0].Target, gens[0].Iter, func() {
		v := e.expr(elt, inner)
		if t == nil {
			et := v.Type
			if et.Inferred {
				et = ir.Tensor
			}
			t = ir.ListOf(et)
			list.Type = t
		}
		e.builtin("aten::append", r, []Named{{Value: v, Range: r}}, nil, &Named{Name: "self", Value: list, Range: r})
	})
	saved()
	return list
}

// shadow gives back a function that forgets the variable of a comprehension where it was written out in the frame around.
func (e *Emitter) shadow(ast.Expr) func() {
	return func() {}
}

func (e *Emitter) dictComp(x *ast.DictComp, r ir.Range, hint *ir.Type) *ir.Value {
	if len(x.Generators) != 1 {
		unsupported("NotSupportedError", r, "Only a single generator is currently supported")
	}
	if len(x.Generators[0].Ifs) != 0 {
		unsupported("NotSupportedError", r, "Comprehension ifs are not supported yet")
	}
	t := elementHint(hint, ir.DictKind)
	d := e.insert("prim::DictConstruct", ir.Range{}, ir.DictOf(ir.Str, ir.Tensor))
	if t != nil {
		d.Type = t
	}
	e.forLoop(r, x.Generators[0].Target, x.Generators[0].Iter, func() {
		k := e.expr(x.Key, nil)
		v := e.expr(x.Value, nil)
		if t == nil {
			vt := v.Type
			if vt.Inferred {
				vt = ir.Tensor
			}
			t = e.dictType(k.Type, vt, r)
			d.Type = t
		}
		e.insertOp("aten::_set_item", r, d, k, v)
	})
	return d
}

func (e *Emitter) formatted(x *syntax.JoinedStr, r ir.Range) *ir.Value {
	var text strings.Builder
	var parts []ast.Expr
	for _, v := range x.Values {
		switch v := v.(type) {
		case *syntax.Constant:
			s, _ := v.Value.(string)
			text.WriteString(s)
		case *syntax.FormattedValue:
			if v.Conversion != 0 {
				unsupported("NotSupportedError", first(e.rng(v)), "Don't support conversion in JoinedStr")
			}
			if v.FormatSpec != nil {
				unsupported("NotSupportedError", first(e.rng(v)), "Don't support formatting in JoinedStr")
			}
			text.WriteString("{}")
			parts = append(parts, v.Value)
		}
	}
	args := []*ir.Value{e.constant(ir.Constant{V: text.String()}, nil, r)}
	for _, p := range parts {
		args = append(args, e.expr(p, nil))
	}
	return e.insertOp("aten::format", r, args...)
}

// slicers are the parts of a subscript.
func slicers(s ast.Slicer) []ast.Slicer {
	switch s := s.(type) {
	case *ast.ExtSlice:
		return s.Dims
	case *ast.Index:
		if t, ok := s.Value.(*ast.Tuple); ok {
			out := make([]ast.Slicer, len(t.Elts))
			for i, x := range t.Elts {
				out[i] = &ast.Index{Value: x}
			}
			return out
		}
	}
	return []ast.Slicer{s}
}

func (e *Emitter) subscript(x *ast.Subscript, r ir.Range) Sugared {
	object := e.sugar(x.Value, nil, 1)
	dims := slicers(x.Slice)
	for i, d := range dims {
		dims[i] = e.sliceObject(d)
	}
	if len(dims) != 1 {
		v := object.Value(e, r)
		if !v.Type.IsSubtype(ir.Tensor) {
			Fail(r, "Unsupported operation: attempted to use multidimensional indexing on a non-tensor type")
		}
		return Simple{e.gather(r, v, dims)}
	}
	if s, ok := dims[0].(*ast.Slice); ok {
		if t, ok := object.(Slicer); ok {
			return t.Slice(e, r, e.staticBound(s.Lower), e.staticBound(s.Upper), e.staticBound(s.Step))
		}
		v := object.Value(e, r)
		if v.Type.IsSubtype(ir.Tensor) {
			return Simple{e.gather(r, v, dims)}
		}
		return Simple{e.slice(r, v, nil, s)}
	}
	index := dims[0].(*ast.Index)
	simple, isSimple := object.(Simple)
	if !isSimple {
		return object.Item(e, r, e.expr(index.Value, nil))
	}
	if simple.V.Type.IsSubtype(ir.Tensor) {
		e.expr(index.Value, nil)
		return Simple{e.gather(r, simple.V, dims)}
	}
	if simple.V.Type.Kind == ir.TupleKind {
		return Simple{e.tupleIndex(r, simple.V, e.expr(index.Value, nil))}
	}
	return object.Item(e, r, e.expr(index.Value, nil))
}

// Slicer is a sugared value that can be sliced with constant bounds.
type Slicer interface {
	Slice(e *Emitter, r ir.Range, lower, upper, step *int64) Sugared
}

func (e *Emitter) staticBound(x ast.Expr) *int64 {
	if x == nil {
		return nil
	}
	v := e.expr(x, nil)
	i, ok := constInt(v)
	if !ok {
		Fail(e.rng(x), "Expected integer literal for slice bound")
	}
	return &i
}

func (e *Emitter) tupleIndex(r ir.Range, v, index *ir.Value) *ir.Value {
	if index.Type.Kind != ir.IntKind {
		Fail(r, "tuple index must be an integer")
	}
	i, ok := constInt(index)
	if !ok {
		first := v.Type.Elem
		for _, t := range first {
			if !t.Equal(first[0]) {
				Fail(r, "Cannot index into a %s with a non-integer literal because we cannot resolve the output type", v.Type.Repr())
			}
		}
		if len(first) == 0 {
			Fail(r, "tuple index out of range")
		}
		return e.insert("prim::TupleIndex", r, first[0], v, index)
	}
	n := int64(len(v.Type.Elem))
	at := i
	if at < 0 {
		at += n
	}
	if at < 0 || at >= n {
		Fail(r, "Tuple index %d is out of range for tuple of length %d", i, n)
	}
	return e.insert("prim::TupleIndex", r, v.Type.Elem[at], v, index)
}

// gather is a tensor's subscript.
func (e *Emitter) gather(r ir.Range, v *ir.Value, dims []ast.Slicer) *ir.Value {
	sliced, indices := e.indexTensor(r, v, dims)
	if len(indices) == 0 {
		return sliced
	}
	list := e.insert("prim::ListConstruct", ir.Range{}, ir.ListOf(ir.OptionalOf(ir.Tensor)), indices...)
	return e.insertOp("aten::index", r, sliced, list)
}

// indexTensor applies the integers, slices and Nones of a subscript; tensors that index are left, by their dimension.
func (e *Emitter) indexTensor(r ir.Range, v *ir.Value, subs []ast.Slicer) (*ir.Value, []*ir.Value) {
	dims := make([]int64, len(subs))
	vals := make([]*ir.Value, len(subs))
	isDots := func(s ast.Slicer) bool {
		i, ok := s.(*ast.Index)
		if !ok {
			return false
		}
		c, ok := i.Value.(*syntax.Constant)
		return ok && c.Value == any(syntax.EllipsisValue{})
	}
	handle := func(i int, dim int64, back bool) int64 {
		dims[i] = dim
		step := int64(1)
		if back {
			step = -1
		}
		index, ok := subs[i].(*ast.Index)
		if !ok {
			return dim + step
		}
		e.expr(index.Value, nil) // looked at first: it might be a slice
		x := e.expr(index.Value, nil)
		if x.Type.Kind == ir.ListKind {
			x = e.insertOp("aten::tensor", r, x)
		}
		vals[i] = x
		switch {
		case x.Type.IsNone():
			if back {
				return dim
			}
			return dim + 1
		case x.Type.Kind == ir.IntKind:
			if back {
				return dim - 1
			}
			return dim
		case x.Type.IsSubtype(ir.OptionalOf(ir.Tensor)):
			if back {
				Fail(r, "Ellipses followed by tensor indexing is currently not supported")
			}
			return dim + 1
		}
		Fail(r, "Unsupported operation: indexing tensor with unsupported index type '%s'. Only ints, slices, lists and tensors are supported", x.Type.Repr())
		return 0
	}
	at, dim := 0, int64(0)
	for ; at < len(subs) && !isDots(subs[at]); at++ {
		dim = handle(at, dim, false)
	}
	back := int64(-1)
	for i := len(subs) - 1; i > at; i-- {
		if isDots(subs[i]) {
			Fail(r, "An index can only have a single ellipsis ('...')")
		}
		back = handle(i, back, true)
	}
	var tensors []*ir.Value
	for i, s := range subs {
		if i == at {
			continue
		}
		if slice, ok := s.(*ast.Slice); ok {
			v = e.slice(r, v, e.constant(ir.Constant{V: dims[i]}, nil, r), slice)
			continue
		}
		switch x := vals[i]; {
		case x.Type.IsNone():
			v = e.insertOp("aten::unsqueeze", r, v, e.constant(ir.Constant{V: dims[i]}, nil, r))
		case x.Type.Kind == ir.IntKind:
			v = e.insertOp("aten::select", r, v, e.constant(ir.Constant{V: dims[i]}, nil, r), x)
		default:
			for int64(len(tensors)) <= dims[i] {
				tensors = append(tensors, nil)
			}
			tensors[dims[i]] = x
		}
	}
	for i, t := range tensors {
		if t == nil {
			tensors[i] = e.constant(ir.Constant{}, nil, r)
		}
	}
	return v, tensors
}

// slice is a[lower:upper:step]; dim is nil for what is no tensor.
func (e *Emitter) slice(r ir.Range, v, dim *ir.Value, s *ast.Slice) *ir.Value {
	args := []Named{{Value: v, Range: r}}
	if dim != nil {
		args = append(args, Named{Value: dim, Range: r})
	}
	if v.Type.Kind == ir.TupleKind {
		return e.tupleSlice(r, v, s)
	}
	bounds := [3]*ir.Value{}
	for i, x := range []ast.Expr{s.Lower, s.Upper, s.Step} {
		if x != nil {
			bounds[i] = e.expr(x, nil)
		}
	}
	if bounds[2] == nil {
		bounds[2] = e.constant(ir.Constant{V: int64(1)}, nil, ir.Range{})
	}
	for _, v := range bounds {
		if v == nil {
			v = e.constant(ir.Constant{}, nil, ir.Range{})
		}
		args = append(args, Named{Value: v, Range: r})
	}
	return e.builtin("aten::slice", r, args, nil, nil)
}

func (e *Emitter) tupleSlice(r ir.Range, v *ir.Value, s *ast.Slice) *ir.Value {
	n := int64(len(v.Type.Elem))
	lo, hi, step := e.staticBound(s.Lower), e.staticBound(s.Upper), e.staticBound(s.Step)
	from, to, by := sliceBounds(n, lo, hi, step)
	if by == 0 {
		Fail(r, "slice step cannot be zero")
	}
	if by != 1 {
		parts := e.unpackTuple(v, r)
		var out []*ir.Value
		for i := from; by > 0 && i < to || by < 0 && i > to; i += by {
			out = append(out, parts[i])
		}
		return e.tuple(r, out)
	}
	to = max(to, from)
	out := e.g.CreateTyped("prim::TupleSlice", ir.TupleOf(v.Type.Elem[from:to]...), v)
	out.SetAttr("beg", ir.Constant{V: from})
	out.SetAttr("end", ir.Constant{V: to})
	out.Range = r
	return e.g.Insert(out).Outputs[0]
}

// sliceBounds are the bounds of a slice over n items, as Python has them.
func sliceBounds(n int64, lo, hi, step *int64) (from, to, by int64) {
	by = 1
	if step != nil {
		by = *step
	}
	clamp := func(p *int64, def, low, high int64) int64 {
		if p == nil {
			return def
		}
		v := *p
		if v < 0 {
			v += n
		}
		return min(max(v, low), high)
	}
	if by < 0 {
		return clamp(lo, n-1, -1, n-1), clamp(hi, -1, -1, n-1), by
	}
	return clamp(lo, 0, 0, n), clamp(hi, n, 0, n), by
}

// nodeName is what messages call a kind of node.
func nodeName(n ast.Ast) string {
	switch n.(type) {
	case *ast.Lambda:
		return "Lambda"
	case *ast.Try, *syntax.TryStar:
		return "try blocks"
	case *ast.Import, *ast.ImportFrom:
		return "import statements"
	case *ast.Global:
		return "global variables"
	case *ast.Nonlocal:
		return "nonlocal variables"
	case *ast.FunctionDef:
		return "function definitions"
	case *ast.ClassDef:
		return "class definitions"
	case *syntax.Match:
		return "Match"
	case *syntax.NamedExpr:
		return "NamedExpr"
	case *ast.Set:
		return "Set"
	case *ast.SetComp:
		return "SetComp"
	case *ast.Yield:
		return "Yield"
	case *ast.YieldFrom:
		return "YieldFrom"
	case *ast.Starred:
		return "Starred"
	case *syntax.TypeAlias:
		return "TypeAlias"
	}
	name := fmt.Sprintf("%T", n)
	return name[strings.LastIndexByte(name, '.')+1:]
}
