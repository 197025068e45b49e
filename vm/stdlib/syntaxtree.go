package stdlib

import (
	"math/big"
	"reflect"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// _ast_parser makes the trees of module ast from those of the parser: objects of the classes that module ast defines.
func init() {
	interp.RegisterNative("_ast_parser", func(th *object.Thread) *object.Module {
		m := object.NewModule("_ast_parser")
		m.SetFunc("parse", required("parse", 4, func(th *object.Thread, args, kw []Value) (Value, error) {
			filename, _ := object.Text(args[1])
			mode, _ := object.Text(args[2])
			src, err := sourceText(args[0])
			if err != nil {
				return object.Null, err
			}
			tree, err := interp.ParseSource(th, filename, src, parseModes[mode])
			if err != nil {
				return object.Null, err
			}
			c := treeConverter{tree: tree, classes: args[3], known: map[string]*object.Type{}, shared: map[string]Value{}}
			v := c.node(th, reflect.ValueOf(tree.Root))
			return v, c.err
		}))
		return m
	})
}

var parseModes = map[string]syntax.Mode{"exec": syntax.Exec, "eval": syntax.Eval, "single": syntax.Single}

// sourceText is program text given as str or bytes.
func sourceText(v Value) ([]byte, error) {
	if s, ok := object.Text(v); ok {
		return []byte(s), nil
	}
	b, err := object.BytesOf(v)
	if err != nil {
		return nil, object.TypeErrorf("compile() arg 1 must be a string, bytes or AST object")
	}
	return b, nil
}

// treeConverter makes Python objects from a tree.
type treeConverter struct {
	tree    *syntax.Tree
	classes Value                   // the class of each kind of node, by name
	known   map[string]*object.Type // those looked up so far
	shared  map[string]Value        // operators and contexts: one object each
	err     error
}

var treeParamNames = map[syntax.TypeParamKind]string{syntax.TypeVar: "TypeVar", syntax.TypeVarTuple: "TypeVarTuple", syntax.ParamSpec: "ParamSpec"}

func (c *treeConverter) class(th *object.Thread, name string) *object.Type {
	if t, ok := c.known[name]; ok {
		return t
	}
	v, err := object.GetItem(th, c.classes, object.StrValue(name))
	t, ok := object.AsType(v)
	if err != nil || !ok {
		c.fail(object.Raisef(object.SystemError, "no class for nodes of kind %s", name))
		return nil
	}
	c.known[name] = t
	return t
}

func (c *treeConverter) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

// make is a new node; at gives its place, nil for nodes without one.
func (c *treeConverter) make(th *object.Thread, name string, at ast.Ast) Value {
	t := c.class(th, name)
	if t == nil {
		return object.None
	}
	v := object.NewInstance(th, t)
	if at != nil && syntax.HasPlace(name) {
		s := c.tree.Span(at)
		c.set(th, v, "lineno", object.Int(int64(s.Line)))
		c.set(th, v, "col_offset", object.Int(int64(s.Col)))
		c.set(th, v, "end_lineno", object.Int(int64(s.EndLine)))
		c.set(th, v, "end_col_offset", object.Int(int64(s.EndCol)))
	}
	return v
}

func (c *treeConverter) set(th *object.Thread, v Value, field string, x Value) {
	if err := object.SetAttr(th, v, field, x); err != nil {
		c.fail(err)
	}
}

// single is the one object of an operator or context, which the parser writes as "Add()".
func (c *treeConverter) single(th *object.Thread, text string) Value {
	name := strings.TrimSuffix(text, "()")
	v, ok := c.shared[name]
	if !ok {
		v = c.make(th, name, nil)
		c.shared[name] = v
	}
	return v
}

// node converts a node, nil as None.
func (c *treeConverter) node(th *object.Thread, v reflect.Value) Value {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() || c.err != nil {
		return object.None
	}
	at, _ := v.Interface().(ast.Ast)
	switch n := v.Interface().(type) {
	case *ast.Index:
		return c.node(th, reflect.ValueOf(n.Value))
	case *ast.ExtSlice:
		t := c.make(th, "Tuple", n)
		c.set(th, t, "elts", c.list(th, reflect.ValueOf(n.Dims)))
		c.set(th, t, "ctx", c.single(th, "Load"))
		return t
	case *syntax.Constant:
		k := c.make(th, "Constant", n)
		c.set(th, k, "value", constantValue(n.Value))
		c.set(th, k, "kind", object.None)
		return k
	case *syntax.TypeParam:
		return c.typeParam(th, n)
	case *ast.Arguments:
		return c.arguments(th, n)
	}
	v = reflect.Indirect(v)
	name := syntax.ClassName(v.Type().Name())
	if c.tree.Async[at] && (name == "FunctionDef" || name == "For" || name == "With") {
		name = "Async" + name
	}
	out := c.make(th, name, at)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Anonymous || f.Name == "Starargs" || f.Name == "Kwargs" {
			continue
		}
		c.set(th, out, syntax.FieldName(f.Name), c.value(th, v.Field(i), f.Name))
	}
	c.complete(th, out, name, at)
	if n, ok := at.(*syntax.FormattedValue); ok && n.FormatSpec != nil { // the colon belongs to it
		if spec, err := object.GetAttr(th, out, "format_spec"); err == nil {
			c.set(th, spec, "col_offset", object.Int(int64(c.tree.Span(n.FormatSpec).Col)-1))
		}
	}
	return out
}

