package front

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

// expr emits an expression as a value; hint is the type that is wanted, nil for any.
func (e *Emitter) expr(x ast.Expr, hint *ir.Type) *ir.Value {
	r := e.rng(x)
	e.pending = r
	return e.sugar(x, hint, 1).Value(e, r)
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
		return e.subscript(x, r, hint)
	case *emitted:
		if x.named {
			e.g.SkipIDs(1)
		}
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
		if x.Op == ast.Modulo {
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
		Fail(r, "Integral constant out of range (must fit in a signed 64 bit integer)")
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
	if a.Type.Kind == ir.ClassKind {
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
		unsupported("AttributeError", ir.Range{}, "'UnaryOp' object has no attribute 'range'")
	}
	if at := e.rng(x.Operand); x.Op == ast.USub && at.Source.Script {
		if n, ok := x.Operand.(*syntax.Constant); ok {
			switch v := n.Value.(type) {
			case int64:
				return e.literal(-v, at)
			case float64:
				return e.literal(-v, at)
			}
		}
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
			return e.expr(x.Body, hint)
		}
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
		e.branch(b, r, ref, func() {
			if v = f(); hint != nil && hint.Kind == ir.AnyKind {
				v = e.insert("prim::unchecked_cast", ir.Range{}, ir.Any, v)
			}
		})
		b.AddOutput(v)
		return v
	}
	tv := side(c.yes, yes)
	fv := side(c.no, no)
	t := ir.Unify(tv.Type, fv.Type, false)
	if t == nil && hint != nil && hint.Kind != ir.UnionKind && tv.Type.IsSubtype(hint) && fv.Type.IsSubtype(hint) {
		t = hint
	}
	if t == nil {
		Fail(r, "if-expression's true branch has type %s but false branch has type %s", tv.Type.Repr(), fv.Type.Repr())
	}
	return n.AddOutput(t)
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

// nodeName is what messages call a kind of node.
func nodeName(n ast.Ast) string {
	switch n.(type) {
	case *ast.Lambda:
		return "Lambda"
	case *ast.IfExp:
		return "if"
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
