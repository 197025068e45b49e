package torch

import (
	"strings"

	"github.com/magneto-go/magneto/numpy"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// overflowText is what is said of an int beyond 64 bits where one is needed.
const overflowText = "Overflow when unpacking long long"

// tooLarge is the error of a call with an int beyond 64 bits, which depends on what the parameter takes: a number, an int, or sizes. refusal is
// the error where there is no such int among the arguments.
func tooLarge(p *ops.Packet, args, kwNames []Value, refusal error) error {
	positional := len(args) - len(kwNames)
	for i, v := range args {
		if err := tooLargeFor(p, i, positional, kwNames, v); err != nil {
			return err
		}
	}
	return refusal
}

// tooLargeFor is the error of argument i.
func tooLargeFor(p *ops.Packet, i, positional int, kwNames []Value, v Value) error {
	at := 0
	if !beyond64(v) {
		items := itemsOf(v)
		for at < len(items) && !beyond64(items[at]) {
			at++
		}
		if at == len(items) {
			return nil
		}
	}
	for _, op := range p.Ops {
		for k, param := range op.Schema().Params {
			if i < positional && k != i {
				continue
			}
			if i >= positional {
				if name, _ := object.Text(kwNames[i-positional]); name != param.Name {
					continue
				}
			}
			switch isInt := strings.HasSuffix(strings.ToLower(param.Type.Base), "int"); {
			case isInt && param.Type.List:
				return object.TypeErrorf("%s(): argument '%s' failed to unpack the object at pos %d with error \"%s\n\"", p.Name, param.Name, at+1, overflowText)
			case isInt:
				return object.ValueErrorf(overflowText)
			}
			return object.Raisef(object.OverflowError, "int too big to convert")
		}
	}
	return nil
}

// numberToOps is ToOps for an operand of an operator of Python.
func numberToOps(th *object.Thread, v Value) (ops.Value, error) {
	if beyond64(v) {
		return nil, object.Raisef(object.OverflowError, "int too big to convert")
	}
	return ToOps(th, v)
}

func beyond64(v Value) bool {
	if !v.IsInt() {
		return false
	}
	_, fits := v.AsInt()
	return !fits
}

// itemsOf are the items of a list or tuple.
func itemsOf(v Value) []Value {
	if l, ok := object.AsList(v); ok {
		return l.Items
	}
	if t, ok := object.AsTuple(v); ok {
		return t.Items
	}
	return nil
}

// isForeignNumber tells whether v is a number of numpy that is none of Python's: no int, float or complex.
func isForeignNumber(v Value) bool {
	if _, _, ok := numpy.Scalar(v); !ok {
		return false
	}
	switch v.Type().Name {
	case "numpy.float16", "numpy.float32", "numpy.complex64", "numpy.bool":
		return true
	}
	return false
}
