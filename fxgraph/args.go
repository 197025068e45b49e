package fxgraph

// Arguments of nodes are trees. Leaves are *Node, nil, bool, int64, float64,
// complex128, string, EllipsisType and anything with a Repr method (dtypes,
// devices, constants of the layers above); inner nodes are these:
type (
	// List is a Python list argument.
	List []any
	// Tuple is a Python tuple argument.
	Tuple []any
	// Dict is a Python dict argument with string or number keys, in order.
	Dict []Item
	// Slice is slice(Start, Stop, Step).
	Slice struct{ Start, Stop, Step any }
	// EllipsisType is the type of Ellipsis.
	EllipsisType struct{}
)

// Item is one entry of a Dict.
type Item struct{ Key, Value any }

// Ellipsis is `...`.
var Ellipsis EllipsisType

// MapArg rebuilds an argument tree with every node replaced.
func MapArg(a any, with func(*Node) any) any {
	switch a := a.(type) {
	case *Node:
		return with(a)
	case List:
		out := make(List, len(a))
		for i, e := range a {
			out[i] = MapArg(e, with)
		}
		return out
	case Tuple:
		out := make(Tuple, len(a))
		for i, e := range a {
			out[i] = MapArg(e, with)
		}
		return out
	case Dict:
		out := make(Dict, len(a))
		for i, e := range a {
			out[i] = Item{e.Key, MapArg(e.Value, with)}
		}
		return out
	case Slice:
		return Slice{MapArg(a.Start, with), MapArg(a.Stop, with), MapArg(a.Step, with)}
	}
	return a
}

// MapArgs rebuilds positional and keyword arguments.
func MapArgs(args []any, kwargs []KW, with func(*Node) any) ([]any, []KW) {
	outArgs := make([]any, len(args))
	for i, a := range args {
		outArgs[i] = MapArg(a, with)
	}
	outKwargs := make([]KW, len(kwargs))
	for i, kw := range kwargs {
		outKwargs[i] = KW{kw.Name, MapArg(kw.Value, with)}
	}
	return outArgs, outKwargs
}

// EachNode visits the nodes in an argument tree, in order.
func EachNode(a any, visit func(*Node)) {
	switch a := a.(type) {
	case *Node:
		visit(a)
	case List:
		for _, e := range a {
			EachNode(e, visit)
		}
	case Tuple:
		for _, e := range a {
			EachNode(e, visit)
		}
	case Dict:
		for _, e := range a {
			EachNode(e.Value, visit)
		}
	case Slice:
		EachNode(a.Start, visit)
		EachNode(a.Stop, visit)
		EachNode(a.Step, visit)
	}
}
