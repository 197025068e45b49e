package builtins

import (
	"math/big"
	"reflect"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

// treeBuilder makes a tree of the parser from objects of the classes of module ast, so that compile() takes what programs have
// built or changed. It is the inverse of stdlib's treeConverter, and goes by the same names of classes and fields.
type treeBuilder struct {
	th   *object.Thread
	tree *syntax.Tree
	err  error
	deep int
	want ast.ExprContext // of the expression that is being made
}

// maxTreeDepth is how deeply nodes may be nested: as deeply as the parser lets expressions be.
const maxTreeDepth = 1000

// TreeOf is the parser's tree for a node of module ast, the root of a program.
func TreeOf(th *object.Thread, filename string, root Value) (*syntax.Tree, error) {
	b := &treeBuilder{th: th, tree: &syntax.Tree{Filename: filename, TypeParams: map[ast.Ast][]*syntax.TypeParam{}, PosOnly: map[*ast.Arguments]int{}, Async: map[ast.Ast]bool{}}}
	n := b.node(root, "mod")
	if b.err != nil {
		return nil, b.err
	}
	var ok bool
	if b.tree.Root, ok = n.Interface().(ast.Mod); !ok {
		return nil, object.TypeErrorf("expected Module node, got %s", root.Type().Name)
	}
	return b.tree, nil
}

func (b *treeBuilder) fail(err error) {
	if b.err == nil {
		b.err = err
	}
}

// kind is the name of the class in treeNodes that v is an instance of.
func (b *treeBuilder) kind(v Value) string {
	for _, t := range v.Type().MRO {
		if treeNodes[t.Name] != nil {
			return t.Name
		}
	}
	return ""
}

// field is an attribute of a node; absent if the node does not have it.
func (b *treeBuilder) field(v Value, name string) Value {
	x, err := object.LookupAttr(b.th, v, object.Intern(name))
	if err != nil {
		b.fail(err)
	}
	return x
}

func (b *treeBuilder) number(v Value, name string) (n int, ok bool) {
	x := b.field(v, name)
	if x.IsNull() || x.IsNone() {
		return 0, false
	}
	n, err := object.ToInt(b.th, x)
	if err != nil {
		b.fail(err)
	}
	return n, true
}

// node is a pointer to the parser's node for v; sort is what was expected, for errors.
func (b *treeBuilder) node(v Value, sort string) reflect.Value {
	kind := b.kind(v)
	none := reflect.ValueOf(&ast.Pass{})
	if kind == "" {
		b.fail(b.expected(sort, v))
		return none
	}
	if b.deep++; b.deep > maxTreeDepth {
		b.fail(object.Raisef(object.RecursionError, "maximum recursion depth exceeded during compilation"))
	}
	defer func() { b.deep-- }()
	if b.err != nil {
		return none
	}
	p := reflect.New(treeNodes[kind])
	at, _ := p.Interface().(ast.Ast)
	want := b.want
	defer func() { b.want = want }()
	if at != nil && syntax.HasPlace(kind) {
		b.place(p, at, v, sort)
	}
	switch n := p.Interface().(type) {
	case *syntax.Constant:
		if items, ok := object.AsTuple(b.field(v, "value")); ok {
			return b.constants(items, v, sort)
		}
		n.Value = b.constant(b.field(v, "value"))
		return p
	case *syntax.TypeParam:
		n.Kind = map[string]syntax.TypeParamKind{"TypeVar": syntax.TypeVar, "TypeVarTuple": syntax.TypeVarTuple, "ParamSpec": syntax.ParamSpec}[kind]
		n.Name = b.name(b.field(v, "name"))
		n.Bound, n.Default = b.optional(b.field(v, "bound")), b.optional(b.field(v, "default_value"))
		return p
	case *ast.Arguments:
		first := b.list(b.field(v, "posonlyargs"), reflect.TypeFor[[]*ast.Arg](), kind, "posonlyargs").Interface().([]*ast.Arg)
		defer func() {
			n.Args = append(first, n.Args...)
			if len(first) > 0 {
				b.tree.PosOnly[n] = len(first)
			}
		}()
	}
	s := p.Elem()
	for i := range s.NumField() {
		f := s.Type().Field(i)
		if f.Anonymous || f.Name == "Starargs" || f.Name == "Kwargs" {
			continue
		}
		if b.want = contexts[kind+"."+f.Name]; f.Name == "Ctx" || inherits[kind+"."+f.Name] {
			b.want = want
		}
		b.set(s.Field(i), b.field(v, syntax.FieldName(f.Name)), kind, f.Name)
	}
	if n, ok := at.(*syntax.FormattedValue); ok && n.FormatSpec != nil { // the parser leaves its colon out
		s := b.tree.Span(n.FormatSpec)
		s.Col++
		b.tree.SetSpan(n.FormatSpec, s)
	}
	b.mark(p, at, v, kind)
	return p
}

// mark notes what the parser keeps beside the nodes.
func (b *treeBuilder) mark(p reflect.Value, at ast.Ast, v Value, kind string) {
	if b.err != nil {
		return
	}
	if strings.HasPrefix(kind, "Async") {
		b.tree.Async[at] = true
	}
	if c, ok := p.Interface().(*ast.Comprehension); ok {
		if n, _ := b.number(v, "is_async"); n != 0 {
			b.tree.Async[c.Target] = true
		}
	}
	if params := b.field(v, "type_params"); !params.IsNull() {
		if list := b.list(params, reflect.TypeFor[[]*syntax.TypeParam](), kind, "TypeParams").Interface().([]*syntax.TypeParam); len(list) > 0 {
			b.tree.TypeParams[at] = list
		}
	}
}

// place gives a node its position.
func (b *treeBuilder) place(p reflect.Value, at ast.Ast, v Value, sort string) {
	line, ok := b.number(v, "lineno")
	col, known := b.number(v, "col_offset")
	for _, f := range []struct {
		name  string
		there bool
	}{{"lineno", ok}, {"col_offset", known}} {
		if !f.there && b.err == nil {
			b.fail(object.TypeErrorf("required field %q missing from %s", f.name, sort))
		}
	}
	endLine, ok := b.number(v, "end_lineno")
	endCol, known := b.number(v, "end_col_offset")
	if !ok {
		endLine = line
	}
	if !known {
		endCol = col
	}
	p.Elem().FieldByName("Lineno").SetInt(int64(line))
	p.Elem().FieldByName("ColOffset").SetInt(int64(col))
	b.tree.SetSpan(at, syntax.Span{Line: int32(line), Col: int32(col), EndLine: int32(endLine), EndCol: int32(endCol)})
}

// set fills a field of the parser's node.
func (b *treeBuilder) set(to reflect.Value, v Value, kind, field string) {
	if b.err != nil {
		return
	}
	absent := v.IsNull() || v.IsNone()
	switch x := to.Addr().Interface().(type) {
	case *ast.Identifier:
		if !absent {
			*x = b.name(v)
		}
	case *ast.OperatorNumber:
		*x = syntax.MatMult
		if v.IsNull() || v.Type().Name != "MatMult" {
			*x = enumerated(b, v, "operator", ast.OperatorNumber(ast.FloorDiv))
		}
	case *ast.BoolOpNumber:
		*x = enumerated(b, v, "boolop", ast.Or)
	case *ast.UnaryOpNumber:
		*x = enumerated(b, v, "unaryop", ast.USub)
	case *ast.CmpOp:
		*x = enumerated(b, v, "cmpop", ast.NotIn)
	case *ast.ExprContext:
		if *x = ast.Load; !absent {
			*x = enumerated(b, v, "expr_context", ast.Del)
		}
		if want := max(b.want, ast.Load); *x != want {
			name := func(c ast.ExprContext) string { return strings.TrimSuffix(c.String(), "()") }
			b.fail(object.ValueErrorf("expression must have %s context but has %s instead", name(want), name(*x)))
		}
	case *bool, *int, *byte:
		n := 0
		if !absent {
			var err error
			if n, err = object.ToInt(b.th, v); err != nil {
				b.fail(err)
			}
		}
		switch x := x.(type) {
		case *bool:
			*x = n != 0
		case *int:
			*x = n
		case *byte:
			*x = byte(max(n, 0))
		}
	case *ast.Slicer:
		*x = b.slicer(v)
	case *any: // of MatchSingleton
		*x = b.constant(v)
	default:
		b.setNode(to, v, kind, field, absent)
	}
}

// setNode fills a field that holds nodes.
func (b *treeBuilder) setNode(to reflect.Value, v Value, kind, field string, absent bool) {
	sort := "expr"
	switch t := to.Type(); {
	case to.Kind() == reflect.Slice:
		if !v.IsNull() {
			to.Set(b.list(v, t, kind, field))
		}
		if least := leastItems[kind+"."+field]; to.Len() < least && b.err == nil {
			b.fail(tooFew(kind, field))
		}
		return
	case t != reflect.TypeFor[ast.Expr]():
		sort = elementSort(t)
	}
	if absent {
		if !optionalFields[kind+"."+field] {
			b.fail(object.TypeErrorf("required field %q missing from %s", syntax.FieldName(field), kind))
		}
		return
	}
	b.assign(to, b.node(v, sort), v, sort)
}

// assign stores a node where one of its sort is wanted.
func (b *treeBuilder) assign(to, n reflect.Value, v Value, sort string) {
	switch {
	case b.err != nil:
	case n.Type().AssignableTo(to.Type()):
		to.Set(n)
	case n.Type().Elem().AssignableTo(to.Type()): // comprehensions are held by value
		to.Set(n.Elem())
	default:
		b.fail(b.expected(sort, v))
	}
}

func (b *treeBuilder) expected(sort string, v Value) error {
	text, err := object.Repr(b.th, v)
	if err != nil {
		return err
	}
	return object.TypeErrorf("expected some sort of %s, but got %s", sort, text)
}

// elementSort is what errors call the nodes of a Go type.
func elementSort(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch name := t.Name(); name {
	case "Stmt", "Expr", "Pattern":
		return strings.ToLower(name)
	case "Name", "JoinedStr":
		return "expr"
	case "ExceptHandler":
		return "excepthandler"
	case "TypeParam", "MatchCase":
		return syntax.FieldName(name)
	default:
		return strings.ToLower(name)
	}
}

// list converts the items of a list that a field holds.
func (b *treeBuilder) list(v Value, t reflect.Type, kind, field string) reflect.Value {
	sort := elementSort(t.Elem())
	out := reflect.MakeSlice(t, 0, 0)
	if v.IsNull() || b.err != nil {
		return out
	}
	l, ok := object.AsList(v)
	if !ok {
		b.fail(object.TypeErrorf("%s field %q must be a list, not a %s", kind, syntax.FieldName(field), v.Type().Name))
		return out
	}
	for i := 0; i < len(l.Items) && b.err == nil; i++ {
		item, to := l.Items[i], reflect.New(t.Elem()).Elem()
		switch {
		case t.Elem() == reflect.TypeFor[ast.Expr]() && item.IsNone(): // the key of **mapping, the default of a keyword-only parameter
		case to.Kind() == reflect.String || to.Kind() == reflect.Int:
			b.set(to, item, "", "")
		default:
			b.assign(to, b.node(item, sort), item, sort)
		}
		out = reflect.Append(out, to)
	}
	return out
}

func (b *treeBuilder) optional(v Value) ast.Expr {
	if v.IsNull() || v.IsNone() {
		return nil
	}
	e, ok := b.node(v, "expr").Interface().(ast.Expr)
	if !ok && b.err == nil {
		b.fail(b.expected("expr", v))
	}
	return e
}

// slicer is what stands between the brackets of a Subscript, which the parser does not count among the expressions.
func (b *treeBuilder) slicer(v Value) ast.Slicer {
	switch kind := b.kind(v); {
	case kind == "Slice":
		s, _ := b.node(v, "expr").Interface().(*ast.Slice)
		return s
	case kind == "Tuple":
		items, _ := object.AsList(b.field(v, "elts"))
		if items == nil {
			break
		}
		dims := &ast.ExtSlice{}
		sliced := false
		for _, x := range items.Items {
			sliced = sliced || b.kind(x) == "Slice"
		}
		if !sliced {
			break
		}
		for i := 0; i < len(items.Items) && b.err == nil; i++ {
			dims.Dims = append(dims.Dims, b.slicer(items.Items[i]))
		}
		b.place(reflect.ValueOf(dims), dims, v, "expr")
		return dims
	}
	index := &ast.Index{Value: b.optional(v)}
	if index.Value == nil {
		b.fail(object.TypeErrorf("required field \"slice\" missing from Subscript"))
		return index
	}
	index.Lineno, index.ColOffset = index.Value.GetLineno(), index.Value.GetColOffset()
	b.tree.SetSpan(index, b.tree.Span(index.Value))
	return index
}

func (b *treeBuilder) name(v Value) ast.Identifier {
	s, ok := object.AsStr(v)
	if !ok {
		b.fail(object.TypeErrorf("AST identifier must be of type str"))
		return ""
	}
	return ast.Identifier(s.S)
}

// enumerated is the operator or context that an object of one of the classes without fields stands for.
func enumerated[T interface {
	~int
	String() string
}](b *treeBuilder, v Value, sort string, last T) T {
	if !v.IsNull() {
		for _, t := range v.Type().MRO {
			for x := T(1); x <= last; x++ {
				if strings.TrimSuffix(x.String(), "()") == t.Name {
					return x
				}
			}
		}
	} else {
		v = object.None
	}
	b.fail(b.expected(sort, v))
	return last
}

// constants is the display of a tuple that a Constant holds.
func (b *treeBuilder) constants(items *object.Tuple, v Value, sort string) reflect.Value {
	t := &ast.Tuple{Ctx: ast.Load}
	b.place(reflect.ValueOf(t), t, v, sort)
	for _, x := range items.Items {
		k := &syntax.Constant{Value: b.constant(x)}
		b.place(reflect.ValueOf(k), k, v, sort)
		t.Elts = append(t.Elts, k)
	}
	return reflect.ValueOf(t)
}

// constant is the parser's value of a literal.
func (b *treeBuilder) constant(v Value) any {
	switch t := v.Type(); t {
	case object.NoneType:
		return nil
	case object.BoolType:
		return v == object.True
	case object.IntType:
		if i, ok := v.AsInt(); ok {
			return i
		}
		return new(big.Int).Set(object.BigOf(v))
	case object.FloatType:
		f, _ := object.ToFloat(b.th, v)
		return f
	case object.StrType:
		s, _ := object.AsStr(v)
		return s.S
	}
	if c, ok := object.AsComplex(v); ok {
		return c.V
	}
	if d, ok := object.AsBytes(v); ok {
		return syntax.Bytes(d.B)
	}
	if v == object.Ellipsis {
		return syntax.EllipsisValue{}
	}
	b.fail(object.TypeErrorf("got an invalid type in Constant: %s", v.Type().Name))
	return nil
}
