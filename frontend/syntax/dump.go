package syntax

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/py"

	"github.com/magneto-go/magneto/frontend/bytecode"
)

// Dump writes a tree in the format of gpython's ast.Dump. What Python 3.4 has is
// written as gpython's own nodes would be: a Constant as Num, Str, Bytes,
// NameConstant or Ellipsis, and the last *args and **kwargs of a call as its
// starargs and kwargs.
func Dump(n ast.Ast) string {
	var d dumper
	d.node(reflect.ValueOf(n))
	return d.String()
}

type dumper struct{ strings.Builder }

// fieldNames are the fields that are not called by their name in lower case.
var fieldNames = map[string]string{
	"ExprType": "type", "ContextExpr": "context_expr", "OptionalVars": "optional_vars",
	"KwDefaults": "kw_defaults", "DecoratorList": "decorator_list", "FormatSpec": "format_spec",
}

// nodeNames are the nodes that are not called by the name of their type.
var nodeNames = map[string]string{
	"ExprStmt": "Expr", "Keyword": "keyword", "WithItem": "withitem", "Arguments": "arguments", "Arg": "arg",
	"Alias": "alias", "Comprehension": "comprehension",
}

func (d *dumper) node(v reflect.Value) {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		if v.IsNil() {
			d.WriteString("None")
			return
		}
		switch n := v.Interface().(type) {
		case *Constant:
			d.constant(n.Value)
			return
		case *ast.Call:
			v = reflect.ValueOf(oldCall(n)).Elem()
			continue
		case *ast.ClassDef:
			v = reflect.ValueOf(oldClass(n)).Elem()
			continue
		}
		v = v.Elem()
	}
	name := v.Type().Name()
	if other, ok := nodeNames[name]; ok {
		name = other
	}
	d.WriteString(name + "(")
	first := true
	for i := 0; i < v.NumField(); i++ {
		field := v.Type().Field(i)
		if field.Anonymous {
			continue // positions
		}
		if !first {
			d.WriteString(", ")
		}
		first = false
		key, ok := fieldNames[field.Name]
		if !ok {
			key = strings.ToLower(field.Name)
		}
		d.WriteString(key + "=")
		d.value(v.Field(i))
	}
	d.WriteString(")")
}

func (d *dumper) value(v reflect.Value) {
	switch x := v.Interface().(type) {
	case ast.Identifier:
		if x == "" {
			d.WriteString("None")
		} else {
			fmt.Fprintf(d, "'%s'", string(x))
		}
		return
	case fmt.Stringer:
		d.WriteString(x.String())
		return
	}
	switch v.Kind() {
	case reflect.Slice:
		d.WriteString("[")
		for i := 0; i < v.Len(); i++ {
			if i > 0 {
				d.WriteString(", ")
			}
			d.value(v.Index(i))
		}
		d.WriteString("]")
	case reflect.Interface, reflect.Pointer, reflect.Struct:
		d.node(v)
	default:
		fmt.Fprintf(d, "%v", v.Interface())
	}
}

func (d *dumper) constant(v any) {
	switch x := v.(type) {
	case nil, bool:
		fmt.Fprintf(d, "NameConstant(value=%s)", bytecode.ConstRepr(x))
	case string:
		fmt.Fprintf(d, "Str(s='%s')", x)
	case Bytes:
		fmt.Fprintf(d, "Bytes(s=b'%s')", string(x))
	case EllipsisValue:
		d.WriteString("Ellipsis()")
	case float64:
		s, _ := py.Float(x).M__str__()
		fmt.Fprintf(d, "Num(n=%s)", s)
	case complex128:
		s, _ := py.Complex(x).M__str__()
		fmt.Fprintf(d, "Num(n=%s)", s)
	default:
		fmt.Fprintf(d, "Num(n=%s)", bytecode.ConstRepr(x))
	}
}

// oldCall moves a last *args and **kwargs to the fields that Python 3.4 had.
func oldCall(n *ast.Call) *ast.Call {
	c := *n
	c.Args, c.Starargs = splitStar(n.Args)
	c.Keywords, c.Kwargs = splitDoubleStar(n.Keywords)
	return &c
}

func oldClass(n *ast.ClassDef) *ast.ClassDef {
	c := *n
	c.Bases, c.Starargs = splitStar(n.Bases)
	c.Keywords, c.Kwargs = splitDoubleStar(n.Keywords)
	return &c
}

func splitStar(args []ast.Expr) ([]ast.Expr, ast.Expr) {
	if n := len(args); n > 0 {
		if star, ok := args[n-1].(*ast.Starred); ok {
			return args[:n-1], star.Value
		}
	}
	return args, nil
}

func splitDoubleStar(keywords []*ast.Keyword) ([]*ast.Keyword, ast.Expr) {
	if n := len(keywords); n > 0 && keywords[n-1].Arg == "" {
		return keywords[:n-1], keywords[n-1].Value
	}
	return keywords, nil
}
