package torch

import (
	"fmt"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// What the dispatcher says of a call of torch.ops.<namespace>.<operator>.<overload> that does not fit the schema.

// checkCall is the error of a call with wrong arguments; nil for one that may fit. Whether it is strict: see unfit.
func checkCall(th *object.Thread, op *ops.Op, args, kwNames []Value, strict bool) error {
	params := op.Schema().Params
	name := op.Name
	numbers := slices.Contains(numbersForTensors, strings.TrimSuffix(name, "_"))
	if strings.Contains(name, "::") {
		strict = true
	} else {
		name = "aten::" + name
	}
	declaration := op.SchemaText()
	if !strings.Contains(declaration[:strings.IndexByte(declaration, '(')], "::") {
		declaration = "aten::" + declaration
	}
	declaration = wholeDefaults.ReplaceAllString(declaration, "=$1.")
	if len(args) > len(params) {
		return object.RuntimeErrorf("%s() expected at most %d argument(s) but received %d argument(s). Declaration: %s", name, len(params), len(args), declaration)
	}
	positional := args[:len(args)-len(kwNames)]
	given := map[string]Value{}
	for i, k := range kwNames {
		text, _ := object.Text(k)
		given[text] = args[len(positional)+i]
	}
	places := 0
	for i, p := range params {
		if !p.KwOnly {
			places++
		}
		v, named := given[p.Name]
		switch {
		case i < len(positional) && !p.KwOnly:
			if named {
				return object.RuntimeErrorf("Argument '%s' specified both as positional and keyword argument. Schema: %s", p.Name, declaration)
			}
			v = positional[i]
		case named:
			delete(given, p.Name)
		case p.HasDef:
			continue
		default:
			return object.RuntimeErrorf("%s() is missing value for argument '%s'. Declaration: %s", name, p.Name, declaration)
		}
		if numbers && p.Type.Base == "Tensor" && (v.IsInt() || v.IsFloat() || v.IsBool()) {
			continue
		}
		if why := unfit(th, v, p.Type, strict); why != "" {
			value, err := object.Repr(th, v)
			if err != nil {
				return err
			}
			return object.RuntimeErrorf("%s() Expected a value of type '%s' for argument '%s' but instead found type '%s'.\nPosition: %d\nValue: %s\nDeclaration: %s\n%s", name, scriptType(p.Type), p.Name, v.Type().Name, i, value, declaration, why)
		}
	}
	if len(positional) > places {
		return object.RuntimeErrorf("%s() takes %d positional argument(s) but %d was/were given.  Declaration: %s", name, places, len(positional), declaration)
	}
	for k := range given {
		return object.RuntimeErrorf("Unknown keyword argument '%s' for operator '%s'. Schema: %s", k, name, declaration)
	}
	return nil
}

// noOverload is the error of a call that fits no overload, with what each of them says.
func noOverload(th *object.Thread, p *ops.Packet, args, kwNames []Value) error {
	text := "Overloaded torch operator invoked from Python failed to match any schema:\n"
	for _, op := range p.Ops {
		if e, ok := checkCall(th, op, args, kwNames, true).(*object.Exception); ok {
			why, _ := object.Text(e.Args.Items[0])
			text += why + "\n\n"
		}
	}
	return object.RuntimeErrorf("%s", text)
}

// scriptType is a type as TorchScript prints it: "Optional[List[int]]".
func scriptType(t ops.Type) string {
	text := t.Base
	switch text {
	case "Scalar":
		text = "number"
	case "SymInt", "ScalarType", "Layout", "MemoryFormat":
		text = "int"
	}
	if t.OptElem {
		text = "Optional[" + text + "]"
	}
	if t.List {
		text = "List[" + text + "]"
	}
	if t.Optional {
		text = "Optional[" + text + "]"
	}
	return text
}

// numbersForTensors are the operators that take a number where their schema has a tensor.
var numbersForTensors = []string{"add", "copy", "div", "divide", "floor_divide", "mul", "multiply", "sub", "subtract", "to", "true_divide"}

// unfit says why a value is none of the type, as far as its own type tells; "" if it may be one. A strict answer is that of operators of scripts,
// and of a call that no overload has taken: no numbers for tensors, no text for numbers.
func unfit(th *object.Thread, v Value, t ops.Type, strict bool) string {
	if v.IsNone() {
		return "" // None passes for a tensor that is not there
	}
	given, isTensor := operand(v)
	if t.List {
		return unfitList(th, v, t, isTensor, strict)
	}
	if isTensor {
		if x, ok := given.(*tensor.Tensor); ok && strict && t.Base == "Scalar" && x.Numel() != 1 {
			return uncast(th, v, "Cannot cast %s to number")
		}
		return "" // numbers are read from tensors
	}
	_, isText := object.Text(v)
	_, isList := sequence(th, v)
	number := v.IsInt() || v.IsBool()
	bad := false
	switch t.Base {
	case "Tensor":
		if isText || isList || strict && (v.IsFloat() || number) {
			return uncast(th, v, "Unable to cast %s to Tensor")
		}
	case "Scalar":
		if strict && (isText || isList) {
			return uncast(th, v, "Cannot cast %s to number")
		}
	case "int", "SymInt":
		bad = isText || v.IsFloat() || strict && isList
	case "float":
		bad = isText || strict && isList
	case "str":
		bad = strict && (number || v.IsFloat() || isList)
	case "bool", "ScalarType":
		bad = strict && (isText || isList)
	}
	if bad {
		return uncastable(th, v)
	}
	return ""
}

// unfitList says why a value is no list of the type.
func unfitList(th *object.Thread, v Value, t ops.Type, isTensor, strict bool) string {
	elem := ops.Type{Base: t.Base, Optional: t.OptElem}
	items, ok := sequence(th, v)
	_, isText := object.Text(v)
	switch {
	case strict && (isTensor && t.Base != "int" && t.Base != "SymInt" || isText):
		return uncastable(th, v)
	case isTensor || isText:
		return ""
	case !ok && t.Size > 0 && t.Base != "Tensor" && (v.IsInt() || unfit(th, v, elem, strict) == ""):
		return ""
	case !ok && t.Size > 0 && v.IsFloat():
		return uncastable(th, v)
	case !ok && (v.IsInt() || v.IsFloat() || v.IsBool()):
		return fmt.Sprintf(" Python error details: TypeError: '%s' object is not iterable", v.Type().Name)
	}
	for _, item := range items {
		if why := unfit(th, item, elem, strict); why != "" {
			if t.Base == "Tensor" {
				return uncastable(th, v)
			}
			return why
		}
	}
	return ""
}

// uncast says of a value by its text that it cannot become something else.
func uncast(th *object.Thread, v Value, format string) string {
	text, err := object.StrOf(th, v)
	if err != nil {
		return ""
	}
	return "Cast error details: " + fmt.Sprintf(format, text)
}

// uncastable says the same by the type of the value.
func uncastable(th *object.Thread, v Value) string {
	class, err := object.StrOf(th, v.Type().Ref())
	if err != nil {
		return ""
	}
	return "Cast error details: Unable to cast Python instance of type " + class + " to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)"
}
