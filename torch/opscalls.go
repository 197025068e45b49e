package torch

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// What the dispatcher says of a call of torch.ops.<namespace>.<operator>.<overload> that does not fit the schema.

// checkCall is the error of a call with wrong arguments; nil for one that may fit.
func checkCall(th *object.Thread, op *ops.Op, args, kwNames []Value) error {
	params := op.Schema().Params
	name := op.Name
	custom := strings.Contains(name, "::")
	if !custom {
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
			v = positional[i]
		case named:
			delete(given, p.Name)
		case p.HasDef:
			continue
		default:
			return object.RuntimeErrorf("%s() is missing value for argument '%s'. Declaration: %s", name, p.Name, declaration)
		}
		if why := unfit(th, v, p.Type, custom); why != "" {
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
		if e, ok := checkCall(th, op, args, kwNames).(*object.Exception); ok {
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

// unfit says why a value is none of the type, as far as its own type tells; "" if it may be one. Operators of scripts take no numbers for
// tensors.
func unfit(th *object.Thread, v Value, t ops.Type, custom bool) string {
	if v.IsNone() {
		return "" // None passes for a tensor that is not there
	}
	if _, isTensor := operand(v); isTensor && !t.List {
		return "" // numbers are read from tensors
	}
	if t.List {
		items, ok := sequence(th, v)
		if !ok {
			if t.Size > 0 && unfit(th, v, ops.Type{Base: t.Base}, custom) == "" || v.IsInt() && t.Base != "Tensor" && t.Size > 0 {
				return ""
			}
			if v.IsInt() || v.IsFloat() || v.IsBool() {
				return fmt.Sprintf(" Python error details: TypeError: '%s' object is not iterable", v.Type().Name)
			}
			return ""
		}
		for _, item := range items {
			if why := unfit(th, item, ops.Type{Base: t.Base}, custom); why != "" {
				return why
			}
		}
		return ""
	}
	_, isText := object.Text(v)
	number := v.IsInt() || v.IsBool()
	bad := false
	switch t.Base {
	case "Tensor":
		if isText {
			text, _ := object.Text(v)
			return "Cast error details: Unable to cast " + text + " to Tensor"
		}
		if _, list := sequence(th, v); list || custom && (v.IsFloat() || number) {
			if repr, err := object.StrOf(th, v); err == nil {
				return "Cast error details: Unable to cast " + repr + " to Tensor"
			}
		}
	case "int", "SymInt":
		bad = isText || v.IsFloat()
	case "float":
		bad = isText
	}
	if bad {
		return fmt.Sprintf("Cast error details: Unable to cast Python instance of type <class '%s'> to C++ type '?' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug mode for details)", v.Type().Name)
	}
	return ""
}
