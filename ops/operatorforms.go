package ops

import "strings"

// Operators of the language between tensors that have operators of their own beside the functions which they call: a & b is __and__, which calls bitwise_and.

// operatorForms are the functions behind them.
var operatorForms = map[string]string{
	"__and__": "bitwise_and", "__or__": "bitwise_or", "__xor__": "bitwise_xor", "__lshift__": "bitwise_left_shift", "__rshift__": "bitwise_right_shift",
}

func operatorForm(schema string) entry {
	name, overload, _ := strings.Cut(schema[:strings.IndexByte(schema, '(')], ".")
	if overload == "Scalar" && strings.HasSuffix(name, "shift__") {
		overload = "Tensor_Scalar"
	}
	function := operatorForms[name] + "." + overload
	return entry{S: schema, Decomp: func(ctx *Context, a Args) []Value { return result(ctx.call1(function, a[0], a[1])) }}
}

var _ = addTable([]entry{
	operatorForm("__and__.Tensor(Tensor self, Tensor other) -> Tensor"), operatorForm("__and__.Scalar(Tensor self, Scalar other) -> Tensor"),
	operatorForm("__or__.Tensor(Tensor self, Tensor other) -> Tensor"), operatorForm("__or__.Scalar(Tensor self, Scalar other) -> Tensor"),
	operatorForm("__xor__.Tensor(Tensor self, Tensor other) -> Tensor"), operatorForm("__xor__.Scalar(Tensor self, Scalar other) -> Tensor"),
	operatorForm("__lshift__.Tensor(Tensor self, Tensor other) -> Tensor"), operatorForm("__lshift__.Scalar(Tensor self, Scalar other) -> Tensor"),
	operatorForm("__rshift__.Tensor(Tensor self, Tensor other) -> Tensor"), operatorForm("__rshift__.Scalar(Tensor self, Scalar other) -> Tensor"),
})

// IsOperatorForm says whether an operator is one of the language.
func IsOperatorForm(name string) bool { return operatorForms[name] != "" }

// RecordedForm is the operator that a recording has for an operator of the language whose function is name; "" where the function is recorded, or nothing.
func (ctx *Context) RecordedForm(name string) string {
	if !ctx.recordsWhole() {
		return ""
	}
	for form, function := range operatorForms {
		if function == name {
			return form
		}
	}
	return ""
}
