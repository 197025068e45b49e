package torch

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// Functions of torch.nn.functional and torch.functional are written in Python in PyTorch, and give what overrides them all of their
// parameters: those without default by position, the others by name. The file has their signatures, one a line.

//go:embed functional_signatures.txt
var functionalSignatures string

// parameter is one of a signature.
type parameter struct {
	name     string
	spread   bool // *name, which takes the rest of the positional arguments
	keyword  bool // behind *: by name only
	optional bool
	value    Value // its default
}

// signatures are those of the file, by the path of the function.
var signatures = sync.OnceValue(func() map[string][]parameter {
	out := map[string][]parameter{}
	for line := range strings.Lines(functionalSignatures) {
		path, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "(")
		var list []parameter
		keyword := false
		rest, _, _ = strings.Cut(rest, ") ->")
		for _, text := range parametersOf(strings.TrimSuffix(rest, ")")) {
			declared, value, optional := strings.Cut(text, "=")
			name, _, _ := strings.Cut(declared, ":")
			name = strings.TrimSpace(name)
			p := parameter{name: strings.TrimPrefix(name, "*"), spread: strings.HasPrefix(name, "*"), keyword: keyword, optional: optional}
			if optional {
				p.value = literal(strings.TrimSpace(value))
			}
			keyword = keyword || p.spread
			if p.name != "" {
				list = append(list, p)
			}
		}
		out[path] = list
	}
	return out
})

// parametersOf parts a list at the commas that stand outside of brackets.
func parametersOf(list string) (out []string) {
	depth, start := 0, 0
	for i, c := range list {
		switch c {
		case '[', '(':
			depth++
		case ']', ')':
			depth--
		case ',':
			if depth == 0 {
				out, start = append(out, list[start:i]), i+1
			}
		}
	}
	return append(out, list[start:])
}

// signatureText is the signature of a function of the file, or none.
func signatureText(path string) string { return signatureTexts()[path] }

var signatureTexts = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(functionalSignatures) {
		path, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "(")
		out[path] = "(" + rest
	}
	return out
})

// literal is a default as it is written in a signature.
func literal(text string) Value {
	switch text {
	case "None":
		return object.None
	case "True", "False":
		return object.Bool(text == "True")
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return object.Int(n)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return object.Float(f)
	}
	return object.NewStr(strings.Trim(text, "'"))
}

// spelledOut are the arguments of a call as its override sees them, in a slice and a dict of their own.
func spelledOut(th *object.Thread, function Value, args, kwNames []Value) (positional []Value, kwargs *object.Dict) {
	n := len(args) - len(kwNames)
	positional, kwargs = append(positional, args[:n]...), object.NewDict()
	for i, name := range kwNames {
		s, _ := object.AsStr(name)
		kwargs.SetStr(s, args[n+i])
	}
	b, ok := object.AsBuiltin(function)
	if !ok {
		return positional, kwargs
	}
	path := b.Module + "." + b.Name
	if b.Owner != nil {
		path = "torch.Tensor." + b.Name
	}
	if path == "torch.functional.einsum" {
		if parts := einsumArguments(positional); parts != nil {
			positional = parts
		}
		return positional, kwargs
	}
	list := signatures()[path]
	if list == nil {
		return positional, kwargs
	}
	given, all := positional, kwargs
	positional, kwargs = nil, object.NewDict()
	for _, p := range list {
		v, ok := Value{}, false
		switch {
		case p.spread:
			positional, given = append(positional, given...), nil
			continue
		case len(given) > 0 && !p.keyword:
			v, ok, given = given[0], true, given[1:]
		default:
			v, ok = all.Lookup(p.name)
		}
		switch {
		case !ok && !p.optional:
			continue // the function itself will say what is missing
		case !ok:
			v = p.value
		}
		if p.optional || p.keyword {
			kwargs.Put(p.name, v)
		} else {
			positional = append(positional, v)
		}
	}
	return append(positional, given...), kwargs
}

// einsumArguments are the equation and the operands of a call of einsum, one by one, whichever form it has; nil where they are so already,
// or are none of its forms.
func einsumArguments(args []Value) []Value {
	if len(args) < 2 {
		return nil
	}
	if list, ok := object.Items(args[1]); ok && len(args) == 2 {
		return append([]Value{args[0]}, list...)
	}
	if _, ok := Unwrap(args[0]); !ok {
		return nil
	}
	var equation strings.Builder
	operands := []Value{object.Null}
	for i, v := range args {
		if i%2 == 0 && i+1 < len(args) {
			operands = append(operands, v)
			continue
		}
		switch { // the labels of an operand, or of the result
		case i%2 == 0:
			equation.WriteString("->")
		case i > 1:
			equation.WriteString(",")
		}
		labels, ok := object.Items(v)
		if !ok {
			return nil
		}
		for _, l := range labels {
			n, number := l.AsInt()
			switch {
			case l == object.Ellipsis:
				equation.WriteString("...")
			case number && 0 <= n && n < int64(len(ops.EinsumLabels)):
				equation.WriteByte(ops.EinsumLabels[n])
			default:
				return nil
			}
		}
	}
	operands[0] = object.NewStr(equation.String())
	return operands
}

// simpleTypes are the names of parameter types in lists of what functions take, for one and for several.
var simpleTypes = map[string][2]string{
	"Tensor": {"Tensor", "TensorList"}, "int": {"int64_t", "IntArrayRef"}, "SymInt": {"SymInt", "SymIntArrayRef"}, "float": {"double", "ArrayRef<double>"},
	"Scalar": {"Scalar", "ScalarList"}, "bool": {"bool", "ArrayRef<bool>"}, "str": {"c10::string_view", "c10::string_view"},
}

// requiredArguments are the arguments that the first overload of a function cannot do without: whether by name only, the name, and the type. None for other functions.
func requiredArguments(th *object.Thread, args, kwNames []Value) (Value, error) {
	b, ok := object.AsBuiltin(args[0])
	if !ok || inPython(args[0]) {
		return object.None, nil
	}
	p, _ := b.Tag.(*ops.Packet)
	if b.Owner == tensorType {
		p = ops.Method(b.Name)
	}
	if p == nil {
		return object.None, nil
	}
	var out []Value
	for _, q := range p.Ops[0].Schema().Params {
		if q.HasDef || q.Type.Optional && q.KwOnly {
			continue
		}
		kind := q.Type.Base
		if pair, ok := simpleTypes[kind]; ok {
			kind = pair[0]
			if q.Type.List {
				kind = pair[1]
			}
		}
		out = append(out, object.NewTuple(object.Bool(q.KwOnly), object.NewStr(q.Name), object.NewStr(kind)).Ref())
	}
	return object.NewList(out...).Ref(), nil
}
