package front

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
)

var plainTypes = map[string]*ir.Type{
	"Tensor": ir.Tensor, "int": ir.Int, "float": ir.Float, "bool": ir.Bool, "str": ir.Str, "complex": ir.Complex, "None": ir.None, "Any": ir.Any,
	"Device": ir.Device, "number": ir.Number, "Generator": ir.Generator, "Stream": ir.Stream, "list": ir.ListOf(ir.Tensor), "List": ir.ListOf(ir.Tensor), "tuple": ir.AnyTuple,
	"torch.Tensor": ir.Tensor, "torch.device": ir.Device, "torch.dtype": ir.Int, "torch.Size": ir.ListOf(ir.Int), "torch.Generator": ir.Generator, "torch.Stream": ir.Stream,
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
	t, why := TypeExpr(x, e.host)
	switch {
	case t != nil:
	case strings.HasPrefix(why, bare) || strings.HasPrefix(why, badKey):
		Fail(ir.Range{}, "%s", why) // PyTorch finds it in values, which have no place
	default:
		Fail(e.rng(x), "%s", why)
	}
	return t
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
	switch x := x.(type) {
	case *syntax.Constant:
		switch v := x.Value.(type) {
		case nil:
			return ir.None, ""
		case string:
			tree, err := syntax.Parse("<annotation>", []byte(v), syntax.Eval)
			if err != nil {
				return nil, "Unknown type name '" + v + "'"
			}
			return TypeExpr(tree.Root.(*ast.Expression).Body, host)
		case syntax.EllipsisValue:
			return nil, "Expression of type dots cannot be used in a type expression"
		}
		return nil, "Expression of type const cannot be used in a type expression"
	case *ast.Name, *ast.Attribute:
		name := dotted(x)
		kind := generics[name]
		if kind == "List" && strings.HasSuffix(name, "List") {
			return nil, bare + "List without a contained type. Please add a contained type, e.g. List[int]"
		}
		if kind == "Future" {
			return nil, bare + "Future without a contained type. Please add a contained type, e.g. Future[int]"
		}
		if t := host.ResolveType(x); t != nil {
			return t, ""
		}
		if t, ok := plainTypes[name]; ok {
			return t, ""
		}
		if name != strings.ToLower(name) {
			switch kind {
			case "Optional", "Tuple", "Union":
				return nil, bare + kind + " without a contained type. Please add a contained type, e.g. " + kind + "[int]"
			case "Dict":
				return nil, bare + "Dict without contained types. Please add contained type, e.g. Dict[int, int]"
			}
		}
		return nil, "Unknown type name '" + name + "'"
	case *ast.BinOp:
		if x.Op == ast.BitOr {
			a, why := TypeExpr(x.Left, host)
			if a == nil {
				return nil, why
			}
			b, why := TypeExpr(x.Right, host)
			if b == nil {
				return nil, why
			}
			return ir.UnionOf(a, b), ""
		}
	case *ast.Tuple:
		return genericType("Tuple", x.Elts, host)
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
				return nil, "subscript of Broadcastable list must be a positive integer"
			}
			return nil, "Unknown type constructor " + name
		}
		index, ok := x.Slice.(*ast.Index)
		if !ok {
			return nil, "Expression of type slice cannot be used in a type expression"
		}
		elts := []ast.Expr{index.Value}
		if t, ok := index.Value.(*ast.Tuple); ok {
			elts = t.Elts
		}
		if t, why := genericType(kind, elts, host); t == nil || !strings.HasPrefix(name, "BroadcastingList") || t.Elem[0].Kind == ir.IntKind || t.Elem[0].Kind == ir.FloatKind {
			return t, why
		}
		return nil, "Broadcastable lists only supported for int or float"
	}
	return nil, "Expression of type " + nodeName(x) + " cannot be used in a type expression"
}

func genericType(kind string, elts []ast.Expr, host Types) (*ir.Type, string) {
	var elem []*ir.Type
	for _, x := range elts {
		t, why := TypeExpr(x, host)
		if t == nil {
			return nil, why
		}
		elem = append(elem, t)
		if kind == "Final" {
			return t, ""
		}
	}
	want := map[string]int{"List": 1, "Optional": 1, "Future": 1, "Dict": 2, "Await": 1, "RRef": 1}[kind]
	if want > 0 && len(elem) != want {
		if kind == "Dict" {
			return nil, "dict type expects two types"
		}
		return nil, kind + " type must have exactly one element type"
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
			return nil, badKey + elem[0].String() + "', only int, float, complex, Tensor, device and string keys are supported"
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
