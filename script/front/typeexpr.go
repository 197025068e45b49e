package front

import (
	"fmt"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

var plainTypes = map[string]*ir.Type{
	"Tensor": ir.Tensor, "int": ir.Int, "float": ir.Float, "bool": ir.Bool, "str": ir.Str, "complex": ir.Complex, "None": ir.None, "Any": ir.Any,
	"Device": ir.Device, "number": ir.Number, "Generator": ir.Generator, "Stream": ir.Stream, "list": ir.AnyList, "List": ir.ListOf(ir.Tensor), "tuple": ir.AnyTuple,
	"torch.Tensor": ir.Tensor, "torch.device": ir.Device, "torch.dtype": ir.Int, "torch.Generator": ir.Generator, "torch.Stream": ir.Stream,
	"typing.Any": ir.Any, "NoneType": ir.None, "torch.nn.Parameter": ir.Tensor,
}

// generics are the names that take type arguments.
var generics = map[string]string{
	"List": "List", "list": "List", "Tuple": "Tuple", "tuple": "Tuple", "Dict": "Dict", "dict": "Dict", "Optional": "Optional", "Union": "Union",
	"Future": "Future", "torch.jit.Future": "Future", "torch.futures.Future": "Future", "Final": "Final", "torch.jit.Final": "Final",
	"typing.List": "List", "typing.Tuple": "Tuple", "typing.Dict": "Dict", "typing.Optional": "Optional", "typing.Union": "Union", "BroadcastingList": "List",
	"torch.jit.annotations.BroadcastingList1": "List", "BroadcastingList1": "List", "BroadcastingList2": "List", "BroadcastingList3": "List", "Await": "Await", "_Await": "Await", "RRef": "RRef",
	"typing.Final": "Final", "t.List": "List", "t.Optional": "Optional",
}

// typeExpr reads an annotation.
func (e *Emitter) typeExpr(x ast.Expr) *ir.Type {
	reader := &typeReader{host: e.host}
	defer e.placeCalls(x)
	if s, ok := x.(*ast.Subscript); ok && generics[dotted(s.Value)] == "Final" {
		Fail(e.rng(x), "Unknown type constructor %s", dotted(s.Value))
	}
	t, why := reader.read(x)
	switch {
	case t != nil:
	case strings.HasPrefix(why, bare) || strings.HasPrefix(why, badKey):
		Fail(ir.Range{}, "%s", why) // PyTorch finds it in values, which have no place
	default:
		Fail(e.rng(reader.bad), "%s", why)
	}
	return t
}

// placeCalls says of an error in a class that an annotation names where that is.
func (e *Emitter) placeCalls(x ast.Expr) {
	p := recover()
	if p == nil {
		return
	}
	if failed, ok := p.(*Error); ok {
		failed.PlaceCalls(e.rng(x), e.pending)
	}
	panic(p)
}

// What is said of a generic without type arguments and of dicts with keys of a type that has none begins with these.
const (
	bare   = "Attempted to use "
	badKey = "Cannot create dict for key type '"
)

// Types knows what names of the program are as types, and which of the generics they are, "" for others.
type Types interface {
	ResolveType(x ast.Expr) *ir.Type
	ResolveGeneric(x ast.Expr) string
}

// TypeExpr reads an annotation; it says why where it cannot.
func TypeExpr(x ast.Expr, host Types) (*ir.Type, string) {
	return (&typeReader{host: host}).read(x)
}

// typeReader reads an annotation and remembers the part of it that is no type.
type typeReader struct {
	host Types
	bad  ast.Expr
}

func (t *typeReader) fail(x ast.Expr, format string, args ...any) (*ir.Type, string) {
	if t.bad == nil {
		t.bad = x
	}
	return nil, fmt.Sprintf(format, args...)
}

func (t *typeReader) read(x ast.Expr) (*ir.Type, string) {
	host := t.host
	switch x := x.(type) {
	case *syntax.Constant:
		switch v := x.Value.(type) {
		case nil:
			return ir.None, ""
		case string:
			if tree, err := syntax.Parse("<annotation>", []byte(v), syntax.Eval); err == nil {
				if named, _ := TypeExpr(tree.Root.(*ast.Expression).Body, host); named != nil {
					return named, ""
				}
			}
			return t.fail(x, "Unknown type name '%s'", v)
		case syntax.EllipsisValue:
			return t.fail(x, "Expression of type dots cannot be used in a type expression")
		}
		return t.fail(x, "Expression of type const cannot be used in a type expression")
	case *ast.Name, *ast.Attribute:
		name := dotted(x)
		kind := generics[name]
		if kind == "List" && strings.HasSuffix(name, "List") {
			return t.fail(x, bare+"List without a contained type. Please add a contained type, e.g. List[int]")
		}
		if kind == "Future" {
			return t.fail(x, bare+"Future without a contained type. Please add a contained type, e.g. Future[int]")
		}
		if named := host.ResolveType(x); named != nil {
			return named, ""
		}
		if plain, ok := plainTypes[name]; ok {
			return plain, ""
		}
		if name != strings.ToLower(name) {
			switch kind {
			case "Optional", "Tuple", "Union":
				return t.fail(x, bare+"%[1]s without a contained type. Please add a contained type, e.g. %[1]s[int]", kind)
			case "Dict":
				return t.fail(x, bare+"Dict without contained types. Please add contained type, e.g. Dict[int, int]")
			}
		}
		return t.fail(x, "Unknown type name '%s'", name)
	case *ast.BinOp:
		if x.Op == ast.BitOr {
			a, why := t.read(x.Left)
			if a == nil {
				return nil, why
			}
			b, why := t.read(x.Right)
			if b == nil {
				return nil, why
			}
			return ir.UnionOf(a, b), ""
		}
	case *ast.Tuple:
		return t.generic(x, "Tuple", x.Elts)
	case *ast.Subscript:
		name := dotted(x.Value)
		kind := generics[name]
		if kind == "" {
			if i := strings.LastIndexByte(name, '.'); i >= 0 {
				kind = generics[name[i+1:]]
			}
		}
		if kind == "" {
			kind = generics[host.ResolveGeneric(x.Value)]
		}
		if kind == "" {
			if strings.HasPrefix(name, "BroadcastingList") {
				return t.fail(x, "subscript of Broadcastable list must be a positive integer")
			}
			return t.fail(x, "Unknown type constructor %s", name)
		}
		index, ok := x.Slice.(*ast.Index)
		if !ok {
			return t.fail(x, "Expression of type slice cannot be used in a type expression")
		}
		elts := []ast.Expr{index.Value}
		if t, ok := index.Value.(*ast.Tuple); ok {
			elts = t.Elts
		}
		if made, why := t.generic(x, kind, elts); made == nil || !strings.HasPrefix(name, "BroadcastingList") || made.Elem[0].Kind == ir.IntKind || made.Elem[0].Kind == ir.FloatKind {
			return made, why
		}
		return t.fail(x, "Broadcastable lists only supported for int or float")
	}
	return t.fail(x, "Expression of type %s cannot be used in a type expression", nodeName(x))
}

// generic is a generic type with the types in its brackets.
func (t *typeReader) generic(x ast.Expr, kind string, elts []ast.Expr) (*ir.Type, string) {
	var elem []*ir.Type
	for _, x := range elts {
		of, why := t.read(x)
		if of == nil {
			return nil, why
		}
		elem = append(elem, of)
		if kind == "Final" {
			return of, ""
		}
	}
	want := map[string]int{"List": 1, "Optional": 1, "Future": 1, "Dict": 2, "Await": 1, "RRef": 1}[kind]
	if want > 0 && len(elem) != want {
		if kind == "Dict" {
			return t.fail(x, "dict type expects two types")
		}
		return t.fail(x, "%s type must have exactly one element type", kind)
	}
	switch kind {
	case "List":
		return ir.ListOf(elem[0]), ""
	case "Optional":
		return ir.OptionalOf(elem[0]), ""
	case "Future":
		return ir.FutureOf(elem[0]), ""
	case "Await", "RRef":
		return &ir.Type{Kind: map[string]ir.Kind{"Await": ir.AwaitKind, "RRef": ir.RRefKind}[kind], Elem: elem}, ""
	case "Dict":
		switch elem[0].Kind {
		case ir.IntKind, ir.StrKind, ir.FloatKind, ir.ComplexKind, ir.TensorKind, ir.DeviceKind, ir.BoolKind:
		default:
			return t.fail(x, badKey+"%s', only int, float, complex, Tensor, device and string keys are supported", elem[0])
		}
		return ir.DictOf(elem[0], elem[1]), ""
	case "Union":
		return ir.UnionOf(elem...), ""
	}
	return ir.TupleOf(elem...), ""
}

// dotted is a name with its attributes, "" for other expressions.
func dotted(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Name:
		return string(x.Id)
	case *ast.Attribute:
		if base := dotted(x.Value); base != "" {
			return base + "." + string(x.Attr)
		}
	}
	return ""
}