// complete adds the fields that the parser's nodes do not have.
func (c *treeConverter) complete(th *object.Thread, v Value, name string, at ast.Ast) {
	switch name {
	case "Module":
		c.set(th, v, "type_ignores", object.NewList().Ref())
	case "comprehension":
		c.set(th, v, "is_async", object.Int(0))
	case "For", "With", "Assign", "FunctionDef", "AsyncFor", "AsyncWith", "AsyncFunctionDef", "arg":
		c.set(th, v, "type_comment", object.None)
	}
	if name == "FunctionDef" || name == "AsyncFunctionDef" || name == "ClassDef" || name == "TypeAlias" {
		l := object.NewList()
		for _, p := range c.tree.TypeParams[at] {
			l.Items = append(l.Items, c.typeParam(th, p))
		}
		c.set(th, v, "type_params", l.Ref())
	}
}

func (c *treeConverter) typeParam(th *object.Thread, p *syntax.TypeParam) Value {
	v := c.make(th, treeParamNames[p.Kind], p)
	c.set(th, v, "name", object.NewStr(string(p.Name)))
	if p.Kind == syntax.TypeVar {
		c.set(th, v, "bound", c.node(th, reflect.ValueOf(&p.Bound).Elem()))
	}
	c.set(th, v, "default_value", c.node(th, reflect.ValueOf(&p.Default).Elem()))
	return v
}

func (c *treeConverter) arguments(th *object.Thread, a *ast.Arguments) Value {
	v := c.make(th, "arguments", nil)
	n := c.tree.PosOnly[a]
	c.set(th, v, "posonlyargs", c.list(th, reflect.ValueOf(a.Args[:n])))
	c.set(th, v, "args", c.list(th, reflect.ValueOf(a.Args[n:])))
	c.set(th, v, "vararg", c.node(th, reflect.ValueOf(a.Vararg)))
	c.set(th, v, "kwonlyargs", c.list(th, reflect.ValueOf(a.Kwonlyargs)))
	c.set(th, v, "kw_defaults", c.list(th, reflect.ValueOf(a.KwDefaults)))
	c.set(th, v, "kwarg", c.node(th, reflect.ValueOf(a.Kwarg)))
	c.set(th, v, "defaults", c.list(th, reflect.ValueOf(a.Defaults)))
	return v
}

func (c *treeConverter) list(th *object.Thread, v reflect.Value) Value {
	l := object.NewList()
	for i := range v.Len() {
		l.Items = append(l.Items, c.value(th, v.Index(i), ""))
	}
	return l.Ref()
}

// value converts what a field holds.
func (c *treeConverter) value(th *object.Thread, v reflect.Value, field string) Value {
	switch x := v.Interface().(type) {
	case ast.Identifier:
		if x == "" {
			return object.None
		}
		return object.NewStr(string(x))
	case ast.Comprehension:
		n := c.node(th, reflect.ValueOf(&x))
		if c.tree.Async[x.Target] {
			c.set(th, n, "is_async", object.Int(1))
		}
		return n
	case ast.OperatorNumber:
		if x == syntax.MatMult {
			return c.single(th, "MatMult")
		}
		return c.single(th, x.String())
	case interface{ String() string }:
		if v.Kind() == reflect.Int {
			return c.single(th, x.String())
		}
	case bool:
		if field == "Simple" {
			if x {
				return object.Int(1)
			}
			return object.Int(0)
		}
		return object.Bool(x)
	case int:
		return object.Int(int64(x))
	case byte: // FormattedValue's conversion
		if x == 0 {
			return object.Int(-1)
		}
		return object.Int(int64(x))
	case nil:
		return object.None
	}
	if v.Kind() == reflect.Slice {
		return c.list(th, v)
	}
	return c.node(th, v)
}

// constantValue is the object of a literal.
func constantValue(v any) Value {
	switch x := v.(type) {
	case nil:
		return object.None
	case bool:
		return object.Bool(x)
	case int64:
		return object.Int(x)
	case *big.Int:
		return object.BigInt(x)
	case float64:
		return object.Float(x)
	case complex128:
		return object.NewComplex(x)
	case string:
		return object.NewStr(x)
	case syntax.Bytes:
		return object.NewBytes([]byte(x))
	}
	return object.Ellipsis
}
