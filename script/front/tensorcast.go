package front

import "github.com/magneto-go/magneto/script/ir"

// Methods of tensors that are named after types.

// tensorCasts are the methods that give a tensor of another type, with the numbers of the types.
var tensorCasts = map[string]int64{"byte": 0, "char": 1, "short": 2, "int": 3, "long": 4, "half": 5, "float": 6, "double": 7, "cfloat": 9, "cdouble": 10}

// tensorCast is x.float and its like, a call of which is aten::to.
type tensorCast struct {
	Base
	v     *ir.Value
	name  string
	dtype int64
}

// Call converts the tensor.
func (c tensorCast) Call(e *Emitter, r ir.Range, args, kwargs []Named, _ int) Sugared {
	if len(args)+len(kwargs) > 0 {
		Fail(r, "%s() expects no arguments", c.name)
	}
	to := Builtin{Base{"builtin"}, "aten::to", &Named{Name: "self", Value: c.v, Range: r}}
	return to.Call(e, r, nil, []Named{{Name: "dtype", Value: e.constant(ir.Constant{V: c.dtype}, nil, r), Range: r}}, 1)
}
